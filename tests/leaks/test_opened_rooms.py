"""The open books: to nobody before the game is over, nor ever where a campaign was ended before its time."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.urls import reverse

from campaigns.closing import actions
from campaigns.closing.models import What
from campaigns.models import RGPurchaseLine
from tests.leaks.planted_words import WORDS, found_in
from tests.leaks.planting import MAY_ENTER, Garden
from tests.players import PlayedCampaign

pytestmark = pytest.mark.once
OF_ONE_ANSWER = re.compile(rb'[A-Za-z0-9]{64}|name="next" value="[^"]*"')
"""The token of a page's forms, and where the choice of a language leads back to."""
SEATED = ("hans", "ivan", "umpire", "spectator")


def books(table: PlayedCampaign, name: str, date: str = "") -> tuple[int, bytes]:
    """What somebody gets of the open books."""
    answer = table.browser(name).get(reverse("campaign-books", args=[table.public_id]), {"date": date})
    return answer.status_code, answer.content


def answers(table: PlayedCampaign) -> set[tuple[int, bytes]]:
    """What anybody gets of them at any date, less what has an address of its own."""
    dates = ("", *{line for name in ("hans", "ivan") for line in _dates(table, name)})
    return {books(table, name, date) for name in MAY_ENTER if name for date in dates}


def _dates(table: PlayedCampaign, name: str) -> set[str]:
    return {shown.date for shown in table.view(name).mine.groups}


def test_a_campaign_that_goes_on_opens_its_books_to_nobody(garden: Garden) -> None:
    assert {status for status, _ in answers(garden)} == {404}
    link = reverse("campaign-books", args=[garden.public_id]).encode()
    for name in SEATED:
        assert link not in garden.browser(name).get(reverse("campaign", args=[garden.public_id])).content


def test_a_campaign_ended_before_its_time_never_opens_its_books(garden: Garden) -> None:
    actions.propose(what=What.END, reason="Ivan has moved away", by=garden.seat("ivan"))
    actions.agree(what=What.END, by=garden.seat("hans"))
    assert garden.campaign.abandoned
    assert {status for status, _ in answers(garden)} == {404}
    link = reverse("campaign-books", args=[garden.public_id]).encode()
    for name in SEATED:
        assert link not in garden.browser(name).get(reverse("campaign", args=[garden.public_id])).content


@pytest.mark.parametrize("over", ["ended", "abandoned"])
@pytest.mark.slow
def test_an_end_that_somebody_planted_opens_no_books_and_no_figures(garden: Garden, over: str) -> None:
    """Whoever writes SQL says that the game is over, and seats somebody: nobody reads a word more."""
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE campaigns_campaign SET status = '{over}', ended_at = now()")
        cursor.execute("UPDATE campaigns_seat SET user_id = %s WHERE role = 'spectator'", [garden.users["stranger"].pk])
    assert not RGPurchaseLine.objects.exists()
    for name in (*SEATED, "stranger"):
        status, told = books(garden, name)
        assert status in {404, 503}
        figures = garden.browser(name).get(reverse("finished-figures"))
        assert figures.status_code == 200
        assert not found_in(told + figures.content)


def test_a_date_that_is_none_is_the_first_one(garden: Garden) -> None:
    garden.player("ivan").orders("concede")
    _, first = books(garden, "spectator")
    for date in ("x" * 50_000, "\0", "<b>", "'; DROP", "../23AM", "٣"):
        status, shown = books(garden, "spectator", date)
        assert status == 200
        assert OF_ONE_ANSWER.sub(b"", shown) == OF_ONE_ANSWER.sub(b"", first), date[:20]


def test_nothing_is_sent_to_books_or_figures(garden: Garden) -> None:
    for address in (reverse("campaign-books", args=[garden.public_id]), reverse("finished-figures")):
        assert garden.browser("hans").post(address, {"status": "ended"}).status_code == 405
        assert garden.browser().get(address).status_code == 302


def test_after_the_end_the_books_tell_the_words_of_both_sides_to_who_sat_there_alone(garden: Garden) -> None:
    garden.player("ivan").orders("concede")
    dates = _dates(garden, "hans") | _dates(garden, "ivan")
    for name in SEATED:
        told = b"".join(content for status, content in (books(garden, name, date) for date in dates) if status == 200)
        for side in WORDS[garden.campaign.system]:
            assert found_in(told, side), f"{name} finds nothing of the {side} side"
    status, refused = books(garden, "stranger")
    assert status == 404
    assert not found_in(refused)
    assert garden.browser().get(reverse("campaign-books", args=[garden.public_id])).status_code == 302
