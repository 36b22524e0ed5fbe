"""The web server as a process: it serves pages and streams, and stops promptly with streams open."""

import http.client
import time
from urllib.parse import urlsplit

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from campaigns import actions
from tests import servers

pytestmark = [pytest.mark.live, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_the_server_answers_pages_and_refuses_a_stream_to_a_stranger(web_process: str) -> None:
    link = http.client.HTTPConnection(urlsplit(web_process).netloc, timeout=5)
    link.request("GET", "/accounts/login/")
    page = link.getresponse()
    assert (page.status, b"csrfmiddlewaretoken" in page.read()) == (200, True)
    link.request("GET", "/live/abcdefghijkl/")
    assert link.getresponse().status == 404
    link.close()


def test_an_open_stream_does_not_keep_the_server_from_stopping(transactional_db: None) -> None:
    user = get_user_model().objects.create_user("anna", password="a good password")
    seat = actions.found_campaign(name="Orsha", system="oto2", options={}, side="german", by=user)
    client = Client()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    with servers.web() as url:
        link = http.client.HTTPConnection(urlsplit(url).netloc, timeout=5)
        link.request("GET", f"/live/{seat.campaign.public_id}/", headers={"Cookie": cookie})
        answer = link.getresponse()
        assert (answer.status, answer.readline()) == (200, b"retry: 2000\n")
        asked = time.monotonic()
    assert time.monotonic() - asked < 1.5
    link.close()
