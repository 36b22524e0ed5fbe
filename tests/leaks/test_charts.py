"""A word in one person's private chart, looked for by everybody else at every address a chart has."""

from __future__ import annotations

import pytest

from campaigns.charts import actions as chart_actions
from campaigns.charts.models import OwnedChart
from rules import registry
from tests.leaks.crawler import FILLINGS, HTMX, PLAIN, Answer, Crawl, addresses
from tests.leaks.planted_words import WORD
from tests.leaks.test_pages import kept_or_dated, leaking
from tests.players import NAMES, PlayedCampaign
from tests.toys.ships import GAME

LINES = {"ships": {"id": "A1", "name": WORD, "price": "7"}, "ports": {"ship": "A1"}}
LISTS = ("/charts/", "/charts/new/", "/charts/practice/ships/", "/campaigns/new/")


@pytest.fixture
def chart(table: PlayedCampaign, monkeypatch: pytest.MonkeyPatch) -> OwnedChart:
    """A version with the word, a draft with the word, and the word as the chart's name."""
    known = registry.all_systems() | {GAME.key: GAME}
    monkeypatch.setattr(registry, "all_systems", lambda: known)
    made = chart_actions.begin_chart(system="ships", name=WORD, practice=False, by=table.users["hans"])
    for key, line in LINES.items():
        sheet = GAME.charts.sheet(key)
        chart_actions.keep_lines(chart=made, sheet=sheet, lines=[line], revision=made.revision)
    assert made.versions.exists()
    return made


def everywhere(table: PlayedCampaign, chart: OwnedChart, name: str) -> list[Answer]:
    """What somebody gets at every address of the chart and on the pages that list charts."""
    crawl = Crawl(table.browser(name), table.public_id)
    for url in (*LISTS, *(url for each in addresses("chart_id") for url in each.urls(chart.chart_id))):
        for way in (PLAIN, HTMX):
            crawl.ask("get", url, way)
        if name != "hans":
            crawl.ask("post", url, PLAIN, {"act": "save", "revision": str(chart.revision), "name": "x"})
    return crawl.answers


def test_every_address_of_a_chart_is_known_to_the_crawler() -> None:
    found = addresses("chart_id")
    assert len(found) >= 7
    assert {part for each in found for part in each.parts} <= set(FILLINGS)


def test_the_owner_finds_the_word(table: PlayedCampaign, chart: OwnedChart) -> None:
    answers = everywhere(table, chart, "hans")
    assert len(leaking(answers)) > 6, "list, chart, editor, version, files"
    assert kept_or_dated(answers) == []


@pytest.mark.parametrize("name", [*(name for name in NAMES if name != "hans"), ""])
def test_nobody_else_finds_it_nor_changes_it(table: PlayedCampaign, chart: OwnedChart, name: str) -> None:
    before = (chart.name, chart.revision, chart.versions.count())
    answers = everywhere(table, chart, name)
    assert leaking(answers) == {}
    assert not [each.url for each in answers if each.status >= 500]
    chart.refresh_from_db()
    assert (chart.name, chart.revision, chart.versions.count()) == before


@pytest.mark.parametrize("name", ["ivan", "stranger"])
def test_a_private_chart_answers_byte_for_byte_like_one_that_does_not_exist(
    table: PlayedCampaign, chart: OwnedChart, name: str
) -> None:
    client = table.browser(name)
    for each in addresses("chart_id"):
        for method in ("get", "post"):
            answers = set()
            for key in (chart.chart_id, "AAAAAAAAAAAA", "nonsense"):
                for url in each.urls(key):
                    got = Crawl(client, key).ask(method, url)
                    answers.add((got.status, got.content.replace(url.encode(), b"")))
            assert len(answers) == 1, (each.name, method)
            assert answers.pop()[0] in (404, 405)
