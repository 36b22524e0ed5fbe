"""What is done with a whole campaign: archived by one person, ended before its time by consent or after a notice."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import IntegrityError, ProgrammingError, connection, transaction
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from campaigns import access, actions
from campaigns.closing import actions as closing
from campaigns.closing import tasks, waiting
from campaigns.closing.models import Closing, What
from campaigns.ledger import archive, journal, reconcile, seats_anew, verify_campaign
from campaigns.models import Campaign, JournalEntry, PlayMode, Seat, Status
from campaigns.seats import leaving
from launch.database_role import APPLICATION
from rules.contract import PUBLIC, Refused
from tests.campaigns.conftest import NAMES, OPTIONS, Clock, Players
from tests.closings import let_notices_run_out

ALL = {PUBLIC, "german", "russian"}


def proposes(cast: Players, name: str, what: What = What.END) -> None:
    closing.propose(what=what, reason="Ivan has moved away", by=cast.seat(name))


def notice_by(cast: Players, name: str = "") -> None:
    """An umpire gives notice that the campaign ends, or the host."""
    by = cast.seat(name) if name else None
    closing.give_notice(what=What.END, reason="Idle", by=by, campaign=cast.campaign, notice=closing.NOTICE)


def kinds(cast: Players) -> list[str]:
    return [entry.event.kind for entry in journal.entries(cast.campaign, {PUBLIC})]


def test_an_archived_campaign_is_on_another_list_of_its_reader_alone_until_he_takes_it_back(
    cast: Players, logged_in: Callable[..., Any]
) -> None:
    before = Campaign.objects.values().get()
    client, path = logged_in(cast.users["hans"]), cast.campaign.get_absolute_url()
    there = reverse("campaign-archive", args=[cast.public_id])
    client.post(there, {"act": "archive"})
    assert path not in client.get("/").content.decode()
    assert "1 archived campaign" in client.get("/").content.decode()
    assert reverse("campaign-start") in client.get("/").content.decode(), "another one can be started"
    assert path in client.get("/?archived").content.decode()
    assert client.get(path).status_code == 200
    assert Campaign.objects.values().get() == before, "nothing else changes"
    client.post(there, {"act": "back"})
    assert path in client.get("/").content.decode()
    cast.seat("hans").campaign.archived_by.add(cast.users["hans"])
    assert path in logged_in(cast.users["ivan"]).get("/").content.decode()


def test_a_campaign_is_ended_before_its_time_when_both_commanders_want_it(cast: Players) -> None:
    cast.gives("hans", "Bid", thing="a tank", gold=4)
    proposes(cast, "hans")
    assert cast.campaign.running
    assert kinds(cast)[-1] != "house.ended"
    closing.agree(what=What.END, by=cast.seat("ivan"))
    assert (cast.campaign.status, kinds(cast)[-1]) == (Status.ABANDONED, "house.ended")
    assert cast.campaign.ended_at is not None
    assert not Closing.objects.exists()
    assert reconcile.differences(cast.campaign) == []
    assert reconcile.breaks(cast.campaign) == []


def test_what_was_secret_in_an_abandoned_campaign_stays_secret(cast: Players, logged_in: Callable[..., Any]) -> None:
    before = {name: access.rooms_of(cast.seat(name)) for name in NAMES[:-1]}
    proposes(cast, "hans")
    closing.agree(what=What.END, by=cast.seat("ivan"))
    assert {name: access.rooms_of(cast.seat(name)) for name in before} == before
    for name in before:
        client = logged_in(cast.users[name])
        file = client.get(reverse("campaign-file", args=[cast.public_id])).json()
        assert file["seed"] is None
        assert set(file["rooms"]) == before[name]
        assert verify_campaign.faults(file) == []
        assert client.get(cast.campaign.get_absolute_url()).status_code == 200


def test_nothing_is_added_to_an_abandoned_campaign(cast: Players) -> None:
    _, token = actions.invite(role="umpire", side="", by=cast.seat("hans"))
    proposes(cast, "hans")
    closing.agree(what=What.END, by=cast.seat("ivan"))
    for tried in (
        lambda: cast.gives("hans", "Bid", thing="a tank", gold=4),
        lambda: proposes(cast, "ivan"),
        lambda: actions.save_draft(step="bids", data={}, by=cast.seat("hans")),
        lambda: actions.invite(role="umpire", side="", by=cast.seat("hans")),
    ):
        with pytest.raises(Refused):
            tried()
    assert not access.may_commit(cast.seat("hans"))
    with pytest.raises(Http404):
        access.invitation_or_404(token)


def test_only_the_other_side_agrees_and_either_can_stop_it(cast: Players) -> None:
    proposes(cast, "hans")
    closing.agree(what=What.END, by=cast.seat("hans"))
    assert cast.campaign.running, "nobody agrees with himself"
    with pytest.raises(Refused, match="already"):
        proposes(cast, "ivan")
    for name in ("adjutant_ivan", "umpire", "spectator"):
        with pytest.raises(Refused, match="commanders"):
            closing.agree(what=What.END, by=cast.seat(name))
        with pytest.raises(Refused, match="stopped"):
            closing.cancel(what=What.END, by=cast.seat(name))
    closing.cancel(what=What.END, by=cast.seat("ivan"))
    with pytest.raises(Refused, match="no longer waits"):
        closing.agree(what=What.END, by=cast.seat("ivan"))
    assert cast.campaign.running


@pytest.mark.parametrize("what", [*What])
def test_what_was_announced_meanwhile_is_not_agreed_to(cast: Players, what: What) -> None:
    closing.give_notice(what=what, reason="Idle", by=None, campaign=cast.campaign, notice=closing.REMOVAL_NOTICE)
    before, rows = kinds(cast), list(Closing.objects.values())
    closing.agree(what=what, by=cast.seat("hans"))
    assert kinds(cast) == before
    assert list(Closing.objects.values()) == rows


def test_where_nobody_else_commands_nobody_else_is_asked(founded: Players) -> None:
    proposes(founded, "hans")
    assert founded.campaign.abandoned


def plants(cast: Players, **more: Any) -> None:
    """A row that somebody wrote into the database, who has no keys."""
    made = {"what": What.END, "reason": "x", "made_at": timezone.now(), **more}
    Closing.objects.create(campaign_id=cast.campaign.pk, **made)


def test_an_end_that_somebody_planted_is_none_and_one_nod_does_nothing(
    cast: Players, logged_in: Callable[..., Any]
) -> None:
    plants(cast, by=cast.users["ivan"], side="russian", agreed=["russian"])
    with pytest.raises(Refused, match="no longer waits"):
        closing.agree(what=What.END, by=cast.seat("hans"))
    page = logged_in(cast.users["hans"]).get(reverse("closing", args=[cast.public_id])).content.decode()
    assert 'value="agree"' not in page
    proposes(cast, "hans")
    assert cast.campaign.running
    assert Closing.objects.get().side == "german", "it is in nobody's way"


def test_a_notice_that_somebody_planted_ends_nothing(cast: Players, capsys: pytest.CaptureFixture[str]) -> None:
    plants(cast, due_at=timezone.now())
    call_command("close_campaign")
    assert cast.public_id not in capsys.readouterr().out
    closing.carry_out_due()
    assert cast.campaign.running


@pytest.mark.parametrize("change", [{"agreed": ["german", "russian"]}, {"side": "russian"}, {"reason": "y"}])
def test_a_proposal_that_was_changed_or_brought_back_is_none(cast: Players, change: dict[str, Any]) -> None:
    proposes(cast, "hans")
    kept: dict[str, Any] = {**Closing.objects.values().get()}
    Closing.objects.update(**change)
    with pytest.raises(Refused, match="no longer waits"):
        closing.agree(what=What.END, by=cast.seat("ivan"))
    Closing.objects.update(**{name: kept[name] for name in change})
    closing.cancel(what=What.END, by=cast.seat("hans"))
    Closing.objects.create(**kept)
    with pytest.raises(Refused, match="no longer waits"):
        closing.agree(what=What.END, by=cast.seat("ivan"))
    assert cast.campaign.running


def test_an_end_goes_on_waiting_over_acts_other_keys_and_a_mended_row(cast: Players, settings: Any) -> None:
    proposes(cast, "hans")
    cast.gives("hans", "Bid", thing="a tank", gold=4)
    settings.REFIT_KEYS = [b"\1" * 32, *settings.REFIT_KEYS]
    call_command("rotate_keys")
    assert reconcile.differences(cast.campaign) == []
    Campaign.objects.update(sequence=99)
    reconcile.mend(cast.campaign)
    assert reconcile.differences(cast.campaign) == []
    closing.agree(what=What.END, by=cast.seat("ivan"))
    assert cast.campaign.abandoned


@pytest.mark.parametrize(("mode", "status"), [(PlayMode.SOLO, Status.ABANDONED), (PlayMode.HOTSEAT, Status.RUNNING)])
def test_one_person_ends_his_solo_campaign_and_two_at_one_device_both_say_so(
    users: Any, mode: PlayMode, status: Status
) -> None:
    seat = actions.start_campaign(
        name="Alone", system="auction", options=OPTIONS, side="german", by=users["hans"], play_mode=mode
    )
    closing.propose(what=What.END, reason="Enough", by=seat)
    assert Campaign.objects.get(pk=seat.campaign_id).status == status


@pytest.mark.parametrize(("by", "why"), [("umpire", closing.UMPIRE), ("", closing.HOST)])
def test_an_umpire_or_the_host_ends_it_when_the_notice_has_run_out(
    cast: Players, by: str, why: str, later: Clock
) -> None:
    notice_by(cast, by)
    told = journal.entries(cast.campaign, {PUBLIC})[-1]
    assert (told.event.kind, told.event.data["why"], told.actor) == ("house.note.end_announced", why, by)
    assert told.event.data["reason"] == "Idle"
    later(13.9)
    tasks.carry_out_due_closings_task()
    assert cast.campaign.running
    later(14.1)
    tasks.carry_out_due_closings_task()
    assert cast.campaign.abandoned
    last = journal.entries(cast.campaign, {PUBLIC})[-1]
    assert (last.event.data["why"], last.actor, last.side) == (why, "", "")
    holds(cast)


def holds(cast: Players) -> None:
    """Rows and journal agree, and the check finds nothing wrong in any file, nor anything about a notice open."""
    assert reconcile.differences(cast.campaign) == reconcile.breaks(cast.campaign) == []
    for rooms in ({PUBLIC}, {PUBLIC, "german"}, ALL):
        parts = verify_campaign.check(archive.export_campaign(cast.campaign, rooms))
        assert [part.faults for part in parts if part.faults] == []
        assert not any("notice" in wait for part in parts for wait in part.waits)


def test_a_notice_outlives_a_list_that_was_lost_and_who_gave_it_goes_with_it(cast: Players, later: Clock) -> None:
    notice_by(cast, "umpire")
    Campaign.objects.update(seat_list=None)
    with pytest.raises(Refused, match="already"):
        notice_by(cast)
    cast.gives("hans", "Bid", thing="a tank", gold=4)
    leaving.remove(seat_id=cast.seat("umpire").pk, by=cast.seat("hans"))
    later(15)
    tasks.carry_out_due_closings_task()
    assert cast.campaign.running
    holds(cast)
    notice_by(cast)
    assert kinds(cast)[-1] == "house.note.end_announced"


def test_the_end_is_the_umpires_although_his_seat_was_deleted_in_the_database(cast: Players, later: Clock) -> None:
    notice_by(cast, "umpire")
    cast.seat("umpire").delete()
    later(15)
    tasks.carry_out_due_closings_task()
    assert journal.entries(cast.campaign, {PUBLIC})[-1].event.data["why"] == closing.UMPIRE
    assert reconcile.breaks(cast.campaign) == []


def test_an_end_is_announced_two_weeks_before_at_least(cast: Players) -> None:
    with pytest.raises(CommandError, match="at least 14 days"):
        call_command("close_campaign", cast.public_id, "end", reason="Idle", days=13, yes=True)
    assert not waiting.all_waiting(cast.campaign, seats_anew.listed_if_told(cast.campaign))


@pytest.mark.parametrize("by", ["umpire", ""])
def test_a_commander_who_still_plays_objects_to_a_notice(cast: Players, by: str, later: Clock) -> None:
    notice_by(cast, by)
    closing.cancel(what=What.END, by=cast.seat("ivan"))
    last = journal.entries(cast.campaign, {PUBLIC})[-1]
    assert (last.event.kind, last.actor) == ("house.note.end_withdrawn", "ivan")
    later(15)
    tasks.carry_out_due_closings_task()
    assert cast.campaign.running
    holds(cast)
    notice_by(cast, by)


def test_who_gave_a_notice_takes_it_back_and_nobody_elses(cast: Players) -> None:
    notice_by(cast)
    with pytest.raises(Refused, match="stopped"):
        closing.cancel(what=What.END, by=cast.seat("umpire"))
    closing.withdraw_notice(campaign=cast.campaign, what=What.END)
    notice_by(cast, "umpire")
    with pytest.raises(Refused, match="no such notice"):
        closing.withdraw_notice(campaign=cast.campaign, what=What.END)
    closing.cancel(what=What.END, by=cast.seat("umpire"))
    assert kinds(cast)[-4:] == ["house.note.end_announced", "house.note.end_withdrawn"] * 2
    holds(cast)


def test_everybody_with_a_seat_is_told(cast: Players, django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        notice_by(cast)
    told = {(each.to[0].split("@")[0], each.subject) for each in mail.outbox}
    assert told == {(name, "About the end of Orsha") for name in NAMES[:-1]}
    assert all(reverse("closing", args=[cast.public_id]) in each.body for each in mail.outbox)


def test_the_page_does_it_with_a_tick_and_keeps_what_was_typed(cast: Players, logged_in: Callable[..., Any]) -> None:
    path = reverse("closing", args=[cast.public_id])
    client = logged_in(cast.users["hans"])
    typed = {"what": "end", "reason": "Ivan has moved away", "act": "propose"}
    refused = client.post(path, typed)
    assert refused.status_code == 422
    assert typed["reason"] in refused.content.decode()
    for wrong in ({"reason": "\n "}, {"reason": "x" * 201}, {"what": "sale"}, {"act": ""}):
        assert client.post(path, {**typed, "consent": "on", **wrong}).status_code == 422
    assert not Closing.objects.exists()
    assert client.post(path, {**typed, "consent": "on"}).status_code == 302
    assert typed["reason"] in client.get(cast.campaign.get_absolute_url()).content.decode()
    client = logged_in(cast.users["ivan"])
    assert "Refuse" in client.get(path).content.decode()
    assert client.post(path, {"what": "end", "act": "agree", "consent": "on"}).status_code == 302
    assert cast.campaign.abandoned
    assert client.get(path).status_code == 200
    logged_in(cast.users["stranger"])
    assert client.get(path).status_code == client.post(path, typed).status_code == 404


def test_a_whole_file_of_an_abandoned_campaign_comes_back_abandoned(cast: Players) -> None:
    proposes(cast, "hans")
    closing.agree(what=What.END, by=cast.seat("ivan"))
    file = archive.file_of(archive.export_campaign(cast.campaign, ALL, with_seed=True))
    brought = actions.import_campaign(file=file, commanders={"german": cast.users["hans"]})
    assert brought.abandoned


def test_the_host_gives_notice_and_takes_it_back_by_a_command(cast: Players, capsys: Any) -> None:
    told = [cast.public_id, "end"]
    with pytest.raises(CommandError, match="Say why"):
        call_command("close_campaign", *told, yes=True)
    call_command("close_campaign", *told, reason="Idle", yes=True)
    capsys.readouterr()
    call_command("close_campaign")
    assert f"{cast.public_id} end on" in capsys.readouterr().out
    call_command("close_campaign", *told, withdraw=True)
    assert not Closing.objects.exists()
    with pytest.raises(CommandError, match="no longer"):
        call_command("close_campaign", *told, withdraw=True)


def another(cast: Players) -> Seat:
    """A campaign that nobody wants to close."""
    return actions.start_campaign(name="Other", system="auction", options=OPTIONS, side="german", by=cast.users["ivan"])


def everything() -> str:
    """All rows of all tables of the database."""
    found = list[str]()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT t::text FROM "{table}" AS t')
            found += (f"{table} {row}" for (row,) in cursor.fetchall())
    return "\n".join(found)


def test_what_all_commanders_want_gone_is_gone_two_days_later_and_nothing_else(
    cast: Players, django_capture_on_commit_callbacks: Any
) -> None:
    other = another(cast)
    cast.gives("hans", "Bid", thing="a tank", gold=4)
    actions.save_draft(step="bids", data={"n": "1"}, by=cast.seat("ivan"))
    cast.campaign.archived_by.add(cast.users["ivan"])
    with django_capture_on_commit_callbacks(execute=True):
        proposes(cast, "hans", What.REMOVAL)
        closing.agree(what=What.REMOVAL, by=cast.seat("ivan"))
    assert "a removal for good is announced for" in mail.outbox[-1].body
    assert kinds(cast)[-1] == "house.note.removal_announced"
    assert reconcile.breaks(cast.campaign) == []
    closing.carry_out_due()
    assert cast.campaign.running, "until then it goes on"
    cast.gives("ivan", "Seal")
    let_notices_run_out()
    key, public_id = cast.campaign.pk, cast.public_id
    assert public_id in everything()
    tasks.carry_out_due_closings_task()
    assert public_id not in everything()
    assert not JournalEntry.objects.filter(campaign=key).exists()
    assert reconcile.differences(other.campaign) == reconcile.breaks(other.campaign) == []
    assert User.objects.count() == len(NAMES)


def test_a_removal_that_was_agreed_is_stopped_by_either_side_until_its_day(cast: Players) -> None:
    proposes(cast, "hans", What.REMOVAL)
    closing.agree(what=What.REMOVAL, by=cast.seat("ivan"))
    closing.cancel(what=What.REMOVAL, by=cast.seat("ivan"))
    assert kinds(cast)[-1] == "house.note.removal_withdrawn"
    let_notices_run_out()
    closing.carry_out_due()
    assert cast.campaign.running


@pytest.mark.parametrize("over", [False, True])
def test_the_hosts_notice_of_a_removal_is_stopped_by_nobody_else(cast: Players, over: bool) -> None:
    if over:
        cast.gives("hans", "Finish")
    with pytest.raises(CommandError, match="at least 7 days"):
        call_command("close_campaign", cast.public_id, "removal", reason="Idle", days=6, yes=True)
    call_command("close_campaign", cast.public_id, "removal", reason="Idle", yes=True)
    found = Closing.objects.get()
    assert found.due_at is not None
    assert (found.due_at - found.made_at).days in (29, 30)
    for name in ("hans", "umpire"):
        with pytest.raises(Refused, match="stopped"):
            closing.cancel(what=What.REMOVAL, by=cast.seat(name))
    let_notices_run_out()
    closing.carry_out_due()
    assert not Campaign.objects.exists()


def test_a_campaign_whose_keys_are_lost_can_not_be_ended_but_removed(cast: Players, settings: Any) -> None:
    settings.REFIT_KEYS = [b"\1" * 32]
    with pytest.raises(Refused, match="A key of this campaign is missing"):
        notice_by(cast)
    closing.give_notice(
        what=What.REMOVAL, reason="Lost", by=None, campaign=cast.campaign, notice=closing.REMOVAL_NOTICE
    )
    let_notices_run_out()
    closing.carry_out_due()
    assert not Campaign.objects.exists()


def test_the_database_deletes_no_journal_before_the_notice_has_run_out(cast: Players) -> None:
    """Neither by a notice that is dated back or shortened, nor by one of another campaign, nor by one to end it."""
    key, soon = cast.campaign.pk, timezone.now() - timedelta(days=1)
    made = {"campaign_id": key, "reason": "x", "made_at": soon}
    tries: list[Callable[[], Any]] = [
        lambda: Closing.objects.create(what=What.REMOVAL, due_at=soon, **made),
        lambda: Closing.objects.filter(what=What.REMOVAL).update(due_at=soon),
        lambda: Closing.objects.filter(what=What.END).update(what=What.REMOVAL),
        lambda: _remove_journal(key),
        lambda: JournalEntry.objects.filter(campaign=key).delete(),
        lambda: cast.campaign.delete(),
    ]
    Closing.objects.create(what=What.REMOVAL, due_at=timezone.now() + timedelta(days=2), **made)
    Closing.objects.create(what=What.END, due_at=soon, **made)
    other = another(cast)
    tries.append(lambda: _remove_journal(other.campaign_id))
    before = JournalEntry.objects.count()
    for tried in tries:
        with pytest.raises(IntegrityError), transaction.atomic():
            tried()
    assert JournalEntry.objects.count() == before


def _remove_journal(key: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT remove_journal(%s)", [key])


@pytest.mark.parametrize("forged", [False, True])
def test_the_role_of_pages_and_jobs_removes_a_journal_after_its_notice_alone(cast: Players, forged: bool) -> None:
    """Not by a table of its own that stands in for the notices."""
    if not forged:
        closing.give_notice(
            what=What.REMOVAL, reason="x", by=None, campaign=cast.campaign, notice=closing.REMOVAL_NOTICE
        )
        let_notices_run_out()
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL ROLE {APPLICATION}")
    if forged:
        with connection.cursor() as cursor:
            cursor.execute("CREATE TEMP TABLE campaigns_closing (campaign_id bigint, what text, due_at timestamptz)")
            cursor.execute("INSERT INTO pg_temp.campaigns_closing VALUES (%s, 'removal', now())", [cast.campaign.pk])
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            _remove_journal(cast.campaign.pk)
        return
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        JournalEntry.objects.all().delete()
    closing.carry_out_due()
    assert not Campaign.objects.exists()
