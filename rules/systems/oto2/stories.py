"""Events told to a reader: those of every refit, and those that only this game has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules.kernel import Data, Event, Story
from rules.parts.refit import stories as refit
from rules.parts.refit.stories import Teller, first_result, listed, results
from rules.systems.oto2.book import book, words


def tell(event: Event) -> Story:
    """The story of `event`; an unknown kind is a KeyError."""
    return refit.tell(event, _tellers())


@cache
def _tellers() -> Mapping[str, Teller]:
    return {**refit.tellers(words(), book().names), **TELLERS}


def _name(data: Data) -> str:
    return book().names[data["side"]]


def _purchased(data: Data) -> tuple[str, str]:
    bought = listed(f"{group['rg']} ({group['paid']})" for group in data.get("buy", ())) or "nothing"
    return f"Bought {bought} for {data['ledger']['spent']} CPP; {data['left']} left.", "7.518"


def _strength(data: Data) -> tuple[str, str]:
    return f"Groups called up. {results(data)}".strip(), "7.5191"


def _weapons(data: Data) -> tuple[str, str]:
    names = [row["name"] for row in data.get("add", ()) if row["kind"] == "weapon"]
    return f"Weapons by the dice: {listed(names) or 'none'}.", "7.5192"


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
    cvp = listed(f"{book().names[side]} CVP {points}" for side, points in data["cvp"].items())
    who = book().names[data["by"]]
    return f"The {who} side puts: end on turn {data['turn']}, LVP {data['lvp']}, {cvp}, EVP {data['evp']}.", "7.5031"


def _scenario(data: Data) -> tuple[str, str]:
    parts = listed(f"{what} {points} = {vp} VP" for what, points, vp in data["parts"])
    winner = book().names[data["winner"]]
    return (
        f"{winner} victory: {data['scenario_vp']} VP of {data['threshold']} ({parts}). {data['vp']} VP in all.",
        "7.5031",
    )


def _attacked(data: Data) -> tuple[str, str]:
    return f"Counter battery fire of the {_name(data)} side: {first_result(data)}.", "5.3"


def _entry(data: Data) -> tuple[str, str]:
    return f"Westernmost north edge hex of the Russians: {data['north'] or 'none'}.", "6"


def _ended(data: Data) -> tuple[str, str]:
    winner = book().names[data["winner"]]
    if data.get("conceded"):
        return f"The {book().names[data['conceded']]} side concedes. {winner} victory.", "6"
    parts = listed(f"{what}: {points} = {vp} VP" for what, points, vp in data["parts"])
    return f"The campaign is over: {winner} victory, {data['vp']} VP of {data['needed']} ({parts}).", "7.4"


def _recalled(data: Data) -> tuple[str, str]:
    left = f"{listed(data['names'])} left under Recall." if data.get("names") else ""
    return f"{results(data)}. {left}".lstrip(". ").strip() or "Recalled vehicles stay where they are.", "7.5131c"


TELLERS: Mapping[str, Teller] = {
    "cbm.aimed": lambda data: (f"Counter battery fire: {data['attack'] or 'no attack any more'}.", "5.2"),
    "cbm.fired": lambda data: (
        f"The Counter Battery Module {'is Eliminated' if 'change' in data else 'has fired'}.",
        "5.3",
    ),
    "cbm.attacked": _attacked,
    "cbm.suffered": lambda data: (f"Hit by counter battery fire: {listed(data.get('said', ())) or 'nothing'}.", "5.3"),
    "entry.told": _entry,
    "optional_mg.noted": lambda data: (f"Optional MG: {listed(data.get('names', ())) or 'none'}.", "CG8"),
    "flames.rolled": lambda data: (f"Flames. {results(data)}.", "7.5094"),
    "immobile.rolled": lambda data: (f"Immobilized vehicles. {results(data)}.", "7.5131b"),
    "recall.rolled": _recalled,
    "stun.rolled": lambda data: (f"Stunned vehicles. {results(data)}.", "7.5131d"),
    "purchases.made": _purchased,
    "strength.rolled": _strength,
    "weapons.rolled": _weapons,
    "weapon.chosen": lambda data: (f"Every die failed; chosen: {listed(data['names'])}.", "7.5193"),
    "ammunition.rolled": lambda data: (f"OBA ammunition. {results(data)}.", "7.5195"),
    "leaders.rolled": lambda data: (f"Leaders. {results(data)}.", "7.5196"),
    "armor_leaders.rolled": lambda data: (f"Armor and platoon leaders. {results(data)}.", "7.5197"),
    "variants.rolled": lambda data: (f"Models. {results(data)}.", "RG notes j, k, l"),
    "aircraft.received": lambda data: (f"{len(data['add'])} aircraft received.", "E7.21"),
    "aircraft.rolled": lambda data: (f"ATCB. {results(data)}.", "RG notes l, n"),
    "modules.chosen": lambda data: ("OBA modules in play chosen.", "CG13"),
    "stage.finished": _finished,
    "stage.opened": _opened,
    "report.proposed": _reported,
    "scenario.ended": _scenario,
    "books.opened": lambda data: (f"The {_name(data)} side opens its books: {data['cpp']} CPP left.", "7.518"),
    "campaign.ended": _ended,
}
