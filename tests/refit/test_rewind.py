"""The pages for going back, in a real game: over secret rolls of both sides, with consent and without."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns import access, actions
from campaigns.ledger import doors, journal, reconcile
from campaigns.models import PlayMode
from campaigns.rewind import actions as rewind_actions
from campaigns.rewind import proposals
from refit.demos.player import Player
from rules.contract import PUBLIC
from tests.html_client import Form, HtmlPage, open_page, opened
from tests.players import PlayedCampaign, start_played, state_of

SIDES = ("german", "russian")
GAMES = ("oto2", "votg")
FIRST = {"oto2": "23AM", "votg": "14 Sept"}
BASKET = {
    "german": {
        "23AM purchase": {"rows": {"I1": {"n": 2}}},
        "14 Sept purchase": {"rows": {"A1": {"n": 1, "onboard": 1}, "M1": {"n": 1}}},
    },
    "russian": {"23AM purchase": {"rows": {"I1": {"n": 1}}}, "14 Sept purchase": {"rows": {"I3": {"n": 1}}}},
}


def page(table: PlayedCampaign, name: str, which: str = "rewind", query: str = "") -> HtmlPage:
    return open_page(table.browser(name), reverse(which, args=[table.public_id]) + query)


def with_field(paper: HtmlPage, field: str) -> Form:
    """The form of a page that has a field."""
    return next(form for form in paper.forms if field in form.fields)


def sent(paper: HtmlPage, form: Form, **entries: str) -> HtmlPage:
    pressed = {"act": "propose"} if "propose" in form.buttons else {}
    answer = paper.client.post(form.action, {**form.fields, **pressed, **entries}, follow=True)
    return opened(paper.client, answer, form.action)


def seen(table: PlayedCampaign, name: str = "ivan") -> int:
    return journal.entry_count(table.campaign, access.rooms_of(table.seat(name)))


def proposed(table: PlayedCampaign, name: str, before: int) -> HtmlPage:
    found = page(table, name, query=f"?before={before}")
    return sent(found, with_field(found, "before"), reason="We rolled too soon")


def sealed(table: PlayedCampaign) -> int:
    """Both sides have bought and rolled for forces in their own room; the public entry of the second seal."""
    table.scripts.update(BASKET)
    table.play_to("forces", FIRST[table.campaign.system])
    before = proposals.points(table.campaign)[0].before
    for name in ("hans", "ivan"):
        roll(table, name)
    return before


def roll(table: PlayedCampaign, name: str) -> None:
    """Someone goes on until he has rolled in his own room."""
    side = table.seat(name).side
    before = dice_of(table, side)
    while dice_of(table, side) == before:
        assert table.player(name).moves()


def dice_of(table: PlayedCampaign, side: str) -> int:
    """How many dice a side has had of the server."""
    acts = (act for act in journal.acts(table.campaign, {PUBLIC, side}) if act.side == side)
    return sum(len(draw.got) for act in acts for draw in act.proof.draws)


@pytest.mark.parametrize("system", GAMES)
@pytest.mark.django_db
def test_a_rewind_over_secret_rolls_of_both_sides_and_the_next_dice_are_new_ones(system: str) -> None:
    table = start_played(system=system)
    before = sealed(table)
    drawn = {side: dice_of(table, side) for side in SIDES}
    assert all(drawn.values()), "both have rolled in secret"
    epoch = (table.campaign.doors or {})["epoch"]
    proposed(table, "hans", before)
    answer = page(table, "ivan", "rewind-answer")
    done = sent(answer, with_field(answer, "number"), consent="on", answer="agreed")
    assert "Done: both sides have gone back." in done.text
    assert done.status == 200
    assert table.view("ivan").public.stage == "purchase"
    assert {side: dice_of(table, side) for side in SIDES} == drawn
    assert reconcile.differences(table.campaign) == reconcile.breaks(table.campaign) == []
    table.play_to("forces", FIRST[system])
    for name in ("hans", "ivan"):
        roll(table, name)
    assert all(dice_of(table, side) > drawn[side] for side in SIDES)
    stand = doors.load(table.campaign)
    assert stand
    assert stand.epoch > epoch, "what is rolled again hangs on new parts of both"
    assert reconcile.differences(table.campaign) == reconcile.breaks(table.campaign) == []


def test_the_page_of_each_side_tells_all_that_is_public_and_its_own_and_nothing_of_the_other_room(
    table: PlayedCampaign,
) -> None:
    before = sealed(table)
    proposed(table, "hans", before)
    shown = {"hans": page(table, "hans"), "ivan": page(table, "ivan", "rewind-answer")}
    for name, paper in shown.items():
        told = paper.answer.context["page"].undone
        due = proposals.entries_undone(table.campaign, access.rooms_of(table.seat(name)), before)
        assert len(told.public) == sum(entry.event.room == PUBLIC for entry in due) > 0
        assert len(told.own) == sum(entry.event.room != PUBLIC for entry in due) > 0
        assert {line.room for line in (*told.public, *told.own)} == {PUBLIC, table.seat(name).side}


def test_consent_needs_the_tick_and_says_so(table: PlayedCampaign) -> None:
    before = sealed(table)
    proposed(table, "hans", before)
    answer = page(table, "ivan", "rewind-answer")
    refused = sent(answer, with_field(answer, "number"), answer="agreed")
    assert refused.status == 422
    assert "You have not said that you want it" in refused.text
    assert table.view("ivan").public.stage == "forces"


def test_refusing_needs_no_tick_and_undoes_nothing(table: PlayedCampaign) -> None:
    before = sealed(table)
    proposed(table, "hans", before)
    answer = page(table, "ivan", "rewind-answer")
    after = sent(answer, with_field(answer, "number"), answer="refused")
    assert "Refused. Everything stays as it is." in after.text
    assert "refused" in after.text
    assert table.view("ivan").public.stage == "forces"


def test_the_proposal_is_withdrawn_on_its_page(table: PlayedCampaign) -> None:
    before = sealed(table)
    mine = proposed(table, "hans", before)
    form = mine.form_with("1")
    assert form.buttons["1"] == "Withdraw this proposal"
    assert "withdrawn" in sent(mine, form, withdraw="1").text


def test_consent_stands_on_a_page_that_has_no_other_button_and_takes_no_focus(table: PlayedCampaign) -> None:
    before = sealed(table)
    proposed(table, "hans", before)
    asked = page(table, "ivan")
    assert not [form for form in asked.forms if reverse("rewind-answer", args=[table.public_id]) in form.action]
    answer = page(table, "ivan", "rewind-answer")
    html = answer.answer.content.decode()
    assert "autofocus" not in html
    assert 'class="act"' not in html, "on a phone that is where the steps have their buttons"
    assert html.index("Undone on your side's own pages") < html.index("Undo all this")
    assert 'type="checkbox" name="consent" required' in html


def test_a_proposal_that_lapsed_says_so(table: PlayedCampaign) -> None:
    before = sealed(table)
    proposed(table, "hans", before)
    answer = page(table, "ivan", "rewind-answer")
    actions.invite(role="spectator", side="", by=table.seat("hans"))
    late = sent(answer, with_field(answer, "number"), consent="on", answer="agreed")
    assert late.status == 422
    assert "has lapsed" in late.text
    assert "lapsed" in page(table, "hans").text


def test_what_was_typed_stays_when_a_proposal_is_refused(table: PlayedCampaign) -> None:
    before = sealed(table)
    found = page(table, "hans", query=f"?before={before}")
    long = "x" * 201
    again = sent(found, with_field(found, "before"), reason=long)
    assert again.status == 422
    assert with_field(again, "before").fields["reason"] == long


@pytest.mark.parametrize("name", ["umpire", "spectator", "adjutant_ivan", "stranger"])
def test_only_commanders_have_these_pages(table: PlayedCampaign, name: str) -> None:
    for which in ("rewind", "rewind-answer"):
        url = reverse(which, args=[table.public_id])
        assert table.browser(name).get(url).status_code == 404
        assert table.browser(name).post(url, {"answer": "agreed", "number": "1"}).status_code == 404


def test_both_sides_are_told_of_it_where_they_are(table: PlayedCampaign) -> None:
    before = sealed(table)
    proposed(table, "hans", before)
    for name in ("hans", "ivan", "spectator"):
        assert "A rewind is proposed" in page(table, name, "campaign").text
    for name in ("hans", "ivan"):
        assert "A rewind is proposed" in page(table, name, "refit-home").text
    rewind_actions.withdraw_rewind(number=1, by=table.seat("hans"))
    assert "A rewind is proposed" not in page(table, "ivan", "campaign").text


def test_what_was_typed_for_an_undone_step_stands_in_its_form_again(table: PlayedCampaign) -> None:
    wizard = open_page(table.browser("hans"), reverse("refit-home", args=[table.public_id]))
    wizard.press("seal", {"n:I1": "2"})
    table.player("ivan").moves()
    proposed(table, "ivan", proposals.points(table.campaign)[-1].before)
    answer = page(table, "hans", "rewind-answer")
    sent(answer, with_field(answer, "number"), consent="on", answer="agreed")
    wizard = open_page(table.browser("hans"), reverse("refit-home", args=[table.public_id]))
    assert wizard.form.fields["n:I1"] == "2"


def test_an_ended_campaign_says_why_it_is_not_gone_back_in(table: PlayedCampaign) -> None:
    before = sealed(table)
    found = page(table, "hans", query=f"?before={before}")
    table.player("ivan").orders("concede")
    assert "Every secret is known" in page(table, "hans").text
    late = sent(found, with_field(found, "before"), reason="wait")
    assert late.status == 422
    assert "has ended" in late.text


@pytest.mark.parametrize("system", GAMES)
def test_solo_takes_the_tick_with_the_proposal(table: PlayedCampaign, system: str) -> None:
    seat = actions.start_campaign(
        name="Alone", system=system, options={}, side="german", by=table.users["stranger"], play_mode=PlayMode.SOLO
    )
    alone = PlayedCampaign(table.users, seat.campaign.public_id)
    player = Player(seat, BASKET["german"])
    assert player.moves()
    before = proposals.points(alone.campaign)[0].before
    found = page(alone, "stranger", query=f"?before={before}")
    form = with_field(found, "before")
    assert sent(found, form, reason="alone").status == 422
    assert proposals.open_proposal(alone.campaign) is None
    assert "agreed" in sent(found, form, reason="alone", consent="on").text
    assert state_of(alone.campaign, {PUBLIC}).public.finished == ()
    assert reconcile.differences(alone.campaign) == []


@pytest.mark.slow
@pytest.mark.django_db
def test_a_day_of_valor_of_the_guards_is_gone_back_over_and_played_again() -> None:
    table = start_played(system="votg", name="Stalingrad")
    table.scripts.update(BASKET)
    table.play_to("battle", FIRST["votg"])
    left, known = table.view("hans").public, proposals.points(table.campaign)[0].before
    while proposals.points(table.campaign)[0].before == known:
        assert table.player("hans").moves()
    before = proposals.points(table.campaign)[0].before
    table.play_to("purchase", "15 Sept")
    rewind_actions.propose_rewind(before=before, reason="The scenario went on", by=table.seat("ivan"), seen=seen(table))
    answer = page(table, "hans", "rewind-answer")
    assert sent(answer, with_field(answer, "number"), consent="on", answer="agreed").status == 200
    assert table.view("hans").public == left
    table.play_to("purchase", "15 Sept")
    assert reconcile.differences(table.campaign) == reconcile.breaks(table.campaign) == []


@pytest.mark.parametrize("nonsense", ["", "x", "-1", "9" * 30, "１", "0"])
def test_nonsense_is_answered_with_the_list_or_a_sentence(table: PlayedCampaign, nonsense: str) -> None:
    sealed(table)
    assert page(table, "hans", query=f"?before={nonsense}").status == 200
    url = reverse("rewind", args=[table.public_id])
    client = table.browser("hans")
    seen = str(journal.entry_count(table.campaign, access.rooms_of(table.seat("hans"))))
    for data in ({"before": nonsense, "reason": "x", "seen": seen, "act": "propose"}, {"withdraw": nonsense}):
        assert client.post(url, data).status_code == 422
    assert client.post(f"{url}answer/", {"number": nonsense, "answer": nonsense, "seen": nonsense}).status_code == 422
