"""Events told to a reader: those of every refit, and those that only this game has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules.kernel import Data, Event, Story
from rules.parts.refit import stories as refit
from rules.parts.refit.stories import Teller, Told, first_result, listed, results
from rules.systems.votg.book import pack, words
from rules.systems.votg.course import COURSE
from rules.systems.votg.perimeter import written
from rules.systems.votg.shown import shown
from rules.systems.votg.state import RUSSIAN


def tell(event: Event) -> Story:
    """The story of `event`; an unknown kind is a KeyError."""
    return refit.tell(event, _tellers())


@cache
def _tellers() -> Mapping[str, Teller]:
    return refit.tellers(words(), _names(), OWN)


@cache
def _names() -> Mapping[str, str]:
    return {row["key"]: row["name"] for row in pack()["side"]}


def _named(data: Data) -> str:
    return listed(data.get("names", ()))


def _rolled(title: str) -> refit.Sentence:
    """Rolls under a title, where there were any."""
    return lambda data: f"{title}. {results(data)}." if data.get("rolls") else f"{title}."


# behind a door --------------------------------------------------------------------------------


def _purchased(data: Data) -> str:
    bought = listed(f"{group['rg']}{_way(group)} ({group['paid']})" for group in data.get("buy", ())) or "nothing"
    spent = f"{data['ledger']['spent']} CPP"
    if support := data.get("support", {}).get("spent"):
        spent += f" and {support} Support CPP"
    return f"Bought {bought} for {spent}; {data['left']} CPP left."


def _way(group: Data) -> str:
    """How a group arrives, where something was paid or spared for that."""
    way = group.get("way", "")
    return f" {words()['purchase']['modes'][way]}" if way else ""


def _support(data: Data) -> str:
    """The chit a German is bound by where he chose it first, and the points he has for it."""
    chit = data.get("line", {}).get("chit")
    chosen = [f"{shown()['chit'][chit]} is chosen in secret"] if chit else []
    points = [f"{data['number']} Support CPP received"] if data["number"] else []
    return f"{'; '.join((*chosen, *points))}."


def _weapons(data: Data) -> str:
    names = [row["name"] for row in data.get("add", ()) if row["kind"] in ("weapon", "gun")]
    return f"Weapons by the dice: {listed(names) or 'none'}."


def _strongpoints(data: Data) -> str:
    names = {row["key"]: row["name"] for row in pack()["strongpoint"]}
    found = (f"{names.get(kind, kind)} {place}" for kind, place, _ in data.get("known", {}).get("strongpoints", ()))
    return f"Strongpoints on our list: {listed(found) or 'none'}."


# for all --------------------------------------------------------------------------------------


def _finished(data: Data) -> str:
    side = _names()[data["side"]]
    if data["stage"] in ("purchase", "initiative"):
        what = "purchases" if data["stage"] == "purchase" else "chit"
        return f"The {side} side has sealed its {what}."
    return f"The {side} side is ready: {COURSE.stage(data['stage']).title}."


def _opened(data: Data) -> str:
    if "record" in data:
        counterattack = shown()["kind"].get(data["record"]["kind"], "")
        return f"{counterattack or 'A new CG Day'}: {data['key']}."
    return f"{data['key']}: {data['title']}."


def _reported(data: Data) -> str:
    names = _names()
    parts = [f"the scenario ended on turn {data['turn']}"]
    parts += [f"{names[side]} CVP {points}" for side, points in data["cvp"].items()]
    parts += [f"{names[side]} Stone Hexes taken {number}" for side, number in data["taken"].items() if number]
    parts.append(f"{data['hexes']} Stone Hexes German")
    parts += [f"{names[data[key]]} {what}" for key, what in WON.items() if data.get(key)]
    note = f" {data['note']}" if data.get("note") else ""
    return f"The {names[data['by']]} side puts: {listed(parts)}.{note}"


WON = {"winner": "victory", "champion": "victory in the campaign"}
"""What a report may say of a side that won."""


def _scenario(data: Data) -> str:
    parts = "; ".join(f"{what} {german} to {russian}" for what, german, russian in data.get("parts", ()))
    return f"{_names()[data['winner']]} victory{f' ({parts})' if parts else ''}."


def _map(data: Data) -> str:
    names, gone = _names(), shown()["landing"]["gone"]
    edges = [f"{names[side]} {' and '.join(held)} edge" for side, held in data["edges"].items() if held]
    landings = [
        f"{key} {names.get(one['control'], shown()['landing']['nobody']) if one['exists'] else gone}"
        for key, one in data["landings"].items()
    ]
    return f"The map: {listed(edges) or 'no edge is held'}. Ferry Landings: {listed(landings) or 'none'}."


def _perimeter(data: Data) -> str:
    loops = written(data["loops"])
    return f"The {data['name']} Perimeter: {loops or 'on the map alone'}."


def _areas(data: Data) -> str:
    sorts = words()["areas"]["sorts"]
    found = (f"{area['name']}, type {area['type']}, {sorts[area['sort']]}" for area in data["areas"])
    return f"Isolated Areas of the {data['name']} side: {'; '.join(found) or 'none'}."


def _fires(data: Data) -> str:
    parts = [*data["terrain"], *([f"it burns on in {listed(data['blazes'])}"] if data["blazes"] else [])]
    return f"Fires. {'; '.join(parts) or 'Nothing burns on'}."


def _generated(data: Data) -> str:
    names = _names()
    order = {"first": "sets up first", "mover": "moves first"}
    told = (f"the {names[data[key]]} side {what}" for key, what in order.items() if data.get(key))
    return f"{'; '.join((shown()['kind'][data['kind']], *told))}."


def _named_locations(data: Data) -> str:
    found = data["locations"]
    return f"The {data['name']} side {f'inspects {listed(found)}' if found else 'looks into no Location any more'}."


def _books(data: Data) -> str:
    said = words()["books"]
    left = listed(f"{said[key]} {number}" for key, number in data["left"].items())
    claim = f" It names the {_names()[data['winner']]} side as winner." if data.get("winner") else ""
    return f"The {data['name']} side opens its books: {left}.{claim}"


def _winner_named(data: Data) -> str:
    return f"The {data['name']} side names {_names().get(data['winner'], 'nobody')} as the winner of the campaign."


def _ended(data: Data) -> str:
    names = _names()
    if data.get("conceded"):
        return f"The {names[data['conceded']]} side concedes. {names[data['winner']]} victory."
    return f"The campaign is over: {names[data['winner']]} victory." if data["winner"] else (
        "The campaign is over; the sides name no common winner."
    )  # fmt: skip


OWN: Mapping[str, Told] = {
    "interdictors.marked": ("interdiction", "units", lambda data: f"They interdict: {_named(data) or 'nobody'}."),
    "works.settled": ("hidden_works", "", lambda data: f"Hidden works gone or shown: {_named(data) or 'none'}."),
    "area.joined": (
        "areas",
        "edge",
        lambda data: f"{data['place']} reaches the {data['edge']} edge: it is no Pocket but Perimeter Area.",
    ),
    "area.added": ("areas", "edge", lambda data: "Our Area with the south edge alone is Isolated."),
    "blazes.rolled": ("blazes", "", _rolled("Burning buildings")),
    "mortar_teams.chosen": ("mortar_teams", "", lambda data: f"Kept for light mortars: {_named(data) or 'none'}."),
    "recovery.chosen": ("recovery", "", lambda data: f"To be recovered: {_named(data) or 'nothing'}."),
    "recovery.rolled": ("recovery", "", _rolled("Recovery")),
    "immobilization.rolled": ("immobilization", "", _rolled("Immobilized AFV")),
    "wrecks.rolled": ("wreck_repair", "", _rolled("Wrecks")),
    "recalls.settled": ("recall", "", lambda data: f"Recall. {'; '.join(data.get('said', ()))}."),
    "platoons.told": ("redeployment", "", lambda data: "Which platoons have been on the map is written down."),
    "platoons.rolled": ("redeployment_roll", "", _rolled("Redeployment")),
    "support.received": ("support", "", _support),
    "elr.looked_up": ("elr", "", lambda data: f"ELR: {first_result(data)}, to be looked up."),
    "purchases.made": ("purchase", "", _purchased),
    "strength.rolled": ("strength", "", _rolled("Groups called up")),
    "weapons.rolled": ("weapons", "", _weapons),
    "weapon_types.rolled": ("weapon_types", "", _rolled("Types of weapons")),
    "ammunition.rolled": ("ammunition", "", _rolled("OBA and Guns")),
    "artillery.recorded": ("artillery", "", lambda data: f"Radios and draw piles. {'; '.join(data['names'])}."),
    "leader_gates.rolled": ("leader_gates", "", _rolled("Platoons with a leader")),
    "leaders.rolled": ("leaders", "", _rolled("Leaders")),
    "commissars.exchanged": ("commissars", "", lambda data: f"Commissars: {_named(data) or 'none'}."),
    "armor_leaders.rolled": ("armor", "", _rolled("Armor leaders")),
    "aircraft.received": ("aircraft", "", lambda data: f"{len(data.get('add', ()))} aircraft received."),
    "chit.chosen": ("initiative", "", lambda data: f"The chit is put down: {shown()['chit'][data['chit']]}."),
    "modules.chosen": ("modules", "", lambda data: "OBA modules in play chosen."),
    "balance.hardened": ("balance_hardening", "", lambda data: f"Balance: {first_result(data)} to harden."),
    "strongpoints.recorded": ("strongpoints", "", _strongpoints),
    "stage.finished": ("new_day", "refit", _finished),
    "stage.opened": ("new_day", "refit", _opened),
    "landings.interdicted": (
        "interdiction",
        "",
        lambda data: f"Ferry Landings Interdicted: {listed(data['landings']) or 'none'}.",
    ),
    "report.proposed": ("victory", "", _reported),
    "scenario.ended": ("victory", "", _scenario),
    "map.told": ("map_facts", "", _map),
    "perimeter.drawn": ("perimeter", "markers", _perimeter),
    "areas.told": ("areas", "name", _areas),
    "fires.told": ("blazes", "", _fires),
    "strongpoint.told": ("map_facts", "strongpoints", lambda data: f"A Fanatic Strongpoint is known: {data['place']}."),
    "terrain.noted": ("map_facts", "terrain", lambda data: f"Terrain: {data['note']}"),
    "counterattack.declared": (
        "counterattack",
        "",
        lambda data: f"The {_names()[RUSSIAN]} side counterattacks{' by night' if data['night'] else ''}.",
    ),
    "booby_level.set": ("booby_traps", "", lambda data: f"Booby Traps: Level {data['level']}."),
    "chit.shown": (
        "showing",
        "",
        lambda data: f"The {data['name']} side shows its chit: {shown()['chit'][data['chit']]}.",
    ),
    "scenario.generated": ("initiative", "matrix", _generated),
    "order.rolled": ("order", "", lambda data: f"The {_names()[data['first']]} side sets up first."),
    "night.decided": ("night", "", lambda data: f"The scenario is fought by {'night' if data['night'] else 'day'}."),
    "cover.set": ("cloud_cover", "", lambda data: f"Night: {data['cover']}."),
    "mover.rolled": ("mover", "", lambda data: f"The {_names()[data['mover']]} side moves first."),
    "recon.named": ("inspection", "", _named_locations),
    "books.opened": ("books", "", _books),
    "winner.named": ("verdict", "", _winner_named),
    "campaign.ended": ("books", "", _ended),
}
"""How each kind of event that only this game has is told."""
