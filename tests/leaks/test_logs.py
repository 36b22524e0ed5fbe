"""The planted words, looked for in what the program writes into its logs while they are planted."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from refit import flow
from tests.html_client import open_page
from tests.leaks.planted_words import WORD, found_in
from tests.leaks.planting import planted
from tests.positions import played


@pytest.mark.slow
@pytest.mark.django_db
def test_logs_hold_no_word_even_at_their_most_talkative(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    with played():
        table = planted()
    hans = table.browser("hans")
    page = f"/campaigns/{table.public_id}/refit/"
    fields = open_page(hans, page).form.fields
    refused = hans.post(page, {**fields, "act": "seal", f"n:{WORD}": "1"})
    assert refused.status_code == 422
    _break_down(hans, page, {**fields, "act": "seal", f"n:{WORD}": WORD}, monkeypatch)
    out, err = capfd.readouterr()
    assert "Traceback" in caplog.text + out + err, "the broken page was logged"
    assert not found_in((caplog.text + out + err).encode())
    assert not found_in("\n".join(str(message.message()) for message in mail.outbox).encode())


def _break_down(client: Client, url: str, entries: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A page breaks down in the middle of the side's own state."""

    def broken(*args: Any, **kwargs: Any) -> Any:
        room = kwargs or args
        raise KeyError(f"no such key among {len(room)}")

    client.raise_request_exception = False
    monkeypatch.setattr(flow, "page", broken)
    answer = client.post(url, entries)
    assert answer.status_code == 500
    assert not found_in(answer.content)
