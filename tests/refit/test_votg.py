"""Valor of the Guards through the wizard: as cheap on its last day as on its first, and who may do what in it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.models import JournalEntry
from tests.html_client import open_page
from tests.players import PlayedCampaign, start_played
from tests.refit.test_queries import WIZARD, counts, queries

FIRST, THIRD, LAST = "14 Sept", "16 Sept", "27 Sept"
OPEN_TO_ALL = ("campaign", "campaign-journal", "campaign-figures", "campaign-people", "sheet-list", "campaign-tables")


@pytest.fixture
def guards(db: None) -> PlayedCampaign:
    """A CG IV, with practice charts, that is over quickly: after its first scenario nobody attacks."""
    table = start_played(system="votg", name="Stalingrad", game="IV")
    table.scripts["german"] = {f"{FIRST} purchase": {"rows": {"A1": {"n": 1, "onboard": 1}, "M1": {"n": 1}}}}
    return table


def pages(table: PlayedCampaign, name: str) -> dict[str, int]:
    """The number of statements of each page of a seat, its forces and its paper among them."""
    client = table.browser(name)
    more = {key: len(queries(client, reverse(key, args=[table.public_id]))) for key in ("forces", "sheet-list")}
    return counts(table, name) | more


@pytest.mark.slow
@pytest.mark.parametrize("day", [THIRD, pytest.param(LAST, marks=pytest.mark.whole("it is a long way there"))])
def test_every_page_takes_as_many_queries_on_a_later_day_as_on_the_first(guards: PlayedCampaign, day: str) -> None:
    first = {name: pages(guards, name) for name in ("hans", "ivan")}
    guards.play_to("purchase", day)
    assert {name: pages(guards, name) for name in ("hans", "ivan")} == first
    assert first["hans"]["step"] <= WIZARD


@pytest.mark.parametrize("name", ["adjutant_hans", "adjutant_ivan"])
def test_an_adjutant_prepares_a_basket_and_cannot_seal_it(guards: PlayedCampaign, name: str) -> None:
    client, url = guards.browser(name), reverse("refit-step", args=[guards.public_id, "purchase"])
    page, before = open_page(client, url), JournalEntry.objects.count()
    assert "seal" not in page.form.buttons
    assert page.press("draft", {"n:M1": "1"}).status == 200
    assert page.send({**page.form.fields, "n:M1": "1", "act": "seal"}).status in (403, 404, 422)
    assert JournalEntry.objects.count() == before
    assert open_page(client, url).form.fields["n:M1"] == "1"


def test_an_onlooker_sees_what_both_sides_know_and_no_room(guards: PlayedCampaign) -> None:
    guards.play_to("forces", FIRST)
    client = guards.browser("spectator")
    seen = [open_page(client, reverse(key, args=[guards.public_id])) for key in OPEN_TO_ALL]
    assert {page.status for page in seen} == {200}
    told = " ".join(page.text for page in seen)
    assert "has sealed its purchases" in told
    assert "A1 (" not in told
    assert "practice charts" in told
    for side in ("german", "russian"):
        assert client.get(reverse("forces-of", args=[guards.public_id, side])).status_code == 404
        assert client.get(reverse("sheet", args=[guards.public_id, side, "roster"])).status_code == 404
    assert client.post(reverse("refit-home", args=[guards.public_id]), {"act": "seal"}).status_code in (403, 404, 405)


def test_a_stranger_finds_nothing(guards: PlayedCampaign) -> None:
    client = guards.browser("stranger")
    for key in (*OPEN_TO_ALL, "refit-home", "forces"):
        assert client.get(reverse(key, args=[guards.public_id])).status_code == 404


def test_VotG22_a_commissar_is_rolled_for_on_the_forces_page(guards: PlayedCampaign) -> None:
    guards.play_until("ivan", "victory")
    client, url = guards.browser("ivan"), reverse("forces", args=[guards.public_id])
    form = open_page(client, url).form_with("add")
    squad = {"kind": "squad", "name": "NKVD 6-2-8", "count": "1", "reason": "as the chart has it"}
    client.post(form.action, {**form.fields, "act": "add", **squad})
    other = open_page(guards.browser("hans"), reverse("refit-corrections", args=[guards.public_id]))
    form = other.form_with("agreed")
    other.client.post(form.action, {**form.fields, "verdict": "agreed"})
    own = next(c for c in guards.view("ivan").mine.room.counters if c.name == "NKVD 6-2-8")
    page = open_page(client, f"{url}?open={own.id}")
    act = f"promote:{own.id}:NKVD 6-2-8"
    form, before = page.form_with(act), JournalEntry.objects.count()
    answer = client.post(form.action, {**form.fields, "act": act}, follow=True)
    assert "Promoted out of 1 NKVD 6-2-8" in answer.content.decode()
    assert JournalEntry.objects.count() == before + 1
