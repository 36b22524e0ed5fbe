"""Shared events told to a reader: a plain sentence, the rule by the game's words, and the reckonings behind it.

An event is told from what it holds, as it was, never by looking up what is so now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.dice import Reckoning
from rules.kernel import PUBLIC, Data, Event, Story
from rules.parts.corrections import AGREED, REFUSED, UMPIRE, WITHDRAWN
from rules.parts.counters import FATES
from rules.parts.refit.corrections import told as corrected
from rules.parts.refit.words import Words, an, rule_of

Teller = Callable[[Data], tuple[str, str]]
"""Makes an event's sentence and its rule of what it holds."""
VERDICTS = {AGREED: "agreed to", REFUSED: "objected to", WITHDRAWN: "withdrew"}
Sentence = Callable[[Data], str]
Told = tuple[str, str, Sentence]
"""The step whose rule an event is told with, the part of it, and the sentence of the event's data."""


def tell(event: Event, tellers: Mapping[str, Teller]) -> Story:
    """The story of `event`; an unknown kind is a KeyError."""
    sentence, rule = tellers[event.kind](event.data)
    rolls = event.data.get("rolls", ())
    return Story(sentence, rule, tuple((roll["label"], Reckoning.from_json(roll)) for roll in rolls))


def tellers(words: Words, names: Mapping[str, str], own: Mapping[str, Told] | None = None) -> dict[str, Teller]:
    """How each event is told under a game's words: the shared ones and its `own`; `names` are those of its sides."""
    found = {kind: _teller(words, names, *row) for kind, row in {**TOLD, **(own or {})}.items()}
    return {**found, "step.done": _step_done(words), **_of_corrections(names)}


def _of_corrections(names: Mapping[str, str]) -> dict[str, Teller]:
    def proposed(data: Data) -> tuple[str, str]:
        what = "what both sides know of" if data["room"] == PUBLIC else "its own secret record"
        values = "; ".join(corrected(data.get("values", {})))
        asked = f" {values[:1].upper()}{values[1:]}." if values else ""
        wants = f"the {names[data['by']]} side wants {what} put right"
        return f"Correction {data['number']}: {wants}: “{data['reason']}”.{asked}", ""

    def settled(data: Data) -> tuple[str, str]:
        judge = "The umpire" if data["judge"] == UMPIRE else f"The {names[data['judge']]} side"
        return f"{judge} {VERDICTS[data['verdict']]} correction {data['number']}.", ""

    def written(data: Data) -> tuple[str, str]:
        return f"Wanted by correction {data['number']}: {'; '.join(corrected(data['values']))}.", ""

    return {"correction.proposed": proposed, "correction.settled": settled, "correction.written": written}


def _teller(words: Words, names: Mapping[str, str], step: str, part: str, sentence: Sentence) -> Teller:
    def told(data: Data) -> tuple[str, str]:
        named = {**data, "name": names[data["side"]]} if "side" in data else data
        return sentence(named), data.get("rule") or rule_of(words, step, part)

    return told


def _step_done(words: Words) -> Teller:
    def told(data: Data) -> tuple[str, str]:
        note = f" {data['note']}" if data.get("note") else ""
        return f"{words[data['step']]['title']} done.{note}", rule_of(words, data["step"])

    return told


# pieces of sentences -----------------------------------------------------------------------


def listed(names: Iterable[str]) -> str:
    """Things in a row."""
    return ", ".join(names)


def results(data: Data) -> str:
    """What each roll of an event came to."""
    return listed(f"{roll['label']}: {roll['result']}" for roll in data.get("rolls", ()))


def first_result(data: Data) -> str:
    """What the one roll of an event came to."""
    return str(data["rolls"][0]["result"])


def _named(data: Data) -> str:
    return listed(data.get("names", ()))


def _said(data: Data) -> str:
    return listed(data.get("said", ()))


def _both(data: Data) -> str:
    """Rolls with their results, and what went without."""
    return listed(part for part in (results(data), _named(data)) if part)


# sentences ---------------------------------------------------------------------------------


def _changed(data: Data) -> str:
    values: Mapping[str, Any] = data.get("values", {})
    parts = [
        f"{key} {listed(v) or 'none' if isinstance(v, list | tuple) else v or 'none'}" for key, v in values.items()
    ]
    verb = f"now {'; '.join(parts)}" if parts else "added"
    return f"By hand: {_named(data)} {verb}."


def _drawn(data: Data) -> str:
    number = data.get("areas", 0)
    cut = f"{number} Isolated Area{'s' if number != 1 else ''} of ours" if number else "nothing of ours is cut off"
    return f"The front lines are drawn; {cut}."


def _area(data: Data) -> str:
    return f"Isolated Area {data['place']}, type {data['type']}: {_named(data) or 'none of our counters'}."


def _mines(data: Data) -> str:
    return f"Mines. {listed(word for word in (results(data), *data.get('said', ())) if word)}."


def _mmc(data: Data) -> str:
    heroes = f", {data['heroes']} more for heroes who left" if data.get("heroes") else ""
    return f"Battle hardening: {first_result(data)}{heroes}."


def _leader_hardened(data: Data) -> str:
    return f"The {data['old']} becomes {an(data['new'])}." if "old" in data else "No leader hardened."


def _fortified(data: Data) -> str:
    bought = listed(f"{number} {key.replace('_', ' ')}" for key, number in data["line"]["forts"].items()) or "nothing"
    return f"Fortifications: {bought}; {data['lapsed']} FPP lapsed."


def _set_up(data: Data) -> str:
    short = f" {data['short']} short of ammunition." if data["short"] else ""
    counters = "counter" if data["placed"] == 1 else "counters"
    return f"Set up; {data['placed']} {counters} with a Location, {data['hidden']} of them hidden.{short}"


def _recon(data: Data) -> str:
    number = data["line"]["recon"]
    return f"Reconnaissance of {number} Locations." if number else "No reconnaissance."


def _disclosed(data: Data) -> str:
    shown = "; ".join(f"{place}: {listed(names) or 'nothing'}" for place, names in data["told"])
    return f"The {data['name']} side shows {shown}."


TOLD: Mapping[str, Told] = {
    "counters.changed": ("by_hand", "changed", _changed),
    "losses.recorded": ("by_hand", "", lambda data: f"{_named(data)}: {FATES[data['fate']]}."),
    "markers.removed": (
        "markers",
        "",
        lambda data: f"The battle's markers are off the map. Used up: {_named(data) or 'nothing'}.",
    ),
    "task_checks.made": ("encirclement", "", lambda data: f"Encircled units. {results(data)}."),
    "mines.settled": ("mines", "", _mines),
    "vehicles.settled": ("bog", "", lambda data: f"{_said(data)}."),
    "lines.drawn": ("perimeter", "drawn", _drawn),
    "lines.readjusted": ("areas", "again", lambda data: "The front lines are drawn anew."),
    "stragglers.lost": ("outside", "", lambda data: f"Outside the Perimeter: {_named(data) or 'nobody'}."),
    "area.recorded": ("areas", "", _area),
    "escape.tried": ("escape", "", lambda data: f"{_named(data)} try to escape."),
    "escape.rolled": ("escape_roll", "", lambda data: f"Escape. {results(data)}."),
    "escape.selected": ("escape_selection", "", lambda data: f"Random Selection. {results(data)}."),
    "escape.equipment": (
        "escape_equipment",
        "",
        lambda data: f"Equipment of the Eliminated: {_named(data) or 'none'}; {first_result(data)}.",
    ),
    "isolation.settled": (
        "escape",
        "settled",
        lambda data: f"Isolation is settled. {listed(data.get('held', ()))}.",
    ),
    "map.cleared": ("clearing", "", lambda data: "The map is cleared of what is not cut off."),
    "prisoners.settled": ("prisoners", "", lambda data: f"Prisoners: {_said(data) or 'all are kept'}."),
    "massacre.announced": (
        "prisoners",
        "massacre",
        lambda data: f"The {data['name']} side has shot prisoners: Massacre is in effect in the next scenario.",
    ),
    "fire.destroyed": ("burnt", "", lambda data: f"Lost to the fires: {_named(data) or 'nothing'}."),
    "armor_leaders.placed": ("armor_leaders", "", lambda data: f"{_said(data)}."),
    "wounded.rolled": ("wounded", "", lambda data: f"Wounded leaders. {results(data)}."),
    "half_squads.recombined": ("recombine", "", lambda data: f"{len(data['add'])} squads recombined."),
    "mmc_hardening.rolled": ("mmc_roll", "", _mmc),
    "mmc.hardened": ("mmc_choice", "", lambda data: f"{_said(data) or 'No MMC hardened'}."),
    "leader_hardening.rolled": ("leader_roll", "", lambda data: f"Leader battle hardening: {first_result(data)}."),
    "leader.hardened": ("leader_choice", "", _leader_hardened),
    "leader.exchanged": (
        "leader_roll",
        "exchange",
        lambda data: f"The {data['old']} is exchanged for {' and '.join(data['new'])}.",
    ),
    "san.rolled": ("san", "", lambda data: f"{first_result(data)}."),
    "vehicles.manned": ("reman", "", lambda data: f"{_said(data) or 'Abandoned vehicles stay abandoned'}."),
    "trouble.told": ("trouble", "", lambda data: "Equipment in trouble described."),
    "repair.rolled": ("weapon_repair", "", lambda data: f"Weapons: {_both(data)}."),
    "guns.exchanged": ("exchange", "", lambda data: f"MG exchanged: {_said(data) or 'none'}."),
    "charges.kept": ("ftdc", "", lambda data: f"FT and DC that come back: {_named(data) or 'none'}."),
    "captured.rolled": ("captured", "", lambda data: f"Captured equipment: {_both(data) or 'settled'}."),
    "options.used": ("options", "", lambda data: f"{_said(data) or 'Nothing abandoned or dismantled'}."),
    "ammunition.restored": ("restock", "told", lambda data: f"Ammunition restored: {_named(data)}."),
    "removal.chosen": ("removal", "", lambda data: f"To be removed: {_named(data) or 'nothing'}."),
    "removal.rolled": ("removal_roll", "", lambda data: f"Removal. {results(data)}."),
    "removal.suffered": ("removal_loss", "", lambda data: f"Casualty Reduction: {_named(data)}."),
    "obstacles.removed": (
        "removal",
        "",
        lambda data: f"The {data['name']} side has taken off the map: {_named(data)}.",
    ),
    "points.replenished": (
        "points",
        "",
        lambda data: f"{first_result(data)} replenished, {data['total']} in all.",
    ),
    "elr.rolled": ("elr", "", lambda data: f"ELR {data['line']['elr']}."),
    "weather.rolled": ("weather", "", lambda data: f"Weather: {data['weather']}, {data['ec']} EC."),
    "fortifications.bought": ("fortify", "", _fortified),
    "hexes.recorded": ("hexes", "told", lambda data: "Secret hexes recorded."),
    "setup.recorded": ("setup", "places", _set_up),
    "wind.set": ("wind", "", lambda data: f"Wind: {data['wind']}."),
    "recon.rolled": ("recon", "", _recon),
    "recon.named": (
        "inspection",
        "",
        lambda data: f"The {data['name']} side inspects {listed(data['locations'])}.",
    ),
    "recon.disclosed": ("disclose", "", _disclosed),
    "elr_san.announced": (
        "begin",
        "",
        lambda data: f"The {data['name']} side announces ELR {data['elr']}, SAN {data['san']}.",
    ),
}
"""How each kind of event is told.

`data` has the side's `name` beside what the event holds; an event that holds its `rule` is told with that.
"""
