"""What organisers of the club do: each act in the journal of its campaign, none in one of their own, no secret seen."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from campaigns import access
from campaigns.club import actions as club
from campaigns.club import members
from campaigns.club.models import Announcement, ClubListing, Organiser, StandIn
from campaigns.ledger import journal
from campaigns.models import JournalEntry
from campaigns.rewind import actions as rewind
from rules.contract import PUBLIC, Refused
from tests.campaigns.conftest import Clock, Players
from tests.club.test_page import holds, put_on_page, read
from tests.players import log_in


@pytest.fixture
def olga(db: None) -> User:
    """An organiser who sits nowhere."""
    made = User.objects.create_user("olga")
    members.appoint(name="olga")
    return made


@pytest.fixture
def stand_in(db: None) -> User:
    """Somebody who would stand in."""
    made = User.objects.create_user("stan")
    StandIn.objects.create(user=made)
    return made


def said(cast: Players) -> list[str]:
    """The last public entries, by kind."""
    told = JournalEntry.objects.filter(campaign=cast.campaign, room=PUBLIC).order_by("number")
    return [kind.removeprefix("house.note.") for kind in told.values_list("kind", flat=True)]


def test_a_side_that_is_waited_for_is_reminded_once_a_day(cast: Players, olga: User, later: Clock) -> None:
    put_on_page(cast)
    mail.outbox.clear()
    club.remind(campaign=cast.campaign, side="russian", by=olga)
    assert said(cast)[-1] == "club_reminded"
    with pytest.raises(Refused):
        club.remind(campaign=cast.campaign, side="russian", by=olga)
    club.remind(campaign=cast.campaign, side="german", by=olga)
    later(1.01)
    club.remind(campaign=cast.campaign, side="russian", by=olga)
    holds(cast)


def test_who_is_not_waited_for_is_not_reminded(cast: Players, olga: User) -> None:
    put_on_page(cast)
    cast.gives("hans", "seal")
    for side in ("german", "purple", ""):
        with pytest.raises(Refused):
            club.remind(campaign=cast.campaign, side=side, by=olga)


@pytest.mark.django_db(transaction=True)
def test_whoever_is_reminded_is_told_on_his_channels(cast: Players, olga: User) -> None:
    put_on_page(cast)
    mail.outbox.clear()
    club.remind(campaign=cast.campaign, side="russian", by=olga)
    assert {to for letter in mail.outbox for to in letter.to} == {"ivan@example.org", "adjutant_ivan@example.org"}


def test_a_stand_in_is_offered_who_said_that_he_would(cast: Players, olga: User, stand_in: User, later: Clock) -> None:
    put_on_page(cast)
    with pytest.raises(Refused):
        club.offer_stand_in(campaign=cast.campaign, side="russian", username="hans", by=olga)
    club.offer_stand_in(campaign=cast.campaign, side="russian", username="stan", by=olga)
    assert said(cast)[-1] == "stand_in_offered"
    page = log_in(Client(), cast.users["ivan"]).get(reverse("campaign-club", args=[cast.public_id])).content.decode()
    assert "stan" in page
    with pytest.raises(Refused):
        club.offer_stand_in(campaign=cast.campaign, side="russian", username="stan", by=olga)
    holds(cast)


def test_an_archived_campaign_comes_back_when_a_side_goes_on(cast: Players, olga: User) -> None:
    put_on_page(cast)
    club.archive(campaign=cast.campaign, archived=True, by=olga)
    name = cast.campaign.name
    assert name in read(olga, "club-archive")
    assert name not in read(olga)
    cast.gives("hans", "bid", thing="a horse", gold=1)
    assert name in read(olga, "club-archive"), "a secret act brings nothing back"
    cast.gives("hans", "announce", text="we go on")
    assert name in read(olga)
    club.archive(campaign=cast.campaign, archived=True, by=olga)
    club.archive(campaign=cast.campaign, archived=False, by=olga)
    assert not ClubListing.objects.get().archived
    with pytest.raises(Refused):
        club.archive(campaign=cast.campaign, archived=False, by=olga)
    holds(cast)


ACTS: dict[str, Callable[[Players, User], None]] = {
    "remind": lambda cast, by: club.remind(campaign=cast.campaign, side="russian", by=by),
    "offer": lambda cast, by: club.offer_stand_in(campaign=cast.campaign, side="russian", username="stan", by=by),
    "archive": lambda cast, by: club.archive(campaign=cast.campaign, archived=True, by=by),
}


@pytest.mark.parametrize("act", ACTS)
def test_nobody_else_does_that_nor_an_organiser_in_a_campaign_of_his_own(
    cast: Players, olga: User, stand_in: User, act: str
) -> None:
    with pytest.raises(Refused):
        ACTS[act](cast, olga)
    put_on_page(cast)
    members.appoint(name="spectator")
    for name in ("spectator", "stranger", "hans"):
        with pytest.raises(Refused):
            ACTS[act](cast, cast.users[name])
    club.take_off_page(by=cast.seat("hans"))
    with pytest.raises(Refused):
        ACTS[act](cast, olga)


def test_an_organisers_act_ends_no_rewind_that_is_proposed(cast: Players, olga: User) -> None:
    put_on_page(cast)
    cast.gives("hans", "announce", text="a mistake")
    seat = cast.seat("hans")
    public = JournalEntry.objects.filter(campaign=cast.campaign, room=PUBLIC).count()
    seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
    rewind.propose_rewind(before=public, reason="a slip", by=seat, seen=seen)
    with pytest.raises(Refused):
        club.remind(campaign=cast.campaign, side="russian", by=olga)
    assert cast.campaign.rewind_is_proposed


def test_the_buttons_do_it(cast: Players, olga: User, stand_in: User) -> None:
    put_on_page(cast)
    client, where = log_in(Client(), olga), reverse("club-campaign", args=[cast.public_id])
    assert where in read(olga)
    assert client.post(where, {"side": "russian"}).status_code == 422
    for act, kind in (("remind", "club_reminded"), ("offer", "stand_in_offered"), ("archive", "club_archived")):
        assert client.post(where, {"act": act, "side": "russian", "who": "stan"}).status_code == 302
        assert said(cast)[-1] == kind
    assert client.post(where, {"act": "remind", "side": "russian"}).status_code == 422
    assert client.post(where, {"act": "offer", "side": "russian", "who": "x" * 10_000}).status_code == 422


def test_whoever_was_chosen_is_chosen_still_when_the_offer_is_refused(
    cast: Players, olga: User, stand_in: User, later: Clock
) -> None:
    put_on_page(cast)
    members.stand_ready(user=User.objects.create_user("aron"), ready=True)
    client, where = log_in(Client(), olga), reverse("club-campaign", args=[cast.public_id])
    assert "<option>aron</option><option>stan</option>" in client.get(where).content.decode()
    for status in (302, 422):
        answer = client.post(where, {"act": "offer", "side": "russian", "who": "stan"})
        assert answer.status_code == status
    assert "<option>aron</option><option selected>stan</option>" in answer.content.decode()


@pytest.mark.parametrize("name", ["club-announcements", "club-organisers", "club-invitations"])
def test_pages_of_organisers_are_not_there_for_others(cast: Players, olga: User, name: str) -> None:
    assert log_in(Client(), olga).get(reverse(name)).status_code == 200
    assert log_in(Client(), cast.users["hans"]).get(reverse(name)).status_code == 404
    assert reverse(name) not in read(cast.users["hans"])


def test_the_host_makes_organisers_and_is_none_himself(cast: Players) -> None:
    host = User.objects.create_superuser("host")
    put_on_page(cast)
    with pytest.raises(Refused):
        club.remind(campaign=cast.campaign, side="russian", by=host)
    client = log_in(Client(), host)
    assert client.post(reverse("club-organisers"), {"act": "add", "name": "stranger"}).status_code == 302
    assert client.post(reverse("club-organisers"), {"act": "add", "name": "stranger"}).status_code == 302, (
        "twice at once"
    )
    assert Organiser.objects.count() == 1
    for name in ("nobody", "x" * 10_000, "\0", ""):
        assert client.post(reverse("club-organisers"), {"act": "add", "name": name}).status_code == 422
    assert client.post(reverse("club-organisers"), {"act": "remove", "name": "stranger"}).status_code == 302
    assert client.post(reverse("club-organisers"), {"act": "remove", "name": "stranger"}).status_code == 422


def test_the_host_makes_organisers_by_a_command(cast: Players) -> None:
    out = StringIO()
    call_command("organiser", "hans", stdout=out)
    assert "hans" in out.getvalue()
    call_command("organiser", "hans", "--end", stdout=out)
    assert "none" in out.getvalue()
    with pytest.raises(CommandError, match="no member"):
        call_command("organiser", "nobody", stdout=out)


def test_members_read_what_organisers_tell_them_as_plain_text(cast: Players, olga: User) -> None:
    client = log_in(Client(), olga)
    told = "On <b>Friday</b> we play.\nhttps://example.org"
    assert client.post(reverse("club-announcements"), {"act": "tell", "text": told}).status_code == 302
    for where in ("club", "campaign-list"):
        page = read(cast.users["hans"], where)
        assert "On &lt;b&gt;Friday&lt;/b&gt; we play." in page
        assert 'href="https://example.org"' not in page
    for text in ("x" * 2001, "", " "):
        assert client.post(reverse("club-announcements"), {"act": "tell", "text": text}).status_code == 422
    assert client.post(reverse("club-announcements"), {"text": "by Enter"}).status_code == 422
    number = Announcement.objects.get().pk
    for _ in range(2):
        client.post(reverse("club-announcements"), {"act": "remove", "number": number})
    assert "Friday" not in read(cast.users["hans"])


def test_a_member_says_for_himself_that_he_would_stand_in(cast: Players, olga: User) -> None:
    client = log_in(Client(), cast.users["stranger"])
    for _ in range(2):
        client.post(reverse("club-stand-in"), {"act": "ready"})
    assert "stranger" in read(olga)
    client.post(reverse("club-stand-in"), {"act": "not"})
    assert "stranger" not in read(olga)
