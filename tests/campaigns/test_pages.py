"""The pages of the app as people use them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from campaigns import event_texts, pages
from campaigns.ledger import crypto
from campaigns.ledger.acts import HOST_PREFIX
from campaigns.ledger.host_entries import entry
from campaigns.models import Campaign
from rules.contract import PUBLIC, Event
from tests.campaigns.conftest import Players
from tests.html_client import open_page
from tests.toys.auction import AUCTION

FOUNDING = {
    "act": "go",
    "name": "Orsha",
    "side": "russian",
    "balance": "none",
    "dice": "own",
    "ruling_ties": "first",
}


def founds(client: Any, entries: dict[str, str], **more: Any) -> Any:
    """The answer to the form of the founding, opened and filled in with `entries`."""
    form = client.get("/campaigns/new/").context["form"]
    return client.post("/campaigns/new/", {**entries, "prepared": form.seed.wrapped}, **more)


def test_who_chooses_nothing_but_game_and_side_starts_a_campaign(logged_in: Callable[..., Any], db: None) -> None:
    page = open_page(logged_in(User.objects.create_user("newcomer")), reverse("campaign-start"))
    assert '<details class="more">' in page.html, "all else is folded away"
    assert page.press("go", {"side": "russian"}).status == 200
    assert Campaign.objects.get().name.startswith(f"{AUCTION.title}, ")


def test_a_name_taken_out_of_the_folded_part_opens_it(logged_in: Callable[..., Any], db: None) -> None:
    page = open_page(logged_in(User.objects.create_user("newcomer")), reverse("campaign-start"))
    refused = page.press("go", {"name": ""})
    assert refused.status == 422
    assert '<details class="more" open>' in refused.html
    assert "Give it a name" in refused.text


def test_who_comes_for_the_first_time_is_told_what_this_is(client: Any, db: None) -> None:
    assert b"between the battles" in client.get("/").content


def test_my_campaigns_say_what_waits_on_me(cast: Players, logged_in: Callable[..., Any]) -> None:
    cast.gives("ivan", "Seal")
    assert b"Secret bids" in logged_in(cast.users["hans"]).get("/").content
    assert b"Nothing waits on your side" in logged_in(cast.users["ivan"]).get("/").content
    assert b"No campaign yet" in logged_in(cast.users["stranger"]).get("/").content


def test_what_waits_leads_to_where_it_is_done(cast: Players, logged_in: Callable[..., Any]) -> None:
    page = logged_in(cast.users["hans"]).get("/").content.decode()
    assert f'<a href="{reverse("refit-home", args=[cast.public_id])}">Secret bids</a>' in page


def test_founding_stores_the_options_and_seats_the_founder(
    users: dict[str, Any], logged_in: Callable[..., Any]
) -> None:
    client = logged_in(users["hans"])
    response = founds(client, FOUNDING)
    campaign = Campaign.objects.get()
    assert response["Location"] == reverse("campaign-people", args=[campaign.public_id])
    assert campaign.options == {"balance": "none", "dice": "own", "rulings": {"ties": "first"}}
    assert campaign.seats.get().side == "russian"


@pytest.mark.parametrize("field", ["name", "side", "balance", "dice", "ruling_ties"])
def test_nonsense_at_the_founding_is_refused_and_what_was_typed_stays(
    users: dict[str, Any], logged_in: Callable[..., Any], field: str
) -> None:
    wrong = {**FOUNDING, field: "" if field == "name" else "nonsense"}
    response = founds(logged_in(users["hans"]), wrong)
    assert response.status_code == 422
    assert response.context["form"].errors[field]
    if field != "name":
        assert 'value="Orsha"' in response.content.decode()
    assert not Campaign.objects.exists()


@pytest.mark.parametrize("typed", ["1e", "a week", "0", "61", "2.5"])
def test_days_for_a_step_that_are_none_are_refused_in_our_words_and_stay(
    users: dict[str, Any], logged_in: Callable[..., Any], typed: str
) -> None:
    page = open_page(logged_in(users["hans"]), reverse("campaign-start"))
    assert 'type="number"' not in page.html, "a browser would send nothing of it, which means any time"
    refused = page.press("go", {"pace": typed})
    assert refused.status == 422
    assert "Enter a whole number from 1 to 60." in refused.text
    assert refused.form.fields["pace"] == typed
    assert not Campaign.objects.exists()


def test_a_refused_founding_is_shown_from_its_top(users: dict[str, Any], logged_in: Callable[..., Any]) -> None:
    """An address without the place of the rulings, which a press on their button leaves in the browser's own."""
    asked = open_page(logged_in(users["hans"]), reverse("campaign-start")).press("rulings", {})
    assert asked.form.action == f"{reverse('campaign-start')}?system={AUCTION.key}"


def test_who_presses_enter_is_not_told_to_look_for_a_wrong_entry(
    users: dict[str, Any], logged_in: Callable[..., Any]
) -> None:
    page = open_page(logged_in(users["hans"]), reverse("campaign-start")).press("", {"name": "Ours"})
    assert page.status == 422
    assert "Enter commits nothing here." in page.text
    assert "need another look" not in page.text


@pytest.mark.parametrize(("wrong", "unfolded"), [("name", False), ("ruling_ties", True)])
def test_the_rulings_stay_folded_away_unless_one_of_them_is_wrong(
    users: dict[str, Any], logged_in: Callable[..., Any], wrong: str, unfolded: bool
) -> None:
    page = founds(logged_in(users["hans"]), {**FOUNDING, wrong: ""}).content.decode()
    assert ('<details class="folded rulings" id="rulings" open>' in page) == unfolded
    assert '<details class="folded rulings"' in page


def test_the_rulings_come_when_they_are_asked_for_and_nothing_typed_is_lost(
    users: dict[str, Any], logged_in: Callable[..., Any]
) -> None:
    page = open_page(logged_in(users["hans"]), reverse("campaign-start"))
    assert "ruling_" not in page.html
    asked = page.press("rulings", {"name": "Ours", "side": "russian", "how": "solo"})
    assert asked.status == 200
    assert "Who wins a tie?" in asked.text
    assert not Campaign.objects.exists()
    assert '<details class="more" open>' in asked.html
    assert '<details class="folded rulings" id="rulings" open>' in asked.html
    stands = {"name": "Ours", "side": "russian", "how": "solo", "ruling_ties": "none"}
    assert {name: asked.form.fields[name] for name in stands} == stands
    assert asked.press("go", {"ruling_ties": "first"}).status == 200
    campaign = Campaign.objects.get()
    assert (campaign.name, campaign.play_mode, campaign.options["rulings"]) == ("Ours", "solo", {"ties": "first"})


def test_who_plays_alone_begins_at_the_campaign_for_he_has_nobody_to_invite(
    users: dict[str, Any], logged_in: Callable[..., Any]
) -> None:
    response = founds(logged_in(users["hans"]), {**FOUNDING, "how": "solo"})
    assert response["Location"] == Campaign.objects.get().get_absolute_url()


def test_an_unknown_game_is_not_found(users: dict[str, Any], logged_in: Callable[..., Any]) -> None:
    assert logged_in(users["hans"]).get("/campaigns/new/?system=chess").status_code == 404


def test_the_campaign_page_shows_what_is_public_and_a_living_frame(
    cast: Players, logged_in: Callable[..., Any]
) -> None:
    cast.gives("ivan", "Announce", text="hello there")
    page = logged_in(cast.users["hans"]).get(reverse("campaign", args=[cast.public_id])).content.decode()
    for part in ("hello there", "Secret bids", f'data-live="/live/{cast.public_id}/"', 'hx-history="false"', "German"):
        assert part in page


def test_the_journal_is_paged_and_shrugs_at_nonsense(cast: Players, logged_in: Callable[..., Any]) -> None:
    for number in range(60):
        cast.gives("hans", "Announce", text=f"notice {number:02}")
    client = logged_in(cast.users["spectator"])
    path = reverse("campaign-journal", args=[cast.public_id])
    first, last = client.get(path).content.decode(), client.get(path + "?page=2").content.decode()
    assert "notice 59" in first
    assert "notice 00" not in first
    assert "notice 00" in last
    for nonsense in ("0", "-1", "x", "999999", "9" * 30, "²"):
        assert client.get(path, {"page": nonsense}).status_code == 200


def test_the_beat_counts_what_the_seat_may_see(cast: Players, logged_in: Callable[..., Any]) -> None:
    client = logged_in(cast.users["ivan"])
    path = reverse("campaign-beat", args=[cast.public_id])
    before = client.get(path).json()
    cast.gives("hans", "Bid", thing="a tank", gold=1)
    assert client.get(path).json() == before
    cast.gives("hans", "Announce", text="hello")
    assert client.get(path).json() == {**before, "seen": before["seen"] + 1}


@pytest.mark.parametrize(
    "address", ["campaign", "campaign-journal", "campaign-figures", "campaign-people", "campaign-beat"]
)
def test_a_page_asks_the_database_as_often_late_in_the_campaign_as_early(
    cast: Players, logged_in: Callable[..., Any], django_assert_max_num_queries: Any, address: str
) -> None:
    client = logged_in(cast.users["hans"])
    path = reverse(address, args=[cast.public_id])
    with django_assert_max_num_queries(10) as early:
        client.get(path)
    for _ in range(5):
        cast.gives("hans", "Roll")
        cast.gives("ivan", "Scout")
    with django_assert_max_num_queries(10) as late:
        client.get(path)
    assert len(early) == len(late)


def test_the_campaign_page_opens_the_latest_entries_only_however_long_the_journal(
    cast: Players, logged_in: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = list[str]()
    real = crypto.open_sealed

    def noted(key: bytes, sealed: bytes, label: str) -> Any:
        opened.append(label)
        return real(key, sealed, label)

    monkeypatch.setattr(crypto, "open_sealed", noted)
    client, counts = logged_in(cast.users["hans"]), list[int]()
    for _ in range(2):
        for _ in range(pages.LATEST):
            cast.gives("hans", "Scout")
        opened.clear()
        assert client.get(reverse("campaign", args=[cast.public_id])).status_code == 200
        counts.append(len(opened))
    assert counts[0] == counts[1] >= pages.LATEST


def test_the_campaign_page_leads_to_the_figures_which_say_when_there_are_none(
    cast: Players, logged_in: Callable[..., Any]
) -> None:
    client = logged_in(cast.users["hans"])
    path = reverse("campaign-figures", args=[cast.public_id])
    assert path in client.get(reverse("campaign", args=[cast.public_id])).content.decode()
    assert "Nothing to draw yet" in client.get(path).content.decode()


def test_my_campaigns_ask_the_database_as_often_for_many_as_for_one(
    cast: Players, logged_in: Callable[..., Any], django_assert_num_queries: Any
) -> None:
    from campaigns import actions

    for _ in range(3):
        actions.start_campaign(name="More", system="auction", options={}, side="german", by=cast.users["hans"])
    client = logged_in(cast.users["hans"])
    with django_assert_num_queries(5):  # session, person, seats with campaigns, rooms, what the club announces
        client.get("/")


CHAINS = {"german": {"tip": "ab" * 32, "links": 9, "blind": "ab" * 32}}
HOST_ENTRIES: dict[str, dict[str, Any]] = {
    "founded": {
        "seat": 1,
        "side": "german",
        "name": "hans",
        "account": "ab" * 32,
        "how": "accounts",
        "chains": CHAINS,
        "note": {"pace": 7, "club": 1},
    },
    "seat_offered": {"offer": 1, "role": "umpire", "side": "", "token": "ab" * 32},
    "offer_withdrawn": {"offer": 1},
    "seat_left": {"seat": 3, "why": "removed"},
    "umpire_dismissed": {"seat": 3, "side": "german"},
    "replacement_announced": {"seat": 2, "reason": "gone", "due": "2026-12-24T18:00:00.000000+00:00"},
    "replacement_agreed": {"seat": 2},
    "replacement_withdrawn": {"seat": 2},
    "seat_replaced": {"seat": 2},
    "seat_taken": {"offer": 1, "seat": 2, "name": "ivan", "role": "commander", "side": "russian", "account": "ab" * 32},
    "umpire_admitted": {"seat": 3, "side": "german"},
    "locked": {"side": "german", "generation": 2, "slots": ["ab" * 32]},
    "recalled": {"first": 3, "last": 5},
    "rewind_proposed": {"rewind": 1, "before": 3, "what": "A roll.", "reason": "x"},
    "rewind_refused": {"rewind": 1},
    "rewind_withdrawn": {"rewind": 1},
    "rewind_agreed": {"rewind": 1},
    "rewound": {"rewind": 1, "before": 3},
    "end_announced": {"why": "abandoned-by-host", "reason": "Idle", "due": "2026-12-24T18:00:00.000000+00:00"},
    "end_withdrawn": {},
    "removal_announced": {"reason": "Idle", "due": "2026-12-24T18:00:00.000000+00:00"},
    "finished": {"side": "german", "door": 2, "stage": "buy"},
    "link": {"side": "german", "index": 2, "link": "ab" * 32},
    "door": {"epoch": 2, "links": {"german": [2, "ab" * 32]}},
    "chain": {"side": "german", "tip": "ab" * 32, "links": 9, "blind": "ab" * 32, "from": 4},
    "removal_withdrawn": {},
    "pace_proposed": {"days": 0},
    "pace_agreed": {"days": 7},
    "pace_refused": {"days": 7},
    "term_extended": {"of": "russian", "days": 1},
    "away": {"seat": 2, "first": "2026-12-24", "last": "2027-01-06"},
    "away_over": {"seat": 2},
    "stand_in_asked": {"of": "russian"},
    "club_listed": {},
    "club_unlisted": {},
    "club_archived": {"name": "olga"},
    "club_unarchived": {"name": "olga"},
    "club_reminded": {"of": "russian", "name": "olga"},
    "stand_in_offered": {"of": "russian", "who": "stan", "name": "olga"},
    "ended": {"why": "abandoned-by-consent", "rooms": {}, "tables_root": "ab" * 32},
    "imported": {"commanders": {"german": {"seat": 1, "name": "hans", "account": "ab" * 32}}},
}


@pytest.mark.parametrize("kind", [*event_texts.DESCRIBERS, *event_texts.SENTENCES])
def test_the_hosts_own_entries_are_told_in_a_sentence(kind: str) -> None:
    told = event_texts.describe(AUCTION, entry(kind, HOST_ENTRIES[kind]), side="german").sentence
    assert told.endswith(".")


def test_a_host_entry_nobody_tells_is_an_error() -> None:
    with pytest.raises(KeyError):
        event_texts.describe(AUCTION, Event(HOST_PREFIX + "invented", PUBLIC, {}))
