"""The page of a purchase: the chart in families, the basket in sight, what can be afforded, last time's basket."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from tests.html_client import HtmlPage, open_page
from tests.players import PlayedCampaign

BASKET = {"purchase": {"rows": {"I2": {"n": 1}, "V3": {"n": 1}}}}


def page(table: PlayedCampaign) -> HtmlPage:
    return open_page(table.browser("hans"), reverse("refit-home", args=[table.public_id]))


def drafted(table: PlayedCampaign, **rows: str) -> HtmlPage:
    shown = page(table)
    form = shown.form_with("seal")
    entries: dict[str, Any] = {**form.fields, **rows, "act": "draft"}
    return HtmlPage(shown.client, shown.client.post(form.action, entries, follow=True), form.action)


def test_7_518_the_chart_is_folded_by_family_and_only_the_first_is_open(table: PlayedCampaign) -> None:
    table.play_to("purchase", "23PM")
    html = page(table).html
    assert html.count('<details class="family"') >= 5
    assert html.count('<details class="family" open') == 1


def test_what_is_in_the_basket_opens_its_family_and_stands_beside_with_its_price(table: PlayedCampaign) -> None:
    table.play_to("purchase", "23PM")
    shown = drafted(table, **{"n:I1": "1", "n:V3": "1"})
    assert shown.html.count('<details class="family" open') == 2
    cart = shown.text[shown.text.index("Basket") :]
    assert "1 × Rifle Co. I 7" in " ".join(cart.split())
    assert "1 × AG Plt. I 6" in " ".join(cart.split())


def test_what_can_still_be_afforded_shrinks_with_what_is_left(table: PlayedCampaign) -> None:
    table.play_to("purchase", "23PM")
    quote = table.view("hans").current.task.quote
    left = quote.left
    assert all(each.price <= left and each.may > 0 for each in quote.affordable)
    task = table.view("hans").current.task.priced({"rows": {"I1": {"n": "2"}}})
    assert "I1" not in {each.group.id for each in task.quote.affordable}, "two of it are all there may be on a day"
    assert len(task.quote.affordable) < len(quote.affordable)


@pytest.mark.slow
def test_the_basket_of_last_time_becomes_the_draft_with_one_press(table: PlayedCampaign) -> None:
    table.scripts["german"] = BASKET
    table.play_to("purchase", "24AM")
    shown = page(table)
    assert "What I bought last time" in shown.text
    last = table.view("hans").current.task.last_time
    assert {offer.key: number for offer, number in last} == {"I2": 1, "V3": 1}
    entries = {f"n:{offer.key}": str(number) for offer, number in last}
    after = drafted(table, **entries)
    assert "1 × Rifle Co. II" in after.text


def test_a_first_purchase_has_no_last_time(table: PlayedCampaign) -> None:
    table.play_to("purchase", "23AM")
    assert "What I bought last time" not in page(table).text
