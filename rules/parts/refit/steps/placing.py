"""What stands where, written down in secret as a side sets up.

A line of text for each pile of counters that has a Location worth keeping. What is written
stays with the counters, so on the next CG Date only what changed has to be written.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from rules.kernel import Luck, Refused
from rules.parts import entries
from rules.parts.counters import READY, Counter
from rules.parts.refit import places
from rules.parts.refit.desk import Desk
from rules.parts.refit.places import HIDDEN, PLACING, Spot, place_of
from rules.parts.refit.steps import placing_limits as limits
from rules.parts.refit.steps.condition import stands_fast
from rules.parts.refit.steps.placing_limits import is_gun
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask

D = TypeVar("D", bound=Desk)
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
class Section:
    """A part of the form: its entries by name; one that is not `open` is folded away at first."""

    title: str
    open: bool
    names: tuple[str, ...]


@dataclass(frozen=True)
class PlacingTask:
    """What to go through, and a line for each lot of counters, in sections."""

    kind: ClassVar[str] = "placing"
    form: FormTask
    sections: tuple[Section, ...]
    points: tuple[str, ...]

    @property
    def button(self) -> str:
        return self.form.button


# what there is to write down -------------------------------------------------------------


def lots(desk: Desk) -> tuple[Lot, ...]:
    """The lots of a side, section by section."""
    found: dict[tuple[Any, ...], list[Counter]] = {}
    for counter in desk.mine.counters:
        if counter.fate == READY and counter.kind not in ELSEWHERE:
            found.setdefault(_alike(desk, counter), []).append(counter)
    made = [Lot(key[0], _label(key), tuple(same)) for key, same in found.items()]
    order = list(desk.book.setup["section"])
    return tuple(sorted(made, key=lambda lot: order.index(lot.section)))


def _alike(desk: Desk, counter: Counter) -> tuple[Any, ...]:
    """What the counters of a lot share; those whose move is limited share where they come from too."""
    other = tuple(mark for mark in counter.marks if mark not in PLACING)
    anchored = is_gun(desk, counter) or stands_fast(counter) or limits.fixed(desk, counter)
    origin = (counter.place, *(m for m in PLACING if m in counter.marks)) if anchored else ()
    return (
        _section(desk, counter),
        counter.kind,
        counter.name,
        other,
        origin,
        anchored and limits.is_new(desk, counter),
        desk.confined(counter),
    )


def _section(desk: Desk, counter: Counter) -> str:
    if ISOLATED in counter.marks:
        return "isolated"
    if is_gun(desk, counter):
        return "guns"
    if stands_fast(counter) or limits.fixed(desk, counter):
        return "immobile"
    return KINDS.get(counter.kind, "others")


def _label(key: tuple[Any, ...]) -> str:
    name, marks, origin, confined = key[2], key[3], key[4], key[6]
    said = ", ".join(word for word in (*marks, confined) if word not in (ISOLATED, ""))
    return f"{name}{f', {said}' if said else ''}{f', until now at {origin[0]}' if origin and origin[0] else ''}"


def standing(desk: Desk, counter: Counter, hidden_guns: Iterable[str] = ()) -> Spot | None:
    """Where a counter stands by what was written; None if that is no Location.

    Guns, works and cupolas stay hidden, and crews with a hidden Gun; other infantry has to pay for it anew.
    """
    place = place_of(counter.place)
    if place is None:
        return None
    keeps = limits.stays_hidden(desk, counter) or (counter.kind == "crew" and place in hidden_guns)
    marks = tuple(m for m in PLACING if m in counter.marks and (m != HIDDEN or keeps))
    return Spot(1, place, marks)


def _line(desk: Desk, lot: Lot, hidden_guns: Iterable[str]) -> str:
    spots = Tally(spot for c in lot.counters if (spot := standing(desk, c, hidden_guns)))
    return places.written(replace(spot, number=number) for spot, number in spots.items())


def _hidden_guns(desk: Desk) -> frozenset[str]:
    guns = (c for c in desk.mine.counters if c.fate == READY and is_gun(desk, c) and HIDDEN in c.marks)
    return frozenset(place for c in guns if (place := place_of(c.place)))


def _fields(desk: Desk) -> dict[Lot, Field]:
    guns = _hidden_guns(desk)
    return {
        lot: Field(
            lot.field,
            f"{len(lot.counters)} × {lot.label}",
            "text",
            _line(desk, lot, guns),
            rule=desk.rule("setup", "places"),
        )
        for lot in lots(desk)
    }


def _task(desk: Desk) -> PlacingTask:
    fields = _fields(desk)
    paid = any(desk.mine.now.hip.values())
    sections = []
    for key, title in desk.book.setup["section"].items():
        names = tuple(field.name for lot, field in fields.items() if lot.section == key)
        if names:
            sections.append(Section(str(title), key in OPEN or (key == "hiding" and paid), names))
    form = FormTask(desk.button("setup"), tuple(fields.values()), tuple(_notes(desk, fields)))
    return PlacingTask(form, tuple(sections), tuple(desk.said("setup")["points"]))


def _notes(desk: Desk, fields: Mapping[Lot, Field]) -> Iterator[str]:
    """What a commander should see before he writes: what was paid for, and what has no Location yet."""
    if paid := limits.paid_words(desk):
        yield f"HIP paid for: {paid} ({desk.rule('fortify')})."
    without = [(lot, sum(place_of(c.place) is None for c in lot.counters)) for lot in fields if _wants(desk, lot)]
    if missing := ", ".join(f"{number} × {lot.label}" for lot, number in without if number):
        yield f"No Location yet: {missing}."


def _wants(desk: Desk, lot: Lot) -> bool:
    """Whether a lot ought to have Locations: works, and what is isolated; not the "?" that stand with units."""
    return lot.section in ("works", "isolated") and lot.counters[0].name not in _nameless(desk)


def _nameless(desk: Desk) -> frozenset[str]:
    return frozenset(row["name"] for row in desk.book.forts["fortification"] if row["key"] == NAMELESS)


# writing it down -------------------------------------------------------------------------


def _set_up(desk: D, data: Mapping[str, Any], check: Check[D]) -> Taken:
    fields = _fields(desk)
    entries.known(data, {field.name for field in fields.values()})
    placed: list[tuple[Counter, Spot | None]] = []
    for lot, field in fields.items():
        found = _of_lot(desk, lot, field, data.get(field.name, field.value))
        for counter, spot in found:
            if spot and spot.place != place_of(counter.place):
                check(desk, counter, spot.place, field)
        placed += found
    standing_now = [(counter, spot) for counter, spot in placed if spot]
    limits.check_hidden(desk, standing_now, {c.id: field.name for lot, field in fields.items() for c in lot.counters})
    change, short = {}, 0
    for counter, spot in placed:
        starved = limits.gets_short(desk, counter)
        short += starved
        if values := _values(counter, spot, starved):
            change[str(counter.id)] = values
    hidden = sum(HIDDEN in spot.marks for _, spot in standing_now)
    event = desk.event("setup.recorded", change=change, placed=len(standing_now), hidden=hidden, short=short)
    return Taken([event])


def _of_lot(desk: Desk, lot: Lot, field: Field, given_line: Any) -> list[tuple[Counter, Spot | None]]:
    """The counters of a lot, each with where it stands now by the line given."""
    line = entries.text(given_line, lot.label, most=LONGEST_LINE, field=field.name, rule=field.rule)
    spots = places.read(line, lot.label, field.name, desk.rule("setup", "places"))
    wanted = sum(spot.number for spot in spots)
    if wanted > len(lot.counters):
        there = f"{lot.label}: {wanted} written down, {len(lot.counters)} there."
        raise Refused(
            there, rule=desk.rule("setup", "places"), field=field.name, way_out="Take a number off, or a hex."
        )
    limits.check_moves(desk, lot.label, lot.counters[0], spots, field.name)
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
    """What changes of a counter; a place that is no Location stays as it was noted."""
    was = place_of(counter.place)
    if spot is None and was is None:
        place, marks = counter.place, counter.marks
    else:
        place = spot.place if spot else ""
        marks = (*(m for m in counter.marks if m not in PLACING), *(spot.marks if spot else ()))
    if starved:
        marks = (*marks, SHORT)
    values: dict[str, Any] = {"place": place} if place != counter.place else {}
    return values | ({"marks": list(marks)} if set(marks) != set(counter.marks) else {})


def steps(check: Check[D]) -> tuple[Deed[D], ...]:
    """The set-up. `check` refuses a counter that comes to a Location where the game's lines do not let it."""

    def enter(desk: D, data: Mapping[str, Any], luck: Luck) -> Taken:
        return _set_up(desk, data, check)

    return (Deed("setup", _task, {"enter": enter}),)
