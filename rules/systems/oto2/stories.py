"""Events told to a reader: a plain sentence, the rule, and the reckonings behind it.

An event is told from what it holds, as it was, never by looking up what is so now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.dice import Reckoning
from rules.kernel import Data, Event, Story
from rules.parts.counters import FATES
from rules.systems.oto2.book import book
from rules.systems.oto2.steps.common import words

Teller = Callable[[Data], tuple[str, str]]


def tell(event: Event) -> Story:
    """The story of `event`; an unknown kind is a KeyError."""
    sentence, rule = TELLERS[event.kind](event.data)
    return Story(sentence, rule, tuple(_reckonings(event.data.get("rolls", ()))))


def _reckonings(rolls: Iterable[Mapping[str, Any]]) -> Iterable[tuple[str, Reckoning]]:
    return ((roll["label"], Reckoning.from_json(roll)) for roll in rolls)


def _name(data: Data) -> str:
    return book().names[data["side"]]


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)


def _results(data: Data) -> str:
    return _list(f"{roll['label']}: {roll['result']}" for roll in data.get("rolls", ()))


def _step_done(data: Data) -> tuple[str, str]:
    said = words()[data["step"]]
    note = f" {data['note']}" if data.get("note") else ""
    return f"{said['title']} done.{note}", said["rule"]


def _changed(data: Data) -> tuple[str, str]:
    values = data.get("values", {})
    parts = [f"{key} {_list(v) or 'none' if isinstance(v, list | tuple) else v or 'none'}" for key, v in values.items()]
    verb = f"now {'; '.join(parts)}" if parts else "added"
    return f"By hand: {_list(data['names'])} {verb}.", "7.513"


def _lost(data: Data) -> tuple[str, str]:
    return f"{_list(data['names'])}: {FATES[data['fate']]}.", "7.13"


def _purchased(data: Data) -> tuple[str, str]:
    bought = _list(f"{group['rg']} ({group['paid']})" for group in data.get("buy", ())) or "nothing"
    return f"Bought {bought} for {data['ledger']['spent']} CPP; {data['left']} left.", "7.518"


def _strength(data: Data) -> tuple[str, str]:
    return f"Groups called up. {_results(data)}".strip(), "7.5191"


def _weapons(data: Data) -> tuple[str, str]:
    names = [row["name"] for row in data.get("add", ()) if row["kind"] == "weapon"]
    return f"Weapons by the dice: {_list(names) or 'none'}.", "7.5192"


def _mmc(data: Data) -> tuple[str, str]:
    heroes = f", {data['heroes']} more for heroes who left" if data.get("heroes") else ""
    return f"Battle hardening: {data['rolls'][0]['result']}{heroes}.", "7.5112"


def _mmc_hardened(data: Data) -> tuple[str, str]:
    return f"{_list(data.get('said', ())) or 'No MMC hardened'}.", "7.5112"


def _leader_hardened(data: Data) -> tuple[str, str]:
    return (f"The {data['old']} becomes a {data['new']}." if "old" in data else "No leader hardened."), "7.5113"


def _fortified(data: Data) -> tuple[str, str]:
    bought = _list(f"{number} {key.replace('_', ' ')}" for key, number in data["line"]["forts"].items()) or "nothing"
    return f"Fortifications: {bought}; {data['lapsed']} FPP lapsed.", "7.520"


def _recon(data: Data) -> tuple[str, str]:
    number = data["line"]["recon"]
    return (f"Reconnaissance of {number} Locations." if number else "No reconnaissance."), "7.5225"


def _set_up(data: Data) -> tuple[str, str]:
    short = f" {data['short']} short of ammunition." if data["short"] else ""
    return f"Set up; {data['placed']} counters with a Location, {data['hidden']} of them hidden.{short}", "7.5224"


def _named(data: Data) -> tuple[str, str]:
    return f"The {_name(data)} side inspects {_list(data['locations'])}.", "7.5226"


def _disclosed(data: Data) -> tuple[str, str]:
    shown = "; ".join(f"{place}: {_list(names) or 'nothing'}" for place, names in data["told"])
    return f"The {_name(data)} side shows {shown}.", "7.5226"


def _finished(data: Data) -> tuple[str, str]:
    if data["stage"] == "purchase":
        return f"The {_name(data)} side has sealed its purchases.", "7.518"
    return f"The {_name(data)} side is ready: {_stage(data['stage'])}.", "7.5"


def _stage(key: str) -> str:
    return {
        "aftermath": "after the battle",
        "renewal": "new CG Date",
        "forces": "forces",
        "setup_first": "set-up",
        "setup_second": "set-up",
        "inspection": "inspection",
        "begin": "commencement",
    }.get(key, key)


def _opened(data: Data) -> tuple[str, str]:
    if "date" in data:
        return f"A new CG Date: {data['key']}.", "7.5121"
    return f"{data['key']}: {data['title']}.", "7.5"


def _reported(data: Data) -> tuple[str, str]:
    cvp = _list(f"{book().names[side]} CVP {points}" for side, points in data["cvp"].items())
    who = book().names[data["by"]]
    return f"The {who} side puts: end on turn {data['turn']}, LVP {data['lvp']}, {cvp}, EVP {data['evp']}.", "7.5031"


def _scenario(data: Data) -> tuple[str, str]:
    parts = _list(f"{what} {points} = {vp} VP" for what, points, vp in data["parts"])
    winner = book().names[data["winner"]]
    return (
        f"{winner} victory: {data['scenario_vp']} VP of {data['threshold']} ({parts}). {data['vp']} VP in all.",
        "7.5031",
    )


def _ended(data: Data) -> tuple[str, str]:
    winner = book().names[data["winner"]]
    if data.get("conceded"):
        return f"The {book().names[data['conceded']]} side concedes. {winner} victory.", "6"
    parts = _list(f"{what}: {points} = {vp} VP" for what, points, vp in data["parts"])
    return f"The campaign is over: {winner} victory, {data['vp']} VP of {data['needed']} ({parts}).", "7.4"


def _manned(data: Data) -> tuple[str, str]:
    return f"{_list(data.get('said', ())) or 'Abandoned vehicles stay abandoned'}.", "7.5131a"


def _recalled(data: Data) -> tuple[str, str]:
    left = f"{_list(data['names'])} left under Recall." if data.get("names") else ""
    return f"{_results(data)}. {left}".lstrip(". ").strip() or "Recalled vehicles stay where they are.", "7.5131c"


def _repaired(data: Data) -> tuple[str, str]:
    parts = [part for part in (_results(data), _list(data.get("names", ()))) if part]
    return f"Weapons: {_list(parts)}.", "7.5132"


def _captured(data: Data) -> tuple[str, str]:
    parts = [part for part in (_results(data), _list(data.get("names", ()))) if part]
    return f"Captured equipment: {_list(parts) or 'settled'}.", "7.5135"


def _used(data: Data) -> tuple[str, str]:
    return f"The battle's markers are off the map. Used up: {_list(data.get('names', ())) or 'nothing'}.", "7.502"


def _mines_settled(data: Data) -> tuple[str, str]:
    return f"Mines. {_list(word for word in (_results(data), *data.get('said', ())) if word)}.", "7.5042"


def _drawn(data: Data) -> tuple[str, str]:
    number = data.get("areas", 0)
    cut = f"{number} Isolated Area{'s' if number != 1 else ''} of ours" if number else "nothing of ours is cut off"
    return f"The front lines are drawn; {cut}.", "7.5067"


def _area(data: Data) -> tuple[str, str]:
    inside = _list(data.get("names", ())) or "none of our counters"
    return f"Isolated Area {data['place']}, type {data['type']}: {inside}.", "7.506"


def _equipment(data: Data) -> tuple[str, str]:
    what = _list(data.get("names", ())) or "none"
    return f"Equipment of the Eliminated: {what}; {data['rolls'][0]['result']}.", "7.5064"


def _isolation(data: Data) -> tuple[str, str]:
    return f"Isolation is settled. {_list(data.get('held', ()))}.", "7.5062"


def _fire(data: Data) -> tuple[str, str]:
    return f"Lost to the fires: {_list(data.get('names', ())) or 'nothing'}.", "7.5095"


TELLERS: Mapping[str, Teller] = {
    "markers.removed": _used,
    "task_checks.made": lambda data: (f"Encircled units. {_results(data)}.", data["rule"]),
    "mines.settled": _mines_settled,
    "vehicles.settled": lambda data: (f"{_list(data.get('said', ()))}.", data["rule"]),
    "lines.drawn": _drawn,
    "lines.readjusted": lambda data: ("The front lines are drawn anew.", "7.5058"),
    "stragglers.lost": lambda data: (f"Outside the Perimeter: {_list(data.get('names', ())) or 'nobody'}.", "7.5057"),
    "area.recorded": _area,
    "escape.tried": lambda data: (f"{_list(data['names'])} try to escape.", "7.5063"),
    "escape.rolled": lambda data: (f"Escape. {_results(data)}.", "7.5063"),
    "escape.selected": lambda data: (f"Random Selection. {_results(data)}.", "7.5063"),
    "escape.equipment": _equipment,
    "isolation.settled": _isolation,
    "map.cleared": lambda data: ("The map is cleared of what is not cut off.", "7.507"),
    "prisoners.settled": lambda data: (f"Prisoners: {_list(data.get('said', ())) or 'all are kept'}.", "7.508"),
    "flames.rolled": lambda data: (f"Flames. {_results(data)}.", "7.5094"),
    "fire.destroyed": _fire,
    "armor_leaders.placed": lambda data: (f"{_list(data['said'])}.", "7.5114"),
    "step.done": _step_done,
    "counters.changed": _changed,
    "losses.recorded": _lost,
    "wounded.rolled": lambda data: (f"Wounded leaders. {_results(data)}.", "7.510"),
    "half_squads.recombined": lambda data: (f"{len(data['add'])} squads recombined.", "7.5111"),
    "mmc_hardening.rolled": _mmc,
    "mmc.hardened": _mmc_hardened,
    "leader_hardening.rolled": lambda data: (f"Leader battle hardening: {data['rolls'][0]['result']}.", "7.5113"),
    "leader.hardened": _leader_hardened,
    "leader.exchanged": lambda data: (f"The {data['old']} is exchanged for {' and '.join(data['new'])}.", "7.5113"),
    "vehicles.manned": _manned,
    "trouble.told": lambda data: ("Equipment in trouble described.", "7.513"),
    "immobile.rolled": lambda data: (f"Immobilized vehicles. {_results(data)}.", "7.5131b"),
    "recall.rolled": _recalled,
    "stun.rolled": lambda data: (f"Stunned vehicles. {_results(data)}.", "7.5131d"),
    "repair.rolled": _repaired,
    "guns.exchanged": lambda data: (f"MG exchanged: {_list(data.get('said', ())) or 'none'}.", "7.5133"),
    "charges.kept": lambda data: (f"FT and DC that come back: {_list(data.get('names', ())) or 'none'}.", "7.5134"),
    "captured.rolled": _captured,
    "options.used": lambda data: (f"{_list(data.get('said', ())) or 'Nothing abandoned or dismantled'}.", "7.5137"),
    "ammunition.restored": lambda data: (f"Ammunition restored: {_list(data['names'])}.", "7.5138, 7.5139"),
    "removal.chosen": lambda data: (f"To be removed: {_list(data.get('names', ())) or 'nothing'}.", "7.514"),
    "removal.rolled": lambda data: (f"Removal. {_results(data)}.", "7.514"),
    "removal.suffered": lambda data: (f"Casualty Reduction: {_list(data['names'])}.", "7.514"),
    "obstacles.removed": lambda data: (
        f"The {_name(data)} side has taken off the map: {_list(data['names'])}.",
        "7.514",
    ),
    "san.rolled": lambda data: (f"{data['rolls'][0]['result']}.", "7.5122"),
    "points.replenished": lambda data: (f"{data['rolls'][0]['result']} replenished, {data['total']} in all.", "7.515"),
    "elr.rolled": lambda data: (f"{data['rolls'][0]['result']}.", "7.516"),
    "purchases.made": _purchased,
    "purchases.taken_back": lambda data: ("Purchases taken back; the seal is broken.", "7.518"),
    "strength.rolled": _strength,
    "weapons.rolled": _weapons,
    "weapon.chosen": lambda data: (f"Every die failed; chosen: {_list(data['names'])}.", "7.5193"),
    "ammunition.rolled": lambda data: (f"OBA ammunition. {_results(data)}.", "7.5195"),
    "leaders.rolled": lambda data: (f"Leaders. {_results(data)}.", "7.5196"),
    "armor_leaders.rolled": lambda data: (f"Armor and platoon leaders. {_results(data)}.", "7.5197"),
    "variants.rolled": lambda data: (f"Models. {_results(data)}.", "RG notes j, k, l"),
    "aircraft.received": lambda data: (f"{len(data['add'])} aircraft received.", "E7.21"),
    "aircraft.rolled": lambda data: (f"ATCB. {_results(data)}.", "RG notes l, n"),
    "fortifications.bought": _fortified,
    "hexes.recorded": lambda data: ("Secret hexes recorded.", "RG notes f, h, i"),
    "modules.chosen": lambda data: ("OBA modules in play chosen.", "CG13"),
    "setup.recorded": _set_up,
    "recon.rolled": _recon,
    "recon.named": _named,
    "recon.disclosed": _disclosed,
    "stage.finished": _finished,
    "stage.taken_back": lambda data: (f"The {_name(data)} side broke its own seal to buy anew.", "7.518"),
    "stage.opened": _opened,
    "weather.rolled": lambda data: (f"Weather: {data['weather']}, {data['ec']} EC.", "7.517"),
    "wind.set": lambda data: (f"Wind: {data['wind']}.", "7.5221"),
    "elr_san.announced": lambda data: (
        f"The {_name(data)} side announces ELR {data['elr']}, SAN {data['san']}.",
        "7.523",
    ),
    "report.proposed": _reported,
    "scenario.ended": _scenario,
    "books.opened": lambda data: (f"The {_name(data)} side opens its books: {data['cpp']} CPP left.", "7.518"),
    "campaign.ended": _ended,
}
