"""Hostile games: no error, each counter is told of, each of one's own is a row, each that is cut off is counted.

REFIT_FUZZ says how many there are (120 unless told); the figure for thousands stands in bench/README.md.
"""

from __future__ import annotations

import base64
import os
from typing import Any

import pytest

from tests.players import founding, table
from tests.rosters.conftest import supplied
from tests.vasl.hostile import hostile_game
from tests.vasl.test_browser import Opens, opens
from tests.vasl.writer import MAP, Piece, SaveGame, hex_of

__all__ = ["founding", "opens", "supplied", "table"]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(6, among="what VASL writes"),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
GAMES, AT_ONCE = int(os.environ.get("REFIT_FUZZ", "120")), 60
READ = """async (files) => {
  const [{ Save }, { Layout }, { readCounters }, { makeReport }] = await Promise.all(
    ["save", "boards", "counters", "report"].map((name) => import(`/static/js/vasl/${name}.js`)));
  return Promise.all(files.map(async (each) => {
    try {
      const save = await Save.open(new Blob([Uint8Array.from(atob(each), (letter) => letter.charCodeAt(0))]));
      const counters = readCounters(save, new Layout(save.boards));
      const { read, unread, own } = makeReport(counters, save, "german", { ge: "german", ru: "russian" });
      return { read, unread, own, wrong: "" };
    } catch (error) {
      return { wrong: String(error.stack) };
    }
  }));
}"""


def test_what_is_read_and_what_is_not_understood_are_all_there_is(opens: Opens) -> None:
    page = opens("hans")
    for first in range(0, GAMES, AT_ONCE):
        games = {seed: hostile_game(seed) for seed in range(first, min(GAMES, first + AT_ONCE))}
        done: Any = page.evaluate(READ, [base64.b64encode(game.file()).decode() for game in games.values()])
        for (seed, game), told in zip(games.items(), done, strict=True):
            assert told["wrong"] == "", seed
            assert told["own"] == game.own, seed
            assert told["unread"] >= game.torn, seed
            if not game.torn:  # else what may lie below another side's counter is covered (ADR 39)
                assert told["read"] == game.counters, seed


def test_counters_without_a_name_of_their_own_are_told_apart(opens: Opens) -> None:
    game = SaveGame()
    for number, name in enumerate(("4-6-7 1sq", "9-1", "LMG")):
        _, x, y = hex_of(number, 1)
        game.commands.append(Piece(name, "german").command(0, (MAP, x, y)).replace("+/0/", "+/null/", 1))
    page = opens("hans")
    (told,) = page.evaluate(READ, [base64.b64encode(game.file()).decode()])
    assert (told["read"], told["own"], told["unread"]) == (3, 3, 0)
