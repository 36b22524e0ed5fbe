"""What the front lines came to, asked once for all steps after it.

One form says whether anything is cut off, outside, captured or burning; a date on which nothing is goes on from there
by itself. On a map the largest Perimeter is proposed, taken, and told to both sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import ClassVar

from rules.asl.conditions import IN_AREA, named
from rules.asl.context import RefitContext
from rules.asl.counter_fields import (
    IMMOBILE,
    ISOLATED,
    SMC,
    VEHICLES,
    Change,
    counters_chosen,
    elimination,
    marked,
    marks,
    names,
    number_fields,
    on_field,
)
from rules.asl.counters import Counter
from rules.asl.payloads import PERIMETER_DRAWN
from rules.asl.pending import Pending, StepPending
from rules.asl.steps.aftermath.areas import places_isolated
from rules.asl.steps.aftermath.clearing import cleared
from rules.asl.steps.aftermath.drawn_lines import MOST_AREAS, DrawnLines, LevelArea, came_of_the_lines
from rules.asl.steps.aftermath.map_lines import (
    ENEMY_AT,
    MMC_AT,
    UNIT_ENTRIES,
    UNITS_AT,
    Line,
    Names,
    checked,
    levels,
    outside,
    perimeter_of,
    perimeters_drawn,
    seen,
    typed,
)
from rules.asl.steps.aftermath.perimeter_task import AREAS, SHOWN, PerimeterTask, Proposal, isolated
from rules.asl.steps.generic import D, Entries, FormStep, read
from rules.contract import Event, Field, FieldGroup
from rules.dice import Rng
from rules.engine.entries import LONGEST
from rules.engine.replace import replace
from rules.engine.stages import StepResult
from rules.engine.tasks import FormTask, TaskBase
from rules.ground.campaign_map import Ground
from rules.ground.fields import HexField
from rules.ground.map_side import MapSide
from rules.ground.markers import Loop, MarkerRules, Markers, from_lines, in_lines
from rules.text import gettext

FRONT = "front line"
MOST_FLAMES = 60
TAKE, LINE = "take", "line_"
LINES = 4
"""So many lines of markers are on the form at least."""
LONGEST_SAID = 1000
"""Characters of what is said of units."""


class ProposedPerimeter(StepPending):
    """The largest Perimeter the program found, for what the side said; all of it in this side's own room.

    `proposed_doubt` are the hexes of which it is not known whether the Perimeter could hold them too, `proposed_on` the
    mark of the map it was found on.
    """

    proposed_said: Mapping[str, str]
    proposed_entries: Mapping[str, str | int | bool]
    proposed_rows: tuple[Names, ...]
    proposed_pockets: tuple[Names, ...]
    proposed_hexes: int
    proposed_doubt: Names = ()
    proposed_on: str = ""  # as campaigns of before have it

    @property
    def line(self) -> Line:
        """The line it would be."""
        return Line(self.proposed_rows, self.proposed_pockets)

    def answers(self, entered: Mapping[str, str], ground: Ground) -> bool:
        """Whether it was found for these answers, on the map and with the Control of now."""
        return entered == dict(self.proposed_said) and self.proposed_on in ("", ground.mark)


class FrontLinesStep(FormStep[D]):
    """The result of the lines; on a map a side enters where its units are and takes the proposal, or writes a line.

    `markers` are the rules that a line which is written down has to keep.
    """

    key = "perimeter"
    asks_facts = True
    markers: ClassVar[MarkerRules]

    def __init__(self, key: str = "") -> None:
        super().__init__(key)
        self.handlers = {"enter": self._handle}

    def task(self, ctx: D) -> TaskBase | None:
        """The form; on a map with the Perimeter that is proposed for what is said."""
        at = ctx.at_map
        if at is None:
            return super().task(ctx)
        form = FormTask(ctx.button(self.key), tuple(self.fields(ctx)), tuple(self.lines(ctx)))
        names = [each.name for each in form.fields]
        own = tuple(name for name in names if name.startswith(LINE))
        others = tuple(name for name in names if name not in (*UNIT_ENTRIES, *own, AREAS))
        groups = (
            FieldGroup(gettext("Where units are"), True, UNIT_ENTRIES),
            FieldGroup(gettext("Isolated Areas"), True, (AREAS,)),
            FieldGroup(gettext("What came of it"), True, others),
            FieldGroup(gettext("Write your own line down in place of the proposal"), False, own),
        )
        return PerimeterTask(
            form=form, at=at, public=ctx.public, side_notes=partial(self._side_notes, ctx, at), groups=groups
        )

    def _handle(self, ctx: D, task: FormTask | PerimeterTask, data: Mapping[str, object], rng: Rng) -> StepResult:
        if isinstance(task, FormTask):
            return self.enter(ctx, read(ctx, task, data))
        entered = {name: value for name, value in data.items() if name != SHOWN}
        return self.enter(ctx, {**read(ctx, task.form, entered), SHOWN: str(data.get(SHOWN, ""))})

    def fields(self, ctx: D) -> Iterator[Field]:
        at = ctx.at_map
        if at is None:
            yield from self._came_of_it(ctx)
            return
        before, rule = ctx.pending.get(ProposedPerimeter), ctx.rule("perimeter")
        answers = before.proposed_said if before else {}
        entered = dict(before.proposed_entries) if before else {}
        if before:
            entered[AREAS] = isolated(at, ctx.public, before.line, answers).number
        hint = gettext("such as K20-K24, L18, upstairs L18/1, L18/cellar; empty if there are none")
        mmc = gettext("Your Infantry MMC, off Strategic Locations of yours or cut off")
        others = gettext("Your vehicles with working armament and manned Guns, in front or cut off")
        enemy = gettext("Enemy units in your way, other than SMC")
        for name, label in ((MMC_AT, mmc), (UNITS_AT, others), (ENEMY_AT, enemy)):
            yield HexField(name, label, "text", answers.get(name, ""), hint=hint, rule=rule, longest=LONGEST_SAID)
        on_the_map = {"control", *(f"front_{c.id}" for c in self._standing(ctx, at))}
        for each in self._came_of_it(ctx):
            if each.name not in on_the_map:
                yield replace(each, value=entered.get(each.name, each.value))
        yield Field(TAKE, gettext("Take the proposed Perimeter"), "check", True, rule=rule)
        yield from marker_fields(ctx, ())

    def _came_of_it(self, ctx: D) -> Iterator[Field]:
        """What is asked with a map or without one."""
        texts, now = ctx.texts("perimeter"), ctx.mine.now.control
        before = ctx.mine.lines[-2].control if len(ctx.mine.lines) > 1 else ""
        areas = len(places_isolated(ctx, on_field(ctx)))
        yield Field("areas", gettext(texts["areas"]), value=areas, high=MOST_AREAS, rule=ctx.rule("areas"))
        if on_field(ctx, SMC):
            yield Field("outside", gettext(texts["outside"]), "check", False, rule=ctx.rule("outside"))
        yield Field("flames", gettext(texts["flames"]), high=MOST_FLAMES, rule=ctx.rule("blazes"))
        yield Field("burning", gettext(texts["burning"]), "check", False, rule=ctx.rule("perimeter", "fire"))
        for c in asked_of(ctx):
            label, rule = f"{named(c)}: {gettext(texts.optional('front'))}", ctx.rule("perimeter", "front")
            yield Field(f"front_{c.id}", label, "check", FRONT in c.marks, rule=rule)
        control = ctx.rule("perimeter", "control")
        yield HexField("control", gettext(texts["control"]), "text", now or before, rule=control)

    def lines(self, ctx: D) -> Iterable[str]:
        at = ctx.at_map
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

    def _side_notes(self, ctx: D, at: MapSide, proposal: Proposal) -> Iterator[str]:
        """Notes on a proposed line from the side's own record: who is in front, who is outside."""
        for c in self._in_front(ctx, at, proposal.line):
            yield gettext("{counter} at {place}: in a Front-Line hex.", counter=c.name, place=c.place)
        for c in outside(ctx, proposal.line, proposal.isolated.levels):
            yield gettext("{counter} at {place}: by your record outside it.", counter=c.name, place=c.place)

    def enter(self, ctx: D, entries: Entries) -> StepResult:
        at = ctx.at_map
        if at is None:
            return StepResult([lines_drawn_event(ctx, entries)])
        others, loops = self.split_loops(ctx, entries)
        return self.on_map(ctx, at, others, self._own_line(ctx, at, others, loops) if loops else None)

    def split_loops(self, ctx: D, entries: Entries) -> tuple[Entries, list[Loop]]:
        """The entries but for the lines of markers, and the loops that these are."""
        rows = {name: text for name, text in entries.items() if name.startswith(LINE)}
        others = {name: value for name, value in entries.items() if name not in rows}
        return others, from_lines(rows, self.markers, ctx.lower)

    def _own_line(self, ctx: D, at: MapSide, entries: Entries, loops: Iterable[Loop]) -> Line:
        """The line of markers written down on a map; refused where a grain of it is not legal."""
        answers, grid = {key: entries[key] for key in UNIT_ENTRIES}, at.ground.sheet.grid
        rule = ctx.rule("perimeter", "markers")
        marked = [(loop.entry, [place for name in loop.markers if (place := grid.hex(name))]) for loop in loops]
        checked(at, answers, marked, rule=rule)
        return typed(at, answers, marked, rule=rule)

    def on_map(self, ctx: D, at: MapSide, entries: Entries, written: Line | None) -> StepResult:
        """Records the line `written` down, else the one proposed, once it has been shown for these answers."""
        answers, before = {key: entries[key] for key in UNIT_ENTRIES}, ctx.pending.get(ProposedPerimeter)
        line = written or (before.line if before and before.answers(answers, at.ground) else None)
        if line is None:
            proposal = Proposal.of(at, ctx.public, answers)
            if entries[SHOWN].partition(":")[0] != proposal.mark:
                # The side looks at what is proposed first.
                figures = {key: value for key, value in entries.items() if not isinstance(value, str)}
                proposed = ProposedPerimeter(
                    proposed_said=answers,
                    proposed_entries={key: value for key, value in figures.items() if key not in (AREAS, TAKE)},
                    proposed_rows=proposal.line.rows,
                    proposed_pockets=proposal.line.pockets,
                    proposed_hexes=proposal.hexes,
                    proposed_doubt=proposal.doubt,
                    proposed_on=proposal.on,
                )
                event = ctx.event("perimeter.proposed", pending=ctx.pending.put(proposed), number=proposal.hexes)
                return StepResult([event], done=False)
            line = proposal.line
        front = self._in_front(ctx, at, line)
        front_marks = {f"front_{c.id}": c in front for c in self._standing(ctx, at)}
        events = [
            lines_drawn_event(ctx, {**entries, **front_marks, "control": ""}, levels(at, answers), *seen(at, answers))
        ]
        if written or entries.get(TAKE):
            events.append(_perimeter_event(ctx, line))
        elif ctx.side in perimeters_drawn(ctx.public):  # taken before this side started over
            events.append(PERIMETER_DRAWN(side=ctx.side, loops=[]))
        return StepResult(events)

    def _standing(self, ctx: D, at: MapSide) -> list[Counter]:
        """Those of which it is asked whether they are in the front line, and known: they stand in a hex of the map."""
        return [c for c in asked_of(ctx) if at.ground.sheet.grid.hex(c.place)]

    def _in_front(self, ctx: D, at: MapSide, line: Line) -> list[Counter]:
        """Those of them that stand in a Front-Line hex of a line."""
        grid, front = at.ground.sheet.grid, perimeter_of(at, ctx.side, line).front
        return [c for c in self._standing(ctx, at) if grid.hex(c.place) in front]


def asked_of(ctx: RefitContext) -> list[Counter]:
    """Vehicles of which a table asks whether they are in the front line, in a game that has such a table."""
    return marked(ctx, IMMOBILE, VEHICLES) if ctx.texts("perimeter").optional("front") else []


def lines_drawn_event(
    ctx: RefitContext,
    entries: Entries,
    levels: tuple[LevelArea, ...] = (),
    units: tuple[str, ...] = (),
    seen: tuple[str, ...] = (),
) -> Event:
    """The lines are drawn, and these are the entries of the form; where nothing is cut off, the map is cleared.

    On a map `levels` are the Pockets off the ground, `units` the hexes of this side's units by what it said, `seen`
    those of the enemy's that it knows of.
    """
    change = {
        str(c.id): found
        for c in asked_of(ctx)
        if (found := marks(c, less=(FRONT,), more=(FRONT,) if entries[f"front_{c.id}"] else ()))
    }
    drawn_lines = DrawnLines(
        wanted=entries["areas"],
        areas=(),
        outside=entries.get("outside", False),
        flames=entries["flames"],
        burning=entries["burning"],
        levels=levels,
        seen=seen,
        units=units,
    )
    if not entries["areas"] and not entries.get("outside"):
        change = cleared(ctx, change)
    line = {"control": entries["control"], "areas": {}, "blazes": 0}
    # What is still isolated is proposed where it was, until its new area is written down.
    noted: Mapping[str, str] = ctx.mine.known.get(IN_AREA, {})
    cut_off = {str(c.id) for c in marked(ctx, ISOLATED)} if entries["areas"] else set()
    kept = {key: name for key, name in noted.items() if key in cut_off}
    known = {IN_AREA: kept} if kept != noted else {}
    pending, areas = Pending().put(drawn_lines), drawn_lines.wanted
    return ctx.event("lines.drawn", change=change, line=line, known=known, pending=pending, areas=areas)


def marker_fields(ctx: D, before: Iterable[Markers]) -> Iterator[Field]:
    """The lines for the markers of a Perimeter, with those written down before."""
    texts, rule = ctx.texts("perimeter"), ctx.rule("perimeter", "markers")
    label, hint = gettext(texts["markers"]), gettext(texts["hint"])
    for n, text in enumerate(in_lines(before, LONGEST, LINES), 1):
        yield HexField(f"{LINE}{n}", f"{label} {n}", "text", text, hint=hint if n == 1 else "", rule=rule)


def _perimeter_event(ctx: D, line: Line) -> Event:
    """The public event that shows the line to both sides."""
    loops, pockets = [list(row) for row in line.rows], [list(pocket) for pocket in line.pockets]
    return PERIMETER_DRAWN(side=ctx.side, loops=loops, pockets=pockets)


class OutsideStep(FormStep[D]):
    """The SMC that stand outside, who are lost; proposed are those who by the side's record do."""

    key = "outside"

    def fields(self, ctx: D) -> tuple[Field, ...]:
        lines = came_of_the_lines(ctx)
        proposed = outside(ctx, perimeters_drawn(ctx.public).get(ctx.side), lines.levels)
        return number_fields(on_field(ctx, SMC) if lines.outside else (), ctx.rule("outside"), [c.id for c in proposed])

    def enter(self, ctx: D, entries: Entries) -> StepResult:
        stragglers = counters_chosen(on_field(ctx, SMC), entries)
        change: dict[str, Change] = {str(c.id): elimination(ctx) for c in stragglers}
        if not came_of_the_lines(ctx).wanted:
            change = cleared(ctx, change)
        return StepResult([ctx.event("stragglers.lost", change=change, names=names(stragglers))])
