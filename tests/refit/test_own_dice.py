"""Dice typed in at the wizard, in campaigns that agreed on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from campaigns.ledger import journal
from refit.steps import ALONG
from tests.html_client import HtmlPage
from tests.players import PlayedCampaign
from tests.refit.test_rewind import dice_of

Wizard = Callable[[PlayedCampaign, str], HtmlPage]
Founding = Callable[..., PlayedCampaign]


@pytest.fixture
def at_weapons(founding: Founding) -> Founding:
    """A campaign with these dice, the given German company waiting for its weapons (7.5192)."""

    def go(dice: str) -> PlayedCampaign:
        table = founding(dice=dice)
        table.scripts["german"] = {"23AM purchase": {"rows": {"I1": {"n": 1}}}}
        table.play_until("hans", "weapons")
        return table

    return go


@pytest.fixture
def own(at_weapons: Founding) -> PlayedCampaign:
    """The same with own dice."""
    return at_weapons("own")


def dice_on(page: HtmlPage) -> list[str]:
    """The boxes for dice on a page."""
    return [name for name in page.form.fields if name.startswith("die:")]


def test_own_dice_go_from_the_page_to_the_journal_marked_as_own(own: PlayedCampaign, wizard: Wizard) -> None:
    page = wizard(own, "hans")
    boxes = dice_on(page)
    assert boxes
    after = page.press(page_act(page), dict.fromkeys(boxes, "1"))
    assert after.status == 200
    assert "own dice" in after.html
    told = [entry.event for entry in journal.entries(own.campaign, {"german"}) if entry.event.data.get("rolls")]
    rolls: Any = told[-1].data["rolls"]
    assert all(roll["own"] and set(roll["dice"]) == {1} for roll in rolls)
    assert dice_of(own, "german") == 0, "the server drew none"


@pytest.mark.parametrize(("face", "words"), [("7", "7"), ("0", "0"), ("-1", "-1"), ("six", "'six'"), ("1.5", "'1.5'")])
def test_a_face_no_die_has_is_refused_and_stays_in_its_box(
    own: PlayedCampaign, wizard: Wizard, face: str, words: str
) -> None:
    page = wizard(own, "hans")
    first, *rest = dice_on(page)
    answer = page.press(page_act(page), {**dict.fromkeys(rest, "2"), first: face})
    assert answer.status == 422
    assert f"{words} is no face of a die; enter 1 to 6." in answer.text
    assert answer.form.fields[first] == face
    assert all(answer.form.fields[name] == "2" for name in rest)


def test_the_boxes_of_a_refused_roll_are_marked_and_led_to(own: PlayedCampaign, wizard: Wizard) -> None:
    page = wizard(own, "hans")
    first, *rest = dice_on(page)
    roll = first.rpartition(":")[0]
    answer = page.press(page_act(page), {**dict.fromkeys(rest, "2"), first: "7"})
    boxes = [box for box in answer.html.split("<input")[1:] if f'name="{roll}:' in box]
    assert all('aria-invalid="true" aria-describedby="e-roll-1"' in box for box in boxes)
    assert answer.html.count('aria-invalid="true"') == len(boxes)
    assert 'href="#e-roll-1"' in answer.html
    assert 'id="e-roll-1"' in answer.html


@pytest.mark.parametrize(
    ("dice", "told", "places"),
    [
        ("either", "Leave the boxes empty", {"hans": "weapons", "ivan": "recon"}),
        ("own", "Roll at your table", {"hans": "weapons"}),
    ],
)
def test_wherever_there_are_boxes_for_dice_the_page_says_what_to_do_with_them(
    at_weapons: Founding, wizard: Wizard, dice: str, told: str, places: dict[str, str]
) -> None:
    table = at_weapons(dice)
    for name, step in places.items():
        table.play_until(name, step)
        page = wizard(table, name)
        assert dice_on(page), step
        assert page.html.count(told) == 1, step


def test_a_die_left_out_is_asked_for(own: PlayedCampaign, wizard: Wizard) -> None:
    page = wizard(own, "hans")
    answer = page.press(page_act(page))
    assert answer.status == 422
    assert "enter the dice you rolled" in answer.text


def test_where_the_server_rolls_there_are_no_boxes_and_typed_dice_are_refused(
    at_weapons: Founding, wizard: Wizard
) -> None:
    table = at_weapons("server")
    page = wizard(table, "hans")
    assert not dice_on(page)
    needs = table.view("hans").current.task.needs
    typed = {f"die:{need.key}:{n}": "6" for need in needs for n in range(need.dice)}
    answer = page.press(page_act(page), typed)
    assert answer.status == 422
    assert "rolls on the server" in answer.text


def test_where_either_goes_boxes_left_empty_are_rolled_by_the_server(at_weapons: Founding, wizard: Wizard) -> None:
    table = at_weapons("either")
    before = dice_of(table, "german")
    assert dice_on(wizard(table, "hans"))
    assert wizard(table, "hans").press("roll").status == 200
    assert dice_of(table, "german") > before


def page_act(page: HtmlPage) -> str:
    """The button of a page that does its step alone."""
    return next(act for act in page.form.buttons if act != "draft" and not act.endswith(ALONG))


def test_own_dice_are_never_rolled_on(own: PlayedCampaign, wizard: Wizard) -> None:
    page = wizard(own, "hans")
    assert [act for act in page.form.buttons if act.endswith(ALONG)] == []
    boxes = dict.fromkeys(dice_on(page), "1")
    after = page.send({**page.form.fields, **boxes, "act": page_act(page) + ALONG})
    assert dice_on(after), "the next step asks for its own dice"
    assert dice_of(own, "german") == 0
