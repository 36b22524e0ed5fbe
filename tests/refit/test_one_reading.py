"""One file or text at a time is read for an account; whoever sends a second one is told, and loses nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.urls import reverse

from campaigns.charts import actions as charts
from campaigns.charts.models import OwnedChart
from campaigns.quotas.reading import one_reading
from config.jobs import conninfo
from rules.contract import Refused
from tests.html_client import HtmlPage, open_page, sent
from tests.players import PlayedCampaign, log_in, table
from tests.rosters.conftest import supplied
from tests.vasl.test_pages import as_text, fought, owned, page_of

__all__ = ["fought", "supplied", "table"]
pytestmark = pytest.mark.django_db
SAID = "Another file or text of yours is being read just now"


@contextmanager
def read_elsewhere(user: User) -> Iterator[None]:
    """Another process reads something for an account."""
    with psycopg.connect(conninfo(connection.settings_dict)) as other:
        other.execute("SELECT pg_advisory_xact_lock(hashtext('reading'), hashint8(%s))", [user.pk])
        yield


def test_two_accounts_are_read_for_at_once_and_one_account_twice_is_not(table: PlayedCampaign) -> None:
    hans, ivan = table.users["hans"], table.users["ivan"]
    with read_elsewhere(hans):
        with one_reading(ivan):
            pass
        with pytest.raises(Refused, match=SAID), one_reading(hans):
            raise AssertionError("it was read all the same")
    with one_reading(hans):
        pass


def test_a_reading_that_fails_lets_the_next_one_begin(table: PlayedCampaign) -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic(), one_reading(table.users["hans"]):
        raise ZeroDivisionError
    with read_elsewhere(table.users["hans"]):
        pass


def test_a_second_text_of_vasl_waits_and_is_still_there(fought: PlayedCampaign) -> None:
    text = as_text(owned(fought, "hans"))
    with read_elsewhere(fought.users["hans"]):
        page = sent(page_of(fought, "hans"), "read", text=text)
    assert page.status == 422
    assert SAID in page.text
    assert "Wait a moment, then send it again." in page.text
    assert text.splitlines()[0] in page.html
    assert "What VASL says of your side" not in page.text
    assert "What VASL says of your side" in sent(page, "read", text=text).text


def test_a_second_text_that_fills_a_form_in_waits_and_all_that_was_typed_is_still_there(
    supplied: PlayedCampaign,
) -> None:
    supplied.play_until("hans", "wind")
    page = open_page(supplied.browser("hans"), reverse("refit-home", args=[supplied.public_id]))
    form = page.form_with("fill")
    typed = {**form.fields, "act": "fill", "vasl_text": "K20: LMG", "force": "Gusts"}
    with read_elsewhere(supplied.users["hans"]):
        answer = HtmlPage(page.client, page.client.post(form.action, typed, follow=True), form.action)
    assert answer.status == 422
    assert SAID in answer.text
    assert answer.form_with("fill").fields["force"] == "Gusts"


def test_a_second_file_of_a_chart_waits(table: PlayedCampaign) -> None:
    owner = table.users["hans"]
    chart: OwnedChart = charts.begin_chart(system="votg", name="Mine", practice=True, by=owner)
    before, client = chart.draft, log_in(table.browser("hans"), owner)
    post: Callable[[], Any] = lambda: client.post(  # noqa: E731
        reverse("chart-toml", args=[chart.chart_id]), {"text": "[[units]]"}
    )
    with read_elsewhere(owner):
        answer = post()
    chart.refresh_from_db()
    assert (answer.status_code, chart.draft) == (422, before)
    assert SAID in answer.content.decode()
    assert SAID not in post().content.decode()
