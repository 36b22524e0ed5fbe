"""Counter battery fire in a scenario (5.1 to 5.3): who rolls, what it costs, and who learns of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.contract import PUBLIC, Refused
from tests.rules.play import GERMAN, RUSSIAN, SYSTEM, Game, data_of, rows
from tests.rules.rare_orders import under_fire

NOTHING = "no effect"


def battle(german: str = "O5", russian: str = "O1 O2 O7", **options: Any) -> Game:
    """A battle in which both sides have what they fire with."""
    baskets = {(GERMAN, 0): rows(german), (RUSSIAN, 0): rows(russian)}
    return Game(baskets=baskets, **options).until("counter_battery")


def attack(game: Game, placed: str, *dice: int) -> str:
    """An attack of the German module; what came of it."""
    game.order(GERMAN, "enter", attack=placed)
    return str(data_of(game.roll(GERMAN, *dice), "cbm.attacked")["rolls"][0]["result"])


def fates(game: Game, side: str, kind: str) -> list[str]:
    return [c.fate for c in game.room(side).counters if c.kind == kind]


def hit(game: Game, *dice: int, placed: str = "two_ffe") -> Game:
    """A game in which the Russian side is asked what that attack hit."""
    attack(game, placed, *dice)
    return game.alone(RUSSIAN, "counter_battery_hits")


def module(game: Game, kind: str) -> str:
    """The number of the first Russian counter of a class."""
    return str(next(c.id for c in game.room(RUSSIAN).counters if c.kind == kind))


@pytest.mark.parametrize(
    ("placed", "dice", "result"),
    [
        ("many_ffe", (1, 4), "red card for the lowest caliber enemy OBA module"),
        ("two_ffe", (1, 4), "enemy FFE becomes harassing fire, smoke thins"),
        ("few_ffe", (1, 4), NOTHING),
        ("few_ffe", (1, 1), "red card for the lowest caliber enemy OBA module"),
        ("many_ffe", (1, 1), "lowest caliber enemy OBA module eliminated, or an enemy CBM"),
        ("two_ffe", (1, 2), "red card for any enemy OBA module"),
        ("few_ffe", (5, 6), NOTHING),
    ],
)
def test_5_3_the_attack_counts_the_FFE_placed(placed: str, dice: tuple[int, int], result: str):
    assert attack(battle(), placed, *dice) == result


@pytest.mark.parametrize("placed", ["few_ffe", "two_ffe", "many_ffe"])
def test_5_3_an_Original_12_costs_the_module_whatever_the_DRM(placed: str):
    game = battle()
    first = next(c for c in game.room(GERMAN).counters if c.kind == "cbm")
    game.put(GERMAN, counters=(*game.room(GERMAN).counters, replace(first, id=game.room(GERMAN).next_id)))
    assert attack(game, placed, 6, 6) == "this CBM eliminated"
    assert fates(game, GERMAN, "cbm") == ["eliminated", "ready"]
    attack(game, placed, 6, 6)
    assert fates(game, GERMAN, "cbm") == ["eliminated"] * 2
    assert game.current(GERMAN).spec.key == "play"


def test_5_3_a_module_attacks_as_often_as_its_owner_likes_and_stays_for_the_next_scenario():
    game = battle("O5")
    for _ in range(3):
        assert attack(game, "two_ffe", 3, 4) == NOTHING
    game.order(GERMAN, "enter")
    assert game.current(GERMAN).spec.key == "play"
    assert game.until("counter_battery", date=1).current(GERMAN).task.fields


def test_5_3_a_side_without_a_module_is_asked_nothing():
    game = Game(baskets={(GERMAN, 0): rows("O5"), (RUSSIAN, 0): rows("O1")}).until("counter_battery")
    assert game.current(RUSSIAN).spec.key == "play"


def test_5_3_own_dice_are_typed_in_for_the_attack():
    game = battle(dice="own")
    game.order(GERMAN, "enter", attack="many_ffe")
    with pytest.raises(Refused, match="enter the dice"):
        game.order(GERMAN, "roll")
    told = data_of(game.order(GERMAN, "roll", dice={"attack": [1, 4]}), "cbm.attacked")
    assert (told["row"], told["rolls"][0]["own"]) == ("4", True)


def test_5_3_a_module_that_was_hit_is_eliminated_without_CVP_and_no_more_asked_for_its_FFE():
    game = hit(battle(), 1, 1)
    struck = module(game, "oba")
    game.order(RUSSIAN, "enter", hit1=struck)
    assert fates(game, RUSSIAN, "oba").count("eliminated") == 1
    assert f"ffe_{struck}" not in {f.name for f in game.current(RUSSIAN).task.fields}
    game.alone(RUSSIAN, "victory")
    assert game.current(RUSSIAN).task.own == 0


def test_5_3_a_counter_battery_module_may_be_hit_instead():
    game = hit(battle(), 1, 1)
    game.order(RUSSIAN, "enter", hit1=module(game, "cbm"))
    assert fates(game, RUSSIAN, "cbm") == ["eliminated"]
    assert "eliminated" not in fates(game, RUSSIAN, "oba")


def test_5_3_and_CG13_a_module_that_is_not_in_play_is_hit_by_nothing():
    game = battle(russian="O1*2 O2*2 O3")
    modules = [c for c in game.room(RUSSIAN).counters if c.kind == "oba" and c.fate == "ready"]
    used = [str(c.id) for c in modules if "in play" in c.marks]
    assert len(used) == 4 < len(modules)
    (field,) = hit(game, 1, 1).current(RUSSIAN).task.fields[:1]
    assert [number for number, _ in field.options] == ["", *used]


def test_5_3_red_cards_go_into_the_note_of_the_module_one_by_one():
    game = battle()
    attack(game, "two_ffe", 1, 2)
    game = hit(game, 1, 3)
    struck = module(game, "oba")
    assert all(module(game, "cbm") not in dict(field.options) for field in game.current(RUSSIAN).task.fields)
    before = next(c.note for c in game.room(RUSSIAN).counters if str(c.id) == struck)
    game.order(RUSSIAN, "enter", hit1=struck, hit2=struck)
    counter = next(c for c in game.room(RUSSIAN).counters if str(c.id) == struck)
    added = "red card added (5.3); red card added (5.3)"
    assert (counter.fate, counter.note) == ("ready", f"{before}; {added}" if before else added)


def test_5_3_what_is_eliminated_is_not_hit_again():
    game = under_fire()
    struck = module(game, "oba")
    with pytest.raises(Refused, match="Eliminated already") as caught:
        game.order(RUSSIAN, "enter", hit1=struck, hit2=struck)
    assert caught.value.field == "hit2"


@pytest.mark.parametrize("dice", [(1, 4), (3, 4), (6, 6)])
def test_5_3_what_takes_no_module_asks_the_enemy_nothing(dice: tuple[int, int]):
    game = battle()
    attack(game, "two_ffe", *dice)
    game.alone(RUSSIAN, "rally")
    assert not [event for event in game.events if event.kind == "cbm.suffered"]


def test_5_3_both_sides_read_the_attack_and_nobody_learns_whom_it_hit_or_what_there_is():
    def public(russian: str, entered: str) -> list[tuple[str, Any]]:
        game = hit(battle(russian=russian), 1, 1)
        events = game.order(RUSSIAN, "enter", hit1=module(game, entered))
        assert {event.room for event in events} == {RUSSIAN}
        return [(e.kind, e.data) for e in game.events if e.room == PUBLIC and e.kind != "stage.finished"][-3:]

    assert public("O1 O2 O7", "oba") == public("O1 O7 O6", "cbm")
    assert public("O1 O7", "oba")[-1][0] == "cbm.attacked"


def test_5_3_the_journal_tells_the_attack_with_its_reckoning():
    game = battle()
    game.order(GERMAN, "enter", attack="many_ffe")
    (event,) = (e for e in game.roll(GERMAN, 1, 4) if e.room == PUBLIC)
    story = SYSTEM.describe(event)
    result = "red card for the lowest caliber enemy OBA module"
    assert story.sentence == f"Counter battery fire of the German side: {result}."
    assert [(r.original, r.final) for _, r in story.reckonings] == [(5, 4)]


def test_5_3_who_attacks_is_not_asked_what_his_own_attack_hit():
    game = battle("O1 O5", russian="O1")
    attack(game, "two_ffe", 1, 1)
    game.alone(GERMAN, "markers")
    assert not [event for event in game.events if event.kind == "cbm.suffered"]


def test_CG13_by_ruling_a_counter_battery_module_that_was_not_chosen_does_not_fire():
    game = Game(baskets={(GERMAN, 0): rows("O1*2 O2 O5")}, rulings={"cbm_module": "counted"}).until("modules", GERMAN)
    first = [value for value, _ in game.current(GERMAN).task.fields[0].options][:3]
    game.order(GERMAN, "enter", **{f"module{n}": value for n, value in enumerate(first, 1)})
    assert game.until("markers", GERMAN).current(GERMAN).spec.key == "markers"
    assert not any(event.kind == "cbm.aimed" for event in game.events)
    game.until("perimeter", GERMAN)
    assert not any("in play" in c.marks for c in game.room(GERMAN).counters)


def test_CG13_a_module_that_was_not_chosen_is_not_in_play_when_all_the_others_are_lost():
    game = Game(baskets={(GERMAN, 0): rows("O1*2 O2 O5")}, rulings={"cbm_module": "counted"}).until("modules", GERMAN)
    game.alone(GERMAN, "modules").until("play", GERMAN)
    chosen = [c.id for c in game.room(GERMAN).counters if "in play" in c.marks]
    assert len(chosen) == 3
    for number in chosen:
        game.order(GERMAN, "lose", piles={str(number): 1}, fate="eliminated")
    game.until("markers", GERMAN)
    assert not any(event.kind == "cbm.aimed" for event in game.events)
    assert not [each.name for each in game.current(GERMAN).task.fields if each.name.startswith("ffe_")]
