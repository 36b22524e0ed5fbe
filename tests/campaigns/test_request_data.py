"""What a form says of where its reader came from."""

from __future__ import annotations

import pytest
from django.test import RequestFactory

from campaigns.request_data import next_in


def led(wanted: str) -> str:
    return next_in(RequestFactory().post("/", {"next": wanted}), "/campaigns/")


@pytest.mark.parametrize("ours", ["/campaigns/x/refit/", "/campaigns/x/?by=group", "http://testserver/campaigns/x/"])
def test_the_way_back_is_the_page_the_reader_came_from(ours: str) -> None:
    assert led(ours) == ours


@pytest.mark.parametrize(
    "wanted",
    ["", "https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "\t//evil.example"],
)
def test_the_way_back_leads_to_no_other_host(wanted: str) -> None:
    assert led(wanted) == "/campaigns/"
