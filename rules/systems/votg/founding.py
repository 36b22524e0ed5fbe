"""The campaign at its founding: options checked, and what the owner's set-up gives both sides (12.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.kernel import State
from rules.parts import counters as pieces
from rules.parts.choices import DICE
from rules.parts.counters import READY
from rules.parts.refit.founding import one_of, readings
from rules.parts.refit.state import Ledger
from rules.systems.votg.book import Book, as_text, book, chart_of, practice_text, rulings
from rules.systems.votg.chart import Given
from rules.systems.votg.state import INITIAL, SIDES, Group, Landing, Line, Public, Record, Side

NONE = "none"


def setup(options: Mapping[str, Any]) -> State:
    """The state on the first CG Day, before the first purchase. Refuses options that are none of this game's."""
    chosen = readings(rulings(), options.get("rulings", {}))
    chart = as_text(options["chart"]) if options.get("chart") else practice_text()
    game = one_of("game", options.get("game", "IV"), chart_of(chart).games)
    balance = one_of("balance", options.get("balance", NONE), (NONE, *SIDES))
    dice = one_of("dice", options.get("dice", "server"), DICE.options)
    seen = book(tuple(sorted(chosen.items())), chart, game)
    public = Public(
        balance=balance,
        dice=dice,
        rulings=chosen,
        stage="purchase",
        dates=(_first(seen),),
        game=game,
        chart=chart,
        chits=seen.game.attack_chits,
        booby=str(seen.pack["booby_traps"]["start"]),
        edges={side: tuple(seen.pack["first_edges"][side]) for side in SIDES},
        landings={row["key"]: Landing() for row in seen.pack["ferry_landing"]},
    )
    return State(public, {side: _side(seen, side) for side in SIDES})


def _first(seen: Book) -> Record:
    game = seen.game
    return Record(
        weather=game.weather,
        ec=game.ec,
        day=str(game.first),
        kind=INITIAL,
        night=game.night,
        first=game.sets_up_first,
        mover=game.moves_first,
    )


def _side(seen: Book, side: str) -> Side:
    """Points, groups and counters of the Initial Scenario; groups bring their counters when they are called up."""
    start = seen.game.sides[side]
    fpp = _fpp(seen, side, start.given)
    line = Line(Ledger(start.cpp), start.elr, start.san, fpp=fpp, support=Ledger(start.support_cpp))
    rows = [_row(seen, side, given) for given in start.given if given.unit for _ in range(given.count)]
    counters = pieces.add((), ({**row, "id": n} for n, row in enumerate(rows, start=1)))
    return Side(key=side, lines=(line,), groups=tuple(_groups(seen, side, start.given)), counters=counters)


def _row(seen: Book, side: str, given: Given) -> dict[str, Any]:
    unit = seen.unit(side, given.unit)
    kind = unit.kind if unit else given.kind
    note = {"note": given.note} if given.note else {}
    return pieces.row(0, kind, given.unit, seen.worth(kind, given.unit), fate="due" if given.enters else READY, **note)


def _fpp(seen: Book, side: str, given: Iterable[Given]) -> int:
    """The fortification points among the groups a side is given."""
    rows = [(seen.groups[side][one.group], one.count) for one in given if one.group]
    return sum(count * number for row, count in rows if row.kind == "fpp" for _, number in row.units)


def _groups(seen: Book, side: str, given: Iterable[Given]) -> Iterable[Group]:
    """The groups a side is given; their ids count on where a group stands in two lines."""
    counts: dict[str, int] = {}
    for one in given:
        for _ in range(one.count if one.group else 0):
            counts[one.group] = counts.get(one.group, 0) + 1
            key = f"{seen.game.first}-{one.group}-given{counts[one.group]}"
            more = seen.groups[side][one.group].options
            yield Group(key, one.group, 0, 0, given=True, off=bool(one.enters), strength=one.strength, options=more)
