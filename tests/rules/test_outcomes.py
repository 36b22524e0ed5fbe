"""What a roll leads to, held against the table: each of its rows comes to something of its own.

A word of a row that the code does not know would come to what another row does. What rolls are asked for here, and
with which dice they hit which row, says the step itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from rules.contract import State
from rules.engine.data_files import load_tables
from rules.systems.oto2.rule_data import DATA as OTO2_DATA
from rules.systems.votg.pack import DATA as VOTG_DATA
from rules.systems.votg.state import DateRecord
from rules.tables import Need, Row
from tests.rules import field_positions, rare_orders, votg_rare_orders
from tests.rules.calling_up import Muster, group
from tests.rules.driver import Driver
from tests.rules.every_fall import FACES
from tests.rules.play import GERMAN, RUSSIAN, Game, rows
from tests.rules.votg_play import Game as Guards
from tests.rules.votg_rare_orders import FOUGHT, bare

READ_OTHERWISE = {
    "oto2.cbm": "how an attack is told, and whom it hits: 5.3 in test_oto2_counter_battery",
    "oto2.sw_depleted": "a number to roll or less is what code takes of it",
    "oto2.hw_depleted": "a number to roll or less is what code takes of it",
}
"""Tables whose words are not what the code goes by."""
LOOKED_UP = {
    "oto2.ftdc", "votg.ftdc", "oto2.fort_removal_mishap", "votg.fort_removal_mishap", "votg.recovery_mishap",
    "votg.game_end", "votg.isolated_recall", "votg.nkvd_leader_creation", "votg.sniper_choice",
}  # fmt: skip
"""Tables for which nothing is rolled by a step: read with the Original of another roll, in play, or freely."""


class Rolling(NamedTuple):
    """A step with rolls before a side; `data` is what is entered beside them."""

    game: Driver
    side: str
    data: dict[str, Any]


def _at(driver: type[Driver], state: State, side: str, **data: Any) -> Rolling:
    """A step of a campaign; Recon is rolled for where it is paid for."""
    game = driver()
    game.state = state
    current = game.current(side)
    return Rolling(game, side, {"paid": "1"} if current and current.spec.key == "recon" else data)


def _as_far_as(game: Driver, *steps: tuple[str, str]) -> Iterator[Rolling]:
    """The steps of a game that is played on to them in turn."""
    for key, side in steps:
        yield _at(type(game), game.until(key, side).state, side)


def _of_orsha() -> Iterator[Rolling]:
    for found in (field_positions.positions(), rare_orders.troubles()):
        for (_, side), state in found.items():
            yield _at(Game, state, side)
    yield _at(Game, field_positions.field(("squad", "4-6-7", ["in mines"])).state, GERMAN)
    wounded = field_positions.field(("leader", "8-0", ["wounded"])).until("wounded")
    yield _at(Game, wounded.state, GERMAN)
    bought = {(GERMAN, 1): rows("I1 I3 V1 O1"), (RUSSIAN, 1): rows("V5 V6 V7 V8 G3 F1 O1")}
    ours = [(key, GERMAN) for key in ("mmc_roll", "leader_roll", "san", "points", "elr", "weather", "strength")]
    yield from _as_far_as(Game(baskets=bought), *ours, *[(key, GERMAN) for key in ("ammunition", "leaders", "armor")])
    theirs = [(key, RUSSIAN) for key in ("ammunition", "variants", "atcb", "recon")]
    yield from _as_far_as(Game(baskets=bought), *theirs)


def _of_the_guards() -> Iterator[Rolling]:
    for (_, side), state in votg_rare_orders.positions().items():
        yield _at(Guards, state, side)
    after = (DateRecord(day="16"), FOUGHT)
    for mark, key in (("encircled", "encirclement"), ("in mines", "mines")):
        game = bare("aftermath", *after).has(GERMAN, ("squad", "4-6-7", (mark,)))
        yield _at(Guards, game.alone(GERMAN, key).state, GERMAN)
    lines = bare("aftermath", *after).has(GERMAN, ("leader", "8-0", ("wounded",)), ("squad", "4-6-7"))
    lines.alone(GERMAN, "perimeter").order(GERMAN, "enter", areas=0, flames=1)
    yield _at(Guards, lines.alone(GERMAN, "blazes").state, GERMAN, name_1="K20")
    yield _at(Guards, lines.alone(GERMAN, "wounded").state, GERMAN)
    cut_off = bare("aftermath", *after).has(GERMAN, ("squad", "4-6-7"))
    cut_off.alone(GERMAN, "perimeter").order(GERMAN, "enter", areas=1, flames=0)
    cut_off.alone(GERMAN, "areas").order(GERMAN, "enter", place="K20", type="C", n_1=1)
    cut_off.alone(GERMAN, "escape").order(GERMAN, "enter", n_1=1)
    yield _at(Guards, cut_off.state, GERMAN)
    stuck = bare("renewal", FOUGHT, DateRecord(day="18")).has(RUSSIAN, ("tank", "T-34 M41", ("immobilized",)))
    stuck.has(RUSSIAN, ("weapon", "LMG", ("captured from the enemy",)), ("squad", "4-4-7"), ("fortification", "Wire"))
    stuck.alone(RUSSIAN, "recovery").order(RUSSIAN, "enter", try_1="outside")
    yield _at(Guards, stuck.state, RUSSIAN)
    stuck.roll(RUSSIAN, 1)
    yield _at(Guards, stuck.state, RUSSIAN)
    yield _at(Guards, stuck.alone(RUSSIAN, "captured").state, RUSSIAN)
    stuck.alone(RUSSIAN, "removal").order(RUSSIAN, "enter", what1="own:4")
    yield _at(Guards, stuck.state, RUSSIAN)
    dual = bare("scenario", DateRecord(day="14"), DateRecord(day="15", kind="dual"))
    yield _at(Guards, dual.state, RUSSIAN)
    dual = bare("mover", DateRecord(day="14"), DateRecord(day="15", kind="dual", first=GERMAN))
    yield _at(Guards, dual.state, RUSSIAN)
    for side, called in ((GERMAN, ("I4", "G1")), (RUSSIAN, ("I4", "I5"))):
        for rg in called:
            yield from _called_up(Muster(side, group(rg)))
    game = Guards(seed=4)
    for _ in range(300):
        for side in game.sides:
            if (current := game.current(side)) and current.task.needs:
                yield _at(Guards, game.state, side)
            game.answer(side)


def _called_up(muster: Muster) -> Iterator[Rolling]:
    """What the group rolls for, which is Depleted if its strength hangs on dice."""
    while muster.step != "muster":
        if needs := muster.current(muster.side).task.needs:
            yield _at(Guards, muster.state, muster.side)
            muster.throws(*[face for need in needs for face in ((5, 5) if need.dice == 2 else (1,))])
        else:
            muster.answer(muster.side)


@cache
def rolls() -> dict[str, tuple[Rolling, int]]:
    """By table a step that rolls on it, and the place of the roll among those of the step."""
    found: dict[str, tuple[Rolling, int]] = {}
    for rolling in (*_of_orsha(), *_of_the_guards()):
        current = rolling.game.current(rolling.side)
        assert current
        for place, need in enumerate(current.task.needs or ()):
            if need.table:
                found.setdefault(need.table.id, (rolling, place))
    return found


def _throws(need: Need) -> list[tuple[Row, tuple[int, ...]]]:
    """The rows that this roll can hit, each with faces that do."""
    assert need.table
    found: dict[int, tuple[Row, tuple[int, ...]]] = {}
    for total in range(need.dice, need.dice * need.sides + 1):
        row = need.table.row(total + need.drm, total)
        found.setdefault(id(row), (row, FACES[total] if need.dice == 2 else (total,)))
    return list(found.values())


def _comes_to(rolling: Rolling, place: int, faces: tuple[int, ...]) -> object:
    """Where the campaign is after the step, with these faces for one of its rolls and ones for the others."""
    game, side, data = rolling
    current = game.current(side)
    script = [face for n, need in enumerate(current.task.needs) for face in (faces if n == place else (1,) * need.dice)]
    after = _at(type(game), game.state, side).game
    after.cup.script = script
    if data:
        asked = {field.name: field.value for field in current.task.fields}
        after.order(side, "enter", **{**asked, **data})
    else:
        after.answer(side)
    rooms = {key: replace(room, outcomes=(), at=0, done=()) for key, room in after.state.sides.items()}
    return after.state.public, rooms


ROLLED = sorted(
    table.id
    for data in (OTO2_DATA, VOTG_DATA)
    for table in load_tables(data.folder / "tables").values()
    if table.dice and table.id not in {*READ_OTHERWISE, *LOOKED_UP}
)


@pytest.mark.parametrize("name", ROLLED)
def test_each_row_of_a_table_comes_to_something_else(name: str) -> None:
    rolling, place = rolls()[name]
    need = rolling.game.current(rolling.side).task.needs[place]
    came = [(row, _comes_to(rolling, place, faces)) for row, faces in _throws(need)]
    assert len(came) > 1
    for (one, of_one), (other, of_other) in combinations(came, 2):
        if all(one.values[column] != other.values[column] for column in need.table.columns):
            assert of_one != of_other, f"{one.printed} and {other.printed} come to the same"
