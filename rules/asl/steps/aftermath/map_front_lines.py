"""The step of the front lines in a campaign with a map: the largest Perimeter is proposed, taken, and told to both."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from rules.asl.counters import Counter
from rules.asl.payloads import PERIMETER_DRAWN
from rules.asl.pending import Left
from rules.asl.steps.aftermath import front_lines
from rules.asl.steps.aftermath.map_lines import (
    ENEMY_AT,
    MMC_AT,
    SAID,
    UNITS_AT,
    Line,
    MapSide,
    Names,
    checked,
    outside,
    perimeter_of,
    typed,
)
from rules.asl.steps.aftermath.perimeter_task import AREAS, SHOWN, PerimeterTask, Proposal, isolated
from rules.asl.steps.generic import D, Entries, read
from rules.contract import Event, Field, FieldGroup
from rules.dice import Rng
from rules.engine.entries import LONGEST
from rules.engine.stages import StepResult
from rules.engine.tasks import FormTask, TaskBase
from rules.ground.fields import HexField
from rules.ground.markers import Loop, MarkerRules, Markers, from_lines, in_lines
from rules.ground.played import Ground
from rules.text import gettext

TAKE, LINE = "take", "line_"
LINES = 4
"""So many lines of markers are on the form at least."""
LONGEST_SAID = 1000
"""Characters of what is said of units."""


class ProposedPerimeter(Left):
    """The largest Perimeter the program found, for what the side said; all of it in this side's own room.

    `proposed_doubt` are the hexes of which it is not known whether the Perimeter could hold them too, `proposed_on` the
    mark of the map it was found on.
    """

    proposed_said: Mapping[str, str]
    proposed_entries: Mapping[str, Any]
    proposed_rows: tuple[Names, ...]
    proposed_pockets: tuple[Names, ...]
    proposed_hexes: int
    proposed_doubt: Names = ()
    proposed_on: str = ""  # as campaigns of before have it

    @property
    def line(self) -> Line:
        """The line it would be."""
        return Line(self.proposed_rows, self.proposed_pockets)

    def answers(self, said: Mapping[str, str], ground: Ground) -> bool:
        """Whether it was found for what is said, on the map and with the Control that there is now."""
        return said == dict(self.proposed_said) and self.proposed_on in ("", ground.mark)


class FrontLinesStep(front_lines.FrontLinesStep[D]):
    """What came of the lines; on a map a side says where it stands and takes the proposal, or writes its own line.

    `markers` are the rules that a line which is written down has to keep.
    """

    markers: ClassVar[MarkerRules]

    @abstractmethod
    def at_map(self, ctx: D) -> MapSide | None:
        """This side at the map, None in a campaign without one."""

    def __init__(self, key: str = "") -> None:
        super().__init__(key)
        self.handlers = {"enter": self._handle}

    def task(self, ctx: D) -> TaskBase | None:
        """The form; on a map with the Perimeter that is proposed for what is said."""
        at = self.at_map(ctx)
        if at is None:
            return super().task(ctx)
        form = FormTask(ctx.button(self.key), tuple(self.fields(ctx)), tuple(self.lines(ctx)))
        names = [each.name for each in form.fields]
        own = tuple(name for name in names if name.startswith(LINE))
        others = tuple(name for name in names if name not in (*SAID, *own, AREAS))
        groups = (
            FieldGroup(gettext("Where units are"), True, SAID),
            FieldGroup(gettext("Isolated Areas"), True, (AREAS,)),
            FieldGroup(gettext("What came of it"), True, others),
            FieldGroup(gettext("Write your own line down in place of the proposal"), False, own),
        )
        return PerimeterTask(form=form, at=at, public=ctx.public, known=partial(self._known, ctx, at), groups=groups)

    def _handle(self, ctx: D, task: FormTask | PerimeterTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
        if isinstance(task, FormTask):
            return self.enter(ctx, read(ctx, task, data))
        entered = {name: value for name, value in data.items() if name != SHOWN}
        return self.enter(ctx, {**read(ctx, task.form, entered), SHOWN: str(data.get(SHOWN, ""))})

    def fields(self, ctx: D) -> Iterator[Field]:
        at = self.at_map(ctx)
        if at is None:
            yield from super().fields(ctx)
            return
        before, rule = ctx.pending.get(ProposedPerimeter), ctx.rule("perimeter")
        said = before.proposed_said if before else {}
        entered = dict(before.proposed_entries) if before else {}
        if before:
            entered[AREAS] = isolated(at, ctx.public, before.line, said).number
        hint = gettext("such as K20-K24, L18, upstairs L18/1, L18/cellar; empty if there are none")
        mmc = gettext("Your Infantry MMC, off Strategic Locations of yours or cut off")
        others = gettext("Your vehicles with working armament and manned Guns, in front or cut off")
        enemy = gettext("Enemy units in your way, other than SMC")
        for name, label in ((MMC_AT, mmc), (UNITS_AT, others), (ENEMY_AT, enemy)):
            yield HexField(name, label, "text", said.get(name, ""), hint=hint, rule=rule, longest=LONGEST_SAID)
        on_the_map = {"control", *(f"front_{c.id}" for c in self._standing(ctx, at))}
        for each in super().fields(ctx):
            if each.name not in on_the_map:
                yield replace(each, value=entered.get(each.name, each.value))
        yield Field(TAKE, gettext("Take the proposed Perimeter"), "check", True, rule=rule)
        yield from marker_fields(ctx, ())

    def lines(self, ctx: D) -> Iterable[str]:
        at = self.at_map(ctx)
        if at is None:
            yield from super().lines(ctx)
            return
        if disputed := sorted(at.ground.disputed):
            yield gettext(
                "Of these hexes the sides say different things: {hexes}. The last word counts.",
                hexes=", ".join(disputed),
            )
        yield gettext(ctx.texts("perimeter")["on_map"])
        if ctx.pending.get(ProposedPerimeter):
            yield gettext("Nothing is told yet: look at the line on the map. Pressing again takes it.")

    def _known(self, ctx: D, at: MapSide, found: Proposal) -> Iterator[str]:
        """What the side's own record has to a line that is proposed."""
        for c in self._in_front(ctx, at, found.line):
            yield gettext("{counter} at {place}: in a Front-Line hex.", counter=c.name, place=c.place)
        for c in outside(at, ctx, found.line):
            yield gettext("{counter} at {place}: by your record outside it.", counter=c.name, place=c.place)

    def enter(self, ctx: D, entries: Entries) -> StepResult:
        at = self.at_map(ctx)
        if at is None:
            return super().enter(ctx, entries)
        others, loops = self.written(entries)
        return self.on_map(ctx, at, others, self._own_line(ctx, at, others, loops) if loops else None)

    def written(self, entries: Entries) -> tuple[Entries, list[Loop]]:
        """The entries but for the lines of markers, and the loops that these are."""
        rows = {name: text for name, text in entries.items() if name.startswith(LINE)}
        others = {name: value for name, value in entries.items() if name not in rows}
        return others, from_lines(rows, self.markers)

    def _own_line(self, ctx: D, at: MapSide, said: Entries, loops: Iterable[Loop]) -> Line:
        """The line of markers written down on a map; refused where a grain of it is not legal."""
        told, grid, rule = {key: said[key] for key in SAID}, at.ground.sheet.grid, ctx.rule("perimeter", "markers")
        marked = [(loop.entry, [place for name in loop.markers if (place := grid.hex(name))]) for loop in loops]
        checked(at, told, marked, rule=rule)
        return typed(at, told, marked, rule=rule)

    def on_map(self, ctx: D, at: MapSide, entries: Entries, written: Line | None) -> StepResult:
        """The line `written` down, else the one proposed, once it was shown for what is said."""
        said, before = {key: entries[key] for key in SAID}, ctx.pending.get(ProposedPerimeter)
        line = written or (before.line if before and before.answers(said, at.ground) else None)
        if line is None:
            found = Proposal.of(at, ctx.public, said)
            if entries[SHOWN].partition(":")[0] != found.mark:
                # The side looks at what is proposed first.
                kept = {key: value for key, value in entries.items() if not isinstance(value, str)}
                left = ProposedPerimeter(
                    proposed_said=said,
                    proposed_entries={key: value for key, value in kept.items() if key not in (AREAS, TAKE)},
                    proposed_rows=found.line.rows,
                    proposed_pockets=found.line.pockets,
                    proposed_hexes=found.hexes,
                    proposed_doubt=found.doubt,
                    proposed_on=found.on,
                )
                event = ctx.event("perimeter.proposed", pending=ctx.pending.put(left), number=found.hexes)
                return StepResult([event], done=False)
            line = found.line
        front = self._in_front(ctx, at, line)
        known = {f"front_{c.id}": c in front for c in self._standing(ctx, at)}
        events = [front_lines.drawn(ctx, {**entries, **known, "control": ""}, at.levels(said), *at.seen(said))]
        return StepResult([*events, _told(ctx, line)] if written or entries.get(TAKE) else events)

    def _standing(self, ctx: D, at: MapSide) -> list[Counter]:
        """Those of which it is asked whether they are in the front line, and known: they stand in a hex of the map."""
        return [c for c in front_lines.asked_of(ctx) if at.ground.sheet.grid.hex(c.place)]

    def _in_front(self, ctx: D, at: MapSide, line: Line) -> list[Counter]:
        """Those of them that stand in a Front-Line hex of a line."""
        grid, front = at.ground.sheet.grid, perimeter_of(at, ctx.side, line).front
        return [c for c in self._standing(ctx, at) if grid.hex(c.place) in front]


def marker_fields(ctx: D, before: Iterable[Markers]) -> Iterator[Field]:
    """The lines for the markers of a Perimeter, with those written down before."""
    said, rule = ctx.texts("perimeter"), ctx.rule("perimeter", "markers")
    label, hint = gettext(said["markers"]), gettext(said["hint"])
    for n, text in enumerate(in_lines(before, LONGEST, LINES), 1):
        yield HexField(f"{LINE}{n}", f"{label} {n}", "text", text, hint=hint if n == 1 else "", rule=rule)


def _told(ctx: D, line: Line) -> Event:
    """The line is told to both sides."""
    loops, pockets = [list(row) for row in line.rows], [list(pocket) for pocket in line.pockets]
    return PERIMETER_DRAWN(side=ctx.side, loops=loops, pockets=pockets)
