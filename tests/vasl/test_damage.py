"""Damaged saves: each is read or refused, and no part of a password or of what a player typed is told or posted.

REFIT_FUZZ says how many there are (400 unless told); the figure for thousands stands in bench/README.md.
"""

from __future__ import annotations

import base64
import os
from typing import Any

import pytest

from rules.asl.vasl.rows import VaslReport
from tests.players import founding, table
from tests.rosters.conftest import supplied
from tests.vasl.damage import damaged, parts_of_secrets
from tests.vasl.test_browser import Opens, opens
from tests.vasl.writer import ESC, MAP, OURS, THEIRS, Piece, SaveGame, archive, hex_of, nest

__all__ = ["founding", "opens", "supplied", "table"]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(6, among="what VASL writes"),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
FILES, AT_ONCE = int(os.environ.get("REFIT_FUZZ", "400")), 200
READ = """async (files) => {
  const [{ Save }, { Unreadable }, { Layout }, { readCounters }, { makeReport }] = await Promise.all(
    ["save", "limits", "boards", "counters", "report"].map((name) => import(`/static/js/vasl/${name}.js`)));
  const done = [];
  for (const each of files) {
    try {
      const save = await Save.open(new Blob([Uint8Array.from(atob(each), (letter) => letter.charCodeAt(0))]));
      const counters = readCounters(save, new Layout(save.boards));
      const { body, aside, unread, own } = makeReport(counters, save, "german", { ge: "german", ru: "russian" });
      done.push({ body: own ? JSON.stringify(body) : "", aside: own ? aside : [], unread, wrong: "" }); // as the worker
    } catch (error) {
      done.push({ body: "", aside: [], unread: 0, wrong: error instanceof Unreadable ? "" : String(error.stack) });
    }
  }
  return done;
}"""


def test_no_damage_makes_a_password_stand_in_what_is_told(opens: Opens) -> None:
    page, parts, read = opens("hans"), list(parts_of_secrets()), 0
    for first in range(0, FILES, AT_ONCE):
        seeds = range(first, min(FILES, first + AT_ONCE))
        done: Any = page.evaluate(READ, [base64.b64encode(damaged(seed)).decode() for seed in seeds])
        for seed, each in zip(seeds, done, strict=True):
            assert each["wrong"] == "", seed
            told = " ".join([each["body"], *each["aside"]])
            assert [part for part in parts if part in told] == [], seed
            if each["body"]:
                VaslReport.model_validate_json(each["body"])
                read += 1
    assert read > FILES / 2, "most are read"


def _told(opens: Opens, *commands: str) -> Any:
    """What is told of a game of these commands and of a German counter that the Russian hides nothing of."""
    game = SaveGame()
    game.stack(hex_of(0, 1), Piece("4-6-7 1sq", "german"), Piece("Whatsit", "german", hidden=OURS))
    game.stack(hex_of(4, 1), Piece("HMG", "russian", hidden=THEIRS), Piece("8-0", "russian", hidden=THEIRS))
    text = ESC.join(["begin_save", *game.commands, game.board, *commands, "end_save"])
    (done,) = opens("hans").evaluate(READ, [base64.b64encode(archive({"savedGame": text.encode()})).decode()])
    return done


def _piece(number: int, types: list[str], states: list[str], where: str = f"{MAP};500;500") -> str:
    return f"+/{number}/{nest([*types, 'piece;;;x;Thing'])}/{nest([*states, where])}"


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(f"bd\t0\t0\t{THEIRS}\tVER\t1\t", id="board"),
        pytest.param(f"+/7/piece;;;x;{THEIRS}/{MAP};500;500", id="name"),
        pytest.param(f"+/7/piece;;;x;4-6-7 1sq {OURS}/{MAP};500;500", id="behind factors"),
        pytest.param(f"+/7/piece;;;x;Whatsit PLAYER\t{THEIRS}\tIvan\tAllied/{MAP};500;500", id="players"),
        pytest.param(f"+/7/piece;;;x;Thing {THEIRS[:9]}/{MAP};500;500", id="half of it"),
    ],
)
def test_a_password_is_told_by_no_name(opens: Opens, command: str) -> None:
    done = _told(opens, f"PLAYER\t{THEIRS}\tIvan Ivanow\tAllied", command)
    assert "4-6-7" in done["body"]
    assert "Whatsit" in done["body"]
    for part in (OURS[:6], THEIRS[:6], "Ivan"):
        assert part not in done["body"]


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(_piece(7, ["conceal;C;q;ru", "PROP;Owner"], ["null;"]), id="a state is lost"),
        pytest.param(_piece(7, ["conceal;C;q;ru"], ["null;", "x"]), id="a state too many"),
        pytest.param(_piece(7, [], []) + "/more", id="a part too many"),
        pytest.param(f"+/7/piece;;;x;Thing;more/{MAP};500;500", id="a field too many"),
        pytest.param(f"+/7/piece;;;x;Thing\\\tmore/{MAP};500;500", id="another level's separator"),
    ],
)
def test_a_torn_counter_is_counted_and_not_posted(opens: Opens, command: str) -> None:
    whole, torn = _told(opens, _piece(7, [], [])), _told(opens, command)
    assert ("Thing" in whole["body"], "Thing" in torn["body"]) == (True, False)
    assert torn["unread"] == whole["unread"]


def test_a_trait_of_no_name_that_holds_a_password_hides(opens: Opens) -> None:
    seen, hidden = (_told(opens, _piece(7, ["hixe;H;Hide"], [state])) for state in ("null", THEIRS))
    assert ("Thing" in seen["body"], "Thing" in hidden["body"]) == (True, False)


def test_what_may_lie_below_a_torn_question_mark_is_not_named(opens: Opens) -> None:
    piece, question = Piece("Thing", "russian"), f"+/8/concealment;{THEIRS};ru\tpiece;;;x;?/\t{MAP};500;500\tmore"
    stack = f"+/9/stack/{MAP};500;500;7;8"
    open_one = _told(opens, piece.command(7, (MAP, 500, 500)), stack)
    below = _told(opens, piece.command(7, (MAP, 500, 500)), question, stack)
    loose = _told(opens, piece.command(7, (MAP, 500, 500)), question)
    assert ["Thing" in each["body"] for each in (open_one, below, loose)] == [True, False, False]


def test_in_a_damaged_file_no_name_of_the_others_is_told_but_those_of_a_rulebook(opens: Opens) -> None:
    stacks = SaveGame(number=50)
    stacks.stack(hex_of(3, 3), Piece("Thing", "russian"), Piece("9-1", "russian"), Piece("Nobody's"))
    whole, torn = (_told(opens, *stacks.commands, *more) for more in ((), (_piece(7, [], []) + "/more",)))
    assert ["Thing" in whole["body"], "Nobody's" in whole["body"]] == [True, True]
    assert ["Thing" in torn["body"], "Nobody's" in torn["body"]] == [False, False]
    assert '"9-1"' in torn["body"]
    assert torn["body"].count('"hex":"D3"') == whole["body"].count('"hex":"D3"'), "each is still a row"
