"""A position that is laid down is the one that was played: whoever looks at it, whatever is done with it next."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.db import connection, transaction
from django.test import Client, TestCase

from campaigns.ledger import archive
from campaigns.ledger.verify_campaign import check
from campaigns.models import JournalEntry
from refit.demos.player import Player, Script
from rules import registry
from rules.contract import PUBLIC
from tests import positions
from tests.at_once import at_once
from tests.conftest import empty_what_was_filled
from tests.players import BACKEND, SIDE_OF, PlayedCampaign, start_played
from tests.positions import once

pytestmark = [pytest.mark.django_db, pytest.mark.once]

CAMPAIGNS: dict[str, tuple[str, dict[str, Script]]] = {
    "oto2": ("23PM", {"german": {"23AM purchase": {"rows": {"I1": {"n": 1}, "O1": {"n": 1}}}}}),
    "votg": ("15 Sept", {"german": {"14 Sept purchase": {"rows": {"A2": {"n": 1}}}, "victory": {"winner": "german"}}}),
}
"""Where each campaign is played to, its purchases, and what is entered on the way."""


class Look(NamedTuple):
    """All there is to be seen of a campaign."""

    rows: Any
    views: Any
    faults: list[str]
    on_commit: int


def look(table: PlayedCampaign) -> Look:
    """What stands in the database, in the views of everybody and in the file."""
    system = registry.get(table.campaign.system)
    file = archive.export_campaign(table.campaign, {PUBLIC, *system.sides}, with_seed=True)
    faults = [fault for part in check(file) for fault in part.faults]
    views = {name: repr(Player(table.seat(name)).view()) for name in (*SIDE_OF, "umpire", "spectator")}
    return Look(positions.rows(), views, faults, len(connection.run_on_commit))


def bring(system: str) -> PlayedCampaign:
    """A campaign at the purchases of its second line."""
    date, scripts = CAMPAIGNS[system]
    table = start_played(system=system)
    table.scripts.update(scripts)
    table.play_to("purchase", date)
    return table


@pytest.mark.sampled(1)
@pytest.mark.slow
@pytest.mark.parametrize("system", CAMPAIGNS)
def test_a_laid_position_is_the_played_one_in_every_row_and_view_and_verifies(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(positions, "_known", {})
    looks, walks, walk = [], list[str](), PlayedCampaign._answer
    monkeypatch.setattr(PlayedCampaign, "_answer", lambda self, name, to: (walks.append(name), walk(self, name, to)))
    for _ in range(2):
        with transaction.atomic():
            table = bring(system)
            assert walks == ["hans"], "played once and no more"
            looks.append(look(table))
            entries = JournalEntry.objects.count()
            assert table.player("hans").moves()
            assert table.player("ivan").moves()
            assert JournalEntry.objects.count() > entries
            assert look(table).faults == []
            transaction.set_rollback(True)
    played, laid = looks
    assert laid.rows == played.rows
    assert laid.views == played.views
    assert laid.faults == played.faults == []
    assert laid.on_commit == played.on_commit > 0
    assert len(played.rows["campaigns_journalentry"]) > 40


def user(name: str) -> int:
    return int(User.objects.create(username=name).pk)


def test_what_stands_in_the_tables_before_is_part_of_the_position() -> None:
    first = undone(lambda: once("hans", lambda: user("hans")))
    assert undone(lambda: once("hans", lambda: user("hans"))) == first
    other = undone(lambda: (user("ivan"), once("hans", lambda: user("hans")))[1])
    assert other != first


def test_a_log_in_before_is_not() -> None:
    hans = User.objects.create(username="hans")
    first = undone(lambda: once("ivan", lambda: user("ivan")))
    Client().force_login(hans, backend=BACKEND)
    hans.refresh_from_db()
    assert hans.last_login
    assert undone(lambda: once("ivan", lambda: user("ivan"))) == first
    assert undone(lambda: (once("ivan", lambda: user("ivan")), User.objects.get(pk=hans.pk).last_login)[1])


def test_what_is_changed_and_what_is_gone_is_laid_too() -> None:
    hans, ivan = user("hans"), user("ivan")

    def play() -> None:
        User.objects.filter(pk=hans).update(email="hans@example.org")
        User.objects.filter(pk=ivan).delete()

    for _ in range(2):
        undone(lambda: once("change", play))
    with transaction.atomic():
        once("change", lambda: pytest.fail("it was played again"))
        assert list(User.objects.values_list("username", "email")) == [("hans", "hans@example.org")]


def test_what_hangs_on_the_commit_is_done_each_time() -> None:
    done = list[int]()
    for _ in range(2):
        with TestCase.captureOnCommitCallbacks(execute=True):
            undone_later = transaction.savepoint()
            once("commit", lambda: transaction.on_commit(lambda: done.append(1)))
        transaction.savepoint_rollback(undone_later)
    assert done == [1, 1]


def test_what_fails_is_not_kept_and_what_is_to_be_played_is_played() -> None:
    with pytest.raises(ZeroDivisionError):
        once("fails", lambda: 1 // 0)
    assert once("fails", lambda: 7) == 7
    with positions.played():
        assert once("fails", lambda: 8) == 8
    assert once("fails", lambda: 9) == 7


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_outside_of_a_transaction_a_laid_position_is_the_played_one_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "_known", {})
    looks, walks, walk = [], list[str](), PlayedCampaign._answer
    monkeypatch.setattr(PlayedCampaign, "_answer", lambda self, name, to: (walks.append(name), walk(self, name, to)))
    for _ in range(2):
        mail.outbox.clear()
        looks.append((look(bring("oto2")), [(each.to, each.subject, each.body) for each in mail.outbox]))
        assert walks == ["hans"], "played once and no more"
        empty_what_was_filled(None)
        assert not JournalEntry.objects.exists()
    assert looks[0] == looks[1]
    assert looks[0][0].faults == []


@pytest.mark.django_db(transaction=True)
def test_outside_of_a_transaction_rows_are_there_for_all_and_mails_are_sent_again() -> None:
    def play() -> int:
        hans = User.objects.create(username="hans")
        transaction.on_commit(lambda: mail.EmailMessage("Welcome", "", to=["hans@example.org"]).send())
        return int(hans.pk)

    hans = once("for good", play)
    User.objects.all().delete()
    mail.outbox.clear()
    assert once("for good", lambda: pytest.fail("it was played again")) == hans
    assert at_once(names_of_users) == [["hans"]], "another connection sees it"
    assert [each.subject for each in mail.outbox] == ["Welcome"]


def names_of_users() -> list[str]:
    return list(User.objects.values_list("username", flat=True))


def test_outside_of_a_transaction_what_a_worker_does_is_not_kept(sent_jobs: None) -> None:
    for number in (1, 2):
        assert once("sent", partial(int, number)) == number


def undone(act: Any) -> Any:
    """What an act returns, and nothing it has written."""
    before = transaction.savepoint()
    try:
        return act()
    finally:
        transaction.savepoint_rollback(before)
