"""Positions on the field after a battle: a side with just these counters, some of them in trouble."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.contract import State
from tests.rules.play import GERMAN, RUSSIAN, Game

ALL = ("squad", "half_squad", "crew", "leader", "hero", "armor_leader", "weapon", "gun", "tank", "vehicle", "cupola")


def field(*counters: tuple[Any, ...], side: str = GERMAN, at: str = "perimeter", **options: Any) -> Game:
    """A game before the step `at` in which a side has these counters only: (kind, name, marks, place)."""
    game = Game(**options).until(at, side)
    kept = tuple(replace(c, fate="used") if c.kind in ALL else c for c in game.room(side).counters)
    game.put(side, counters=kept)
    for kind, name, *more in counters:
        game.gains(side, "add", kind=kind, name=name)
        marks, place = more[0] if more else (), more[1] if len(more) > 1 else ""
        last = game.room(side).counters[-1]
        changed = (*game.room(side).counters[:-1], replace(last, marks=tuple(marks), place=place))
        game.put(side, counters=changed)
    return game


def mine(game: Game, side: str = GERMAN) -> list[tuple[str, str, tuple[str, ...]]]:
    """Name, fate and conditions of what the test put there."""
    known = [c for c in game.room(side).counters if c.kind in ALL and c.fate != "used"]
    return [(c.name, c.fate, c.marks) for c in known]


def key(game: Game, name: str, side: str = GERMAN) -> str:
    """The entry of the pile of this name in the form that waits."""
    return next(f.name for f in game.current(side).task.fields if f.name.startswith("n_") and f.label.startswith(name))


def step(game: Game, side: str = GERMAN) -> str:
    return game.current(side).spec.key


def pocket(*counters: tuple[Any, ...], kind: str = "C", **options: Any) -> Game:
    """A game at the escapes: all of these counters are in one Isolated Area."""
    game = field(*counters, **options)
    while step(game) == "encirclement":
        game.cast(GERMAN, "enter", [1, 1] * len(game.current(GERMAN).task.needs))
    game.order(GERMAN, "enter", areas=1)
    numbers = {f.name: f.high for f in game.current(GERMAN).task.fields if f.name.startswith("n_")}
    game.order(GERMAN, "enter", place="K20", type=kind, **numbers)
    return game


def guarding(*prisoners: tuple[str, str, int]) -> Game:
    """A German guard at the front lines, and what of the Russians was taken: class, name and number."""
    game = field(("squad", "4-6-7", ["guards prisoners"]))
    for kind, name, count in prisoners:
        game.gains(RUSSIAN, "add", kind=kind, name=name, count=count)
        last = game.room(RUSSIAN).counters[-count:]
        game.order(RUSSIAN, "lose", piles={str(last[0].id): count}, fate="captured")
    return game


def tries(game: Game, *names: str, **entries: Any) -> Game:
    """Choose these for an escape; nothing weighs them down unless it is said what is printed on their counters."""
    asked = [field.name for field in game.current(GERMAN).task.fields if field.name.startswith(("pp:", "ipc:"))]
    light = {} if any(name in entries for name in asked) else dict.fromkeys(asked, "0")
    game.order(GERMAN, "enter", **{key(game, name): names.count(name) for name in names}, **light, **entries)
    return game


def burning() -> Game:
    """Isolated counters, a Gun and a fortification on the map, and a fire."""
    game = field(("squad", "4-6-7"), ("tank", "StuG IIIG"), ("gun", "7.5cm PaK40", [], "M21"))
    game.order(GERMAN, "enter", areas=1, burning=True)
    game.order(GERMAN, "enter", place="K20", type="C", **{key(game, "4-6-7"): 1, key(game, "StuG IIIG"): 1})
    game.order(GERMAN, "enter")
    game.roll(GERMAN)
    assert step(game) == "burnt"
    return game


def positions() -> dict[tuple[str, str], State]:
    """A state for every step of the field, most of which are too rare to wait for."""
    squad, leader = ("squad", "4-6-7"), ("leader", "8-0")
    marked = {"encirclement": "encircled", "mines": "in mines", "bog": "bogged", "shock": "shocked"}
    found = {name: field(("tank", "StuG IIIG", [mark])) for name, mark in marked.items() if name != "encirclement"}
    found["encirclement"] = field(("tank", "StuG IIIG", ["encircled", "immobilized"]))
    found["outside"] = field(squad, leader)
    found["outside"].order(GERMAN, "enter", outside=True)
    found["areas"] = field(squad, leader)
    found["areas"].order(GERMAN, "enter", areas=2)
    found["blazes"] = field(squad)
    found["blazes"].order(GERMAN, "enter", flames=2)
    found |= {"escape": pocket(squad, leader), "escape_roll": tries(pocket(squad, leader), "4-6-7"), "burnt": burning()}
    found["escape_selection"] = tries(pocket(squad, leader), "4-6-7", "8-0")
    found["escape_selection"].roll(GERMAN, 5, 5)
    found["escape_equipment"] = tries(pocket(("half_squad", "2-4-7"), ("weapon", "LMG")), "2-4-7", "LMG")
    found["escape_equipment"].roll(GERMAN, 5, 5)
    found["clearing"] = pocket(("squad", "4-6-7", ["guards prisoners"]))
    found["clearing"].order(GERMAN, "enter")
    found["prisoners"] = guarding(("squad", "4-5-8", 1))
    found["prisoners"].order(GERMAN, "enter", areas=1)
    found["prisoners"].order(GERMAN, "enter", place="K20", type="C", **{key(found["prisoners"], "4-6-7"): 1})
    found["prisoners"].order(GERMAN, "enter")
    found["prisoners"].roll(GERMAN)
    found["armor_leaders"] = field(("armor_leader", "9-1", ["without AFV"]), ("tank", "StuG IIIG"))
    found["armor_leaders"].until("armor_leaders")
    found["recombine"] = field(*[("half_squad", "2-4-7")] * 2).until("recombine")
    assert all(step(game) == name for name, game in found.items())
    return {(name, GERMAN): game.state for name, game in found.items()}
