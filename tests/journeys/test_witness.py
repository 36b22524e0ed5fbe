"""A browser keeps the heads it has seen, and says so when a server shows it another past, whatever the server says."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, Route

from campaigns import actions
from campaigns.ledger import archive
from campaigns.ledger.verify_campaign import link as link_after
from campaigns.ledger.verify_campaign import main as verifies
from campaigns.models import Campaign
from campaigns.verify.links import Link, cid_of, links_after
from tests.players import log_in, start_played

pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(1, among="witness"),
    pytest.mark.live,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
WHOLE = Path(__file__).parent.parent / "replays" / "oto2" / "german_win.json"
Chain = list[Link]


class Witness:
    """Somebody at a browser of his own, who compares what he is shown of one campaign."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.asked, self.wrong = list[int](), list[str]()
        page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def looks(self, chain: Chain | None = None, cid: str = "") -> str:
        """Open the page, as the server makes it or over another chain, or one that began otherwise; what was found."""
        self.page.unroute_all()
        if chain is not None:
            self.page.route("**/compare/", lambda route: self._forge_page(route, chain, cid))
            self.page.route("**/links/*", lambda route: self._forge_links(route, chain))
        self.page.goto(self.address)
        self.page.wait_for_selector("#witness[data-state]")
        return str(self.page.get_attribute("#witness", "data-state"))

    def words(self, called: str, number: int) -> str:
        """What the browser shows for a called word."""
        self.page.evaluate("document.querySelector('form[data-compare] output').textContent = ''")
        self.page.fill("#called", called)
        self.page.fill("#compared", str(number))
        self.page.click("text=Show my two words")
        self.page.wait_for_selector("form[data-compare] output:not(:empty)")
        return str(self.page.text_content("form[data-compare] output"))

    def _forge_page(self, route: Route, chain: Chain, cid: str) -> None:
        answer = route.fetch()
        page = re.sub(r'data-cid="[^"]*"', f'data-cid="{cid}"', answer.text()) if cid else answer.text()
        head = f'data-head="{chain[-1][0]}:{chain[-1][2]}"'
        route.fulfill(response=answer, body=re.sub(r'data-head="[^"]*"', head, page))

    def _forge_links(self, route: Route, chain: Chain) -> None:
        after = int(route.request.url.rpartition("=")[2])
        self.asked.append(after)
        route.fulfill(json={"cid": "", "links": [link for link in chain if link[0] > after]})


def rewritten(chain: Chain, cid: str, place: int) -> Chain:
    """The chain with another name in one act, and all links made anew, as a host could do it."""
    number, body, _ = chain[place]
    other = hashlib.sha256(body.encode()).hexdigest()
    again, last = chain[:place], chain[place - 1][2] if place else cid
    for at, held, _ in [(number, other, ""), *chain[place + 1 :]]:
        last = link_after(last, held, at)
        again.append((at, held, last))
    return again


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    anna = User.objects.create_user("anna")
    return actions.import_campaign(file=archive.read(WHOLE.read_bytes()), commanders={"german": anna})


@pytest.fixture
def arrives(campaign: Campaign, browser: Browser, web_process: str) -> Callable[[], Witness]:
    def go() -> Witness:
        session = log_in(Client(), User.objects.get(username="anna")).cookies["sessionid"].value
        context = browser.new_context(accept_downloads=True)
        context.add_cookies([{"name": "sessionid", "value": session, "url": web_process}])
        return Witness(context.new_page(), web_process + reverse("campaign-compare", args=[campaign.public_id]))

    return go


def test_a_browser_checks_what_it_is_shown_against_what_it_has_seen(
    campaign: Campaign, arrives: Callable[[], Witness], tmp_path: Path
) -> None:
    chain, cid = links_after(campaign, 0), cid_of(campaign)
    anna = arrives()
    assert [anna.looks(chain[:n]) for n in (4, 4, 10)] == ["extends", "same", "extends"]
    assert anna.asked == [0, chain[3][0]], "only what is new is asked for"
    assert anna.looks() == "extends", "and the server's own page fits to that"
    at = chain[-1][0]

    boris, carol = arrives(), arrives()
    assert boris.looks() == "extends"
    forged = rewritten(chain, cid, 2)
    assert carol.looks(forged) == "extends", "a whole other journal, of which only comparing tells"
    assert anna.words("Heron", at) == boris.words(" heron", at)
    assert anna.words("Heron", at) != carol.words("heron", at)

    early = chain[5][0]
    assert anna.words("Heron", early) == boris.words("heron", early), "of an entry that one has only passed, too"
    assert anna.words("Heron", early) != carol.words("heron", early)
    assert anna.words("Heron", early) != anna.words("heron", at)
    assert "has not seen such an entry" in anna.words("heron", at + 1)
    assert anna.page.input_value("#compared") == str(at + 1)

    with anna.page.expect_download() as got:
        anna.page.click("text=Save receipts")
    receipts = tmp_path / "receipts.json"
    got.value.save_as(receipts)
    file: Any = archive.export_campaign(campaign, ["public", "german", "russian"], with_seed=True)
    for acts, wrong in ((file["acts"], False), (file["acts"][:4], True)):
        (tmp_path / "file").write_text(json.dumps({**file, "acts": acts}))
        assert (verifies([str(tmp_path / "file"), "--receipts", str(receipts)]) == 1) is wrong
    stored = anna.page.evaluate("JSON.stringify(localStorage)")
    assert not {word for word in ("anna", "german", campaign.name) if word in stored}
    assert anna.wrong == boris.wrong == carol.wrong == [], "and nothing is against the policy"


def test_it_follows_digests_and_nothing_else(browser: Browser, web_process: str) -> None:
    table = start_played()
    chain = links_after(table.campaign, 0)
    context = browser.new_context()
    session = table.browser("hans").cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": web_process}])
    hans = Witness(context.new_page(), web_process + reverse("campaign-compare", args=[table.public_id]))
    assert [hans.looks(chain[:2]), hans.looks(), hans.looks()] == ["extends", "extends", "same"]
    assert hans.asked == [0]
    other = [*chain, (chain[-1][0] + 1, "ab" * 32, "cd" * 32)]
    assert hans.looks(other) == "alarm", "a link that does not come from its digest"
    assert hans.looks() == "alarm", "whatever is shown later"
    assert hans.wrong == []


@pytest.mark.parametrize("shown", ["rewritten", "shorter", "no digests"])
def test_another_past_is_an_alarm_that_stays(campaign: Campaign, arrives: Callable[[], Witness], shown: str) -> None:
    chain, cid = links_after(campaign, 0), cid_of(campaign)
    anna = arrives()
    assert anna.looks(chain[:-3]) == "extends"
    kept = chain[-4][2]
    chains: dict[str, Chain] = {
        "rewritten": rewritten(chain, cid, 2),
        "shorter": chain[:5],
        "no digests": [(number, "", link) for number, _, link in chain],
    }
    assert anna.looks(chains[shown]) == "alarm"
    assert kept[:32] in anna.page.inner_text("#witness [data-said]")
    assert anna.looks() == "alarm", "whatever is shown later"


def test_a_campaign_that_began_otherwise_is_an_alarm_that_stays(
    campaign: Campaign, arrives: Callable[[], Witness]
) -> None:
    """Founded anew under the same address, so that nothing fits to what was kept and nothing contradicts it."""
    chain = links_after(campaign, 0)
    anna = arrives()
    assert anna.looks(chain[:-3]) == "extends"
    cid = "ab" * 32
    again = rewritten(chain[:5], cid, 0)
    assert anna.looks(again, cid) == "alarm"
    assert chain[-4][2][:32] in anna.page.inner_text("#witness [data-said]")
    assert anna.looks(again, cid) == "alarm"
    assert anna.looks() == "alarm", "whatever is shown later"
    assert arrives().looks(again, cid) == "extends", "who never looked before finds nothing"
