"""Who of a side has which part, who hands parts out, and what its row tells."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns import access
from campaigns import actions as actions_of_campaigns
from campaigns.ledger import crypto, journal
from campaigns.models import Room, Seat
from campaigns.rewind import actions as rewind_actions
from campaigns.rewind import proposals
from campaigns.seats import leaving
from campaigns.teams import actions
from campaigns.teams.team import SideTeam, team_of
from rules import registry
from rules.contract import Refused
from tests.html_client import HtmlPage, open_page
from tests.players import NAMES, PlayedCampaign, log_in, start_played

pytestmark = pytest.mark.django_db
SECRET = "Armour, left of the Balka"
OF_SIDES = ("hans", "otto", "adjutant_hans", "ivan", "adjutant_ivan")


def place(table: PlayedCampaign) -> str:
    return reverse("team", args=[table.public_id])


def opens(table: PlayedCampaign, name: str) -> HtmlPage:
    """The page as somebody sees it who has just opened it."""
    return open_page(table.browser(name), place(table))


def number(table: PlayedCampaign, name: str) -> int:
    return table.seat(name).number or 0


def sends(table: PlayedCampaign, name: str, act: str = "hand-out", **typed: Any) -> Any:
    """Somebody's press on the page as it is now, whether there is a button for him or not."""
    sent = {"act": act, "revision": team_of(table.seat(name)).revision, **typed}
    return table.browser(name).post(place(table), sent)


def seen_by(seat: Seat) -> int:
    """How many entries a seat may see now."""
    return journal.entry_count(seat.campaign, access.rooms_of(seat))


def given(table: PlayedCampaign, **parts: str) -> dict[str, str]:
    """The entries of the form: parts by name."""
    return {f"part-{number(table, name)}": part for name, part in parts.items()} | asked(table)


def asked(table: PlayedCampaign) -> dict[str, str]:
    """The steps and stages of the form, as they stand."""
    form = opens(table, "hans").form_with("hand-out")
    return {name: value for name, value in form.fields.items() if name.startswith("given-")}


# Who reads it ---------------------------------------------------------------------------------------------------------


def test_the_page_is_there_for_a_side_and_for_nobody_else(table: PlayedCampaign) -> None:
    assert sends(table, "hans", **given(table, otto=SECRET)).status_code == 302
    for name in NAMES:
        answer = table.browser(name).get(place(table))
        assert answer.status_code == (200 if name in OF_SIDES else 404), name
        assert (SECRET in answer.content.decode()) == (name in ("hans", "otto", "adjutant_hans")), name
        posted = table.browser(name).post(place(table), {"act": "hand-out"})
        assert posted.status_code == (422 if name in OF_SIDES else 404), name
    assert Client().get(place(table)).status_code == 302


def test_the_host_has_no_page_of_it(table: PlayedCampaign) -> None:
    host = User.objects.create_superuser("host")
    assert log_in(Client(), host).get(place(table)).status_code == 404


@pytest.mark.parametrize("mode", ["hotseat", "solo"])
def test_where_one_person_or_device_has_both_sides_there_is_none(table: PlayedCampaign, mode: str) -> None:
    by = table.users["stranger"]
    made: dict[str, Any] = {"options": {}, "side": "german", "by": by, "play_mode": mode}
    seat = actions_of_campaigns.start_campaign(name="Alone", system="oto2", **made)
    client = log_in(Client(), by)
    client.post(reverse("campaign-device", args=[seat.campaign.public_id]), {"side": "german"})
    page = client.get(reverse("campaign", args=[seat.campaign.public_id]))
    assert page.status_code == 200
    there = reverse("team", args=[seat.campaign.public_id])
    assert client.get(there).status_code == 404
    assert there not in page.content.decode()


def test_a_game_of_one_side_has_none(table: PlayedCampaign) -> None:
    by = table.users["stranger"]
    (side,) = registry.get("orsha_missions").sides
    made: dict[str, Any] = {"options": {}, "side": side, "by": by}
    seat = actions_of_campaigns.start_campaign(name="Alone", system="orsha_missions", **made)
    client = log_in(Client(), by)
    assert client.get(reverse("team", args=[seat.campaign.public_id])).status_code == 404


def test_it_is_linked_from_the_pages_of_a_side_alone(table: PlayedCampaign) -> None:
    for page in ("campaign", "campaign-people"):
        for name in ("hans", "adjutant_ivan", "umpire", "spectator"):
            html = table.browser(name).get(reverse(page, args=[table.public_id])).content.decode()
            assert (place(table) in html) == (name in OF_SIDES), (page, name)


# The overall commander ------------------------------------------------------------------------------------------------


def test_the_first_commander_hands_out_and_hands_his_role_on(table: PlayedCampaign) -> None:
    for act in ("hand-out", "hand-on"):
        assert "Only the overall commander" in sends(table, "otto", act).content.decode()
        assert "An adjutant prepares entries" in sends(table, "adjutant_hans", act).content.decode()
    done = opens(table, "hans")
    form = done.form_with("hand-on")
    assert set(form.choices["to"]) == {str(number(table, "otto"))}, "no adjutant, and not himself"
    assert sends(table, "hans", "hand-on", to=number(table, "otto")).status_code == 302
    assert sends(table, "hans", **given_by(table, "otto", otto=SECRET)).status_code == 422
    assert sends(table, "otto", **given_by(table, "otto", otto=SECRET)).status_code == 302
    assert "otto is the overall commander of your side" in opens(table, "hans").text
    assert "ivan is the overall commander" in opens(table, "adjutant_ivan").text


def given_by(table: PlayedCampaign, name: str, **parts: str) -> dict[str, str]:
    form = opens(table, name).form_with("hand-out")
    return {**form.fields, **{f"part-{number(table, each)}": part for each, part in parts.items()}}


@pytest.mark.parametrize("to", ["0", "x", "9" * 100, "", "2"])
def test_the_role_goes_to_a_commander_of_the_side_only(table: PlayedCampaign, to: str) -> None:
    assert sends(table, "hans", "hand-on", to=to).status_code == 422
    with pytest.raises(Refused, match="Only a commander of your side"):
        actions.hand_on(to=number(table, "adjutant_hans"), by=table.seat("hans"), revision=0)
    assert team_of(table.seat("hans")) == SideTeam()


def test_if_he_leaves_the_role_is_the_first_commander_s_and_his_part_nobody_s(table: PlayedCampaign) -> None:
    sends(table, "hans", "hand-out", **{**given(table, otto=SECRET), "given-step:purchase": number(table, "otto")})
    assert team_of(table.seat("hans")).given["step:purchase"] == number(table, "otto")
    sends(table, "hans", "hand-on", to=number(table, "otto"))
    leaving.leave(by=table.seat("otto"))
    page = opens(table, "hans")
    assert SECRET not in page.text
    assert "hand-out" in {button for form in page.forms for button in form.buttons}
    assert sends(table, "hans", **given(table, adjutant_hans="Paper")).status_code == 302
    assert team_of(table.seat("hans")).given == {}


def test_of_two_who_press_at_once_the_second_is_told_and_keeps_what_he_typed(table: PlayedCampaign) -> None:
    second = opens(table, "hans")
    mine = f"part-{number(table, 'otto')}"
    form = second.form_with("hand-out")
    assert sends(table, "hans", **given(table, otto="Guns")).status_code == 302
    late = second.client.post(place(table), {**form.fields, mine: SECRET, "act": "hand-out"})
    assert late.status_code == 422
    assert "Something has happened in this campaign since you opened the page" in late.content.decode()
    assert f'value="{SECRET}"' in late.content.decode()
    assert team_of(table.seat("otto")).parts == {number(table, "otto"): "Guns"}
    assert sends(table, "hans", "hand-on", to=number(table, "otto")).status_code == 302
    again = {**form.fields, mine: SECRET, "act": "hand-out", "revision": "2"}
    assert "Only the overall commander" in table.browser("hans").post(place(table), again).content.decode()


# What is typed --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "why"),
    [
        ("x" * 10_000, "at most 80 characters"),
        ("A\x00B", "Null characters"),
        ("‮evil", "at most 80 characters"),
    ],
)
def test_bad_input_is_told_and_kept(table: PlayedCampaign, part: str, why: str) -> None:
    answer = sends(table, "hans", **given(table, hans="Guns", otto=part))
    assert answer.status_code == 422
    assert why in answer.content.decode()
    assert 'value="Guns"' in answer.content.decode()
    assert team_of(table.seat("hans")) == SideTeam()


@pytest.mark.parametrize("who", ["99", "x", "9" * 400, "-1", "2"])
def test_a_step_goes_to_somebody_of_the_side_only(table: PlayedCampaign, who: str) -> None:
    table.play_until("hans", "purchase")
    answer = sends(table, "hans", **{**given(table), "given-step:purchase": who})
    assert (answer.status_code, team_of(table.seat("hans"))) == (422, SideTeam())


def test_parts_that_fill_more_than_a_row_are_refused(table: PlayedCampaign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "LONGEST_PART", 10_000)
    long = "".join(chr(0x4E00 + 7 * n) for n in range(1500))
    with pytest.raises(Refused, match="too long to be kept"):
        actions.hand_out(parts={number(table, "hans"): long}, assigned={}, by=table.seat("hans"), revision=0)


def test_enter_hands_nothing_out(table: PlayedCampaign) -> None:
    answer = sends(table, "hans", "", **given(table, otto=SECRET))
    assert answer.status_code == 422
    assert SECRET in answer.content.decode()
    assert team_of(table.seat("hans")) == SideTeam()


# What is missing ------------------------------------------------------------------------------------------------------


def test_it_says_whose_a_step_is_who_drafted_it_and_what_is_missing(table: PlayedCampaign) -> None:
    table.play_until("hans", "purchase")
    assert "Nothing is entered yet." in opens(table, "otto").text
    assert "nobody’s, so hans’s" in opens(table, "otto").text
    sends(table, "hans", "hand-out", **{**given(table), "given-step:purchase": number(table, "adjutant_hans")})
    actions_of_campaigns.save_draft(step="purchase", data={"n:I1": "1"}, by=table.seat("adjutant_hans"))
    page = opens(table, "otto")
    assert "A commander has to commit what is entered." in page.text
    row = page.html.split('aria-current="step"')[1].split("</tr>")[0]
    assert row.count("adjutant_hans") == 2, "whose part it is, and who drafted it"
    table.player("hans").moves()
    assert "No step waits for your side" in opens(table, "otto").text
    assert "Nothing is entered yet." in opens(table, "ivan").text


def test_12_13_and_7_14_the_players_of_a_side_divide_map_and_units_and_command_them(table: PlayedCampaign) -> None:
    table.play_until("hans", "purchase")
    parts = given(table, hans="North of the railroad", otto="Armor, south of it")
    sends(table, "hans", "hand-out", **{**parts, "given-step:purchase": number(table, "otto")})
    for name in ("hans", "otto", "adjutant_hans"):
        text = opens(table, name).text
        assert all(part in text for part in ("North of the railroad", "Armor, south of it")), name
    assert "railroad" not in opens(table, "ivan").html
    wizard = open_page(table.browser("otto"), reverse("refit-home", args=[table.public_id]))
    assert wizard.press("seal", {"n:V1": "1"}).status == 200
    view = table.view("hans")
    assert [each.rg for each in view.mine.room.groups][-1:] == ["V1"], "one side, whoever of it bought"


def test_a_stage_that_was_given_to_somebody_gives_him_its_steps(table: PlayedCampaign) -> None:
    sends(table, "hans", "hand-out", **{**given(table), "given-stage:forces": number(table, "otto")})
    table.play_until("hans", "strength")
    row = opens(table, "hans").html.split('aria-current="step"')[1].split("</tr>")[0]
    assert "otto" in row


def test_after_a_rewind_and_behind_the_end_the_page_is_there(table: PlayedCampaign) -> None:
    table.play_to("battle")
    sends(table, "hans", **given(table, otto=SECRET))
    before = proposals.points(table.campaign)[-1].before
    hans = table.seat("hans")
    rewind_actions.propose_rewind(before=before, reason="Anew", by=hans, seen=seen_by(hans))
    asked = proposals.open_proposal(table.campaign)
    assert asked is not None
    ivan = table.seat("ivan")
    rewind_actions.answer_rewind(number=asked.number, agreed=True, by=ivan, seen=seen_by(ivan))
    assert SECRET in opens(table, "otto").text
    table.player("hans").orders("concede")
    assert table.campaign.ended
    page = opens(table, "otto")
    assert SECRET in page.text
    assert "The campaign is over" in page.text
    assert SECRET not in opens(table, "ivan").text, "the books are opened, not who had which part"
    assert sends(table, "hans").status_code == 422


# What a row tells -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "parts", [{}, {"hans": "x"}, {"hans": "Ж" * 80, "otto": "😀" * 80, "adjutant_hans": "\\\"'" * 26}]
)
def test_a_room_has_it_from_the_founding_and_of_one_size(table: PlayedCampaign, parts: dict[str, str]) -> None:
    rooms = Room.objects.filter(campaign=table.campaign)
    assert {room.key: room.team and len(room.team) for room in rooms} == {
        "public": None,
        "german": crypto.TEAM_SIZE + crypto.SEALED,
        "russian": crypto.TEAM_SIZE + crypto.SEALED,
    }
    assert sends(table, "hans", **given(table, **parts)).status_code == 302
    team = rooms.get(key="german").team
    assert team
    assert len(team) == crypto.TEAM_SIZE + crypto.SEALED
    assert team_of(table.seat("hans")).parts == {number(table, name): part for name, part in parts.items()}


def test_one_of_another_room_does_not_open(table: PlayedCampaign) -> None:
    assert sends(table, "ivan", **given(table, ivan=SECRET)).status_code == 302
    theirs = Room.objects.get(campaign=table.campaign, key="russian").team
    Room.objects.filter(campaign=table.campaign, key="german").update(team=theirs)
    page = opens(table, "hans").text
    assert SECRET not in page
    assert "Who has which part was written or altered in the database" in page


def test_a_room_of_before_has_nobody_s_parts_until_somebody_names_them(table: PlayedCampaign) -> None:
    Room.objects.filter(campaign=table.campaign).update(team=None)
    assert "no part of his own yet" in opens(table, "hans").text
    assert sends(table, "hans", **given(table, otto=SECRET)).status_code == 302
    assert SECRET in opens(table, "otto").text


def test_it_is_in_no_file_mail_or_count_of_the_others(table: PlayedCampaign, mailoutbox: list[Any]) -> None:
    beat = reverse("campaign-beat", args=[table.public_id])
    before = {name: table.browser(name).get(beat).json() for name in ("hans", "ivan")}
    sends(table, "hans", **given(table, otto=SECRET))
    assert {name: table.browser(name).get(beat).json() for name in ("hans", "ivan")} == before
    assert SECRET.encode() not in table.browser("hans").get(reverse("campaign-file", args=[table.public_id])).getvalue()
    assert not mailoutbox


# Whoever commits nothing ----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_adjutant_has_a_button_to_keep_every_form_as_a_draft() -> None:
    table = start_played()
    met = 0
    for _ in range(60):
        page = open_page(table.browser("adjutant_hans"), f"/campaigns/{table.public_id}/refit/")
        current = table.view("hans").current
        if current is not None and current.task.fields:
            form = next(form for form in page.forms if "step" in form.fields)
            assert any(says.strip() == "Keep as draft" for says in form.buttons.values()), current.spec.key
            met += 1
        assert table.player("hans").moves() or table.player("ivan").moves()
    assert met > 5
