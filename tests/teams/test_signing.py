"""Two of a side sign a final step: who may, what a signature is for, and what it tells nobody."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import reverse

from campaigns import access, drafts
from campaigns import actions as actions_of_campaigns
from campaigns.models import Campaign, Draft, JournalEntry, Room
from campaigns.seats import leaving
from campaigns.teams import actions, signing, team
from campaigns.teams.team import SideTeam, team_of
from refit.steps import CONFIRMED
from rules.contract import Refused
from tests.html_client import HtmlPage, open_page
from tests.players import NAMES, PlayedCampaign, log_in, start_played

pytestmark = pytest.mark.django_db
BASKET = {"n:I1": "2", "n:M1": "1"}
STEP = "purchase"


def number(table: PlayedCampaign, name: str) -> int:
    return table.seat(name).number or 0


def two_sign(table: PlayedCampaign, *adjutants: str, two: bool = True, by: str = "hans") -> None:
    seat = table.seat(by)
    named = {number(table, name) for name in adjutants}
    actions.choose_signing(two=two, adjutants=named, by=seat, revision=team_of(seat).revision)


def step(table: PlayedCampaign, name: str) -> HtmlPage:
    return open_page(table.browser(name), reverse("refit-home", args=[table.public_id]))


def signs(table: PlayedCampaign, name: str, entries: dict[str, Any] | None = None) -> HtmlPage:
    return step(table, name).press("seal", entries)


def bought(table: PlayedCampaign) -> list[str]:
    return [group.group.rg for group in table.view("hans").mine.groups if not group.group.given]


def team_page(table: PlayedCampaign, name: str) -> HtmlPage:
    return open_page(table.browser(name), reverse("team", args=[table.public_id]))


@pytest.fixture
def shopping(table: PlayedCampaign) -> PlayedCampaign:
    """The purchases wait, and two Germans sign."""
    table.play_until("hans", STEP)
    two_sign(table)
    return table


# The two presses ------------------------------------------------------------------------------------------------------


def test_the_first_press_signs_and_the_second_one_s_commits(shopping: PlayedCampaign) -> None:
    before = JournalEntry.objects.count()
    gate = step(shopping, "hans").knocks("seal", BASKET)
    assert "Two of your side sign this" in gate.text
    assert "This is final" not in gate.text
    assert "Sign: " in gate.form.buttons[f"seal{CONFIRMED}"]
    first = gate.knocks(f"seal{CONFIRMED}")
    assert "You have signed. It is done when a second one" in first.text
    assert JournalEntry.objects.count() == before
    assert "You have signed this. It waits for" in step(shopping, "hans").text
    page = step(shopping, "otto")
    assert "Signed by hans. Your signature commits it." in page.text
    assert {name: page.form.fields[name] for name in BASKET} == BASKET
    assert (
        "hans has signed it: a second of you, a commander, has to sign it too."
        in team_page(shopping, "adjutant_hans").text
    )
    gate = page.knocks("seal")
    assert "Yours is the second signature" in gate.text
    assert "Waiting for the Russian side" in gate.knocks(f"seal{CONFIRMED}").text
    assert bought(shopping) == ["I1", "I1", "M1"]


def test_nobody_signs_twice(shopping: PlayedCampaign) -> None:
    signs(shopping, "hans", BASKET)
    before = JournalEntry.objects.count()
    assert "You have signed. It is done when" in signs(shopping, "hans").text
    assert JournalEntry.objects.count() == before


def test_a_changed_draft_voids_the_signature(shopping: PlayedCampaign) -> None:
    signs(shopping, "hans", BASKET)
    before = JournalEntry.objects.count()
    assert "You have signed. It is done when" in signs(shopping, "otto", {"n:I1": "1"}).text
    assert JournalEntry.objects.count() == before
    assert "Signed by otto. Your signature commits it." in step(shopping, "hans").text
    step(shopping, "adjutant_hans").press("draft", {"n:I1": "2"})
    assert "Signed by" not in step(shopping, "hans").text
    step(shopping, "adjutant_hans").press("draft", {"n:I1": "1"})
    assert "Signed by" not in step(shopping, "hans").text, "what was signed once is not signed for ever"


def test_a_draft_that_is_kept_unchanged_stays_signed(shopping: PlayedCampaign) -> None:
    signs(shopping, "hans", BASKET)
    step(shopping, "otto").press("draft")
    assert "Signed by hans. Your signature commits it." in step(shopping, "otto").text


def test_of_two_who_sign_different_entries_at_once_neither_is_lost(shopping: PlayedCampaign) -> None:
    late = step(shopping, "otto").knocks("draft", {"n:I1": "1"})
    gate = late.knocks("seal", {"n:I1": "1"})
    signs(shopping, "hans", BASKET)
    before = JournalEntry.objects.count()
    page = gate.knocks(f"seal{CONFIRMED}")
    assert "versions" in page.where or "version" in page.text
    assert JournalEntry.objects.count() == before
    draft = drafts.saved(shopping.seat("hans"), STEP)
    assert draft
    assert {version.data["n:I1"] for version in draft.versions} == {"1", "2"}
    assert "Signed by" not in step(shopping, "hans").text


def test_a_signature_is_for_one_button(shopping: PlayedCampaign) -> None:
    mark = signing.mark_of(number(shopping, "hans"), "other")
    hans = shopping.seat("hans")
    draft = drafts.sign(hans.campaign, "german", STEP, BASKET, "hans", drafts.Stamp(), mark)
    otto = shopping.seat("otto")
    assert signing.has_first(otto, draft, BASKET, "other")
    assert not signing.has_first(otto, draft, BASKET, "seal")
    assert not signing.has_first(hans, draft, BASKET, "other")


def test_what_is_taken_back_is_a_draft_that_nobody_has_signed(shopping: PlayedCampaign) -> None:
    signs(shopping, "hans", BASKET)
    signs(shopping, "otto")
    undo = open_page(shopping.browser("otto"), reverse("refit-undo", args=[shopping.public_id]))
    undo.send(undo.form.fields)
    draft = drafts.saved(shopping.seat("hans"), STEP)
    assert draft
    assert signing.signed_by(draft, [number(shopping, name) for name in ("hans", "otto")]) == 0


def test_what_would_be_refused_is_refused_to_the_first_already(shopping: PlayedCampaign) -> None:
    page = signs(shopping, "hans", {"n:I1": "99"})
    assert page.status == 422
    assert "You have signed" not in page.text


def test_a_stale_gate_signs_nothing(shopping: PlayedCampaign) -> None:
    gate = step(shopping, "hans").knocks("seal", BASKET)
    shopping.player("otto").orders("add", kind="squad", name="4-6-7", count=1)
    page = gate.knocks(f"seal{CONFIRMED}")
    assert page.status == 422
    assert "Signed by" not in step(shopping, "otto").text


# Who may sign ---------------------------------------------------------------------------------------------------------


def test_an_adjutant_signs_first_if_he_was_appointed_and_commits_nothing(shopping: PlayedCampaign) -> None:
    before = JournalEntry.objects.count()
    assert "seal" not in step(shopping, "adjutant_hans").form.buttons
    page = step(shopping, "adjutant_hans")
    sent = {**page.form.fields, **BASKET, "act": f"seal{CONFIRMED}"}
    assert "An adjutant prepares entries" in page.send(sent).text
    two_sign(shopping, "adjutant_hans")
    assert "may sign it first" in step(shopping, "adjutant_hans").text
    assert "You have signed" in signs(shopping, "adjutant_hans", BASKET).text
    assert "You have signed. It is done when" in signs(shopping, "adjutant_hans").text
    assert JournalEntry.objects.count() == before
    assert "Waiting for the Russian side" in signs(shopping, "otto").text
    assert bought(shopping) == ["I1", "I1", "M1"]


def test_behind_a_commander_s_signature_an_adjutant_still_commits_nothing(shopping: PlayedCampaign) -> None:
    two_sign(shopping, "adjutant_hans")
    before = JournalEntry.objects.count()
    signs(shopping, "hans", BASKET)
    signs(shopping, "adjutant_hans")
    assert JournalEntry.objects.count() == before
    assert "Waiting for the Russian side" in signs(shopping, "hans").text


def test_whose_appointment_is_taken_back_has_signed_nothing(shopping: PlayedCampaign) -> None:
    two_sign(shopping, "adjutant_hans")
    signs(shopping, "adjutant_hans", BASKET)
    two_sign(shopping)
    assert "Signed by" not in step(shopping, "otto").text
    assert "You have signed" in signs(shopping, "otto").text


def test_if_the_second_leaves_the_rule_rests_and_one_commits(shopping: PlayedCampaign) -> None:
    signs(shopping, "otto", BASKET)
    leaving.leave(by=shopping.seat("otto"))
    assert "nobody who could be the second" in team_page(shopping, "hans").text
    assert "Signed by" not in step(shopping, "hans").text
    assert "Waiting for the Russian side" in signs(shopping, "hans").text


def test_the_overall_commander_takes_the_rule_back_alone(shopping: PlayedCampaign) -> None:
    with pytest.raises(Refused, match="Only the overall commander"):
        two_sign(shopping, two=False, by="otto")
    signs(shopping, "hans", BASKET)
    two_sign(shopping, two=False)
    assert "Signed by" not in step(shopping, "hans").text
    assert "Waiting for the Russian side" in signs(shopping, "hans").text


def test_one_commander_alone_is_asked_for_one(shopping: PlayedCampaign) -> None:
    two_sign(shopping, by="ivan")
    assert "nobody who could be the second" in team_page(shopping, "ivan").text
    two_sign(shopping, "adjutant_ivan", by="ivan")
    assert "Two of you sign a final step: ivan, adjutant_ivan" in team_page(shopping, "ivan").text


@pytest.mark.parametrize("mode", ["hotseat", "solo"])
def test_one_person_or_device_is_never_asked_for_two(table: PlayedCampaign, mode: str) -> None:
    by = table.users["stranger"]
    made: dict[str, Any] = {"options": {}, "side": "german", "by": by, "play_mode": mode}
    seat = actions_of_campaigns.start_campaign(name="Alone", system="oto2", **made)
    team.keep(seat.campaign, "german", SideTeam(two_sign=True, signers=(1, 2)))
    assert not signing.asks_two(seat)


# The page of the team -------------------------------------------------------------------------------------------------


def test_the_rule_is_chosen_on_the_page_of_the_team(table: PlayedCampaign) -> None:
    page = team_page(table, "hans")
    assert "One commander commits each step." in page.text
    form = page.form_with("signing")
    sent = {**form.fields, "two": "on", "adjutants": str(number(table, "adjutant_hans")), "act": "signing"}
    there = reverse("team", args=[table.public_id])
    assert page.client.post(there, sent).status_code == 302
    kept = team_of(table.seat("otto"))
    assert (kept.two_sign, kept.signers) == (True, (number(table, "adjutant_hans"),))
    assert "Two of you sign a final step: hans, otto, adjutant_hans" in team_page(table, "otto").text
    assert "signing" not in {button for form in team_page(table, "otto").forms for button in form.buttons}
    assert "One commander commits each step." in team_page(table, "ivan").text
    late = page.client.post(there, sent)
    assert late.status_code == 422
    assert "since you opened the page" in late.content.decode()


@pytest.mark.parametrize("who", ["x", "99", "2", "9" * 400, "-1"])
def test_only_an_adjutant_of_the_side_is_appointed(table: PlayedCampaign, who: str) -> None:
    sent = {"act": "signing", "two": "on", "adjutants": who, "revision": "0"}
    assert table.browser("hans").post(reverse("team", args=[table.public_id]), sent).status_code == 422
    actions.choose_signing(two=True, adjutants={number(table, "otto"), 99}, by=table.seat("hans"), revision=0)
    assert team_of(table.seat("hans")).signers == ()


def test_a_day_is_not_passed_in_one_press_where_two_sign(db: None) -> None:
    table = start_played(system="votg", name="Stalingrad", game="IV")
    table.play_to("renewal", "16 Sept")
    two_sign(table)
    page = open_page(table.browser("hans"), reverse("refit-idle", args=[table.public_id])).press("idle")
    assert page.status == 422
    assert "Two of your side sign its final steps" in page.text


@pytest.mark.slow
def test_a_day_that_was_sealed_before_does_not_run_on_where_two_sign(db: None) -> None:
    table = start_played(system="votg", name="Stalingrad", game="IV")
    table.play_to("renewal", "16 Sept")
    url = reverse("refit-idle", args=[table.public_id])
    open_page(table.browser("hans"), url).press("idle")
    two_sign(table)
    assert open_page(table.browser("ivan"), url).press("idle").status == 200
    assert table.view("hans").public.stage == STEP
    assert "german" in table.view("hans").public.waiting


# What it tells nobody -------------------------------------------------------------------------------------------------


def test_neither_the_rule_nor_a_signature_changes_the_size_of_a_row(table: PlayedCampaign) -> None:
    table.play_until("hans", STEP)
    step(table, "hans").press("draft", BASKET)

    def sizes() -> tuple[Any, ...]:
        rooms = [(room.key, len(room.team or b"")) for room in Room.objects.order_by("key")]
        rows = [(row.room, row.step, len(row.body), row.act) for row in Draft.objects.order_by("pk")]
        return rooms, rows, JournalEntry.objects.count()

    before = sizes()
    two_sign(table, "adjutant_hans")
    assert sizes() == before
    signs(table, "hans")
    assert sizes() == before
    signs(table, "adjutant_hans")
    assert sizes() == before
    assert "Signed by adjutant_hans" in step(table, "otto").text


def test_neither_is_in_a_mail_a_file_a_count_or_the_pages_of_others(
    shopping: PlayedCampaign, mailoutbox: list[Any]
) -> None:
    beat = reverse("campaign-beat", args=[shopping.public_id])
    before = {name: shopping.browser(name).get(beat).json() for name in ("ivan", "spectator", "umpire")}
    signs(shopping, "hans", BASKET)
    assert {name: shopping.browser(name).get(beat).json() for name in before} == before
    assert not mailoutbox
    told = ("Signed by", "Two of you sign", "Two of your side")
    for name in set(NAMES) - {"hans", "otto", "adjutant_hans"}:
        for page in ("campaign", "campaign-people", "campaign-journal", "refit-home", "team"):
            answer = shopping.browser(name).get(reverse(page, args=[shopping.public_id]), follow=True)
            assert not any(each in answer.content.decode() for each in told), (name, page)
    host = log_in(Client(), User.objects.create_superuser("host"))
    assert host.get(reverse("refit-home", args=[shopping.public_id])).status_code == 404
    file = shopping.browser("hans").get(reverse("campaign-file", args=[shopping.public_id])).getvalue()
    assert b"two_sign" not in file


def test_what_is_recorded_is_the_same_as_where_one_commits(shopping: PlayedCampaign) -> None:
    signs(shopping, "hans", BASKET)
    signs(shopping, "otto")
    entry = JournalEntry.objects.filter(room="german").order_by("sequence").last()
    assert entry
    assert entry.seat in (0, number(shopping, "otto")), "who signed first is in no entry"
    assert not Draft.objects.filter(step=STEP, act=None).exists()


def test_conceding_asks_for_one(shopping: PlayedCampaign) -> None:
    shopping.player("hans").orders("concede")
    assert shopping.campaign.ended


# From the first seat on -----------------------------------------------------------------------------------------------


def founding(table: PlayedCampaign, **more: str) -> HtmlPage:
    start = open_page(table.browser("hans"), f"{reverse('campaign-start')}?system=oto2")
    return start.press("go", {"name": "With two", "side": "german", **more})


@pytest.mark.parametrize("two", [True, False])
def test_who_starts_chooses_for_his_side_and_the_other_side_for_itself(table: PlayedCampaign, two: bool) -> None:
    ticked = {"two_sign": "on"}
    assert founding(table, **(ticked if two else {})).status == 200
    campaign = Campaign.objects.get(name="With two")
    hans = access.seat_or_404(table.users["hans"], campaign.public_id)
    assert team_of(hans).two_sign is two
    _, token = actions_of_campaigns.invite(role="commander", side="russian", by=hans)
    invitation = open_page(table.browser("ivan"), reverse("invitation", args=[token]))
    assert invitation.press("go", {} if two else ticked).status == 200
    ivan = access.seat_or_404(table.users["ivan"], campaign.public_id)
    assert team_of(ivan).two_sign is not two
    assert len({len(room.team or b"") for room in Room.objects.filter(campaign=campaign).exclude(key="public")}) == 1


def test_who_joins_a_side_that_has_a_commander_chooses_nothing(table: PlayedCampaign) -> None:
    two_sign(table)
    _, token = actions_of_campaigns.invite(role="commander", side="german", by=table.seat("hans"))
    path = reverse("invitation", args=[token])
    assert "two_sign" not in open_page(table.browser("stranger"), path).form.fields
    actions_of_campaigns.take_seat(token=token, by=table.users["stranger"], two_sign=True)
    assert team_of(table.seat("stranger")).revision == team_of(table.seat("hans")).revision == 1


@pytest.mark.parametrize("mode", ["hotseat", "solo"])
def test_one_person_or_device_is_refused_two_at_the_start(table: PlayedCampaign, mode: str) -> None:
    refused = founding(table, how=mode, two_sign="on")
    assert refused.status == 422
    assert "never asked for two signatures" in refused.text
    assert not Campaign.objects.filter(name="With two").exists()


def test_the_other_side_learns_nothing_of_what_was_chosen_at_the_start(table: PlayedCampaign) -> None:
    found = []
    for two in (True, False):
        with transaction.atomic():
            seat = actions_of_campaigns.start_campaign(
                name="Same", system="oto2", options={}, side="german", by=table.users["hans"], two_sign=two
            )
            _, token = actions_of_campaigns.invite(role="commander", side="russian", by=seat)
            other = actions_of_campaigns.take_seat(token=token, by=table.users["ivan"])
            kinds = [entry.kind for entry in JournalEntry.objects.filter(campaign=seat.campaign).order_by("sequence")]
            rows = [len(room.team or b"") for room in Room.objects.filter(campaign=seat.campaign).order_by("key")]
            found.append((kinds, rows, other.campaign.sequence, sorted(other.campaign.summary)))
            transaction.set_rollback(True)
    assert found[0] == found[1]
