"""Control as the sides paint it: lists of hexes, and what becomes of the map by each side's word."""

from __future__ import annotations

import contextlib
import random
from time import process_time
from typing import Any

import pytest

from rules.contract import Order, Refused, State
from rules.ground.campaign_map import Ground
from rules.ground.hexes import HexGrid
from rules.ground.painting import MOST_TYPED, Painted, apply_painting, hexes_text, read, settle_control
from rules.systems.oto2.system import SYSTEM
from tests.maps.practice import practice_map

GRID = HexGrid(41, (1, 50), (0, 49))
NO_DICE: Any = None
"""To paint takes none."""
SIDES = ("german", "russian")


def started() -> tuple[State, Ground]:
    state = SYSTEM.setup({"map": practice_map()})
    return state, ground_of(state)


def ground_of(state: State) -> Ground:
    """The map of a campaign that has one."""
    ground = SYSTEM.ground(state)
    assert ground
    return ground


def paints(state: State, side: str, holder: str, hexes: str) -> State:
    """The state after a side has painted, its events folded."""
    for event in SYSTEM.decide(state.only({side}), Order("paint", {"holder": holder, "hexes": hexes}), side, NO_DICE):
        state = SYSTEM.apply(state, event)
    return state


@pytest.mark.parametrize(
    ("typed", "hexes"),
    [
        ("K20-K22, L18", "K20 K21 K22 L18"),
        ("k20 – k21;l18", "K20 K21 L18"),
        ("K22-K20", "K20 K21 K22"),
        ("A1-B2", "A1 A2 B1 B2"),
        ("B2-A1 A1", "A1 A2 B1 B2"),
        ("OO50\nOO49", "OO49 OO50"),
        ("A1-B0", "A1 B0 B1"),
    ],
)
def test_a_list_names_hexes_stretches_and_boxes(typed: str, hexes: str):
    assert " ".join(map(str, read(typed, GRID))) == hexes


@pytest.mark.parametrize("typed", ["A0", "B50", "PP1", "K20/1", "K20 pillbox", "K20-", "-", "K20-K21-K22", "K2O", "Ж1"])
def test_what_is_no_hex_of_the_map_is_refused_by_name(typed: str):
    with pytest.raises(Refused) as no:
        read(f"K20, {typed}", GRID)
    assert no.value.field == "hexes"
    assert typed.split()[-1][:20] in no.value.message
    assert "A1 to OO50" in no.value.way_out


@pytest.mark.parametrize("typed", ["", "  ,;\n", "A" * (MOST_TYPED + 1)])
def test_an_empty_and_an_endless_list_are_refused(typed: str):
    with pytest.raises(Refused) as no:
        read(typed, GRID)
    assert no.value.way_out


def test_what_is_written_is_read_again_and_short():
    rng = random.Random(1)
    for _ in range(200):
        some = {rng.choice(GRID.hexes) for _ in range(rng.randrange(1, 300))}
        assert read(hexes_text(some), GRID) == tuple(sorted(some))
    assert hexes_text(read("A1-L49", GRID)) == "A1-L49"


@pytest.mark.parametrize("many", ["A1-OO50", "A1", "ZZ9", "A1-B1"])
def test_no_list_takes_long(many: str):
    longest = ",".join([many] * (MOST_TYPED // (len(many) + 1)))
    start = process_time()
    with contextlib.suppress(Refused):
        read(longest, GRID)
    assert process_time() - start < 1


def test_a_list_that_names_the_map_over_and_over_is_refused():
    with pytest.raises(Refused, match="over and over"):
        read("A1-OO50 " * 5, GRID)


def test_a_side_paints_many_hexes_as_one_public_act_with_their_count():
    state, _ = started()
    order = Order("paint", {"holder": "german", "hexes": "K20-K24, L18"})
    events = SYSTEM.decide(state.only({"german"}), order, "german", NO_DICE)
    assert [(event.kind, event.room) for event in events] == [("control.painted", "public")]
    assert events[0].data == {"side": "german", "holder": "german", "hexes": "K20-K24, L18", "number": 6}
    after = ground_of(SYSTEM.apply(state, events[0]))
    assert {name: after.control[name] for name in ("K20", "K24", "L18")} == dict.fromkeys(
        ("K20", "K24", "L18"), "german"
    )


def test_painted_as_nobodys_a_hex_is_held_by_nobody():
    state, _ = started()
    state = paints(paints(state, "german", "german", "K20-K21"), "german", "", "K20")
    ground = ground_of(state)
    assert "K20" not in ground.control
    assert ground.control["K21"] == "german"


@pytest.mark.parametrize("holder", ["french", None, 7, ["german"]])
def test_a_holder_that_is_no_side_is_refused(holder: object):
    state, _ = started()
    with pytest.raises(Refused) as no:
        SYSTEM.decide(state.only({"german"}), Order("paint", {"holder": holder, "hexes": "K20"}), "german", NO_DICE)
    assert no.value.field == "holder"


def test_without_a_map_nothing_is_painted():
    order = Order("paint", {"holder": "german", "hexes": "K20"})
    with pytest.raises(Refused, match="without a map"):
        SYSTEM.decide(SYSTEM.setup({}).only({"german"}), order, "german", NO_DICE)


def test_what_both_say_differently_is_disputed_the_last_word_stands_and_giving_way_settles_it():
    state, _ = started()
    state = paints(paints(state, "german", "german", "K20-K22"), "russian", "russian", "K21")
    ground = ground_of(state)
    assert (ground.disputed, ground.control["K21"]) == ({"K21"}, "russian")
    assert not ground_of(paints(state, "german", "russian", "K21")).disputed
    assert not ground_of(paints(state, "russian", "german", "K21")).disputed


def test_what_nobody_disputes_is_settled_when_both_agree_to_the_report():
    _, ground = started()
    first: Painted = {"side": "german", "holder": "german", "hexes": "K20-K21", "number": 2}
    second: Painted = {"side": "russian", "holder": "russian", "hexes": "K21", "number": 1}
    settled = settle_control(apply_painting(apply_painting(ground, first), second))
    assert (settled.disputed, set(settled.words)) == ({"K21"}, {"K21"})
    later = apply_painting(settled, {"side": "russian", "holder": "russian", "hexes": "K20", "number": 1})
    assert later.disputed == {"K21"}, "a hex taken on a later date is news, no dispute"


def test_control_is_public_and_needs_no_side_room():
    state, _ = started()
    painted_state = paints(state, "german", "german", "K20")
    assert ground_of(painted_state.only(())).control["K20"] == "german"
