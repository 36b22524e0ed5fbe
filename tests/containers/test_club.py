"""A club in real containers, with the files as they are: what members and host do there, through the proxy."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.containers.club import SERVICES, SITE, Club, running
from tests.html_client import CONFIRMED, HtmlPage, open_page, opened
from tests.http_client import HttpClient

pytestmark = [
    pytest.mark.live,
    pytest.mark.once,
    pytest.mark.timeout(900),
    pytest.mark.whole("needs Docker, and minutes; make club-test"),
]
ROOT_CERTIFICATE = "/data/caddy/pki/authorities/local/root.crt"
PASSWORD = "an orchard behind the mill"


@pytest.fixture(scope="module")
def club() -> Iterator[Club]:
    with running("refit-club-test") as made:
        yield made


@pytest.fixture(scope="module")
def trusted(club: Club, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The certificate that the proxy has made for itself."""
    file = tmp_path_factory.mktemp("proxy") / "root.crt"
    file.write_text(club.compose("exec", "-T", "proxy", "cat", ROOT_CERTIFICATE))
    return file


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


def test_every_container_works_and_the_doctor_finds_nothing(club: Club) -> None:
    assert set(club.health().values()) == {"healthy"}
    club.backup()
    assert {line.partition(": ")[2] for line in club.manage("doctor").splitlines()} == {"well"}


def test_two_members_play_through_the_proxy_and_no_log_holds_what_they_wrote(club: Club, trusted: Path) -> None:
    campaign = Campaign(club, trusted, "played")
    campaign.seals(campaign.hans, **{"n:I1": "1"})
    assert "I1" not in campaign.journal(campaign.ivan)
    campaign.seals(campaign.ivan)
    assert campaign.prints(campaign.hans, "german").startswith(b"%PDF")
    assert "To: hans-played@example.org" in club.letters(), "who registers is asked to confirm the address"
    written = club.compose("logs", "--no-color")
    for secret in (PASSWORD, "played@example.org", *(file.read_text().strip() for file in club.secrets())):
        assert secret not in written, "a log holds a secret"


@pytest.mark.parametrize("service", [*SERVICES])
def test_a_container_that_is_restarted_in_play_works_again(club: Club, trusted: Path, service: str) -> None:
    campaign = Campaign(club, trusted, f"before-{service}")
    club.compose("restart", service)
    club.wait_until_healthy()
    campaign.seals(campaign.hans, **{"n:I1": "1"})
    assert "sealed" in campaign.journal(campaign.ivan)


def test_a_backup_is_restored_as_the_page_says(club: Club, trusted: Path) -> None:
    campaign = Campaign(club, trusted, "kept")
    kept = club.folder / "refit.dump"
    kept.write_bytes(club.backup())
    campaign.seals(campaign.hans)
    club.compose("stop", "web", "worker", "beat")
    volume = f"{kept}:/refit.dump:ro"
    club.compose(
        "run", "--rm", "-T", "-v", volume, "migrate", "python", "manage.py", "restore", "/refit.dump", "--replace"
    )
    assert "as its journal says" in club.compose("run", "--rm", "-T", "worker", "python", "manage.py", "reconcile")
    club.compose("start", "web", "worker", "beat")
    club.wait_until_healthy()
    assert "sealed" not in campaign.journal(campaign.ivan)


def test_a_new_master_key_takes_over_as_the_page_says(club: Club, trusted: Path) -> None:
    campaign, keys = Campaign(club, trusted, "rotated"), club.folder / "secrets" / "refit_keys"
    club.prepare("--new-key")
    new, _, old = keys.read_text().strip().partition(",")
    assert old
    club.compose("up", "-d", "--force-recreate")
    club.wait_until_healthy()
    club.manage("rotate_keys")
    keys.chmod(0o644)
    keys.write_text(new)
    club.compose("up", "-d", "--force-recreate")
    club.wait_until_healthy()
    campaign.seals(campaign.hans, **{"n:I1": "1"})
    assert "as its journal says" in club.manage("reconcile")
