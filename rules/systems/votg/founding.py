"""The campaign at its founding: options checked, and what the owner's set-up gives both sides (12.5)."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping

from rules.asl.context import PAPER
from rules.asl.counters import READY, Counter, numbered
from rules.asl.from_paper import blank_rows
from rules.asl.state import CppBudget, FromPaper
from rules.contract import State
from rules.engine.founding import one_of, readings, start_of
from rules.engine.rolls import DICE
from rules.ground.campaign_map import ground_of
from rules.systems.votg.pack import DATA
from rules.systems.votg.rule_data import RuleData, as_text, chart_of, maps, practice_text, rule_data
from rules.systems.votg.state import INITIAL, SIDES, DateRecord, Group, Landing, Public, RosterRow, SideRoom

NONE = "none"


def setup(options: Mapping[str, object]) -> State[Public, SideRoom]:
    """The state on the first CG Day, before the first purchase. Refuses options that are none of this game's."""
    chosen = readings(DATA.rulings, options.get("rulings", {}))
    chart = as_text(options["chart"]) if options.get("chart") else practice_text()
    game = one_of("game", options.get("game", "IV"), chart_of(chart).games)
    balance = one_of("balance", options.get("balance", NONE), (NONE, *SIDES))
    dice = one_of("dice", options.get("dice", "server"), DICE.options)
    rules = rule_data(tuple(sorted(chosen.items())), chart, game)
    start = rules.game
    days = [key for key in rules.days if start.first <= int(key) <= start.last]
    later = start_of(options, {key: n for n, key in enumerate(days) if n})
    first = DateRecord(
        weather=start.weather,
        ec=start.ec,
        day=str(start.first),
        kind=INITIAL,
        night=start.night,
        first=start.sets_up_first,
        mover=start.moves_first,
    )
    public = Public(
        balance=balance,
        dice=dice,
        rulings=chosen,
        stage=PAPER if later else "purchase",
        date=later,
        dates=tuple(DateRecord(day=key) for key in days[: later + 1]) if later else (first,),
        game=game,
        chart=chart,
        chits=start.attack_chits,
        booby=rules.pack.booby_traps.start,
        edges={side: rules.pack.first_edges.value[side] for side in SIDES},
        landings={landing.key: Landing() for landing in rules.pack.ferry_landing},
        ground=ground_of(maps(), options.get("map")),
        paper=FromPaper(later) if later else None,
    )
    new_room = _side_from_paper if later else _side
    return State(public, {side: new_room(rules, side, later) for side in SIDES})


def _side_from_paper(rules: RuleData, side: str, later: int) -> SideRoom:
    """A side whose campaign began on paper: what it has it says itself."""
    start = rules.game.sides[side]
    return SideRoom(key=side, lines=blank_rows(RosterRow(CppBudget(0), start.elr, start.san), later + 1))


def _side(rules: RuleData, side: str, later: int) -> SideRoom:
    """Points, groups and counters of the Initial Scenario; groups bring their counters when they are called up."""
    start, counters, fpp = rules.game.sides[side], list[Counter](), 0
    groups, counts = list[Group](), Tally[str]()
    for item in start.given:
        if item.group:
            row = rules.groups[side][item.group]
            fpp += item.count * sum(number for _, number in row.units) if row.kind == "fpp" else 0
            for _ in range(item.count):
                counts[row.id] += 1  # a group may stand in two lines
                key, off = f"{rules.game.first}-{row.id}-given{counts[row.id]}", bool(item.enters)
                groups.append(
                    Group(key, row.id, 0, 0, given=True, off=off, strength=item.strength, options=row.options)
                )
        if item.unit:
            unit = rules.unit(side, item.unit)
            kind, fate = unit.kind if unit else item.kind, "due" if item.enters else READY
            worth = rules.worth(kind, item.unit)
            counters += [Counter(0, kind, item.unit, worth=worth, fate=fate, note=item.note)] * item.count
    begun = RosterRow(CppBudget(start.cpp), start.elr, start.san, fpp=fpp, support=CppBudget(start.support_cpp))
    return SideRoom(key=side, lines=(begun,), groups=tuple(groups), counters=numbered(counters))
