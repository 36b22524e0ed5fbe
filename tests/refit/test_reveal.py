"""The reveal of reinforcements: what came, told once, with the dice beside it; of one's own side alone."""

from __future__ import annotations

import re
import struct
import threading
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast
from xml.etree import ElementTree

import pytest
from django.urls import reverse

from refit.reveal.pages import _rolls
from refit.reveal.picture import WIDTH, picture
from rosters import pdf
from rosters.pdf import png_here
from rules.asl.counters import MADE
from rules.features.reinforcements import Came, Highlight, Reveal
from rules.systems.oto2.state import GERMAN
from rules.systems.oto2.system import SYSTEM
from rules.tables import Table
from tests.html_client import HtmlPage, open_page
from tests.players import PlayedCampaign, state_of

PNG = b"\x89PNG\r\n\x1a\n"
BASKET = {"purchase": {"rows": {"I1": {"n": 2}, "V3": {"n": 1}, "O1": {"n": 1}}}}


@pytest.fixture
def came(table: PlayedCampaign) -> PlayedCampaign:
    """The German side looks at what came for 23PM."""
    table.scripts["german"] = BASKET
    table.play_to("forces", "23PM")
    table.play_until("hans", "muster")
    return table


def page(table: PlayedCampaign, name: str) -> HtmlPage:
    return open_page(table.browser(name), reverse("reinforcements", args=[table.public_id]))


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG in pixels."""
    return cast(tuple[int, int], struct.unpack(">II", png[16:24]))


def picture_of_nothing() -> str:
    return picture(Reveal("23PM", (), "", (), (), ()), "Orsha", GERMAN, "German")


def revealed(table: PlayedCampaign, rolls: Iterable[Mapping[str, Any]] | None = None) -> Reveal:
    """What is revealed to the German side."""
    found = SYSTEM.reveal(state_of(table.campaign, {GERMAN}), GERMAN, rolls)
    assert found
    return found


def test_7_519_the_review_is_one_table_of_all_that_came_and_no_list_beside_it(came: PlayedCampaign) -> None:
    shown = open_page(came.browser("hans"), reverse("refit-home", args=[came.public_id]))
    mine = came.view("hans").mine
    today = [each for each in mine.groups if each.purchase.arrived and each.date == "23PM"]
    assert len(today) == 4
    for each in today:
        assert mine.group_names[each.group.id].name in shown.text
        assert each.group.id not in shown.text
    assert "What came of it" not in shown.text
    assert "Rolled so far" not in shown.text
    assert shown.html.count('<table class="arrivals"') == 1


def test_every_counter_that_came_is_in_the_totals_and_every_roll_in_a_row(came: PlayedCampaign) -> None:
    mine = came.view("hans").mine
    found = revealed(came)
    today = {each.group.id for each in mine.groups if each.date == "23PM"}
    counters = [c for c in mine.counters if c.group in today and c.came_as != MADE]
    assert sum(each.count for each in found.totals) == len(counters)
    assert found.number_of_rolls == len(mine.outcomes)
    assert found.headline.startswith(f"{sum(c.kind == 'squad' for c in counters)} squads")


def test_the_page_tells_the_same_after_the_stage_from_the_record(came: PlayedCampaign) -> None:
    before = revealed(came)
    came.play_to("battle", "23PM")
    seat = came.seat("hans")
    assert revealed(came, _rolls(seat.campaign, GERMAN)) == before
    assert before.headline in page(came, "hans").text


@pytest.mark.parametrize("name", ["hans", "ivan"])
def test_a_side_is_told_of_its_own_groups_alone(came: PlayedCampaign, name: str) -> None:
    came.play_to("battle", "23PM")
    own, other = (came.view(each).mine for each in (name, "ivan" if name == "hans" else "hans"))
    shown = page(came, name)
    assert any(each.name in shown.text for each in own.group_names.values())
    foreign = {each.name for each in other.group_names.values()} - {each.name for each in own.group_names.values()}
    assert not [each for each in foreign if each in shown.text]


def test_the_drawing_is_a_file_of_its_own_that_asks_for_nothing(came: PlayedCampaign) -> None:
    answer = came.browser("hans").get(reverse("reinforcements-drawing", args=[came.public_id]))
    drawn = answer.content.decode()
    ElementTree.fromstring(drawn)
    assert answer["Content-Type"] == "image/svg+xml"
    assert "german-23pm.svg" in answer["Content-Disposition"]
    assert "1st Rifle Co." not in drawn or "2nd Rifle Co." in drawn
    assert not re.findall(r'(?:href|src)="(?!#)', drawn)
    assert not re.findall(r"[0-9a-f]{16}|hans|ivan|<script", drawn)


def test_the_picture_can_be_sent_and_has_every_die_of_what_came(came: PlayedCampaign) -> None:
    answer = came.browser("hans").get(reverse("reinforcements-picture", args=[came.public_id]))
    made = answer.content
    assert answer["Content-Type"] == "image/png"
    assert "german-23pm.png" in answer["Content-Disposition"]
    assert made.startswith(PNG)
    assert size_of(made)[0] == 2 * WIDTH
    found = revealed(came)
    dice = sum(len(roll.reckoning.dice) for group in found.groups for roll in group.rolls)
    assert dice
    assert picture(found, "Orsha", GERMAN, "German").count("<rect") - picture_of_nothing().count("<rect") == dice


@pytest.mark.parametrize("kind", ["reinforcements-picture", "reinforcements-drawing"])
@pytest.mark.slow
def test_no_other_reader_has_the_picture_before_the_end(came: PlayedCampaign, kind: str) -> None:
    url = reverse(kind, args=[came.public_id])
    for name in ("ivan", "adjutant_ivan", "umpire", "spectator", "stranger"):
        for asked in ({"side": GERMAN}, {"side": GERMAN, "date": "23PM"}):
            assert came.browser(name).get(url, asked).status_code == 404
    assert came.browser("ivan").get(url, {"date": "23PM"}).status_code == 404, "his own has not come yet"
    for side in ("public", "martian"):
        assert came.browser("hans").get(url, {"side": side}).status_code == 404


def test_after_the_end_anybody_at_the_table_has_the_picture_of_either_side(came: PlayedCampaign) -> None:
    came.play_to("battle", "23PM")
    came.player("ivan").orders("concede")
    url = reverse("reinforcements-picture", args=[came.public_id])
    for name in ("ivan", "spectator"):
        assert came.browser(name).get(url, {"side": GERMAN, "date": "23PM"}).content.startswith(PNG)
    assert came.browser("stranger").get(url, {"side": GERMAN}).status_code == 404
    books = came.browser("ivan").get(reverse("campaign-books", args=[came.public_id]), {"date": "23PM"})
    assert f"{url}?date=23PM&amp;side={GERMAN}" in books.content.decode()


@pytest.mark.slow
def test_a_picture_has_an_end_however_much_came(came: PlayedCampaign) -> None:
    found = revealed(came)
    group = found.groups[0]
    rolls, words = [*group.strength_rolls] * 500, [Came("squad", "4-6-7 " * 30, 999)] * 500
    most = replace(
        found,
        headline="squads and more " * 200,
        totals=words,
        highlights=[Highlight("9-2 " * 99, "Company " * 99, group.rolls[0].reckoning, Fraction(1, 36))] * 500,
        groups=[replace(group, name="Company " * 99, units=words, strength_rolls=rolls)] * 500,
    )
    drawn = picture(most, "C" * 80, GERMAN, "German")
    assert "and 460 groups more" in drawn
    assert len(drawn) < 400_000
    made = png_here(drawn)
    assert size_of(made)[1] < 9_000
    assert len(made) < 4_000_000


def test_a_character_that_no_file_of_xml_can_have_spoils_no_picture(came: PlayedCampaign) -> None:
    drawn = picture(revealed(came), "Or\x0bsha <&\ud800>", GERMAN, "German")
    assert "Or sha &lt;&amp; &gt;" in drawn
    assert png_here(drawn).startswith(PNG)


def test_too_many_pictures_at_once_are_refused_and_the_page_stays(
    came: PlayedCampaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf, "PATIENCE", 0.01)
    monkeypatch.setattr(pdf, "_turns", threading.BoundedSemaphore(1))
    pdf._turns.acquire()
    answer = came.browser("hans").get(reverse("reinforcements-picture", args=[came.public_id]))
    assert answer.status_code == 422
    assert "Too many pictures" in answer.content.decode()
    assert revealed(came).headline in answer.content.decode()


def test_a_date_without_reinforcements_and_a_seat_without_a_side_have_no_such_page(came: PlayedCampaign) -> None:
    url = reverse("reinforcements", args=[came.public_id])
    assert came.browser("hans").get(url, {"date": "no such date"}).status_code == 404


def test_a_result_that_seldom_comes_is_marked_with_its_chance(came: PlayedCampaign) -> None:
    rolls: list[dict[str, Any]] = [{**each} for each in came.view("hans").mine.outcomes]
    led = next(each for each in rolls if each.get("table") == "oto2.leaders")
    table = SYSTEM.tables({}).find("oto2.leaders")
    assert isinstance(table, Table)
    row = table.row(2)
    led |= {"dice": [1, 1], "mods": [], "hit": dict(row.values), "result": row.values["german"]}
    found = revealed(came, rolls)
    assert found.highlights[0].result == row.values["german"]
    assert found.highlights[0].one_in == 36
    assert any(group.remarkable for group in found.groups)
