"""The hexes at the edges of the games' boards: each counter in the middle of one is read as in it."""

from __future__ import annotations

from typing import Any

import pytest

from rules import registry
from rules.features.saved_games import HasSavedGames
from tests.players import founding, table
from tests.rosters.conftest import supplied
from tests.vasl.test_browser import Opens, opens

__all__ = ["founding", "opens", "supplied", "table"]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(6, among="what VASL writes"),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
LOST = """async ({ boards, name, turned }) => {
  const { Grid, Layout, hexName } = await import("/static/js/vasl/boards.js");
  const crop = { x: 0, y: 0, width: 0, height: 0 };
  const layout = new Layout([{ column: 0, row: 0, name, turned, crop, zoom: 1 }], boards);
  const grid = new Grid(boards[name]), [{ width, height }] = layout.cells, lost = [];
  const all = Array.from({ length: grid.columns }, (_, column) => column).flatMap((column) =>
    Array.from({ length: grid.rows + column % 2 }, (_, n) => [column, n + 1 - column % 2]));
  for (const [column, number] of all) {
    const { x, y } = grid.centre(column, number), wanted = hexName(column, number);
    const found = turned ? layout.find(400 + width - x, 400 + height - y) : layout.find(400 + x, 400 + y);
    if (found?.hex !== wanted || found.beside) lost.push([wanted, found?.hex ?? "off the board"]);
  }
  return lost;
}"""


def boards() -> dict[str, dict[str, float]]:
    """The geometry of all boards that games are played on, and of one that no game names."""
    systems = (each for each in registry.all_systems().values() if isinstance(each, HasSavedGames))
    return {name: dict(numbers) for each in systems for name, numbers in each.boards.items()} | {"05": {}}


def test_each_hex_of_each_board_is_read_also_in_its_last_column_and_row(opens: Opens) -> None:
    page: Any = opens("hans")
    known = boards()
    assert len(known) > 2
    for name in known:
        for turned in (False, True):
            told = {"boards": known, "name": name, "turned": turned}
            assert page.evaluate(LOST, told) == [], (name, turned)
