"""Saves in VASL's formats, written here: nothing in them is VASL's own but the shape.

Names of counters are factors of the game or words of our own.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

ESC = "\x1b"
FORMS = ("hex", "raw", "packed", "plain")
MAP, CASUALTIES, EDGE = "Main Map", "Casualties", 400
NATIONS = {"german": "ge", "russian": "ru"}
Place = tuple[str, int, int]


def sequence(tokens: Iterable[object], delimiter: str) -> str:
    """Tokens joined as VASSAL joins them: delimiters escaped, quotes around what would be misread."""
    return delimiter.join(_token(str(each), delimiter) for each in tokens)


def _token(token: str, delimiter: str) -> str:
    escaped = token.replace(delimiter, "\\" + delimiter)
    return f"'{escaped}'" if token[-1:] == "\\" or (token[:1] == "'" == token[-1:]) else escaped


def nest(texts: Sequence[str]) -> str:
    """Traits around traits, the outermost first."""
    inner = texts[-1]
    for text in reversed(texts[:-1]):
        inner = sequence([text, inner], "\t")
    return inner


def hex_of(column: int, number: int) -> Place:
    """Where a counter lies at the centre of a hex of a geomorphic board, A1 being column 0 and number 1."""
    half = 1.0 if column % 2 == 0 else 0.5
    return MAP, EDGE + int(56.25 * column + 0.5), EDGE + int(64.5 * (number - half) + 0.5) + 32


@dataclass(frozen=True)
class Piece:
    """A counter of a save. `hidden`, `concealed` and `question` are the password of whose hand is on it.

    `level` is the state of its `layers`, below 0 for none that shows. `traits` are more around it, the outermost first,
    each as its type and its state.
    """

    name: str
    side: str = ""
    layers: tuple[str, ...] = ()
    level: str = "1"
    hidden: str = ""
    concealed: str = ""
    question: str = ""
    label: str = ""
    owner: str = ""
    traits: tuple[tuple[str, str], ...] = ()

    def command(self, number: int, place: Place) -> str:
        """The command that adds it to a game."""
        nation = NATIONS.get(self.side, "")
        traits = [*self.traits, ("label;L;Label;9;0,0,0;;b;0;c;0;b;c;$pieceName$ ($label$)", self.label)]
        if self.question:
            traits.append((f"concealment;{self.question};{nation}", ""))
        elif nation:
            traits.append((f"conceal;C;{nation}/q;{nation}", f"{self.concealed or 'null'};"))
        traits.append(("hide;H;Hide;0,0,0", self.hidden or "null"))
        traits.append(("PROP;Owner;false,0,100,true;", self.owner))
        traits += [(_layer(name), self.level) for name in self.layers]
        if nation:
            traits.append(("mark;DBCounterType", "unit"))
        traits.append((f"piece;;;own/1;{_token(self.name, ';')}", sequence([*place, 1, 0], ";")))
        types, states = [each for each, _ in traits], [each for _, each in traits]
        return "+/" + sequence([number, nest(types), nest(states)], "/")


def _layer(name: str) -> str:
    fields = [
        "Turn",
        "",
        "T",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "1",
        "false",
        "0",
        "0",
        "own/x",
        sequence([name], ","),
        "true",
        "OWN",
    ]
    return "emb2;" + sequence(fields, ";")


@dataclass
class SaveGame:
    """A game in the making."""

    board: str = "bd\t0\t0\tPRACTICE\tVER\t1.0\t"
    module: str = "VASL"
    commands: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    number: int = 1_000

    def stack(self, place: Place, *pieces: Piece) -> list[int]:
        """Lay counters on each other, the lowest first; their ids."""
        ids = []
        for piece in pieces:
            self.number += 1
            ids.append(self.number)
            self.commands.append(piece.command(self.number, place))
        self.number += 1
        self.commands.append("+/" + sequence([self.number, "stack", sequence([*place, *ids], ";")], "/"))
        return ids

    def file(self, form: str = "hex") -> bytes:
        """The bytes of a .vsav; with `steps`, of a .vlog."""
        text = sequence(["begin_save", *self.commands, self.board, "end_save", *self.steps], ESC)
        about = f'<?xml version="1.0"?><data version="1"><version>6.6.4</version><name>{self.module}</name></data>'
        return archive({"savedGame": obfuscated(text.encode(), form), "moduledata": about.encode()})


def obfuscated(plain: bytes, form: str, key: int = 0x5A) -> bytes:
    """A game's text in one of the FORMS."""
    turned = bytes(byte ^ key for byte in plain)
    packed = bytes(byte ^ key for byte in zlib.compress(plain))
    return {
        "plain": plain,
        "raw": b"VOBS" + bytes([key]) + turned,
        "hex": b"!VCSK%02x" % key + turned.hex().encode(),
        "packed": b"!VCSZ%02x" % key + packed.hex().encode(),
    }[form]


def archive(files: dict[str, bytes]) -> bytes:
    """A zip archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(name, content)
    return out.getvalue()


def slot(gpid: int | str, name: str, side: str = "", *layers: str, kind: str = "unit") -> str:
    """A counter of a module, which uses the prototypes of `module`."""
    nation = NATIONS.get(side, "")
    traits = [("prototype;Common;", ""), *((_layer(each), "-1") for each in layers)]
    if nation:
        traits += [(f"conceal;C;{nation}/q;{nation}", "null;"), ("mark;DBCounterType", kind)]
    traits.append((f"piece;;;own/{gpid};{_token(name, ';')}", "null;0;0;;"))
    command = "+/" + sequence(["null", nest([each for each, _ in traits]), nest([each for _, each in traits])], "/")
    return (
        f'<VASSAL.build.widget.PieceSlot entryName="x" gpid="{gpid}">{escape(command)}</VASSAL.build.widget.PieceSlot>'
    )


def extension(*slots: str, of: str = "VASL", any_module: bool = False) -> bytes:
    """The bytes of an extension of a module with these counters, which may use the module's prototypes."""
    root = f'<VASSAL.build.module.ModuleExtension anyModule="{str(any_module).lower()}" extensionId="x1" module="{of}"'
    element = f'<VASSAL.build.module.ExtensionElement target="">{"".join(slots)}</VASSAL.build.module.ExtensionElement>'
    text = f'{root} moduleVersion="6.6" version="1.0">{element}</VASSAL.build.module.ModuleExtension>'
    return archive({"buildFile": text.encode()})


def module(*slots: str, name: str = "VASL", build_file: str = "buildFile.xml") -> bytes:
    """The bytes of a module with these counters; its prototype stands on another, as in real ones."""
    label = "label;L;Label;9;0,0,0;;b;0;c;0;b;c;$pieceName$ ($label$)"
    common = "+/null/" + sequence([nest(["prototype;Hidden;", label, "piece;;;;"]), nest(["", "", "null;0;0;;"])], "/")
    hidden = "+/null/" + sequence([nest(["hide;H;Hide;0,0,0", "piece;;;;"]), nest(["null", "null;0;0;;"])], "/")
    tag = "VASSAL.build.module.PrototypeDefinition"
    prototypes = "".join(
        f'<{tag} name="{key}">{escape(text)}</{tag}>' for key, text in (("Common", common), ("Hidden", hidden))
    )
    root = f'<VASSAL.launch.BasicModule VassalVersion="3.7.1" name="{name}" version="6.6.4">'
    text = f'<?xml version="1.0"?>\n<!-- own -->\n{root}{prototypes}{"".join(slots)}</VASSAL.launch.BasicModule>'
    return archive({build_file: text.encode(), **{f"images/{n}.png": b"" for n in range(3)}})


OURS, THEIRS = "wort-der-deutschen", "slovo-russkikh"
"""The passwords of the two players."""
TYPED = ("Herr Ungenannt", "my private label", "gospodin Nikto", "their private label", "a note to myself")
UNSEEN = ("8-0-SECRETHIP", "SECRETGUN", "9-2", "SECRETWEAPON", "SECRETMINES", "SECRETCAPTURED", "SECRETRESERVE")
"""What the German must not hear of."""


UPSTAIRS = "8-1"
"""The German's leader who is unhurt."""


def secrets(leader: str = "9-1") -> SaveGame:
    """A game of two players, with everything in it that one of them must not be told; the German's `leader` is hurt."""
    game = SaveGame()
    game.stack(hex_of(0, 1), Piece("4-6-7 1sq", "german", owner=TYPED[0], label=TYPED[1]), Piece("LMG", "german"))
    game.stack(hex_of(0, 2), Piece("4-6-7 1sq", "german", hidden=OURS, label="I1/2"))
    game.stack(
        hex_of(1, 1),
        Piece(leader, "german", ("Wnd +",), concealed=OURS),
        Piece("4-6-7 1sq", "german", ("broken +",)),
        Piece("DM"),
    )
    game.stack(hex_of(1, 2), Piece("Trench", hidden=OURS))
    game.stack(hex_of(2, 1), Piece("4-4-7 1sq", "russian", owner=TYPED[2], label=TYPED[3]))
    game.stack(hex_of(3, 1), Piece("8-0-SECRETHIP 1sq", "russian", hidden=THEIRS))
    game.stack(
        hex_of(3, 2), Piece("6-2-8 1sq", "russian", concealed=THEIRS), Piece("SECRETGUN", "russian", concealed=THEIRS)
    )
    game.stack(hex_of(3, 3), Piece("9-2", "russian"), Piece("SECRETWEAPON"), Piece("?", "russian", question=THEIRS))
    game.stack(hex_of(4, 1), Piece("SECRETMINES", hidden=THEIRS))
    game.stack(hex_of(4, 3), Piece("SECRETCAPTURED", "german", hidden=THEIRS))
    game.stack((MAP, 90, 900), Piece("SECRETRESERVE", "russian"))
    game.stack(hex_of(4, 2), Piece("Stone Rubble"), Piece("Whatsit"))
    game.stack((CASUALTIES, 20, 20), Piece("4-6-8 1sq", "german"), Piece("4-5-8 1sq", "russian"))
    game.stack(hex_of(5, 1), Piece("Building Level 1"), Piece(UPSTAIRS, "german"))
    game.commands += ["GlobalProperty\t;AxisCVP;12;Casualties", f"OBA/+/1/{THEIRS},module,8,2"]
    game.commands += [f"PLAYER\t{OURS}\t{TYPED[0]}\tAxis", f"NOTES\t{TYPED[4]}", "INFO\tAxis\tAxis\t5\t3 \t4 \t?\t"]
    return game


def many(count: int) -> SaveGame:
    """A game of so many counters, each with as many traits as a real one."""
    game, layers = SaveGame(), ("broken +", "Wnd +", "Berserk +", "Fanatic +", "Heroic +") * 2
    for n in range(0, count, 4):
        side = "german" if n % 8 else "russian"
        names = [f"{4 + n % 3}-6-{7 + m % 2} 1sq" for m in range(4)]
        pieces = [
            Piece(name, side, layers, level="-1", label=f"I{1 + n % 9}/{m}", owner=f"player {n}{m}")
            for m, name in enumerate(names)
        ]
        game.stack(hex_of(n // 4 % 30, 1 + n // 4 % 9), *pieces)
    return game
