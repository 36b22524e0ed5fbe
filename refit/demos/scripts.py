"""A campaign with a past: what each side answered, and what it lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

Script: TypeAlias = Mapping[str, Mapping[str, object]]
"""The entries of steps, by "<date> <step>" or the step alone."""


@dataclass(frozen=True)
class Past:
    """What was played until now: by side the entries of its steps, and by scenario what each side lost in it.

    `losses` has one mapping a scenario, from the line it belongs to; each gives for a side the names of counters with
    how many were lost. `painted` has for a scenario, by side, the hexes of the practice map that it holds after it.
    `now` is the stage and the line at which the campaign waits. The first side is the founder's.
    """

    name: str
    system: str
    options: Mapping[str, object]
    scripts: Mapping[str, Script]
    losses: Mapping[str, Mapping[str, Mapping[str, int]]]
    painted: Mapping[str, Mapping[str, str]]
    now: tuple[str, str]
