"""What holds for every test that uses a database."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:  # a run of the rules' tests alone loads no Django
    from pytest_django.plugin import DjangoDbBlocker


ROWS_OF_A_MODULE = list[pytest.FixtureDef[object]]()
"""Fixtures of a module that now hold a transaction open, with a campaign in it for the tests that ask for it."""


def lays_rows(fixture: pytest.FixtureDef[object]) -> bool:
    """Whether a fixture keeps rows in the database from test to test."""
    return fixture.scope == "module" and "django_db_blocker" in fixture.argnames


def of(item: pytest.Item) -> list[pytest.FixtureDef[object]]:
    """The fixtures that a test uses, by itself or through others."""
    info = getattr(item, "_fixtureinfo", None)
    return [fixture for found in info.name2fixturedefs.values() for fixture in found] if info else []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In each module the tests that share a campaign come after those that found their own, in whatever order.

    Those that wait for servers come first of all: browsers, which run beside them, use the processor meanwhile.
    """
    modules = {path: number for number, path in enumerate(dict.fromkeys(item.path for item in items))}
    items.sort(
        key=lambda item: (not item.get_closest_marker("live"), modules[item.path], any(map(lays_rows, of(item))))
    )


def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object]) -> None:
    """Remember who holds rows."""
    if lays_rows(fixturedef):
        ROWS_OF_A_MODULE.append(fixturedef)


def pytest_fixture_post_finalizer(fixturedef: pytest.FixtureDef[object]) -> None:
    """It holds them no more."""
    ROWS_OF_A_MODULE[:] = [each for each in ROWS_OF_A_MODULE if each is not fixturedef]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test that does not ask for the campaign of its module finds no row of it, if it comes after one that did."""
    for fixture in [each for each in ROWS_OF_A_MODULE if each not in of(item)]:
        fixture.finish(item._request)  # type: ignore[attr-defined]


MADE_BY_MIGRATING = {"django_content_type", "auth_permission"}


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, django_db_blocker: DjangoDbBlocker
) -> None:
    """The database of a process is a copy of one that was migrated before."""
    from django.db import connection

    from tests import migrated

    with django_db_blocker.unblock():
        connection.settings_dict["TEST"]["TEMPLATE"] = migrated.template()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Tests outside of a transaction empty what they filled; in the end no session is left on the test's database.

    PostgreSQL would refuse to drop it for those of processes that were killed. On a busy machine, dropping it may
    take longer than the program lets a statement take.
    """
    from django.db import connection
    from django.db.backends.signals import connection_created
    from django.test import TransactionTestCase

    from config.limits.deadlines import limit_statements

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty_what_was_filled)
        yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    connection_created.disconnect(limit_statements)


def empty_what_was_filled(test: object) -> None:
    """Empty the tables that hold rows. Django would empty all of them, and make anew what migrating made."""
    from django.db import connection

    tables = sorted({*connection.introspection.django_table_names(only_existing=True)} - MADE_BY_MIGRATING)
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(f"SELECT '{each}' WHERE EXISTS (SELECT FROM {each})" for each in tables))
        if filled := ", ".join(name for (name,) in cursor.fetchall()):
            cursor.execute("SET session_replication_role = replica")  # else the journal would refuse to be emptied
            cursor.execute(f"TRUNCATE {filled} CASCADE")
            cursor.execute("RESET session_replication_role")
