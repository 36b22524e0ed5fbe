"""Groups by the names that players use, which stay what they once were."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.asl.reinforcements.names import group_names
from rules.features.forces import GroupName, with_names
from tests.rules.driver import Driver
from tests.rules.play import GERMAN, RUSSIAN, Game


@pytest.fixture
def game() -> Game:
    return Game().until("play")


def names_of(game: Driver, side: str) -> dict[str, str]:
    state = game.state
    return {key: each.name for key, each in game.system.group_names(state.only({side}), side).items()}


def test_formations_of_one_name_are_counted_whatever_row_of_the_chart_they_came_from(game: Driver) -> None:
    room, rules = game.room(GERMAN), game.system.view(game.state, GERMAN).public.rules
    first = room.groups[0]
    bought = [("I1", "a"), ("I2", "b"), ("I3", "c"), ("O1", "d"), ("O1", "e"), ("V1", "f")]
    of = replace(room, groups=tuple(replace(first, id=key, rg=rg) for rg, key in bought))
    found = group_names(rules, of)
    assert [found[key].name for key in "abcdef"] == [
        "1st Rifle Co.", "2nd Rifle Co.", "1st Pioneer Plt.", "100mm+ OBA", "100mm+ OBA, no. 2", "1st TD Plt.",
    ]  # fmt: skip
    assert found["b"] == GroupName("2nd Rifle Co.", "I2", "I2 Rifle Co. II (b)")


def test_a_name_does_not_hang_on_what_comes_later(game: Driver) -> None:
    room, rules = game.room(RUSSIAN), game.system.view(game.state, RUSSIAN).public.rules
    all_of_them = group_names(rules, room)
    fewer = group_names(rules, replace(room, groups=room.groups[:2]))
    assert fewer == {key: all_of_them[key] for key in fewer}
    assert len({each.name for each in all_of_them.values()}) == len(all_of_them)


def test_every_group_of_a_side_has_a_name_and_none_of_the_other_side(game: Driver) -> None:
    assert set(names_of(game, GERMAN)) == {group.id for group in game.room(GERMAN).groups}
    assert names_of(game, GERMAN)["23AM-I1-given1"] == "1st Rifle Co."


def test_a_text_has_the_name_where_the_id_or_the_label_stood() -> None:
    names = {
        "23AM-I1-1": GroupName("1st Rifle Co.", "I1", "I1 Rifle Co. I (23AM-I1-1)"),
        "23AM-I1-10": GroupName("10th Rifle Co.", "I1", "I1 Rifle Co. I (23AM-I1-10)"),
    }
    assert with_names("I1 Rifle Co. I (23AM-I1-1): Full. MMG for 23AM-I1-10, 2 or less.", names) == (
        "1st Rifle Co.: Full. MMG for 10th Rifle Co., 2 or less."
    )
    assert with_names("Nothing of them", names) == "Nothing of them"
    assert with_names("From 23AM-I1-1. Two.", names | {"23AM-I1-1": replace(names["23AM-I1-1"], name="1st Co.")}) == (
        "From 1st Co. Two."
    ), "its stop ends the sentence"
