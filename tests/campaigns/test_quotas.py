"""What fills disks or takes others' time is counted for each account, and refused in a sentence when it is too much."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from campaigns import actions
from campaigns.charts.models import OwnedChart
from campaigns.models import Campaign, Draft, Invitation
from campaigns.quotas.models import Spending
from campaigns.quotas.quotas import SAID, spend
from campaigns.verify import pages
from rules import registry
from rules.contract import Refused
from tests.campaigns.conftest import Players
from tests.campaigns.test_pages import FOUNDING, founds
from tests.toys.auction import AUCTION
from tests.toys.ships import GAME

WAY_OUT = "Go on tomorrow, or ask whoever runs this server to raise the limit."


@pytest.fixture(autouse=True)
def one_of_each(settings: Any, cast: Players) -> None:
    """The table has sat down; from now on everybody may do each thing once a day."""
    settings.QUOTAS = dict.fromkeys(settings.QUOTAS, 1)


def test_there_is_a_sentence_and_a_limit_for_each_kind(settings: Any) -> None:
    assert settings.QUOTAS.keys() == SAID.keys()


def test_one_too_many_is_refused_with_a_way_out_until_the_day_is_over(cast: Players) -> None:
    spend(cast.users["hans"], "charts")
    for _ in range(2):
        with pytest.raises(Refused) as no:
            spend(cast.users["hans"], "charts")
        assert no.value.message == "You have begun 1 charts within a day, the most there can be."
        assert no.value.way_out == WAY_OUT
    spend(cast.users["ivan"], "charts")
    spend(cast.users["hans"], "drafts")
    Spending.objects.update(since=timezone.now() - timedelta(days=1))
    spend(cast.users["hans"], "charts")


def test_what_fails_counts_for_nothing(cast: Players) -> None:
    def fail() -> None:
        with transaction.atomic():
            spend(cast.users["hans"], "charts")
            raise LookupError

    for _ in range(3):
        with pytest.raises(LookupError):
            fail()
    spend(cast.users["hans"], "charts")


def test_zero_is_any_number(cast: Players, settings: Any) -> None:
    settings.QUOTAS["charts"] = 0
    for _ in range(3):
        spend(cast.users["hans"], "charts")
    assert not Spending.objects.exists()


@pytest.mark.parametrize(
    ("count", "since"), [(2**31 - 1, timedelta(hours=-1)), (0, timedelta(days=40_000)), (2**31 - 1, timedelta(days=1))]
)
def test_a_count_that_somebody_planted_ends_with_its_day(cast: Players, count: int, since: timedelta) -> None:
    """Who writes SQL makes a limit shorter or longer for a day, and breaks or stops nothing beyond it."""
    user, now = cast.users["hans"], timezone.now()
    Spending.objects.create(user=user, kind="charts", since=now + since, count=count)
    for _ in range(3):
        with contextlib.suppress(Refused):
            spend(user, "charts")
    row = Spending.objects.get(user=user, kind="charts")
    assert row.since <= timezone.now(), "no day of the future lasts for years"
    assert row.count <= 2, "no count grows beyond what is refused"
    Spending.objects.update(since=now - timedelta(days=1))
    spend(user, "charts")


def test_campaigns_founded(cast: Players, logged_in: Callable[..., Any]) -> None:
    client, count = logged_in(cast.users["hans"]), Campaign.objects.count()
    assert founds(client, {**FOUNDING, "name": "One"}).status_code == 302
    refused = founds(client, {**FOUNDING, "name": "Two"})
    assert refused.status_code == 422
    assert "You have founded 1 campaigns within a day" in refused.content.decode()
    assert 'value="Two"' in refused.content.decode(), "what was typed is still there"
    assert Campaign.objects.count() == count + 1


def test_links(cast: Players, logged_in: Callable[..., Any]) -> None:
    client, url = logged_in(cast.users["hans"]), reverse("campaign-people", args=[cast.public_id])
    count = Invitation.objects.count()
    offer = client.get(url).context["form"]["seat"].field.choices[0][0]
    assert client.post(url, {"seat": offer, "act": "go"}).status_code == 200
    refused = client.post(url, {"seat": offer, "act": "go"})
    assert refused.status_code == 422
    assert "You have made 1 links within a day" in refused.content.decode()
    assert Invitation.objects.count() == count + 1


def test_charts_and_their_files(cast: Players, logged_in: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    both = {AUCTION.key: AUCTION, GAME.key: GAME}
    monkeypatch.setattr(registry, "all_systems", lambda: both)
    monkeypatch.setattr(registry, "get", lambda key: both[key])
    client = logged_in(cast.users["hans"])
    begun = {"system": "ships", "name": "Mine", "start": "practice"}
    assert client.post(reverse("chart-begin"), begun).status_code == 302
    refused = client.post(reverse("chart-begin"), {**begun, "name": "Another"})
    assert refused.status_code == 422
    assert "You have begun 1 charts within a day" in refused.content.decode()
    url = reverse("chart-toml", args=[OwnedChart.objects.get().chart_id])
    for sentence, here in (("files of charts within a day", False), ("files of charts within a day", True)):
        answer = client.post(url, {"file": SimpleUploadedFile("a.toml", b"x = 1")}, follow=True)
        assert (sentence in answer.content.decode()) is here


def test_drafts(cast: Players) -> None:
    actions.save_draft(step="bid", data={"thing": "a tank"}, by=cast.seat("hans"))
    with pytest.raises(Refused, match="within a day"):
        actions.save_draft(step="bid", data={"thing": "a gun"}, by=cast.seat("hans"))
    assert Draft.objects.count() == 1
    actions.save_draft(step="bid", data={"thing": "a gun"}, by=cast.seat("ivan"))


@pytest.mark.parametrize("page", ["campaign-file", "campaign-verify"])
def test_files_and_long_checks(
    cast: Players, logged_in: Callable[..., Any], page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "LONG", 0)
    client, url = logged_in(cast.users["hans"]), reverse(page, args=[cast.public_id])
    assert client.get(url).status_code == 200
    if page == "campaign-verify":
        assert client.get(url).status_code == 200, "what was checked does not count again"
        cast.gives("hans", "Scout")
    refused = client.get(url)
    assert refused.status_code == 429
    assert WAY_OUT in refused.content.decode()
    assert logged_in(cast.users["ivan"]).get(url).status_code == 200


def test_files_and_checks_are_counted_apart(
    cast: Players, logged_in: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "LONG", 0)
    client = logged_in(cast.users["hans"])
    file, check = (reverse(page, args=[cast.public_id]) for page in ("campaign-file", "campaign-verify"))
    assert [client.get(url).status_code for url in (file, file, check)] == [200, 429, 200]
    assert "1 campaign files within a day" in client.get(file).content.decode()
