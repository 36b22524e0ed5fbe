"""A side's next set-up for VASL: its own list alone, its labels, and the log that its browser makes of its module."""

from __future__ import annotations

import io
import json
import random
import zipfile
from collections.abc import Sequence
from dataclasses import asdict
from string import ascii_uppercase
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.urls import reverse
from playwright.sync_api import Browser, FilePayload, Page, expect

from rules.features.saved_games import WantedCounter
from tests.html_client import open_page
from tests.players import PlayedCampaign, founding, table
from tests.rosters.conftest import supplied
from tests.vasl.decoder import DecodedSave, decoded, hex_at
from tests.vasl.test_browser import SIZES, Opens, page_opener
from tests.vasl.writer import SaveGame, archive, extension, module, slot

__all__ = ["founding", "supplied", "table"]


def address(table: PlayedCampaign, name: str = "refit-vasl-set-up") -> str:
    return reverse(name, args=[table.public_id])


def listed(table: PlayedCampaign, name: str) -> list[dict[str, Any]]:
    """The list on someone's page."""
    html = open_page(table.browser(name), address(table)).html
    text = html.partition('<script id="vasl-counters" type="application/json">')[2].partition("</script>")[0]
    found: list[dict[str, Any]] = json.loads(text)
    return found


def test_the_list_is_what_the_side_has_on_hand_and_where_it_placed_it(supplied: PlayedCampaign) -> None:
    ready = [c for c in supplied.view("hans").mine.counters if c.fate == "ready" and c.kind == "squad"]
    player = supplied.player("hans")
    pile = next(
        pile
        for section in player.view().mine.sections
        for pile in section.piles
        if pile.like.kind == "squad" and pile.like.group
    )
    player.orders("change", pile=pile.key, count=1, place="K20/1")
    squads = [each for each in listed(supplied, "hans") if each["kind"] == "squad"]
    assert sum(each["count"] for each in squads) == len(ready)
    (placed,) = (each for each in squads if each["hex"])
    assert (placed["hex"], placed["level"], placed["count"]) == ("K20", "1", 1)
    assert placed["names"][0] == pile.like.name
    assert placed["label"].split("/")[0] in pile.like.group.split("-")


def test_the_labels_have_a_note_for_each_group(supplied: PlayedCampaign) -> None:
    answer = supplied.browser("hans").get(address(supplied, "refit-vasl-labels"))
    scenario, groups = json.loads(answer.content), {each["group"] for each in listed(supplied, "hans")}
    assert answer["Content-Disposition"].endswith('.json"')
    assert scenario["PLAYER_1"] == "german"
    assert len(scenario["OB_SETUPS_1"]) == len(groups)
    assert {*scenario} == {"PLAYER_1", "OB_SETUPS_1"}


@pytest.mark.parametrize("name", ["refit-vasl-set-up", "refit-vasl-labels"])
def test_nothing_of_the_other_side_is_in_it_and_others_have_no_such_page(supplied: PlayedCampaign, name: str) -> None:
    before = supplied.browser("ivan").get(address(supplied, name)).content
    supplied.notes("hans", "Geheimnis")
    supplied.player("hans").orders("add", kind="weapon", name="LMG", count=7)
    after = supplied.browser("ivan").get(address(supplied, name)).content
    assert listed(supplied, "hans") != listed(supplied, "ivan")
    assert (
        before.partition(b"vasl-counters")[2].partition(b"</script>")[0]
        == (after.partition(b"vasl-counters")[2].partition(b"</script>")[0])
    )
    assert b"Geheimnis" not in after
    for onlooker in ("spectator", "stranger"):
        assert supplied.browser(onlooker).get(address(supplied, name)).status_code == 404
    assert supplied.browser().get(address(supplied, name)).status_code == 302
    assert supplied.browser("hans").post(address(supplied, name), {"module": "x"}).status_code == 405


def test_the_set_up_sheet_leads_to_it(supplied: PlayedCampaign) -> None:
    sheet = open_page(supplied.browser("hans"), reverse("sheet", args=[supplied.public_id, "german", "setup"]))
    assert address(supplied) in sheet.html


# in the browser ------------------------------------------------------------------------------------

WANTED = [
    WantedCounter(("4-6-7",), "squad", 2, hex="K20", group="23AM-I1-2", label="I1/2", covered=True),
    WantedCounter(("Trench",), "fortification", 1, hex="K20"),
    WantedCounter(("8-1",), "leader", 1, ("wounded",), hex="K20", level="1", group="23AM-I1-2", label="I1/2"),
    WantedCounter(("2-4-7",), "half_squad", 1, hex="A1", group="23AM-I1-2", label="I1/2"),
    WantedCounter(("75L (PaK 40)",), "gun", 1, hex="AA5"),
    WantedCounter(("Lt MTR", "50* MTR"), "weapon", 3, group="23AM-O1-1", label="O1/1"),
    WantedCounter(("4-6-7",), "squad", 1, hex="K99"),
    WantedCounter(("KV-8S",), "tank", 2, hex="B2"),
]
SLOTS = (
    slot(1, "4-6-7 1sq", "russian"),
    slot(2, "4-6-7 1sq", "german", "broken +"),
    slot(3, "2-4-7 1hs", "german"),
    slot(4, "2-4-7 1sq", "german"),
    slot(5, "8-1", "german", "broken +", "Wnd +"),
    slot(6, "75L AT PaK 40", "german", kind="gun"),
    slot(7, "50* MTR", "german"),
    slot(8, "Trench & more"),
    slot(9, "Trench"),
    slot(10, "Building Level 1"),
)
MADE = """async ({ bytes, wanted, geometry, nations }) => {
  const [{ Palette }, { setUp, writeLog }, { Save }, { Layout }, { readCounters }] = await Promise.all(
    ["palette", "setup", "save", "boards", "counters"].map((name) => import(`/static/js/vasl/${name}.js`)));
  const palette = await Palette.open([new Blob([Uint8Array.from(bytes)])], nations);
  const { text, ...found } = setUp(palette, wanted, "german", geometry, 1000);
  const log = await writeLog(text, palette, 1000), save = await Save.open(log);
  const board = { column: 0, row: 0, name: "own", turned: false, crop: { x: 0, y: 0, width: 0, height: 0 }, zoom: 1 };
  const counters = readCounters(save, new Layout([board], { own: geometry }));
  const shown = ({ name, kind, nation, hex, level, conditions, labels }) => (
    { name, kind, nation, hex, level, conditions, labels });
  return { found, text, bytes: [...new Uint8Array(await log.arrayBuffer())], counters: counters.map(shown) };
}"""
GEOMETRY = {"x0": 37.0, "y0": 32.22, "dx": 56.225, "dy": 64.44, "columns": 41, "rows": 50}


@pytest.fixture
def opens(
    browser: Browser, live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch, supplied: PlayedCampaign
) -> Opens:
    """Somebody has the page before him."""
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    return page_opener(browser, live_server.url, supplied, "refit-vasl-set-up", django_settings.SESSION_COOKIE_NAME)


def made(page: Page, build_file: str = "buildFile.xml", wanted: Sequence[WantedCounter] = WANTED) -> Any:
    return page.evaluate(
        MADE,
        {
            "bytes": [*module(*SLOTS, build_file=build_file)],
            "wanted": [asdict(each) for each in wanted],
            "geometry": GEOMETRY,
            "nations": {"ge": "german", "ru": "russian"},
        },
    )


def shown(save: DecodedSave) -> list[tuple[str, str, str]]:
    """Name, label and hex of each counter that a log adds."""
    counters = [(each, *each.place) for each in save.counters]
    assert {board_map for _, board_map, _, _ in counters} == {"Main Map"}
    return sorted((each.name, each.label, hex_at(GEOMETRY, x, y)) for each, _, x, y in counters)


def chosen(page: Page, content: bytes, *extensions: bytes, name: str = "x.vmod") -> str:
    """Choose a module, and extensions with it; what is said of it."""
    named = [(name, content), *((f"{n}.vmdx", each) for n, each in enumerate(extensions))]
    page.locator("#vasl-module").set_input_files(
        [FilePayload(name=name, mimeType="application/octet-stream", buffer=each) for name, each in named]
    )
    says = page.locator("[data-vasl-set-up] output")
    expect(says).not_to_have_text("")
    expect(says).not_to_have_attribute("data-state", "reading", timeout=30_000)
    return says.get_attribute("data-state") or ""


browsers = [
    pytest.mark.browser,
    pytest.mark.sampled(1, among="map and VASL"),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]


class TestInTheBrowser:
    pytestmark = browsers

    def test_what_is_written_is_read_as_it_was_wanted(self, opens: Opens) -> None:
        page = opens("hans")
        done = made(page)
        told = [
            (each["name"], each["hex"], each["level"], each["conditions"], each["labels"]) for each in done["counters"]
        ]
        assert told[:5] == [
            ("4-6-7", "K20", "trench", [], ["I1/2"]),
            ("4-6-7", "K20", "trench", [], ["I1/2"]),
            ("Trench", "K20", "", [], []),
            ("Building Level 1", "K20", "", [], []),
            ("8-1", "K20", "1", ["wounded"], ["I1/2"]),
        ]
        assert told[5:7] == [("2-4-7", "A1", "", [], ["I1/2"]), ("75L AT PaK 40", "AA5", "", [], [])]
        assert [name for name, where, *_ in told[7:] if not where] == ["50* MTR"] * 3 + ["4-6-7"]
        assert {each["nation"] for each in done["counters"]} == {"ge", ""}
        assert next(each for each in done["counters"] if each["name"] == "2-4-7")["kind"] == "half_squad"
        assert done["found"]["missing"] == [{"name": "KV-8S", "count": 2, "place": "B2"}]
        assert (done["found"]["placed"], done["found"]["beside"]) == (7, 4)

    def test_another_decoder_finds_each_counter_with_its_name_its_label_and_its_place(self, opens: Opens) -> None:
        page = opens("hans")
        save = decoded(bytes(made(page)["bytes"]))
        assert save.commands == ["begin_save", "end_save"], "all else is logged"
        assert shown(save) == sorted(
            [
                *[("4-6-7 1sq", "I1/2", "K20")] * 2, ("Trench", "", "K20"), ("Building Level 1", "", "K20"),
                ("Wnd 8-1", "I1/2", "K20"), ("2-4-7 1hs", "I1/2", "A1"), ("75L AT PaK 40", "", "AA5"),
                *[("50* MTR", "O1/1", "")] * 3, ("4-6-7 1sq", "", ""),
            ]
        )  # fmt: skip
        in_k20 = [each for each in save.counters if hex_at(GEOMETRY, *each.place[1:]) == "K20"]
        names = [each.name for each in sorted(in_k20, key=lambda each: each.height)]
        assert names == ["4-6-7 1sq", "4-6-7 1sq", "Trench", "Building Level 1", "Wnd 8-1"]
        assert len({each.stack for each in in_k20}) == 1
        assert {each.place for each in in_k20} == {save.pieces[in_k20[0].stack].place}
        assert all(each.stack in save.pieces for each in save.counters)

    def test_each_hex_of_a_board_is_where_the_format_has_it(self, opens: Opens) -> None:
        page, luck = opens("hans"), random.Random(3)
        letters = [*ascii_uppercase, *(letter * 2 for letter in ascii_uppercase[:15])]
        hexes = {f"{luck.choice(letters)}{luck.randrange(1, 51)}" for _ in range(400)}
        wanted = [WantedCounter(("8-1",), "leader", 1, hex=name, label=f"R{n}/1") for n, name in enumerate(hexes)]
        save = decoded(bytes(made(page, wanted=wanted)["bytes"]))
        assert shown(save) == sorted(("8-1", f"R{n}/1", name) for n, name in enumerate(hexes))

    def test_every_command_is_logged_in_one_step_and_nothing_is_reset(self, opens: Opens) -> None:
        text = made(opens("hans"))["text"]
        begin, end, step = text.split("\x1b", 2)
        assert (begin, end) == ("begin_save", "end_save")
        commands = step.split("\\\x1b")
        assert all(each.startswith("LOG\t") for each in commands)
        assert all(each.startswith("LOG\t+/") for each in commands[1:])
        assert "bd\t" not in text

    def test_the_file_is_an_archive_that_others_open(self, opens: Opens) -> None:
        done = made(opens("hans"), "buildFile")
        with zipfile.ZipFile(io.BytesIO(bytes(done["bytes"]))) as file:
            assert file.testzip() is None
            assert {*file.namelist()} == {"savedGame", "moduledata", "savedata"}
            raw, about = file.read("savedGame"), file.read("moduledata").decode()
        key = int(raw[5:7], 16)
        assert bytes(byte ^ key for byte in bytes.fromhex(raw[7:].decode())).decode() == done["text"]
        assert "<name>VASL</name>" in about
        assert "<version>6.6.4</version>" in about
        assert "<VassalVersion>3.7.1</VassalVersion>" in about

    def test_a_module_becomes_a_log_to_download_and_nothing_is_sent(self, opens: Opens) -> None:
        page, asked = opens("hans"), list[str]()
        page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
        assert chosen(page, module(*SLOTS)) == "made"
        expect(page.locator("[data-missing] li").first).to_be_visible()
        with page.expect_download() as download:
            page.locator("[data-made] a").click()
        assert download.value.suggested_filename == "refit-room-set-up-german.vlog"
        with zipfile.ZipFile(download.value.path()) as file:
            assert "savedGame" in file.namelist()
        assert all(each.startswith(("GET http://", "GET blob:")) for each in asked)
        own = [each for each in asked if "/live/" not in each]  # which a page asks now and then, whatever is on it
        assert all("/static/" in each or each.startswith("GET blob:") for each in own), own
        page.locator("#vasl-board").select_option("")
        expect(page.locator("[data-vasl-set-up] output")).to_contain_text("0 counters in their hexes", timeout=30_000)

    def test_counters_of_an_extension_are_found_with_it_and_after_it(
        self, opens: Opens, supplied: PlayedCampaign
    ) -> None:
        page = opens("hans")
        own = {c.name: c.kind for c in supplied.view("hans").mine.counters if c.fate == "ready"}
        slots = [
            slot(f"x1:{n}" if n % 2 else n, f"{name}{SIZES.get(kind, '')}", "german")
            for n, (name, kind) in enumerate(own.items())
        ]
        whole, more = module(*slots[::2]), extension(*slots[1::2])
        lines = page.locator("[data-missing] li")
        assert chosen(page, module(*slots)) == "made"
        least = lines.count()
        assert chosen(page, whole) == "made"
        alone = lines.count()
        assert alone > least
        assert chosen(page, more, name="later.vmdx") == "made", "it is added to the module chosen before"
        expect(lines).to_have_count(least)
        assert chosen(page, whole, more) == "made"
        expect(lines).to_have_count(least)
        page.reload()
        for content, others, said in (
            (more, (), "empty"),
            (whole, (extension(*slots, of="Another game"),), "module"),
            (whole, (module(*slots),), "several"),
            (whole, (b"nothing",), "zip"),
            (whole, (extension(*slots[1::2], of="", any_module=True),), "made"),
            (whole, (extension(),), "made"),
        ):
            assert chosen(page, content, *others) == said

    def test_each_file_that_is_no_module_gets_a_sentence_of_its_own(self, opens: Opens) -> None:
        page, game = opens("hans"), SaveGame()
        files = {
            "zip": bytes(20 * 2**20),
            "game": game.file(),
            "module": module(*SLOTS, name="Another game"),
            "empty": module(),
            "broken": archive({"buildFile.xml": b"<a><b></a>"}),
            "much": archive({"buildFile.xml": bytes(60 * 2**20)}),
        }
        said = {}
        for state, content in files.items():
            assert chosen(page, content) == state
            said[state] = page.locator("[data-vasl-set-up] output").inner_text()
            expect(page.locator("[data-made]")).to_be_hidden()
        assert len(set(said.values())) == len(files)

    def test_the_same_module_can_be_chosen_again_and_without_a_network_that_is_said(self, opens: Opens) -> None:
        page, says = opens("hans"), "[data-vasl-set-up] output"
        page.route("**/setup-worker*.js", lambda route: route.abort())
        assert chosen(page, module(*SLOTS)) == "network"
        expect(page.locator(says)).to_contain_text("There is no network")
        page.unroute("**/setup-worker*.js")
        with page.expect_file_chooser() as chooser:
            page.locator("#vasl-module").click()
        chooser.value.set_files({"name": "a.vmod", "mimeType": "application/zip", "buffer": module(*SLOTS)})
        expect(page.locator(f"{says}[data-state=made]")).to_be_attached(timeout=30_000)
        assert page.locator("#vasl-module").evaluate("field => (field.click(), field.value)") == ""
        page.route("**/setup-worker*.js", lambda route: route.fulfill(body="nothing that is read ("))
        assert chosen(page, module(*SLOTS)) == "browser"
