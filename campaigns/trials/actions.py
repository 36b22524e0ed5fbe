"""Begins trials, each with a guest and a campaign of his own, and deletes their guests afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext

from campaigns import actions
from campaigns.charts import actions as chart_actions
from campaigns.charts.kinds import CHART, MAP
from campaigns.closing import actions as closing
from campaigns.models import PlayMode, Trial
from campaigns.quotas.quotas import one_at_a_time
from rules import registry
from rules.contract import Refused

if TYPE_CHECKING:
    from campaigns.models import Seat

NAME = "guest {}"
"""User names that people choose have no blanks, so nobody registers one like it."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


@transaction.atomic
def begin(system: str) -> Seat:
    """Found a campaign of the game with practice charts and map and default choices, played by a new guest.

    He plays all sides. His account has no password, so he stays logged in with this browser alone. Raises Refused if
    there are too many trials.
    """
    one_at_a_time(Trial)
    if Trial.objects.count() >= settings.TRIALS:
        raise Refused(
            gettext("As many people as there can be are trying a game at the moment."),
            way_out=gettext("Come back in a few hours, or register and start a campaign of your own."),
        )
    game = registry.get(system)
    guest = User.objects.create_user(NAME.format(get_random_string(6, LETTERS)))
    options: dict[str, object] = {choice.key: next(iter(choice.options)) for choice in game.choices}
    for kind in (CHART, MAP):
        if chart_actions.sheets_asked_for(system, kind):
            options[kind] = chart_actions.copy_of_choice(chart_actions.PRACTICE, guest, system, kind)
    seat = actions.start_campaign(
        name=gettext("Trial of %(game)s") % {"game": game.title},
        system=system,
        options=options,
        side=next(iter(game.sides)),
        by=guest,
        play_mode=PlayMode.SOLO if len(game.sides) > 1 else PlayMode.ACCOUNTS,
    )
    closing.announce_end_of_trial(seat, reason=gettext("A trial lasts one day."))
    Trial.objects.create(user=guest, campaign=seat.campaign, begun_at=timezone.now())
    return seat


def remove_guests_of_removed() -> None:
    """Delete the guests whose campaign is gone, by their names too, so that a forged row deletes nobody else."""
    User.objects.filter(username__startswith=NAME.format(""), trial__isnull=False, trial__campaign=None).delete()
