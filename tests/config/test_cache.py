"""The cache: counted for all processes, for a while, in a form that can do nothing when it is read."""

import base64
import pickle
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

from config.administration.tasks import note_that_jobs_run_task
from config.backups import BACKUP_MADE
from config.doctor import checks
from tests.at_once import at_once

pytestmark = pytest.mark.django_db


class Trap:
    """What an attacker would put into the table: read as a pickle it makes a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Path.touch, (self.path,)


def kept() -> list[tuple[str, str]]:
    """Return keys and values as they stand in the table."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT cache_key, value FROM refit_cache ORDER BY cache_key")
        return list(cursor.fetchall())


def test_a_planted_pickle_is_never_run(tmp_path: Path, client: Client) -> None:
    cache.clear()
    client.post("/accounts/login/", {"login": "anna", "password": "x"})
    counted = [key for key, _ in kept()]
    assert counted, "a log-in that fails is counted"
    trap = base64.b64encode(pickle.dumps(Trap(tmp_path / "sprung"))).decode()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE refit_cache SET value = %s, expires = 'infinity'", [trap])
    assert client.post("/accounts/login/", {"login": "anna", "password": "x"}).status_code == 200
    assert cache.get("other", "nothing") == "nothing"
    assert not (tmp_path / "sprung").exists()
    pickle.loads(base64.b64decode(trap))
    assert (tmp_path / "sprung").exists(), "the trap works where pickles are read"


def test_values_come_back_as_they_were_until_their_time_is_over() -> None:
    cache.set("times", [1.25, 2.5], 60)
    cache.set("for-ever", "x", None)
    cache.set("over", "x", -1)
    assert [cache.get(key) for key in ("times", "for-ever", "over")] == [[1.25, 2.5], "x", None]
    assert (cache.touch("times", -1), cache.touch("over", 60), cache.get("times")) == (True, False, None)


def test_of_two_that_add_one_succeeds_until_the_time_is_over() -> None:
    assert [cache.add("used", "y", 60), cache.add("used", "y", 60)] == [True, False]
    cache.touch("used", -1)
    assert cache.add("used", "y", 60)
    assert (cache.delete("used"), cache.delete("used"), cache.add("used", "y")) == (True, False, True)
    assert cache.incr("number", 2) if cache.add("number", 1) else False
    assert cache.get("number") == 3


def test_what_is_over_is_swept_away_by_the_next_that_writes() -> None:
    cache.clear()
    cache.set("over", "x", -1)
    cache.set("new", "x", 60)
    assert [key for key, _ in kept()] == [cache.make_key("new")]


SHAPES = ["{}", "7", "true", '"x"', "[null]", '[["a"]]', '{"a": {}}', "null", "[" * 100_000, "1e999", "é:" * 9, ""]
"""JSON and worse, none of it what the program keeps anywhere."""


def planted(value: str) -> None:
    """Write it into every row, as somebody with SQL could, and for ever."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE refit_cache SET value = %s, expires = 'infinity'", [value])


@pytest.mark.parametrize("value", SHAPES, ids=range(len(SHAPES)))
def test_a_planted_row_of_another_shape_is_as_if_it_were_not_there(
    value: str, client: Client, admin_client: Client, settings: Any
) -> None:
    settings.GAUGES_TOKEN = "t" * 32
    cache.clear()

    def look() -> list[int]:
        """What reads the cache: a log-in that fails, the gauges, the administration, one's own data taken along."""
        answers = [
            client.post("/accounts/login/", {"login": "anna", "password": "x"}),
            client.get("/gauges", headers={"Authorization": f"Bearer {settings.GAUGES_TOKEN}"}),
            admin_client.get("/admin/"),
            admin_client.post("/accounts/data/", {"part": "1"}),
        ]
        return [answer.status_code for answer in answers]

    note_that_jobs_run_task()
    cache.set(BACKUP_MADE, timezone.now().isoformat(), None)
    before = look()
    assert checks.jobs() is None
    assert before == [200] * 4
    assert len(kept()) >= 5, "each of them keeps something"
    planted(value)
    assert look() == before
    planted(value)
    assert checks.jobs() is not None, "no job is known to have run"


def test_a_value_of_ones_own_under_another_key_is_nothing() -> None:
    cache.clear()
    cache.set("mine", 1, 60)
    cache.set("other", 2, 60)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE refit_cache SET value = (SELECT max(value) FROM refit_cache)")
    assert sorted([cache.get("mine", 0), cache.get("other", 0)])[0] == 0


def test_what_somebody_planted_keeps_nobody_from_adding_or_counting() -> None:
    cache.clear()
    cache.set("used", "y", 60)
    planted("true")
    assert [cache.add("used", "y", 60), cache.add("used", "y", 60), cache.get("used")] == [True, False, "y"]
    planted("9")
    with pytest.raises(ValueError, match="used"):
        cache.incr("used")


@pytest.mark.django_db(transaction=True)
def test_of_many_that_count_at_once_each_counts() -> None:
    cache.set("count", 0, 60)

    def count() -> None:
        for _ in range(5):
            cache.incr("count")

    at_once(*[count] * 8)
    assert cache.get("count") == 40
