"""Planted campaigns: one of each game for all tests of a module that look for its words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.db import transaction
from django.test import TestCase

from campaigns.templatetags import moments
from refit.demos.player import Script
from tests import positions
from tests.leaks.planted_words import ON_THE_MAP
from tests.leaks.planting import SCRIPTS, Garden, jobs_from_now, planted
from tests.players import founding, table

AFTER_ALL = datetime(2999, 1, 1, tzinfo=UTC)
__all__ = ["founding", "garden", "grown", "table"]


@pytest.fixture(autouse=True)
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """No page says how long ago something was: between two looks a minute may pass, which would change it."""
    monkeypatch.setattr(moments, "timezone", SimpleNamespace(now=lambda: AFTER_ALL, localtime=lambda moment: moment))
    monkeypatch.setattr(moments, "date_format", lambda moment, how: "a while ago")


@pytest.fixture(scope="module")
def planting_anew() -> bool:
    """Whether the campaign is planted act by act, for a module that looks at more than our own tables."""
    return False


@pytest.fixture(scope="module", params=list(SCRIPTS))
def grown(request: Any, planting_anew: bool, django_db_setup: None, django_db_blocker: Any) -> Iterator[Garden]:
    """A planted campaign of each game; what hangs on commits has been done. It is gone with the last test of a module.

    Each test has a savepoint of its own in the transaction it was planted in, so that none sees what another did.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        if planting_anew:
            with positions.played():
                yield laid_down(request.param)
        else:
            yield laid_down(request.param)
        transaction.set_rollback(True)


def laid_down(game: str) -> Garden:
    """A planted campaign of a game, or of the one that has a map; planted once in a process."""
    kept = positions.once(("garden", game), lambda: _plant(game))
    users = User.objects.in_bulk(kept.people).values()
    return Garden({user.username: user for user in users}, kept.public_id, kept.scripts, kept.jobs, kept.mails)


@dataclass(frozen=True)
class _Kept:
    """What is left of a planting beside its rows."""

    people: tuple[int, ...]
    public_id: str
    scripts: dict[str, Script]
    jobs: list[str]
    mails: list[Any]


def _plant(game: str) -> _Kept:
    with pytest.MonkeyPatch.context() as patch, TestCase.captureOnCommitCallbacks(execute=True):
        jobs, before = jobs_from_now(patch), len(mail.outbox)
        planting = planted(on_map=True) if game == ON_THE_MAP else planted(game)
    people = tuple(user.pk for user in planting.users.values())
    return _Kept(people, planting.public_id, planting.scripts, jobs, mail.outbox[before:])


@pytest.fixture
def garden(grown: Garden, db: None) -> Garden:
    """The planted campaign, for one test to do with as it likes."""
    return grown
