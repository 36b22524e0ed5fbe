"""The battle pad without scripts: who has it, what a tap enters, undone, recorded once, and what it tells nobody."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from campaigns import drafts
from campaigns.guards import lock_campaign
from campaigns.locks import actions as locks
from campaigns.locks import words
from campaigns.models import PlayMode, Seat
from refit.pad import kept
from rules.asl.counters import casualties
from tests.html_client import HtmlPage, open_page
from tests.locks.conftest import cheap_words
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, log_in
from tests.rosters.conftest import supplied
from tests.seats import is_played, sits_too

__all__ = ["cheap_words", "supplied"]


@pytest.fixture
def fought(supplied: PlayedCampaign) -> PlayedCampaign:
    """The first scenario is being played."""
    supplied.play_until("hans", "play")
    return supplied


def pad_of(table: PlayedCampaign, name: str) -> HtmlPage:
    return open_page(table.browser(name), reverse("pad", args=[table.public_id]))


def pressed(page: HtmlPage, act: str, **entries: Any) -> HtmlPage:
    form = next(form for form in page.forms if "revision" in form.fields)
    answer = page.client.post(form.action, {**form.fields, "act": act, **entries}, follow=True)
    return HtmlPage(page.client, answer, form.action)


def tile(page: HtmlPage, name: str) -> str:
    """The button of the first tile of this name."""
    form = next(form for form in page.forms if "revision" in form.fields)
    return next(value for value in form.buttons if value.startswith("tap:") and value.split("|")[1] == name)


def tapped(page: HtmlPage, name: str, mode: str = "eliminate") -> HtmlPage:
    return pressed(page, tile(page, name), mode=mode)


def entered(page: HtmlPage) -> list[str]:
    """The ids of what is on the pad, the latest first."""
    found = (value.removeprefix("undo:") for form in page.forms for value in form.buttons if value.startswith("undo:"))
    return list(dict.fromkeys(found))


Wizard = Callable[[PlayedCampaign, str], HtmlPage]


def lost(table: PlayedCampaign, name: str) -> int:
    room = table.view(name).mine
    return casualties(room.counters, 0)


@pytest.mark.parametrize("name", ["hans", "otto", "ivan", "adjutant_hans", "adjutant_ivan"])
def test_everybody_of_a_side_has_its_pad(fought: PlayedCampaign, name: str) -> None:
    page = pad_of(fought, name)
    assert page.status == 200
    assert "Tap a counter" in page.text
    assert tapped(page, "LMG").status == 200


@pytest.mark.parametrize("name", ["umpire", "spectator", "stranger"])
def test_nobody_else_has_one(fought: PlayedCampaign, name: str) -> None:
    where = reverse("pad", args=[fought.public_id])
    assert fought.browser(name).get(where).status_code == 404
    assert fought.browser(name).post(where, {"act": "record"}).status_code == 404


def test_an_administrator_without_a_seat_has_none(fought: PlayedCampaign) -> None:
    root = fought.users["stranger"]
    root.is_staff = root.is_superuser = True
    root.save()
    assert fought.browser("stranger").get(reverse("pad", args=[fought.public_id])).status_code == 404


def test_the_campaigns_page_leads_to_it_while_a_scenario_is_played(fought: PlayedCampaign) -> None:
    where, pad = reverse("campaign", args=[fought.public_id]), reverse("pad", args=[fought.public_id])
    assert f'href="{pad}"' in open_page(fought.browser("hans"), where).html
    fought.play_to("purchase", "23PM")
    assert f'href="{pad}"' not in open_page(fought.browser("hans"), where).html


def test_taps_are_counted_undone_and_recorded_once(fought: PlayedCampaign) -> None:
    page = tapped(tapped(tapped(pad_of(fought, "hans"), "4-6-7"), "4-6-7"), "4-6-7", "reduce")
    assert "3 entries" in page.text
    assert lost(fought, "hans") == 0, "nothing is recorded yet"
    page = pressed(page, f"undo:{entered(page)[0]}")
    assert len(entered(page)) == 2
    page = pressed(page, "record")
    assert "Recorded." in page.text
    assert lost(fought, "hans") == 4
    assert entered(pad_of(fought, "hans")) == []


def test_a_recording_that_is_taken_back_has_its_entries_on_the_pad_again(fought: PlayedCampaign) -> None:
    page = pressed(tapped(pad_of(fought, "hans"), "4-6-7"), "record")
    tapped(pad_of(fought, "hans"), "LMG")
    undone = next(form for form in page.forms if form.fields.get("next") is not None and "act" in form.fields)
    page.client.post(undone.action, undone.fields)
    page = pad_of(fought, "hans")
    assert len(entered(page)) == 2
    assert lost(fought, "hans") == 0
    pressed(page, "record")
    assert lost(fought, "hans") == 2
    assert entered(pad_of(fought, "hans")) == []


def test_a_tile_has_a_button_for_its_second_act_and_a_tap_says_how_many_it_was(fought: PlayedCampaign) -> None:
    page = pad_of(fought, "hans")
    key = tile(page, "4-6-7").removeprefix("tap:")
    page = pressed(page, f"reduce:{key}")
    assert "4-6-7: Reduced" in page.text
    page = pressed(page, f"times:{entered(page)[0]} 3")
    assert ("3 × 4-6-7: Reduced" in page.text, len(entered(page))) == (True, 1)
    page = pressed(page, f"times:{entered(page)[0]} 2")
    assert "2 × 4-6-7: Reduced" in page.text
    page = pressed(tapped(page, "LMG"), f"undo:{entered(page)[0]}")
    assert (len(entered(page)), "Reduced" in page.html.partition('class="latest"')[2][:600]) == (1, False)
    page = pressed(pressed(page, f"reduce:{key}"), "record")
    assert "Recorded." in page.text
    assert lost(fought, "hans") == 1


def test_what_was_several_is_recorded_and_comes_back_as_several(fought: PlayedCampaign) -> None:
    page = tapped(pad_of(fought, "hans"), "4-6-7")
    page = pressed(pressed(page, f"times:{entered(page)[0]} 4"), "record")
    assert lost(fought, "hans") == 8
    undone = next(form for form in page.forms if form.fields.get("next") is not None and "act" in form.fields)
    page.client.post(undone.action, undone.fields)
    page = pad_of(fought, "hans")
    assert "4 × 4-6-7: Lost" in page.text
    fought.play_to("battle", "23PM")
    assert "4 × 4-6-7: Lost" in pad_of(fought, "hans").html.partition("data-pad-left")[2]


def test_what_a_mate_made_too_many_of_is_put_right_by_a_number(fought: PlayedCampaign) -> None:
    hans = Script(fought, "hans")
    left = hans.heard["pad"]["counts"][hans.tile]
    number = hans.tap(2, what="times", on=f"{IDS[1]} {left}")
    answer = Script(fought, "otto").sends(hans.tap(3), mark=Script(fought, "otto").heard["device"]["mark"])
    assert answer.json()["kept"] == [IDS[3]]
    answer = hans.sends(hans.tap(1), number).json()
    assert "only" in answer["pad"]["entries"][-1]["wrong"]
    page = pad_of(fought, "hans")
    form = next(form for form in page.forms if "revision" in form.fields)
    offered = [value for value in form.buttons if value.startswith("times:")]
    assert offered == [f"times:{IDS[1]} {n}" for n in range(1, min(9, left - 1) + 1)]
    page = pressed(page, offered[0])
    assert "do not fit" not in page.text


@pytest.mark.parametrize("number", ["0", "100", "-1", "", "x", "2 2", "٢"])
def test_a_number_that_is_none_is_a_sentence(fought: PlayedCampaign, number: str) -> None:
    page = tapped(pad_of(fought, "hans"), "4-6-7")
    assert pressed(page, f"times:{entered(page)[0]} {number}").status == 422
    assert "1 entry" in pad_of(fought, "hans").text


def test_more_than_there_are_is_a_sentence_and_changes_nothing(fought: PlayedCampaign) -> None:
    page = tapped(pad_of(fought, "hans"), "4-6-7")
    page = pressed(page, f"times:{entered(page)[0]} 99")
    assert page.status == 422
    assert re.search(r"4-6-7: only \d\d are left\.", page.text)
    assert "99 ×" not in pad_of(fought, "hans").text


def test_a_form_that_is_sent_twice_enters_one_thing(fought: PlayedCampaign) -> None:
    page = pad_of(fought, "hans")
    tapped(page, "4-6-7")
    again = tapped(page, "4-6-7")
    assert len(entered(again)) == 1
    again = tapped(again, "4-6-7")
    undone = pressed(again, f"undo:{entered(again)[0]}")
    assert len(entered(tapped(undone, "4-6-7"))) == 2


def test_notes_stand_in_the_draft_of_the_step_after_recording(fought: PlayedCampaign) -> None:
    page = pressed(pad_of(fought, "hans"), "note", note="Fire in the mill")
    page = pressed(tapped(page, "LMG"), "record")
    assert 'value="Fire in the mill"' in page.html


def test_a_note_that_another_one_begins_with_is_kept_beside_it(fought: PlayedCampaign) -> None:
    pressed(tapped(pressed(pad_of(fought, "hans"), "note", note="Fire: K20"), "4-6-7"), "record")
    page = pressed(tapped(pressed(pad_of(fought, "hans"), "note", note="Fire: K2"), "4-6-7"), "record")
    assert 'value="Fire: K20; Fire: K2"' in page.html


def test_versions_beside_the_draft_that_notes_go_into_stay(fought: PlayedCampaign, wizard: Wizard) -> None:
    mine, his = wizard(fought, "hans"), wizard(fought, "adjutant_hans")
    his.press("draft", {"note": "Held the mill"})
    mine.press("draft", {"note": "Lost the mill"})
    pressed(tapped(pressed(pad_of(fought, "hans"), "note", note="Fire: K20"), "4-6-7"), "record")
    draft = drafts.saved(fought.seat("hans"), "play")
    assert draft is not None
    assert [each.data["note"] for each in draft.versions] == ["Held the mill; Fire: K20", "Lost the mill"]


def test_a_note_whose_recording_was_undone_stands_there_once(fought: PlayedCampaign) -> None:
    page = pressed(tapped(pressed(pad_of(fought, "hans"), "note", note="Fire: K20"), "4-6-7"), "record")
    undone = next(form for form in page.forms if form.fields.get("next") is not None and "act" in form.fields)
    page.client.post(undone.action, undone.fields)
    assert 'value="Fire: K20"' in pressed(pad_of(fought, "hans"), "record").html


def test_the_steps_of_the_battle_say_what_is_not_recorded_yet(fought: PlayedCampaign) -> None:
    page = tapped(tapped(pad_of(fought, "hans"), "4-6-7"), "4-6-7")
    home = reverse("refit-home", args=[fought.public_id])
    assert "2 entries on the battle pad are not recorded yet." in open_page(fought.browser("otto"), home).text
    assert "battle pad are" not in open_page(fought.browser("ivan"), home).text
    assert "battle pad are" not in pressed(page, "record").text


def test_an_adjutant_enters_and_a_commander_records(fought: PlayedCampaign) -> None:
    page = tapped(pad_of(fought, "adjutant_hans"), "4-6-7")
    assert "records what is entered" in page.text
    assert pressed(page, "record").status == 422
    assert lost(fought, "hans") == 0
    pressed(pad_of(fought, "hans"), "record")
    assert lost(fought, "hans") == 2


def test_what_a_mate_entered_meanwhile_is_shown_before_it_is_recorded(fought: PlayedCampaign) -> None:
    page = tapped(pad_of(fought, "hans"), "4-6-7")
    tapped(pad_of(fought, "otto"), "4-6-7")
    page = pressed(page, "record")
    assert page.status == 422
    assert "More has been entered" in page.text
    assert lost(fought, "hans") == 0
    pressed(page, "record")
    assert lost(fought, "hans") == 4


@pytest.mark.parametrize(
    ("act", "entries"),
    [
        ("tap:squad|no such|2|", {"mode": "eliminate"}),
        ("tap:", {"mode": "eliminate"}),
        ("tap:x", {"mode": "fly"}),
        ("note", {"note": ""}),
        ("note", {"note": "x" * 400}),
        ("fly:high", {}),
        ("", {"note": "Enter was pressed"}),
        ("record", {}),
    ],
)
def test_bad_input_is_a_sentence_and_what_was_typed_stays(
    fought: PlayedCampaign, act: str, entries: dict[str, str]
) -> None:
    page = pressed(pad_of(fought, "hans"), act, **entries)
    assert page.status == 422
    assert "Not done." in page.text
    if entries.get("note"):
        assert entries["note"] in page.html


def test_a_tap_that_cannot_befall_a_counter_says_so(fought: PlayedCampaign) -> None:
    page = tapped(pad_of(fought, "hans"), "LMG", "wounded")
    assert page.status == 422
    assert "this can't become of it" in page.text.replace("’", "'")


def test_between_two_scenarios_there_is_no_pad_to_enter_in(table: PlayedCampaign) -> None:
    page = pad_of(table, "hans")
    assert "No scenario is being played." in page.text
    answer = page.client.post(page.where, {"act": "tap:x", "mode": "eliminate"})
    assert answer.status_code == 422


def test_what_is_entered_is_kept_sealed(fought: PlayedCampaign) -> None:
    pressed(pad_of(fought, "hans"), "note", note="Kanarienvogel")
    with connection.cursor() as cursor:
        cursor.execute("SELECT string_agg(encode(body, 'escape'), ' ') FROM campaigns_draft")
        assert "Kanarienvogel" not in cursor.fetchone()[0]
    assert "Kanarienvogel" not in pad_of(fought, "ivan").html


# for a script -------------------------------------------------------------------------------------

IDS = [f"00000000-0000-4000-8000-{number:012}" for number in range(200)]


class Script:
    """What a device says to the server, and hears."""

    def __init__(self, table: PlayedCampaign, name: str) -> None:
        self.client, self.where = table.browser(name), reverse("pad-entries", args=[table.public_id])
        self.heard = self.client.get(self.where).json()
        squads = (key for key, tile in self.heard["pad"]["book"].items() if tile["kind"] == "squad")
        self.tile = next(key for key in squads if self.heard["pad"]["counts"].get(key, 0) > 3)

    def sends(self, *entries: object, mark: str = "") -> Any:
        body = {"mark": mark or self.heard["device"]["mark"], "entries": entries}
        return self.client.post(self.where, body, content_type="application/json")

    def tap(self, number: int, **more: object) -> dict[str, object]:
        return {"id": IDS[number], "what": "eliminate", "on": self.tile, "scenario": 0, **more}


def test_an_entry_is_kept_once_however_often_it_is_sent(fought: PlayedCampaign) -> None:
    hans, otto = Script(fought, "otto"), Script(fought, "hans")
    for _ in range(2):
        assert hans.sends(hans.tap(1), hans.tap(2)).json()["kept"] == IDS[1:3]
    answer = otto.sends(otto.tap(2), otto.tap(3), {**otto.tap(4), "what": "undo", "on": IDS[1]}).json()
    assert [each["id"] for each in answer["pad"]["entries"]] == IDS[2:4]
    assert [each["id"] for each in hans.sends(hans.tap(1)).json()["pad"]["entries"]] == IDS[2:4], "undone stays undone"
    pressed(pad_of(fought, "hans"), "record")
    answer = hans.sends(hans.tap(2), {**hans.tap(5), "what": "undo", "on": IDS[3]}).json()
    assert (answer["kept"], answer["pad"]["entries"]) == ([IDS[2]], [])
    assert "has been recorded" in answer["refused"][IDS[5]]


def test_a_number_is_kept_once_and_goes_with_what_it_was_said_of(fought: PlayedCampaign) -> None:
    hans = Script(fought, "hans")
    number = hans.tap(2, what="times", on=f"{IDS[1]} 3")
    for _ in range(2):
        answer = hans.sends(hans.tap(1), number).json()
        assert answer["kept"] == IDS[1:3]
        assert [(each["times"], each["text"][:3]) for each in answer["pad"]["entries"]] == [(3, "3 ×")]
    hans.sends(hans.tap(3, what="times", on=f"{IDS[1]} 2"))
    assert hans.sends(number).json()["pad"]["entries"][0]["times"] == 2, "what was said since stands"
    answer = hans.sends(hans.tap(4, what="undo", on=IDS[1]), hans.tap(5, what="times", on=f"{IDS[1]} 2")).json()
    assert (answer["pad"]["entries"], answer["pad"]["lost"]) == ([], 0)
    hans.sends(hans.tap(6))
    pressed(pad_of(fought, "hans"), "record")
    refused = hans.sends(hans.tap(7, what="times", on=f"{IDS[6]} 2")).json()["refused"]
    assert "has been recorded" in refused[IDS[7]]
    assert lost(fought, "hans") == 2


def test_one_bad_entry_is_refused_alone(fought: PlayedCampaign) -> None:
    hans = Script(fought, "hans")
    answer = hans.sends(
        hans.tap(1), hans.tap(2, scenario=7), hans.tap(3, on=""), hans.tap(4, on="x" * 999), hans.tap(5, what=["x"]),
        hans.tap(6, on="a\x00b"), hans.tap(9, what="note", on="\ud800"), {"id": IDS[7]}, {"id": 7}, None, "x",
        hans.tap(8),
    ).json()  # fmt: skip
    assert answer["kept"] == [IDS[1], IDS[8]]
    assert sorted(answer["refused"]) == [*IDS[2:8], IDS[9]]
    assert "scenario that is over" in answer["refused"][IDS[2]]


def test_what_was_recorded_in_a_scenario_that_is_over_is_not_asked_for_again(fought: PlayedCampaign) -> None:
    hans = Script(fought, "hans")
    hans.sends(hans.tap(1))
    pressed(pad_of(fought, "hans"), "record")
    fought.play_to("battle", "23PM")
    answer = hans.sends(hans.tap(1), hans.tap(2)).json()
    assert answer["kept"] == [IDS[1]]
    assert "scenario that is over" in answer["refused"][IDS[2]]


def test_nor_is_it_where_no_scenario_is_being_played(fought: PlayedCampaign) -> None:
    hans = Script(fought, "hans")
    undo = hans.tap(3, what="undo", on=IDS[2])
    hans.sends(hans.tap(1), hans.tap(2), undo)
    pressed(pad_of(fought, "hans"), "record")
    fought.play_to("aftermath", "23PM")
    answer = hans.sends(hans.tap(1), hans.tap(2), undo, hans.tap(4)).json()
    assert answer["pad"] is None
    assert answer["kept"] == IDS[1:4]
    assert list(answer["refused"]) == [IDS[4]]
    assert "No scenario is being played." in answer["refused"][IDS[4]]


def test_what_was_never_recorded_is_shown_to_its_side_when_the_scenario_is_over(fought: PlayedCampaign) -> None:
    page = tapped(pad_of(fought, "hans"), "4-6-7")
    assert "data-pad-left" not in page.html
    pressed(page, "note", note="the bridge is down")
    fought.play_to("battle", "23PM")
    left = pad_of(fought, "hans").html.partition("data-pad-left")[2]
    assert "4-6-7: Lost" in left
    assert "the bridge is down" in left
    assert "data-pad-left" not in pad_of(fought, "ivan").html


def test_who_has_saved_too_many_drafts_in_a_day_sends_them_later(fought: PlayedCampaign, settings: Any) -> None:
    hans = Script(fought, "hans")
    settings.QUOTAS = {**settings.QUOTAS, "drafts": 1}
    hans.sends(hans.tap(1))
    assert hans.sends(hans.tap(2)).status_code == 429
    assert [each["id"] for each in Script(fought, "hans").heard["pad"]["entries"]] == [IDS[1]]


@pytest.mark.parametrize(
    "body", ["[" * 50_000, "", "[]", "{", '{"mark": 1}', '{"entries": 3, "mark": ""}', "null", "\xff"]
)
def test_nonsense_is_refused_and_breaks_nothing(fought: PlayedCampaign, body: str) -> None:
    where = reverse("pad-entries", args=[fought.public_id])
    assert fought.browser("hans").post(where, body, content_type="application/json").status_code in (400, 409)


def test_more_than_there_can_be_is_refused_with_a_reason(
    fought: PlayedCampaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("refit.pad.kept.MOST", 3)
    hans = Script(fought, "hans")
    answer = hans.sends(*(hans.tap(number) for number in range(5))).json()
    assert answer["kept"] == IDS[:3]
    assert "the most there can be" in answer["refused"][IDS[4]]


def test_an_undo_names_an_entry_and_their_number_has_an_end(
    fought: PlayedCampaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    hans = Script(fought, "hans")
    answer = hans.sends(hans.tap(1, what="undo", on="a long text"), hans.tap(2, what="undo", on=IDS[3])).json()
    assert (answer["kept"], list(answer["refused"])) == ([IDS[2]], [IDS[1]])
    monkeypatch.setattr(kept, "MOST_UNDONE", 2)
    answer = hans.sends(hans.tap(4), hans.tap(5, what="undo", on=IDS[4]), hans.tap(6, what="times", on=f"{IDS[4]} 2"))
    assert (answer.json()["kept"], list(answer.json()["refused"])) == ([IDS[4]], IDS[5:7])


def test_a_page_left_open_sends_nothing_under_the_next_ones_login(fought: PlayedCampaign) -> None:
    hans, otto, ivan = (Script(fought, name) for name in ("hans", "otto", "ivan"))
    marks = {each.heard["device"]["mark"] for each in (hans, otto, ivan)}
    keys = {each.heard["device"]["key"] for each in (hans, otto, ivan)}
    assert len(marks) == len(keys) == 3
    for other in (otto, ivan):
        assert other.sends(hans.tap(1), mark=hans.heard["device"]["mark"]).status_code == 409
    assert Script(fought, "hans").heard["device"] == hans.heard["device"], "the same after each log-in"
    assert Script(fought, "hans").heard["pad"]["entries"] == []


@pytest.mark.parametrize("name", ["umpire", "spectator", "stranger", ""])
def test_nobody_else_is_told_a_pad_or_a_key(fought: PlayedCampaign, name: str) -> None:
    client, where = fought.browser(name), reverse("pad-entries", args=[fought.public_id])
    answers = client.get(where), client.post(where, {"mark": "", "entries": []}, content_type="application/json")
    assert [each.status_code for each in answers] == ([404, 404] if name else [302, 302])


def test_a_device_of_both_sides_keeps_nothing(fought: PlayedCampaign) -> None:
    Seat.objects.filter(campaign=fought.campaign, user=fought.users["ivan"]).delete()
    sits_too(fought.campaign, fought.users["hans"], "russian")
    is_played(fought.campaign, PlayMode.HOTSEAT)
    browser = fought.browser("hans")
    browser.post(reverse("campaign-device", args=[fought.public_id]), {"side": "german"})
    where = reverse("pad-entries", args=[fought.public_id])
    heard = browser.get(where).json()
    assert heard["device"] is None
    assert heard["pad"]["counts"]
    assert browser.post(where, {"mark": None, "entries": []}, content_type="application/json").status_code == 409
    assert "Tap a counter" in open_page(browser, reverse("pad", args=[fought.public_id])).text, "its form is there"


def room_locked(table: PlayedCampaign, name: str) -> str:
    """Somebody locks the room of his side, on a device of his; the words that open it."""
    seat, drawn = table.seat(name), words.drawn_words()
    with transaction.atomic():
        campaign = lock_campaign(seat)
        campaign.locked = True
        campaign.save(update_fields=["locked"])
        locks.lock_room(seat, locks.ChosenWords(drawn))
        locks.tell(seat)
    return drawn


def test_the_key_of_a_locked_room_is_given_where_it_is_open_alone(
    fought: PlayedCampaign,
    cheap_words: None,
) -> None:
    before, drawn = Script(fought, "hans").heard["device"], room_locked(fought, "hans")
    client, where = fought.browser("hans"), reverse("pad-entries", args=[fought.public_id])
    shut = client.get(where)
    assert (shut.status_code, shut.content) == (302, b"")
    assert client.post(where, {"mark": "", "entries": []}, content_type="application/json").status_code != 200
    client, url = log_in(Client(HTTP_HOST="localhost"), fought.users["hans"]), f"/campaigns/{fought.public_id}/unlock/"
    way = re.search(r'name="way" value="([0-9a-f]+)"', client.get(url).content.decode())
    assert way
    client.post(url, {"way": way[1], "words": drawn, "act": "go"})
    assert client.get(where).json()["device"] == before, "what waited before can still be read"


def test_what_opens_without_a_network_is_the_same_for_everybody_and_is_all_there(fought: PlayedCampaign) -> None:
    for name in ("pad-shell", "pad-worker", "pad-manifest"):
        answers = {fought.browser(who).get(reverse(name)).content for who in ("hans", "ivan", "")}
        assert len(answers) == 1
    worker = fought.browser().get(reverse("pad-worker")).content.decode()
    kept = json.loads(worker.partition("KEPT = ")[2].partition(";")[0])
    shell = fought.browser().get(kept[0]).content.decode()
    wanted = {path.partition("?")[0] for path in re.findall(r'(?:href|src)="(/static/[^"]+)"', shell)}
    assert wanted <= {*kept}
    assert "csrf" not in shell


# on the map ---------------------------------------------------------------------------------------


@pytest.fixture
def on_map(founding: Callable[..., PlayedCampaign]) -> PlayedCampaign:
    """The first scenario is being played on a map."""
    table = founding(map=practice_map())
    table.play_until("hans", "play")
    return table


def test_hexes_taken_burning_and_wrecks_go_to_the_step_that_asks_for_them(on_map: PlayedCampaign) -> None:
    page = pressed(pad_of(on_map, "hans"), "taken", hexes="K20-K22")
    page = pressed(pressed(page, "fire", hexes="L18"), "taken", hexes="M20")
    assert len(entered(page)) == 3
    page = pressed(tapped(pressed(page, "wreck", hexes="N19"), "4-6-7"), "record")
    assert "K20-K22, M20" in page.html
    assert 'value="Fire: L18; Wreck: N19"' in page.html
    assert on_map.view("ivan").public.room.ground.words == {}, "nothing is painted yet"


def test_a_hex_is_not_taken_for_one_whose_name_begins_alike(on_map: PlayedCampaign) -> None:
    pressed(tapped(pressed(pad_of(on_map, "hans"), "taken", hexes="K20"), "4-6-7"), "record")
    page = pressed(tapped(pressed(pad_of(on_map, "hans"), "taken", hexes="K2"), "4-6-7"), "record")
    assert "K20, K2" in page.html


def test_a_counter_is_placed_by_a_form_and_nobody_else_hears_where(on_map: PlayedCampaign) -> None:
    page = pressed(pad_of(on_map, "hans"), tile(pad_of(on_map, "hans"), "4-6-7"), mode="place", place="K20")
    assert "4-6-7: Placed K20" in page.text
    page = pressed(page, tile(page, "4-6-7"), mode="place", place="ZZ9")
    assert (page.status, len(entered(page))) == (422, 1)
    assert 'value="ZZ9"' in page.html
    assert "no Location" in pressed(page, tile(page, "4-6-7"), mode="place", place="").text
    page = pressed(pad_of(on_map, "hans"), "record")
    assert "Recorded." in page.text
    assert [c.place for c in on_map.view("hans").mine.counters if c.place] == ["K20"]
    assert "K20" not in open_page(on_map.browser("ivan"), reverse("campaign-journal", args=[on_map.public_id])).text


def test_a_counter_is_placed_twice_from_one_page_if_the_locations_differ(on_map: PlayedCampaign) -> None:
    page = pad_of(on_map, "hans")
    for place in ("K20", "K21", "K21"):
        after = pressed(page, tile(page, "4-6-7"), mode="place", place=place)
    assert len(entered(after)) == 2
    assert "4-6-7: Placed K20" in after.text
    assert "4-6-7: Placed K21" in after.text


@pytest.mark.parametrize("hexes", ["", "ZZ99", "K20-", "x" * 161])
def test_hexes_that_are_none_are_a_sentence_and_stay(on_map: PlayedCampaign, hexes: str) -> None:
    page = pressed(pad_of(on_map, "hans"), "fire", hexes=hexes)
    assert (page.status, entered(page)) == (422, [])
    assert hexes in page.html
    hans = Script(on_map, "hans")
    answer = hans.sends(hans.tap(1, what="fire", on="ZZ99"), hans.tap(2, what="fire", on="K20")).json()
    assert answer["kept"] == [IDS[2]]
    assert "Not on the map: ZZ99." in answer["refused"][IDS[1]]
    assert answer["pad"]["entries"][0]["text"] == "Fire: K20"


def test_without_a_map_nothing_is_asked_of_it(fought: PlayedCampaign) -> None:
    hans = Script(fought, "hans")
    assert hans.heard["pad"]["ground"] == {}
    assert "without a map" in hans.sends(hans.tap(1, what="fire", on="K20")).json()["refused"][IDS[1]]


def test_a_link_leads_from_the_tiles_to_the_map(on_map: PlayedCampaign) -> None:
    page = pad_of(on_map, "hans")
    assert 'href="#on-map"' in page.html
    assert 'id="on-map"' in page.html


def test_no_link_leads_to_a_map_that_is_not_there(fought: PlayedCampaign) -> None:
    assert "#on-map" not in pad_of(fought, "hans").html
