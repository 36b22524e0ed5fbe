"""Reads a save or a log of VASL as its format is described, to check by what the browser reads and writes.

Nothing here is shared with the scripts or with the writer of the tests: a mistake in one of them is none here.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

ESC = "\x1b"


def split(text: str, delimiter: str) -> list[str]:
    """A list as VASSAL reads it: an escaped delimiter is data, quotes around a token go."""
    tokens, token = [], ""
    for letter in text:
        if letter != delimiter:
            token += letter
        elif token.endswith("\\"):
            token = token[:-1] + letter
        else:
            tokens.append(token)
            token = ""
    tokens.append(token)
    return [each[1:-1] if len(each) > 1 and each[0] == each[-1] == "'" else each for each in tokens]


@dataclass
class Decoded:
    """A counter or a stack: its traits from the outside in, each as its type and its state."""

    number: str
    types: list[str]
    states: list[str]
    stack: str = ""
    height: int = 0

    @property
    def place(self) -> tuple[str, int, int]:
        """Map and point."""
        board_map, x, y = split(self.states[-1], ";")[:3]
        return board_map, int(x), int(y)

    @property
    def label(self) -> str:
        """What is written on it."""
        return next((state for kind, state in self._traits("label;") if state), "")

    @property
    def gpid(self) -> str:
        """Its number in the module."""
        return split(self.states[-1], ";")[3]

    @property
    def name(self) -> str:
        """The basic name, to which layers that show add their words, or take its place."""
        name = split(self.types[-1].removeprefix("piece;"), ";")[3]
        for kind, state in reversed(list(self._traits("emb2;"))):
            level = int(split(state, ";")[0])
            words = split(split(kind, ";")[16 + 1], ",")
            word = words[level - 1] if 0 < level <= len(words) else ""
            before, plus, after = _divided(word)
            name = f"{before}{name}{after}" if plus else word or name
        return name

    def _traits(self, kind: str) -> Iterator[tuple[str, str]]:
        return (pair for pair in zip(self.types, self.states, strict=True) if pair[0].startswith(kind))


def _divided(word: str) -> tuple[str, bool, str]:
    found = split(word, "+")
    return (found[0], True, found[1]) if len(found) == 2 else (word, False, "")


@dataclass
class DecodedSave:
    """A file: its commands one by one, those of a log's steps apart, and what all of them lay on the maps."""

    commands: list[str]
    logged: list[str]
    pieces: dict[str, Decoded] = field(default_factory=dict)

    @property
    def counters(self) -> list[Decoded]:
        """All pieces but stacks."""
        return [piece for piece in self.pieces.values() if piece.types != ["stack"]]


def decoded(file: bytes) -> DecodedSave:
    """What a file holds that adds counters and does nothing else to them."""
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        all_of_it = list(_commands(_plain(archive.read("savedGame")).decode()))
    save = DecodedSave(
        [text for text, logged in all_of_it if not logged], [text for text, logged in all_of_it if logged]
    )
    for command, _ in all_of_it:
        if command.startswith("+/"):
            number, kind, state = split(command[2:], "/")
            save.pieces[number] = Decoded(number, _nest(kind), _nest(state))
    for stack in [each for each in save.pieces.values() if each.types == ["stack"]]:
        for height, number in enumerate(split(stack.states[0], ";")[3:]):
            save.pieces[number].stack, save.pieces[number].height = stack.number, height
    return save


def hex_at(geometry: dict[str, float], x: int, y: int) -> str:
    """The hex whose middle is nearest to a point of the map that is one whole board; "" beside it."""
    away = {
        (px - x) ** 2 + (py - y) ** 2: name
        for column in range(int(geometry["columns"]))
        for number in range(1, int(geometry["rows"]) + 2)
        for name, px, py in [_middle(geometry, column, number)]
    }
    return away[min(away)] if min(away) < geometry["dx"] ** 2 / 4 else ""


def _middle(geometry: dict[str, float], column: int, number: int) -> tuple[str, int, int]:
    x0, y0, dx, dy = int(geometry["x0"]), int(geometry["y0"]), geometry["dx"], geometry["dy"]
    down = int(dy * (number - 0.5) + 0.5) if column % 2 else int(dy * (number - 1) + 0.5)
    letters = chr(ord("A") + column % 26) * (column // 26 + 1)
    return f"{letters}{number}", 400 + int(dx * column + 0.5) + x0, 400 + down + y0


def _nest(text: str) -> list[str]:
    """A trait, and what is within it."""
    found = []
    while len(parts := [text] if text.startswith("piece;") else split(text, "\t")) > 1:
        outer, text = parts
        found.append(outer)
    return [*found, text]


def _commands(text: str, *, logged: bool = False) -> Iterator[tuple[str, bool]]:
    parts = split(text, ESC)
    if parts != [text]:
        for part in parts:
            yield from _commands(part, logged=logged)
    elif text.startswith("LOG\t"):
        yield from _commands(text[4:], logged=True)
    else:
        yield text, logged


def _plain(raw: bytes) -> bytes:
    if raw.startswith(b"VOBS"):
        return bytes(byte ^ raw[4] for byte in raw[5:])
    if found := re.fullmatch(rb"!VC(SK|SZ)([0-9a-fA-F]{2})((?:[0-9a-fA-F]{2})*)", raw):
        key, text = int(found[2], 16), bytes.fromhex(found[3].decode())
        text = bytes(byte ^ key for byte in text)
        return zlib.decompress(text) if found[1] == b"SZ" else text
    return raw
