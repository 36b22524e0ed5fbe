"""A side's only commander does not play any more: notice, consent, objection, and who follows him."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.http import Http404
from django.urls import reverse

from campaigns import access, actions
from campaigns.ledger import archive, journal, reconcile, seats_anew, verify_campaign
from campaigns.ledger.acts import host_kind
from campaigns.models import Seat
from campaigns.rewind import actions as rewinds
from campaigns.seats import leaving, replacing, tasks
from campaigns.tasks import send_notifications_task
from campaigns.verify import kept
from rules.contract import PUBLIC, Refused
from tests.campaigns.conftest import OPTIONS, Clock, Players, seated
from tests.campaigns.test_rewind import proposes, public
from tests.players import state_of
from tests.toys.auction import SIDES

REASON = "He has not answered since May"


def told(cast: Players) -> list[tuple[str, Any]]:
    """the host's entries about seats, from the newest notice on."""
    found = [(host_kind(one.event), one.event.data) for one in journal.entries(cast.campaign, {PUBLIC})]
    last = max((at for at, (kind, _) in enumerate(found) if kind == "replacement_announced"), default=len(found))
    return found[last:]


def kinds(cast: Players) -> list[str]:
    return [kind for kind, _ in told(cast)]


def notice(cast: Players, by: str = "umpire", side: str = "russian") -> int:
    """Somebody gives notice, the host if nobody is named; the number of the seat."""
    seat = cast.seat(by) if by else None
    return replacing.announce(side=side, reason=REASON, by=seat, campaign=cast.campaign).seat


def looked_at(cast: Players) -> list[str]:
    """What the page of the check finds; what it has looked at before it does not look at again."""
    return [
        fault
        for part in kept.Look(cast.campaign, {PUBLIC, "german", "russian"}).check([]).parts
        for fault in part.faults
    ]


def holds(cast: Players) -> None:
    """The rows are what the journal says, and every file of it passes the check, one that goes on with another too."""
    assert looked_at(cast) == []
    assert reconcile.differences(cast.campaign) == []
    assert reconcile.breaks(cast.campaign) == []
    for rooms in ({PUBLIC}, {PUBLIC, "german"}, {PUBLIC, "russian"}, {PUBLIC, "german", "russian"}):
        assert verify_campaign.faults(archive.export_campaign(cast.campaign, rooms, with_seed=False)) == []


def test_who_does_not_play_any_more_is_replaced_after_the_notice_with_the_consent_of_the_other_side(
    cast: Players, later: Clock
) -> None:
    seat = notice(cast)
    replacing.agree(seat=seat, by=cast.seat("hans"))
    assert looked_at(cast) == []
    later(13.9)
    tasks.replace_due_commanders_task()
    assert cast.seat("ivan").role == "commander", "not before the notice has run out"
    later(14.1)
    tasks.replace_due_commanders_task()
    assert kinds(cast) == ["replacement_announced", "replacement_agreed", "seat_replaced"]
    assert not access.has_commander(cast.campaign, "russian")
    with pytest.raises(Http404):
        cast.seat("ivan")
    assert access.live_rooms(cast.users["ivan"], cast.public_id) is None
    assert cast.seat("adjutant_ivan").side == "russian", "the rest of the side stays"
    assert looked_at(cast) == []
    assert seated(cast, "umpire", "stranger", "commander", "russian").number == 7
    cast.gives("stranger", "Bid", thing="a tank", gold=1)
    holds(cast)


@pytest.mark.parametrize("last", ["consent", "time"])
def test_both_are_wanted_in_whatever_order(cast: Players, later: Clock, last: str) -> None:
    seat = notice(cast)
    if last == "consent":
        later(20)
        tasks.replace_due_commanders_task()
        assert cast.seat("ivan")
        replacing.agree(seat=seat, by=cast.seat("hans"))
    else:
        replacing.agree(seat=seat, by=cast.seat("hans"))
        tasks.replace_due_commanders_task()
        assert cast.seat("ivan")
        later(20)
        tasks.replace_due_commanders_task()
    assert kinds(cast)[-1] == "seat_replaced"
    holds(cast)


ACTS: dict[str, Callable[[Players], Any]] = {
    "an order in his own room": lambda cast: cast.gives("ivan", "Bid", thing="a gun", gold=1),
    "an order in public": lambda cast: cast.gives("ivan", "Announce", text="here I am"),
    "a link": lambda cast: actions.invite(role="adjutant", side="russian", by=cast.seat("ivan")),
    "an umpire sent out": lambda cast: leaving.dismiss_umpire(seat_id=cast.seat("umpire").pk, by=cast.seat("ivan")),
    "somebody removed": lambda cast: leaving.remove(seat_id=cast.seat("spectator").pk, by=cast.seat("ivan")),
    "the button": lambda cast: replacing.withdraw(seat=2, by=cast.seat("ivan"), campaign=cast.campaign),
}


@pytest.mark.parametrize("act", ACTS)
def test_he_objects_by_acting(cast: Players, later: Clock, act: str) -> None:
    seat = notice(cast)
    replacing.agree(seat=seat, by=cast.seat("hans"))
    later(10)
    ACTS[act](cast)
    assert "replacement_withdrawn" in kinds(cast)
    later(30)
    tasks.replace_due_commanders_task()
    assert cast.seat("ivan").role == "commander"
    with pytest.raises(Refused, match="no longer waits"):
        replacing.agree(seat=seat, by=cast.seat("hans"))
    holds(cast)
    assert notice(cast) == seat, "it can be given again"


def answers_rewind(cast: Players, *, agreed: bool) -> None:
    cast.gives("hans", "Announce", text="hello")
    proposes(cast, "hans", public(cast))
    seat = cast.seat("ivan")
    seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
    rewinds.answer_rewind(number=1, agreed=agreed, by=seat, seen=seen)


OTHER_ACTS: dict[str, Callable[[Players], Any]] = {
    "agreeing to a rewind": lambda cast: answers_rewind(cast, agreed=True),
    "refusing a rewind": lambda cast: answers_rewind(cast, agreed=False),
    "sending somebody away": lambda cast: leaving.remove(seat_id=cast.seat("adjutant_ivan").pk, by=cast.seat("ivan")),
    "shutting an umpire out": lambda cast: leaving.dismiss_umpire(seat_id=cast.seat("umpire").pk, by=cast.seat("ivan")),
}
"""Acts that are public and no orders."""


@pytest.mark.parametrize("act", OTHER_ACTS)
def test_whatever_he_does_in_public_ends_the_notice_as_the_check_has_it(cast: Players, later: Clock, act: str) -> None:
    seat = notice(cast)
    replacing.agree(seat=seat, by=cast.seat("hans"))
    OTHER_ACTS[act](cast)
    holds(cast)
    with pytest.raises(Refused, match="no longer waits"):
        replacing.agree(seat=seat, by=cast.seat("hans"))
    later(30)
    tasks.replace_due_commanders_task()
    assert cast.seat("ivan").role == "commander"
    holds(cast)


@pytest.mark.parametrize("order", [("ivan", "stranger"), ("stranger", "ivan")])
def test_of_three_sides_a_rewind_that_he_agrees_to_is_done_and_the_notice_about_him_ends(
    users: dict[str, Any], monkeypatch: pytest.MonkeyPatch, order: tuple[str, str]
) -> None:
    monkeypatch.setitem(SIDES, "romanian", "Romanian")
    first = actions.start_campaign(name="Three", system="auction", options=OPTIONS, side="german", by=users["hans"])
    cast = Players(users, first.campaign.public_id)
    seated(cast, "hans", "ivan", "commander", "russian")
    seated(cast, "hans", "stranger", "commander", "romanian")
    seated(cast, "hans", "umpire", "umpire", "")
    cast.gives("hans", "Announce", text="hello")
    notice(cast)
    proposes(cast, "hans", [one.place for one in journal.entries(cast.campaign, {PUBLIC})][-2])
    for name in order:
        assert cast.campaign.rewind_is_proposed
        seat = cast.seat(name)
        seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
        rewinds.answer_rewind(number=1, agreed=True, by=seat, seen=seen)
    assert [kind for kind in kinds(cast) if kind != "rewind_agreed"][-1] == "rewound"
    assert state_of(cast.campaign, {PUBLIC}).public.notices == ()
    assert seats_anew.listed(cast.campaign).notices == ()
    assert reconcile.differences(cast.campaign) == []
    for rooms in ({PUBLIC}, {PUBLIC, *SIDES}):
        assert verify_campaign.faults(archive.export_campaign(cast.campaign, rooms, with_seed=False)) == []


def test_what_his_adjutant_does_is_no_objection(cast: Players) -> None:
    notice(cast)
    actions.save_draft(step="bids", data={}, by=cast.seat("adjutant_ivan"))
    assert kinds(cast) == ["replacement_announced"]


def test_who_may_give_notice_agree_and_withdraw(cast: Players) -> None:
    for name in ("hans", "ivan", "adjutant_hans", "spectator"):
        with pytest.raises(Refused, match="umpire or the host"):
            notice(cast, name)
    seat = notice(cast, by="")
    with pytest.raises(Refused, match="already"):
        notice(cast)
    for name in ("ivan", "adjutant_hans", "adjutant_ivan", "umpire", "spectator"):
        with pytest.raises(Refused, match="another side agrees"):
            replacing.agree(seat=seat, by=cast.seat(name))
    for name in ("umpire", "adjutant_hans", "spectator"):
        with pytest.raises(Refused, match="not yours"):
            replacing.withdraw(seat=seat, by=cast.seat(name), campaign=cast.campaign)
    replacing.withdraw(seat=seat, by=cast.seat("hans"), campaign=cast.campaign)
    assert kinds(cast) == ["replacement_announced", "replacement_withdrawn"]
    replacing.withdraw(seat=notice(cast), by=cast.seat("umpire"), campaign=cast.campaign)
    holds(cast)


def test_a_notice_that_outlives_the_game_is_answered_by_nobody(cast: Players) -> None:
    seat = notice(cast)
    cast.gives("hans", "Finish")
    with pytest.raises(Refused, match="has ended"):
        replacing.agree(seat=seat, by=cast.seat("hans"))
    for name in ("hans", "umpire", ""):
        with pytest.raises(Refused, match="has ended"):
            replacing.withdraw(seat=seat, by=cast.seat(name) if name else None, campaign=cast.campaign)
    holds(cast)


def test_no_notice_is_given_where_something_else_helps(cast: Players) -> None:
    with pytest.raises(Refused, match="Say why"):
        replacing.announce(side="russian", reason=" ", by=cast.seat("umpire"), campaign=cast.campaign)
    with pytest.raises(Refused, match="no commander here"):
        notice(cast, side="ghost")
    seated(cast, "ivan", "stranger", "commander", "russian")
    with pytest.raises(Refused, match="another commander"):
        notice(cast)
    leaving.remove(seat_id=cast.seat("ivan").pk, by=cast.seat("stranger"))
    assert cast.seat("stranger").side == "russian", "the fellow commander takes the seat back himself"
    holds(cast)


def test_alone_nobody_replaces_anybody(founded: Players) -> None:
    with pytest.raises(Refused, match="no commander here"):
        notice(founded, by="", side="german")


def test_his_links_are_gone_with_him_and_the_place_is_offered_by_the_other_side_or_the_umpire_alone(
    cast: Players, later: Clock
) -> None:
    with pytest.raises(Refused):
        actions.invite(role="commander", side="russian", by=cast.seat("umpire"))
    _, kept_back = actions.invite(role="commander", side="russian", by=cast.seat("ivan"))
    seat = notice(cast)
    replacing.agree(seat=seat, by=cast.seat("hans"))
    later(15)
    tasks.replace_due_commanders_task()
    with pytest.raises(Http404):
        access.invitation_or_404(kept_back)
    for name in ("adjutant_ivan", "spectator"):
        with pytest.raises(Refused):
            actions.invite(role="commander", side="russian", by=cast.seat(name))
    for role, side in (("commander", "german"), ("adjutant", "russian"), ("spectator", "")):
        with pytest.raises(Refused):
            actions.invite(role=role, side=side, by=cast.seat("umpire"))
    offer, lost = actions.invite(role="commander", side="russian", by=cast.seat("umpire"))
    actions.withdraw_invitation(invitation_id=offer.pk, by=cast.seat("umpire"))
    with pytest.raises(Http404):
        access.invitation_or_404(lost)
    _, umpires = actions.invite(role="commander", side="russian", by=cast.seat("umpire"))
    _, other = actions.invite(role="commander", side="russian", by=cast.seat("hans"))
    actions.take_seat(token=other, by=cast.users["stranger"])
    with pytest.raises(Http404):
        access.invitation_or_404(umpires)
    with pytest.raises(Refused):
        actions.invite(role="commander", side="russian", by=cast.seat("umpire"))
    holds(cast)


def test_a_place_that_was_vacant_in_a_file_is_offered_by_an_umpire_where_it_goes_on(
    cast: Players, later: Clock
) -> None:
    replacing.agree(seat=notice(cast), by=cast.seat("hans"))
    later(14.1)
    tasks.replace_due_commanders_task()
    rooms = {PUBLIC, "german", "russian"}
    file = archive.file_of(archive.export_campaign(cast.campaign, rooms, with_seed=True))
    there = Players(cast.users, actions.import_campaign(file=file, commanders={"german": cast.users["hans"]}).public_id)
    seated(there, "hans", "umpire", "umpire", "")
    seated(there, "umpire", "stranger", "commander", "russian")
    assert verify_campaign.faults(archive.export_campaign(there.campaign, rooms, with_seed=False)) == []


def test_an_umpires_link_goes_with_the_umpire_whoever_sends_him_away(cast: Players, later: Clock) -> None:
    replacing.agree(seat=notice(cast), by=cast.seat("hans"))
    later(15)
    tasks.replace_due_commanders_task()
    _, token = actions.invite(role="commander", side="russian", by=cast.seat("umpire"))
    leaving.remove(seat_id=cast.seat("umpire").pk, by=cast.seat("hans"))
    with pytest.raises(Http404):
        access.invitation_or_404(token)
    holds(cast)


def test_a_side_whose_commander_has_left_is_offered_by_the_other_sides_commander(cast: Players) -> None:
    leaving.end(cast.campaign, cast.seat("ivan"), leaving.DELETED, cast.seat("ivan"))
    assert not access.offers_open_to(cast.campaign, cast.seat("umpire")), "nobody was replaced"
    assert seated(cast, "hans", "stranger", "commander", "russian").side == "russian"
    cast.gives("stranger", "Bid", thing="a tank", gold=1)
    holds(cast)


def test_everybody_is_told_by_mail_and_he_what_he_can_do(cast: Players, later: Clock) -> None:
    seat = notice(cast)
    send_notifications_task(cast.campaign.pk)
    by_name = {each.to[0].partition("@")[0]: str(each.body) for each in mail.outbox}
    assert set(by_name) == {"hans", "ivan", "adjutant_hans", "adjutant_ivan", "umpire", "spectator"}
    assert "unless you act before" in by_name["ivan"]
    assert "unless you act" not in by_name["hans"]
    assert all(f"/campaigns/{cast.public_id}/replacement/" in body for body in by_name.values())
    assert not any(REASON in body for body in by_name.values())
    replacing.agree(seat=seat, by=cast.seat("hans"))
    later(15)
    mail.outbox.clear()
    tasks.replace_due_commanders_task()
    send_notifications_task(cast.campaign.pk)
    assert {each.to[0].partition("@")[0] for each in mail.outbox} == set(by_name) - {"ivan"}
    assert "waits for another one" in str(mail.outbox[0].body)


def test_the_host_gives_notice_by_a_command(cast: Players, capsys: Any, later: Clock) -> None:
    call_command("replace_commander", cast.public_id, side="russian", reason=REASON, yes=True)
    assert "if german agrees" in capsys.readouterr().out
    call_command("replace_commander", cast.public_id)
    assert REASON in capsys.readouterr().out
    call_command("replace_commander", cast.public_id, side="russian", withdraw=True)
    call_command("replace_commander", cast.public_id)
    assert capsys.readouterr().out == ""
    for wrong in (("nowhere12345",), (cast.public_id, "--side", "ghost", "--reason", "x", "--yes")):
        with pytest.raises(CommandError):
            call_command("replace_commander", *wrong)
    holds(cast)


def test_the_page_leads_through_all_of_it(cast: Players, logged_in: Callable[..., Any], later: Clock) -> None:
    url, people = reverse("replacement", args=[cast.public_id]), reverse("campaign-people", args=[cast.public_id])
    client = logged_in(cast.users["umpire"])
    assert url in client.get(people).content.decode()
    entry = {"side": "russian", "reason": REASON, "act": "announce"}
    refused = client.post(url, entry)
    assert (refused.status_code, REASON in refused.content.decode()) == (422, True)
    assert client.post(url, {**entry, "consent": "on", "act": ""}).status_code == 422
    assert client.post(url, {**entry, "consent": "on"}).status_code == 302
    client = logged_in(cast.users["ivan"])
    assert "I still play" in client.get(url).content.decode()
    assert "You lose your place on" in client.get(cast.campaign.get_absolute_url()).content.decode()
    client = logged_in(cast.users["spectator"])
    shown = client.get(url).content.decode()
    assert REASON in shown
    assert '<form method="post" action="' + url not in shown
    client = logged_in(cast.users["hans"])
    assert client.post(url, {"seat": "2", "act": "agree"}).status_code == 422
    assert client.post(url, {"seat": "2", "act": "agree", "consent": "on"}).status_code == 302
    later(15)
    tasks.replace_due_commanders_task()
    client = logged_in(cast.users["umpire"])
    assert "has no commander now" in client.get(url).content.decode()
    made = client.post(people, {"seat": "commander:russian", "act": "go"})
    assert "/join/" in made.content.decode()
    client = logged_in(cast.users["adjutant_hans"])
    assert client.post(people, {"seat": "commander:russian", "act": "go"}).status_code == 404
    assert "replaced" in client.get(people).content.decode()


def test_nothing_of_it_is_at_one_device(cast: Players, users: dict[str, Any]) -> None:
    solo = actions.start_campaign(
        name="Solo", system="auction", options=OPTIONS, side="german", by=users["hans"], play_mode="solo"
    )
    with pytest.raises(Refused, match="no commander here"):
        replacing.announce(side="russian", reason=REASON, by=None, campaign=solo.campaign)


def test_a_seat_planted_meanwhile_is_of_no_use(cast: Players, later: Clock) -> None:
    replacing.agree(seat=notice(cast), by=cast.seat("hans"))
    later(15)
    tasks.replace_due_commanders_task()
    Seat.objects.create(
        campaign=cast.campaign, user=cast.users["ivan"], side="russian", role="commander", number=2, salt="0" * 64
    )
    with pytest.raises(Http404):
        cast.seat("ivan")
