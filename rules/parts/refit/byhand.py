"""Losses and changes a commander enters for his own counters, at any time.

The program can't see the map. What happened there is written down here, behind the
side's own door, and stays in its journal as what it is: an entry by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from rules.kernel import Event, Luck, Refused
from rules.parts import entries
from rules.parts.counters import FATES, READY, Counter, Pile, piles, together
from rules.parts.hand import ByHand
from rules.parts.refit.book import LEADER_KINDS, Book
from rules.parts.refit.desk import Desk
from rules.parts.refit.places import HIDDEN
from rules.parts.refit.steps.chosen import ENGINEER
from rules.parts.refit.steps.placing_limits import check_seen
from rules.parts.tasks import Field, read_field
from rules.tables import read_toml

CONDITIONS = read_toml(Path(__file__).with_name("conditions.toml"))["condition"]
MARKS = tuple(str(row["name"]) for row in CONDITIONS)
EXITED = "exited"
LOST = ("eliminated", "captured", EXITED, "recalled", "evacuated", "used", "out", "due", READY)
CASUALTIES = frozenset({"eliminated", "captured"})
KINDS = ("squad", "half_squad", "crew", "leader", "hero", "armor_leader", "weapon", "gun", "tank", "vehicle",
         "cupola", "fortification", "other")  # fmt: skip
NAME_LENGTH, NOTE_LENGTH, MOST_ADDED, MOST_WORTH, MOST_OF_A_PILE = 40, 200, 40, 99, 999


TOGETHER = Field("together", "Counted whatever group they came with", "check")


def marks(book: Book) -> tuple[str, ...]:
    """The conditions that may be entered: those every refit knows, and the game's own (`marks` of its pack)."""
    return (*MARKS, *book.pack.get("marks", {}).get("own", ()))


def first_marks() -> dict[str, tuple[str, ...]]:
    """The conditions a page asks of each class of counters before all others."""
    kinds = dict.fromkeys(kind for row in CONDITIONS for kind in row["first"])
    return {kind: tuple(str(row["name"]) for row in CONDITIONS if kind in row["first"]) for kind in kinds}


def by_hand(book: Book) -> ByHand:
    """What a commander may enter, with the names of a game's classes and its hint on casualties."""
    known = book.classes
    return ByHand(
        fates={fate: FATES[fate] for fate in LOST},
        marks=marks(book),
        first=first_marks(),
        kinds={kind: str(known.get(kind, {"name": kind.capitalize()})["name"]) for kind in KINDS},
        name_length=NAME_LENGTH,
        note_length=NOTE_LENGTH,
        most_added=MOST_ADDED,
        most_worth=MOST_WORTH,
        hint=str(book.words["by_hand"]["hint"]),
    )


def lose(desk: Desk, data: Mapping[str, Any], luck: Luck) -> list[Event]:
    """Give `piles` (pile key: how many) another `fate`; counters of a pile are alike, the first go.

    `worth` overrules the Casualty VP of each of them, or says it where it is not known. With
    `together` the piles are counted whatever group their counters came with.
    """
    fate = _one_of(data.get("fate", "eliminated"), LOST, "fate", "What became of them")
    _check_exit(desk, fate)
    found = _piles(desk, data)
    named = entries.table(data.get("piles", {}), "piles")
    ids = [i for key, number in named.items() for i in _first(found, key, number)]
    if not ids:
        raise Refused("No counter was named.", way_out="Set a number beside the counters concerned.")
    values = {"fate": fate, "since": desk.scenario, **_worth(desk, data)}
    change = {str(i): values for i in ids}
    return [desk.event("losses.recorded", change=change, fate=fate, names=_names(desk.mine.counters, ids))]


def _check_exit(desk: Desk, fate: str) -> None:
    """Refuse an exit for VP to a side that gets none, where the game's pack says which one does (`map_exit`)."""
    rules = desk.book.pack.get("map_exit")
    if fate == EXITED and rules is not None and desk.side != rules["side"]:
        none = "Your side gets no VP for leaving the map."
        instead = "Who leaves it is Eliminated; a vehicle Recalled for low ammunition is Recalled."
        raise Refused(none, rule=str(rules["cite"]), field="fate", way_out=instead)


def _piles(desk: Desk, data: Mapping[str, Any]) -> dict[int, Pile]:
    """The side's piles by key, as the order counts them."""
    found = piles(desk.mine.counters)
    joined = read_field(TOGETHER, data.get(TOGETHER.name))
    return {pile.key: pile for pile in (together(found) if joined else found)}


def _pile(found: Mapping[int, Pile], key: Any) -> Pile:
    field = entries.shown(key)
    pile = found.get(entries.whole(key, "Counters", low=0, high=10**6, field=field))
    if pile is None:
        again = "Reload the page: it shows them as they are now."
        raise Refused("These counters have changed since the page was made.", field=field, way_out=again)
    return pile


def _first(found: Mapping[int, Pile], key: Any, number: Any) -> tuple[int, ...]:
    field, pile = entries.shown(key), _pile(found, key)
    wanted = entries.whole(number, pile.like.name, low=0, high=MOST_OF_A_PILE, field=field)
    if wanted > pile.count:
        fewer = f"Enter {pile.count} at most, or add counters first that came at the table."
        raise Refused(f"{pile.like.name}: {wanted} entered, {pile.count} there.", field=field, way_out=fewer)
    return pile.ids[:wanted]


def _worth(desk: Desk, data: Mapping[str, Any]) -> dict[str, int]:
    """The Casualty VP typed in for each counter, if they were."""
    if data.get("worth", "") == "":
        return {}
    return {
        "worth": entries.whole(
            data["worth"], "CVP of each", low=0, high=MOST_WORTH, field="worth", rule=desk.rule("by_hand")
        )
    }


def mark(desk: Desk, data: Mapping[str, Any], luck: Luck) -> list[Event]:
    """Give counters further conditions: `piles` (pile key: condition: how many), counted as in `lose`.

    The conditions of a pile go to different counters of it; what befell one of them together is a change.
    """
    found = _piles(desk, data)
    by_mark: dict[str, dict[int, Counter]] = {}
    for key, named in entries.table(data.get("piles", {}), "piles").items():
        pile = _pile(found, key)
        left = iter(pile.ids)
        for name, number in _wanted(desk, pile, str(key), entries.table(named, str(key))).items():
            by_mark.setdefault(name, {}).update({next(left): pile.like for _ in range(number)})
    if not by_mark:
        raise Refused("No counter was named.", way_out="Set a number beside a condition of the counters concerned.")
    return [_marked(desk, name, by_mark[name]) for name in marks(desk.book) if name in by_mark]


def _wanted(desk: Desk, pile: Pile, key: str, named: Mapping[str, Any]) -> dict[str, int]:
    """How many counters of a pile get each condition."""
    wanted = {}
    for name, number in named.items():
        field = f"{key}:{name}"
        said = _one_of(name, marks(desk.book), field, "Condition")
        _check_hidden(desk, pile.like, [said], field)
        if count := entries.whole(number, f"{pile.like.name}, {said}", low=0, high=MOST_OF_A_PILE, field=field):
            wanted[said] = count
        if count and (said in pile.like.marks or not pile.like.on_hand):
            so = said if said in pile.like.marks else FATES[pile.like.fate]
            elsewhere = "Leave it empty, or open the line and change it."
            raise Refused(f"{pile.like.name}: these are {so} already.", field=field, way_out=elsewhere)
    if (total := sum(wanted.values())) > pile.count:
        fewer = "Each counter gets one condition here; one that has several is changed by itself."
        where = f"{key}:{list(wanted)[-1]}"
        raise Refused(f"{pile.like.name}: {total} entered, {pile.count} there.", field=where, way_out=fewer)
    return wanted


def _marked(desk: Desk, name: str, counters: Mapping[int, Counter]) -> Event:
    """Counters (by id, as they were) that get a condition."""
    changed = {str(i): {"marks": [*like.marks, name]} for i, like in counters.items()}
    before = _names(desk.mine.counters, counters)
    return desk.event("counters.changed", change=changed, names=before, values={"also": [name]})


def change(desk: Desk, data: Mapping[str, Any], luck: Luck) -> list[Event]:
    """New name, conditions, place, note or Casualty VP for `count` counters of a `pile`.

    A counter that gets the name of another known one becomes of its class and worth.
    """
    found = {pile.key: pile for pile in piles(desk.mine.counters)}
    ids = _first(found, data.get("pile"), data.get("count", 1))
    values: dict[str, Any] = _worth(desk, data)
    for field, length in (("name", NAME_LENGTH), ("place", NAME_LENGTH), ("note", NOTE_LENGTH)):
        if field in data:
            values[field] = _text(data[field], field, length)
    if "marks" in data:
        values["marks"] = _marks(desk, data["marks"])
    if not ids or not values:
        raise Refused("Nothing was changed.", way_out="Enter how many counters, and what is new about them.")
    like = next(pile.like for pile in found.values() if ids[0] in pile.ids)
    _check_hidden(desk, replace(like, name=values.get("name", like.name)), values.get("marks", ()), "marks")
    changed = {str(i): _becomes(desk, like, values) for i in ids}
    before = _names(desk.mine.counters, ids)
    return [desk.event("counters.changed", change=changed, names=before, values=values)]


def _check_hidden(desk: Desk, counter: Counter, given: Iterable[str], field: str) -> None:
    """Refuse to call hidden what could not be set up so."""
    if HIDDEN in given:
        check_seen(desk, counter, "Leave this condition off; the set-up has it where it stands, in sight.", field)


def _marks(desk: Desk, given: Any) -> list[str]:
    if not isinstance(given, list | tuple):
        raise Refused("Conditions: choose from those listed.", field="marks", way_out="The rest goes into the note.")
    return list(dict.fromkeys(_one_of(mark, marks(desk.book), "marks", "Condition") for mark in given))


def _becomes(desk: Desk, like: Counter, values: Mapping[str, Any]) -> dict[str, Any]:
    """What changes of a counter: `values`, its inborn conditions kept, and what its new name brings along."""
    row = dict(values)
    if "marks" in row:
        row["marks"] = [mark for mark in like.marks if mark not in marks(desk.book)] + row["marks"]
    if "name" not in row:
        return row
    _check_name(desk, like.kind, row["name"])
    unit = desk.book.unit(desk.side, row["name"])
    if unit is None or row["name"] == like.name:
        return row
    kind = like.kind if like.kind in LEADER_KINDS else unit.kind
    return {"kind": kind, "worth": desk.book.worth(kind, row["name"]), **row, **_engineer_no_more(desk, like, row)}


def _engineer_no_more(desk: Desk, like: Counter, row: Mapping[str, Any]) -> dict[str, Any]:
    """The conditions of an Assault Engineer who was Replaced; one who was reduced stays what he was."""
    was = desk.book.unit(desk.side, like.name)
    if ENGINEER not in like.marks or (was is not None and row["name"] == was.half):
        return {}
    return {"marks": [mark for mark in row.get("marks", like.marks) if mark != ENGINEER]}


def _check_name(desk: Desk, kind: str, name: str) -> None:
    if not name:
        raise Refused("A counter needs a name.", field="name", way_out="Write what is printed on it, such as 4-6-7.")
    if kind in LEADER_KINDS and not desk.book.is_leader(name):
        unknown = f"{name}: no leader of that quality is known; write it as 8-1 or 6+1."
        raise Refused(unknown, field="name", way_out="A hero is entered under a class of his own.")


def add(desk: Desk, data: Mapping[str, Any], luck: Luck) -> list[Event]:
    """Counters that came to the side at the table: freed prisoners, captured equipment, creations."""
    kind = _one_of(data.get("kind", ""), KINDS, "kind", "Class")
    name = _text(data.get("name", ""), "name", NAME_LENGTH)
    count = entries.whole(data.get("count", 1), "Counters", low=1, high=MOST_ADDED, field="count")
    _check_name(desk, kind, name)
    rows = desk.new([(kind, name, "", {"note": "added by hand", **_worth(desk, data)})] * count)
    return [desk.event("counters.changed", add=rows, names=[f"{count} {name}"])]


def casualties(counters: Iterable[Counter], date: int) -> int:
    """The Casualty VP of the counters lost in the scenario of the line `date`."""
    return sum(c.worth for c in counters if c.fate in CASUALTIES and c.since == date)


def _names(counters: Iterable[Counter], ids: Iterable[int]) -> list[str]:
    chosen = set(ids)
    return [f"{pile.count} {pile.like.name}" for pile in together(piles(c for c in counters if c.id in chosen))]


def _text(value: Any, field: str, length: int) -> str:
    return entries.text(value, field.capitalize(), most=length, field=field)


def _one_of(value: Any, choices: tuple[str, ...], field: str, label: str) -> str:
    if value not in choices:
        listed = ", ".join(FATES.get(choice, choice) for choice in choices)
        wrong = f"{label}: {entries.shown(value)} is not one of {listed}."
        raise Refused(wrong, field=field, way_out="Choose from the list on the page.")
    return str(value)
