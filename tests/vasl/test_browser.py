"""A save is read in the browser alone: what is posted holds no secret, bad files get a sentence, nothing breaks it."""

from __future__ import annotations

import base64
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from tests.players import PlayedCampaign, founding, table
from tests.rosters.conftest import supplied
from tests.vasl import writer
from tests.vasl.test_pages import owned
from tests.vasl.writer import (
    FORMS,
    OURS,
    THEIRS,
    TYPED,
    UNSEEN,
    UPSTAIRS,
    Piece,
    SaveGame,
    archive,
    hex_of,
    many,
    obfuscated,
    secrets,
)

__all__ = ["founding", "supplied", "table"]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(2, among="page of VASL", pinned=("no_secret_leaves",)),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
Opens = Callable[[str], Page]
SIZES = {"squad": " 1sq", "half_squad": " 1hs", "crew": " cr"}
"""What VASL writes behind a counter's factors."""


@pytest.fixture
def opens(
    browser: Browser, live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch, supplied: PlayedCampaign
) -> Opens:
    """Somebody has the page before him; whatever his browser complains of fails the test."""
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    supplied.play_until("hans", "play")
    return page_opener(browser, live_server.url, supplied, "refit-vasl", django_settings.SESSION_COOKIE_NAME)


def page_opener(browser: Browser, root: str, table: PlayedCampaign, name: str, cookie: str) -> Opens:
    """What opens a page of the campaign for somebody who has logged in; a complaint of his browser fails the test."""

    def go(who: str) -> Page:
        context = browser.new_context()
        key = table.browser(who).cookies[cookie].value
        context.add_cookies([{"name": cookie, "value": key, "url": root}])
        page = context.new_page()
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.on("console", lambda said: _complains(said.text))
        page.goto(root + reverse(name, args=[table.public_id]))
        return page

    return go


def _complains(text: str) -> None:
    assert not re.search(r"Content.Security|Refused to", text), text


def reads(page: Page, content: bytes, name: str = "game.vsav") -> str:
    """Choose a file; what is said of it."""
    page.locator("#vasl-file").set_input_files(
        {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    )
    says = page.locator("[data-vasl] output")
    expect(says).not_to_have_attribute("data-state", "reading", timeout=30_000)
    expect(says).not_to_have_text("")
    return says.get_attribute("data-state") or ""


def bare(page: Page) -> str:
    return str(page.locator("#vasl input[name=save]").input_value())


def test_all_forms_are_read_and_no_secret_leaves_the_browser(opens: Opens, supplied: PlayedCampaign) -> None:
    page, bodies = opens("hans"), []
    others = {UPSTAIRS, *UNSEEN}  # of one name the record can't tell which of them was hurt
    leader = next(c.name for c in owned(supplied, "hans") if c.kind == "leader" and c.name not in others)
    page.on("request", lambda request: bodies.append(request.post_data or ""))
    for form in FORMS:
        assert reads(page, secrets(leader).file(form)) == "read"
        assert "0 not understood" not in page.locator("[data-vasl] output").inner_text()
        assert "nothing left your computer" in page.locator("[data-vasl] output").inner_text()
        with page.expect_navigation():
            page.locator("[data-vasl] button").click()
        expect(page.locator("#compared")).to_be_visible()
    sent = [body for body in bodies if body]
    assert len(sent) == len(FORMS)
    for body in sent:
        assert "4-6-7" in body
        for word in (OURS, THEIRS, *TYPED, *UNSEEN):
            assert word not in body
            assert word.replace(" ", "+") not in body
    assert "Whatsit" in page.content(), "what is not understood is shown"
    assert f"{leader}: wounded" in page.locator("#compared").inner_text()


def test_what_the_other_side_hides_changes_no_byte_of_what_is_posted(opens: Opens) -> None:
    page, hidden = opens("hans"), secrets()
    hidden.stack(hex_of(5, 3), Piece("10-3", "russian", hidden=THEIRS), Piece("HMG", "russian", hidden=THEIRS))
    hidden.stack(hex_of(4, 4), Piece("ANOTHER", hidden=THEIRS))
    reads(page, secrets().file())
    before, said = bare(page), page.locator("[data-vasl] output").inner_text()
    reads(page, hidden.file())
    assert bare(page) == before
    assert page.locator("[data-vasl] output").inner_text() == said


def test_conditions_levels_and_places_come_from_the_save(opens: Opens) -> None:
    page = opens("hans")
    reads(page, secrets().file())
    body = bare(page)
    assert '"name":"8-1","hex":"F1","level":"1"' in body
    assert '"name":"9-1","hex":"B1","conditions":["wounded"]' in body
    assert '"hex":"B1","conditions":["broken"],"marked":["DM"]' in body
    assert '"group":"I1/2"' in body
    assert '"hints":{"Axis CVP":"12","Turn":"5","SAN and ELR":"3 4 ?"}' in body


def records_by_file(page: Page, table: PlayedCampaign, who: str, lost: int) -> int:
    """Drop a file without the first `lost` counters of a side, record them as eliminated; how many taps it takes."""
    game, nation = SaveGame(), {"hans": "german", "ivan": "russian"}[who]
    for n, counter in enumerate(owned(table, who)[lost:]):
        game.stack(hex_of(n % 30, 1 + n // 30), Piece(f"{counter.name}{SIZES.get(counter.kind, '')}", nation))
    assert reads(page, game.file()) == "read"
    with page.expect_navigation():
        page.locator("[data-vasl] button").click()
    page.locator("#rest input[value=eliminate]").check()
    with page.expect_navigation():
        page.get_by_role("button", name="Record losses and conditions").click()
    expect(page.locator("#recorded")).to_contain_text("Recorded.")
    return 4


def test_half_a_side_is_reported_lost_in_four_taps(opens: Opens, supplied: PlayedCampaign) -> None:
    counters = owned(supplied, "hans")
    lost = len(counters) // 2
    assert records_by_file(opens("hans"), supplied, "hans", lost) == 4
    assert len(owned(supplied, "hans")) == len(counters) - lost


def test_both_sides_agree_to_the_report_of_their_files_in_eleven_taps(opens: Opens, supplied: PlayedCampaign) -> None:
    """From the end of the scenario: the way to the page, the file, and the steps up to the report both agree to."""
    taps, pages = dict[str, int](), dict[str, Page]()

    def press(who: str, name: str) -> None:
        with pages[who].expect_navigation():
            pages[who].get_by_role("button", name=name).click()
        taps[who] += 1

    for who in ("hans", "ivan"):
        pages[who] = opens(who)
        taps[who] = 1 + records_by_file(pages[who], supplied, who, 30)
        for entry in ("The scenario ended on turn", "LVP the Russians hold"):
            pages[who].get_by_role("textbox", name=entry).fill("5")
            taps[who] += 1
        press(who, "The scenario is over, and what follows is done")
        press(who, "Do it, and let both sides read it")
    expect(pages["ivan"].get_by_role("heading", name="Your report, for the other side")).to_be_visible()
    pages["hans"].reload()  # what the stream of a served campaign does by itself
    expect(pages["hans"].get_by_text("CVP the Russian side lost in this scenario")).to_be_visible()
    for _ in ("the report", "what is read once more before it"):
        press("hans", "Confirm this report")
    assert supplied.view("hans").public.stage != "battle"
    assert max(taps.values()) <= 11


def test_the_page_calls_as_many_not_understood_as_the_review(opens: Opens, supplied: PlayedCampaign) -> None:
    page, game = opens("hans"), SaveGame()
    squad = next(counter for counter in owned(supplied, "hans") if counter.kind == "squad")
    own = (f"{squad.name}{SIZES['squad']}", "Whatsit", "Ding-an-sich", "2-2-8 cr")
    game.stack(hex_of(0, 1), *(Piece(name, "german") for name in own))
    assert reads(page, game.file()) == "read"
    assert "4 counters read, 2 not understood" in page.locator("[data-vasl] output").inner_text()
    with page.expect_navigation():
        page.locator("[data-vasl] button").click()
    expect(page.locator("#compared")).to_contain_text("2 counters were not understood")


def test_a_log_is_played_through_to_its_end(opens: Opens) -> None:
    page, game = opens("hans"), SaveGame()
    first, second = game.stack(hex_of(0, 1), Piece("9-1", "german"), Piece("8-1", "german"))
    moved = writer.sequence([first, *hex_of(2, 3), "null", *hex_of(0, 1), "null", "x"], "/")
    game.steps = ["LOG\t" + "M/" + moved, f"LOG\t-/{second}"]
    assert reads(page, game.file(), "game.vlog") == "read"
    body = bare(page)
    assert ('"name":"9-1","hex":"C3"' in body, "8-1" in body) == (True, False)


def test_each_file_that_is_none_gets_a_sentence_of_its_own(opens: Opens) -> None:
    page, other = opens("hans"), SaveGame(module="Another game")
    rival = SaveGame()
    rival.stack(
        hex_of(0, 1),
        Piece("4-4-7 1sq", "russian"),
        Piece("9-1", "german", hidden=THEIRS),
        Piece("6-2-8 1sq", "russian", hidden=THEIRS),
    )
    bomb = archive({"savedGame": b"begin_save" + bytes(100 * 2**20)})
    files = {
        "zip": b"no zip at all",
        "game": archive({"buildFile": b"<x/>"}),
        "module": other.file(),
        "newer": archive({"savedGame": b"!VCX9 something"}),
        "much": bomb,
        "broken": archive({"savedGame": b"!VCSK5azz"}),
        "side": rival.file(),
    }
    said = {}
    for state, content in files.items():
        assert reads(page, content) == state
        said[state] = page.locator("[data-vasl] output").inner_text()
        assert bare(page) == ""
    assert len(set(said.values())) == len(files)
    assert reads(page, bytes(17 * 2**20)) == "much"


def test_without_a_network_a_fault_has_a_sentence_too(opens: Opens) -> None:
    page = opens("hans")
    page.route("**/vasl/sentences/", lambda route: route.abort())
    assert reads(page, b"no zip at all") == "zip"
    expect(page.locator("[data-vasl] output")).to_have_text("The file was not read.")


def test_a_text_that_is_dropped_stands_in_the_field(opens: Opens) -> None:
    page = opens("hans")
    assert reads(page, b"K1: 4-6-7 1sq", "map.txt") == "text"
    assert page.locator("#text").input_value() == "K1: 4-6-7 1sq"


FUZZ = """async (files) => {
  const [{ Save }, { Unreadable }, { Layout }, { readCounters }, { makeReport }] = await Promise.all(
    ["save", "limits", "boards", "counters", "report"].map((name) => import(`/static/js/vasl/${name}.js`)));
  const wrong = [];
  let read = 0;
  for (const each of files) {
    const bytes = Uint8Array.from(atob(each), (letter) => letter.charCodeAt(0));
    try {
      const save = await Save.open(new Blob([bytes]));
      makeReport(readCounters(save, new Layout(save.boards)), save, "german", { ge: "german", ru: "russian" });
      read += 1;
    } catch (error) { if (!(error instanceof Unreadable)) wrong.push(String(error.stack)); }
  }
  return { read, wrong };
}"""


def test_damaged_files_are_read_or_refused_and_nothing_else(opens: Opens) -> None:
    luck, page, files = random.Random(11), opens("hans"), []
    whole = secrets().file("plain")
    for n in range(60):
        files.append(whole[: luck.randrange(len(whole))])
        torn = bytearray(whole)
        for _ in range(1 + n % 8):
            torn[luck.randrange(len(torn))] = luck.randrange(256)
        files.append(bytes(torn))
    game = secrets()
    text = writer.sequence(["begin_save", *game.commands, game.board, "end_save"], writer.ESC).encode()
    for n in range(200):
        torn = bytearray(text)
        for _ in range(1 + n % 12):
            torn[luck.randrange(10, len(torn))] = luck.choice(b"\t\x1b/;\\'+-0Az,")
        if n % 3 == 0:
            torn = torn[: luck.randrange(10, len(torn))]
        files.append(archive({"savedGame": obfuscated(bytes(torn), FORMS[n % 4])}))
    done = page.evaluate(FUZZ, [base64.b64encode(each).decode() for each in files])
    assert done["wrong"] == []
    assert done["read"] > 100


ROUND = """async (lists) => {
  const { decode, encode } = await import("/static/js/vasl/sequence.js");
  return lists.filter(([tokens, delimiter, written]) =>
    encode(tokens, delimiter) !== written || decode(written, delimiter).join("|") !== tokens.join("|")).slice(0, 3);
}"""


def test_what_is_written_as_a_sequence_is_read_as_it_was(opens: Opens) -> None:
    luck, lists = random.Random(7), []
    for _ in range(3_000):
        delimiter = luck.choice("\t/;,\x1b")
        tokens = [
            "".join(luck.choice("ab\t/;,'é") for _ in range(luck.randrange(6))) for _ in range(1 + luck.randrange(5))
        ]
        tokens = [token for token in tokens if not (token[:1] == "'" and delimiter in token)] or ["x"]
        lists.append([tokens, delimiter, writer.sequence(tokens, delimiter)])
    assert opens("hans").evaluate(ROUND, lists) == []


CLOCK = """() => {
  const box = document.querySelector("[data-vasl]"), says = box.querySelector("output");
  box.addEventListener("change", () => { window.began = performance.now(); }, true);
  new MutationObserver(() => { if (says.dataset.state === "read") window.took = performance.now() - window.began; })
    .observe(says, { attributes: true });
}"""


def test_two_thousand_counters_are_read(opens: Opens, record_property: Callable[[str, object], None]) -> None:
    page, content = opens("hans"), many(2_000).file()
    page.evaluate(CLOCK)
    assert reads(page, content) == "read"
    record_property("milliseconds", page.evaluate("() => window.took"))
    assert "2000 counters read" in page.locator("[data-vasl] output").inner_text()


def test_a_set_up_that_is_chosen_fills_the_form_in(
    browser: Browser, live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch, supplied: PlayedCampaign
) -> None:
    """Choosing the file is all; nothing that the other side hides leaves the browser, and nothing is recorded."""
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    supplied.play_until("hans", "wind")
    cookie = django_settings.SESSION_COOKIE_NAME
    page = page_opener(browser, live_server.url, supplied, "refit-home", cookie)("hans")
    squad, bodies = next(c for c in owned(supplied, "hans") if c.kind == "squad"), list[str]()
    page.on("request", lambda request: bodies.append(request.post_data or ""))
    for form in FORMS:
        game = secrets()
        game.stack(hex_of(10, 20), Piece(f"{squad.name}{SIZES['squad']}", "german"))
        game.stack(hex_of(5, 3), Piece("10-3", "russian", hidden=THEIRS))
        with page.expect_navigation():
            page.locator("#vasl-file").set_input_files(
                {"name": "set-up.vsav", "mimeType": "application/octet-stream", "buffer": game.file(form)}
            )
        expect(page.locator("#messages")).to_contain_text("filled in from VASL")
    assert page.locator("input[name^='setup/at:']").evaluate_all("all => all.some((each) => each.value)")
    for word in (OURS, THEIRS, *TYPED, "10-3"):
        assert not any(word in body for body in bodies)
    for content, said in ((b"nonsense", "zip"), (archive({"x": b"y"}), "game"), (bytes(17 * 2**20), "much")):
        page.locator("#vasl-file").set_input_files(
            {"name": "odd.vsav", "mimeType": "application/octet-stream", "buffer": content}
        )
        expect(page.locator("[data-vasl] output")).to_have_attribute("data-state", said, timeout=30_000)


def test_an_open_page_presses_the_commencement(
    browser: Browser, live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch, table: PlayedCampaign
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    table.play_to("begin")
    page = page_opener(browser, live_server.url, table, "refit-home", django_settings.SESSION_COOKIE_NAME)("hans")
    expect(page.locator("main")).to_contain_text("Waiting for the Russian side", timeout=15_000)


def test_where_both_sides_have_one_password_what_is_hidden_goes_by_its_nation(opens: Opens) -> None:
    """Without that being said it is the other side's, for it hides as much of theirs: nothing of it is told."""
    page, game = opens("hans"), SaveGame()
    game.stack(hex_of(0, 1), Piece("4-6-7 1sq", "german", label="I1/1"), Piece("9-1", "german", concealed=OURS))
    game.stack(hex_of(0, 2), Piece("8-1", "german", hidden=OURS), Piece("Whatsit", "german", hidden=OURS))
    for number in range(4):
        game.stack(hex_of(2, 1 + number), Piece("SECRETHIP 1sq", "russian", hidden=OURS), Piece("DM", hidden=OURS))
    assert reads(page, game.file()) == "read"
    assert "8-1" not in bare(page)
    page.get_by_label("Both sides play with one VASSAL password").check()
    expect(page.locator("[data-vasl] output")).to_contain_text("4 counters read, 1 not understood")
    for word in ("4-6-7", "9-1", "8-1", "Whatsit"):
        assert word in bare(page), "one's own, hidden or not"
    for word in ("SECRETHIP", OURS):
        assert word not in bare(page)
