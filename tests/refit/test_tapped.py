"""A picture of the map that is pressed where no scripts run: the hex is written where the page would have it."""

from __future__ import annotations

import pytest

from refit import steps, tapped
from rules.engine.follow_ups import beside
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, start_played

AT = {"at.x": "220", "at.y": "340"}


@pytest.fixture
def table(db: None) -> PlayedCampaign:
    return start_played(map=practice_map(), name="Tapped")


def pressed(table: PlayedCampaign, typed: dict[str, str], sent: dict[str, str]) -> dict[str, str]:
    """What is typed after the picture was pressed."""
    seat = table.seat("hans")
    state = steps.state_for(seat)
    current = steps.current_step(seat, state)
    assert current is not None
    return tapped.with_tap(seat, state, current, typed, sent)


def place(table: PlayedCampaign) -> str:
    """The hex there."""
    seat = table.seat("hans")
    state = steps.state_for(seat)
    current = steps.current_step(seat, state)
    assert current is not None
    on = tapped.of_draft(seat, state, current, {})
    assert on is not None
    return str(on.figure.at(AT))


def test_a_picture_is_pressed_beside_another_step_and_on_its_own_page(table: PlayedCampaign) -> None:
    table.play_until("hans", "wind")
    current = table.view("hans").current
    (setup,) = (each for each in current.follow_ups if each.spec.key == "setup")
    name = setup.task.fields[0].name
    typed = {"force": "Gusts", beside("setup", "tap:line"): name, beside("setup", name): ""}
    found = pressed(table, typed, AT)
    assert found["force"] == "Gusts", "what was typed for the step before is still there"
    assert found[beside("setup", name)] == place(table)
    table.play_until("hans", "setup")
    alone = pressed(table, {"tap:line": name, name: ""}, AT)
    assert alone[name] == place(table)


@pytest.mark.parametrize("sent", [{}, {"at.x": "-50", "at.y": "-50"}, {"at.x": "x", "at.y": "1"}, {"at.x": "9" * 400}])
def test_a_press_off_the_map_or_none_leaves_all_as_it_was(table: PlayedCampaign, sent: dict[str, str]) -> None:
    table.play_until("hans", "setup")
    name = table.view("hans").current.task.fields[0].name
    typed = {"tap:line": name, name: "K20"}
    assert pressed(table, typed, sent) == typed
