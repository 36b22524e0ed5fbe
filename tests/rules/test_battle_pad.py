"""A battle pad: taps one after the other, what they come to, and the one order that records them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.asl.counters import casualties
from rules.asl.orders import PAD, PLACES, ROUNDS
from rules.contract import Refused
from rules.features.battle_pad import PLACED, BattlePad, PadEntry, PadTile
from tests.rules.driver import Driver
from tests.rules.play import GERMAN, RUSSIAN, Game, rows
from tests.rules.votg_play import Game as Guards


@pytest.fixture
def game() -> Game:
    """A battle with two German companies of the same squads, and vehicles."""
    return Game(baskets={(GERMAN, 0): rows("I1*2 V1*2")}).until("play")


def pad(game: Driver, taps: Sequence[tuple[str, str]] = (), side: str = GERMAN) -> BattlePad:
    """The pad once tiles of these names were tapped, each the first of its name that the act is possible for."""
    entries = list[PadEntry]()
    for what, name in taps:
        seen = game.system.battle_pad(game.state, side, entries)
        assert seen is not None
        tile = next(
            key for key, one in seen.tiles.items()
            if ", ".join([one.name, *one.conditions]) == name and seen.counts.get(key) and what in one.acts
        )  # fmt: skip
        entries.append(PadEntry(f"e{len(entries)}", what, tile))
    found = game.system.battle_pad(game.state, side, entries)
    assert found is not None
    return found


def count(seen: BattlePad, name: str) -> int:
    return sum(
        n for key, n in seen.counts.items() if ", ".join([seen.tiles[key].name, *seen.tiles[key].conditions]) == name
    )


def recorded(game: Driver, seen: BattlePad, side: str = GERMAN) -> None:
    order = game.system.pad_order(game.state, side, [line.entry for line in seen.lines])
    game.order(side, order.kind, **order.data)


def test_losses_count_their_cvp_on_the_pad_as_in_the_record(game: Game) -> None:
    before = count(pad(game), "4-6-7")
    seen = pad(game, [("eliminate", "4-6-7")] * 3 + [("reduce", "4-6-7"), ("eliminate", "2-4-7")])
    assert (count(seen, "4-6-7"), seen.cvp, seen.lost) == (before - 4, 8, 5)
    recorded(game, seen)
    assert casualties(game.room(GERMAN).counters, game.state.public.date) == 8
    assert count(pad(game), "4-6-7") == before - 4


def test_every_entry_of_the_pad_comes_to_what_the_record_then_says(game: Game) -> None:
    seen = pad(game, [
        ("replace", "4-6-7"), ("reduce", "4-4-7"), ("broken", "4-6-7"), ("capture", "4-6-7, broken"),
        ("malfunctioned", "LMG"), ("broken", "4-6-7"), ("eliminate", "LMG"),
    ])  # fmt: skip
    recorded(game, seen)
    after = pad(game)
    assert (after.lost, after.cvp) == (seen.lost, seen.cvp)
    assert count(after, "LMG, malfunctioned") == 1
    assert after.counts == seen.counts


def test_a_vehicle_gets_several_conditions_and_is_recalled_without_cvp(game: Game) -> None:
    name = next(one.name for one in pad(game).tiles.values() if one.kind == "tank")
    seen = pad(game, [("immobilized", name), ("malfunctioned", f"{name}, immobilized"), ("recalled", name)])
    recorded(game, seen)
    after = pad(game)
    assert {*next(one for key, one in after.tiles.items() if one.name == name and len(one.conditions) == 2).conditions}
    assert (after.cvp, count(after, f"{name}, immobilized, malfunctioned")) == (0, 1)


def test_a_second_tap_rallies_who_is_broken(game: Game) -> None:
    seen = pad(game, [("broken", "4-6-7"), ("broken", "4-6-7, broken")])
    assert count(seen, "4-6-7") == count(pad(game), "4-6-7")
    with pytest.raises(Refused, match="nothing to record"):
        recorded(game, seen)


def test_an_entry_for_a_counter_that_is_gone_stays_with_a_sentence(game: Game) -> None:
    leader = next(
        key for key, one in pad(game).tiles.items() if one.kind == "leader" and pad(game).counts.get(key) == 1
    )
    twice = [PadEntry("a", "eliminate", leader), PadEntry("b", "eliminate", leader)]
    seen = game.system.battle_pad(game.state, GERMAN, twice)
    assert seen is not None
    assert [bool(line.wrong) for line in seen.lines] == [False, True]
    with pytest.raises(Refused, match="none is left"):
        game.system.pad_order(game.state, GERMAN, twice)


@pytest.mark.parametrize("what", ["eliminate", "capture", "reduce", "replace", "broken", PLACED])
def test_several_counters_in_one_entry_are_as_many_entries_of_one(game: Game, what: str) -> None:
    tile = next(key for key, one in pad(game).tiles.items() if one.name == "4-6-7" and not one.conditions)
    place = "K20" if what == PLACED else ""
    three = game.system.battle_pad(game.state, GERMAN, [PadEntry("a", what, tile, place, 3)])
    each = game.system.battle_pad(game.state, GERMAN, [PadEntry(i, what, tile, place) for i in "abc"])
    assert three is not None
    assert each is not None
    assert (three.counts, three.cvp, three.lost) == (each.counts, each.cvp, each.lost)
    assert three.lines[0].cvp == sum(line.cvp for line in each.lines)
    orders = [game.system.pad_order(game.state, GERMAN, [line.entry for line in seen.lines]) for seen in (three, each)]
    assert orders[0] == orders[1]


def test_more_than_are_left_is_a_sentence_and_befalls_none(game: Game) -> None:
    tile = next(key for key, one in pad(game).tiles.items() if one.name == "4-6-7" and not one.conditions)
    number = pad(game).counts[tile]
    seen = game.system.battle_pad(game.state, GERMAN, [PadEntry("a", "eliminate", tile, "", number + 1)])
    assert seen is not None
    assert seen.lines[0].wrong is not None
    assert seen.lines[0].wrong.message == f"4-6-7: only {number} are left."
    assert (seen.lost, seen.counts[tile]) == (0, number)


def test_the_second_act_of_a_tile_is_one_that_can_befall_it_and_is_not_so_yet(game: Game) -> None:
    seen = pad(game, [("wounded", "9-1")] if count(pad(game), "9-1") else [])
    found = {(tile.kind, *sorted(tile.conditions)): tile.second for tile in seen.tiles.values()}
    assert (found["squad",], found["half_squad",], found["leader",]) == ("reduce", "broken", "wounded")
    assert (found["weapon",], found["weapon", "malfunctioned"]) == ("malfunctioned", "capture")
    assert found["half_squad", "broken"] == "capture"
    for tile in seen.tiles.values():
        assert not tile.second or tile.second in tile.acts


def placed(game: Driver, *places: str, name: str = "4-6-7", more: Sequence[PadEntry] = ()) -> list[PadEntry]:
    tile = next(key for key, one in pad(game).tiles.items() if one.name == name and not one.conditions)
    return [*(PadEntry(f"p{n}", PLACED, tile, place) for n, place in enumerate(places)), *more]


def test_counters_that_are_placed_are_there_in_the_record_and_are_the_last_to_be_lost(game: Game) -> None:
    entries = placed(game, "K20", "k21/1", "K20")
    number = count(pad(game), "4-6-7")
    entries += [PadEntry(f"e{n}", "eliminate", entries[0].tile) for n in range(number - 2)]
    seen = game.system.battle_pad(game.state, GERMAN, entries)
    assert seen is not None
    assert [line.wrong for line in seen.lines] == [None] * len(entries)
    assert seen.lines[1].what == "Placed k21/1"
    recorded(game, seen)
    there = [c for c in game.room(GERMAN).on_hand if c.name == "4-6-7"]
    assert len(there) == 2
    assert {c.place for c in there} <= {"K20", "K21/1"}
    assert "" not in {c.place for c in there}


@pytest.mark.parametrize("place", ["", "-", "here", "K", "K20/1/2", "K20 hidden", "٢", "K" * 99])
def test_a_place_that_is_none_is_a_sentence_at_its_entry(game: Game, place: str) -> None:
    seen = game.system.battle_pad(game.state, GERMAN, placed(game, place))
    assert seen is not None
    assert seen.lines[0].wrong is not None
    assert "no Location" in seen.lines[0].wrong.message


def test_more_than_there_are_can_not_be_placed_and_places_alone_are_recorded(game: Game) -> None:
    number = count(pad(game), "4-6-7")
    seen = game.system.battle_pad(game.state, GERMAN, placed(game, *["K20"] * (number + 1)))
    assert seen is not None
    assert [bool(line.wrong) for line in seen.lines] == [False] * number + [True]
    game.order(GERMAN, PAD, **game.system.pad_order(game.state, GERMAN, placed(game, "K20")).data)
    assert [c.place for c in game.room(GERMAN).on_hand if c.place] == ["K20"]


@pytest.mark.parametrize(
    "places", [{"here": [1]}, {"K20": 1}, {"K20": [10**6]}, {"K20": ["1"]}, {"K20": [[1]]}, [], "K20"]
)
def test_places_that_no_pad_gave_are_refused(game: Game, places: object) -> None:
    with pytest.raises(Refused):
        game.order(GERMAN, PAD, **{ROUNDS: [], PLACES: places})


@pytest.mark.parametrize("tile", ["", "|", "squad|4-6-7", "squad|4-6-7|2|x+y", "\x00|a|b|c|d|e"])
def test_any_tile_and_act_is_a_sentence(game: Game, tile: str) -> None:
    seen = game.system.battle_pad(game.state, GERMAN, [PadEntry("a", "fly", tile), PadEntry("b", "eliminate", tile)])
    assert seen is not None
    assert all(line.wrong for line in seen.lines)


@pytest.mark.parametrize("rounds", [None, [], {}, "x", [None], [{"acts": {"fly": [1]}}], [{}] * 41])
def test_an_order_that_no_pad_gave_is_refused(game: Game, rounds: object) -> None:
    with pytest.raises(Refused):
        game.order(GERMAN, PAD, **{ROUNDS: rounds})


def test_votg_has_a_pad_in_its_scenarios_and_none_between_them() -> None:
    guards = Guards().until("play")
    assert pad(
        guards, [("eliminate", next(iter(one.name for one in pad(guards, (), RUSSIAN).tiles.values())))], RUSSIAN
    ).lost
    refit = Guards().until("perimeter")
    assert refit.system.pad_scenario(refit.state, GERMAN) is None
    assert refit.system.battle_pad(refit.state, GERMAN, []) is None


def test_orsha_has_no_pad_before_its_first_scenario() -> None:
    fresh = Game()
    assert fresh.system.battle_pad(fresh.state, GERMAN, []) is None


POINTS = {"squad": 2, "half_squad": 1, "crew": 1, "gun": 2, "cupola": 5, "tank": 6, "vehicle": 2, "weapon": 0}
"""What a counter of a class is worth by the house values; a leader is worth one, and one more for each -1."""
FREE = {"replace", "broken", "wounded", "malfunctioned", "immobilized", "abandoned", "recalled", "exited", PLACED}


def worth(tile: PadTile) -> int:
    if tile.kind in ("leader", "armor_leader"):
        return 1 + int(tile.name.partition("-")[2] or 0)
    return POINTS[tile.kind]


@pytest.mark.parametrize("side", [GERMAN, RUSSIAN])
@pytest.mark.parametrize("rule", ["7.13", "12.12"])
def test_7_13_and_12_12_each_act_of_the_pad_costs_its_cvp_on_the_pad_and_in_the_record(rule: str, side: str) -> None:
    """A26.2: who is Eliminated or captured counts in full, a squad reduced its half, all else nothing."""
    baskets = {(GERMAN, 0): rows("I1*2 V1*2"), (RUSSIAN, 0): rows("I1*2")}
    game: Driver = Game(baskets=baskets).until("play") if rule == "7.13" else Guards().until("play")
    start, begun = game.state, pad(game, (), side)
    first = {tile.kind: key for key, tile in reversed([*begun.tiles.items()]) if key in begun.counts}
    checked = set()
    for kind, key in first.items():
        tile = begun.tiles[key]
        for what, act in tile.acts.items():
            expected = 0 if what in FREE else worth(tile) // (2 if what == "reduce" else 1)
            assert act.cvp == expected, (kind, what)
            if what == PLACED:
                continue
            checked.add(what)
            game.state = start
            seen = game.system.battle_pad(game.state, side, [PadEntry("a", what, key)])
            assert seen is not None
            order = game.system.pad_order(game.state, side, [PadEntry("a", what, key)])
            game.order(side, order.kind, **order.data)
            assert (seen.cvp, casualties(game.room(side).counters, game.state.public.date)) == (expected, expected)
            after = pad(game, (), side)
            assert (after.lost, after.cvp, after.counts) == (seen.lost, seen.cvp, seen.counts)
    assert checked >= {"eliminate", "reduce", "replace", "capture", "broken", "wounded", "malfunctioned"}
