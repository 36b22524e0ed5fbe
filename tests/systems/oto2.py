"""What On Track to Orsha brings to the tests of all games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rules.contract import State
from rules.systems.oto2.rule_data import rule_data
from tests.rules import field_positions
from tests.rules.driver import Driver
from tests.rules.garbage import Positions
from tests.rules.garbage import rows as any_rows
from tests.rules.invariants import check_sums
from tests.rules.play import GERMAN, RUSSIAN, Game, rows
from tests.rules.random_player import Wild
from tests.rules.rare_orders import batteries, troubles, under_fire
from tests.rules.test_oto2_works import HIDDEN_MINE, owning
from tests.systems import oto2_rulings
from tests.systems.games import Told
from tests.systems.refit_game import RefitScripts
from tests.systems.stage_by_stage import stage_by_stage

REPORTS = {date: {"lvp": 6, "cvp_german": 44, "cvp_russian": 70, "evp": 3} for date in range(4)}
QUIET = {(GERMAN, date): rows("I2 M1") for date in range(3)}
FIRST = {GERMAN: "I1-1 V3 O1+2 O4+1 M1*2 M2 F2 I5", RUSSIAN: "I2*2-1 V7 O1+2 O6+1 B1 I6 given:V5*0-2 F1 G3+1"}
LATER = {GERMAN: "I3 G1 O2 M1", RUSSIAN: "I4 V6 O2 M1 I7"}
SEEDS = (1, 2, 3)


class SameSky(Game):
    """A game with the same weather whatever the seed, the weather being a public roll."""

    def answer(self, side: str) -> bool:
        current = self.current(side)
        self.cup.script = [3, 4, 5] if current and current.spec.key == "weather" else []
        return super().answer(side)


def played(baskets: Any, seed: int) -> SameSky:
    return stage_by_stage(SameSky(baskets=baskets, reports=REPORTS, seed=seed))


def without_weapons() -> State:
    """A depleted section for which every die failed, which is too rare to wait for."""
    game = Game(baskets={(RUSSIAN, 1): rows("I6")}).until("strength", RUSSIAN, date=1)
    game.roll(RUSSIAN, 6, 6)
    game.roll(RUSSIAN, 6, 6, 6)
    return game.state


def check_groups(game: Driver, side: str) -> None:
    """What was paid is what the groups cost; no more of them than the chart sells."""
    room, chart = game.room(side), rule_data().groups[side]
    for date, line in enumerate(room.lines):
        assert line.ledger.spent == sum(group.paid for group in room.groups if group.date == date)
    bought = [group for group in room.groups if not group.given]
    for rg, number in Counter(group.rg for group in bought).items():
        assert number <= chart[rg].cg_max
    for (rg, _), number in Counter((group.rg, group.date) for group in bought).items():
        assert number <= chart[rg].date_max


def check_generation(game: Driver) -> None:
    """Every group brought exactly the units of its strength, and no company more weapons than are allotted."""
    for event in game.events:
        if event.kind != "strength.rolled":
            continue
        chart = rule_data().groups[event.room]
        data: Any = event.data
        for key, change in data["groups"].items():
            row = chart[key.split("-")[1]]
            number = row.full if change["strength"] == "Full" else row.depleted
            brought = [piece for piece in data.get("add", ()) if piece["group"] == key]
            if row.full is not None:
                assert sum(piece["name"] == row.units[0][0] for piece in brought) == number
            weapons = sum(line.sure for line in rule_data().weapons[event.room].get(row.id, ()))
            assert row.kind != "squads" or len(brought) <= (number or 0) + weapons


class Scripts(RefitScripts):
    """See tests.systems.games.Scripts."""

    rulings = oto2_rulings.OUTCOMES
    secret_words = ('"counters"', '"groups"', '"ledger"', "StuG", "23AM-")
    driver, wild = Game, Wild
    campaigns = 9
    passing = (*((seed, {}) for seed in range(6)), (0, {"start": "23PM"}))
    baskets = staticmethod(
        any_rows(["I1", "O1", "M1", "O4", "given:V5", "given:I1", "X", ""], ["n", "alt", "extra", "z"])
    )
    reported = "lvp"

    def rare(self) -> Positions:
        found: Positions = {("weapon_choice", RUSSIAN): without_weapons()}
        found["modules", GERMAN] = Game(baskets={(GERMAN, 0): rows("O1*2 O2 O3")}).until("modules", GERMAN).state
        for side in (GERMAN, RUSSIAN):
            game = batteries().alone(side, "counter_battery")
            found["counter_battery", side] = game.state
            game.order(side, "enter", attack="two_ffe")
            found["counter_battery_roll", side] = game.state
        found["counter_battery_hits", RUSSIAN] = under_fire().state
        found["works", GERMAN] = owning(GERMAN, HIDDEN_MINE).state
        return found | troubles() | field_positions.positions()

    def check(self, look: Driver, side: str) -> None:
        check_sums(look, side)
        check_groups(look, side)

    def check_whole(self, game: Driver) -> None:
        assert game.public.ending.winner in game.sides
        check_generation(game)

    def compared(self, side: str) -> Iterator[Told]:
        plain = QUIET if side == RUSSIAN else {}
        yield played(plain, 0)
        for seed in SEEDS:
            yield played({**plain, (side, 0): rows(FIRST[side]), (side, 1): rows(LATER[side])}, seed)
