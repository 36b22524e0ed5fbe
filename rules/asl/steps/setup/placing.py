"""What stands where, written down in secret as a side sets up.

A line of text for each pile of counters that has a Location worth keeping. What is written
stays with the counters, so on the next CG Date only what changed has to be written.
"""

from __future__ import annotations

from collections import Counter as TallyOf
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from rules.asl import location_limits as limits
from rules.asl import locations
from rules.asl.context import RefitContext, StepDef
from rules.asl.counters import DUE, READY, Change, Counter
from rules.asl.locations import HIDDEN, PLACING, Spot, place_of
from rules.asl.steps.setup.lots import ISOLATED, Lot, listed, lots, recorded_spot, without
from rules.asl.steps.setup.positions import aims
from rules.asl.steps.setup.taps import Tally, Taps
from rules.contract import Field, FieldGroup, Gate, Refused
from rules.dice import Rng
from rules.engine import entries
from rules.engine.replace import replace
from rules.engine.stages import StepResult
from rules.engine.tasks import FormTask
from rules.ground.fields import HexField, check_text
from rules.ground.positions import Placement
from rules.text import gettext, ngettext

D = TypeVar("D", bound=RefitContext)
Check = Callable[[D, Counter, str, Field], None]
Placed = tuple[Counter, Spot | None]
"""A counter and where it stands, None for nowhere."""

LONGEST_LINE = 400
SHORT = "short of ammunition"
OPEN = ("isolated", "works", "guns", "observers", "immobile")
STOOD = "stood"
"""Among what a side knows, on a map: the Location of each counter by the last record, for the next one to propose."""
PLANNED = "planned"
"""Among what a side knows: what was written of the Location of each work as it was bought, until the set-up."""


@dataclass(frozen=True)
class PlacingTask(Taps):
    """What to go through, and a line for each lot of counters, in groups."""

    kind: ClassVar[str] = "placing"
    orders: ClassVar[tuple[str, ...]] = ("enter",)
    ctx: RefitContext
    check: Check[Any]
    groups: tuple[FieldGroup, ...] = ()
    points: tuple[str, ...] = ()

    @cached_property
    def tallies(self) -> tuple[Tally, ...]:
        """How far each line is."""
        result = []
        for lot, field in _fields_of(self.ctx, self.form).items():
            spots, unfit = self._read[field.name]
            placed = sum(spot is not None for _, spot in spots)
            result.append(Tally(field.name, lot.label, placed, len(lot.counters), unfit))
        return tuple(result)

    @cached_property
    def mistakes(self) -> Mapping[str, str]:
        """What is wrong with each line: what a rule or the map refuses in it, else what all of them do."""
        if unfit := {tally.field: tally.unfit for tally in self.tallies if tally.unfit}:
            return unfit
        placed = [(name, *each) for name, (found, _) in self._read.items() for each in found]
        hiding = [(counter, spot) for _, counter, spot in placed if spot]
        lines = {counter.id: name for name, counter, _ in placed}
        try:
            limits.check_pillboxes(self.ctx, [(counter, spot) for _, counter, spot in placed], lines)
            limits.check_hidden(self.ctx, hiding, lines)
        except Refused as no:
            return {no.field: f"{no.message} {no.way_out}"}
        return {}

    @property
    def backdrop(self) -> tuple[Placement, ...]:
        """The hexes of artillery: no line of the set-up places them."""
        return aims(self.ctx.rules, self.ctx.mine)

    @property
    def positions(self) -> tuple[Placement, ...]:
        """Where what is by the lines that can be read, for the side's own map."""
        tally = TallyOf(
            (spot.place, counter.name, HIDDEN in spot.marks)
            for spots, _ in self._read.values()
            for counter, spot in spots
            if spot
        )
        standing_now = (Placement(place, name, number, hidden) for (place, name, hidden), number in tally.items())
        return (*standing_now, *self.backdrop)

    @cached_property
    def _read(self) -> Mapping[str, tuple[list[Placed], str]]:
        """The counters of each line with where they stand, and what is wrong with the line."""
        result: dict[str, tuple[list[Placed], str]] = {}
        for lot, field in _fields_of(self.ctx, self.form).items():
            try:
                placed = _of_lot(self.ctx, lot, field, self.entered.get(field.name, field.value))
                _check_lot(self.ctx, placed, field, self.check)
                result[field.name] = placed, ""
            except Refused as no:
                result[field.name] = [], f"{no.message} {no.way_out}".strip()
        return result

    def gate(self, act: str, typed: Mapping[str, object]) -> Gate | None:
        """What ought to have a Location and stays without one; None where everything has."""
        if act not in self.orders:
            return None
        placed = _placed(self.ctx, self.form, typed)
        missing = without(self.ctx, {counter.id for _, counter, spot in placed if spot is None})
        if not missing:
            return None
        number = sum(number for number, _ in missing)
        title = ngettext(
            "{n} counter stays without a Location", "{n} counters stay without a Location", number, n=number
        )
        lost = (gettext("No Location: {counters}.", counters=listed(missing)),)
        standing_now = sum(spot is not None for *_, spot in placed)
        done = ((gettext("Counters with a Location"), str(standing_now)),) if standing_now else ()
        return Gate(title, self.button, done, lost=lost)


class SetUpStep(StepDef[D]):
    """The set-up. `check` refuses a counter at a Location where the game's lines do not allow it."""

    key = "setup"

    def __init__(self, check: Check[D]) -> None:
        self.check = check
        self.handlers = {"enter": self.enter}

    def task(self, ctx: D) -> PlacingTask:
        """What to go through, and a line for each lot with where its counters stand."""
        hidden = (c for c in ctx.mine.counters if c.fate == READY and HIDDEN in c.marks)
        manning = limits.hidden_crews(ctx, ((c, place) for c in hidden if (place := place_of(c.place))))
        fields, rule = [], ctx.rule("setup", "places")
        for lot in lots(ctx):
            spots = TallyOf(spot for counter in lot.counters if (spot := recorded_spot(ctx, counter, manning)))
            field = HexField(lot.field, f"{len(lot.counters)} × {lot.label}", "text", "", rule=rule)
            spots.update(spot for counter in lot.counters if (spot := self._before(ctx, counter, field)))
            line = locations.spots_text(replace(spot, number=number) for spot, number in spots.items())
            fields.append((lot, replace(field, value=line)))
        open_now = (*OPEN, *(["hiding"] if any(limits.hip_paid(ctx).values()) else []))
        sections = []
        for key, title in ctx.rules.setup.section.items():
            if names := tuple(field.name for lot, field in fields if lot.section == key):
                sections.append(FieldGroup(gettext(title), key in open_now, names))
        form = FormTask(ctx.button("setup"), tuple(field for _, field in fields), tuple(self.lines(ctx)))
        points, words = ctx.points("setup"), (*locations.WORDS, locations.PILLBOX)
        return PlacingTask(form, ctx, self.check, tuple(sections), points, tap_words=words)

    def _before(self, ctx: D, counter: Counter, field: Field) -> Spot | None:
        """Where a work is to go as it was bought; else where and how a counter that was lifted from the map stood by
        the last record. Only if it may stand there.

        It keeps its cover and its tow; hiding is paid for anew.
        """
        known, number = ctx.mine.known, str(counter.id)
        line = known.get(PLANNED, {}).get(number) or (known.get(STOOD, {}).get(number) if ctx.map else "")
        if counter.fate != READY or not line or place_of(counter.place):
            return None
        (spot,) = locations.read(line, counter.name, field.name, field.rule)
        try:
            self.check(ctx, counter, spot.place, field)
        except Refused:
            return None
        marks = {*spot.marks, *counter.marks} - ({HIDDEN} - {*spot.marks})
        return replace(spot, marks=tuple(mark for mark in PLACING if mark in marks))

    def lines(self, ctx: D) -> Iterator[str]:
        """What a commander should see before he writes: what was paid for, and what still lacks a Location."""
        if paid := limits.paid_words(ctx):
            yield gettext("HIP paid for: {paid} ({rule}).", paid=paid, rule=ctx.rule("fortify"))
        if nowhere := without(ctx, {counter.id for counter in ctx.mine.counters if place_of(counter.place) is None}):
            yield gettext("No Location yet: {counters}.", counters=listed(nowhere))

    def enter(self, ctx: D, task: PlacingTask, data: Mapping[str, object], rng: Rng) -> StepResult:
        """Writes down who stands where."""
        placed = _placed(ctx, task.form, data, self.check)
        standing_now = [(counter, spot) for _, counter, spot in placed if spot]
        lines = {counter.id: field.name for field, counter, _ in placed}
        limits.check_pillboxes(ctx, [(counter, spot) for _, counter, spot in placed], lines)
        limits.check_hidden(ctx, standing_now, lines)
        change, short = dict[str, Change](), 0
        for _, counter, spot in placed:
            starved = limits.gets_short(ctx, counter)
            short += starved
            if values := _values(counter, spot, starved):
                change[str(counter.id)] = values
        hidden = sum(HIDDEN in spot.marks for _, spot in standing_now)
        known = {STOOD: {str(counter.id): spot.place for counter, spot in standing_now}} if ctx.map else {}
        if ctx.mine.known.get(PLANNED):
            known[PLANNED] = {}
        event = ctx.event(
            "setup.recorded", change=change, known=known, placed=len(standing_now), hidden=hidden, short=short
        )
        return StepResult([event])


# writing it down -------------------------------------------------------------------------


def _placed(
    ctx: D, form: FormTask, data: Mapping[str, object], check: Check[D] = lambda *_: None
) -> list[tuple[Field, Counter, Spot | None]]:
    """Every counter of the form with the line it stands in and where it stands by what was entered."""
    fields = _fields_of(ctx, form)
    entries.check_names(data, {field.name for field in fields.values()})
    placed: list[tuple[Field, Counter, Spot | None]] = []
    for lot, field in fields.items():
        spots = _of_lot(ctx, lot, field, data.get(field.name, field.value))
        _check_lot(ctx, spots, field, check)
        placed += [(field, counter, spot) for counter, spot in spots]
    return placed


def _fields_of(ctx: RefitContext, form: FormTask) -> dict[Lot, Field]:
    """The entry of each lot."""
    by_name = {field.name: field for field in form.fields}
    return {lot: by_name[lot.field] for lot in lots(ctx)}


def _check_lot(ctx: D, placed: Iterable[Placed], field: Field, check: Check[D]) -> None:
    """Refuse a counter at a Location where the game's lines do not allow it."""
    for counter, spot in placed:
        if spot and spot.place != place_of(counter.place):
            check(ctx, counter, spot.place, field)


def _of_lot(ctx: RefitContext, lot: Lot, field: Field, given_line: object) -> list[Placed]:
    """The counters of a lot, each with where it stands now by the line given."""
    line = entries.text(given_line, lot.label, most=LONGEST_LINE, field=field.name, rule=field.rule)
    spots = locations.read(line, lot.label, field.name, ctx.rule("setup", "places"))
    check_text(ctx.map, line, field)
    wanted = sum(spot.number for spot in spots)
    if wanted > len(lot.counters):
        places = {"counter": lot.label, "wanted": wanted, "there": len(lot.counters)}
        message = gettext("{counter}: {wanted} written down, {there} there.", **places)
        way_out = gettext("Take a number off, or a hex.")
        raise Refused(message, rule=ctx.rule("setup", "places"), field=field.name, way_out=way_out)
    limits.check_moves(ctx, lot.label, lot.counters[0], spots, field.name)
    # Who stands where: those who are there already stay, the others fill what is left in order.
    unplaced = list(lot.counters)
    located: list[Placed] = []
    open_spots: list[Spot] = []
    for spot in spots:
        here = [c for c in unplaced if place_of(c.place) == spot.place]
        stay = sorted(here, key=lambda c: (HIDDEN in c.marks) != (HIDDEN in spot.marks))[: spot.number]
        located += [(counter, spot) for counter in stay]
        unplaced = [counter for counter in unplaced if counter not in stay]
        open_spots += [spot] * (spot.number - len(stay))
    located += zip(unplaced, open_spots, strict=False)
    return located + [(counter, None) for counter in unplaced[len(open_spots) :]]


def _values(counter: Counter, spot: Spot | None, starved: bool) -> Change:
    """What changes of a counter; a place that is no Location stays as it was noted, and who was held back is there.

    A Fortification without a Location any more is Isolated nowhere (7.5224, 12.6264).
    """
    was = place_of(counter.place)
    if spot is None and was is None:
        place, marks = counter.place, counter.marks
    else:
        place = spot.place if spot else ""
        ends = PLACING if spot or counter.kind != "fortification" else (*PLACING, ISOLATED)
        marks = (*(m for m in counter.marks if m not in ends), *(spot.marks if spot else ()))
    if starved:
        marks = (*marks, SHORT)
    values: Change = {"place": place} if place != counter.place else {}
    if spot and counter.fate == DUE:
        values["fate"] = READY
    return {**values, "marks": list(marks)} if set(marks) != set(counter.marks) else values
