"""Saves and logs that differ in every part of VASSAL's format, with what the German must be told of each counter."""

from __future__ import annotations

import io
import random
import zipfile
from dataclasses import dataclass, field

from tests.vasl.writer import (
    CASUALTIES,
    ESC,
    FORMS,
    MAP,
    NATIONS,
    OURS,
    THEIRS,
    Place,
    hex_of,
    nest,
    obfuscated,
    sequence,
)

BOARD = "bd\t0\t0\tPRACTICE\tVER\t1.0\t"
WORDS = (
    "Whatsit", "Größe 4", "Ding-an-sich", "Танк «Т»", "戦車", "😀 gun", "a/b;c,d", "it's", "'quoted'", "\\head",
    "tail\\", "tab\there", "two\r\nlines", "constructor", "__proto__", "null", "stack", "piece;;;x;y", "-B-1",
    "<b>&amp;</b>", "$pieceName$", "x" * 200, "\u200e\u2067", "1234567890", "6\\+1", "[]{}()", "%s {0}",
    "0", "-", " ", "\x07",
)  # fmt: skip
"""Names of counters that nobody knows."""
UNITS = ("4-6-7 1sq", "*5-4-8 2sq", "2-4-7 1hs", "2-2-8 cr", "9-1", "10-2 AL", "9-2 Commissar", "LMG", "75L AT PaK 40")
DATA = (
    '<?xml version="1.0" encoding="UTF-8"?><data version="1"><version>6.6.4</version><name>VASL</name></data>',
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\r\n<data version="1">\r\n  <version>5.9.2</version>\r\n'
    "  <VassalVersion>3.1.20</VassalVersion>\r\n  <description/>\r\n  <name>\r\n VASL </name>\r\n</data>\r\n",
    '<?xml version="1.0"?><!DOCTYPE data><data version="1"><name lang="en">VASL</name><name>VASL</name></data>',
    "<data version='1'><extra1/><name><![CDATA[VASL]]></name></data>",
    '<data version="2"><version>6.7.0-beta3</version><name>VASL</name><Vassal>3.8</Vassal><x>ä</x></data>',
    "<data/>",
    "",
)  # fmt: skip
"""What versions of VASSAL say of a module, or do not."""
NOISE = (
    "CHAT<x> - 4-6-7 moves A1 -> B2", "CHAT", "NOTES\ta\\\tb", "PNOTES\tx\ty", "SNOTES\tx", "UNMASK\tx",
    "SETUP_STACK\t", "EXT\tbits\t1.0", "PLAYER\ta\tb\tc", "MutableProperty\tx\ty", "TURN\t1", "UNDOtrue", "UNDOfalse",
    "INFO\t\t\t3\t", "GlobalProperty\t;AxisCVP;7;Casualties", "OBA/-/1/", "", "FUTURE\t1;2", "VERSION\t3.9",
    "bd\t", "D/77/x/y",
    "-/77", "M/77/null/0/0/null/null/0/0/null/x",
)  # fmt: skip


@dataclass
class OddGame:
    """A file in the making. `seen` are names that the German is told, `unseen` those that he must never be.

    `aside` are those of no side that lie beside the map: he is told of them, the server is not.
    """

    luck: random.Random
    seen: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    number: int = 100

    def counter(self, place: Place, *, logged: bool = False) -> int:
        """Add a counter of whoever it may be; its id."""
        luck = self.luck
        self.number += 1
        side = luck.choice(("german", "german", "russian", ""))
        known, nation = luck.random() < 0.4, NATIONS.get(side, "")
        hidden = luck.choice(("", "", OURS if side == "german" else THEIRS))
        if known:
            name = luck.choice(UNITS)
        elif hidden == THEIRS or (side == "russian" and place[1] < 400):
            name = f"UNSEEN{self.number}"
        else:
            name = f"{luck.choice(WORDS)} {self.number}" if luck.random() < 0.5 else luck.choice(WORDS)
        traits = self._traits(nation, hidden)
        gpid = luck.choice(([], [1], [1, 0], ["5803", 2, "a;b", "c\td", "e", ""]))
        image = luck.choice(("own/1", "", f"{nation}/x.gif"))
        basic = (f"piece;;;{image};{sequence([name, ''], ';')[:-1]}", sequence([*place, *gpid], ";"))
        types, states = zip(*traits, basic, strict=True)
        text = "+/" + sequence([self.number, nest(types), nest(states)], "/")
        (self.steps if logged else self.commands).append(f"LOG\t{text}" if logged else text)
        if not known:
            self._expect(name, side, hidden, place)
        return self.number

    def _expect(self, name: str, side: str, hidden: str, place: Place) -> None:
        lost = place[0] == CASUALTIES
        if hidden == THEIRS or (side == "russian" and place[1] < 400 and not lost):
            self.unseen.append(name)
        elif side or not (lost or place[1] < 400):
            self.seen.append(name)
        else:
            self.aside.append(name)

    def _traits(self, nation: str, hidden: str) -> list[tuple[str, str]]:
        """Traits in any order and number, of all ages of VASSAL, some of them of no VASSAL yet."""
        luck = self.luck
        label = luck.choice(("", "I1/2", "typed;text", "'q'", "two\nlines", "tail\\"))
        found = [
            ("label;L;Label;9;0,0,0;;b;0;c;0;b;c;$pieceName$ ($label$)", label),
            ("PROP;Owner;false,0,100,true;", luck.choice(("", "Somebody", "ж\t;/"))),
            ("mark;DBCounterType", luck.choice(("unit", "common", ""))),
            (luck.choice(("rotate;6;false;", "rotate;1;true")), luck.choice(("0", "5", "-3.5", ""))),
            ("moved;m/moved;0;0", luck.choice(("false", "true"))),
            (f"novelty{luck.randrange(9)};{luck.choice(WORDS)}", luck.choice(WORDS)),
            ("traitWithoutAnything", ""),
            ("emb2;" + sequence([*["a"] * 15, "own/x,own/y", luck.choice(("", ",", "broken +,", "+ x,y"))], ";"), "-1"),
            ("emb;B;Break;;;;;0;0;own/a,;own/b,broken +", luck.choice(("1", "-2", "", "0"))),
            ("submenu;Menu;a,b", ""), ("macro;a;b;c", ""), ("report;R", ""), ("immob;x", "false"), ("setprop;", "1;2"),
            ("translate;T;65;0;0", ""), ("sendto;x", ""), ("placemark;x;y", ""), ("replace;Wreck;x;y", ""),
            ("info;", ""), ("prototype;Left over", ""), ("delete;D;68,2", ""), ("clone;C;67,2", ""),
            ("footprint;1", "a;0;;"),
        ]  # fmt: skip
        found = luck.sample(found, luck.randrange(len(found)))
        if nation:
            found.append(
                (f"conceal;C;{nation}/q;{nation}" + luck.choice(("", f";{nation}")), luck.choice(("null;", "null")))
            )
        if hidden:
            found.append((luck.choice(("hide;H;Hide;0,0,0", "HIDE;H;Hide", "hide;")), hidden))
        elif luck.random() < 0.5:
            found.append(("hide;H;Hide;0,0,0", "null"))
        luck.shuffle(found)
        return found

    def stack(self, place: Place, *, logged: bool = False) -> None:
        """Add counters on each other, in one of the ways in which they are so."""
        luck = self.luck
        ids: list[object] = [self.counter(place, logged=logged) for _ in range(luck.choice((1, 1, 2, 5, 12)))]
        self.number += 1
        way = luck.choice(("stack", "stack", "stack", "loose", "layer", "missing", "deck", "nested", "logged"))
        if way == "loose":
            return
        if way == "deck":
            text = f"deck;false;Own;{luck.randrange(9)};x/" + sequence(
                [*place, "false", "true", ",".join(map(str, ids))], ";"
            ).replace("/", "\\/")
        else:
            more: dict[str, list[object]] = {
                "layer": ["@@1"], "missing": [99_999, ""], "nested": [self.number + 1],
            }  # fmt: skip
            text = "stack/" + sequence([*place, *ids, *more.get(way, [])], ";").replace("/", "\\/")
        command = f"+/{self.number}/{text}"
        (self.steps if logged or way == "logged" else self.commands).append(
            f"LOG\t{command}" if way == "logged" or logged else command
        )
        if way == "nested":
            self.number += 1
            self.commands.append(f"+/{self.number}/stack/" + sequence([*place], ";"))

    def text(self) -> str:
        """All of it as a tree of commands, which nests as it likes."""
        luck = self.luck
        commands = [*self.commands, BOARD]
        for _ in range(luck.randrange(8)):
            commands.insert(luck.randrange(len(commands) + 1), luck.choice(NOISE))
        while len(commands) > 3 and luck.random() < 0.6:
            first = luck.randrange(len(commands) - 1)
            last = min(len(commands), first + luck.randrange(2, 9))
            commands[first:last] = [sequence(commands[first:last], ESC)]
        steps = self.steps
        if steps and luck.random() < 0.3:  # steps of one turn in one
            steps = ["LOG\t" + sequence([each.removeprefix("LOG\t") for each in steps], ESC)]
        if steps and luck.random() < 0.5:  # a log that was continued
            steps = [*steps, "begin_save", "end_save", "LOG\t"]
        begin = luck.choice(([], [], [], [""]))
        return sequence([*begin, "begin_save", *commands, luck.choice(("end_save", "end_save", "")), *steps], ESC)

    def _letters(self) -> bytes:
        """The text as VASSAL writes it, or as its first versions did on some computers."""
        text = self.text()
        try:
            return text.encode(self.luck.choice(("utf-8", "utf-8", "utf-8-sig", "cp1252")))
        except UnicodeEncodeError:
            return text.encode()

    def file(self) -> bytes:
        """The archive, with more or less beside the game in it."""
        luck, out, key = self.luck, io.BytesIO(), self.luck.randrange(1, 256)
        game = obfuscated(self._letters(), luck.choice(FORMS), key)
        if luck.random() < 0.3 and game.startswith(b"!VCSK"):
            game = game[:5] + game[5:].upper()
        files = {"savedGame": game, "moduledata": luck.choice(DATA).encode(), "savedata": b"<data/>", "thumb.png": b"x"}
        names = [
            "savedGame",
            *(name for name in ("moduledata", "savedata", "thumb.png", "folder/") if luck.random() < 0.6),
        ]
        luck.shuffle(names)
        with zipfile.ZipFile(_Streamed(out) if luck.random() < 0.5 else out, "w") as file:
            file.comment = b"own" * luck.randrange(3)
            for name in names:
                way = luck.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
                file.writestr(zipfile.ZipInfo(name), files.get(name, b""), compress_type=way)
        return out.getvalue()


class _Streamed(io.RawIOBase):
    """What can't be gone back in, so that sizes stand behind the entries, as Java writes them."""

    def __init__(self, out: io.BytesIO) -> None:
        self._out = out

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        return self._out.write(data)


def odd_game(seed: int) -> OddGame:
    """A game that is the same for the same seed."""
    luck = random.Random(seed)
    game = OddGame(luck)
    board_map = luck.choice((MAP, "Map0", "Another name"))
    for _ in range(1 + luck.randrange(10)):
        _, x, y = hex_of(luck.randrange(12), 1 + luck.randrange(9))
        where = luck.choice(("board", "board", "board", "beside", CASUALTIES))
        place = (board_map, x if where == "board" else 50, y) if where != CASUALTIES else (CASUALTIES, 20, 20)
        game.stack(place, logged=luck.random() < 0.2)
    return game
