"""What a page or a sheet may show: built from the open rooms, nothing else being at hand.

`View.public` is for everybody; `View.sides` has a SideView for each room that is open to
the reader, `View.mine` is the reader's own, and `View.current` what its wizard asks now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.asl import view as asl
from rules.asl.context import FROM_PAPER
from rules.asl.data_files.group_charts import GroupChartRow
from rules.asl.view import with_values
from rules.engine.stages import Course
from rules.features.curves import Curve, Series
from rules.features.standing import DateView, Facts, Score
from rules.ground import counting
from rules.ground.campaign_map import Ground
from rules.systems.oto2 import score
from rules.systems.oto2.context import Context
from rules.systems.oto2.rule_data import DATA, RuleData, rules_of
from rules.systems.oto2.state import GERMAN, Public, SideRoom
from rules.text import gettext


@dataclass(frozen=True, kw_only=True)
class PublicView(asl.PublicView[Public, RuleData]):
    """What both sides and every onlooker may know."""

    @property
    def initial(self) -> bool:
        """Whether the date in play is the first."""
        return self.room.date == 0

    @cached_property
    def score(self) -> Score:
        return _score(self.rules, self.room)

    @property
    def dates(self) -> tuple[DateView, ...]:
        result, played = [], self.room.dates
        for n, date in enumerate(self.rules.dates):
            status = "now" if n == self.room.date else "past" if n < self.room.date else "coming"
            won = played[n].winner if n < len(played) else ""
            result.append(DateView(date.key, status, gettext("{side} won", side=self.names[won]) if won else ""))
        return tuple(result)

    @property
    def facts(self) -> tuple[Facts, ...]:
        today = self.room.today
        weather = with_values(
            (
                (gettext("Weather"), gettext(today.weather)),
                (gettext("Ground"), gettext(today.ec)),
                (gettext("Wind"), gettext(today.wind)),
            )
        )
        return (Facts(gettext("Today"), weather),) if weather else ()


@dataclass(frozen=True)
class GroupView(asl.GroupView):
    """A row of the RG Purchase Record, with that of the chart."""

    row: GroupChartRow


SideView = asl.SideView[SideRoom, GroupView]
"""One side's room, for whoever may enter it."""


class View(asl.View[PublicView, SideView, Context]):
    """Everything the open rooms hold, ready to be drawn."""

    def facts(self, mine: SideView) -> Iterator[tuple[str, str]]:
        today, score = self.public.room.today, self.public.score
        yield from super().facts(mine)
        yield gettext("Weather"), f"{gettext(today.weather)}, {gettext(today.ec)}" if today.weather else ""
        yield gettext("Wind"), gettext(today.wind)
        for n, note in enumerate(self.public.room.terrain, 1):
            yield gettext("Terrain {number}", number=n), note
        yield gettext("Blazes"), ", ".join(self.public.room.blazes)
        yield gettext("VP"), gettext("{vp} of {needed}", vp=score.vp, needed=score.needed)

    def cycle(self, ctx: Context) -> list[str]:
        """The stages from one scenario's end to the next one's start, or the initial preparations."""
        stages = [stage.key for stage in self.course.stages if stage.key not in FROM_PAPER]
        cycle = stages[: stages.index("final")]
        if ctx.stage in ("final", "ended") or (ctx.stage == "battle" and ctx.rules.dates[ctx.date].last):
            return ["battle", "final"]
        if ctx.begins_here and ctx.stage not in ("battle", "aftermath"):
            before = () if ctx.initial else FROM_PAPER
            return [*before, *cycle[cycle.index("purchase") :], "battle"]
        return cycle

    @property
    def curves(self) -> tuple[Curve, ...]:
        """What can be drawn over the CG Dates."""
        cvp = [record.report.cvp if record.report else None for record in self.public.room.dates]
        return asl.curves(self.public, self.sides.values(), cvp, self._victory_points)

    def map_curves(self, grounds: Sequence[Ground | None]) -> tuple[Curve, ...]:
        public, marks = self.public, self._victory_points.marks
        held = counting.series(grounds, len(marks), public.names, counting.lvp)
        note = gettext("by who holds what at the end of each date")
        points = Curve("map-lvp", gettext("Location Victory Points"), note, marks, held)
        return tuple(each for each in (self._victory_points, points) if max(line.known for line in each.lines) > 1)

    @property
    def _victory_points(self) -> Curve:
        public, records = self.public, self.public.room.dates
        marks = tuple(date.key for date in public.dates)
        rest = (None,) * (len(marks) - len(records))
        vp = tuple(record.vp if record.report else None for record in records)
        lvp = tuple(record.report.lvp if record.report else None for record in records)
        lines = (Series("", gettext("Russian VP"), vp + rest), Series("", gettext("of them LVP held"), lvp + rest))
        note = gettext("after each scenario")
        return Curve("vp", gettext("Victory points"), note, marks, lines, public.score.needed)


def side_view(public: PublicView, room: SideRoom) -> SideView:
    """A side's room as it is shown."""
    rows = public.rules.groups[room.key]
    groups = tuple(GroupView(**fields) for fields in asl.group_fields(public, room, room.groups, rows))
    return SideView(elr=room.now.elr, groups=groups, **asl.side_fields(public, room))


def public_view(course: Course[Context], public: Public) -> PublicView:
    """The public room as it is shown."""
    rules, winner, result = rules_of(public), "", ""
    if public.stage == "ended":
        winner, final = gettext(rules.names[public.ending.winner]), _score(rules, public)
        result = gettext("{side} victory with {vp} VP of {needed}.", side=winner, vp=final.vp, needed=final.needed)
    return PublicView(
        title=gettext(rules.pack.campaign),
        date_names=tuple(date.key for date in rules.dates[: len(public.dates)]),
        date=rules.dates[public.date].key,
        phase=_phase(rules, public),
        winner=winner,
        result=result,
        **asl.public_fields(course, DATA, rules, public),
    )


def _score(rules: RuleData, public: Public) -> Score:
    return score.score_now(public, rules, extra=public.ending.books.get(GERMAN), say=gettext)


def _phase(rules: RuleData, public: Public) -> str:
    key = rules.dates[public.date].key
    if public.stage == "ended":
        return gettext("The campaign is over")
    if public.stage in ("battle", "final"):
        return gettext("Scenario of {date}", date=key)
    if public.stage in FROM_PAPER:
        return gettext("Taken over from paper, {date}", date=key)
    refit = public.stage == "aftermath"
    if public.date == 0 and not refit:
        return gettext("Before the Initial Scenario, {date}", date=key)
    return gettext("Refit to {date}", date=rules.dates[public.date + 1].key if refit else key)
