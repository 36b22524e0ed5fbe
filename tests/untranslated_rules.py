"""What the games say in English in every language: what stands in events, and names of the print.

A journal is the same in every language, so a sentence with names and numbers in it that a handler wrote into an event
stays as it was written. Names of counters, groups and places stay as they are printed.
"""

from __future__ import annotations

import ast
import csv
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from campaigns.management.commands.makemessages import messages_of_rules

ROOT = Path(__file__).parent.parent
RULES = ROOT / "rules"
LEDGER = ROOT / "campaigns" / "ledger"
VERIFIERS = (LEDGER / "verify_campaign.py",)
"""What the published scripts find is shown on a page too; they run by themselves, without Django or `rules/`."""
IN_EVENTS: dict[str, tuple[str, ...]] = {
    "rules/dice.py": ("the first die counts tens",),
    "rules/asl/reinforcements/reveal.py": ("no roll for a leader",),
    "rules/asl/counter_fields.py": ("own observer", "assault engineer", "mortar team"),
    "rules/asl/manual_changes.py": ("added by hand",),
    "rules/asl/steps/aftermath/escape_rolls.py": ("crew eliminated", "left behind in ?", "? (no. ?), who is ?"),
    "rules/asl/steps/aftermath/personnel.py": (
        "set free, ?",
        "? shoots its prisoners",
        "? sets its prisoners free",
        "? set free",
    ),
    "rules/asl/steps/aftermath/remounting.py": ("? goes to a ?",),
    "rules/asl/steps/crews.py": ("of the ?",),
    "rules/asl/steps/renewal/arms.py": ("not repaired, ?", "given to ?, ?", "? for the ? of ?"),
    "rules/asl/steps/renewal/captured_equipment.py": (
        "captured weapon, ?",
        "? becomes a wreck",
        "?, main armament",
        "?, MG ?",
    ),
    "rules/asl/steps/renewal/equipment.py": ("burnt-out wreck, ?", "armament removed, ?"),
    "rules/asl/steps/renewal/removal.py": ("?, casualty reduction",),
    "rules/systems/oto2/arrival.py": ("Minefield hex ?AP ?AT", "assault engineer"),
    "rules/systems/oto2/rule_data.py": ("reaches ? hexes",),
    "rules/systems/oto2/steps/forces.py": ("? for ?, ? or less", "OtO Aircraft 12"),
    "rules/systems/oto2/steps/purchase.py": ("note f", "notes h, i", "note o"),
    "rules/systems/votg/steps/forces.py": ("? for a leader",),
}
"""By module what its handlers write into events, with a sign for each value, and rules that are notes."""
NOTATION = ("DR", "dr", "CPP", "FPP", "CVP", "VP", "no.", "given")
"""How rolls and points are written, in any language."""
NAMED = ("name", "rows", "title")
"""Keys of names in data: counters and groups keep theirs."""


def without_sentences(text: str) -> str:
    """A text less all that a game says in English, the longest sentences first."""
    small = text.casefold()
    for sentence in _sentences():
        if sentence in small:
            text = re.sub(rf"(?<![^\W\d_]){re.escape(sentence)}s?(?![^\W\d_])", " ", text, flags=re.I)
            small = text.casefold()
    return text


@cache
def _sentences() -> list[str]:
    """Everything the games say in English, the longest first, in small letters."""
    written = (*NOTATION, *(piece for texts in IN_EVENTS.values() for text in texts for piece in text.split("?")))
    written = (*written, *_of_the_scripts())
    found = {" ".join(text.split()).strip(" .,:;()–—").casefold() for text in (*written, *_names())}
    return sorted((text for text in found if re.search(r"[^\W\d_]", text)), key=len, reverse=True)


def _of_the_scripts() -> Iterator[str]:
    """The strings of the published scripts, and what stands between their values."""
    for path in VERIFIERS:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for piece in (node.value, *re.split(r"\{[^}]*\}|[\n;*]", node.value)):
                    yield from (piece, piece.partition(" ")[2])  # a value may end within a word: "{side}s control"


def _names() -> Iterator[str]:
    """The strings in the data of the games that are no messages, and those of charts with what they are made of."""
    messages = messages_of_rules()
    for path in sorted(RULES.rglob("*.toml")):
        texts = _texts(tomllib.loads(path.read_text()))
        yield from (text for text, name in texts if name or text not in messages)
    for path in sorted(RULES.rglob("*.csv")):
        with path.open(newline="") as lines:
            yield from (part for line in csv.reader(lines) for cell in line for part in (cell, *re.split("[;*]", cell)))


def _texts(data: object, name: bool = False) -> Iterator[tuple[str, bool]]:
    """The strings in data, and whether they are what something is called or what a row says."""
    if isinstance(data, str):
        yield data, name
    elif isinstance(data, dict):
        yield from (each for key, part in data.items() for each in _texts(part, name or key in NAMED))
    elif isinstance(data, list):
        yield from (each for part in data for each in _texts(part, name))
