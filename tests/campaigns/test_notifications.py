"""What a side is told by mail: kept until it is told, not told twice in a row, and not told once it is no longer so."""

from __future__ import annotations

from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from django.core import mail
from django.db.models import F
from django.utils import timezone, translation

from campaigns import answers, notifications, outbox, tasks
from campaigns.alerts import delivery, services
from campaigns.alerts.models import Alert
from campaigns.models import Notification, NotificationKind, PlayMode
from campaigns.preferences.models import Preferences
from campaigns.rewind import actions as rewind_actions
from rules.contract import PUBLIC, Event
from rules.engine.corrections import PROPOSED
from tests.campaigns.conftest import Players
from tests.campaigns.test_rewind import proposes, public

pytestmark = pytest.mark.django_db


@pytest.fixture
def waited_for(cast: Players) -> Players:
    """The Germans have sealed and the Russians are owed a notification, which nobody has sent: no job came of it."""
    cast.gives("hans", "Seal")
    assert mail.outbox == []
    return cast


def passes(time: timedelta) -> None:
    """Let time pass: what was owed and told was so much earlier."""
    Notification.objects.update(due_at=F("due_at") - time, sent_at=F("sent_at") - time)


def told() -> list[str]:
    """The subjects mailed to the commanders since this was asked last."""
    subjects = [str(each.subject) for each in mail.outbox if not each.to[0].startswith("adjutant")]
    mail.outbox.clear()
    return subjects


def test_what_was_not_told_because_the_broker_was_away_is_told_within_the_next_minutes(waited_for: Players) -> None:
    assert notifications.overdue_campaigns() == [], "a job may be on its way"
    passes(delivery.OVERDUE_AFTER)
    assert notifications.overdue_campaigns() == [waited_for.campaign.pk]
    tasks.send_overdue_notifications_task()
    assert told() == ["Your turn in Orsha"]
    passes(notifications.PAUSE)
    tasks.send_overdue_notifications_task()
    assert told() == [], "once"


def test_of_a_turn_that_is_over_nobody_is_told(waited_for: Players) -> None:
    waited_for.gives("ivan", "Seal")
    tasks.send_notifications_task(waited_for.campaign.pk)
    assert not Notification.objects.filter(seat__side="russian", kind=NotificationKind.TURN).exclude(due_at=None)
    assert "ivan@example.org" not in {notification.to[0] for notification in mail.outbox}


def test_a_rewind_proposed_again_and_again_is_told_once_in_a_while(
    cast: Players, django_capture_on_commit_callbacks: Any
) -> None:
    cast.gives("hans", "Announce", text="hello")
    place = public(cast)
    for number in (1, 2, 3):
        with django_capture_on_commit_callbacks(execute=True):
            proposes(cast, "hans", place)
        if number < 3:
            rewind_actions.withdraw_rewind(number=number, by=cast.seat("hans"))
    assert told() == ["A rewind is proposed in Orsha"]
    passes(notifications.PAUSE)
    tasks.send_overdue_notifications_task()
    assert told() == ["A rewind is proposed in Orsha"], "the one that waits now"


def test_a_rewind_that_was_withdrawn_meanwhile_is_told_to_nobody(cast: Players) -> None:
    cast.gives("hans", "Announce", text="hello")
    proposes(cast, "hans", public(cast))
    rewind_actions.withdraw_rewind(number=1, by=cast.seat("hans"))
    tasks.send_notifications_task(cast.campaign.pk)
    assert told() == []


def test_what_is_owed_anew_while_it_is_being_told_is_told_again(
    waited_for: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = waited_for.campaign
    monkeypatch.setattr(services, "send_mail", lambda *_: outbox.schedule(campaign, NotificationKind.TURN, ["russian"]))
    tasks.send_notifications_task(campaign.pk)
    monkeypatch.undo()
    passes(notifications.PAUSE)
    tasks.send_notifications_task(campaign.pk)
    assert told() == ["Your turn in Orsha"]


def test_what_two_workers_hand_over_at_once_is_told_once(waited_for: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    still_true, others = notifications.still_true, [waited_for.campaign.pk]

    def meanwhile(notification: Notification) -> bool:
        while others:
            tasks.send_notifications_task(others.pop())
        return still_true(notification)

    monkeypatch.setattr(notifications, "still_true", meanwhile)
    tasks.send_notifications_task(waited_for.campaign.pk)
    assert told() == ["Your turn in Orsha"]


def test_a_mail_that_can_not_be_sent_stays_owed_and_the_others_leave_once(
    waited_for: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(subject: str, body: str, sender: None, to: list[str]) -> None:
        if to == ["ivan@example.org"]:
            raise SMTPRecipientsRefused({})
        mail.send_mail(subject, body, sender, to)

    monkeypatch.setattr(services, "send_mail", refused)
    for _ in range(3):
        tasks.send_notifications_task(waited_for.campaign.pk)
    assert [notification.to for notification in mail.outbox] == [["adjutant_ivan@example.org"]]
    (owed,) = Alert.objects.exclude(due_at=None)
    assert owed.channel.why == "it could not be reached", "as he is told"
    monkeypatch.undo()
    Alert.objects.filter(pk=owed.pk).update(due_at=timezone.now() - delivery.OVERDUE_AFTER)
    tasks.send_overdue_notifications_task()
    assert mail.outbox[-1].to == ["ivan@example.org"]
    assert not Alert.objects.exclude(due_at=None).exists()


def test_the_order_of_the_letters_tells_nothing_of_what_was_owed_before(waited_for: Players) -> None:
    proposes(waited_for, "hans", public(waited_for))
    for what in (NotificationKind.REWIND, NotificationKind.TURN, NotificationKind.REWIND):
        outbox.schedule(waited_for.campaign, what, ["russian"])
        Notification.objects.update(sent_at=None)
        tasks.send_notifications_task(waited_for.campaign.pk)
        outbox.schedule(
            waited_for.campaign,
            NotificationKind(NotificationKind.TURN if what == NotificationKind.REWIND else NotificationKind.REWIND),
            ["russian"],
        )
    mail.outbox.clear()
    Notification.objects.update(sent_at=None, due_at=timezone.now())
    tasks.send_notifications_task(waited_for.campaign.pk)
    (both,) = [letter for letter in mail.outbox if letter.to == ["ivan@example.org"]]
    assert both.subject == "2 things wait for you"
    assert 0 < both.body.index("a rewind is proposed") < both.body.index("your side is waited for")


def test_a_clock_set_back_holds_no_letter_back(waited_for: Players) -> None:
    Notification.objects.update(sent_at=timezone.now() + timedelta(hours=1))
    tasks.send_notifications_task(waited_for.campaign.pk)
    assert told() == ["Your turn in Orsha"]


def test_mail_is_in_the_readers_language_and_never_in_that_of_who_caused_it(waited_for: Players) -> None:
    Preferences.objects.create(user=waited_for.users["ivan"], language="de")
    Preferences.objects.create(user=waited_for.users["hans"], language="de")
    with translation.override("de"):
        tasks.send_notifications_task(waited_for.campaign.pk)
    found = {letter.to[0].partition("@")[0]: letter for letter in mail.outbox}
    assert found["ivan"].subject == "Du bist am Zug in Orsha"
    assert "auf deine Seite wird gewartet" in found["ivan"].body
    assert found["adjutant_ivan"].subject == "Your turn in Orsha"


@pytest.mark.parametrize(
    ("kind", "switch"),
    [
        (NotificationKind.TURN, "mail_turn"),
        (NotificationKind.REWIND, "mail_rewind"),
        (NotificationKind.ANSWER, "mail_answer"),
    ],
)
def test_a_mail_that_somebody_does_not_want_is_not_sent_and_not_owed(
    cast: Players, kind: NotificationKind, switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "still_true", lambda notification: True)
    monkeypatch.setattr(answers, "asked_at", lambda seat: "forces")
    Preferences.objects.create(user=cast.users["ivan"], **{switch: False})
    outbox.schedule(cast.campaign, kind, ["german", "russian"])
    tasks.send_notifications_task(cast.campaign.pk)
    assert {letter.to[0] for letter in mail.outbox} >= {"hans@example.org"}
    assert "ivan@example.org" not in {letter.to[0] for letter in mail.outbox}
    assert not Notification.objects.exclude(due_at=None).exists()


def test_of_an_end_and_a_replacement_everybody_is_told_whatever_he_wants(
    cast: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "still_true", lambda notification: True)
    unwanted = {"mail_turn": False, "mail_rewind": False, "mail_answer": False}
    Preferences.objects.create(user=cast.users["ivan"], **unwanted)
    for kind in (NotificationKind.CLOSING, NotificationKind.SEAT):
        outbox.schedule(cast.campaign, kind, ["russian"])
    tasks.send_notifications_task(cast.campaign.pk)
    (both,) = [letter for letter in mail.outbox if letter.to == ["ivan@example.org"]]
    assert both.body.count("http") == 2


def owed_of(kind: NotificationKind) -> set[str]:
    """The sides that are owed a notification of a kind."""
    return {str(each.seat.side) for each in Notification.objects.filter(kind=kind).select_related("seat")}


def test_who_asks_for_an_answer_is_not_asked_for_it(cast: Players) -> None:
    """A mail of it would tell whoever reads along at the mailbox what the own side has done."""
    outbox.notify_who_is_asked(cast.campaign, "german", [Event(next(iter(PROPOSED)), room=PUBLIC)])
    assert "russian" in owed_of(NotificationKind.ANSWER)
    assert "german" not in owed_of(NotificationKind.ANSWER)


@pytest.mark.parametrize("mode", [PlayMode.HOTSEAT, PlayMode.SOLO])
def test_at_one_table_nobody_is_told_by_mail_whose_turn_it_is(cast: Players, mode: PlayMode) -> None:
    campaign = cast.campaign
    campaign.play_mode = mode
    outbox.notify(campaign, NotificationKind.TURN, ["german", "russian"])
    assert owed_of(NotificationKind.TURN) == set()
