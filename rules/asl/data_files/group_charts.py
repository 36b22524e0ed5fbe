"""What the purchase charts of a refit game hold: groups that can be bought, and the support weapons they bring."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from rules.engine.data_files import DataRow
from rules.tables import NonEmpty


def _units(text: object) -> object:
    """`HMG*2;.50 cal*1` as names with numbers; a name without a number has 0: Full and Depleted say how many."""
    if not isinstance(text, str):
        return text
    match = (re.fullmatch(r"(.*?)(?:\*(\d+))?", part.strip()) for part in text.split(";"))
    return tuple((part[1], part[2] or "0") for part in match if part)


class GroupChartRow(DataRow):
    """A reinforcement group that can be bought; what does not apply to it is None or empty."""

    KEY = ("id",)

    id: Annotated[str, Field(pattern=r"^[A-Z]+[0-9]+$")]
    name: NonEmpty
    units: Annotated[tuple[tuple[NonEmpty, Annotated[int, Field(ge=0)]], ...], BeforeValidator(_units)]
    kind: NonEmpty
    price: int = Field(ge=0)
    full: int | None = Field(default=None, ge=1)
    depleted: int | None = Field(default=None, ge=0)
    notes: Annotated[tuple[NonEmpty, ...], BeforeValidator(lambda text: tuple(str(text).split()))] = ()
    date_max: int = Field(ge=0)
    cg_max: int = Field(ge=0)
    size: Literal["company", "platoon", "section", ""] = ""
    elite: bool = False
    kv: bool = False
    mineroller: bool = False
    variant: str = ""


class WeaponRow(DataRow):
    """Support weapons of a group: `sure` of them, and one more on a dr of `chance` or less (None: no more).

    `chance_depleted_example` is the number for a Depleted group where the book's example differs from its text.
    """

    KEY = ("rg", "weapon")

    rg: NonEmpty
    weapon: NonEmpty
    sure: int = Field(ge=0)
    chance: int | None = Field(default=None, ge=1, le=6)
    chance_depleted_example: int | None = Field(default=None, ge=0, le=6)
