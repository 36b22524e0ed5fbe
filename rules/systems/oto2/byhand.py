"""Losses and changes a commander enters for his own counters, at any time.

The program can't see the map. What happened there is written down here, behind the
side's own door, and stays in its journal as what it is: an entry by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.kernel import Event, Luck, Refused
from rules.parts import entries
from rules.parts.counters import FATES, READY, Counter, Pile, piles
from rules.systems.oto2.book import LEADER_KINDS
from rules.systems.oto2.desk import Desk

MARKS = (
    "wounded",
    "heroic",
    "isolated",
    "short of ammunition",
    "low ammunition",
    "malfunctioned",
    "disabled",
    "immobilized",
    "abandoned",
    "stunned",
    "under recall",
    "under recall for ammunition",
    "bow MG malfunctioned",
    "coaxial MG malfunctioned",
    "AA MG malfunctioned",
    "bow MG disabled",
    "coaxial MG disabled",
    "AA MG disabled",
    "special ammunition depleted",
    "non-qualified use",
    "dismantled",
    "captured from the enemy",
    "in play",
    "hidden",
    "in fortification",
    "in tow",
    "encircled",
    "in mines",
    "bogged",
    "shocked",
    "guards prisoners",
    "front line",
    "without AFV",
)
LOST = ("eliminated", "captured", "exited", "recalled", "evacuated", "used", "out", "due", READY)
CASUALTIES = frozenset({"eliminated", "captured"})
KINDS = ("squad", "half_squad", "crew", "leader", "hero", "armor_leader", "weapon", "gun", "tank", "vehicle",
         "cupola", "fortification", "other")  # fmt: skip
NAME_LENGTH, NOTE_LENGTH, MOST_ADDED, MOST_WORTH, MOST_OF_A_PILE = 40, 200, 40, 99, 999


def lose(desk: Desk, data: Mapping[str, Any], luck: Luck) -> list[Event]:
    """Give `piles` (pile key: how many) another `fate`; counters of a pile are alike, the first go.

    `worth` overrules the Casualty VP of each of them, or says it where it is not known.
    """
    fate = _one_of(data.get("fate", "eliminated"), LOST, "fate", "What became of them")
    found = {pile.key: pile for pile in piles(desk.mine.counters)}
    named = entries.table(data.get("piles", {}), "piles")
    ids = [i for key, number in named.items() for i in _first(found, key, number)]
    if not ids:
        raise Refused("No counter was named.", way_out="Set a number beside the counters concerned.")
    values = {"fate": fate, "since": desk.scenario, **_worth(data)}
    change = {str(i): values for i in ids}
    return [desk.event("losses.recorded", change=change, fate=fate, names=_names(desk.mine.counters, ids))]


def _first(found: Mapping[int, Pile], key: Any, number: Any) -> tuple[int, ...]:
    field = entries.shown(key)
    pile = found.get(entries.whole(key, "Counters", low=0, high=10**6, field=field))
    if pile is None:
        again = "Reload the page: it shows them as they are now."
        raise Refused("These counters have changed since the page was made.", field=field, way_out=again)
    wanted = entries.whole(number, pile.like.name, low=0, high=MOST_OF_A_PILE, field=field)
    if wanted > pile.count:
        fewer = f"Enter {pile.count} at most, or add counters first that came at the table."
        raise Refused(f"{pile.like.name}: {wanted} entered, {pile.count} there.", field=field, way_out=fewer)
    return pile.ids[:wanted]


def _worth(data: Mapping[str, Any]) -> dict[str, int]:
    """The Casualty VP typed in for each counter, if they were."""
    if data.get("worth", "") == "":
        return {}
    return {"worth": entries.whole(data["worth"], "CVP of each", low=0, high=MOST_WORTH, field="worth", rule="7.13")}


def change(desk: Desk, data: Mapping[str, Any], luck: Luck) -> list[Event]:
    """New name, conditions, place, note or Casualty VP for `count` counters of a `pile`.

    A counter that gets the name of another known one becomes of its class and worth.
    """
    found = {pile.key: pile for pile in piles(desk.mine.counters)}
    ids = _first(found, data.get("pile"), data.get("count", 1))
    values: dict[str, Any] = _worth(data)
    for field, length in (("name", NAME_LENGTH), ("place", NAME_LENGTH), ("note", NOTE_LENGTH)):
        if field in data:
            values[field] = _text(data[field], field, length)
    if "marks" in data:
        values["marks"] = _marks(data["marks"])
    if not ids or not values:
        raise Refused("Nothing was changed.", way_out="Enter how many counters, and what is new about them.")
    like = next(pile.like for pile in found.values() if ids[0] in pile.ids)
    changed = {str(i): _becomes(desk, like, values) for i in ids}
    before = _names(desk.mine.counters, ids)
    return [desk.event("counters.changed", change=changed, names=before, values=values)]


def _marks(given: Any) -> list[str]:
    if not isinstance(given, list | tuple):
        raise Refused("Conditions: choose from those listed.", field="marks", way_out="The rest goes into the note.")
    return list(dict.fromkeys(_one_of(mark, MARKS, "marks", "Condition") for mark in given))


def _becomes(desk: Desk, like: Counter, values: Mapping[str, Any]) -> dict[str, Any]:
    """What changes of a counter: `values`, its inborn conditions kept, and what its new name brings along."""
    row = dict(values)
    if "marks" in row:
        row["marks"] = [mark for mark in like.marks if mark not in MARKS] + row["marks"]
    if "name" not in row:
        return row
    _check_name(desk, like.kind, row["name"])
    unit = desk.book.unit(desk.side, row["name"])
    if unit is None or row["name"] == like.name:
        return row
    kind = like.kind if like.kind in LEADER_KINDS else unit.kind
    return {"kind": kind, "worth": desk.book.worth(kind, row["name"]), **row}


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
    rows = desk.new([(kind, name, "", {"note": "added by hand", **_worth(data)})] * count)
    return [desk.event("counters.changed", add=rows, names=[f"{count} {name}"])]


def casualties(counters: Iterable[Counter], date: int) -> int:
    """The Casualty VP of the counters lost in the scenario of `date`, up to 7.5031 (7.13)."""
    return sum(c.worth for c in counters if c.fate in CASUALTIES and c.since == date)


def _names(counters: Iterable[Counter], ids: Iterable[int]) -> list[str]:
    chosen = set(ids)
    return [f"{pile.count} {pile.like.name}" for pile in piles(c for c in counters if c.id in chosen)]


def _text(value: Any, field: str, length: int) -> str:
    return entries.text(value, field.capitalize(), most=length, field=field)


def _one_of(value: Any, choices: tuple[str, ...], field: str, label: str) -> str:
    if value not in choices:
        listed = ", ".join(FATES.get(choice, choice) for choice in choices)
        wrong = f"{label}: {entries.shown(value)} is not one of {listed}."
        raise Refused(wrong, field=field, way_out="Choose from the list on the page.")
    return str(value)
