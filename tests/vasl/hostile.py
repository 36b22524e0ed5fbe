"""Games as hostile as the format allows, each with how many counters are in it; written from the format alone.

Traits of every name around a counter, none or a hundred of them, lists in lists, cards in decks, stacks in stacks and
in themselves, numbers that are none, pieces cut off anywhere, archives and letters of every kind. Nobody hides
anything: so all there is must be told of, as a counter or as one that was not understood.
"""

from __future__ import annotations

import io
import random
import zipfile
import zlib
from dataclasses import dataclass, field

ESC = "\x1b"
MAPS = ("Main Map", "Map0", "Casualties", "Reserve", "A map; of / one's own")
BITS = (
    "\t",
    "/",
    ";",
    ",",
    "+",
    "\\",
    "'",
    "''",
    "\\\\",
    "a",
    "0",
    "-1",
    "null",
    "é",
    "Ж",
    "戦",
    "😀",
    " ",
    "\x07",
    "",
)
NUMBERS = ("0", "-1", "600", "1e3", "600.5", "99999999999999999999", "NaN", "", "٣", " 7", "+5", "0x10", "null", "-0")
TRAITS = ("emb;", "emb2;", "label;", "PROP;", "mark;", "rotate;", "turr;", "moved;", "immob;", "replace;", "placemark;",
    "placeDM;", "report;", "translate;", "submenu;", "hideCmd;", "macro;", "info;", "sendto;", "setprop;", "clone;",
    "delete;", "footprint;", "prototype;", "nosuch;", "ｆullwidth;", ";", "stacks", "decks", "+", "LOG", "null",
    "__proto__;",
)  # fmt: skip
"""Names of traits, of which none hides a counter."""
NAMES = ("Thing", "", "constructor", "a/b;c,d+e", "it's", "'q'", "\\head", "tail\\", "x" * 300, "4-6-7 1sq",
    "broken 4-6-7", "9-1", "LMG", "99-99-99 9sq", "戦車 97", "<img src=x onerror=alert(1)>", "\u202eesrever",
    "{0} %s ${x}", "stack", "null",
)  # fmt: skip

NOISE = ("", "D/none/x", "-/none", "M/none/x", "bd\t0\t0\tOWN\t0\t0\t-1\t-1\tVER\t1\t", "bd\t", "INFO\t", "OBA/+/",
    "GlobalProperty\t",
)  # fmt: skip


def joined(tokens: list[str], delimiter: str) -> str:
    """Tokens as VASSAL writes them."""
    return delimiter.join(_token(each, delimiter) for each in tokens)


def _token(token: str, delimiter: str) -> str:
    escaped = token.replace(delimiter, "\\" + delimiter)
    ends = token[-1:] == "\\" or token[:1] == "\\"
    return f"'{escaped}'" if ends or (token[:1] == "'" and token[-1:] == "'") else escaped


@dataclass
class HostileGame:
    """A game in the making: its commands, how many counters are in it, and how many of them are cut off."""

    luck: random.Random
    commands: list[str] = field(default_factory=list)
    counters: int = 0
    own: int = 0
    torn: int = 0
    cuts: bool = False
    numbers: list[str] = field(default_factory=list)

    def some_text(self, most: int = 8) -> str:
        """Letters and delimiters as they come."""
        return "".join(self.luck.choice(BITS) for _ in range(self.luck.randrange(most)))

    def number(self) -> str:
        """The name of a piece: VASSAL gives one of its own to a piece without."""
        luck = self.luck
        if luck.random() < 0.1:
            return "null"
        odd = luck.choice(("", "-", "a;b/", "ж", "__proto__", "@"))
        self.numbers.append(f"{odd}{len(self.numbers) + 1}")
        return self.numbers[-1]

    def place(self) -> list[str]:
        """A map and a point of it."""
        luck = self.luck
        point = [str(luck.randrange(420, 2_000)) if luck.random() < 0.7 else luck.choice(NUMBERS) for _ in "xy"]
        return [luck.choice(MAPS), *point]

    def piece(self) -> str:
        """Add a counter, or a part of one; its name."""
        luck, number = self.luck, self.number()
        nation, image = luck.choice(("ge", "ge", "ru", "", "jp")), luck.choice(("", "ge/x", "ru/x.gif", "veh/x"))
        types, states = self.traits(nation)
        types.append("piece;" + joined(["", "", image, luck.choice(NAMES)], ";"))
        rest = luck.choice(([], [""], ["5"], ["5", "0"], ["5", "1", self.some_text(), self.some_text()]))
        states.append(joined([*self.place(), *rest], ";"))
        kind, state = _nest(types), _nest(states)
        self.counters += 1
        if self.cuts and luck.random() < 0.15:
            kind, state = self.cut(kind, state)
            self.torn += 1
        else:
            self.own += (nation or image[:2]) == "ge"
        self.commands.append("+/" + joined([number, kind, state], "/"))
        return number

    def traits(self, nation: str) -> tuple[list[str], list[str]]:
        """Types and states around a counter."""
        luck, number = self.luck, self.luck.choice((0, 1, 3, 8, 20, 100))
        types, states = [], []
        for _ in range(number):
            name = luck.choice(TRAITS)
            fields = [self.some_text() for _ in range(luck.choice((0, 1, 5, 17, 30)))]
            if name == "emb2;":
                fields = [*["x"] * 15, self.some_text(), joined(["", "broken +", "+ vca"], ","), *fields]
            types.append((name + joined(fields, ";")).replace("hide;", "").replace("conceal", ""))
            states.append(luck.choice((self.some_text(), luck.choice(NUMBERS))))
        if nation:
            types.append(f"conceal;C;{nation}/q;{nation}")
            states.append("null;")
        return types, states

    def cut(self, kind: str, state: str) -> tuple[str, str]:
        """A piece of which the end of its type is lost, or its states, or all."""
        way = self.luck.choice(("type", "type", "states", "nothing"))
        if way == "type":
            return kind[: self.luck.randrange(max(1, kind.rfind("piece;")))], state
        return (kind, f"{state}\tmore") if way == "states" and "\t" in kind else ("", "")

    def stack(self) -> None:
        """Add counters on each other, or what only looks so."""
        luck = self.luck
        members = [self.piece() for _ in range(luck.choice((1, 2, 3, 9)))]
        if luck.random() < 0.2:
            return
        number = self.number()
        members += luck.choice(([], [], ["@@1"], ["no such piece"], [number], [""], members[:1], self.numbers[:1]))
        luck.shuffle(members)
        where = luck.choice((self.place(), self.place(), self.place()[:1], ["null"]))
        state = joined([*where, *members], ";")
        if luck.random() < 0.15:
            kind, state = (
                "deck;false;" + self.some_text().replace("\t", ""),
                joined([*self.place(), "false", ",".join(members)], ";"),
            )
        else:
            kind = "stack"
        self.commands.append("+/" + joined([number, kind, state], "/"))

    def text(self) -> str:
        """All of it, as deep in lists of commands as it comes."""
        luck, commands = self.luck, self.commands
        for _ in range(luck.randrange(6)):
            words = self.some_text()
            odd = luck.choice((*NOISE, f"CHAT{words}", f"NOTES\t{words}", f"NEW\t{words}"))
            commands.insert(luck.randrange(len(commands) + 1), odd)
        for _ in range(luck.randrange(12)):
            first = luck.randrange(len(commands))
            last = first + luck.randrange(2, 30)
            if len(commands[first:last]) > 1:
                inner = joined(commands[first:last], ESC)
                commands[first:last] = [luck.choice(("", "LOG\t")) + inner]
        return joined(["begin_save", *commands, luck.choice(("end_save", ""))], ESC)

    def file(self) -> bytes:
        """The bytes of it, in one of the forms and one of the archives that hold it."""
        luck, key, out = self.luck, self.luck.randrange(1, 256), io.BytesIO()
        plain = self.text().encode()
        turned = bytes(byte ^ key for byte in plain)
        packed = bytes(byte ^ key for byte in zlib.compress(plain))
        obfuscated = f"{key:02x}{turned.hex()}"
        game = luck.choice(
            (
                plain,
                b"VOBS%c" % key + turned,
                f"!VCSK{obfuscated}".encode(),
                f"!VCSK{obfuscated.upper()}".encode(),
                f"!VCSZ{key:02x}{packed.hex()}".encode(),
            )
        )
        with zipfile.ZipFile(out, "w") as archive:
            archive.comment = luck.choice((b"", b"x" * 60_000, "ж".encode()))
            for name in luck.sample(("images/", "ж.png", "savedata", "x" * 300, "moduledata"), luck.randrange(5)):
                archive.writestr(name, b"<data><name>VASL</name></data>")
            entry = zipfile.ZipInfo("savedGame", (1980, 1, 1, 0, 0, 0))
            entry.extra, entry.comment = luck.choice((b"", b"\x99\x99\x02\x00ab")), luck.choice((b"", b"PK\x01\x02"))
            way = luck.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
            archive.writestr(entry, game, compress_type=way, compresslevel=luck.choice((0, 1, 9)))
        return out.getvalue()


def _nest(texts: list[str]) -> str:
    inner = texts[-1]
    for text in reversed(texts[:-1]):
        inner = joined([text, inner], "\t")
    return inner


def hostile_game(seed: int, most: int = 12) -> HostileGame:
    """A game that is the same for the same seed."""
    game = HostileGame(random.Random(seed), cuts=seed % 2 == 1)
    for _ in range(1 + game.luck.randrange(most)):
        game.stack()
    return game
