"""Planted campaigns: one of each game for all tests of a module that look for its words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.test import TestCase

from tests.cast import founding, table
from tests.leaks.planting import SCRIPTS, Garden, jobs_from_now, planted

__all__ = ["founding", "garden", "grown", "table"]


@pytest.fixture(scope="module", params=list(SCRIPTS))
def grown(request: Any, django_db_setup: None, django_db_blocker: Any) -> Iterator[Garden]:
    """A planted campaign of each game; what hangs on commits has been done. It is gone with the last test of a module.

    Each test has a savepoint of its own in the transaction it was planted in, so that none sees what another did.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        with pytest.MonkeyPatch.context() as patch, TestCase.captureOnCommitCallbacks(execute=True):
            jobs, before = jobs_from_now(patch), len(mail.outbox)
            planting = planted(request.param)
        yield Garden(planting.users, planting.public_id, planting.scripts, jobs, mail.outbox[before:])
        transaction.set_rollback(True)


@pytest.fixture
def garden(grown: Garden, db: None) -> Garden:
    """The planted campaign, for one test to do with as it likes."""
    return grown
