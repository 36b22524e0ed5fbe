"""7.520, 7.522, 12.623, 12.626: a set-up with HIP on a map, from the price list on; nobody else learns of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from rules.contract import Refused
from tests.maps.practice import practice_map
from tests.rules import play, votg_play
from tests.rules.driver import Driver
from tests.rules.play import GERMAN, RUSSIAN, rows


@dataclass(frozen=True)
class Case:
    """Who sets up, what he buys, and where a tap places what; `typed` are lines that he writes."""

    game: type[Driver]
    name: str
    side: str
    other: str
    basket: Mapping[str, Any]
    squad: str
    works: Mapping[str, str]

    def shopping(self) -> Driver:
        """The side before the price list."""
        game = self.game(baskets={(self.side, 0): self.basket}, map=practice_map(self.name))
        return game.until("fortify", self.side)

    def buying(self, **bought: int) -> Driver:
        """The side about to name the hexes of its artillery, with what it bought."""
        game = self.shopping()
        game.order(self.side, "buy", **bought)
        return game.until("hexes", self.side)

    def seen(self, game: Driver) -> tuple[object, object]:
        """The rooms of which all pages of the other side and of onlookers are made."""
        return game.public, game.room(self.other)


CASES = [
    Case(play.Game, "oto2", GERMAN, RUSSIAN, rows("M1 G1 O1+1 O4"), "12 × 4-6-7",
         {"Trench": "2 K20, L20", "PaK": "K20 hidden, L21", "2-2-8": "K20 hidden", "Minefield": "M20 hidden"}),
    Case(votg_play.Game, "votg", RUSSIAN, GERMAN, {name: {"n": 1} for name in ("M1", "I8", "O1", "O4")}, "16 × 4-4-7",
         {"Trench": "K30", "Wire": "2 L30, M30", "2-2-8": "K24 hidden", "Foxhole": "3 K31"}),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_7_520_7_522_12_623_12_626_a_set_up_with_HIP_is_carried_to_its_end_and_nobody_else_learns_of_it(case: Case):
    game, bare = case.buying(hip_squad=1, hip_crew=1, trench=1), case.buying()
    assert case.seen(game) == case.seen(bare)
    task = game.current(case.side).task
    edge = game.public.ground.sheet.grid.edge("west" if case.side == GERMAN else "east")
    typed = {field.name: "K25" for field in task.fields}
    observer = next(name for name in typed if name.endswith(":observer"))
    named = task.tapped({**typed, observer: "", "tap:line": observer}, str(edge[9]))
    game.order(case.side, "enter", **task.entries("enter", named))
    bare.order(case.side, "enter", **{**typed, observer: str(edge[5])})
    for each in (game, bare):
        each.until("setup", case.side)
    assert case.seen(game) == case.seen(bare)
    task = game.current(case.side).task
    squads = next(field.name for field in task.fields if field.label == case.squad)
    lines = game.lines(case.side, **case.works)
    tap = {"tap:line": squads, "tap:number": "1"}
    lines = task.tapped({**lines, **tap, "tap:hidden": "on"}, "K21")
    lines = task.tapped({key: text for key, text in lines.items() if key != "tap:hidden"} | {"tap:number": "3"}, "K22")
    with pytest.raises(Refused, match="HIP for squad: 4 written down, 1 paid"):
        game.order(case.side, "enter", **{**task.entries("enter", lines), squads: "4 K21 hidden"})
    assert not task.priced(lines).mistakes
    game.order(case.side, "enter", **task.entries("enter", lines))
    bare.order(case.side, "enter")
    stands = {(c.name, c.place, "hidden" in c.marks) for c in game.room(case.side).counters if c.place}
    assert {place for name, place, hides in stands if hides and name == case.squad[-5:]} == {"K21"}
    assert {place for name, place, hides in stands if not hides and name == case.squad[-5:]} == {"K22"}
    assert any(hides and name not in case.squad for name, _, hides in stands), "a Gun, mines, a crew"
    assert str(edge[9]) in {place for group in game.room(case.side).groups for place in group.hexes.values()}
    for each in (game, bare):
        while (current := each.current(case.side)) and current.spec.key != "play":
            each.answer(case.side)
    assert case.seen(game) == case.seen(bare)
    assert game.room(case.side) != bare.room(case.side)
