"""Where every number of the game comes from: printed, inferred, missing, and the rulings that hang on it."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from rules.engine.data_files import read_toml
from rules.systems.votg.pack import DATA
from rules.systems.votg.state import SIDES
from rules.text import gettext_noop

STATUSES = (gettext_noop("printed"), gettext_noop("inferred"), gettext_noop("missing"))
CONSTANTS = {"pack": "", "fortifications": "works, ", "units": "", "setup": "set-up, ", "shown": ""}
MISSING = "missing"


@dataclass(frozen=True)
class Origin:
    """Entries of one kind that stand alike: what they are, their rule, their status, the rulings they hang on."""

    where: str
    names: tuple[str, ...]
    cite: str
    status: str
    rulings: tuple[str, ...] = ()


@cache
def constants() -> tuple[Origin, ...]:
    """Every datum that is no table, alike ones together."""
    grouped: dict[tuple[str, str, str, tuple[str, ...]], list[str]] = {}
    for where, name, cite, status, hangs in _each():
        grouped.setdefault((where, cite, status, hangs), []).append(name)
    return tuple(
        Origin(where, tuple(dict.fromkeys(name for name in names if name)), cite, status, hangs)
        for (where, cite, status, hangs), names in grouped.items()
    )


def _each() -> Iterator[tuple[str, str, str, str, tuple[str, ...]]]:
    for name, before in CONSTANTS.items():
        for section, content in read_toml(DATA.folder / f"{name}.toml").items():
            if section != MISSING:
                yield from origins(content, before + section.replace("_", " "))
    for row in read_toml(DATA.folder / "reminders.toml")["reminder"]:
        yield "reminders", row["rule"], gettext_noop("each its own"), row["status"], ()
    for side in SIDES:
        with (DATA.folder / f"sw_{side}.csv").open(encoding="utf-8", newline="") as file:
            for line in csv.DictReader(file):
                yield f"{side} weapons", f"{line['rg']} {line['weapon']}", line["cite"], line["status"], ()


def origins(content: object, where: str = "") -> Iterator[tuple[str, str, str, str, tuple[str, ...]]]:
    """What a section says of its origin: itself, its entries, or its parts; as place, name, rule, status, rulings."""
    if isinstance(content, list):
        for entry in content:
            yield from origins(entry, where)
    elif isinstance(content, dict) and "status" in content:
        name = str(content.get("key") or content.get("name") or content.get("rg") or content.get("rule") or "")
        yield where, name, content["cite"], content["status"], tuple(content.get("reading", {}))
        for part in (key.removesuffix("_status") for key in content if key.endswith("_status")):
            cite = str(content.get(f"{part}_cite", content["cite"]))
            yield f"{where}: {part}", name, cite, content[f"{part}_status"], ()
    elif isinstance(content, dict):
        for key, part in content.items():
            yield from origins(part, f"{where} {key}")
