"""An Idle Day of Valor of the Guards on one page: one press does what does nothing, and stops where it must."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.ledger import journal
from campaigns.models import Draft, JournalEntry
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
    entries = journal.entries(table.campaign, {"public", side})
    return [tuple(r["dice"]) for e in entries for r in e.event.data.get("rolls", ()) if e.side == side]


def test_12_614_to_12_6253_both_pass_a_day_with_a_press_where_each_is_waited_for(idle: PlayedCampaign) -> None:
    presses = {"hans": 0, "ivan": 0}
    for name in ("hans", "ivan") * 4:
        if idle.view(name).public.date != THIRD:
            break
        page = day(idle, name)
        assert "Nothing is bought." in page.text
        assert offered(page), page.text
        after = page.press("idle")
        presses[name] += 1
        assert after.status == 200
        assert "What came of it" in after.text
    public = idle.view("hans").public
    assert (public.stage, public.date) == ("renewal", FOURTH)
    assert presses == {"hans": 3, "ivan": 3}, "step by step it is eight or nine a side"
    for name in ("hans", "ivan"):
        assert not [group for group in idle.view(name).ctx.mine.groups if group.date == 2], "nothing was bought"
        assert idle.view(name).ctx.public.dates[2].kind == "idle_day"


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
    assert not idle.view("hans").ctx.line.chit
    day(idle, "hans").press("idle")
    assert idle.view("hans").ctx.line.chit == "idle"
    for name in ("ivan", "hans", "ivan"):
        day(idle, name).press("idle", {"stop": "on"})
    assert (idle.view("ivan").public.stage, idle.view("ivan").ctx.line.chit) == ("initiative", "")


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
