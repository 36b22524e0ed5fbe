"""Anything sent to any address by anybody: never a 500, and what is not accepted has changed nothing.

REFIT_FUZZ says how many inputs each person sends (40 unless told); the figure for thousands stands in bench/README.md.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from functools import reduce
from operator import getitem
from typing import Any

import pytest
from django.db import connection, transaction
from django.urls import get_resolver, reverse
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from campaigns.ledger import archive
from rules import registry
from tests.leaks.crawler import addresses, patterns
from tests.players import PlayedCampaign

INPUTS = int(os.environ.get("REFIT_FUZZ", "40"))
PEOPLE = ("hans", "ivan", "adjutant_hans", "umpire", "spectator", "stranger", "")
TABLES = (
    "campaigns_campaign",
    "campaigns_journalentry",
    "campaigns_seat",
    "campaigns_room",
    "campaigns_rgpurchase",
    "campaigns_draft",
)
ODD = st.one_of(
    st.text(max_size=40),
    st.integers().map(str),
    st.sampled_from(
        ["", "0", "1", "-1", "on", "\0", "٣", "1e9", "9" * 5000, "'; --", "{{ 7 }}", "../../etc", "German", "A10"]
    ),
)
NAMES = """
    name system side how role act step seen number chart options pin verdict kind piles n:I1 alt:I1 key note file text
    room turn lvp winner line count fate mark place german russian balance dice
"""
FIELDS = st.one_of(st.sampled_from(NAMES.split()), st.text(max_size=12))
ENTRIES = st.dictionaries(FIELDS, st.one_of(ODD, st.lists(ODD, max_size=3)), max_size=10)
WAYS = st.sampled_from(["get", "post", "post", "post"])
HEADERS = st.sampled_from([{}, {"HX-Request": "true"}, {"Accept": "\0"}, {"Range": "bytes=9-1"}])


def rows() -> list[tuple[int, Any]]:
    """What each table of the campaigns holds, as a count and a sum over its rows as text."""
    found = []
    with connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(f"SELECT count(*), md5(coalesce(string_agg(t::text, '|' ORDER BY id), '')) FROM {table} t")
            found.append(cursor.fetchone())
    return found


def encoded(entries: dict[str, Any]) -> dict[str, Any]:
    """Half characters are sent as the bytes a broken client sends."""
    return {
        key.encode("utf-8", "surrogatepass").decode("utf-8", "replace"): [
            each.encode("utf-8", "surrogatepass") for each in (value if isinstance(value, list) else [value])
        ]
        for key, value in entries.items()
    }


def everywhere(table: PlayedCampaign) -> list[str]:
    """Every address of this campaign, and those that belong to none."""
    own = [url for each in addresses() for url in each.urls(table.public_id)]
    plain = [pattern for pattern in patterns(get_resolver()) if not pattern.pattern.converters and pattern.name]
    return own + [url for url in map(_address, plain) if url and not url.startswith("/admin/")]


def _address(pattern: Any) -> str:
    try:
        return reverse(pattern.name)
    except Exception:  # an address of the administration that has a prefix of its own
        return ""


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("name", PEOPLE)
def test_whatever_is_sent_to_any_address_is_answered_and_half_of_nothing_is_done(
    table: PlayedCampaign, name: str
) -> None:
    table.play_until("hans", "strength")
    urls = everywhere(table)
    client = table.browser(name)
    client.raise_request_exception = False

    @settings(max_examples=INPUTS, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(url=st.sampled_from(urls), way=WAYS, entries=ENTRIES, headers=HEADERS)
    def send(url: str, way: str, entries: dict[str, Any], headers: dict[str, str]) -> None:
        before, mark = rows(), transaction.savepoint()
        answer = getattr(client, way)(url, encoded(entries), headers=headers)
        assert answer.status_code < 500, (way, url, entries)
        if way == "get" or answer.status_code >= 400:
            assert rows() == before, (way, url, entries, answer.status_code)
        transaction.savepoint_rollback(mark)
        client.cookies.load(cookies)

    cookies = {key: morsel.value for key, morsel in client.cookies.items()}
    send()


# Files ----------------------------------------------------------------------------------------------------------------

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)


def damaged(whole: bytes) -> st.SearchStrategy[bytes]:
    """A file that was cut off, that had bytes changed, or that holds something else in one place."""
    cut = st.integers(0, len(whole)).map(lambda at: whole[:at])
    changed = st.tuples(st.integers(0, len(whole) - 1), st.binary(min_size=1, max_size=8)).map(
        lambda found: whole[: found[0]] + found[1] + whole[found[0] + len(found[1]) :]
    )
    return st.one_of(
        cut, changed, st.binary(max_size=200), JSON.map(lambda value: json.dumps(value).encode()), exchanged(whole)
    )


def exchanged(whole: bytes) -> st.SearchStrategy[bytes]:
    """A campaign file in which one value, anywhere, is another."""

    def put(found: tuple[tuple[Any, ...], Any]) -> bytes:
        (*way, last), value = found
        file = json.loads(whole)
        reduce(getitem, way, file)[last] = value
        return json.dumps(file).encode()

    return st.tuples(st.sampled_from(list(ways(json.loads(whole)))), JSON).map(put)


def ways(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each value in a file."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield (*before, key)
        yield from ways(each, (*before, key))


@pytest.mark.slow
def test_a_damaged_campaign_file_is_refused_or_replays(table: PlayedCampaign) -> None:
    table.play_until("hans", "strength")
    rooms = ["public", *registry.get("oto2").sides]
    file = archive.export_campaign(table.campaign, rooms, with_seed=True)
    whole, spaced = json.dumps(file).encode(), json.dumps(file, indent=1).encode()
    came: Counter[str] = Counter()

    @example(content=spaced)
    @example(content=whole[:-1])
    @settings(max_examples=INPUTS * 5, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(content=damaged(whole))
    def read(content: bytes) -> None:
        try:
            file = archive.read(content)
            game, _ = archive.replay(file)
            archive.whole_acts(file, game)
        except archive.UnreadableFile:
            came["refused"] += 1
        else:
            came["replays"] += 1

    read()
    assert came["replays"]
    assert came["refused"]
