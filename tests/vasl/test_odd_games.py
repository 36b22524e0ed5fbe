"""Saves and logs that differ in every part of VASSAL's format: each is read, no counter is lost, no secret told.

REFIT_FUZZ says how many there are (150 unless told); the figure for thousands stands in bench/README.md.
"""

from __future__ import annotations

import base64
import os
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from rules.asl.vasl.rows import VaslReport
from rules.features.saved_games import SavedGame
from tests.players import founding, table
from tests.rosters.conftest import supplied
from tests.rules.play import GERMAN, Game
from tests.vasl.odd_games import OddGame, odd_game
from tests.vasl.test_browser import Opens, bare, opens, reads
from tests.vasl.writer import MAP, OURS, THEIRS, Piece, SaveGame, archive, hex_of, sequence

__all__ = ["founding", "opens", "supplied", "table"]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(6, among="what VASL writes"),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
GAMES = int(os.environ.get("REFIT_FUZZ", "150"))
READ = """async (files) => {
  const [{ Save }, { Layout }, { readCounters }, { makeReport }] = await Promise.all(
    ["save", "boards", "counters", "report"].map((name) => import(`/static/js/vasl/${name}.js`)));
  return Promise.all(files.map(async (each) => {
    try {
      const save = await Save.open(new Blob([Uint8Array.from(atob(each), (letter) => letter.charCodeAt(0))]));
      const counters = readCounters(save, new Layout(save.boards));
      const made = makeReport(counters, save, "german", { ge: "german", ru: "russian" });
      return [JSON.stringify(made.body), made.aside, ""];
    } catch (error) {
      return ["", [], String(error.stack)];
    }
  }));
}"""


def as_shown(names: Iterable[str]) -> Counter[str]:
    """Names as a page has them: without what turns a line round, in one line, cut."""
    cleaned = (re.sub(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", "", " ".join(name.split())) for name in names)
    return Counter(name[:80].strip() or "unnamed" for name in cleaned)


def named(shown: SavedGame) -> set[str]:
    """What a page says the names of."""
    lines = (*shown.unknown, *shown.by_hand, *shown.others, *shown.found)
    return {line.name for line in lines}


def told(game: OddGame, body: str, aside: list[str]) -> None:
    """Assert that the German is told of each counter once, as far as it is his or open, and of none besides."""
    report = VaslReport.model_validate_json(body)
    posted = Counter(row.name for row in (*report.own, *report.enemy, *report.ground))
    assert as_shown(game.seen) <= posted, "shown, not dropped"
    assert as_shown(game.aside) <= Counter(aside)
    for word in (*game.unseen, OURS, THEIRS, "Somebody", "typed"):
        assert word not in body
        assert word not in aside


def test_each_is_read_and_each_counter_is_understood_or_shown(opens: Opens) -> None:
    page, battle = opens("hans"), Game().until("play")
    for first in range(0, GAMES, 50):
        games = [odd_game(seed) for seed in range(first, min(GAMES, first + 50))]
        done: Any = page.evaluate(READ, [base64.b64encode(game.file()).decode() for game in games])
        for game, (body, aside, wrong) in zip(games, done, strict=True):
            assert wrong == ""
            told(game, body, aside)
            shown = battle.system.saved_game(battle.state, GERMAN, body, {})
            assert as_shown(game.seen).keys() <= named(shown), "on the page of the review too"


def test_what_lies_beside_the_map_is_told_on_the_page_and_not_posted(opens: Opens) -> None:
    page, game = opens("hans"), SaveGame()
    game.stack(hex_of(0, 1), Piece("9-1", "german"))
    game.stack((MAP, 50, 900), Piece("Whatsit"), Piece("Whatsit"), Piece("SECRETRESERVE", "russian"))
    game.stack((MAP, 50, 990), Piece("SECRETTHING", hidden=THEIRS), Piece("Wire"))
    assert reads(page, game.file()) == "read"
    said = page.locator("[data-vasl] output").inner_text()
    assert "5 counters read, 2 not understood" in said
    assert "Beside the map, of no side that is known, and not sent: 2 × Whatsit." in said
    assert "SECRET" not in said
    assert "Whatsit" not in bare(page)


def test_a_file_of_a_computer_without_utf_8_is_read(opens: Opens) -> None:

    made = SaveGame()
    made.stack(hex_of(0, 1), Piece("Geschütz", "german"))
    text = sequence(["begin_save", *made.commands, "end_save"], "\x1b")
    ((body, _, wrong),) = opens("hans").evaluate(
        READ, [base64.b64encode(archive({"savedGame": text.encode("cp1252")})).decode()]
    )
    assert wrong == ""
    assert VaslReport.model_validate_json(body).own[0].name == "Geschütz"
