"""Saves as nobody should write them: each is read or refused with a sentence, and what is read the server takes."""

from __future__ import annotations

import base64
import io
import random
import struct
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Page

from rules.asl.vasl.names import Names
from rules.asl.vasl.rows import VaslReport
from rules.asl.vasl.text import Whose, read_text
from rules.contract import Refused
from tests.players import founding, table
from tests.rosters.conftest import supplied
from tests.vasl import writer
from tests.vasl.test_browser import Opens, opens
from tests.vasl.writer import CASUALTIES, ESC, FORMS, MAP, OURS, Piece, SaveGame, archive, hex_of, nest, secrets

__all__ = ["founding", "opens", "supplied", "table"]
ODD_NAMES = (
    "", "?", "x" * 200, "😀" * 60, "x" + "😀" * 60, "\u202eturned", "a\x07b\nc", "constructor", "__proto__", "null",
    "@@layer", "'quoted'", "\\back", "tail\\", "6\\+1", "broken broken broken 4-6-7 1sq", "3-4-6 1sq",
    "Half-hex Pink perimeter",
)  # fmt: skip
LAYERS = ["emb2;" + ";".join("a" * 15) + ";i;n", "emb;;;;;;;;;;", "conceal;", "concealment;", "obs;;", "piece;"]
ODD_COMMANDS = (
    "D/1001/", "D/1001//", "D/1001/x/y", "M/1001", "M/1003/null/1/1", "M/1001/Main Map/abc/1e9", "-/", "+/", "+/1",
    "+/1/stack", "+/9/stack/null;1001;1002", "+/9/stack/Main Map;1;1;9;9", "bd\t\t\t", "bd\t0\t0\trr\t",
    "bd\ta\tb\tconstructor\t1\t2\t3\t4\tZOOM\t.\t",
    "bd\t0\t0\t__proto__\t0\t0\t999999999\t999999999\tVER\tZOOM\t999999999\t", "INFO", "INFO\t", "INFO\t\t\t5", "OBA/",
    "OBA/+/1", "OBA/+/1/,,,", "GlobalProperty\t", "GlobalProperty\t;AxisCVP;99999999", "LOG\t", "LOG\tLOG\tLOG\t+/7",
    "NEWCMD/7", "PLAYER\t", "+/79/emb2;;;;/9999999999",
    f"+/80/{nest(LAYERS)}/{nest(['99999', '-99', 'x;', '', 'a;b', 'Main Map;500;500'])}",
)  # fmt: skip
BOARDS = (SaveGame.board, "bd\t0\t0\trVotG\t9\t9\t900\t-1\tVER\t1\tZOOM\t1.5\tbd\t1\t0\t05\t")
READ = """async (files) => {
  const [{ Save }, { Unreadable }, { Layout }, { readCounters }, { makeReport }] = await Promise.all(
    ["save", "limits", "boards", "counters", "report"].map((name) => import(`/static/js/vasl/${name}.js`)));
  const wrong = [], said = [], bodies = [];
  for (const each of files) {
    const bytes = Uint8Array.from(atob(each), (letter) => letter.charCodeAt(0));
    try {
      const save = await Save.open(new Blob([bytes]));
      const counters = readCounters(save, new Layout(save.boards));
      bodies.push(JSON.stringify(makeReport(counters, save, "german", { ge: "german", ru: "russian" }).body));
      said.push("read");
    } catch (error) {
      said.push(error instanceof Unreadable ? error.code : "");
      if (!(error instanceof Unreadable)) wrong.push(String(error.stack));
    }
  }
  return { wrong, said, bodies };
}"""


def _read(page: Page, *files: bytes) -> Any:
    done = page.evaluate(READ, [base64.b64encode(each).decode() for each in files])
    assert done["wrong"] == []
    for body in done["bodies"]:
        VaslReport.model_validate_json(body)
    return done


def _odd(seed: int) -> Iterator[SaveGame]:
    """Games with odd counters, commands, boards and places."""
    luck = random.Random(seed)
    for _ in range(60):
        game = SaveGame(board=luck.choice(BOARDS))
        for _ in range(12):
            pieces = [
                Piece(
                    luck.choice(ODD_NAMES),
                    luck.choice(["german", "russian", ""]),
                    hidden=luck.choice(["", "a", "b;c"]),
                    concealed=luck.choice(["", "a", "b;c"]),
                    label=luck.choice(["", "I1/2", "'q'", "a\tb"]),
                )
                for _ in range(luck.randrange(1, 5))
            ]
            far = luck.choice([600, 5_000, 90_000_000])
            game.stack(
                (luck.choice([MAP, "Map0", CASUALTIES, "Other"]), luck.randrange(far), luck.randrange(far)), *pieces
            )
        for _ in range(6):
            game.commands.insert(luck.randrange(len(game.commands)), luck.choice(ODD_COMMANDS))
        yield game


@pytest.mark.browser
@pytest.mark.sampled(6, among="what VASL writes")
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
class TestInTheBrowser:
    def test_odd_counters_are_read_and_the_server_takes_what_is_posted(self, opens: Opens) -> None:
        files = [game.file(FORMS[n % 4]) for n, game in enumerate(_odd(1))]
        assert set(_read(opens("hans"), *files)["said"]) == {"read"}

    def test_a_counter_nobody_understands_is_posted_as_it_is_called(self, opens: Opens) -> None:
        game = SaveGame()
        game.stack(
            hex_of(0, 1), *(Piece(name, "german") for name in ("Whatsit", "constructor", "Ding-an-sich", "4-6-7 1sq"))
        )
        (body,) = _read(opens("hans"), game.file())["bodies"]
        report = VaslReport.model_validate_json(body)
        assert [row.name for row in report.own] == ["Whatsit", "constructor", "Ding-an-sich", "4-6-7"]
        assert {row.hex for row in report.own} == {"A1"}

    def test_archives_that_are_more_or_less_than_a_save(self, opens: Opens) -> None:
        whole, text = secrets().file(), ESC.join(["begin_save", *secrets().commands, "end_save"])
        encrypted, other_method, zip64, lying = bytearray(whole), bytearray(whole), bytearray(whole), bytearray(
            archive({"savedGame": b"begin_save" + bytes(5_000_000)})
        )  # fmt: skip
        at = encrypted.find(b"PK\x01\x02")
        encrypted[at + 8] |= 1
        other_method[at + 10] = 99
        end = zip64.rfind(b"PK\x05\x06")
        zip64[end + 8 : end + 20] = b"\xff" * 12
        at = lying.find(b"PK\x01\x02")
        lying[at + 24 : at + 28] = struct.pack("<I", 60_000)
        local = io.BytesIO()
        entry = zipfile.ZipInfo("savedGame")
        with zipfile.ZipFile(local, "w") as file, file.open(entry, "w", force_zip64=True) as content:
            content.write(text.encode())
        deep = "x"
        for _ in range(60):
            deep = writer.sequence(["LOG\t" + deep, "y"], ESC)
        files = {
            "encrypted": (bytes(encrypted), "newer"),
            "a method nobody writes": (bytes(other_method), "newer"),
            "zip64": (bytes(zip64), "newer"),
            "zip64 entries that are small": (local.getvalue(), "read"),
            "a size that is not true": (bytes(lying), "much"),
            "packed twice": (archive({"savedGame": writer.obfuscated(bytes(60_000_000), "packed")}), "much"),
            "another module": (archive({"savedGame": text.encode(), "moduledata": b"<name>Other</name>"}), "module"),
            "module of no text": (archive({"savedGame": text.encode(), "moduledata": b"\xff\xfe<"}), "broken"),
            "another encoding": (archive({"savedGame": text.encode("utf-16")}), "broken"),
            "with a byte order mark": (archive({"savedGame": b"\xef\xbb\xbf" + text.encode()}), "read"),
            "logs in logs": (archive({"savedGame": ("begin_save" + ESC + deep).encode()}), "much"),
            "more counters than a game": (archive({"savedGame": _counters(30_000)}), "much"),
            "more of one side than can be posted": (archive({"savedGame": _counters(6_000)}), "much"),
            "more commands than a game": (archive({"savedGame": ESC.join(["begin_save"] * 210_000).encode()}), "much"),
            "nothing": (b"", "zip"),
            "a comment that looks like an end": (_commented(whole, b"PK\x05\x06" + bytes(40)), "read"),
            "a comment as long as can be": (_commented(whole, b"PK\x05\x06" * 16_383), "read"),
            "something behind the archive": (whole + b"\r\n", "read"),
            "the game in a folder": (archive({"save/savedGame": text.encode()}), "game"),
            "the game under another name": (archive({"SAVEDGAME": text.encode()}), "game"),
            "entries of other letters": (archive({"savedGame": text.encode(), "ж😀": b"", "é": b""}), "read"),
        }  # fmt: skip
        said = _read(opens("hans"), *(content for content, _ in files.values()))["said"]
        assert dict(zip(files, said, strict=True)) == {name: code for name, (_, code) in files.items()}

    def test_a_long_log_is_played_through(self, opens: Opens) -> None:
        game = writer.many(400)
        moved = ((1001 + n % 480, 500 + n % 900, 500 + n % 300) for n in range(4_000))
        game.steps = [f"LOG	M/{piece}/Main Map/{x}/{y}/null/Main Map/1/1/null/p" for piece, x, y in moved]
        assert _read(opens("hans"), game.file())["said"] == ["read"]

    def test_only_the_own_draw_pile_is_told(self, opens: Opens) -> None:
        game = secrets()
        game.commands += [f"OBA/+/2/{OURS},typed text,6,3,x", "OBA/+/3/nobody known,typed,1,1"]
        (body,) = _read(opens("hans"), game.file())["bodies"]
        hints = VaslReport.model_validate_json(body).hints
        assert hints == {"Axis CVP": "12", "Turn": "5", "SAN and ELR": "3 4 ?", "OBA 2": "6 3"}
        assert "typed" not in body


def _commented(whole: bytes, comment: bytes) -> bytes:
    """An archive with a comment behind it."""
    return whole[:-2] + struct.pack("<H", len(comment)) + comment


def _counters(number: int) -> bytes:
    """The text of a game with so many counters of one side in a place."""
    nested = nest(["conceal;C;q;ge", "piece;;;x;4-6-7 1sq"]) + "/" + nest(["null;", "Main Map;500;500"])
    return ESC.join(["begin_save", *(f"+/{n}/{nested}" for n in range(number))]).encode()


WORDS = (
    "4-6-7 1sq", "broken ", "K20", "K٢٠", ": ", ", ", "(I1/2)", "(I١/٢)", "Building Level ٣", "Building Level 2", "DM",
    "?", "LMG(?)", "Trench", "Casualties", "\n", "\r", "\x85", "\u2028", "😀", "\ud800", "(", ")", "Wnd ", "-B-1",
    "ZZZZ99", "ZZZZZ100", "x" * 90, "\x00",
)  # fmt: skip
MARKERS = "DM, Pin, CX, TI, Melee, Encircled, Disrupt, Bog, Stun, Shock, UK, Recall, Low Ammo, Immob"


def test_an_odd_text_is_read_or_refused() -> None:
    luck, whose = random.Random(1), Whose(Names(["4-6-7"], {}), [Names(["4-4-7"], {})])
    texts = ["".join(luck.choice(WORDS) for _ in range(luck.randrange(1, 40))) for _ in range(3_000)]
    texts += ["K1: " + "broken " * 30 + "4-6-7 1sq", f"K1: {MARKERS}, 4-6-7 1sq"]
    read = 0
    for text in texts:
        with suppress(Refused):
            read_text(text, whose)
            read += 1
    assert 0 < read < len(texts)
