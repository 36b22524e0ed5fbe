"""A club in real containers, with the files as they are: what members and host do there, through the proxy.

The tests are steps of one story, in this order; what the host types stands in docs/hosting.md.
"""

from __future__ import annotations

import contextlib
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.containers.club import NEEDS, ROOT, SITE, Club, checkout, postbox, said
from tests.containers.managed import managed
from tests.containers.page import Host, Page
from tests.html_client import CONFIRMED, HtmlPage, open_page, opened
from tests.http_client import HttpClient

pytestmark = NEEDS
NAME = "refit-club-test"
ROOT_CERTIFICATE = "/data/caddy/pki/authorities/local/root.crt"
PASSWORD = "an orchard behind the mill"
INSTALL, LOOK, BACK_UP = "Install a club", "Look after it", "Back up and restore"
HANS, IVAN = "hans", "ivan"
ELSEWHERE = "http://localhost"
PATIENCE, QUIET = 120.0, 2.0


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
        self.hans, self.ivan = (_member(trusted, link, f"{who}-{name}") for who in (HANS, IVAN))
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


def _again(who: HttpClient, name: str) -> HttpClient:
    """The browser of the same member at the other machine."""
    wire = HttpClient(ELSEWHERE)
    assert "Log out" in wire.logs_in(name, PASSWORD).html
    return wire


@contextlib.contextmanager
def listening(who: HttpClient, path: str) -> Iterator[Callable[[], bytes]]:
    """The live stream of an open page; what is called says what has come since nobody did anything."""
    (session,) = (cookie.value for cookie in who.cookies if cookie.name == "sessionid")
    asked = f"GET /live/{path.rpartition('/')[2]}/ HTTP/1.1\r\nHost: localhost\r\nCookie: sessionid={session}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", 80), timeout=PATIENCE) as stream:
        stream.sendall(asked.encode())
        heard = b""
        while b"retry" not in heard:
            heard += stream.recv(65536)
        time.sleep(QUIET)
        stream.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            stream.recv(65536)
        heard = b""

        def since() -> bytes:
            nonlocal heard
            with contextlib.suppress(BlockingIOError):
                heard += stream.recv(65536)
            return heard

        yield since


@pytest.fixture(scope="class")
def elsewhere(club: Club, host: Host, page: Page, named_images: dict[str, str]) -> Iterator[Host]:
    """Another machine with a copy of secrets, .env and backup; meanwhile the club leaves it the ports."""
    club.compose("stop", "proxy")
    with checkout("refit-club-drill", ELSEWHERE, **named_images, FRONT_SUBNET="172.31.255.192/27") as second:
        for name in ("secrets", "refit.dump"):
            subprocess.run(["cp", "-rT", club.folder / name, second.folder / name], check=True)
        yield Host(second.folder, second.name, page, host.tools)
    club.compose("start", "proxy")
    club.wait_until_healthy()


class TestElsewhere:
    """On another machine, as it were: while it runs, the club itself can't be reached."""

    def test_the_drill_of_the_page_brings_the_club_to_an_empty_machine(self, elsewhere: Host, played: Campaign) -> None:
        assert "as its journal says" in elsewhere.follows(BACK_UP, 3)
        Club(elsewhere.folder, elsewhere.project).wait_until_healthy()
        assert played.sealed(_again(played.hans, f"{HANS}-played")) == 1

    def test_two_servers_and_workers_share_a_managed_database_behind_a_pooler(
        self, elsewhere: Host, page: Page, played: Campaign, tmp_path: Path
    ) -> None:
        second = Club(elsewhere.folder, elsewhere.project)
        (sql,) = (block for block in page.under(INSTALL) if block.kind == "sql")
        with managed(second, sql.text, tmp_path):
            second.compose("rm", "--stop", "--force", "proxy", "web", "worker", "beat", "migrate")
            second.compose("run", "--rm", "-T", "migrate")
            volume = f"{second.folder}/refit.dump:/refit.dump:ro"
            second.compose(
                "run", "--rm", "-T", "-v", volume, "migrate", "python", "manage.py", "restore", "/refit.dump"
            )
            elsewhere.follows("Growing")
            second.wait_until_healthy()
            hans, ivan = (_again(who, f"{name}-played") for who, name in ((played.hans, HANS), (played.ivan, IVAN)))
            with listening(hans, played.path) as stream:
                played.seals(ivan)
                comes("the open page hears of nothing", lambda: b"event: change" in stream())
            assert played.sealed(hans) == 2
            assert played.prints(hans, "german").startswith(b"%PDF")
            assert "live: well" in second.compose("exec", "-T", "web", "sh", "-c", "python manage.py doctor || true")


def test_a_host_names_organisers_gives_passwords_and_closes_what_nobody_plays(
    host: Host, played: Campaign, trusted: Path
) -> None:
    host.follows("Configure", answers=(PASSWORD[::-1], PASSWORD[::-1]), NAME="host")
    assert "Log out" in HttpClient(SITE, trusts=trusted).logs_in("host", PASSWORD[::-1]).html
    host.follows("A campaign that nobody plays any more", answers=("yes",) * 3, ID=played.path.rpartition("/")[2])


def test_a_newer_version_and_the_way_back(club: Club, host: Host, played: Campaign) -> None:
    host.follows("Upgrade", 0)
    host.follows("Upgrade", 1, COMMIT="HEAD")
    club.wait_until_healthy()
    assert "Log out" in open_page(played.hans, "/").html


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


KEPT_SINCE = ("rules", "campaigns/ledger", "campaigns/migrations", "rosters/migrations")
"""What decides whether campaigns of an earlier commit go on; before the first release nothing is promised of them."""


def test_an_earlier_version_is_upgraded_as_the_page_says(named_images: dict[str, str]) -> None:
    """Starts the first release, or the oldest commit whose campaigns this one promises, and goes on with this one."""
    git = ("git", "-C", str(ROOT))
    releases = said(*git, "tag", "--list", "v*", "--sort", "version:refname", "--merged").split()
    earliest = releases[0] if releases else said(*git, "rev-list", "-1", "HEAD", "--", *KEPT_SINCE).strip()
    if earliest == said(*git, "rev-parse", "HEAD").strip():
        pytest.skip("this commit changes what campaigns are made of, and there is no release before it")
    env = {**named_images, "FRONT_SUBNET": "172.31.255.192/27"}
    with checkout("refit-club-older", ELSEWHERE, **env) as older:
        said("git", "-C", str(older.folder), "checkout", "--quiet", earliest)
        older.compose("build", "--quiet")
        older.compose("up", "-d", "postgres", "valkey", "migrate")
        older.compose("run", "--rm", "-T", "worker", "python", "manage.py", "demo")
        said("git", "-C", str(older.folder), "checkout", "--quiet", "-")
        older.compose("build", "--quiet")
        older.compose("up", "-d", "postgres", "valkey", "migrate")
        assert "as its journal says" in older.compose("run", "--rm", "-T", "worker", "python", "manage.py", "reconcile")


def test_what_is_removed_leaves_nothing(club: Club, host: Host) -> None:
    said("docker", "rm", "--force", club.postbox)
    host.follows("Remove it")
    assert not said("docker", "ps", "-aq", "--filter", f"name={NAME}")
    assert not said("docker", "volume", "ls", "-q", "--filter", f"name={NAME}")
