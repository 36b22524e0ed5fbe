"""What a commander may enter by hand about his counters, for whoever draws the forms for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class ByHand:
    """The choices of the orders "lose", "change" and "add"; a mapping gives each key its words.

    The first of `fates` is what becomes of most losses; `hint` says which of them count as casualties, with the rule.
    """

    fates: Mapping[str, str]
    marks: tuple[str, ...]
    kinds: Mapping[str, str]
    name_length: int
    note_length: int
    most_added: int
    most_worth: int
    hint: str = ""
