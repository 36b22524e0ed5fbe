"""Statistics of an instance's finished campaigns: what was bought, what it brought, who won (ADR 15).

A reader without a seat in a campaign may not know its details, so of other people's campaigns he gets only sums, over a
multiple of `FEWEST` campaigns: neither one look of an account nor the difference of two is about a single campaign.
Every campaign counts once, whoever plays it: the server can't tell that two accounts are one person's, and who has two
can subtract what he knows of one from what the other is told (docs/threat-model.md). Charts that owners type in belong
to them, so for games that need them a reader gets the figures of his own campaigns only.
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
"""Other people's campaigns are counted in multiples of this number only."""


@dataclass(frozen=True)
class GroupFigures:
    """A group of a side: how often it was bought, in how many campaigns, how many of these the side won.

    `paid` and `counters` are the average price and number of counters of one.
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
    """A side of a game over all campaigns counted."""

    key: str
    name: str
    won: int
    spent: int
    groups: tuple[GroupFigures, ...]


@dataclass(frozen=True)
class GameFigures:
    """A game: how many campaigns are counted, how many of them are the reader's own, and each side's figures."""

    title: str
    campaigns: int
    own: int
    sides: tuple[SideFigures, ...]


def finished_figures(user: User) -> list[GameFigures]:
    """The figures of every game with finished campaigns that `user` may get."""
    games = [(key, game) for key, game in registry.all_systems().items() if isinstance(game, HasPurchases)]
    rows = [(game, *_finished_campaigns(user, key, game)) for key, game in games]
    return [_figures(game, own, others) for game, own, others in rows if own or others]


def _finished_campaigns(user: User, key: str, game: Game) -> tuple[list[int], list[int]]:
    """The finished campaigns of a game: the reader's own, and the oldest of other people's as a multiple of FEWEST."""
    ended = Campaign.objects.filter(system=key, status=Status.ENDED).order_by("ended_at", "pk")
    seats = [seat.campaign_id for seat in access.seats_of(user)]
    own = list(ended.filter(pk__in=seats).values_list("pk", flat=True))
    if isinstance(game, HasCharts):
        return own, []
    others = list(ended.exclude(pk__in=seats).values_list("pk", flat=True))
    return own, others[: len(others) // FEWEST * FEWEST]


def _figures(game: Game, own: Sequence[int], others: Sequence[int]) -> GameFigures:
    """The figures of a game over these campaigns; a side's most bought groups come first."""
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
