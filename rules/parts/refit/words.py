"""The words of steps: shared code says what is done, a game's data/course.toml what it is called and by which rule.

A step's table there has `rule`, `title`, `help`, `button`, `passes` (said when it asks nothing) and whatever its module
asks for beside them; `rules` names further paragraphs by a key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.parts.stages import Handler, Place, StepSpec

Words = Mapping[str, Mapping[str, Any]]
"""A game's words by the key of the step."""

_SPOKEN_AN = re.compile(r"8|1[18](?![0-9])")

D = TypeVar("D", bound=Place, contravariant=True)


@dataclass(frozen=True)
class Deed(Generic[D]):
    """A step before it has words: what it asks of a desk (None: nothing, it passes by itself), what it takes."""

    key: str
    task: Callable[[D], Any | None]
    takes: Mapping[str, Handler[D]]


def rule_of(words: Words, key: str, part: str = "") -> str:
    """The rule number of a step, or that of a part of it where the words name one."""
    said = words[key]
    return str(said.get("rules", {}).get(part, said["rule"]))


def an(name: str) -> str:
    """A counter's name with the article it is spoken with: a 7-0, an 8-0."""
    return f"an {name}" if _SPOKEN_AN.match(name) else f"a {name}"


def bind(words: Words, deeds: Iterable[Deed[D]]) -> tuple[StepSpec[D], ...]:
    """The steps that `deeds` become under a game's words."""
    return tuple(_step(words[deed.key], deed) for deed in deeds)


def _step(said: Mapping[str, Any], deed: Deed[D]) -> StepSpec[D]:
    return StepSpec(deed.key, said["rule"], said["title"], said["help"], deed.task, deed.takes, said.get("passes", ""))
