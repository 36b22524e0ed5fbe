"""The database everything runs on, and what `migrate` leaves in it."""

import os

import pytest
from django.conf import settings
from django.db import connection, connections
from django.db.backends.postgresql.base import DatabaseWrapper

pytestmark = pytest.mark.django_db


def test_the_database_is_postgresql_15_or_newer() -> None:
    database = connections["default"]
    assert isinstance(database, DatabaseWrapper)
    assert database.pg_version >= 150000


def test_text_sorts_by_code_point_whatever_machine_made_the_index() -> None:
    if not connection.settings_dict["HOST"].startswith(os.environ["REFIT_TEST_VAR"]):
        pytest.skip("a server of the host sorts as the host decided")
    with connection.cursor() as cursor:
        cursor.execute("SELECT array_agg(w ORDER BY w) FROM unnest(ARRAY['b', 'A', 'a', 'B', 'ä']) AS w")
        assert cursor.fetchone() == (["A", "B", "a", "b", "ä"],)


@pytest.mark.skipif(not settings.REFIT_BROKER_URL.startswith("pgmq"), reason="the jobs travel another way")
def test_migrating_installs_the_queue_of_jobs() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_proc WHERE pronamespace = 'pgmq'::regnamespace")
        assert cursor.fetchone()[0] > 10


def test_healthz_answers_when_the_database_does(client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
