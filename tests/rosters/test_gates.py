"""Every address of sheets and forces against everyone who may knock."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.seats import leaving
from rosters import urls
from tests.players import NAMES, PlayedCampaign

OPENS = {
    "hans": {"public", "german"},
    "otto": {"public", "german"},
    "adjutant_hans": {"public", "german"},
    "ivan": {"public", "russian"},
    "adjutant_ivan": {"public", "russian"},
    "umpire": {"public", "russian"},
    "spectator": {"public"},
    "stranger": set(),
}
"""The rooms each of the cast may enter while the campaign runs."""

SHEETS = [
    ("public", "card"),
    ("public", "perimeter"),
    ("german", "perimeter"),
    *((side, key) for side in ("german", "russian") for key in ("roster", "record", "organizer")),
]
NOWHERE = [("finnish", "roster"), ("german", "nothing"), ("public", "roster"), ("german", "card")]


def status(client: Client, name: str, *args: object, method: str = "get") -> int:
    """What an address answers; whatever is answered is not to be kept."""
    response = getattr(client, method)(reverse(name, args=args))
    if response.status_code == 200:
        assert response["Cache-Control"] == "no-store"
        assert "HX-Request" in response["Vary"]
    return int(response.status_code)


def test_the_tests_below_know_every_address() -> None:
    known = {"sheet-list", "sheets-together", "sheet", "sheet-csv", "sheet-xlsx", "sheet-pdf", "sheet-file"}
    known |= {"forces", "forces-of"}
    assert {pattern.name for pattern in urls.urlpatterns} == known


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_is_there_for_those_who_may_enter_its_room_and_for_nobody_else(
    table: PlayedCampaign, name: str
) -> None:
    client = table.browser(name)
    for room, key in SHEETS:
        may = room in OPENS[name]
        place = (table.public_id, room, key)
        assert status(client, "sheet", *place) == (200 if may else 404)
        assert status(client, "sheet-csv", *place) == (200 if may else 404)
        assert status(client, "sheet-xlsx", *place) == (200 if may else 404)
        assert status(client, "sheet-pdf", *place, method="post") == (302 if may else 404)
        assert status(client, "sheet-file", *place, 999) == 404
    for room, key in NOWHERE:
        assert status(client, "sheet", table.public_id, room, key) == 404


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NAMES)
def test_all_sheets_of_a_side_are_there_for_those_who_may_enter_its_room(table: PlayedCampaign, name: str) -> None:
    client, listed = table.browser(name), ""
    if OPENS[name]:
        listed = client.get(reverse("sheet-list", args=[table.public_id])).content.decode()
    for room in ("german", "russian", "public", "finnish"):
        may = room in OPENS[name] - {"public"}
        assert status(client, "sheets-together", table.public_id, room, method="post") == (200 if may else 404)
        link = reverse("sheets-together", args=[table.public_id, room])
        assert (f'action="{link}"' in listed) is may


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NAMES)
def test_a_finished_pdf_is_handed_to_those_who_may_enter_its_room_and_to_nobody_else(
    table: PlayedCampaign, name: str, django_capture_on_commit_callbacks: object
) -> None:
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        table.browser("hans").post(reverse("sheet-pdf", args=[table.public_id, "german", "roster"]))
    from rosters.models import SheetJob

    place = (table.public_id, "german", "roster", SheetJob.objects.get().number)
    assert status(table.browser(name), "sheet-file", *place) == (200 if "german" in OPENS[name] else 404)


def test_an_umpire_who_was_sent_out_gets_no_pdf_that_was_made_before(
    table: PlayedCampaign, django_capture_on_commit_callbacks: object
) -> None:
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        table.browser("umpire").post(reverse("sheet-pdf", args=[table.public_id, "russian", "roster"]))
    from rosters.models import SheetJob

    place = (table.public_id, "russian", "roster", SheetJob.objects.get().number)
    assert status(table.browser("umpire"), "sheet-file", *place) == 200
    leaving.dismiss_umpire(seat_id=table.seat("umpire").pk, by=table.seat("ivan"))
    assert status(table.browser("umpire"), "sheet-file", *place) == 404


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NAMES)
def test_the_list_names_the_sheets_of_open_rooms_only(table: PlayedCampaign, name: str) -> None:
    response = table.browser(name).get(reverse("sheet-list", args=[table.public_id]))
    if name == "stranger":
        assert response.status_code == 404
        return
    html = response.content.decode()
    for room, key in SHEETS:
        assert (f"/sheets/{room}/{key}/" in html) == (room in OPENS[name])


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NAMES)
def test_forces_are_there_for_those_who_may_enter_the_room_and_for_nobody_else(
    table: PlayedCampaign, name: str
) -> None:
    client = table.browser(name)
    assert status(client, "forces", table.public_id) == (404 if name == "stranger" else 200)
    for side in ("german", "russian", "finnish"):
        may = 200 if side in OPENS[name] else 404
        assert status(client, "forces-of", table.public_id, side) == may
        if may == 404:
            assert status(client, "forces-of", table.public_id, side, method="post") == 404


@pytest.mark.parametrize("name", ["adjutant_hans", "umpire", "spectator"])
def test_only_commanders_write(table: PlayedCampaign, name: str) -> None:
    page = reverse("forces", args=[table.public_id])
    seen = table.view(name) if name == "adjutant_hans" else None
    answer = table.browser(name).post(page, {"act": "lose", "n:1": "1", "fate": "eliminated", "seen": "0"})
    assert answer.status_code == 422
    assert b"commander" in answer.content
    assert seen is None or table.view(name).mine.counters == seen.mine.counters


def test_a_spectator_is_told_that_forces_are_shown_to_their_side_alone(table: PlayedCampaign) -> None:
    page = table.browser("spectator").get(reverse("forces", args=[table.public_id])).content.decode()
    assert "is shown to that side alone" in page
    assert "4-6-7" not in page


def test_an_adjutant_reads_without_forms_and_is_told_why(table: PlayedCampaign) -> None:
    page = table.browser("adjutant_hans").get(reverse("forces", args=[table.public_id])).content.decode()
    assert "a commander of your side records" in page
    assert 'name="act"' not in page


def test_after_the_end_both_sides_are_open_to_all_seats(table: PlayedCampaign) -> None:
    table.player("hans").orders("concede")
    for name in ("hans", "ivan", "umpire", "spectator", "adjutant_ivan"):
        client = table.browser(name)
        for room, key in SHEETS:
            assert status(client, "sheet", table.public_id, room, key) == 200
        for side in ("german", "russian"):
            page = client.get(reverse("forces-of", args=[table.public_id, side])).content.decode()
            assert 'name="act"' not in page
    assert status(table.browser("stranger"), "sheet", table.public_id, "german", "roster") == 404


def test_who_is_not_logged_in_is_asked_to(table: PlayedCampaign) -> None:
    for address, rest in (
        ("sheet-list", ()),
        ("sheet", ("german", "roster")),
        ("forces", ()),
        ("sheet-csv", ("public", "card")),
        ("sheet-xlsx", ("public", "card")),
    ):
        response = table.browser().get(reverse(address, args=[table.public_id, *rest]))
        assert response["Location"].startswith("/accounts/login/")
