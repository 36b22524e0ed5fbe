"""A pytest plugin: which tests CI runs once, and which again in its second round.

The first round is as a newcomer runs it: the embedded PostgreSQL, the newest there is, its jobs in the same database.
The second is as a club does: a server reached over TCP, the oldest PostgreSQL that is supported, its jobs through
Redis. What can come out otherwise there is

- what other processes and connections see: commits, locks, notifications, jobs that are sent;
- whether each statement of the program is understood there, and allowed to its role: the tests of what sends them, and
  every page of every game;
- what a test asks the database or the broker itself.

All else works on rows that either database gives back alike, in a transaction that is never committed, with jobs that
run on the spot: it is marked `once` here. By hand `once` and `twice` are marked where that is not so.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent
SENDS_STATEMENTS = ("alerts", "campaigns", "config", "launch", "locks", "pace", "rosters", "talk", "teams")
"""The folders with tests of what sends statements: models, gates, actions, jobs, accounts, roles."""
ASKS_ITSELF = re.compile(r"\bcursor\(|\.execute\(|\bBROKER_URL\b|\bredis\b")
COMMITTING = {"transactional_db", "django_db_serialized_rollback", "django_db_reset_sequences"}
"""Fixtures that a test has which works outside of a transaction."""


def has_more_to_say(path: Path, marks: Collection[str], fixtures: Collection[str], commits: bool) -> bool:
    """Whether a test in this file may come out otherwise on a server.

    A browser adds nothing that hangs on the database: what is behind its pages is asked without one too.
    """
    if "twice" in marks:
        return True
    if "browser" in marks:
        return False
    return "live" in marks or commits or bool(COMMITTING & {*fixtures}) or _about_the_database(path)


@cache
def _about_the_database(path: Path) -> bool:
    return path.relative_to(ROOT).parts[0] in SENDS_STATEMENTS or bool(ASKS_ITSELF.search(path.read_text("utf-8")))


@cache
def _is_ours(path: Path) -> bool:
    return path.is_relative_to(ROOT)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what has nothing more to say."""
    for item in items:
        if not isinstance(item, pytest.Function) or not _is_ours(item.path):
            continue  # what a test makes to be run by itself
        marks = {each.name for each in item.iter_markers()}
        of_the_database = item.get_closest_marker("django_db")
        commits = of_the_database is not None and bool(of_the_database.kwargs.get("transaction"))
        if not has_more_to_say(item.path, marks, item.fixturenames, commits):
            item.add_marker(pytest.mark.once)
