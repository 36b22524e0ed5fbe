"""A club in real containers, with the files as they are: what members and host do there, through the proxy.

The tests are steps of one story, in this order; what the host types stands in docs/hosting.md.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.containers.club import NEEDS, SERVICES, SITE, Club, checkout, postbox, said
from tests.containers.page import Host, Page
from tests.html_client import CONFIRMED, HtmlPage, open_page, opened
from tests.http_client import HttpClient

pytestmark = NEEDS
NAME = "refit-club-test"
ROOT_CERTIFICATE = "/data/caddy/pki/authorities/local/root.crt"
PASSWORD = "an orchard behind the mill"
INSTALL, LOOK, BACK_UP = "Install a club", "Look after it", "Back up and restore"
PATIENCE = 120.0


@pytest.fixture(scope="module")
def club(named_images: dict[str, str], program_image: str) -> Iterator[Club]:
    with checkout(NAME, **named_images) as made:
        yield made


@pytest.fixture(scope="module")
def host(club: Club, page: Page, with_compose: Path) -> Iterator[Host]:
    """Whoever has followed the page until every container is healthy."""
    host = Host(club.folder, club.name, page, with_compose)
    began = time.monotonic()
    host.follows(INSTALL, 1)
    club.wait_until_healthy()
    print(f"from nothing but the images to healthy: {time.monotonic() - began:.0f} s")
    with postbox(club):
        yield host


@pytest.fixture(scope="module")
def trusted(club: Club, host: Host, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The certificate that the proxy has made for itself."""
    file = tmp_path_factory.mktemp("proxy") / "root.crt"
    file.write_text(club.compose("exec", "-T", "proxy", "cat", ROOT_CERTIFICATE))
    return file


@pytest.fixture(scope="module")
def played(club: Club, trusted: Path) -> Campaign:
    """A campaign that goes on through all that the host does."""
    return Campaign(club, trusted, "played")


def comes(what: str, so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    until = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < until, what
        time.sleep(1)


class Campaign:
    """A campaign of two members who registered by the club's link, each with a browser."""

    def __init__(self, club: Club, trusted: Path, name: str) -> None:
        link = urlsplit(club.manage("club_link").split()[0]).path
        self.hans, self.ivan = (_member(trusted, link, f"{who}-{name}") for who in ("hans", "ivan"))
        founded = _press(open_page(self.hans, "/campaigns/new/?system=oto2"), "go", name=name)
        self.path = "/".join(founded.where.split("/")[:3])
        invited = _press(open_page(self.hans, f"{self.path}/people/"), "go")
        join = re.search(rf"{SITE}(/join/[^/<\"]+/)", invited.html)
        assert join, invited.text
        _press(open_page(self.ivan, join[1]), "go")

    def seals(self, who: HttpClient, **typed: str) -> None:
        """Seal a purchase, through its gate."""
        gate = _press(open_page(who, f"{self.path}/refit/"), "seal", **typed)
        _press(gate, f"seal{CONFIRMED}")

    def prints(self, who: HttpClient, side: str) -> bytes:
        """Ask for the sheets of a side; returns the PDF once a worker has made it."""
        form = next(form for form in open_page(who, f"{self.path}/sheets/").forms if f"/{side}/" in form.action)
        answer, until = who.post(form.action, form.fields), time.monotonic() + 60
        while not answer.content.startswith(b"%PDF"):
            assert time.monotonic() < until, "no worker makes it"
            time.sleep(0.5)
            answer = who.get(answer.redirect_chain[-1][0])
        return answer.content

    def journal(self, who: HttpClient) -> str:
        """What stands in the journal for somebody."""
        return open_page(who, f"{self.path}/journal/").text

    def sealed(self, who: HttpClient) -> int:
        """How many sides have sealed their purchases, as somebody reads it."""
        return self.journal(who).count("has sealed its purchases")


def _member(trusted: Path, link: str, name: str) -> HttpClient:
    wire = HttpClient(SITE, trusts=trusted)
    assert "You are invited" in open_page(wire, link).text
    known = {"username": name, "email": f"{name}@example.org", "password1": PASSWORD, "password2": PASSWORD}
    assert name in _press(open_page(wire, f"/accounts/signup/?next={link}"), "", **known).text
    return wire


def _press(page: HtmlPage, act: str, **typed: str) -> HtmlPage:
    """Press the button of a page that sends `act`, with some entries."""
    form = page.form_with(act)
    answer = page.client.post(
        form.action or page.where, {**form.fields, **typed, **({"act": act} if act else {})}, follow=True
    )
    shown = opened(page.client, answer, page.where)
    assert shown.status == 200, shown.text
    return shown


def test_whoever_follows_the_page_logs_in(host: Host, trusted: Path) -> None:
    said_there = host.follows(INSTALL, 2, answers=("host", "host@example.org", PASSWORD, PASSWORD))
    assert f"{SITE}/" in said_there, "the link by which members register"
    assert "Log out" in HttpClient(SITE, trusts=trusted).logs_in("host", PASSWORD).html


def test_members_play_are_told_by_mail_and_no_log_holds_what_they_wrote(
    club: Club, host: Host, played: Campaign
) -> None:
    played.seals(played.hans, **{"n:I1": "1"})
    assert "I1" not in played.journal(played.ivan)
    assert played.prints(played.hans, "german").startswith(b"%PDF")
    assert "To: hans-played@example.org" in club.letters(), "who registers is asked to confirm the address"
    comes("no alert is sent", lambda: f"{SITE}{played.path}/" in club.letters())
    written = club.compose("logs", "--no-color")
    for secret in (PASSWORD, "played@example.org", *(file.read_text().strip() for file in club.secrets())):
        assert secret not in written, "a log holds a secret"


def test_the_doctor_finds_nothing_once_there_is_a_backup(host: Host, played: Campaign) -> None:
    host.follows(BACK_UP, 0)
    lines = [line for line in host.follows(LOOK).splitlines() if re.match(r"\w+: ", line)]
    assert len(lines) > 8
    assert {line.partition(": ")[2] for line in lines} == {"well"}


def test_containers_that_are_restarted_in_play_work_again(club: Club, played: Campaign) -> None:
    print(f"memory of the six containers: {club.memory()} MB")
    for together in (("postgres", "valkey", "proxy"), ("web", "worker", "beat")):
        club.compose("restart", *together)
    club.wait_until_healthy()
    assert played.sealed(played.ivan) == 1
    assert played.prints(played.hans, "german").startswith(b"%PDF")


def test_worker_and_beat_say_that_the_broker_is_gone_and_that_it_is_back(club: Club, host: Host) -> None:
    club.compose("pause", "valkey")
    # The last job is not waited for to grow old: the file that tells of it is made three minutes older.
    for service in ("worker", "beat"):
        club.compose("exec", "-T", service, "touch", "-d", "4 minutes ago", "/tmp/refit/at-work")
    comes("they say nothing", lambda: {club.health()[each] for each in ("worker", "beat")} == {"unhealthy"})
    club.compose("unpause", "valkey")
    club.wait_until_healthy()


def test_a_backup_is_restored_as_the_page_says(club: Club, host: Host, played: Campaign) -> None:
    played.seals(played.ivan)
    assert played.sealed(played.hans) == 2
    assert "as its journal says" in host.follows(BACK_UP, 2)
    club.wait_until_healthy()
    assert played.sealed(played.hans) == 1


def test_a_host_names_organisers_gives_passwords_and_closes_what_nobody_plays(
    host: Host, played: Campaign, trusted: Path
) -> None:
    host.follows("Configure", answers=(PASSWORD[::-1], PASSWORD[::-1]), NAME="host")
    assert "Log out" in HttpClient(SITE, trusts=trusted).logs_in("host", PASSWORD[::-1]).html
    host.follows("A campaign that nobody plays any more", ID=played.path.rpartition("/")[2])


def test_several_web_servers_and_workers_are_restarted_without_a_pause(
    club: Club, host: Host, played: Campaign
) -> None:
    host.follows("Growing")
    club.wait_until_healthy()
    assert len(club.health()) == len(SERVICES) + 2
    played.seals(played.ivan)
    assert played.sealed(played.hans) == 2


def test_a_new_master_key_takes_over_as_the_page_says(club: Club, host: Host, played: Campaign) -> None:
    keys = club.folder / "secrets" / "refit_keys"
    host.follows("Keys")
    club.wait_until_healthy()
    new, _, old = keys.read_text().strip().partition(",")
    assert old
    keys.chmod(0o644)
    keys.write_text(new)
    club.compose("up", "-d", "--force-recreate", "web", "worker")
    club.wait_until_healthy()
    assert "as its journal says" in club.manage("reconcile")


def test_a_newer_version_and_the_way_back(club: Club, host: Host, played: Campaign) -> None:
    host.follows("Upgrade", 0)
    host.follows("Upgrade", 1, COMMIT="HEAD")
    club.wait_until_healthy()
    assert "Log out" in open_page(played.hans, "/").html


def test_what_is_removed_leaves_nothing(club: Club, host: Host) -> None:
    said("docker", "rm", "--force", club.postbox)
    host.follows("Remove it")
    assert not said("docker", "ps", "-aq", "--filter", f"name={NAME}")
    assert not said("docker", "volume", "ls", "-q", "--filter", f"name={NAME}")
