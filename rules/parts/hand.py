"""What a commander may enter by hand about his counters, for whoever draws the forms for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class ByHand:
    """The choices of the orders "lose", "mark", "change" and "add"; a mapping gives each key its words.

    The first of `fates` is what becomes of most losses; `hint` says which of them count as casualties, with the rule.
    `first` has for a class of counters those of `marks` that are asked of it before all others.
    """

    fates: Mapping[str, str]
    marks: tuple[str, ...]
    kinds: Mapping[str, str]
    name_length: int
    note_length: int
    most_added: int
    most_worth: int
    hint: str = ""
    first: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
