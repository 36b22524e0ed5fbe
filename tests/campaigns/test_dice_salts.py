"""The seed of the dice is fixed before anybody sits down; in older campaigns each side gave words for them besides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse

from campaigns import actions
from campaigns.dice import parts as server_dice
from campaigns.ledger import crypto, dice_seed, journal, reconcile
from campaigns.ledger.verify_older_campaign import commitment, dice_key, die
from campaigns.models import Campaign, JournalEntry, Seat
from rules.contract import PUBLIC, Refused
from tests.campaigns.conftest import OPTIONS, Players, seated
from tests.campaigns.test_one_device import sat
from tests.campaigns.test_pages import FOUNDING, founds
from tests.older import WORDS, numbered_dice


@pytest.fixture
def founded_older(users: dict[str, Any]) -> Players:
    """An older campaign with its founder alone."""
    with numbered_dice():
        seat = actions.start_campaign(name="Older", system="auction", options=OPTIONS, side="german", by=users["hans"])
    return Players(users, seat.campaign.public_id)


BOTH = {"german": "seven ducks", "russian": "a red barn"}


@pytest.fixture
def worded(users: dict[str, Any]) -> Players:
    """Both sides gave words of their own."""
    with numbered_dice(BOTH["german"]):
        seat = actions.start_campaign(name="Orsha", system="auction", options=OPTIONS, side="german", by=users["hans"])
    cast = Players(users, seat.campaign.public_id)
    _, token = actions.invite(role="commander", side="russian", by=cast.seat("hans"))
    actions.take_seat(token=token, by=users["ivan"], salt=BOTH["russian"])
    return cast


def test_dice_come_from_the_seed_and_the_words_of_both_sides(worded: Players) -> None:
    worded.gives("hans", "Scout")
    act = list(journal.acts(worded.campaign, {PUBLIC, "german"}))[-1]
    seed = crypto.seed_of(worded.campaign)
    drawn = [tuple(die(dice_key(seed, words), "german", n) for n in range(40)) for words in (BOTH, None)]
    assert act.proof.draws[0].got == drawn[0][:2]
    assert drawn[0] != drawn[1]
    other = {**BOTH, "russian": "a red barn."}
    assert drawn[0] != tuple(die(dice_key(seed, other), "german", n) for n in range(40))


def test_words_stand_in_the_public_journal_and_with_the_campaign(worded: Players) -> None:
    told = [
        entry.event.data["words"] for entry in journal.entries(worded.campaign, {PUBLIC}) if "words" in entry.event.data
    ]
    assert told == [{"german": "seven ducks"}, {"russian": "a red barn"}]
    assert worded.campaign.dice_salts == BOTH
    call_command("reconcile")


def test_reconcile_finds_words_that_are_not_those_of_the_journal(worded: Players, capsys: Any) -> None:
    Campaign.objects.update(dice_salts={"german": "others", "russian": "a red barn"})
    call_command("reconcile", "--fix")
    assert "dice_salts is wrong" in capsys.readouterr().out
    assert worded.campaign.dice_salts == BOTH


def test_before_both_have_given_theirs_the_server_rolls_nothing_and_the_rest_goes_on(
    founded: Players, founded_older: Players
) -> None:
    rolls_nothing_before_all_sit(founded, "before both sides have sat down")
    rolls_nothing_before_all_sit(founded_older, "no dice before both sides have given their words")


def rolls_nothing_before_all_sit(founded: Players, why: str) -> None:
    founded.gives("hans", "Bid", thing="a tank", gold=4)
    before = JournalEntry.objects.count()
    with pytest.raises(Refused, match=why) as no:
        founded.gives("hans", "Scout")
    assert "invitation" in no.value.way_out
    assert JournalEntry.objects.count() == before
    seated(founded, "hans", "ivan", "commander", "russian")
    founded.gives("hans", "Scout")


def test_only_the_first_commander_of_a_side_gives_words(worded: Players) -> None:
    for host, guest, role, side in (("hans", "umpire", "umpire", ""), ("ivan", "stranger", "commander", "russian")):
        _, token = actions.invite(role=role, side=side, by=worded.seat(host))
        actions.take_seat(token=token, by=worded.users[guest], salt="late words")
    assert worded.campaign.dice_salts == BOTH
    assert "late words" not in str([entry.event for entry in journal.entries(worded.campaign, {PUBLIC})])


@pytest.mark.parametrize("words", ["", "  ", "x" * 201, "two\nlines"])
def test_words_that_are_none_are_refused_at_the_seat(
    founded_older: Players, logged_in: Callable[..., Any], words: str
) -> None:
    _, token = actions.invite(role="commander", side="russian", by=founded_older.seat("hans"))
    with pytest.raises(Refused) as no:
        actions.take_seat(token=token, by=founded_older.users["ivan"], salt=words)
    assert no.value.field == "words"
    client = logged_in(founded_older.users["ivan"])
    answer = client.post(reverse("invitation", args=[token]), {"words": words, "act": "go"})
    assert answer.status_code == 422
    assert answer.context["form"].errors["words"]
    assert not Seat.objects.filter(user=founded_older.users["ivan"]).exists()


def test_a_link_of_a_commander_shows_the_seed_and_the_words_that_are_fixed(
    founded_older: Players, logged_in: Callable[..., Any]
) -> None:
    cast = founded_older
    pages = []
    for role, side in (("commander", "german"), ("commander", "russian"), ("spectator", "")):
        _, token = actions.invite(role=role, side=side, by=cast.seat("hans"))
        pages.append(logged_in(cast.users["ivan"]).get(reverse("invitation", args=[token])).content.decode())
    assert ['name="words"' in page for page in pages] == [False, True, False]
    assert WORDS in pages[1]
    assert cast.campaign.seed_hash[:16] in pages[1]


def test_nobody_is_asked_for_words_in_a_new_campaign(founded: Players, logged_in: Callable[..., Any]) -> None:
    assert founded.campaign.dice_salts is None
    client = logged_in(founded.users["ivan"])
    assert 'name="words"' not in client.get("/campaigns/new/").content.decode()
    _, token = actions.invite(role="commander", side="russian", by=founded.seat("hans"))
    assert 'name="words"' not in client.get(reverse("invitation", args=[token])).content.decode()


@pytest.mark.parametrize("how", ["hotseat", "solo"])
def test_who_plays_both_sides_can_roll_at_once(users: dict[str, Any], logged_in: Callable[..., Any], how: str) -> None:
    founds(logged_in(users["hans"]), {**FOUNDING, "how": how})
    campaign = Campaign.objects.get()
    sat(Players(users, campaign.public_id), "german")
    Players(users, campaign.public_id).gives("hans", "Scout")
    assert reconcile.breaks(campaign) == reconcile.differences(Campaign.objects.get()) == []


def test_the_form_shows_the_commitment_of_the_seed_that_is_then_used(
    users: dict[str, Any], logged_in: Callable[..., Any]
) -> None:
    client = logged_in(users["hans"])
    page = client.get("/campaigns/new/")
    form = page.context["form"]
    shown = page.content.decode().replace("<wbr>", "")
    assert form.seed.commitment in shown
    assert form.seed.seed.hex() not in shown
    wrong = client.post("/campaigns/new/", {**FOUNDING, "name": "", "prepared": form.seed.wrapped})
    assert wrong.status_code == 422
    assert wrong.context["form"].seed.wrapped == form.seed.wrapped, "what was seen stays while the form is put right"
    client.post("/campaigns/new/", {**FOUNDING, "prepared": form.seed.wrapped})
    assert (
        Campaign.objects.get().seed_hash == form.seed.commitment == commitment(crypto.seed_of(Campaign.objects.get()))
    )
    assert client.get("/campaigns/new/").context["form"].seed.commitment != form.seed.commitment


def test_a_prepared_seed_serves_once_and_for_its_person_only(
    users: dict[str, Any], logged_in: Callable[..., Any]
) -> None:
    client = logged_in(users["hans"])
    wrapped = client.get("/campaigns/new/").context["form"].seed.wrapped
    entries = {**FOUNDING, "prepared": wrapped}
    assert client.post("/campaigns/new/", entries).status_code == 302
    again = client.post("/campaigns/new/", entries)
    assert again.status_code == 422
    assert "founded with this form already" in again.content.decode()
    assert again.context["form"].seed.wrapped != wrapped
    other = logged_in(users["ivan"]).post("/campaigns/new/", entries)
    assert other.status_code == 422
    assert "can&#x27;t be used" in other.content.decode()
    assert Campaign.objects.count() == 1


@pytest.mark.parametrize("wrapped", ["", "x", "ö", "AAAA" * 20, "A" * 5000])
def test_a_seed_nobody_prepared_is_refused_in_a_sentence(
    users: dict[str, Any], logged_in: Callable[..., Any], wrapped: str
) -> None:
    answer = logged_in(users["hans"]).post("/campaigns/new/", {**FOUNDING, "prepared": wrapped})
    assert answer.status_code == 422
    assert not Campaign.objects.exists()


def test_a_prepared_seed_outlives_a_change_of_keys_as_long_as_the_old_one_is_there(settings: Any) -> None:
    old = settings.REFIT_KEYS
    made = dice_seed.prepare_seed(7)
    settings.REFIT_KEYS = [crypto.new_key(), *old]
    assert dice_seed.prepared_seed(made.wrapped, 7) == made
    settings.REFIT_KEYS = [crypto.new_key()]
    assert dice_seed.prepared_seed(made.wrapped, 7) is None


def test_a_campaign_founded_without_words_goes_on_with_the_bare_seed() -> None:
    seed = bytes(range(32))
    dice = server_dice.dice_for(seed, None, ("german", "russian"), "german", 5)
    assert dice.roll("DR", 3) == tuple(die(seed, "german", n) for n in (5, 6, 7))
    assert dice.first == 5
