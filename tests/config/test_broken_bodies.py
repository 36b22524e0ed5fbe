"""A body that can't be read, sent to an address that is not there, is no fault of the server's."""

from __future__ import annotations

import pytest
from django.test import Client

TOKEN = "x" * 32
PARTS = "multipart/form-data; boundary=b"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "body", [b"--b\r\n" + b"X: y\r\n" * 1_000, b'--b\r\nContent-Disposition: form-data; name="n"\r\n\r\nx\r\n' * 6_000]
)
def test_a_body_that_can_not_be_read_is_no_fault_where_nothing_is(body: bytes) -> None:
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    browser.cookies["csrftoken"] = TOKEN
    for address in ("/nothing/here", "/campaigns/AAAAAAAAAAAA/", "/static/nothing.js"):
        answer = browser.generic("POST", address, body, content_type=PARTS, headers={"X-CSRFToken": TOKEN})
        assert answer.status_code in {400, 404, 405}, address
