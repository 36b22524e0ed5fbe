"""The planted words, looked for in what the program writes into its logs while they are planted."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from refit import flow
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
    hans.get(page, follow=True)
    hans.post(page, {"act": "seal", "step": "purchase", "seen": "0", f"n:{WORD}": "1"})
    _break_down(hans, page, monkeypatch)
    out, err = capfd.readouterr()
    assert "Traceback" in caplog.text + out + err, "the broken page was logged"
    assert not found_in((caplog.text + out + err).encode())
    assert not found_in("\n".join(str(message.message()) for message in mail.outbox).encode())


def _break_down(client: Client, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page breaks down in the middle of the side's own state."""

    def broken(*args: Any, **kwargs: Any) -> Any:
        room = kwargs or args
        raise KeyError(f"no such key among {len(room)}")

    client.raise_request_exception = False
    monkeypatch.setattr(flow, "page", broken)
    answer = client.post(url, {"act": "seal", "step": "purchase", "seen": "1", f"n:{WORD}": WORD})
    assert answer.status_code == 500
    assert not found_in(answer.content)
