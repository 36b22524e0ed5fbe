"""The web server as a process: it serves pages and streams, and stops promptly with streams open."""

import http.client
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from campaigns import actions
from tests import servers

pytestmark = [pytest.mark.live, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_the_server_answers_pages_and_refuses_a_stream_to_a_stranger(web_process: str) -> None:
    link = http.client.HTTPConnection(urlsplit(web_process).netloc, timeout=30)
    link.request("GET", "/accounts/login/")
    page = link.getresponse()
    assert (page.status, b"csrfmiddlewaretoken" in page.read()) == (200, True)
    link.request("GET", "/live/abcdefghijkl/")
    assert link.getresponse().status == 404
    link.close()


def test_an_open_stream_does_not_keep_the_server_from_stopping(transactional_db: None) -> None:
    user = get_user_model().objects.create_user("anna", password="a good password")
    seat = actions.start_campaign(name="Orsha", system="oto2", options={}, side="german", by=user)
    client = Client()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    with servers.web_child() as (url, server):
        link = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
        link.request("GET", f"/live/{seat.campaign.public_id}/", headers={"Cookie": cookie})
        answer = link.getresponse()
        assert (answer.status, answer.readline()) == (200, b"retry: 2000\n")
        server.terminate()
        answer.read()  # raises if the stream was cut off instead of ended, as the server does after its grace
        server.wait(30)
    link.close()


@pytest.mark.whole("starts four web servers; that the supervisor starts again what dies is tried by each run")
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="finds the processes through /proc")
def test_of_several_processes_one_may_die_and_none_is_left_in_the_end(transactional_db: None) -> None:
    with servers.web(WEB_PROCESSES="2") as url:
        port = urlsplit(url).port
        wait_until(lambda: len(crew_at(port)) == 2)
        first, second = crew_at(port)
        os.kill(first, signal.SIGKILL)
        assert all(servers.answers(url, patience=60) for _ in range(20))
        wait_until(lambda: len(crew_at(port) - {first}) == 2)
        os.kill(second, signal.SIGSTOP)  # one that answers nothing does not keep the others from it
        try:
            assert all(servers.answers(url, patience=60) for _ in range(20))
        finally:
            os.kill(second, signal.SIGCONT)
    wait_until(lambda: not crew_at(port))


def crew_at(port: int | None) -> set[int]:
    """The processes that serve a port they were handed."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            env = (folder / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if f"REFIT_BIND=127.0.0.1:{port}".encode() in env and any(each.startswith(b"REFIT_SOCKET=") for each in env):
            found.add(int(folder.name))
    return found


def wait_until(done: Callable[[], bool]) -> None:
    until = time.monotonic() + 30
    while not done():
        assert time.monotonic() < until
        time.sleep(0.1)
