"""What each reading of each ruling of Roads to Stalingrad leads to."""

from __future__ import annotations

from rules.contract import Event
from rules.systems.rts.cards import movable
from rules.systems.rts.frames import RAIL, CardAction, Placing, Retreat, Start
from rules.systems.rts.retreats import ways_back
from rules.systems.rts.state import UnitState
from rules.systems.rts.system import SYSTEM
from rules.systems.rts.victory import city_points, score_of
from tests.rules.rts_table import ARMY, AXIS, INFANTRY, LEADER, PANZER, SOVIET, Table, cup_of, one
from tests.systems.games import Outcomes

LOST = UnitState("", "destroyed")


def _cost(table: Table, to: str, *units: str) -> object:
    return one(table.move(AXIS, to, *units), "units.moved")["cost"]


def _options(table: Table, side: str) -> list[str]:
    current = SYSTEM.current(table.state.only([side]), side)
    assert current
    return [key for key, _ in current.task.fields[0].options]


def reach(**ruling: str) -> object:
    """How far Maikov is from where the points are spent, three areas lying between."""
    table = Table(**ruling).put("Kerchik", INFANTRY).operation(AXIS, "Dnestra")
    return len(table.board.in_reach("Dnestra", AXIS)) > len(table.board.within("Dnestra", 3, AXIS))


def first(**ruling: str) -> object:
    """Who goes first without initiative, the Soviet roll being higher."""
    table = Table(**ruling).change(initiative="").dice(2, 9)
    table.order(AXIS, choice="card")
    table.order(SOVIET, choice="card")
    table.order(AXIS, "done")
    table.hand(AXIS, "Staff work").hand(SOVIET, "Recruits")
    frame = table.public.frames[-1]
    assert isinstance(frame, CardAction)
    return frame.side


def tie(**ruling: str) -> object:
    """Both roll five, then the Soviet side more."""
    table = Table(**ruling).points(AXIS, Orlik=1).points(SOVIET, Voron=1).change(initiative="").dice(5, 5, 1, 9)
    table.order(AXIS, choice="map")
    table.order(SOVIET, choice="map")
    table.order(AXIS, "done")
    frame = table.public.frames[-1]
    return frame.side if isinstance(frame, Start) else ""


def railhead_city(**ruling: str) -> object:
    """Whether the third Railhead Advance is played with the city alone that the second was not played for."""
    table = Table(**ruling).held(AXIS, "Maikov").change(railheads=1)
    table.hand(AXIS, "Railhead Advance", "Railhead Advance").frames(CardAction(AXIS))
    (card, _) = table.room(AXIS).hand
    table.order(AXIS, do=f"play:{card}")
    table.held(SOVIET, "Maikov").held(AXIS, "Grozna").frames(CardAction(AXIS))
    return any(key.startswith("play:") for key in _options(table, AXIS))


def soviet_cup(**ruling: str) -> object:
    """How many Field Fortifications the Soviet cup has before and after the STAVKA."""
    table = Table(**ruling).put("Rossna", PANZER, ARMY, "SI2").battle(AXIS, "Rossna", origin="Oskol")
    found = [cup_of(table, SOVIET)]
    found.append(cup_of(table.change(permanent=("stavka",)), SOVIET))
    return [cup.count("Field Fortifications") for cup in found]


def useless_fortifications(**ruling: str) -> object:
    """Whether Field Fortifications that no unit can take are put aside for another chit."""
    table = Table(**ruling).put("Rossna", PANZER, ARMY).battle(AXIS, "Rossna", origin="Oskol", fortified=(ARMY,))
    table.holds(SOVIET, "Field Fortifications", "Ambush").order(SOVIET, chit="Field Fortifications")
    return len(table.room(SOVIET).chits)


def map_without_points(**ruling: str) -> object:
    """Whether Map is offered to a side without a Resource Point."""
    return "map" in _options(Table(**ruling).points(SOVIET, Voron=1), AXIS)


def leader_retreats(**ruling: str) -> object:
    """Where the leader is whose last unit has retreated through an area with infantry."""
    table = Table(**ruling).put("Oskol", PANZER, LEADER, ARMY).put("Sumnik", INFANTRY).points(AXIS, Brenna=1)
    table.battle(SOVIET, "Oskol", origin="Rossna").holds(SOVIET, "Assault").dice(10)
    table.order(SOVIET, chit="Assault")
    return table.unit(LEADER).at


def discard_point(**ruling: str) -> object:
    """Whether the Resource Point of a discarded card may be left."""
    table = Table(**ruling).hand(AXIS, "Staff work").frames(CardAction(AXIS))
    table.order(AXIS, do=f"discard:{table.room(AXIS).hand[0]}")
    return "nothing" in _options(table, AXIS)


def must_act(**ruling: str) -> object:
    """Whether doing nothing is offered."""
    return "nothing" in _options(Table(**ruling).hand(AXIS, "Staff work").frames(CardAction(AXIS)), AXIS)


def stacking(**ruling: str) -> object:
    """What it costs to join."""
    table = Table(**ruling).put("Belitsa", INFANTRY).put("Korsun", "GI2").operation(AXIS, "Belitsa")
    return _cost(table, "Korsun", INFANTRY)


def winter_single(**ruling: str) -> object:
    """What one infantry unit costs in winter."""
    table = Table(**ruling).put("Belitsa", INFANTRY).operation(AXIS, "Belitsa").winter()
    return _cost(table, "Korsun", INFANTRY)


def winter_stacking(**ruling: str) -> object:
    """What it costs infantry to join infantry in winter."""
    table = Table(**ruling).put("Belitsa", INFANTRY).put("Korsun", "GI2").operation(AXIS, "Belitsa").winter()
    return _cost(table, "Korsun", INFANTRY)


def winter_leader(**ruling: str) -> object:
    """What infantry and its leader cost in winter."""
    table = Table(**ruling).put("Belitsa", INFANTRY, LEADER).operation(AXIS, "Belitsa").winter()
    return _cost(table, "Korsun", INFANTRY, LEADER)


def rail_isolated(**ruling: str) -> object:
    """Whether surrounded infantry may go by rail."""
    table = Table(**ruling).put("Livna", INFANTRY).put("Oskol", ARMY).put("Rossna", "SI2")
    table.put("Voron", "ST1").put("Belitsa", "SI3")
    return INFANTRY in movable(table.board, Placing(AXIS, RAIL, 2))


def winter_cards(**ruling: str) -> object:
    """What an Attack card of one point costs in winter."""
    table = Table(reactions="battle", **ruling).hand(AXIS, "Pioneers").winter()
    table.put("Belitsa", PANZER).put("Livna", ARMY).operation(AXIS, "Belitsa")
    table.move(AXIS, "Livna", PANZER)
    table.dice(1)
    return one(table.order(AXIS, card=table.room(AXIS).hand[0]), "card.played")["cost"]


def isolated_by_points(**ruling: str) -> object:
    """Whether a Resource Point alone closes the last way out."""
    table = Table(**ruling).put("Livna", ARMY).put("Oskol", PANZER).put("Rossna", INFANTRY).put("Voron", "GI2")
    return table.points(AXIS, Belitsa=1).board.isolated(ARMY)


def isolated_by_water(**ruling: str) -> object:
    """Whether the Volga in winter is a way out."""
    table = Table(**ruling).put("Ilovka", ARMY).put("Kalachik", PANZER).put("Saretsk", INFANTRY).put("Volgrad", "GI2")
    return table.winter().board.isolated(ARMY)


def retreat(**ruling: str) -> object:
    """Where a unit may go whose way to its Resource Point is shut."""
    table = Table(**ruling).put("Livna", ARMY).put("Voron", PANZER).put("Rossna", INFANTRY).points(SOVIET, Saretsk=1)
    table.put("Oskol", "GI2")
    return ways_back(table.board, Retreat(SOVIET, ARMY, "Livna", barred="Oskol"))


def retreat_nearness(**ruling: str) -> object:
    """Where a unit may go that panzers part from its nearest Resource Point."""
    table = Table(**ruling).put("Rossna", ARMY).put("Belitsa", PANZER).points(SOVIET, Korsun=1, Volgrad=1)
    return ways_back(table.board, Retreat(SOVIET, ARMY, "Rossna", barred="Oskol"))


def enemy_held(**ruling: str) -> object:
    """Whether panzers may go on beyond a major river into land that the enemy controls."""
    return ("Kalachik", False) in Table(**ruling).put("Rossna", PANZER).board.routes([PANZER])


def _assault(table: Table) -> tuple[Event, ...]:
    """The Axis plays an Assault, and every check fails."""
    table.points(SOVIET, Kalachik=1).battle(AXIS, "Rossna", origin="Oskol").holds(AXIS, "Assault").dice(10, 10)
    return table.order(AXIS, chit="Assault")


def last_effect(**ruling: str) -> object:
    """Whether the attacker is hit by the chit that drove the last defender out."""
    table = Table(**ruling).put("Rossna", PANZER, ARMY)
    _assault(table)
    return table.unit(PANZER).depleted


def disorganized_again(**ruling: str) -> object:
    """What becomes of a Disorganized unit."""
    table = Table(**ruling).put("Rossna", PANZER).put("Rossna", ARMY, disorganized=True)
    _assault(table)
    return table.unit(ARMY).off


def retreat_mountain(**ruling: str) -> object:
    """Where a retreat towards the far side of the mountains ends."""
    table = Table(**ruling).put("Maikov", PANZER, ARMY).points(SOVIET, Makhach=1).put("Kotelny", "GI3")
    table.battle(AXIS, "Maikov", origin="Tamansk").holds(AXIS, "Assault").dice(10)
    table.order(AXIS, chit="Assault")
    return table.unit(ARMY).at


def control(**ruling: str) -> object:
    """Who holds an area that was passed."""
    table = Table(**ruling).put("Oskol", PANZER).operation(AXIS, "Oskol")
    table.move(AXIS, "Voron", PANZER, via="Livna")
    return table.public.control["Livna"]


def railhead_west(**ruling: str) -> object:
    """Whether a city in the west without a chain takes Resource Points."""
    table = Table(**ruling).change(railheads=1).held(AXIS, "Rostan", "Millera").held(SOVIET, "Poltsk", "Dnestra")
    return table.board.supplied("Orlik", AXIS)


def railhead_first(**ruling: str) -> object:
    """Whether the first Railhead Advance may be played while the enemy holds one of its cities."""
    table = Table(**ruling).hand(AXIS, "Railhead Advance").held(AXIS, "Rostan").frames(CardAction(AXIS))
    return any(key.startswith("play:") for key in _options(table, AXIS))


def railhead_lost(**ruling: str) -> object:
    """Whether a city of the chain takes Resource Points once one of the first two is lost."""
    table = Table(**ruling).change(railheads=1).held(AXIS, "Rostan").held(SOVIET, "Millera")
    return table.board.supplied("Rostan", AXIS)


def isolated_exit(**ruling: str) -> object:
    """Whether infantry that may leave the map is Isolated among enemies."""
    table = Table(**ruling).put("Kerchik", "GI6").put("Feodor", ARMY).put("Taganka", "SI2").put("Tamansk", "SI3")
    return table.board.isolated("GI6")


def gate(**ruling: str) -> object:
    """Whether a reinforcement card is free at fifteen cards."""
    return Table(**ruling).change(cards=15).board.reinforcements_open()


def gate_suspended(**ruling: str) -> object:
    """How many reinforcement cards are counted that were played while the Axis held Stalingrad."""
    table = Table(**ruling).hand(SOVIET, "New armies").held(AXIS, "Volgrad").frames(CardAction(SOVIET))
    table.order(SOVIET, do=f"play:{table.room(SOVIET).hand[0]}")
    return table.public.gated


def leave_edge(**ruling: str) -> object:
    """Whether a unit that began elsewhere may leave the map."""
    return ("", False) in Table(**ruling).put("Kerchik", INFANTRY).board.routes([INFANTRY])


def city_points_(**ruling: str) -> object:
    """What a city without supply is worth."""
    return city_points(Table(**ruling).held(AXIS, "Voron").board, "Voron")


def directive_points(**ruling: str) -> object:
    """What Stalingrad is worth to the Soviet side."""
    return city_points(Table(**ruling).change(stalingrad=4).board, "Volgrad")


def ss_panzer(**ruling: str) -> object:
    """What an SS panzer unit is worth."""
    table = Table(**ruling)
    before = score_of(table.board)[SOVIET]
    return score_of(table.change(units={**table.public.units, "SS1": LOST}).board)[SOVIET] - before


def last_card(**ruling: str) -> object:
    """Whether the other side still has its turn."""
    table = Table(**ruling).hand(AXIS, "Staff work", deck=1).hand(SOVIET, "Recruits")
    table.frames(CardAction(SOVIET), CardAction(AXIS))
    table.order(AXIS, do="draw")
    return table.public.acting


city_points_.__name__ = "city_points"
OUTCOMES: Outcomes = {
    reach: {"three_steps": False, "three_between": True},
    first: {"roll_off": SOVIET, "axis": AXIS},
    tie: {"again": SOVIET, "nobody": ""},
    soviet_cup: {"list": [2, 2], "heading": [1, 2]},
    useless_fortifications: {"redrawn": 2, "no_effect": 1},
    map_without_points: {"no": False, "yes": True},
    leader_retreats: {"stays": "Sumnik", "goes": "Brenna"},
    discard_point: {"yes": False, "no": True},
    must_act: {"no": False, "yes": True},
    stacking: {"added": 3, "instead": 2},
    winter_single: {"yes": 1, "no": 2},
    winter_stacking: {"yes": 5, "no": 3},
    winter_cards: {"yes": 2, "no": 1},
    winter_leader: {"yes": 1, "no": 2},
    rail_isolated: {"no": False, "yes": True},
    isolated_by_points: {"no": False, "yes": True},
    isolated_by_water: {"yes": False, "no": True},
    retreat: {"nearest": ("Belitsa",), "nearer": ()},
    retreat_nearness: {"map": ("Livna",), "open": ("Millera", "Pavlin")},
    enemy_held: {"occupied": True, "controlled": False},
    last_effect: {"no": False, "yes": True},
    disorganized_again: {"retreats": "", "destroyed": "destroyed"},
    retreat_mountain: {"goes_on": "Kaspa", "stops": "Grozna"},
    control: {"passed": AXIS, "last": SOVIET},
    leave_edge: {"began": False, "any": True},
    railhead_west: {"no": True, "yes": False},
    railhead_first: {"no": False, "yes": True},
    railhead_city: {"both": False, "another": True},
    railhead_lost: {"closed": False, "open": True},
    isolated_exit: {"no": False, "yes": True},
    gate: {"at_15": True, "at_20": False},
    gate_suspended: {"no": 0, "yes": 1},
    city_points_: {"supplied": ("", 0), "held": (AXIS, 3)},
    directive_points: {"holder": (SOVIET, 6), "axis": (SOVIET, 2)},
    ss_panzer: {"yes": 2, "no": 0},
    last_card: {"at_once": (), "sequence": (SOVIET,)},
}
