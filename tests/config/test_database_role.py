"""The role of pages and jobs: it reads and writes rows, and nothing else is in its power whatever SQL it is given."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError
from django.db import IntegrityError, ProgrammingError, connection, transaction
from psycopg.errors import InsufficientPrivilege, RestrictViolation

from campaigns.models import JournalEntry
from config.apps import let_application_in
from launch import database_role, postgres
from tests.launch.test_postgres import ask, var
from tests.players import PlayedCampaign, founding, table
from tests.servers import ROOT

__all__ = ["founding", "table", "var"]

JOURNAL = database_role.JOURNAL
BEYOND = (
    f"UPDATE {JOURNAL} SET actor = 'x'",
    f"DELETE FROM {JOURNAL}",
    f"TRUNCATE {JOURNAL} CASCADE",
    "TRUNCATE campaigns_draft",
    "SET session_replication_role = replica",
    f"ALTER TABLE {JOURNAL} DISABLE TRIGGER ALL",
    f"DROP TRIGGER journal_is_append_only ON {JOURNAL}",
    "CREATE OR REPLACE FUNCTION refuse_change_of_journal() RETURNS trigger LANGUAGE sql AS ''",
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "COPY (SELECT 1) TO '/tmp/refit-copied'",
    "SELECT pg_read_file('/etc/hostname')",
    "CREATE TABLE mine (n integer)",
    "CREATE FUNCTION mine() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
    "CREATE ROLE mine SUPERUSER",
    "ALTER ROLE refit_app SUPERUSER",
    "DELETE FROM django_migrations",
)


@pytest.fixture
def application(table: PlayedCampaign) -> Iterator[None]:
    """The test's connection, with the rights of the application."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET ROLE {database_role.APPLICATION}")
        yield
        cursor.execute("RESET ROLE")


@pytest.mark.django_db
def test_it_owns_nothing_and_is_no_superuser() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,"
            " EXISTS (SELECT FROM pg_class WHERE relowner = r.oid),"
            " EXISTS (SELECT FROM pg_proc WHERE proowner = r.oid),"
            " EXISTS (SELECT FROM pg_auth_members WHERE member = r.oid)"
            " FROM pg_roles r WHERE rolname = %s",
            [database_role.APPLICATION],
        )
        assert cursor.fetchall() == [(False,) * 8]


@pytest.mark.django_db
@pytest.mark.parametrize("statement", BEYOND)
def test_what_is_beyond_it_is_refused(application: None, statement: str) -> None:
    before = JournalEntry.objects.count()
    assert before
    with connection.cursor() as cursor:
        with pytest.raises(ProgrammingError) as refused, transaction.atomic():
            cursor.execute(statement)
        assert isinstance(refused.value.__cause__, InsufficientPrivilege)
    assert JournalEntry.objects.count() == before


@pytest.mark.django_db
@pytest.mark.parametrize("statement", BEYOND[:3])
def test_the_journal_refuses_even_its_owner(table: PlayedCampaign, statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # what waits for the end of the test would refuse before
        with pytest.raises(IntegrityError) as refused, transaction.atomic():
            cursor.execute(statement)
    assert isinstance(refused.value.__cause__, RestrictViolation)


@pytest.mark.django_db
def test_an_owner_of_the_tables_who_may_not_make_roles_is_told_what_to_do(application: None, settings: Any) -> None:
    settings.APPLICATION_PASSWORD = "knock"
    with pytest.raises(CommandError, match="have CREATE ROLE refit_app LOGIN"), transaction.atomic():
        let_application_in("default")


@pytest.mark.django_db
def test_a_campaign_is_played_with_its_rights(application: None, table: PlayedCampaign) -> None:
    table.play_to("battle")
    assert table.browser("hans").get(f"/campaigns/{table.public_id}/").status_code == 200


@pytest.mark.slow
@pytest.mark.once
def test_an_older_embedded_database_goes_over_by_itself(var: Path) -> None:
    """As it was before there was the role: whoever reached it was its superuser."""
    with postgres.Server(var):
        ask(var, f"DROP OWNED BY {database_role.APPLICATION}; DROP ROLE {database_role.APPLICATION}")
        ask(var, f"CREATE TABLE {JOURNAL} AS SELECT 7 AS n")
    with postgres.Server(var):
        assert ask(var, f"SELECT n FROM {JOURNAL}", owner=False) == 7
        with pytest.raises(InsufficientPrivilege):
            ask(var, f"DELETE FROM {JOURNAL}", owner=False)


@pytest.mark.once
@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("command", "user"),
    [
        ("migrate", postgres.OWNER),
        ("restore", postgres.OWNER),
        ("reconcile", database_role.APPLICATION),
        ("createsuperuser", database_role.APPLICATION),
    ],
)
def test_only_commands_that_change_tables_are_their_owners(tmp_path: Path, command: str, user: str) -> None:
    code = f"""
import contextlib, manage, sys
from django.core import management
from launch import postgres
sys.argv = ["manage.py", {command!r}]
postgres.lent_to_command = lambda argv: contextlib.nullcontext()
def run(argv):
    from django.conf import settings
    print(settings.DATABASES["default"]["USER"])
management.execute_from_command_line = run
manage.main()
"""
    env = {"REFIT_VAR": str(tmp_path)}
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True)
    assert said.stdout.strip() == user, said.stderr
