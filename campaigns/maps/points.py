"""The points of a game that is played here, from count to count, by its public events."""

from __future__ import annotations

from django.utils.translation import gettext

from campaigns.ledger import journal
from campaigns.ledger.acts import is_host_event
from campaigns.models import Campaign
from rules.contract import PUBLIC, Game
from rules.features.curves import CountsPoints, Curve, Series


def points_curves(campaign: Campaign, system: Game) -> list[Curve]:
    """A curve of the sides' points; [] for a game that counts none, and before the second count."""
    if not isinstance(system, CountsPoints):
        return []
    state, counts = system.setup(campaign.options).only(()), []
    for entry in journal.entries(campaign, {PUBLIC}):
        if entry.undone or is_host_event(entry.event):
            continue
        state = system.apply(state, entry.event)
        if entry.event.kind in system.counted_at:
            counts.append(system.points(state))
    if len(counts) < 2:
        return []
    lines = tuple(
        Series(side, name, tuple(points.get(side, 0) for points in counts)) for side, name in system.sides.items()
    )
    marks = tuple(str(n) for n in range(1, len(counts) + 1))
    return [Curve("points", gettext("Victory Points"), gettext("Counted at each sequence."), marks, lines)]
