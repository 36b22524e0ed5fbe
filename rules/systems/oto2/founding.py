"""The campaign at its founding: options checked, and the forces both sides are given (7.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.asl.context import PAPER
from rules.asl.counter_fields import VEHICLES
from rules.asl.counters import DUE, READY, Counter, numbered
from rules.asl.from_paper import blank_rows
from rules.asl.state import FromPaper
from rules.contract import State
from rules.engine.founding import one_of, readings, start_of
from rules.engine.rolls import DICE
from rules.ground.campaign_map import ground_of
from rules.systems.oto2.rule_data import DATA, RuleData, maps, rule_data
from rules.systems.oto2.state import RUSSIAN, SIDES, CppBudget, DateRecord, Group, Public, RosterRow, SideRoom


def setup(options: Mapping[str, object]) -> State[Public, SideRoom]:
    """The state on 23AM, before the first purchase. Refuses options that are none of this game's."""
    chosen = readings(DATA.rulings, options.get("rulings", {}))
    rules = rule_data(tuple(sorted(chosen.items())))
    balance = one_of("balance", options.get("balance", "none"), rules.pack.balance.value)
    dice = one_of("dice", options.get("dice", "server"), DICE.options)
    start = rules.pack.first_scenario
    first = start_of(options, {date.key: n for n, date in enumerate(rules.dates) if n})
    public = Public(
        balance=balance,
        dice=dice,
        rulings=chosen,
        stage=PAPER if first else "purchase",
        date=first,
        dates=(DateRecord(),) * (first + 1) if first else (DateRecord(weather=start.weather, ec=start.ec),),
        ground=ground_of(maps(), options.get("map")),
        paper=FromPaper(first) if first else None,
    )
    new_room = _side_from_paper if first else _side
    return State(public, {side: new_room(rules, side, first) for side in SIDES})


def initial_counters(rules: RuleData, side: str) -> Iterator[tuple[str, str, int]]:
    """The counters a side is given at its first start (7.4): class, name, how many."""
    for item in (item for item in rules.initial.item if item.side == side):
        unit = rules.unit(side, item.name)
        name = f"{item.name} {item.ap_mines}AP {item.at_mines}AT" if item.ap_mines else item.name
        yield unit.kind if unit else item.kind, name, item.count


def _side_from_paper(rules: RuleData, side: str, first: int) -> SideRoom:
    """A side whose campaign began on paper: what it has it says itself."""
    start = rules.pack.start[side]
    return SideRoom(key=side, lines=blank_rows(RosterRow(CppBudget(0), start.elr, start.san), first + 1))


def _side(rules: RuleData, side: str, first: int) -> SideRoom:
    """A side with its points and what it is given; Russian vehicles enter from off board (7.4)."""
    start, counters = rules.pack.start[side], list[Counter]()
    for kind, name, count in initial_counters(rules, side):
        fate = DUE if side == RUSSIAN and kind in VEHICLES else READY
        note = rules.note(kind).get("note", "")
        counters += [Counter(0, kind, name, worth=rules.worth(kind, name), fate=fate, note=note)] * count
    groups = tuple(
        Group(f"{rules.dates[0].key}-{row.id}-given{n + 1}", row.id, 0, 0, given=True, off=side == RUSSIAN)
        for row in rules.initial.group
        if row.side == side
        for n in range(row.count)
    )
    begun = RosterRow(CppBudget(start=start.cpp), start.elr, start.san)
    return SideRoom(key=side, lines=(begun,), groups=groups, counters=numbered(counters))
