"""The cache: counted for all processes, for a while, in a form that can do nothing when it is read."""

import base64
import pickle
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

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
