"""How many queries a page of the wizard costs: fixed, and the same on the first date and on the last."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.players import PlayedCampaign

WIZARD = 7
"""Session, user, seat, rooms, journal, draft, and nothing else; a POST adds the act."""


def queries(client: Client, url: str) -> list[str]:
    """The statements a page takes."""
    with CaptureQueriesContext(
        connection,
    ) as found:
        assert client.get(url, follow=True).status_code == 200
    return [query["sql"] for query in found.captured_queries]


def counts(table: PlayedCampaign, name: str) -> dict[str, int]:
    """The number of statements of each page of a seat."""
    client = table.browser(name)
    current = table.view(name).current
    pages = {
        "step": reverse("refit-step", args=[table.public_id, current.spec.key]),
        "campaign": reverse("campaign", args=[table.public_id]),
        "journal": reverse("campaign-journal", args=[table.public_id]),
        "figures": reverse("campaign-figures", args=[table.public_id]),
        "people": reverse("campaign-people", args=[table.public_id]),
        "beat": reverse("campaign-beat", args=[table.public_id]),
        "list": "/",
    }
    return {page: len(queries(client, url)) for page, url in pages.items()}


@pytest.mark.slow
def test_every_page_takes_as_many_queries_on_the_last_date_as_on_the_first(table: PlayedCampaign) -> None:
    first = {name: counts(table, name) for name in ("hans", "ivan")}
    table.play_to("purchase", "24PM")
    assert {name: counts(table, name) for name in ("hans", "ivan")} == first
    assert first["hans"]["step"] <= WIZARD
    assert first["hans"]["beat"] <= 4


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("step", ["strength", "setup", "victory", "recon", "points"])
def test_no_step_takes_more_queries_than_the_purchase(table: PlayedCampaign, step: str) -> None:
    table.scripts["russian"] = {"23AM purchase": {"rows": {"I1": {"n": 1}}}}
    table.play_until("ivan", step)
    found = queries(table.browser("ivan"), reverse("refit-step", args=[table.public_id, step]))
    assert len(found) <= WIZARD, "\n".join(found)


def test_the_list_takes_as_many_queries_for_three_campaigns_as_for_one(table: PlayedCampaign, founding: Any) -> None:
    from campaigns import actions

    client = table.browser("hans")
    before = len(queries(client, "/"))
    for name in ("Second", "Third"):
        actions.start_campaign(name=name, system="oto2", options={}, side="russian", by=table.users["hans"])
    assert len(queries(client, "/")) == before
