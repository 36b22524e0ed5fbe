"""What the finished campaigns of an instance came to: what was bought, what it brought, who won.

Everybody may know of a campaign only what its seats may, so of campaigns that a reader has no seat in he is told sums
alone, and these only over `FEWEST` of them more at a time: neither one look nor two say what somebody bought in any one
of them. Charts that owners type in are theirs: of games that need them a reader is told of his own campaigns only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Avg, Count, F, Max, Q, Sum

from campaigns import access
from campaigns.models import Campaign, RGPurchaseLine, Side, Status
from rules import registry
from rules.contract import Game
from rules.engine.charts import HasCharts
from rules.features.purchases import HasPurchases

FEWEST = 3
"""Campaigns of others are told of by multiples of this number, or not at all."""


@dataclass(frozen=True)
class GroupFigures:
    """A group of a side: how often it was bought, in how many campaigns, how many of these the side won.

    `paid` and `counters` are what was paid for one and what one brought, on average.
    """

    group: str
    name: str
    bought: int
    paid: float
    counters: float
    campaigns: int
    won: int


@dataclass(frozen=True)
class SideFigures:
    """A side of a game over all campaigns that are told of."""

    key: str
    name: str
    won: int
    spent: int
    groups: tuple[GroupFigures, ...]


@dataclass(frozen=True)
class GameFigures:
    """A game: how many campaigns are told of, how many of them the reader's own, and each side."""

    title: str
    campaigns: int
    own: int
    sides: tuple[SideFigures, ...]


def finished_figures(user: User) -> list[GameFigures]:
    """The figures of every game of which there are finished campaigns to tell `user` of."""
    games = [(key, game) for key, game in registry.all_systems().items() if isinstance(game, HasPurchases)]
    rows = [(game, *_finished_campaigns(user, key, game)) for key, game in games]
    return [_figures(game, own, others) for game, own, others in rows if own or others]


def _finished_campaigns(user: User, key: str, game: Game) -> tuple[list[int], list[int]]:
    """The finished campaigns of a game: the reader's own, and of others the oldest as far as they are enough."""
    ended = Campaign.objects.filter(system=key, status=Status.ENDED).order_by("ended_at", "pk")
    seats = [seat.campaign_id for seat in access.seats_of(user)]
    own = list(ended.filter(pk__in=seats).values_list("pk", flat=True))
    if isinstance(game, HasCharts):
        return own, []
    others = list(ended.exclude(pk__in=seats).values_list("pk", flat=True))
    return own, others[: len(others) // FEWEST * FEWEST]


def _figures(game: Game, own: Sequence[int], others: Sequence[int]) -> GameFigures:
    """Each side of a game over these campaigns, its groups with the most bought first."""
    campaigns = [*own, *others]
    sides = Side.objects.filter(campaign__in=campaigns).values("key")
    won = dict(sides.annotate(won=Count("pk", filter=Q(won=True))).values_list("key", "won"))
    lines, side = RGPurchaseLine.objects.filter(purchase__side__campaign__in=campaigns), "purchase__side__key"
    spent = dict(lines.values(side).annotate(spent=Sum("price")).values_list(side, "spent"))
    totals = (
        lines.filter(given=False)
        .values("group", side=F(side))
        .annotate(
            called=Max("name"),
            bought=Count("pk"),
            paid=Avg("price"),
            brought=Avg("counters"),
            campaigns=Count("purchase__side", distinct=True),
            won=Count("purchase__side", distinct=True, filter=Q(purchase__side__won=True)),
        )
    )
    groups: dict[str, list[GroupFigures]] = {key: [] for key in game.sides}
    for row in totals.order_by("-bought", "group"):
        groups[row["side"]].append(
            GroupFigures(
                row["group"],
                row["called"],
                row["bought"],
                float(row["paid"]),
                float(row["brought"]),
                row["campaigns"],
                row["won"],
            )
        )
    return GameFigures(
        game.title,
        len(campaigns),
        len(own),
        tuple(
            SideFigures(key, name, won.get(key, 0), spent.get(key, 0), tuple(groups[key]))
            for key, name in game.sides.items()
        ),
    )
