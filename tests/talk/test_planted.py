"""Rows of talk and teams that a writer of SQL plants, changes, moves, puts in another order or deletes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from campaigns import actions
from campaigns.ledger import crypto
from campaigns.models import Room
from campaigns.talk.models import ChatMessage
from campaigns.talk.subjects import Subjects
from rules.contract import PUBLIC
from tests.players import PlayedCampaign
from tests.talk.test_talk import ALTERED, SECRET, read, sends

pytestmark = pytest.mark.django_db
PLANTED = "I concede, says Ivan"


def another(table: PlayedCampaign) -> PlayedCampaign:
    """A campaign of Ivan's, in which he has the German side."""
    options = {"balance": "none", "dice": "server"}
    made = actions.start_campaign(name="Another", system="oto2", options=options, side="german", by=table.users["ivan"])
    return PlayedCampaign(table.users, made.campaign.public_id)


def body(table: PlayedCampaign, number: int) -> dict[str, Any]:
    """What is kept of something that was said at the table."""
    found = ChatMessage.objects.get(campaign=table.campaign, room=PUBLIC, number=number).body
    assert found is not None
    return dict(found)


def plants(table: PlayedCampaign, number: int, kept: Any, room: str = PUBLIC, sealed: bytes | None = None) -> None:
    ChatMessage.objects.update_or_create(
        campaign=table.campaign, room=room, number=number, defaults={"body": kept, "sealed": sealed}
    )


FORGED: dict[str, Callable[[dict[str, Any]], Any]] = {
    "without a code": lambda told: {key: told[key] for key in told if key != "mac"} | {"text": PLANTED},
    "another text": lambda told: told | {"text": PLANTED},
    "another speaker": lambda told: told | {"seat": 1},
    "another moment": lambda told: told | {"at": "2020-01-01T00:00:00+00:00"},
    "one entry more": lambda told: told | {"more": 1},
    "a code that is none": lambda told: told | {"mac": "Ж"},
    "no code but a number": lambda told: told | {"mac": 5},
    "nothing": lambda told: {},
    "no object": lambda told: [told],
    "a number": lambda told: 5,
}


@pytest.mark.parametrize("how", FORGED)
def test_what_was_planted_at_the_table_is_said_by_nobody(table: PlayedCampaign, how: str) -> None:
    sends(table, "ivan", "Good luck", room="table")
    plants(table, 1, FORGED[how](body(table, 1)))
    for name in ("hans", "ivan", "umpire", "spectator"):
        page = read(table, name, "table")
        assert page.status_code == 200
        assert ALTERED in page.content.decode()
        assert PLANTED not in page.content.decode()
        assert "Good luck" not in page.content.decode()
    found = table.browser("hans").get(reverse("talk", args=[table.public_id]), {"room": "table", "q": "Ivan"})
    assert b"Nothing was found." in found.content


def test_what_was_said_is_said_at_its_place_alone(table: PlayedCampaign) -> None:
    """Put in another order, said again, or said in another campaign, it is not what was said."""
    other = another(table)
    for each in (table, other):
        sends(each, "ivan", f"Yes, in {each.campaign.name}", room="table")
        sends(each, "ivan", "No", room="table")
    first, second = body(table, 1), body(table, 2)
    plants(table, 1, second)
    plants(table, 2, first)
    plants(table, 3, first)
    plants(table, 4, body(other, 1))
    page = read(table, "hans", "table").content.decode()
    assert page.count(ALTERED) == 4
    assert "Yes, in" not in page


def test_what_was_moved_out_of_a_room_is_read_by_nobody(table: PlayedCampaign) -> None:
    """To the other room, to the table, or to the same room of a campaign in which its reader has the other side."""
    sends(table, "hans", SECRET)
    sealed = bytes(ChatMessage.objects.get(room="german").sealed or b"")
    plants(table, 1, None, "russian", sealed)
    plants(table, 1, {"sealed": sealed.hex()})
    for room in ("", "table"):
        page = read(table, "ivan", room)
        assert page.status_code == 200
        assert SECRET not in page.content.decode()
        assert ALTERED in page.content.decode()
    other = another(table)
    plants(other, 1, None, "german", sealed)
    page = read(other, "ivan", "german").content.decode()
    assert ALTERED in page
    assert SECRET not in page


@pytest.mark.parametrize("sealed", [b"", b"x", b"x" * 4124])
def test_a_row_of_nonsense_stops_no_page_and_is_taken_away(table: PlayedCampaign, sealed: bytes) -> None:
    """A note stands on pages of play: none of them breaks by one, and whoever may write there clears it away."""
    table.play_until("hans", "purchase")
    sends(table, "hans", SECRET, about=next(iter(Subjects.of(table.seat("hans")).steps)))
    plants(table, 2, None, "german", sealed)
    ChatMessage.objects.filter(room="german").update(note=True)
    browser = table.browser("otto")
    for path in ("refit/", "forces/", "talk/", "team/", "map/positions/"):
        answer = browser.get(f"/campaigns/{table.public_id}/{path}", follow=True)
        assert answer.status_code in (200, 404), path
    assert browser.post(reverse("talk-take-back", args=[table.public_id, 2])).status_code == 302
    assert ALTERED not in read(table, "hans").content.decode()
    assert SECRET in read(table, "hans").content.decode()


def test_an_address_of_a_message_leads_nobody_into_another_room(table: PlayedCampaign) -> None:
    """Whatever is asked of a room that is not one's own, also what is not there, answers the same."""
    sends(table, "hans", SECRET)
    place = reverse("talk", args=[table.public_id])
    for name in ("ivan", "adjutant_ivan", "umpire", "spectator"):
        browser, answers = table.browser(name), set()
        for more in ({}, {"q": SECRET}, {"q": "Nobody"}, {"before": "2"}):
            answers.add(browser.get(place, {"room": "german", **more}).status_code)
        for number in (1, 2, 2**40):
            taken = reverse("talk-take-back", args=[table.public_id, number])
            answers.add(browser.post(f"{taken}?room=german").status_code)
        assert answers == {404}, name
        found = browser.get(place, {"q": SECRET, "room": "table"}).content.decode()
        assert "Nothing was found." in found
    assert ChatMessage.objects.filter(room="german").count() == 1


def test_where_a_key_is_missing_all_is_calm_and_back_with_the_key(table: PlayedCampaign, settings: Any) -> None:
    """A missing key is no fault of a row: nothing is said to be altered, so that nobody clears it away."""
    sends(table, "hans", SECRET)
    sends(table, "hans", "Good luck", room="table")
    keys, settings.REFIT_KEYS = settings.REFIT_KEYS, [crypto.new_key()]
    for room in ("", "table"):
        answer = read(table, "hans", room)
        assert answer.status_code == 503
        assert ALTERED not in answer.content.decode()
    settings.REFIT_KEYS = keys
    assert SECRET in read(table, "hans").content.decode()


def test_what_was_said_at_the_table_outlives_a_turn_of_the_master_key(table: PlayedCampaign, settings: Any) -> None:
    from django.core.management import call_command

    sends(table, "ivan", "Good luck", room="table")
    old, new = settings.REFIT_KEYS, crypto.new_key()
    settings.REFIT_KEYS = [new, *old]
    call_command("rotate_keys")
    settings.REFIT_KEYS = [new]
    assert "Good luck" in read(table, "hans", "table").content.decode()


@pytest.mark.parametrize("kept", [b"", b"x", b"x" * 2076, None])
def test_a_team_of_nonsense_stops_no_page_and_is_made_anew(table: PlayedCampaign, kept: bytes | None) -> None:
    Room.objects.filter(campaign=table.campaign, key="german").update(team=kept)
    place = reverse("team", args=[table.public_id])
    told = "Who has which part was written or altered in the database"
    for name in ("hans", "otto", "adjutant_hans"):
        page = table.browser(name).get(place)
        assert page.status_code == 200
        assert (told in page.content.decode()) == (kept is not None)
    number = table.seat("otto").number
    form = {"act": "hand-out", "revision": "0", f"part-{number}": "Armour"}
    page = table.browser("hans").get(place).context["page"]
    assert page.two_sign == (kept is not None), "garbled, it frees nobody of a second signature"
    form |= {f"given-{key}": str(whose) for key, (_, whose) in page.assignments.items()}
    assert table.browser("hans").post(place, form).status_code == 302
    after = table.browser("otto").get(place).content.decode()
    assert "Armour" in after
    assert told not in after
    assert told not in table.browser("ivan").get(place).content.decode()
