"""Files of VASL that are damaged in every layer: archive, obfuscation, tree of commands, separators, tokens."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

from tests.vasl.odd_games import odd_game
from tests.vasl.writer import ESC, FORMS, OURS, THEIRS, TYPED, archive, obfuscated, secrets, sequence

SEPARATORS = b"\x1b\t/;\\,'+"
SECRETS = (OURS, THEIRS, *TYPED, "Somebody")
"""What nobody may be told of any file that is made here, however it is damaged."""
SHORTEST = 6
"""The fewest letters of a secret in a row that tell something of it."""


def damaged(seed: int) -> bytes:
    """A file that is the same for the same seed."""
    luck = random.Random(seed)
    form, text = luck.choice(FORMS), _game(luck).encode()
    layer = luck.choice(("zip", "key", "stream", "stream", "commands", "separators", "separators", "passwords"))
    if layer in DAMAGE:
        text = DAMAGE[layer](luck, text)
    game = obfuscated(text, form, luck.randrange(1, 256))
    if layer == "key":
        game = _torn(luck, game, 1 + luck.randrange(3), luck.choice((7, len(game))))
    file = archive({"savedGame": game})
    return _torn(luck, file, 1 + luck.randrange(6), len(file)) if layer == "zip" else file


def parts_of_secrets() -> Iterator[str]:
    """All that must not stand in what is told of a damaged file."""
    for secret in SECRETS:
        for first in range(max(1, len(secret) - SHORTEST + 1)):
            yield secret[first : first + SHORTEST]


def _game(luck: random.Random) -> str:
    """A game with the passwords of both players in its list of players, in hidden counters and in draw piles."""
    if luck.random() < 0.5:
        game = secrets()
        commands = [*game.commands, game.board]
    else:
        odd = odd_game(luck.randrange(2**32))
        commands = [*odd.commands, "bd\t0\t0\tPRACTICE\tVER\t1.0\t", *odd.steps]
    for _ in range(luck.randrange(4)):
        player = sequence(["PLAYER", luck.choice((OURS, THEIRS)), luck.choice(TYPED), "Axis"], "\t")
        commands.insert(luck.randrange(len(commands) + 1), player)
    return sequence(["begin_save", *commands, "end_save"], ESC)


def _torn(luck: random.Random, data: bytes, times: int, until: int) -> bytes:
    """Bytes flipped, cut, doubled and swapped."""
    torn = bytearray(data)
    for _ in range(times):
        at = luck.randrange(max(1, min(until, len(torn))))
        size = luck.choice((1, 1, 2, 8, 60, 700))
        part, other = torn[at : at + size], luck.randrange(len(torn) + 1)
        way = luck.choice(("flip", "bit", "cut", "double", "swap", "move", "end"))
        if way == "flip":
            torn[at : at + 1] = bytes([luck.randrange(256)])
        elif way == "bit":
            torn[at : at + 1] = bytes([torn[at] ^ 1 << luck.randrange(8)]) if at < len(torn) else b""
        elif way == "cut":
            del torn[at : at + size]
        elif way == "double":
            torn[other:other] = part
        elif way == "swap":
            torn[at : at + size], torn[other : other + size] = torn[other : other + size], part
        elif way == "move":
            del torn[at : at + size]
            torn[other:other] = part
        elif luck.random() < 0.2:
            del torn[at:]
    return bytes(torn)


def _stream(luck: random.Random, text: bytes) -> bytes:
    return text[:10] + _torn(luck, text[10:], 1 + luck.randrange(12), len(text))


def _commands(luck: random.Random, text: bytes) -> bytes:
    """Commands lost, doubled, in another order, and run into each other."""
    commands = text.split(b"\x1b")
    for _ in range(1 + luck.randrange(8)):
        at, other = luck.randrange(1, len(commands)), luck.randrange(1, len(commands))
        way = luck.choice(("lose", "double", "swap", "join", "join", "cut"))
        if way == "lose" and len(commands) > 3:
            del commands[at]
        elif way == "double":
            commands.insert(other, commands[at])
        elif way == "swap":
            commands[at], commands[other] = commands[other], commands[at]
        elif way == "join" and len(commands) > 3:
            commands[at - 1 : at + 1] = [luck.choice((b"", b"\t", b"/", b";", b"\\")).join(commands[at - 1 : at + 1])]
        elif way == "cut":
            commands[at] = commands[at][luck.randrange(len(commands[at]) + 1) :]
    return text[:10] + b"\x1b".join(commands)[10:]


def _separators(luck: random.Random, text: bytes) -> bytes:
    """Separators lost, added, doubled, and taken for each other."""
    torn = bytearray(text)
    for _ in range(1 + luck.randrange(24)):
        places = [at for at in range(10, len(torn)) if torn[at] in SEPARATORS]
        at, sign = luck.choice(places), bytes([luck.choice(SEPARATORS)])
        way = luck.choice(("lose", "add", "other", "double"))
        if way == "lose":
            del torn[at]
        elif way == "other":
            torn[at : at + 1] = sign
        else:
            torn[at:at] = sign if way == "add" else torn[at : at + 1]
    return bytes(torn)


def _passwords(luck: random.Random, text: bytes) -> bytes:
    """The surroundings of passwords moved to other places, and damage close to them."""
    torn = bytearray(text)
    for _ in range(1 + luck.randrange(4)):
        places = [found.start() for word in (OURS, THEIRS) for found in re.finditer(word.encode(), bytes(torn))]
        if not places:
            break
        at = max(10, luck.choice(places) - luck.randrange(14))
        part = torn[at : at + luck.randrange(6, 40)]
        names = [found.start() for found in re.finditer(rb"sq|LMG|UNSEEN|;piece|own/1;|PRACTICE|D|9-", bytes(torn))]
        other = max(10, (luck.choice(names) if names else at) + luck.randrange(-3, 4))
        if luck.random() < 0.5:
            torn[other:other] = part
        elif luck.random() < 0.5:
            torn[other : other + len(part)] = part
        else:
            near = max(10, at + luck.randrange(-20, 40))
            torn[near : near + luck.randrange(1, 4)] = luck.choice((b"", b"\t", b";", b"/", b"\x1b", b"x"))
    return bytes(torn)


DAMAGE: dict[str, Callable[[random.Random, bytes], bytes]] = {
    "stream": _stream,
    "commands": _commands,
    "separators": _separators,
    "passwords": _passwords,
}
