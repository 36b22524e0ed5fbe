"""Fortification points: prices, what needs what, Booby Traps and their secret, hiding (12.623, VotG5, VotG15)."""

from typing import Any

import pytest

from rules.asl.counters import Counter
from rules.asl.location_limits import check_hidden
from rules.asl.locations import HIDDEN, Spot
from rules.contract import PUBLIC, Refused
from rules.systems.votg.reducers import REDUCERS
from rules.systems.votg.state import LEVELS_NOT_ANNOUNCED
from tests.rules.votg_play import GERMAN, RUSSIAN, Game

FORTIFIED = "Fortified Building Location"


def shop(side: str, fpp: int = 200, **options) -> Game:
    """A campaign in which a side stands before the price list with so many points."""
    baskets = {(each, 0): {"M1": {"n": 1}} for each in (GERMAN, RUSSIAN)}
    return Game(baskets=baskets, **options).until("fortify", side).put(side, fpp=fpp)


def price(game: Game, side: str, **numbers) -> int:
    return game.current(side).task.priced(numbers).spent


def problems(game: Game, side: str, **numbers) -> tuple[str, ...]:
    return game.current(side).task.priced(numbers).problems


def with_counters(game: Game, side: str, *names: str) -> Game:
    old = game.room(side).counters
    new = tuple(Counter(len(old) + n, "fortification", name) for n, name in enumerate(names, start=1))
    return game.put(side, counters=(*old, *new))


def test_12_623_prices_as_printed():
    game = shop(RUSSIAN)
    printed = {
        "foxhole_3": 3, "foxhole_2": 2, "foxhole_1": 1, "trench": 7, "at_ditch": 21, "roadblock": 12, "wire": 15,
        "fortified_building": 10, "tunnel": 30, "concealment": 1, "booby_traps": 40, "set_dc": 15,
        "battalion_strongpoint": 30, "hip_afv": 5, "hip_squad": 3, "hip_half_squad": 2, "hip_crew": 1, "hip_smc": 1,
    }  # fmt: skip
    assert {key: price(game, RUSSIAN, **{key: 1}) for key in printed} == printed


def test_12_623_pillbox_strongpoint_and_trenches():
    """Worked example: 161 of 170 FPP are spent, 9 are forfeit."""
    game = shop(RUSSIAN, 170)
    game.order(RUSSIAN, "buy", pillboxes="1+5+3", battalion_strongpoint=3, fortified_building=3, trench=2)
    bought = next(event for event in game.events if event.kind == "fortifications.bought")
    data: Any = bought.data
    assert (bought.room, data["line"]["fpp_spent"], data["lapsed"]) == (RUSSIAN, 27 + 120 + 14, 9)
    assert game.names(RUSSIAN).count(FORTIFIED) == 3


def test_12_623_points_unspent_are_gone_on_the_next_line():
    game = shop(RUSSIAN, 20)
    game.order(RUSSIAN, "buy", wire=1)
    assert game.until("purchase", RUSSIAN, date=1).room(RUSSIAN).now.fpp == 0


def test_12_623_no_more_than_there_is():
    game = shop(GERMAN, 20)
    with pytest.raises(Refused, match="22 FPP spent, 20 there"):
        game.order(GERMAN, "buy", trench=1, wire=1)


def test_12_623_some_works_are_russian_only():
    fields = {field.name for field in shop(GERMAN).current(GERMAN).task.form.fields}
    assert not fields & {"at_ditch", "booby_traps", "battalion_strongpoint", "pillboxes"}
    assert fields & {"wire", "set_dc", "tunnel"}


@pytest.mark.parametrize(
    ("reading", "german", "russian"),
    [
        ("german_first", (1, 3), (3, 9)),
        ("russian_first", (3, 9), (1, 3)),
        ("lower", (1, 3), (1, 3)),
        ("higher", (3, 9), (3, 9)),
    ],
)
def test_12_623_mines_have_two_prices_by_ruling(reading, german, russian):
    for side, expected in ((GERMAN, german), (RUSSIAN, russian)):
        game = shop(side, rulings={"mine_prices": reading})
        assert tuple(price(game, side, **{f"{kind}_mine_{side}": 1}) for kind in ("ap", "at")) == expected


def test_12_623_the_list_says_what_may_stand_where():
    hints = {field.name: field.hint for field in shop(RUSSIAN).current(RUSSIAN).task.form.fields}
    assert hints["wire"] == ""
    assert hints["trench"] == "also in an Isolated Location"
    assert hints["set_dc"] == "also in a Front Line Location"
    assert hints["fortified_building"] == "also in a Front Line Location, also in an Isolated Location"


def test_12_623_a_set_dc_needs_a_dc():
    game = shop(GERMAN)
    dcs = game.names(GERMAN).count("DC")
    assert problems(game, GERMAN, set_dc=dcs + 1) == (
        f"Set DC: {dcs + 1} in all, {dcs} DC there; each needs one (12.623).",
    )
    assert problems(with_counters(game, GERMAN, "DC"), GERMAN, set_dc=dcs + 1) == ()


def test_CG11_1b_a_battalion_strongpoint_needs_fortified_locations():
    game = shop(RUSSIAN)
    there = game.names(RUSSIAN).count(FORTIFIED)
    assert len(problems(game, RUSSIAN, battalion_strongpoint=there + 1)) == 1
    assert problems(game, RUSSIAN, battalion_strongpoint=there + 1, fortified_building=1) == ()
    assert problems(with_counters(game, RUSSIAN, FORTIFIED), RUSSIAN, battalion_strongpoint=there + 1) == ()


# Booby Traps -----------------------------------------------------------------------------------


def told(events) -> list[str]:
    return [event.data["level"] for event in events if event.kind == "booby_level.set"]


def test_VotG15_a_raised_level_stays_secret_until_the_scenario_begins():
    game = shop(RUSSIAN)
    events = game.order(RUSSIAN, "buy", booby_traps=1)
    assert [event.room for event in events if "booby" in str(event.data)] == [RUSSIAN]
    assert (game.public.booby, game.context(RUSSIAN).booby, game.context(GERMAN).booby) == ("C", "B", "C")
    assert not [name for name in game.names(RUSSIAN) if "Booby" in name]
    game.until("begin", RUSSIAN)
    assert "You announce Booby Traps of Level B." in game.current(RUSSIAN).task.lines
    events = game.order(RUSSIAN, "done")
    assert told(events) == ["B"]
    assert (game.public.booby, game.context(RUSSIAN).booby) == ("B", "B")
    assert not game.room(RUSSIAN).known[LEVELS_NOT_ANNOUNCED]


def test_VotG15_whose_level_is_as_known_announces_nothing():
    game = shop(RUSSIAN).until("begin", RUSSIAN)
    assert told(game.order(RUSSIAN, "done")) == []


def test_VotG15_the_level_is_told_at_once_by_ruling():
    game = shop(RUSSIAN, rulings={"booby_level_told": "open"})
    events = game.order(RUSSIAN, "buy", booby_traps=2)
    assert told(events) == ["A"]
    assert [event.room for event in events if event.kind == "booby_level.set"] == [PUBLIC]
    assert (game.public.booby, game.context(RUSSIAN).booby) == ("A", "A")


@pytest.mark.parametrize(("level", "untold", "left"), [("C", 0, 2), ("B", 0, 1), ("C", 1, 1), ("A", 0, 0)])
def test_12_623_booby_traps_rise_to_level_a(level, untold, left):
    game = shop(RUSSIAN).told(booby=level).put(RUSSIAN, known={LEVELS_NOT_ANNOUNCED: untold})
    game.current(RUSSIAN).task.form.read({"booby_traps": left})
    with pytest.raises(Refused, match="Booby Traps"):
        game.current(RUSSIAN).task.form.read({"booby_traps": left + 1})


def test_12_6143_whatever_is_told_of_the_level_ends_the_secret():
    game = Game().put(RUSSIAN, known={LEVELS_NOT_ANNOUNCED: 1})
    side = REDUCERS.echo["booby_level.set"](game.room(RUSSIAN), RUSSIAN, {"level": "C"})
    assert side.known == {LEVELS_NOT_ANNOUNCED: 0}


def test_12_6143_a_level_bought_before_an_idle_day_is_told_when_its_die_is_rolled():
    game = Game(baskets={(RUSSIAN, 1): {"M1": {"n": 1}}}).until("fortify", RUSSIAN, date=1)
    game.order(RUSSIAN, "buy", booby_traps=1)
    game.until("booby_traps", RUSSIAN, date=2)
    assert (game.public.today.kind, game.public.booby) == ("", "C")
    events = game.roll(RUSSIAN, 6)
    assert told(events) == ["C"]
    assert (game.public.booby, game.context(RUSSIAN).booby) == ("C", "C")


# secret hexes ----------------------------------------------------------------------------------


def test_CG10_hexes_and_observers_that_were_bought_are_written_down_in_secret():
    game = Game(baskets={(GERMAN, 0): {key: {"n": 1} for key in ("O1", "O3", "O4")}}).until("hexes", GERMAN)
    assert [field.name for field in game.current(GERMAN).task.fields] == ["14-O3-1:observer", "14-O4-1:prereg1"]
    events = game.order(GERMAN, "enter", **{"14-O3-1:observer": "a20", "14-O4-1:prereg1": "N32"})
    assert [event.room for event in events if event.kind == "hexes.recorded"] == [GERMAN]
    assert {g.id: g.hexes for g in game.room(GERMAN).groups if g.hexes} == {
        "14-O3-1": {"observer": "A20"},
        "14-O4-1": {"prereg1": "N32"},
    }


# hiding ----------------------------------------------------------------------------------------


def hide(game: Game, side: str, name: str) -> None:
    check_hidden(game.context(side), [(Counter(1, "fortification", name), Spot(1, "K20", (HIDDEN,)))], {})


@pytest.mark.parametrize(("side", "name", "may"), [
    (RUSSIAN, "Wire", False), (RUSSIAN, "Foxhole, 2 squads", False), (GERMAN, "Wire", True),
    (RUSSIAN, "A-P mine factor", True),
])  # fmt: skip
def test_VotG5_what_is_always_seen_is_not_marked_hidden_by_hand_either(side, name, may):
    game = with_counters(Game().put(side, counters=()), side, name)
    key = str(game.room(side).counters[-1].id)
    change = {"pile": key, "count": 1, "marks": ["hidden"]}
    orders: dict[str, dict[str, Any]] = {"change": change, "mark": {"piles": {key: {"hidden": 1}}}}
    for kind, data in orders.items():
        if may:
            assert game.order(side, kind, **data)
            game.order(side, "change", pile=key, count=1, marks=[])
        else:
            with pytest.raises(Refused, match="never sets up hidden") as caught:
                game.order(side, kind, **data)
            assert (caught.value.rule, bool(caught.value.field), bool(caught.value.way_out)) == ("VotG5", True, True)


def test_VotG5_a_counter_does_not_become_hidden_wire_by_a_new_name():
    game = with_counters(Game(), RUSSIAN, "A-P mine factor")
    key = str(game.room(RUSSIAN).counters[-1].id)
    with pytest.raises(Refused, match="Wire: it never"):
        game.order(RUSSIAN, "change", pile=key, count=1, name="Wire", marks=["hidden"])


def test_VotG5_the_set_up_proposes_what_it_takes():
    game = Game().until("setup", RUSSIAN)
    wire = Counter(999, "fortification", "Wire", place="K20", marks=(HIDDEN,))
    game.put(RUSSIAN, counters=(wire,))
    assert [field.value for field in game.current(RUSSIAN).task.form.fields] == ["K20"]
    game.answer(RUSSIAN)
    assert (game.room(RUSSIAN).counters[-1].place, game.room(RUSSIAN).counters[-1].marks) == ("K20", ())


@pytest.mark.parametrize("name", ["Foxhole, 2 squads", "Trench", "A-T Ditch", "Wire"])
def test_VotG5_russian_entrenchments_and_wire_never_hide(name):
    game = Game()
    with pytest.raises(Refused, match="never sets up hidden") as caught:
        hide(game, RUSSIAN, name)
    assert caught.value.rule == "VotG5"
    hide(game, GERMAN, name)
    hide(game, RUSSIAN, "A-P mine factor")


def test_12_623_and_VotG5_what_never_hides_is_not_bought_with_a_place_to_hide():
    game = shop(RUSSIAN)
    with pytest.raises(Refused, match="never sets up hidden") as caught:
        game.order(RUSSIAN, "buy", trench=1, where_trench="K20 hidden")
    assert caught.value.field == "where_trench"
    assert any("never sets up hidden" in said for said in problems(game, RUSSIAN, trench=1, where_trench="K20 hidden"))
    game.order(RUSSIAN, "buy", trench=1, where_trench="K20")
    assert game.room(RUSSIAN).now.forts == {"trench": 1}


def test_12_623_locations_written_on_an_idle_day_wait_for_the_set_up_beside_those_of_the_next_day():
    points = {(RUSSIAN, date): {"M1": {"n": 1}} for date in (1, 2)}
    game = Game(baskets=points, chits={2: ("attack", "idle")}).until("fortify", RUSSIAN, 1)
    game.order(RUSSIAN, "buy", roadblock=1, where_roadblock="K20")
    game.until("fortify", RUSSIAN, 2).order(RUSSIAN, "buy", trench=1, where_trench="L20")
    assert game.public.dates[1].idle
    proposed = [field.value for field in game.until("setup", RUSSIAN, 2).current(RUSSIAN).task.fields]
    assert {"K20", "L20"} <= set(proposed)
