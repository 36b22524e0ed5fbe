"""What stands where, written down in secret as a side sets up.

A line of text for each pile of counters that has a Location worth keeping. What is written
stays with the counters, so on the next CG Date only what changed has to be written.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from rules.asl import location_limits as limits
from rules.asl import locations
from rules.asl.conditions import stands_fast
from rules.asl.context import RefitContext, StepDef
from rules.asl.counters import DUE, FATES, READY, Counter
from rules.asl.location_limits import is_gun
from rules.asl.locations import HIDDEN, PLACING, Spot, place_of
from rules.contract import Field, FieldGroup, Gate, Refused
from rules.dice import Rng
from rules.engine import entries
from rules.engine.stages import StepResult, once
from rules.engine.tasks import AroundForm, FormTask
from rules.text import gettext, ngettext

D = TypeVar("D", bound=RefitContext)
Check = Callable[[D, Counter, str, Field], None]

LONGEST_LINE = 400
ISOLATED, SHORT, NAMELESS = "isolated", "short of ammunition", "concealment"
OPEN = ("isolated", "works", "guns", "observers", "immobile")
KINDS = {
    "fortification": "works", "cupola": "works", "observer": "observers", "squad": "hiding", "half_squad": "hiding",
    "crew": "hiding", "leader": "hiding", "hero": "hiding", "weapon": "hiding",
}  # fmt: skip
ELSEWHERE = ("oba", "bombardment", "aircraft", "observation_plane", "cbm", "armor_leader")
"""Classes with no Location of their own: off the map, or inside a vehicle."""


@dataclass(frozen=True)
class Lot:
    """Counters that one line speaks of: alike but for where they stand."""

    section: str
    label: str
    counters: tuple[Counter, ...]

    @property
    def field(self) -> str:
        return f"at:{self.counters[0].id}"


@dataclass(frozen=True)
class PlacingTask(AroundForm):
    """What to go through, and a line for each lot of counters, in groups."""

    kind: ClassVar[str] = "placing"
    orders: ClassVar[tuple[str, ...]] = ("enter",)
    ctx: RefitContext
    groups: tuple[FieldGroup, ...] = ()
    points: tuple[str, ...] = ()

    def gate(self, act: str, typed: Mapping[str, Any]) -> Gate | None:
        """What ought to have a Location and stays without one; None where everything has."""
        if act not in self.orders:
            return None
        placed = _placed(self.ctx, self.form, typed)
        found = _without(self.ctx, {counter.id for _, counter, spot in placed if spot is None})
        if not found:
            return None
        number = sum(number for number, _ in found)
        title = ngettext(
            "{n} counter stays without a Location", "{n} counters stay without a Location", number, n=number
        )
        lost = (gettext("No Location: {counters}.", counters=_listed(found)),)
        standing_now = sum(spot is not None for *_, spot in placed)
        done = ((gettext("Counters with a Location"), str(standing_now)),) if standing_now else ()
        return Gate(title, self.button, done, lost=lost)


class SetUpStep(StepDef[D]):
    """The set-up. `check` refuses a counter that comes to a Location where the game's lines do not let it."""

    key = "setup"

    def __init__(self, check: Check[D]) -> None:
        self.check = check
        self.handlers = {"enter": self.enter}

    def task(self, ctx: D) -> PlacingTask:
        """What to go through, and a line for each lot with where its counters stand."""
        guns = [c for c in ctx.mine.counters if c.fate == READY and is_gun(ctx, c) and HIDDEN in c.marks]
        hidden = {place for gun in guns if (place := place_of(gun.place))}
        fields, rule = [], ctx.rule("setup", "places")
        for lot in lots(ctx):
            spots = Tally(spot for counter in lot.counters if (spot := standing(ctx, counter, hidden)))
            line = locations.written(replace(spot, number=number) for spot, number in spots.items())
            fields.append((lot, Field(lot.field, f"{len(lot.counters)} × {lot.label}", "text", line, rule=rule)))
        open_now = (*OPEN, *(["hiding"] if any(ctx.mine.now.hip.values()) else []))
        sections = []
        for key, title in ctx.rules.setup.section.items():
            if names := tuple(field.name for lot, field in fields if lot.section == key):
                sections.append(FieldGroup(gettext(title), key in open_now, names))
        form = FormTask(ctx.button("setup"), tuple(field for _, field in fields), tuple(self.lines(ctx)))
        return PlacingTask(form, ctx, tuple(sections), ctx.points("setup"))

    def lines(self, ctx: D) -> Iterator[str]:
        """What a commander should see before he writes: what was paid for, and what still lacks a Location."""
        if paid := limits.paid_words(ctx):
            yield gettext("HIP paid for: {paid} ({rule}).", paid=paid, rule=ctx.rule("fortify"))
        if without := _without(ctx, {counter.id for counter in ctx.mine.counters if place_of(counter.place) is None}):
            yield gettext("No Location yet: {counters}.", counters=_listed(without))

    def enter(self, ctx: D, task: PlacingTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
        """Writes down who stands where."""
        placed = _placed(ctx, task.form, data, self.check)
        standing_now = [(counter, spot) for _, counter, spot in placed if spot]
        limits.check_hidden(ctx, standing_now, {counter.id: field.name for field, counter, _ in placed})
        change, short = {}, 0
        for _, counter, spot in placed:
            starved = limits.gets_short(ctx, counter)
            short += starved
            if values := _values(counter, spot, starved):
                change[str(counter.id)] = values
        hidden = sum(HIDDEN in spot.marks for _, spot in standing_now)
        event = ctx.event("setup.recorded", change=change, placed=len(standing_now), hidden=hidden, short=short)
        return StepResult([event])


# what there is to write down -------------------------------------------------------------


@once
def lots(ctx: RefitContext) -> tuple[Lot, ...]:
    """The lots of a side, section by section: what is on hand, and what was held back on an earlier date."""
    found: dict[tuple[Any, ...], list[Counter]] = {}
    for counter in ctx.mine.counters:
        held_back = counter.fate == DUE and counter.since < ctx.date
        if (counter.fate == READY or held_back) and counter.kind not in ELSEWHERE:
            found.setdefault(_alike(ctx, counter), []).append(counter)
    made = [Lot(key[0], _label(key[2], key[3], key[4], *key[6:]), tuple(same)) for key, same in found.items()]
    order = list[str](ctx.rules.setup.section)
    return tuple(sorted(made, key=lambda lot: order.index(lot.section)))


def _alike(ctx: RefitContext, counter: Counter) -> tuple[Any, ...]:
    """What the counters of a lot share; those whose move is limited share where they come from too."""
    gun, stays = is_gun(ctx, counter), stands_fast(counter) or limits.fixed(ctx, counter)
    other = tuple(mark for mark in counter.marks if mark not in PLACING)
    origin = (counter.place, *(m for m in PLACING if m in counter.marks)) if gun or stays else ()
    section = "guns" if gun else "immobile" if stays else KINDS.get(counter.kind, "others")
    return (
        "isolated" if ISOLATED in counter.marks else section,
        counter.kind,
        counter.name,
        other,
        origin,
        (gun or stays) and limits.is_new(ctx, counter),
        ctx.confined(counter),
        counter.fate,
    )


def _label(name: str, marks: Iterable[str], origin: tuple[str, ...], confined: str, fate: str) -> str:
    said = [name, *(gettext(mark) for mark in marks if mark != ISOLATED), *([confined] if confined else [])]
    if fate == DUE:
        said.append(gettext(FATES[DUE]))
    if origin and origin[0]:
        said.append(gettext("until now at {place}", place=origin[0]))
    return ", ".join(said)


def standing(ctx: RefitContext, counter: Counter, hidden_guns: Iterable[str] = ()) -> Spot | None:
    """Where a counter stands by what was written; None if that is no Location.

    Guns, works and cupolas stay hidden, and crews with a hidden Gun; other infantry has to pay for it anew.
    """
    place = place_of(counter.place)
    if place is None:
        return None
    keeps = limits.stays_hidden(ctx, counter) or (counter.kind == "crew" and place in hidden_guns)
    marks = tuple(m for m in PLACING if m in counter.marks and (m != HIDDEN or keeps))
    return Spot(1, place, marks)


def _without(ctx: RefitContext, nowhere: Collection[int]) -> list[tuple[int, Lot]]:
    """How many of each lot ought to have a Location and are among those that stand `nowhere`.

    That is works, and what is isolated; not the "?" that stand with units.
    """
    nameless = {row.name for row in ctx.rules.forts.fortification if row.key == NAMELESS}
    wanting = [lot for lot in lots(ctx) if lot.section in ("works", "isolated")]
    found = [
        (sum(counter.id in nowhere for counter in lot.counters), lot)
        for lot in wanting
        if lot.counters[0].name not in nameless
    ]
    return [(number, lot) for number, lot in found if number]


def _listed(found: Iterable[tuple[int, Lot]]) -> str:
    return ", ".join(f"{number} × {lot.label}" for number, lot in found)


# writing it down -------------------------------------------------------------------------


def _placed(
    ctx: D, form: FormTask, data: Mapping[str, Any], check: Check[D] = lambda *_: None
) -> list[tuple[Field, Counter, Spot | None]]:
    """Every counter of the form with the line it stands in and where it stands by what was entered."""
    by_name = {field.name: field for field in form.fields}
    fields = {lot: by_name[lot.field] for lot in lots(ctx)}
    entries.known(data, by_name)
    placed: list[tuple[Field, Counter, Spot | None]] = []
    for lot, field in fields.items():
        for counter, spot in _of_lot(ctx, lot, field, data.get(field.name, field.value)):
            if spot and spot.place != place_of(counter.place):
                check(ctx, counter, spot.place, field)
            placed.append((field, counter, spot))
    return placed


def _of_lot(ctx: RefitContext, lot: Lot, field: Field, given_line: Any) -> list[tuple[Counter, Spot | None]]:
    """The counters of a lot, each with where it stands now by the line given."""
    line = entries.text(given_line, lot.label, most=LONGEST_LINE, field=field.name, rule=field.rule)
    spots = locations.read(line, lot.label, field.name, ctx.rule("setup", "places"))
    wanted = sum(spot.number for spot in spots)
    if wanted > len(lot.counters):
        places = {"counter": lot.label, "wanted": wanted, "there": len(lot.counters)}
        there = gettext("{counter}: {wanted} written down, {there} there.", **places)
        way_out = gettext("Take a number off, or a hex.")
        raise Refused(there, rule=ctx.rule("setup", "places"), field=field.name, way_out=way_out)
    limits.check_moves(ctx, lot.label, lot.counters[0], spots, field.name)
    return _assigned(lot.counters, spots)


def _assigned(counters: Iterable[Counter], spots: Iterable[Spot]) -> list[tuple[Counter, Spot | None]]:
    """Who stands where: those who are there already stay, the others fill what is left in order."""
    left = list(counters)
    found: list[tuple[Counter, Spot | None]] = []
    open_spots: list[Spot] = []
    for spot in spots:
        stay = [c for c in left if place_of(c.place) == spot.place][: spot.number]
        found += [(counter, spot) for counter in stay]
        left = [counter for counter in left if counter not in stay]
        open_spots += [spot] * (spot.number - len(stay))
    found += zip(left, open_spots, strict=False)
    return found + [(counter, None) for counter in left[len(open_spots) :]]


def _values(counter: Counter, spot: Spot | None, starved: bool) -> dict[str, Any]:
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
    values: dict[str, Any] = {"place": place} if place != counter.place else {}
    if spot and counter.fate == DUE:
        values["fate"] = READY
    return values | ({"marks": list(marks)} if set(marks) != set(counter.marks) else {})
