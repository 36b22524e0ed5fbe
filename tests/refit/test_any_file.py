"""Any file brought by anybody: taken whole, or refused in a sentence that says why, and then nothing is there of it.

REFIT_FUZZ says how many files of each kind are sent (8 unless told); 500 makes 10,000 inputs, those of
test_anything_posted among them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from campaigns.bringing import actions as bringing
from campaigns.bringing import going_on
from campaigns.bringing.models import BroughtFile
from campaigns.charts import actions as chart_actions
from campaigns.charts.models import ChartVersion, OwnedChart
from campaigns.ledger import archive
from campaigns.models import Campaign
from rules import registry
from rules.engine.chart_files import write_csv, write_toml
from rules.engine.charts import grid_of
from rules.systems.votg.system import SYSTEM as VOTG
from tests.players import PlayedCampaign, log_in
from tests.proof.closed import signed_anew
from tests.refit.test_anything_posted import JSON, damaged, exchanged, rows

FILES = int(os.environ.get("REFIT_FUZZ", "8"))
MANY = settings(max_examples=FILES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
GUARDS = "votg"
ENCODINGS = ("utf-16", "utf-32", "utf-8-sig", "utf-7", "latin-1", "cp1251", "cp037")

pytestmark = pytest.mark.slow


@pytest.fixture
def whole(table: PlayedCampaign) -> bytes:
    """The file of a campaign in the middle of its course."""
    table.play_until("hans", "strength")
    keys = ["public", *registry.get("oto2").sides]
    return json.dumps(archive.export_campaign(table.campaign, keys, with_seed=True)).encode()


@pytest.fixture
def sends(table: PlayedCampaign) -> Callable[..., Any]:
    """The stranger sends a file somewhere; returns the answer."""
    client = table.browser("stranger")
    client.raise_request_exception = False
    cookies = {key: morsel.value for key, morsel in client.cookies.items()}

    def send(url: str, content: bytes, **more: str) -> Any:
        client.cookies.load(cookies)
        return client.post(url, {"file": SimpleUploadedFile("brought", content), **more})

    return send


# Campaigns ------------------------------------------------------------------------------------------------------------


def recoded(text: str) -> st.SearchStrategy[bytes]:
    """The same in another encoding."""
    return st.sampled_from(ENCODINGS).map(lambda name: text.encode(name, "replace"))


def clever(whole: bytes) -> st.SearchStrategy[bytes]:
    """A file with another value somewhere, and its seals and links made anew, as somebody would who knows how."""

    def relink(content: bytes) -> bytes:
        try:
            return json.dumps(signed_anew(json.loads(content))).encode()
        except Exception:  # what can't even be linked is sent as it is
            return content

    assert signed_anew(json.loads(whole)) == json.loads(whole), "he makes the same of the same"
    return exchanged(whole).map(relink)


def odd_json(whole: bytes) -> st.SearchStrategy[bytes]:
    """What JSON allows, or its readers let through: names that stand twice, no numbers, depth, other versions."""
    number = b'"seat": 1'
    assert number in whole
    numbers = ["NaN", "-Infinity", "1e999", "9" * 5000, "-0", "0.5", "1e2", "true", '"0"', "null", "[" * 50000]
    wrong = st.sampled_from(numbers).map(lambda text: whole.replace(number, b'"seat": ' + text.encode(), 1))
    inside = st.sampled_from(numbers).map(lambda text: whole.replace(b'"data": {', f'"data": {{"x": {text}, '.encode()))
    twice = st.sampled_from([b"version", b"acts", b"seed", b"rooms"]).map(
        lambda name: whole.replace(b'"' + name + b'":', b'"' + name + b'": 1, "' + name + b'":', 1)
    )
    versions = JSON.map(lambda value: json.dumps({**json.loads(whole), "version": value}).encode())
    deep = st.sampled_from([29, 31, 900, 100_000]).map(
        lambda depth: whole.replace(b'"data": {', b'"data": {"x": ' + b"[" * depth + b"]" * depth + b", ", 1)
    )
    huge = st.just(whole + b" " * archive.MOST_BYTES)
    return st.one_of(wrong, inside, twice, versions, deep, huge)


def test_a_campaign_file_is_gone_on_with_or_refused_with_a_reason_and_leaves_nothing(
    whole: bytes, sends: Callable[..., Any]
) -> None:
    contents = st.one_of(damaged(whole), clever(whole), clever(whole), odd_json(whole), recoded(whole.decode()))
    taken = [0]

    @MANY
    @example(content=whole)
    @given(content=contents)
    def bring(content: bytes) -> None:
        before, mark = rows(), transaction.savepoint()
        answer = sends(reverse("campaign-import"), content, side="german", act="go")
        if answer.status_code == 302:
            brought = BroughtFile.objects.get()
            going_on.go_on(brought.pk, bringing.claim(brought.pk) or brought.created_at)
            brought.refresh_from_db()
            if brought.campaign:
                taken[0] += 1
                _plays_on(brought.campaign.public_id, brought.user)
            else:
                reason = bringing.reason_of(brought)
                assert len(reason.split()) > 4, reason
                brought.delete()
                assert rows() == before, content
        else:
            assert answer.status_code == 422, content
            assert rows() == before, content
        transaction.savepoint_rollback(mark)

    bring()
    assert taken[0], "the file that nobody touched is"


def _plays_on(public_id: str, user: User) -> None:
    """A file that was taken is a campaign like any other."""
    call_command("reconcile", public_id, verbosity=0)
    client = log_in(Client(), user)
    for name in ("campaign", "refit-home", "campaign-journal", "campaign-verify", "sheet-list"):
        url = reverse(name, args=[public_id])
        assert client.get(url, follow=True).status_code == 200, url
    assert Campaign.objects.filter(public_id=public_id).exists()


# Charts ---------------------------------------------------------------------------------------------------------------

CELLS = st.one_of(
    st.text(max_size=20),
    st.integers().map(str),
    st.floats().map(str),
    st.sampled_from(
        [
            "=1+1",
            "+1",
            "-1",
            "@SUM(A1)",
            "'=1",
            "NaN",
            "1e999",
            "٣",
            "½",
            "1,5",
            "1.5",
            '"',
            '"a;b"',
            "true",
            "1979-05-27",
            "A1:9",
            "A1:9,A2:1",
        ]
    ),
    st.sampled_from(["\t=1", "\r=1", "a\nb", "\ufeff", "\u202e", "9" * 5000, "x" * 70_000]),
)


def text_damaged(text: str) -> st.SearchStrategy[bytes]:
    """Text that was cut, changed, doubled in part, given other cells, separators or another encoding."""
    whole = text.encode()
    cut = st.integers(0, len(whole)).map(lambda at: whole[:at])
    changed = st.tuples(st.integers(0, len(whole) - 1), st.binary(min_size=1, max_size=8)).map(
        lambda found: whole[: found[0]] + found[1] + whole[found[0] + len(found[1]) :]
    )
    lines = text.splitlines()
    double = st.tuples(st.integers(0, len(lines) - 1), st.integers(1, 3000)).map(
        lambda found: "\n".join([*lines, *[lines[found[0]]] * found[1]]).encode()
    )
    swapped = st.sampled_from([(",", ";"), (",", "\t"), ("\n", "\r"), ("=", ":"), ("[[", "["), ('"', "'"), ("\n", "")])
    return st.one_of(
        cut,
        changed,
        double,
        recoded(text),
        st.binary(max_size=200),
        swapped.map(lambda two: text.replace(*two).encode()),
    )


def csv_filled(text: str) -> st.SearchStrategy[bytes]:
    """A sheet with another cell somewhere, quoted or not."""
    lines = [line.split(",") for line in text.splitlines()]

    def put(found: tuple[int, int, str, bool]) -> bytes:
        line, cell, value, quoted = found
        told = [list(each) for each in lines]
        row = told[line % len(told)]
        row[cell % len(row)] = '"' + value.replace('"', '""') + '"' if quoted else value
        return "\n".join(",".join(each) for each in told).encode("utf-8", "surrogatepass")

    return st.tuples(st.integers(0, 500), st.integers(0, 30), CELLS, st.booleans()).map(put)


def toml_filled(text: str) -> st.SearchStrategy[bytes]:
    """A chart with another value somewhere: a text, or what only TOML has."""
    lines = text.splitlines()
    places = [n for n, line in enumerate(lines) if " = " in line]
    only = ["nan", "-inf", "1e999", "0x10", "1_0", "true", "1979-05-27", "07:32:00", "[1, 2]", "{ a = 1 }", "[" * 3000]
    values = st.one_of(CELLS.map(lambda cell: json.dumps(cell)), CELLS, st.sampled_from(only))

    def put(found: tuple[int, str]) -> bytes:
        place, value = found
        told, name = list(lines), lines[places[place % len(places)]].partition(" = ")[0]
        told[places[place % len(places)]] = f"{name} = {value}"
        return "\n".join(told).encode("utf-8", "surrogatepass")

    return st.tuples(st.integers(0, 5000), values).map(put)


SCHEMA = VOTG.charts
TOML = write_toml(SCHEMA, SCHEMA.practice)
SHEETS = {sheet.key: write_csv(sheet, grid_of(SCHEMA, SCHEMA.practice)[sheet.key]) for sheet in SCHEMA.sheets}


@pytest.fixture
def mine(table: PlayedCampaign) -> OwnedChart:
    """The stranger's chart, with one version already."""
    made = chart_actions.begin_chart(system=GUARDS, name="Mine", practice=True, by=table.users["stranger"])
    chart_actions.take_file(chart=made, sheet=None, data=TOML.encode())
    return made


def look_at(mine: OwnedChart, answer: Any, again: Callable[[], Any]) -> None:
    """What holds of every answer to a chart's file."""
    versions = ChartVersion.objects.filter(chart=mine)
    if answer.status_code == 302:
        newest = versions.latest("number")
        same = chart_actions.take_file(chart=mine, sheet=None, data=write_toml(SCHEMA, newest.content).encode())
        if not same[0].faults:  # it went out and comes in again as the same
            assert versions.latest("number").content == newest.content
        assert again().status_code == 200
        return
    assert answer.status_code == 422
    assert versions.count() == 1, "what was refused made a version"
    told = answer.context["faults_of_file"] or [(str(answer.context["file"].errors), "")]
    assert all(len(f"{reason} {way}".split()) > 4 for reason, way in told), told
    assert again().status_code == 200


def test_a_charts_toml_is_taken_or_refused_line_by_line(
    table: PlayedCampaign, mine: OwnedChart, sends: Callable[..., Any]
) -> None:
    url, page = reverse("chart-toml", args=[mine.chart_id]), reverse("chart", args=[mine.chart_id])
    client = table.browser("stranger")

    @MANY
    @given(content=st.one_of(text_damaged(TOML), toml_filled(TOML), toml_filled(TOML)))
    def take(content: bytes) -> None:
        mark = transaction.savepoint()
        look_at(mine, sends(url, content), lambda: client.get(page))
        transaction.savepoint_rollback(mark)

    take()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("key", SHEETS)
def test_a_sheets_csv_is_taken_or_refused_line_by_line(
    table: PlayedCampaign, mine: OwnedChart, sends: Callable[..., Any], key: str
) -> None:
    url, page = (reverse(name, args=[mine.chart_id, key]) for name in ("chart-csv", "chart-sheet"))
    client = table.browser("stranger")

    @MANY
    @given(content=st.one_of(text_damaged(SHEETS[key]), csv_filled(SHEETS[key]), csv_filled(SHEETS[key])))
    def take(content: bytes) -> None:
        mark = transaction.savepoint()
        look_at(mine, sends(url, content), lambda: client.get(page))
        transaction.savepoint_rollback(mark)

    take()
