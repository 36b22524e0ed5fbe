"""Putting things right: the act that is taken back, and the correction that both sides or the umpire agree to."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse
from pydantic_core import to_jsonable_python

from campaigns import access, actions, drafts
from campaigns.ledger import archive, journal, reconcile
from campaigns.models import JournalEntry, Seat
from refit.demos.player import Player
from rules.contract import PUBLIC, Order, Refused
from tests.html_client import Form, HtmlPage, open_page, opened
from tests.players import PlayedCampaign, state_of
from tests.proof.closed import signed_anew

BASKET = {"n:I1": "1", "n:V3": "1"}


def page(table: PlayedCampaign, name: str, which: str = "refit-undo") -> HtmlPage:
    return open_page(table.browser(name), reverse(which, args=[table.public_id]))


def sent(paper: HtmlPage, form: Form, entries: dict[str, str] | None = None) -> HtmlPage:
    """One of a page's forms, sent with `entries` typed over what stands in it."""
    pressed = {"act": "propose"} if "propose" in form.buttons else {}
    answer = paper.client.post(form.action, {**form.fields, **pressed, **(entries or {})}, follow=True)
    return opened(paper.client, answer, form.action)


def seals(table: PlayedCampaign, name: str) -> None:
    """Someone seals the basket from the wizard's page, as people do."""
    wizard = open_page(table.browser(name), reverse("refit-home", args=[table.public_id]))
    assert wizard.press("seal", BASKET).status == 200


def seen(seat: Seat) -> int:
    return journal.entry_count(seat.campaign, access.rooms_of(seat))


def takes_back(table: PlayedCampaign, name: str) -> HtmlPage:
    found = page(table, name)
    form = next(form for form in found.forms if "act" in form.fields)
    return sent(found, form)


# Taking back ------------------------------------------------------------------------------


def test_a_seal_is_taken_back_until_the_other_side_has_sealed_too(table: PlayedCampaign) -> None:
    before = table.view("hans").mine
    seals(table, "hans")
    assert table.view("hans").mine.room.now.ledger.spent > 0
    takes_back(table, "hans")
    assert table.view("hans").mine == before
    assert table.view("hans").public.room.finished == ()
    assert reconcile.differences(table.campaign) == []


def test_what_was_typed_for_it_is_there_again(table: PlayedCampaign) -> None:
    seals(table, "hans")
    assert drafts.saved(table.seat("hans"), "purchase") is None
    takes_back(table, "hans")
    wizard = open_page(table.browser("hans"), reverse("refit-home", args=[table.public_id]))
    assert {key: wizard.form.fields[key] for key in BASKET} == BASKET


def test_the_journal_keeps_both_and_tells_the_other_side_no_more_than_that(table: PlayedCampaign) -> None:
    seals(table, "hans")
    takes_back(table, "hans")
    gone = [entry for entry in journal.entries(table.campaign, {PUBLIC, "german"}) if entry.undone]
    assert [entry.event.kind for entry in gone] == ["purchases.made", "stage.finished"]
    other = [entry.event for entry in journal.entries(table.campaign, {PUBLIC, "russian"})]
    assert dict(other[-1].data).keys() == {"first", "last"}
    text = page(table, "hans", "campaign-journal").text
    assert "taken back" in text
    assert "The German side took back what it had done last." in page(table, "ivan", "campaign-journal").text


def test_once_both_have_sealed_it_stands(table: PlayedCampaign) -> None:
    seals(table, "hans")
    seals(table, "ivan")
    for name in ("hans", "ivan"):
        found = page(table, name)
        assert "both sides" in found.text
        assert not [form for form in found.forms if "act" in form.fields]


def test_a_roll_is_never_taken_back(table: PlayedCampaign) -> None:
    table.play_until("hans", "points")
    table.player("hans").moves()
    assert "Dice were cast" in page(table, "hans").text
    with pytest.raises(Refused, match="Dice were cast"):
        actions.undo_last_act(act="", by=table.seat("hans"), seen=seen(table.seat("hans")))


def test_own_dice_are_not_taken_back_either(founding) -> None:
    table: PlayedCampaign = founding(dice="either")
    table.play_until("hans", "points")
    hans = Player(table.seat("hans"))
    needs = hans.view().current.task.needs
    hans.orders("roll", dice={need.key: [1] * need.dice for need in needs})
    assert "Dice were cast" in page(table, "hans").text


def test_one_after_the_other_is_taken_back(table: PlayedCampaign) -> None:
    table.play_to("battle")
    first = table.view("hans").mine
    table.notes("hans", "Barge")
    second = table.view("hans").mine
    table.notes("hans", "Raft")
    takes_back(table, "hans")
    assert table.view("hans").mine == second
    takes_back(table, "hans")
    assert table.view("hans").mine == first
    assert reconcile.differences(table.campaign) == []


def test_a_loss_that_changes_what_a_side_stated_is_told_and_taken_back(table: PlayedCampaign) -> None:
    table.play_until("hans", "victory")
    hans = Player(table.seat("hans"))
    hans.orders("propose", turn=6, lvp=2, cvp_german=0, rain=False, note="", why="")
    before = state_of(table.campaign, {PUBLIC}).public
    counters = state_of(table.campaign, {"german"}).sides["german"].counters
    squad = next(counter for counter in counters if counter.kind == "squad" and counter.on_hand)
    hans.orders("lose", piles={str(squad.id): 1})
    told = state_of(table.campaign, {PUBLIC}).public
    assert (told.proposal.number, told.stated["german"].recorded["cvp_german"]) == (before.proposal.number + 1, 2)
    takes_back(table, "hans")
    assert journal.load_state(table.campaign, {PUBLIC}).public == before
    assert reconcile.differences(table.campaign) == []


def test_a_secret_act_is_taken_back_in_secret(table: PlayedCampaign) -> None:
    table.play_to("battle")
    before = journal.entry_count(table.campaign, {PUBLIC, "russian"})
    table.notes("hans", "Barge")
    takes_back(table, "hans")
    assert journal.entry_count(table.campaign, {PUBLIC, "russian"}) == before


def test_the_page_says_what_would_be_undone_before_it_is(table: PlayedCampaign) -> None:
    table.play_to("battle")
    table.notes("hans", "Barge")
    assert "Barge" in page(table, "hans").text


def test_another_act_than_the_one_shown_is_not_taken_back(table: PlayedCampaign) -> None:
    table.play_to("battle")
    table.notes("hans", "Barge")
    old = page(table, "otto")
    table.notes("hans", "Raft")
    form = next(form for form in old.forms if "act" in form.fields)
    answer = sent(old, form)
    assert answer.status == 422
    assert "Something has happened" in answer.text
    assert any(counter.note == "Raft" for counter in table.view("hans").mine.counters)


def test_nothing_done_yet_is_nothing_to_take_back(table: PlayedCampaign) -> None:
    assert "no act of yours" in page(table, "ivan").text


@pytest.mark.parametrize(("name", "status"), [("adjutant_hans", 404), ("umpire", 404), ("spectator", 404)])
def test_only_commanders_take_back(table: PlayedCampaign, name: str, status: int) -> None:
    assert table.browser(name).get(reverse("refit-undo", args=[table.public_id])).status_code == status


def test_a_campaign_with_things_taken_back_goes_through_its_file(table: PlayedCampaign) -> None:
    seals(table, "hans")
    takes_back(table, "hans")
    table.play_to("battle")
    everything = archive.export_campaign(table.campaign, {PUBLIC, "german", "russian"}, with_seed=True)
    _, state = archive.replay(archive.read(json.dumps(everything).encode()))
    assert state == journal.rebuild(table.campaign, ("german", "russian"))
    file = archive.read(json.dumps(everything).encode())
    people = {"german": table.users["hans"], "russian": table.users["ivan"]}
    brought = actions.import_campaign(file=file, commanders=people)
    assert reconcile.differences(brought) == []
    assert to_jsonable_python(journal.rebuild(brought, ("german", "russian"))) == to_jsonable_python(state)


def test_a_file_that_takes_back_what_is_not_there_is_refused(table: PlayedCampaign) -> None:
    seals(table, "hans")
    takes_back(table, "hans")
    found = archive.export_campaign(table.campaign, {PUBLIC, "german", "russian"}, with_seed=True)
    found = json.loads(json.dumps(found))
    for wrong in (99, "x", None, -1):
        for event in found["acts"][-1]["events"]:
            event["data"]["last"] = wrong
        with pytest.raises(archive.UnreadableFile, match=r"takes back what is not there|recalled"):
            archive.replay(archive.read(json.dumps(signed_anew(found)).encode()))


# Corrections ------------------------------------------------------------------------------


def test_a_correction_goes_from_one_browser_to_the_other(table: PlayedCampaign) -> None:
    table.play_to("battle")
    hans = page(table, "hans", "refit-corrections")
    form = next(form for form in hans.forms if form.fields.get("about") == "own")
    held = int(form.fields["cpp"])
    assert sent(hans, form, {"reason": "I counted the refund twice", "cpp": str(held - 2)}).status == 200
    ivan = page(table, "ivan", "refit-corrections")
    assert "I counted the refund twice" in ivan.text
    assert "CPP in hand" not in ivan.text.split("Propose")[0]
    assert "CPP in hand -2" in page(table, "hans", "refit-corrections").text
    answer = sent(ivan, next(form for form in ivan.forms if "number" in form.fields), {"verdict": "agreed"})
    assert "agreed by the Russian side" in answer.text
    assert table.view("hans").mine.room.now.ledger.next_start == held - 2


def test_a_refused_proposal_keeps_what_was_typed(table: PlayedCampaign) -> None:
    hans = page(table, "hans", "refit-corrections")
    form = next(form for form in hans.forms if form.fields.get("about") == "own")
    answer = sent(hans, form, {"reason": "Miscounted", "elr": "77"})
    assert answer.status == 422
    again = next(form for form in answer.forms if form.fields.get("about") == "own")
    assert (again.fields["reason"], again.fields["elr"]) == ("Miscounted", "77")
    assert "not between" in answer.text


def test_the_umpire_judges_from_his_own_page(table: PlayedCampaign) -> None:
    table.player("hans").orders("correct", about="own", reason="Miscounted", elr=2)
    umpire = page(table, "umpire", "refit-corrections")
    assert "ELR -1" not in umpire.text, "he has not been let into the German room"
    assert not [form for form in umpire.forms if "about" in form.fields]
    answer = sent(umpire, next(form for form in umpire.forms if "number" in form.fields), {"verdict": "agreed"})
    assert "agreed by the umpire" in answer.text
    assert not [form for form in answer.forms if "number" in form.fields], "what is settled is not asked again"
    assert table.view("hans").mine.elr == 2
    entry = journal.entries(table.campaign, {PUBLIC})[-1]
    assert (entry.actor, entry.side, entry.event.data["judge"]) == ("umpire", "", "umpire")


def test_an_umpire_who_is_let_in_sees_what_he_judges(table: PlayedCampaign) -> None:
    table.player("ivan").orders("correct", about="own", reason="Miscounted", elr=2)
    assert "ELR -2" in page(table, "umpire", "refit-corrections").text


@pytest.mark.parametrize("name", ["adjutant_ivan", "spectator"])
def test_others_read_and_have_no_button(table: PlayedCampaign, name: str) -> None:
    table.player("hans").orders("correct", about="shared", reason="It was Overcast", weather="Clear")
    found = page(table, name, "refit-corrections")
    assert "It was Overcast" in found.text
    assert not [form for form in found.forms if {"number", "about"} & set(form.fields)]
    url = reverse("refit-corrections", args=[table.public_id])
    posted = table.browser(name).post(url, {"number": "1", "verdict": "agreed", "seen": "0"})
    assert posted.status_code == (404 if name == "spectator" else 422)
    assert table.view("hans").public.room.today.weather != "Clear"


def test_an_umpire_decides_nothing_but_corrections(table: PlayedCampaign) -> None:
    umpire = table.seat("umpire")
    with pytest.raises(Refused, match="gives no orders"):
        actions.judge(order=Order("concede"), by=umpire, seen=seen(umpire))
    with pytest.raises(Refused, match="Only an umpire"):
        actions.judge(order=Order("settle"), by=table.seat("hans"), seen=seen(table.seat("hans")))


def test_an_open_correction_is_announced_on_the_campaigns_page(table: PlayedCampaign) -> None:
    table.player("hans").orders("correct", about="shared", reason="It was Overcast", weather="Clear")
    assert "waits for an answer" in page(table, "ivan", "campaign").text


def test_a_correction_can_not_be_taken_back_but_withdrawn(table: PlayedCampaign) -> None:
    table.player("hans").orders("correct", about="own", reason="Miscounted", elr=2)
    count = JournalEntry.objects.count()
    assert "made known to both sides" in page(table, "hans").text
    assert "Withdraw it under Corrections" in page(table, "hans").text
    table.player("hans").orders("settle", number=1, verdict="withdrawn")
    assert JournalEntry.objects.count() == count + 1
