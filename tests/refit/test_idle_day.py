"""An Idle Day of Valor of the Guards on one page: one press does what does nothing, and stops where it must."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from campaigns import access, actions
from campaigns.ledger import journal
from campaigns.ledger.crypto import RoomLocked
from campaigns.models import Campaign, Draft, JournalEntry, Seat
from rules.contract import AnyState, Order, Refused
from rules.systems.votg import idle_day
from tests.html_client import HtmlPage, open_page
from tests.players import PlayedCampaign, start_played

SECOND, THIRD, FOURTH = "15 Sept", "16 Sept", "17 Sept"


@pytest.fixture
def idle(db: None) -> PlayedCampaign:
    """The refit of the third day of a CG IV has just begun, after an Idle one."""
    table = start_played(system="votg", name="Stalingrad", game="IV")
    table.play_to("renewal", THIRD)
    return table


def day(table: PlayedCampaign, name: str) -> HtmlPage:
    return open_page(table.browser(name), reverse("refit-idle", args=[table.public_id]))


def offered(page: HtmlPage) -> bool:
    """Whether the press is on the page."""
    return any("idle" in form.buttons for form in page.forms)


def dice(table: PlayedCampaign, side: str) -> list[tuple[int, ...]]:
    told: list[Any] = [e.event.data for e in journal.entries(table.campaign, {"public", side}) if e.side == side]
    return [tuple(roll["dice"]) for data in told for roll in data.get("rolls", ())]


def test_12_614_to_12_6253_both_pass_a_day_with_one_press_each(idle: PlayedCampaign) -> None:
    for name in ("hans", "ivan"):
        page = day(idle, name)
        assert "Nothing is bought." in page.text
        assert offered(page), page.text
        after = page.press("idle")
        assert after.status == 200
        assert "What came of it" in after.text
    public = idle.view("hans").public
    assert (public.stage, public.date) == ("renewal", FOURTH), "step by step it is eight or nine presses a side"
    check = open_page(idle.browser("ivan"), reverse("campaign-verify", args=[idle.public_id]))
    assert "Nothing is wrong" in check.text, "what ran for the side that was away is as good as what it pressed"
    for name in ("hans", "ivan"):
        assert not [group for group in idle.view(name).ctx.mine.groups if group.date == 2], "nothing was bought"
        assert idle.view(name).ctx.public.dates[2].kind == "idle_day"


def test_12_6252_pages_that_both_opened_before_either_pressed_need_no_second_press(idle: PlayedCampaign) -> None:
    opened = [day(idle, name) for name in ("hans", "ivan")]
    for page in opened:
        assert page.press("idle").status == 200
    public = idle.view("hans").public
    assert (public.stage, public.date) == ("renewal", FOURTH)


def test_of_two_commanders_of_a_side_the_one_with_the_older_page_is_told(idle: PlayedCampaign) -> None:
    old = day(idle, "otto")
    day(idle, "hans").press("idle")
    refused = old.press("idle")
    assert refused.status == 422
    assert "Something has happened" in refused.text
    assert "You have sealed an Idle Day." in day(idle, "otto").text


def test_the_page_names_its_day_follows_what_happens_and_folds_what_only_went_on(idle: PlayedCampaign) -> None:
    page = day(idle, "hans")
    assert f"Idle Day, {THIRD}: nothing but what must be" in page.text
    assert 'hx-trigger="refit:change from:body" hx-select="#idle-day"' in page.html
    after = page.press("idle")
    told, _, folded = after.html.partition("How the day went on, step by step")
    assert "CPP replenished" in told
    assert "The German side is ready" not in told
    assert "The German side is ready" in folded
    day(idle, "ivan").press("idle")
    assert f"Idle Day, {FOURTH}" in open_page(idle.browser("hans"), after.where).text


def test_12_6252_who_has_sealed_an_idle_day_alone_does_no_more_than_the_stage_in_hand(idle: PlayedCampaign) -> None:
    day(idle, "hans").press("idle")
    step(idle, "ivan")
    while idle.view("ivan").public.stage == "renewal":
        step(idle, "ivan")
    view = idle.view("hans")
    assert (view.public.stage, view.current.spec.key) == ("purchase", "purchase")
    assert "You have sealed an Idle Day." in day(idle, "hans").text
    for name in ("ivan", "umpire", "spectator"):
        kinds = [e.event.kind for e in journal.entries(idle.campaign, access.rooms_of(idle.seat(name)))]
        assert "idle.sealed" not in kinds or name == "umpire"


def test_a_room_that_its_side_has_locked_stays_closed_and_the_day_waits_for_its_own_press(
    idle: PlayedCampaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_state = journal.load_state

    def opened(campaign: Campaign, rooms: set[str]) -> AnyState:
        if "german" in rooms:
            raise RoomLocked(campaign.public_id)
        return load_state(campaign, rooms)

    day(idle, "hans").press("idle")
    with monkeypatch.context() as locked:
        locked.setattr(journal, "load_state", opened)
        assert day(idle, "ivan").press("idle").status == 200
    assert idle.view("hans").public.stage == "purchase"
    day(idle, "hans").press("idle")
    assert idle.view("hans").public.date == FOURTH


def test_it_is_taken_back_and_then_the_others_press_does_not_run_the_day(idle: PlayedCampaign) -> None:
    day(idle, "hans").press("idle")
    taken = day(idle, "hans").press("withdraw")
    assert "You have sealed an Idle Day." not in taken.text
    day(idle, "ivan").press("idle")
    assert idle.view("hans").public.stage == "purchase"


@pytest.mark.slow
def test_the_day_stops_for_the_side_that_is_asked_and_goes_on_when_it_has_answered(db: None) -> None:
    table = start_played(system="votg", name="Stalingrad", game="IV")
    table.play_to("renewal", SECOND)
    for name in ("ivan", "hans"):
        day(table, name).press("idle")
    for name in ("hans", "ivan"):
        while table.view(name).public.date == SECOND and (current := table.view(name).current) is not None:
            assert current.spec.key == "redeployment", "nothing else on this day asks anything"
            open_page(table.browser(name), reverse("refit-home", args=[table.public_id])).press("enter")
    assert table.view("hans").public.date == THIRD


def step(table: PlayedCampaign, name: str) -> None:
    """Somebody does the step that waits for him by itself."""
    assert table.player(name).moves()


def test_a_side_whose_step_is_refused_waits_and_what_the_other_pressed_stands(
    idle: PlayedCampaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    day(idle, "hans").press("idle")
    outcome = actions._outcome

    def refused(order: Order, by: Seat, *args: Any) -> Any:
        if by.side == "german":
            raise Refused("These dice wait.")
        return outcome(order, by, *args)

    with monkeypatch.context() as waiting:
        waiting.setattr(actions, "_outcome", refused)
        assert day(idle, "ivan").press("idle").status == 200
    assert idle.view("ivan").ctx.mine.known["idle_day"] == 2, "what he sealed is recorded"
    assert idle.view("ivan").public.date == THIRD
    day(idle, "hans").press("idle")
    assert idle.view("hans").public.date == FOURTH


def test_a_press_that_comes_when_the_day_is_over_is_told_so(
    idle: PlayedCampaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = day(idle, "hans")
    day(idle, "hans").press("idle")
    monkeypatch.setattr(idle_day, "idle_day", lambda course, ctx: None)
    page = late.press("idle")
    assert page.status == 422
    assert "Something has happened" in page.text
    assert "The day is over" in page.text
    assert day(idle, "hans").status == 404


def test_every_result_is_told_with_its_reckoning_and_dice_are_never_thrown_twice(idle: PlayedCampaign) -> None:
    thrown = len(dice(idle, "german"))
    after = day(idle, "hans").press("idle")
    assert len(dice(idle, "german")) > thrown
    assert after.html.count('<details class="reckoning"') == len(dice(idle, "german")) - thrown
    count = JournalEntry.objects.count()
    assert open_page(idle.browser("hans"), after.where).status == 200
    assert JournalEntry.objects.count() == count, "looking again does nothing"


@pytest.mark.parametrize("sent", [{}, {"act": ""}])
def test_enter_and_a_stale_page_do_nothing(idle: PlayedCampaign, sent: dict[str, str]) -> None:
    page, before = day(idle, "hans"), JournalEntry.objects.count()
    assert page.send({**page.form.fields, **sent}).status == 422
    assert page.send({**page.form.fields, "act": "idle", "seen": "0"}).status == 422
    assert JournalEntry.objects.count() == before


def test_12_6181_it_stops_before_the_chit_if_wished(idle: PlayedCampaign) -> None:
    day(idle, "hans").press("idle", {"stop": "on"})
    assert idle.view("hans").current.spec.key == "support", "a chit is pledged there"
    assert not idle.view("hans").ctx.roster_row.chit
    day(idle, "hans").press("idle")
    assert idle.view("hans").ctx.roster_row.chit == "idle"
    for name in ("ivan", "hans", "ivan"):
        day(idle, name).press("idle", {"stop": "on"})
    assert (idle.view("ivan").public.stage, idle.view("ivan").ctx.roster_row.chit) == ("initiative", "")


def test_12_621_it_stops_at_a_basket_that_was_begun(idle: PlayedCampaign) -> None:
    day(idle, "hans").press("idle")
    day(idle, "ivan").press("idle", {"stop": "on"})
    open_page(idle.browser("hans"), reverse("refit-home", args=[idle.public_id])).press("draft", {"n:M1": "1"})
    page = day(idle, "hans")
    assert "needs your answer first" in page.text
    assert not offered(page)
    forged = page.client.post(page.where, {"act": "idle", "seen": "0"})
    assert forged.status_code == 422
    assert Draft.objects.filter(room="german", step="purchase", act=None).exists()


@pytest.mark.parametrize("name", ["umpire", "spectator", "stranger"])
def test_others_have_no_such_page(idle: PlayedCampaign, name: str) -> None:
    assert day(idle, name).status == 404


def test_an_adjutant_reads_it_and_finds_no_press(idle: PlayedCampaign) -> None:
    page = day(idle, "adjutant_hans")
    assert page.status == 200
    assert "Do nothing else this day" not in page.text


def test_the_step_leads_there(idle: PlayedCampaign) -> None:
    url = reverse("refit-idle", args=[idle.public_id])
    assert f'href="{url}"' in open_page(idle.browser("hans"), reverse("refit-home", args=[idle.public_id])).html


def test_12_6162_it_stops_at_a_question_and_each_step_is_done_by_itself(db: None) -> None:
    table = start_played(system="votg", name="Stalingrad", game="IV")
    table.play_to("renewal", SECOND)
    page = day(table, "hans").press("idle")
    assert table.view("hans").current.spec.key == "redeployment"
    assert "needs your answer first" in page.text
    assert not offered(page)
    step = open_page(table.browser("hans"), reverse("refit-home", args=[table.public_id]))
    step.press("enter")
    assert offered(day(table, "hans"))


def test_the_other_game_has_no_such_day(table: PlayedCampaign) -> None:
    assert day(table, "hans").status == 404
