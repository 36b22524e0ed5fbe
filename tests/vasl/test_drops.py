"""Files dropped on the set-up of Valor of the Guards and on the Perimeter, and files that are none of a campaign's."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection
from playwright.sync_api import Browser, Page, expect

from campaigns.models import JournalEntry
from rules.asl.steps.setup.lots import lots
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, start_played
from tests.vasl.test_browser import SIZES, page_opener
from tests.vasl.test_filling import filled, wizard
from tests.vasl.writer import EDGE, MAP, OURS, THEIRS, Piece, Place, SaveGame, archive, hex_of, obfuscated

pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(1, among="map and VASL"),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
At = Callable[[PlayedCampaign, str], Page]
DROP = """([bytes, name]) => {
  const data = new DataTransfer();
  data.items.add(new File([Uint8Array.from(bytes)], name));
  const box = document.querySelector("[data-vasl]");
  box.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


@pytest.fixture
def at(browser: Browser, live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch) -> At:
    """Somebody of a campaign has his refit page before him."""
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    cookie = django_settings.SESSION_COOKIE_NAME
    return lambda table, name: page_opener(browser, live_server.url, table, "refit-home", cookie)(name)


def dropped(page: Page, content: bytes, name: str = "set-up.vsav") -> None:
    """Drop a file on the page, which sends it by itself."""
    with page.expect_navigation():
        page.evaluate(DROP, [[*content], name])


def of_votg(column: int, number: int) -> Place:
    """The middle of a hex on the board of Valor of the Guards (rules/systems/votg/data/vasl.toml)."""
    lower = 64.44 / 2 if column % 2 else 0
    return MAP, EDGE + round(37 + 56.225 * column), EDGE + round(32.22 + 64.44 * (number - 1) + lower)


def test_a_set_up_of_valor_of_the_guards_is_dropped_and_placed(at: At) -> None:
    table = start_played(system="votg", map=practice_map("votg"))
    table.play_until("ivan", "setup")
    entries = JournalEntry.objects.count()
    squads = (each for each in lots(table.view("ivan").ctx) if each.counters[0].kind == "squad")
    lot = next(each for each in squads if not each.counters[0].name.startswith("NKVD"))  # VASL writes these otherwise
    squad = lot.counters[0].name
    game = SaveGame(board="bd\t0\t0\tVotG\tVER\t1.0\t")
    game.stack(of_votg(10, 20), Piece(f"{squad}{SIZES['squad']}", "russian"))
    game.stack(of_votg(12, 21), Piece(f"{squad}{SIZES['squad']}", "russian", hidden=THEIRS))
    game.stack(of_votg(5, 3), Piece("10-3", "german", hidden=OURS), Piece("Whatsit", "russian"))
    page, bodies = at(table, "ivan"), list[str]()
    page.on("request", lambda request: bodies.append(request.post_data or ""))
    dropped(page, game.file())
    said = page.locator("#messages").inner_text()
    assert "filled in from VASL" in said
    assert "Not understood: 1 × Whatsit (F3)" in said, "shown, not dropped"
    assert "campaign's map" not in said
    value = page.locator(f"[name='{lot.field}']").input_value()
    assert "K20" in value
    if len(lot.counters) > 1:
        assert "M21" in value
    assert JournalEntry.objects.count() == entries, "nothing is recorded"
    assert not any(word in body for body in bodies for word in (OURS, THEIRS, "10-3"))
    page.locator("#task-form button[value=enter]").first.click()
    page.wait_for_load_state()
    assert page.locator(".refusal").count() == 0


@pytest.fixture
def lined() -> PlayedCampaign:
    """The Germans are at the Perimeter."""
    table = start_played(map=practice_map())
    table.paints("hans", "A1-G60")
    table.play_until("hans", "perimeter")
    return table


def test_a_file_dropped_on_the_perimeter_says_where_units_are(at: At, lined: PlayedCampaign) -> None:
    squad = next(c for c in lined.view("hans").ctx.mine.on_hand if c.kind == "squad")
    game = SaveGame()
    game.stack(hex_of(15, 9), Piece(f"{squad.name}{SIZES['squad']}", "german"))
    game.stack(hex_of(17, 8), Piece("4-4-7 1sq", "russian"), Piece("SECRET", "russian", hidden=THEIRS))
    page = at(lined, "hans")
    dropped(page, game.file())
    assert page.locator("[name=mmc_at]").input_value() == "P9"
    assert page.locator("[name=enemy_at]").input_value() == "R8"
    assert "SECRET" not in page.content()


def test_the_perimeter_is_filled_in_by_text_without_scripts(lined: PlayedCampaign) -> None:
    squad = next(c for c in lined.view("hans").ctx.mine.on_hand if c.kind == "squad")
    page = filled(wizard(lined, "hans"), vasl_text=f"P31: {squad.name} 1sq\nR33: 4-5-8 1sq")
    assert (page.form.fields["mmc_at"], page.form.fields["enemy_at"]) == ("P31", "R33")


def test_each_odd_file_gets_its_sentence_on_a_form_and_nothing_is_sent(
    at: At, lined: PlayedCampaign, tmp_path: Path
) -> None:
    page, sent = at(lined, "hans"), list[str]()
    page.on("request", lambda request: sent.append(request.method))
    rival, nothing = SaveGame(), 100 * 2**20
    rival.stack(hex_of(0, 1), Piece("4-4-7 1sq", "russian"), Piece("9-1", "german", hidden=THEIRS))
    rival.stack(hex_of(0, 2), Piece("6-2-8 1sq", "russian", hidden=THEIRS))
    (tmp_path / "plain.vsav").write_bytes(bytes(nothing))
    files = {
        "zip": b"no zip at all",
        "game": archive({"buildFile": b"<x/>"}),
        "module": SaveGame(module="Another game").file(),
        "newer": archive({"savedGame": b"!VCX9 something"}),
        "much": archive({"savedGame": bytes(nothing)}),
        "broken": archive({"savedGame": b"!VCSK5azz"}),
        "side": rival.file(),
        "much ": archive({"savedGame": obfuscated(b"begin_save" + bytes(nothing), "packed")}),
        "much  ": None,
    }
    says, typed, said = page.locator("[data-vasl] output"), page.locator("[name=mmc_at]"), set()
    typed.fill("Q30")
    for state, content in files.items():
        path = tmp_path / ("plain.vsav" if content is None else f"{len(content)}.vsav")
        if content is not None:
            path.write_bytes(content)
        page.locator("#vasl-file").set_input_files(path)
        expect(says).to_have_attribute("data-state", state.strip(), timeout=30_000)
        said.add(says.inner_text())
    assert len(said) == 7
    assert all(len(each) > 20 for each in said)
    assert typed.input_value() == "Q30", "nothing typed is lost"
    assert page.locator("#vasl-file").count() == 1


def test_a_save_of_another_map_says_so_and_is_a_draft_alone(at: At, lined: PlayedCampaign) -> None:
    squad = next(c for c in lined.view("hans").ctx.mine.on_hand if c.kind == "squad")
    game = SaveGame(board="bd\t0\t0\tELSEWHERE\tVER\t1.0\t")
    game.stack(hex_of(15, 9), Piece(f"{squad.name}{SIZES['squad']}", "german"))
    page, entries = at(lined, "hans"), JournalEntry.objects.count()
    dropped(page, game.file())
    expect(page.locator("#messages")).to_contain_text("This game lies on ELSEWHERE, which is not this campaign's map")
    assert JournalEntry.objects.count() == entries
    none = json.dumps({"format": 1, "own": [{"kind": "squad", "name": "9-9-9", "hex": "P31"}]})
    said = filled(wizard(lined, "hans"), save=none).text
    assert "None of your side's counters is in it" in said
    assert "Not understood: 1 × 9-9-9 (P31)" in said
