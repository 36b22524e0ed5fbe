"""A body that can't be read, sent to an address that is not there, is no fault of the server's."""

from __future__ import annotations

import time

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


@pytest.mark.django_db
@pytest.mark.parametrize(
    "line", [b"X: " + b";" * 990, b'X: y; z="' + b";" * 980, b"Content-Disposition: x" + b";" * 900]
)
def test_a_megabyte_of_heads_without_a_part_costs_less_than_two_seconds(line: bytes) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.cookies["csrftoken"] = TOKEN
    part = b"--b\r\n" + line + b"\r\n\r\nx\r\n"
    began = time.process_time()
    answer = browser.generic("POST", "/accounts/login/", part * (2**20 // len(part)), content_type=PARTS)
    assert answer.status_code == 403
    assert time.process_time() - began < 1


@pytest.mark.django_db
def test_a_file_with_semicolons_in_its_name_arrives() -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.cookies["csrftoken"] = TOKEN
    fields = f'--b\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{TOKEN}\r\n'
    upload = '--b\r\nContent-Disposition: form-data; name="file"; filename="a;b;c;d.json"\r\n\r\nx\r\n--b--'
    answer = browser.generic("POST", "/accounts/login/", fields + upload, content_type=PARTS)
    (file,) = answer.wsgi_request.FILES.getlist("file")
    assert file.name == "a;b;c;d.json"
