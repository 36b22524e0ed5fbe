"""What the sentences of data/events.toml name beside what their events hold."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rules.asl.data_files.fortifications import Forts
from rules.asl.event_texts import EventTexts, WorkedOut, fires, listed, purchase_params, won, works_bought
from rules.engine.reducers import Data
from rules.engine.stages import Messages
from rules.ground.map_schema import COMPASS
from rules.ground.markers import loops_text
from rules.ground.painting import perimeter_text
from rules.systems.votg.pack import DATA, pack
from rules.systems.votg.payloads import LandingTold
from rules.systems.votg.rule_data import cover_of, display_words, kind_in_words
from rules.systems.votg.state import Landing
from rules.text import gettext, gettext_noop


def _purchased(data: Data) -> Mapping[str, object]:
    """What was bought, with how a group arrives where something was paid or spared for that."""
    modes = DATA.step_texts["purchase"].labels["modes"]
    return {**purchase_params(data, modes), "support": data.get("support", {}).get("spent")}


REPORTED = {
    "cvp": gettext_noop("{side} CVP {number}"),
    "taken": gettext_noop("{side} Stone Hexes taken {number}"),
    "hexes": gettext_noop("{number} Stone Hexes German"),
    "winner": gettext_noop("{side} victory"),
    "champion": gettext_noop("{side} victory in the campaign"),
}
"""What a report may say of a side."""


def _reported(data: Data) -> Mapping[str, object]:
    names = Messages(pack().names)
    parts = [gettext("the scenario ended on turn {number}", number=data["turn"])]
    parts += [gettext(REPORTED["cvp"], side=names[side], number=n) for side, n in data["cvp"].items()]
    parts += [gettext(REPORTED["taken"], side=names[side], number=n) for side, n in data["taken"].items() if n]
    parts.append(gettext(REPORTED["hexes"], number=data["hexes"]))
    parts += [gettext(REPORTED[key], side=names[data[key]]) for key in ("winner", "champion") if data.get(key)]
    return {"parts": listed(parts)}


def _map(data: Data) -> Mapping[str, object]:
    names, words = Messages(pack().names), display_words().landing
    edges = (
        gettext(
            "{side} {edges} edge",
            side=names[side],
            edges=gettext(" and ").join(gettext(COMPASS[edge]) for edge in held),
        )
        for side, held in data["edges"].items()
        if held
    )

    def state(landing: LandingTold) -> str:
        if not Landing.from_payload(landing).exists:
            return gettext(words.gone)
        return names.get(landing["control"], gettext(words.nobody))

    landings = (f"{key} {state(landing)}" for key, landing in data["landings"].items())
    return {
        "edges": listed(edges) or gettext("no edge is held"),
        "landings": listed(landings) or gettext("none"),
    }


def _from_paper(data: Data) -> Mapping[str, object]:
    names, days = Messages(pack().names), {day.key: day.name for day in pack().date}
    played = (
        f"{gettext(days[row['day']])}: "
        f"{listed([kind_in_words(row['kind'], night=row.get('night', False)), *won(names, row)])}"
        for row in data["dates"]
        if row["kind"]
    )
    return {"played": "; ".join(played)}


WORKED_OUT: WorkedOut = {
    "areas.told": lambda data: {
        "areas": "; ".join(
            gettext(
                "{name}, type {type}, {sort}",
                name=area["name"],
                type=area["type"],
                sort=gettext(DATA.step_texts["areas"].labels["sorts"][area["sort"]]),
            )
            for area in data["areas"]
        )
    },
    "artillery.recorded": lambda data: {"names": "; ".join(map(gettext, data["names"]))},
    "books.opened": lambda data: {
        "left": listed(
            f"{gettext(DATA.step_texts['books'].labels['left'][key])} {number}" for key, number in data["left"].items()
        )
    },
    "chit.chosen": lambda data: {"chit": gettext(display_words().chit[data["chit"]])},
    "chit.shown": lambda data: {"chit": gettext(display_words().chit[data["chit"]])},
    "cover.set": lambda data: {"cover": cover_of(data["cover"])},
    "fires.told": fires,
    "fortifications.bought": partial(works_bought, DATA.read("fortifications", Forts)),
    "map.told": _map,
    "paper.agreed": _from_paper,
    "perimeter.drawn": lambda data: {"loops": (perimeter_text if "pockets" in data else loops_text)(data["loops"])},
    "purchases.made": _purchased,
    "recalls.settled": lambda data: {"said": "; ".join(map(gettext, data.get("said", ())))},
    "report.proposed": _reported,
    "scenario.ended": lambda data: {
        "parts": "; ".join(
            gettext("{what} {german} to {russian}", what=gettext(what), german=german, russian=russian)
            for what, german, russian in data.get("parts", ())
        )
    },
    "scenario.generated": lambda data: {"kind": gettext(display_words().kind[data["kind"]])},
    "stage.finished": lambda data: {data["stage"]: True},
    "stage.opened": lambda data: {
        "kind": gettext(display_words().kind.get(data.get("record", {}).get("kind"), "")),
        "new": "record" in data,
    },
    "strongpoints.recorded": lambda data: {
        "points": listed(
            f"{gettext(pack().strongpoint_names.get(kind, kind))} {place}"
            for kind, place, _ in data.get("known", {}).get("strongpoints", ())
        )
    },
    # The chit a German is bound by where he chose it first, and the points he has for it.
    "support.received": lambda data: {
        "chosen": gettext(display_words().chit.get(data.get("line", {}).get("chit"), "")),
        "points": data["number"] or "",
    },
    "weapons.rolled": lambda data: {
        "names": listed(row["name"] for row in data.get("add", ()) if row["kind"] in ("weapon", "gun"))
    },
}
EVENT_TEXTS = EventTexts(DATA, pack().names, WORKED_OUT)
