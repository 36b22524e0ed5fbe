"""Two players compare what each was shown: what the page says without scripts, and of an entry they agreed on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.urls import reverse

from campaigns.ledger import journal
from campaigns.verify.links import links_after
from tests.campaigns.conftest import Players


def digits(page: str) -> str:
    """The head on the page, as it is read out."""
    return "".join(re.findall(r"<span>([0-9a-f]{4})</span>", page))


def test_the_page_shows_32_digits_of_the_head_at_an_entry(cast: Players, logged_in: Callable[..., Any]) -> None:
    url, head = reverse("campaign-compare", args=[cast.public_id]), journal.chain_head(cast.campaign)
    client, chain = logged_in(cast.users["ivan"]), links_after(cast.campaign, 0)
    assert head
    page = client.get(url).content.decode()
    assert digits(page) == head.link[:32]
    assert "<noscript>" in page
    assert "On paper" in page
    for number, _, link in chain:
        assert digits(client.get(url, {"entry": number}).content.decode()) == link[:32]
    for odd in ("x", "-1", "0", "99999999", "9" * 40):
        assert digits(client.get(url, {"entry": odd}).content.decode()) == head.link[:32]


def test_it_is_the_same_for_both_sides_whatever_was_done_in_secret(
    cast: Players, logged_in: Callable[..., Any]
) -> None:
    url = reverse("campaign-compare", args=[cast.public_id])
    before = digits(logged_in(cast.users["ivan"]).get(url).content.decode())
    cast.gives("hans", "Bid", thing="a planted tank", gold=4)
    page = logged_in(cast.users["ivan"]).get(url).content.decode()
    assert digits(page) == before
    assert digits(logged_in(cast.users["hans"]).get(url).content.decode()) == before


def test_a_stranger_finds_nothing_there(cast: Players, logged_in: Callable[..., Any]) -> None:
    assert logged_in(cast.users["stranger"]).get(reverse("campaign-compare", args=[cast.public_id])).status_code == 404
