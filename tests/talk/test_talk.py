"""Who may say what where, who reads it, and what a row of it tells."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings as django_settings
from django.urls import reverse

from campaigns.talk import actions, messages, rights
from campaigns.talk.models import ChatMessage
from campaigns.talk.subjects import Subjects
from rules.contract import PUBLIC, Refused
from rules.features.forces import HasForces
from tests.html_client import open_page
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, start_played

pytestmark = pytest.mark.django_db
SECRET = "Marder in the grain elevator"
ALTERED = "This message was written or altered in the database"


def read(table: PlayedCampaign, name: str, room: str = "") -> Any:
    """Somebody's answer to a look at what is said in a room."""
    asked = {"room": room} if room else {}
    return table.browser(name).get(reverse("talk", args=[table.public_id]), asked)


def sends(table: PlayedCampaign, name: str, text: str, **more: str) -> Any:
    place = reverse("talk", args=[table.public_id])
    room = more.pop("room", "")
    return table.browser(name).post(f"{place}?room={room}" if room else place, {"act": "say", "text": text, **more})


def test_a_side_talks_in_its_room_and_nobody_else_reads_it(table: PlayedCampaign) -> None:
    assert sends(table, "hans", SECRET).status_code == 302
    for name in ("hans", "otto", "adjutant_hans"):
        assert SECRET in read(table, name).content.decode()
    for name in ("ivan", "adjutant_ivan", "umpire", "spectator"):
        assert SECRET not in read(table, name).content.decode()
        assert read(table, name, "german").status_code == 404
    assert read(table, "stranger").status_code == 404


def test_an_umpire_who_was_let_in_reads_the_room_and_not_its_talk(table: PlayedCampaign) -> None:
    sends(table, "ivan", SECRET)
    assert "russian" in table.seat("umpire").admitted
    assert read(table, "umpire", "russian").status_code == 404
    assert SECRET not in read(table, "umpire").content.decode()


def test_behind_the_end_a_side_s_talk_stays_its_own(table: PlayedCampaign) -> None:
    sends(table, "hans", SECRET)
    browser, seen = table.browser("hans"), open_page(table.browser("hans"), f"/campaigns/{table.public_id}/refit/")
    press = {"act": "concede-confirmed", "seen": seen.form.fields["seen"]}
    browser.post(reverse("refit-concede", args=[table.public_id]), press)
    assert table.campaign.ended
    assert SECRET in read(table, "hans").content.decode()
    assert read(table, "ivan", "german").status_code == 404
    assert sends(table, "ivan", "Well played", room="table").status_code == 302


def test_at_the_table_everybody_reads_and_a_spectator_only_that(table: PlayedCampaign) -> None:
    for name in ("hans", "adjutant_ivan", "umpire"):
        assert sends(table, name, f"{name} greets you", room="table").status_code == 302
    for name in ("ivan", "spectator"):
        assert "umpire greets you" in read(table, name, "table").content.decode()
    assert "Say it" not in read(table, "spectator").content.decode()
    refused = sends(table, "spectator", "I too", room="table")
    assert refused.status_code == 422
    assert "Here you may read, and no more." in refused.content.decode()


@pytest.mark.parametrize("text", ["x", "Ж" * rights.LONGEST, "😀" * rights.LONGEST, "\\\"'" * 200])
def test_a_row_of_a_side_tells_its_number_and_nothing_else(table: PlayedCampaign, text: str) -> None:
    actions.say(text=text, room="german", by=table.seat("hans"))
    (row,) = ChatMessage.objects.filter(room="german")
    assert row.body is None
    assert row.sealed is not None
    assert len(row.sealed) == messages.BLOCK + 28, "one block, with nonce and tag"
    columns = {field.name for field in ChatMessage._meta.fields}
    assert columns == {"id", "campaign", "room", "number", "note", "body", "sealed"}, "no moment, no name"


def test_a_message_moved_to_another_number_does_not_open(table: PlayedCampaign) -> None:
    actions.say(text=SECRET, room="german", by=table.seat("hans"))
    actions.say(text="Yes", room="german", by=table.seat("otto"))
    first, second = ChatMessage.objects.filter(room="german").order_by("number")
    ChatMessage.objects.filter(pk=second.pk).update(sealed=first.sealed)
    answer = read(table, "hans")
    assert answer.status_code == 200
    assert answer.content.decode().count(SECRET) == 1, "its own place alone"
    assert answer.content.decode().count(ALTERED) == 1


def test_what_is_said_is_in_no_file_mail_or_count_of_the_others(table: PlayedCampaign, mailoutbox: list[Any]) -> None:
    beat = reverse("campaign-beat", args=[table.public_id])
    before = {name: table.browser(name).get(beat).json() for name in ("hans", "ivan")}
    sends(table, "hans", SECRET)
    assert {name: table.browser(name).get(beat).json() for name in ("hans", "ivan")} == before
    assert SECRET.encode() not in table.browser("hans").get(reverse("campaign-file", args=[table.public_id])).content
    assert not [mail for mail in mailoutbox if SECRET in mail.body + mail.subject]


@pytest.mark.parametrize(
    ("text", "about", "why"),
    [
        ("", "", "This field is required"),
        ("x" * (rights.LONGEST + 1), "", "at most 600 characters"),
        ("A\x00B", "", "Null characters"),
        ("‮evil", "", "at most 600 characters"),
        ("Look", "ZZ99", "is no step of this phase"),
        ("Look", "x" * 10_000, "at most 80 characters"),
    ],
)
def test_bad_input_is_told_and_kept(table: PlayedCampaign, text: str, about: str, why: str) -> None:
    answer = sends(table, "hans", text, about=about)
    assert answer.status_code == 422
    assert why in answer.content.decode()
    assert not ChatMessage.objects.exists()
    if about == "ZZ99":
        assert ">\nLook</textarea>" in answer.content.decode()


def test_enter_says_nothing(table: PlayedCampaign) -> None:
    page = open_page(table.browser("hans"), reverse("talk", args=[table.public_id]))
    assert next(iter(page.form_with("say").buttons)) == "", "Enter presses the first button"
    answer = table.browser("hans").post(reverse("talk", args=[table.public_id]), {"act": "", "text": SECRET})
    assert answer.status_code == 422
    assert SECRET in answer.content.decode()
    assert not ChatMessage.objects.exists()


def test_one_takes_back_one_s_own_message_and_any_note_of_the_side(table: PlayedCampaign) -> None:
    step = next(iter(Subjects.of(table.seat("hans")).steps))
    sends(table, "hans", "Mine")
    sends(table, "hans", "Look at the guns", about=step)

    def take(name: str, number: int) -> int:
        return table.browser(name).post(reverse("talk-take-back", args=[table.public_id, number])).status_code

    assert take("otto", 1) == 422
    assert take("hans", 1) == 302
    assert take("adjutant_hans", 2) == 302
    assert take("hans", 2) == 422, "it is gone"
    assert take("ivan", 1) == 422
    assert not ChatMessage.objects.exists()


@pytest.mark.parametrize(("room", "who"), [("german", "hans"), ("table", "hans")])
def test_the_number_of_a_deleted_message_is_not_used_again(table: PlayedCampaign, room: str, who: str) -> None:
    """A page that was opened before shows a button for it, which must delete nothing else."""
    sends(table, who, "Too early", room=room)
    place = f"{reverse('talk-take-back', args=[table.public_id, 1])}?room={room}"
    assert table.browser(who).post(place).status_code == 302
    sends(table, who, "What counts", room=room)
    assert table.browser(who).post(place).status_code == 422
    assert "What counts" in read(table, who, room).content.decode()
    assert table.browser(who).post(place.replace("/1/", "/2/")).status_code == 302
    sends(table, who, "Once more", room=room)
    assert ChatMessage.objects.get().number == 3


def test_text_is_found(table: PlayedCampaign) -> None:
    for number in range(45):
        actions.say(text=f"Word {number}", room="german", by=table.seat("hans"))
    place = reverse("talk", args=[table.public_id])
    browser = table.browser("hans")
    page = browser.get(place).content.decode()
    assert "Word 44" in page
    assert "Word 4<" not in page
    assert "Word 4<" in browser.get(place, {"before": "6"}).content.decode()
    assert "Word 4<" in browser.get(place, {"q": "word 4"}).content.decode()
    assert "Nothing was found." in browser.get(place, {"q": "Marder"}).content.decode()
    assert browser.get(place, {"before": "9" * 100}).status_code == 200


def test_there_are_only_so_many(table: PlayedCampaign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "MOST", 1)
    actions.say(text="One", room="german", by=table.seat("hans"))
    with pytest.raises(Refused, match="the most that are kept"):
        actions.say(text="Two", room="german", by=table.seat("hans"))
    actions.say(text="Of another room", room="russian", by=table.seat("ivan"))
    monkeypatch.setitem(django_settings.QUOTAS, "messages", 1)
    with pytest.raises(Refused, match="1 messages within a day"):
        actions.say(text="Three", room=PUBLIC, by=table.seat("hans"))


# Notes ----------------------------------------------------------------------------------------------------------------


def test_a_note_stands_beside_its_step_for_the_side_alone(table: PlayedCampaign) -> None:
    table.play_until("hans", "purchase")
    before = table.browser("ivan").get(f"/campaigns/{table.public_id}/refit/", follow=True).content
    assert sends(table, "adjutant_hans", SECRET, about="purchase").status_code == 302
    assert SECRET in table.browser("otto").get(f"/campaigns/{table.public_id}/refit/", follow=True).content.decode()
    after = table.browser("ivan").get(f"/campaigns/{table.public_id}/refit/", follow=True).content
    assert len(before) == len(after)


def test_a_note_stands_beside_hexes_and_counters() -> None:
    table = start_played(map=practice_map())
    subjects = Subjects.of(table.seat("hans"))
    assert isinstance(subjects.system, HasForces)
    counter = subjects.system.forces(subjects.state, "german").sections[0].piles[0].like.name
    assert sends(table, "hans", "A gun may be here", about="k20").status_code == 302
    assert sends(table, "hans", "Keep it back", about=counter).status_code == 302
    positions = table.browser("otto").get(reverse("map-positions", args=[table.public_id])).content.decode()
    assert "A gun may be here" in positions
    assert "Keep it back" not in positions
    forces = table.browser("otto").get(reverse("forces", args=[table.public_id])).content.decode()
    assert "Keep it back" in forces
    assert "A gun may be here" not in forces
    public = table.browser("ivan").get(reverse("map", args=[table.public_id])).content.decode()
    assert "A gun may be here" not in public
