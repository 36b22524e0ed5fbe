"""What holds for every test that uses a database."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:  # a run of the rules' tests alone loads no Django
    from pytest_django.plugin import DjangoDbBlocker


MADE_BY_MIGRATING = {"django_content_type", "auth_permission"}


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
