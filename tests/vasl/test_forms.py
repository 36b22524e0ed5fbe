"""Forms a save may have: logs played on and taken back, old traits, boards in all positions, what players typed."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, replace
from typing import Any

import pytest
from playwright.sync_api import Page

from rules.asl.vasl.rows import VaslReport, VaslRow
from tests.players import founding, table
from tests.rosters.conftest import supplied
from tests.vasl.test_browser import Opens, opens
from tests.vasl.writer import (
    CASUALTIES,
    ESC,
    MAP,
    OURS,
    THEIRS,
    Piece,
    Place,
    SaveGame,
    archive,
    hex_of,
    nest,
    sequence,
)

__all__ = ["founding", "opens", "supplied", "table"]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(6, among="what VASL writes"),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
READ = """async ([letters, boards]) => {
  const [{ Save }, { Layout }, { readCounters }, { makeReport }] = await Promise.all(
    ["save", "boards", "counters", "report"].map((name) => import(`/static/js/vasl/${name}.js`)));
  const save = await Save.open(new Blob([Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0))]));
  const counters = readCounters(save, new Layout(save.boards, boards));
  const made = makeReport(counters, save, "german", { ge: "german", ru: "russian" });
  return [JSON.stringify(made.body), made.read, made.unread];
}"""


@dataclass(frozen=True)
class Told:
    """What is posted of a file, and how many counters of it were read and not understood."""

    body: str
    read: int
    unread: int

    @property
    def report(self) -> VaslReport:
        return VaslReport.model_validate_json(self.body)

    @property
    def own(self) -> dict[str, VaslRow]:
        return {row.name: row for row in self.report.own}


def told(page: Page, game: SaveGame | bytes, boards: dict[str, Any] | None = None) -> Told:
    content = game if isinstance(game, bytes) else game.file()
    return Told(*page.evaluate(READ, [base64.b64encode(content).decode(), boards or {}]))


def moved(piece: int, place: Place, under: int | str = "null") -> str:
    """A step of a log in which a counter, or a stack, comes to lie somewhere."""
    return "LOG\t" + sequence(["M/" + sequence([piece, *place, under, *hex_of(0, 1), "null", "x"], "/")], ESC)


def test_a_counter_that_moved_is_in_the_stack_it_came_to(opens: Opens) -> None:
    page, game = opens("hans"), SaveGame()
    hut, trench = hex_of(2, 2), hex_of(4, 4)
    level, upstairs = game.stack(hut, Piece("Building Level 1"), Piece("9-1", "german"))
    squad, weapon = game.stack(hex_of(0, 1), Piece("4-6-7 1sq", "german"), Piece("LMG", "german"))
    game.stack(trench, Piece("1S Trench"))
    (other,) = game.stack(hex_of(5, 5), Piece("8-0", "german", ("broken +",)))
    (marker,) = game.stack(hex_of(6, 6), Piece("DM"))
    whole = game.number
    game.steps = [moved(squad, hut, upstairs), moved(weapon, hut), moved(other, trench), moved(marker, hex_of(5, 5))]
    own = told(page, game).own
    assert (own["4-6-7"].hex, own["4-6-7"].level) == ("C2", "1"), "above the one it came on"
    assert (own["LMG"].hex, own["LMG"].level) == ("C2", ""), "at the bottom, where nothing is named"
    assert (own["8-0"].level, own["8-0"].marked) == ("trench", ())
    game.steps += [moved(whole, trench), moved(level, hex_of(9, 1))]
    own = told(page, game).own
    assert (own["8-0"].level, own["8-0"].marked) == ("trench", ()), "a marker on the Trench is on what lies below that"
    assert own["9-1"].level == "", "the level is gone"


def test_a_marker_laid_on_a_counter_in_a_log_is_on_it(opens: Opens) -> None:
    page, game = opens("hans"), SaveGame()
    first, second = game.stack(hex_of(1, 1), Piece("9-1", "german", ("broken +",)), Piece("8-1", "german"))
    (marker,) = game.stack(hex_of(6, 6), Piece("DM"))
    game.steps = [moved(marker, hex_of(1, 1), second)]
    assert told(page, game).own["9-1"].marked == ("DM",)
    game.steps += ["UNDOtrue", moved(marker, hex_of(6, 6)), "UNDOfalse", "LOG\t-/" + str(second)]
    own = told(page, game).own
    assert (own["9-1"].marked, own.keys()) == ((), {"9-1"}), "the step was taken back, the other one removed"
    game.steps += [f"LOG\tM/{first}/null/0/0/null/{MAP}/1/1/null/x"]
    assert told(page, game).report.own == (), "taken off the map"


def test_what_befell_a_counter_in_a_log_is_told(opens: Opens) -> None:
    page, game = opens("hans"), SaveGame()
    broken = Piece("4-6-7 1sq", "german", ("broken +",))
    (number,) = game.stack(hex_of(0, 1), broken)
    assert told(page, game).own["4-6-7"].conditions == ("broken",)
    states = [each.command(number, hex_of(0, 1)).rpartition("/")[2] for each in (replace(broken, level="-1"), broken)]
    game.steps = ["LOG\tD/" + sequence([number, *states], "/")]
    assert told(page, game).own["4-6-7"].conditions == ()


def test_an_empty_password_hides_as_another_one(opens: Opens) -> None:
    page = opens("hans")
    game, more = SaveGame(), SaveGame()
    for each in (game, more):
        each.stack(hex_of(0, 1), Piece("9-1", "german"))
    nobody = (("hide;H;Hide;0,0,0", ""),)
    more.stack(hex_of(1, 1), Piece("10-2", "russian", traits=nobody), Piece("SECRETMINES", traits=nobody))
    more.stack(hex_of(1, 2), Piece("SECRETCAPTURED", "german", traits=nobody))
    assert told(page, more) == told(page, game)


def test_what_the_other_side_hides_in_the_stack_says_nothing_of_ones_own_unit(opens: Opens) -> None:
    page, game, more = opens("hans"), SaveGame(), SaveGame()
    mine = (Piece("9-1", "german", ("broken +",)), Piece("LMG", "german"))
    game.stack(hex_of(0, 1), *mine)
    hidden = [Piece(name, hidden=THEIRS) for name in ("Building Level 2", "1S Trench", "DM", "1+5+7 Pillbox")]
    more.stack(hex_of(0, 1), hidden[0], *mine, *hidden[1:], Piece("10-2", "russian", hidden=THEIRS))
    assert told(page, more).body == told(page, game).body
    open_ = SaveGame()
    open_.stack(hex_of(0, 1), Piece("Building Level 2"), *mine, Piece("DM"))
    assert (told(page, open_).own["9-1"].level, told(page, open_).own["9-1"].marked) == ("2", ("DM",))


TYPED = (
    "Fritz Unbekannt",
    "a private note",
    "a public note",
    "a delayed note",
    "bad dice, my friend",
    "typed on it",
    "Ivan S.",
)


def test_nothing_that_anybody_typed_is_posted(opens: Opens) -> None:
    page, game = opens("hans"), SaveGame()
    piece, _ = game.stack(
        hex_of(0, 1), Piece("4-6-7 1sq", "german", label=TYPED[5], owner=TYPED[0]), Piece("LMG", "german", hidden=OURS)
    )
    game.stack(
        hex_of(1, 1),
        Piece("User-Labeled", label=TYPED[5]),
        Piece("4-4-7 1sq", "russian", concealed=THEIRS),
        Piece("?", "russian", question=THEIRS),
    )
    game.commands += [
        f"PLAYER\t{OURS}\t{TYPED[0]}\tAxis",
        f"PLAYER\t{THEIRS}\t{TYPED[6]}\tAllies",
        f"PNOTES\t{TYPED[1]}",
        f"NOTES\t{TYPED[2]}",
        f"SNOTES\t{THEIRS}\t{TYPED[3]}",
        f"CHAT<{TYPED[6]}> {TYPED[4]}",
        "EXT\tmine\t1",
        f"OBA/+/1/{OURS},{TYPED[5]},5,3",
        "MutablePropertyX\ty",
    ]
    game.steps = [f"LOG\tCHAT<{TYPED[0]}> {TYPED[4]}", moved(piece, hex_of(2, 2))]
    done = told(page, game)
    assert done.own["4-6-7"].hex == "C2"
    assert done.report.hints == {"OBA 1": "5 3"}
    for word in (*TYPED, OURS, THEIRS, str(piece)):
        assert word not in repr(json.loads(done.body))


def test_old_traits_are_read_as_those_of_today(opens: Opens) -> None:
    page, game = opens("hans"), SaveGame()
    old = ("emb;B;Break;;;;;0;0;own/a,;own/b,broken +", "2")
    game.stack(("Map0", *hex_of(0, 1)[1:]), Piece("4-6-7 1sq", "german", traits=(old,)))
    game.stack(hex_of(1, 1), Piece("SECRETHIP", "russian", traits=(("HIDE;H;Hide", THEIRS),)))
    game.stack(hex_of(1, 2), Piece("SECRETMASK", "russian", traits=(("obs;77,130;own/q;Mask;", f"{THEIRS};"),)))
    text = ESC.join(["begin_save", *game.commands, game.board, "end_save"])
    done = told(page, archive({"savedGame": text.encode()}))
    assert done.own["4-6-7"].conditions == ("broken",)
    assert [row.name for row in done.report.enemy] == ["?"]
    assert "SECRET" not in done.body


def test_no_window_of_the_game_loses_a_counter_and_the_map_may_have_another_name(opens: Opens) -> None:
    page, game = opens("hans"), SaveGame()
    _, x, y = hex_of(3, 3)
    game.stack(hex_of(0, 1), Piece("9-1", "german"))
    game.stack(("Reserve", x, y), Piece("8-1", "german"), Piece("SECRETRESERVE", "russian"), Piece("SECRETTHING"))
    game.stack(("null", 0, 0), Piece("7-0", "german"))
    done = told(page, game)
    assert {row.name: row.hex for row in done.report.own} == {"9-1": "A1", "8-1": ""}
    assert "SECRET" not in done.body
    other = SaveGame()
    other.stack(("The Map", x, y), Piece("9-1", "german"), Piece("8-1", "german"))
    other.stack((CASUALTIES, x, y), *(Piece("4-6-7 1sq", "german") for _ in range(3)))
    assert {row.name: (row.hex, row.lost) for row in told(page, other).report.own} == {
        "9-1": ("D3", False), "8-1": ("D3", False), "4-6-7": ("", True)
    }  # fmt: skip


def test_layers_in_any_order_and_names_of_all_letters(opens: Opens) -> None:
    page, game = opens("hans"), SaveGame()
    layers = ("+ vca3 tca3 BU", "malf +")
    names = (
        "it's",
        "'quoted'",
        "semi;colon",
        "back\\slash",
        "tail\\",
        "tab\there",
        "Ünïcödé ж 😀",
        "a/b,c",
        "<b>&amp;",
    )
    game.stack(hex_of(0, 1), *(Piece(name, "german") for name in names), Piece("9-1", "german", ("Heroic +", "Wnd +")))
    game.stack(hex_of(0, 2), *(Piece("LMG", "german", layers) for _ in range(60)))
    game.stack(hex_of(0, 3), Piece("", "german"))
    done = told(page, game)
    assert [row.name for row in done.report.own[:9]] == ["tab here" if "tab" in name else name for name in names]
    assert set(done.own["9-1"].conditions) == {"heroic", "wounded"}
    assert sum(row.name == "LMG" and row.conditions == ("malfunctioned",) for row in done.report.own) == 60
    assert done.own["1"].hex == "A3", "a counter without a name goes by its picture"
    assert (done.read, done.unread) == (71, 0)


def test_what_cannot_be_read_is_counted_unless_it_is_hidden(opens: Opens) -> None:
    page, game = opens("hans"), SaveGame()
    game.stack(hex_of(0, 1), Piece("9-1", "german"))
    strange = nest(["hide;H;Hide", "novelty;1"])
    game.commands += [f"+/7/{strange}/{nest(['null', 'x'])}", f"+/8/{strange}/{nest([THEIRS, 'x'])}"]
    game.commands += ["ADDALL/9/piece;;;own/1;Tank", "WINDOW\t12", "+/10/deck;x/null;0;0"]
    assert (told(page, game).read, told(page, game).unread) == (3, 2)


@dataclass(frozen=True)
class Cell:
    """A board in its place. `crop` is x, y, width, height of its picture."""

    column: int
    row: int
    name: str
    turned: bool = False
    crop: tuple[int, int, int, int] = (0, 0, -1, -1)
    zoom: float = 1.0

    @property
    def text(self) -> str:
        words = ["bd", self.column, self.row, ("r" if self.turned else "") + self.name, *self.crop, "VER", "1.0"]
        return "\t".join(map(str, words)) + (f"\tZOOM\t{self.zoom}\t" if self.zoom != 1 else "\t")

    @property
    def size(self) -> tuple[int, int]:
        whole = BOARDS[self.name]["columns"], BOARDS[self.name]["rows"]
        wide = self.crop[2] if self.crop[2] > 0 else round(56.25 * (whole[0] - 1))
        high = self.crop[3] if self.crop[3] > 0 else round(64.5 * whole[1])
        return round(wide * self.zoom), round(high * self.zoom)

    def point(self, column: int, number: int) -> tuple[int, int]:
        """Where the middle of a hex lies within it, by the numbers of a geomorphic board."""
        x = int(56.25 * column + 0.5) - self.crop[0]
        y = int(64.5 * (number - (0.5 if column % 2 else 1)) + 0.5) + 32 - self.crop[1]
        x, y = round(x * self.zoom), round(y * self.zoom)
        return (self.size[0] - x, self.size[1] - y) if self.turned else (x, y)


BOARDS = {name: {"x0": 0, "y0": 32.25, "dx": 56.25, "dy": 64.5, "columns": 33, "rows": 10} for name in ("01", "rome")}
LAYOUTS = (
    (Cell(0, 0, "01", turned=True),),
    (Cell(0, 0, "01", crop=(430, 50, 900, 387)),),
    (Cell(0, 0, "01", turned=True, crop=(430, 50, 900, 387), zoom=2.0), Cell(1, 0, "01")),
    (Cell(0, 0, "01"), Cell(0, 1, "01", turned=True), Cell(1, 0, "01", zoom=0.5), Cell(1, 1, "rome")),
    (Cell(0, 0, "rome"), Cell(1, 0, "rome", turned=True)),
)
HEXES = {"I3": (8, 3), "L4": (11, 4), "M5": (12, 5), "J2": (9, 2)}


@pytest.mark.parametrize("cells", LAYOUTS)
def test_hexes_of_boards_turned_cropped_zoomed_and_side_by_side(opens: Opens, cells: tuple[Cell, ...]) -> None:
    page, game = opens("hans"), SaveGame(board="".join(cell.text for cell in cells))
    wanted = []
    for cell in cells:
        left = 400 + sum(each.size[0] for each in cells if each.row == cell.row and each.column < cell.column)
        top = 400 + sum(each.size[1] for each in cells if each.column == cell.column and each.row < cell.row)
        for name, (column, number) in HEXES.items():
            x, y = cell.point(column, number)
            game.stack((MAP, left + x, top + y), Piece("4-6-7 1sq", "german"))
            wanted.append(name)
    assert [row.hex for row in told(page, game, BOARDS).report.own] == wanted
