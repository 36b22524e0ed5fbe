"""A saved game as rows, one for each counter, read by a browser from the file or taken from VASL's text.

A browser posts only the rows of one side's own counters and of what lies open. The posting program may be any: every
entry is checked, and the rows are trusted no further than as a draft of the side's own report.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, FailFast, Field, ValidationError

from rules.contract import Refused
from rules.features.saved_games import LONGEST_SAVED
from rules.text import gettext

MEN = ("squad", "half_squad", "crew", "leader", "hero", "armor_leader")
UNITS = frozenset({*MEN, "vehicle", "gun", "weapon"})
MOST_ROWS, MOST_BYTES, MOST_WORDS = 4_000, LONGEST_SAVED, 12

Kind = Literal[
    "squad", "half_squad", "crew", "leader", "hero", "armor_leader", "vehicle", "gun", "weapon",
    "wreck", "terrain", "control", "marker", "concealment", "other",
]  # fmt: skip
Name = Annotated[str, Field(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]
Hex = Annotated[str, Field(pattern=r"^(-?[A-Z]{1,4}-?[0-9]{1,2})?$")]
Words = Annotated[tuple[Annotated[str, Field(pattern=r"^[A-Za-z -]{1,20}$")], ...], Field(max_length=MOST_WORDS)]
Figure = Annotated[str, Field(pattern=r"^[0-9?]{1,4}( [0-9?]{1,4}){0,7}$")]


class _Posted(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class VaslRow(_Posted):
    """A counter. `conditions` are shown on it, `marked` by a marker above it in its stack. `beside` is the second hex
    of a hexside, `within` has the other side's counters in its stack. It is `lost` if it lies among the casualties,
    `hidden` if its own side has hidden it from the board."""

    kind: Kind
    name: Name
    hex: Hex = ""
    beside: Hex = ""
    level: Annotated[str, Field(pattern=r"^[a-z0-9 -]{0,12}$")] = ""
    conditions: Words = ()
    marked: Words = ()
    lost: bool = False
    hidden: bool = False
    group: Annotated[str, Field(pattern=r"^([A-Z]{1,2}[0-9]{1,2}/[0-9]{1,3})?$")] = ""
    within: Annotated[tuple[Name, ...], Field(max_length=40)] = ()

    @property
    def place(self) -> str:
        """Its Location as pages write it."""
        where = "/".join(filter(None, (self.hex, self.beside)))
        return f"{where}/{self.level}" if self.level.isdigit() else " ".join(filter(None, (where, self.level)))


Rows = Annotated[tuple[VaslRow, ...], Field(max_length=MOST_ROWS), FailFast()]


class VaslReport(_Posted):
    """All that is posted of a saved game.

    `hints` are figures by VASL's names: CVP, turn, SAN and ELR as in the file, and for a draw pile of the side's own
    artillery (`OBA 1`) the black and the red cards left.
    """

    format: Literal[1] = 1
    boards: Annotated[tuple[Name, ...], Field(max_length=200)] = ()
    own: Rows = ()
    enemy: Rows = ()
    ground: Rows = ()
    hints: Annotated[dict[Annotated[str, Field(pattern=r"^[A-Za-z0-9 ]{1,24}$")], Figure], Field(max_length=24)] = {}


def posted_report(text: str) -> VaslReport:
    """The report that a browser posted; raises Refused if it is none."""
    try:
        if len(text) > MOST_BYTES:
            raise ValueError
        return VaslReport.model_validate_json(text)
    except (ValidationError, ValueError) as wrong:
        raise Refused(
            gettext("What this browser read from the file can't be used here."),
            field="save",
            way_out=gettext("Reload the page and choose the file again, or paste VASL's text of the map instead."),
        ) from wrong
