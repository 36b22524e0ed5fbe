"""Two organisers at the same moment: together they pass no limit of the club."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User

from campaigns.club import members
from campaigns.club.models import Announcement, ClubLink
from rules.contract import Refused
from tests.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def organisers(transactional_db: None) -> list[User]:
    made = [User.objects.create_user(name) for name in ("olga", "oleg")]
    for each in made:
        members.appoint(name=each.username)
    return made


def slowly(count: Callable[[], int]) -> int:
    """A count that is a moment old before anything follows from it."""
    found = count()
    time.sleep(0.5)
    return found


def is_done(job: Callable[[], object]) -> bool:
    try:
        job()
    except Refused:
        return False
    return True


def test_no_two_make_the_last_announcement(organisers: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "MOST_ANNOUNCEMENTS", 1)
    monkeypatch.setattr(Announcement.objects, "count", partial(slowly, Announcement.objects.count))
    jobs = [partial(is_done, partial(members.announce, text="Hello", by=each)) for each in organisers]
    assert sorted(at_once(*jobs)) == [False, True]
    assert Announcement.objects.all().count() == 1


def test_no_two_make_the_last_link(organisers: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    found = members.open_links
    monkeypatch.setattr(members, "MOST_LINKS", 1)
    monkeypatch.setattr(members, "open_links", lambda: SimpleNamespace(count=partial(slowly, found().count)))
    jobs = [partial(is_done, partial(members.new_link, most=1, days=1, by=each)) for each in organisers]
    assert sorted(at_once(*jobs)) == [False, True]
    assert ClubLink.objects.count() == 1
