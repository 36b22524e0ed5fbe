"""What a side is told by mail: kept until it is told, not told twice in a row, and not told once it is no longer so."""

from __future__ import annotations

from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.utils import timezone

from campaigns import letters, rewind_actions, tasks
from campaigns.models import Letter, What
from tests.campaigns.conftest import Cast
from tests.campaigns.test_rewinds import proposes, public

pytestmark = pytest.mark.django_db


@pytest.fixture
def waited_for(cast: Cast) -> Cast:
    """The Germans have sealed and the Russians are owed a letter, which nobody has sent: no job came of it."""
    cast.gives("hans", "Seal")
    assert mail.outbox == []
    return cast


def passes(time: timedelta) -> None:
    """Let time pass: what was owed and told was so much earlier."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE campaigns_letter SET owed = owed - %s, told = told - %s", [time, time])


def told() -> list[str]:
    """The subjects mailed to the commanders since this was asked last."""
    subjects = [letter.subject for letter in mail.outbox if not letter.to[0].startswith("adjutant")]
    mail.outbox.clear()
    return subjects


def test_what_was_not_told_because_the_broker_was_away_is_told_within_the_next_minutes(waited_for: Cast) -> None:
    assert letters.left() == [], "a job may be on its way"
    passes(letters.UNHEARD)
    assert letters.left() == [waited_for.campaign.pk]
    tasks.send_letters_left_task()
    assert told() == ["Your turn in Orsha"]
    passes(letters.PAUSE)
    tasks.send_letters_left_task()
    assert told() == [], "once"


def test_of_a_turn_that_is_over_nobody_is_told(waited_for: Cast) -> None:
    waited_for.gives("ivan", "Seal")
    letters.send(waited_for.campaign.pk)
    assert not Letter.objects.filter(seat__side="russian", what=What.TURN).exclude(owed=None)
    assert "ivan@example.org" not in {letter.to[0] for letter in mail.outbox}


def test_a_rewind_proposed_again_and_again_is_told_once_in_a_while(
    cast: Cast, django_capture_on_commit_callbacks: Any
) -> None:
    cast.gives("hans", "Announce", text="hello")
    place = public(cast)
    for number in (1, 2, 3):
        with django_capture_on_commit_callbacks(execute=True):
            proposes(cast, "hans", place)
        if number < 3:
            rewind_actions.withdraw_rewind(number=number, by=cast.seat("hans"))
    assert told() == ["A rewind is proposed in Orsha"]
    passes(letters.PAUSE)
    tasks.send_letters_left_task()
    assert told() == ["A rewind is proposed in Orsha"], "the one that waits now"


def test_a_rewind_that_was_withdrawn_meanwhile_is_told_to_nobody(cast: Cast) -> None:
    cast.gives("hans", "Announce", text="hello")
    proposes(cast, "hans", public(cast))
    rewind_actions.withdraw_rewind(number=1, by=cast.seat("hans"))
    letters.send(cast.campaign.pk)
    assert told() == []


def test_what_is_owed_anew_while_it_is_being_told_is_told_again(
    waited_for: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = waited_for.campaign
    monkeypatch.setattr(letters, "send_mail", lambda *_: letters.owe(campaign, What.TURN, ["russian"]))
    letters.send(campaign.pk)
    monkeypatch.undo()
    passes(letters.PAUSE)
    letters.send(campaign.pk)
    assert told() == ["Your turn in Orsha"]


def test_a_mail_that_can_not_be_sent_stays_owed_and_the_others_leave_once(
    waited_for: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(subject: str, body: str, sender: None, to: list[str]) -> None:
        if to == ["ivan@example.org"]:
            raise SMTPRecipientsRefused({})
        mail.send_mail(subject, body, sender, to)

    monkeypatch.setattr(letters, "send_mail", refused)
    for _ in range(3):
        letters.send(waited_for.campaign.pk)
    assert [letter.to for letter in mail.outbox] == [["adjutant_ivan@example.org"]]
    monkeypatch.undo()
    letters.send(waited_for.campaign.pk)
    assert mail.outbox[-1].to == ["ivan@example.org"]


def test_the_order_of_the_letters_tells_nothing_of_what_was_owed_before(waited_for: Cast) -> None:
    proposes(waited_for, "hans", public(waited_for))
    for what in (What.REWIND, What.TURN, What.REWIND):
        letters.owe(waited_for.campaign, what, ["russian"])
        Letter.objects.update(told=None)
        letters.send(waited_for.campaign.pk)
        letters.owe(waited_for.campaign, What(What.TURN if what == What.REWIND else What.REWIND), ["russian"])
    mail.outbox.clear()
    Letter.objects.update(told=None, owed=timezone.now())
    letters.send(waited_for.campaign.pk)
    ivans = [letter.subject for letter in mail.outbox if letter.to == ["ivan@example.org"]]
    assert ivans == ["A rewind is proposed in Orsha", "Your turn in Orsha"]


def test_a_clock_set_back_holds_no_letter_back(waited_for: Cast) -> None:
    Letter.objects.update(told=timezone.now() + timedelta(hours=1))
    letters.send(waited_for.campaign.pk)
    assert told() == ["Your turn in Orsha"]
