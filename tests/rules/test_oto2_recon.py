"""Inspection: what the Russians name is shown, exactly as it was written down, and nothing else (7.5226)."""

from __future__ import annotations

import json

import pytest

from rules.contract import PUBLIC, Refused
from tests.rules.play import GERMAN, RUSSIAN, SYSTEM, Game, rows

WORKS = {"foxhole_2": 2, "ap_mine": 6, "at_mine": 2, "pillboxes": "1+3+5", "hip_squad": 2}
PLACED = {
    "Foxhole": "K20, Q71", "AP_mine": "4 K21, 2 Q72", "AT_mine": "2 K21", "Pillbox": "L18",
    "PaK": "K20 hidden, Q73 hidden", "4-6-7": "K20 hidden, L18 pillbox hidden", "2-2-8": "K20 hidden, Q73 hidden",
}  # fmt: skip
ELSEWHERE = ("Q71", "Q72", "Q73")


def set_up(die: int = 1, **placed: str) -> Game:
    """A game in which the Germans wrote down where they stand and the Russians rolled for Locations."""
    game = Game(baskets={(GERMAN, 0): rows("M1 G1 O1 O4")})
    game.until("fortify", GERMAN).order(GERMAN, "buy", **WORKS)
    game.until("hexes", GERMAN).order(GERMAN, "enter", **{f.name: "K20" for f in game.current(GERMAN).task.fields})
    game.until("setup", GERMAN).order(GERMAN, "enter", **game.lines(GERMAN, **(placed or PLACED)))
    game.until("recon", RUSSIAN).cast(RUSSIAN, "enter", (die,), paid="1")
    return game


def asked(locations: str, **placed: str) -> Game:
    game = set_up(1, **placed)
    game.order(RUSSIAN, "enter", locations=locations)
    return game


def test_7_5226_the_russians_name_as_many_locations_as_they_rolled():
    game = set_up()
    number = game.room(RUSSIAN).now.recon
    assert number == 4
    with pytest.raises(Refused, match="5 Locations named, 4 rolled"):
        game.order(RUSSIAN, "enter", locations="A1, A2, A3, A4, A5")
    game.order(RUSSIAN, "enter", locations="k20, k20/1; L18 pillbox")
    assert game.state.public.today.asked == ("K20", "K20/1", "L18 pillbox")


@pytest.mark.parametrize("wrong", ["K20, K20", "K20, k20/0", "K", "N32 hidden", "2 K20", "everything"])
def test_7_5226_what_is_no_location_or_there_twice_is_refused(wrong):
    with pytest.raises(Refused) as caught:
        set_up().order(RUSSIAN, "enter", locations=wrong)
    assert caught.value.field == "locations"
    assert caught.value.way_out


def test_7_5226_nothing_hides_behind_another_spelling_of_its_hex():
    game = asked("K5", **{**PLACED, "Foxhole": "K05, Q71"})
    told, *_ = game.current(GERMAN).task.lines
    assert "K5" in told
    assert "nothing" not in told


def test_7_5226_the_germans_see_what_will_be_told_before_they_press():
    game = asked("K20, K21, L18 pillbox, B2")
    assert game.current(RUSSIAN) is None
    current = game.current(GERMAN)
    assert current.spec.key == "disclose"
    told, *rest = current.task.lines
    assert rest[:3] == ["K21: mines.", "L18 pillbox: 1 4-6-7.", "B2: nothing written down there."]
    assert all(name in told for name in ("1 4-6-7", "1 75L (PaK 40)", "1 2-2-8", "1 Foxhole, 2 squads"))


def test_7_5226_what_is_told_is_what_was_shown_and_is_hidden_no_longer():
    game = asked("K20, K21")
    shown = game.current(GERMAN).task.lines[0]
    events = game.order(GERMAN, "done")
    assert dict(game.state.public.today.disclosed)["K21"] == ("mines",)
    assert shown in game.current(RUSSIAN).task.lines
    assert "hidden" not in {mark for c in game.room(GERMAN).counters if c.place == "K20" for mark in c.marks}
    assert "hidden" in {mark for c in game.room(GERMAN).counters if c.place == "Q73" for mark in c.marks}
    assert "K21: mines" in SYSTEM.describe(events[0]).sentence


def test_7_5226_neither_type_nor_strength_of_mines_is_told():
    game = asked("K21")
    game.order(GERMAN, "done")
    public = json.dumps([event.data for event in game.events if event.room == PUBLIC])
    assert "mines" in public
    assert all(word not in public for word in ("AP mine", "AT mine", "factor"))


def test_7_5226_an_offboard_observer_is_not_on_the_map_and_not_shown():
    game = asked("K20")
    assert any(c.kind == "observer" and c.place == "K20" for c in game.room(GERMAN).counters)
    assert "Observer" not in " ".join(game.current(GERMAN).task.lines)


def test_7_5226_what_stands_elsewhere_never_appears_in_an_open_room():
    game = asked("K20, K21, L18")
    game.order(GERMAN, "done")
    for rooms, side in (([], None), ([RUSSIAN], RUSSIAN)):
        state = game.state.only(rooms)
        given = str([SYSTEM.dump(state, room) for room in (PUBLIC, *rooms)]) + str(SYSTEM.view(state, side))
        given += str(SYSTEM.sheets(state, side)) + str([e.data for e in game.events if e.room in (PUBLIC, *rooms)])
        assert not [place for place in ELSEWHERE if place in given]
    assert dict(game.state.public.today.disclosed)["L18"] == ("1 Pillbox 1+3+5",)


def test_7_5226_two_set_ups_alike_in_the_locations_named_are_told_alike():
    first = asked("K20, B2")
    other = {"Foxhole": "K20, B7", "AP_mine": "6 B3", "Pillbox": "B4", "4-6-7": "K20 hidden, B4 pillbox hidden"}
    second = asked("K20, B2", **{**PLACED, **other})
    for game in (first, second):
        game.order(GERMAN, "done")
    told, told_too = ([e for e in game.events if e.room == PUBLIC] for game in (first, second))
    assert told[-4:] == told_too[-4:]
    assert first.state.public.today.disclosed == second.state.public.today.disclosed


def test_7_5226_where_no_location_is_named_nothing_is_asked_of_the_germans():
    game = asked("")
    assert game.state.public.stage == "begin"
    assert not [e for e in game.events if e.kind.startswith("recon.") and e.room == PUBLIC]


def test_7_5226_who_rolled_nothing_names_nothing():
    game = Game().until("recon", RUSSIAN)
    game.cast(RUSSIAN, "enter", (), paid="0")
    assert game.state.public.stage == "begin"


def test_7_5225_the_roster_has_the_number_of_locations_beside_what_the_recon_cost():
    points = SYSTEM.sheets(set_up(3).state.only([RUSSIAN]), RUSSIAN)["roster"].tables[0]
    first = dict(zip((column.title for column in points.columns), points.blocks[0].rows[0], strict=False))
    assert (first["Recon CPP"], first["Recon"]) == (1, 6)
