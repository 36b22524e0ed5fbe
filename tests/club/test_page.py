"""The club's page: which campaigns stand there, whom they wait for since when, and what became of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns import actions
from campaigns.closing import actions as closing
from campaigns.closing.models import What
from campaigns.club import actions as club
from campaigns.club import pages
from campaigns.club.models import Announcement, ClubListing
from campaigns.ledger import archive, reconcile, seat_list, seats_anew, verify_campaign
from campaigns.models import Seat, Side
from rules.contract import PUBLIC, Refused
from tests.campaigns.conftest import OPTIONS, Clock, Players
from tests.html_client import text_of
from tests.players import log_in


def put_on_page(cast: Players) -> None:
    """Both sides want the campaign on the club's page."""
    for name in ("hans", "ivan"):
        club.put_on_page(by=cast.seat(name))


def holds(cast: Players) -> None:
    """The rows are what the journal says, the list made anew says the same, and every file passes the check."""
    campaign = cast.campaign
    kept = seat_list.load(campaign)
    campaign.seat_list = None
    campaign.save(update_fields=["seat_list"])
    assert seats_anew.make_anew(campaign.pk) == kept
    assert reconcile.differences(cast.campaign) == []
    for rooms in ({PUBLIC}, {PUBLIC, "german"}, {PUBLIC, "german", "russian"}):
        assert verify_campaign.faults(archive.export_campaign(cast.campaign, rooms, with_seed=False)) == []


def founded(by: User, *, listed: bool) -> Seat:
    """Found a campaign that stands on the club's page, or not."""
    return actions.start_campaign(name="Orel", system="auction", options=OPTIONS, side="german", by=by, club=listed)


def read(user: User, name: str = "club", **query: str) -> str:
    answer = log_in(Client(), user).get(reverse(name), query)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def member(db: None) -> User:
    """Somebody of the club who sits nowhere."""
    return User.objects.create_user("mia")


@pytest.mark.parametrize("name", ["club", "club-archive", "club-over", "club-results", "club-organisers"])
def test_who_is_not_logged_in_is_asked_to(db: None, client: Client, name: str) -> None:
    answer = client.get(reverse(name))
    assert (answer.status_code, answer.headers.get("Location", "").partition("?")[0]) == (302, "/accounts/login/")


def test_a_campaign_stands_there_when_all_sides_want_it_and_not_before(cast: Players, member: User) -> None:
    name = cast.campaign.name
    assert name not in read(member)
    club.put_on_page(by=cast.seat("hans"))
    assert name not in read(member)
    club.put_on_page(by=cast.seat("ivan"))
    page = read(member)
    assert all(each in page for each in (name, "hans", "ivan"))
    holds(cast)


def test_any_commander_takes_it_off_at_any_time(cast: Players, member: User) -> None:
    put_on_page(cast)
    club.take_off_page(by=cast.seat("ivan"))
    assert cast.campaign.name not in read(member)
    assert not ClubListing.objects.exists()
    with pytest.raises(Refused):
        club.take_off_page(by=cast.seat("hans"))
    holds(cast)


def test_nobody_but_a_commander_decides(cast: Players) -> None:
    for name in ("adjutant", "umpire", "spectator"):
        if name in cast.users:
            with pytest.raises(Refused):
                club.put_on_page(by=cast.seat(name))


def test_a_founder_chooses_it_at_the_start(users: dict[str, User], member: User) -> None:
    seat = founded(users["hans"], listed=True)
    assert "Orel" in read(member)
    assert "waits for a commander" in read(member) or "nobody commands it" in read(member)
    holds(Players(users, seat.campaign.public_id))


def test_whoever_is_invited_reads_that_it_stands_there(users: dict[str, User]) -> None:
    for listed in (True, False):
        seat = founded(users["hans"], listed=listed)
        _, token = actions.invite(role="commander", side="russian", by=seat)
        page = Client().get(reverse("invitation", args=[token])).content.decode()
        assert ("On the club" in page) == listed


def test_a_row_that_the_journal_does_not_know_shows_nothing(cast: Players, member: User) -> None:
    ClubListing.objects.create(campaign=cast.campaign, waits={"german": "nonsense", "russian": 7})
    assert cast.campaign.name not in read(member)
    put_on_page(cast)
    ClubListing.objects.update(waits={"german": "nonsense", "russian": 7})
    assert cast.campaign.name in read(member)
    ClubListing.objects.update(waits=["german"])
    assert cast.campaign.name in read(member)


def test_rows_that_were_altered_are_named_and_mended(cast: Players, member: User) -> None:
    ClubListing.objects.create(campaign=cast.campaign)
    assert any("club's page" in each for each in reconcile.differences(cast.campaign))
    reconcile.mend(cast.campaign)
    assert not ClubListing.objects.exists()
    put_on_page(cast)
    for wrong in ({"waits": ["german"]}, {"archived": True}, {"over_on": "2026-01-01"}, {"since": "1999-01-01"}, {}):
        ClubListing.objects.update(**wrong) if wrong else ClubListing.objects.all().delete()
        assert any("club's page" in each for each in reconcile.differences(cast.campaign)), wrong
        reconcile.mend(cast.campaign)
        holds(cast)
    assert cast.campaign.name in read(member)


def test_without_a_page_it_is_not_there(cast: Players, member: User, settings: Any) -> None:
    settings.CLUB_PAGE = "off"
    client = log_in(Client(), member)
    for name in ("club", "club-over", "club-results", "club-archive"):
        assert client.get(reverse(name)).status_code == 404
    assert "Club</a>" not in client.get("/").content.decode()


def test_a_page_of_nonsense_is_the_first(cast: Players, member: User) -> None:
    put_on_page(cast)
    for name in ("club", "club-results"):
        first = text_of(read(member, name))
        assert text_of(read(member, name, page="2")) != first
        for page in ("0", "-1", "x", "9" * 30, "²"):
            assert text_of(read(member, name, page=page)) == first, (name, page)


def test_it_says_since_which_day_a_side_is_waited_for(cast: Players, member: User, later: Clock) -> None:
    put_on_page(cast)
    first = ClubListing.objects.get()
    later(3)
    cast.gives("hans", "bid", thing="a horse", gold=1)
    assert ClubListing.objects.get().waits == first.waits, "a secret act moves nothing"
    cast.gives("hans", "seal")
    assert set(ClubListing.objects.get().waits) == {"russian"}
    assert ClubListing.objects.get().waits["russian"] == first.waits["russian"]
    page = read(member)
    assert "Russian side</strong> since" in page
    assert "German side</strong> since" not in page
    holds(cast)


def test_what_is_over_has_its_result_and_its_story(cast: Players, member: User) -> None:
    put_on_page(cast)
    cast.gives("hans", "bid", thing="a secret horse", gold=1)
    cast.gives("hans", "announce", text="we sell a cart")
    story = reverse("club-story", args=[cast.public_id])
    client = log_in(Client(), member)
    assert client.get(story).status_code == 404, "the story is told when it is over"
    cast.gives("ivan", "finish")
    assert cast.campaign.name not in read(member)
    over = read(member, "club-over")
    assert cast.campaign.name in over
    assert "Won by the Russian side" in over
    told = client.get(story).content.decode()
    assert "we sell a cart" in told
    assert "secret horse" not in told
    results = read(member, "club-results")
    assert results.index("hans") < results.index("ivan")
    club.take_off_page(by=cast.seat("ivan"))
    assert client.get(story).status_code == 404
    assert cast.campaign.name not in read(member, "club-over")
    holds(cast)


def test_a_campaign_that_nobody_won_is_lost_by_nobody(cast: Players) -> None:
    put_on_page(cast)
    cast.gives("ivan", "finish")
    results = {each.name: (each.played, each.won, each.lost) for each in pages.results(1).players}
    assert results == {"hans": (1, 0, 1), "ivan": (1, 1, 0)}
    Side.objects.update(won=None)
    results = {each.name: (each.played, each.won, each.lost) for each in pages.results(1).players}
    assert results == {"hans": (1, 0, 0), "ivan": (1, 0, 0)}


def test_of_what_was_abandoned_no_story_is_told(cast: Players, member: User) -> None:
    put_on_page(cast)
    for name, act in (("hans", closing.propose), ("ivan", closing.agree)):
        act(what=What.END, by=cast.seat(name), **({"reason": "no time"} if name == "hans" else {}))
    assert "before its time" in read(member, "club-over")
    assert log_in(Client(), member).get(reverse("club-story", args=[cast.public_id])).status_code == 404
    assert "ivan" not in read(member, "club-results")
    club.take_off_page(by=cast.seat("hans"))
    holds(cast)


@pytest.mark.parametrize("name", ["club", "club-over", "club-results", "club-archive"])
def test_a_page_costs_the_same_however_many_campaigns_there_are(
    users: dict[str, User], member: User, name: str
) -> None:
    client = log_in(Client(), member)
    costs = set()
    for _ in range(2):
        for _ in range(2):
            seat = founded(users["hans"], listed=True)
            actions.take_seat(token=actions.invite(role="commander", side="russian", by=seat)[1], by=users["ivan"])
            if name in ("club-over", "club-results"):
                Players(users, seat.campaign.public_id).gives("ivan", "finish")
            if name == "club-archive":
                ClubListing.objects.update(archived=True)
            Announcement.objects.create(
                by=User.objects.create_user(f"olga {seat.campaign.pk}"), text="We meet on Friday"
            )
        with CaptureQueriesContext(connection) as asked:
            assert client.get(reverse(name)).status_code == 200
        costs.add(len(asked))
    assert len(costs) == 1


def test_nonsense_for_a_button_takes_nothing_off_the_page(cast: Players, logged_in: Callable[..., Any]) -> None:
    put_on_page(cast)
    client, path = logged_in(cast.users["hans"]), reverse("campaign-club", args=[cast.public_id])
    for act, status in (("nonsense", 302), ("", 422)):
        assert client.post(path, {"act": act}).status_code == status
    assert ClubListing.objects.filter(campaign=cast.campaign).exists()
    assert client.post(path, {"act": "unlist"}).status_code == 302
    assert not seats_anew.listed(cast.campaign).club.wanted
