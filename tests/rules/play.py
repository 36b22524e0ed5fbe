"""A driver that plays On Track to Orsha without a server."""

from __future__ import annotations

from typing import Any

from rules.asl.steps.aftermath.front_lines import LINE
from rules.asl.steps.aftermath.map_lines import UNIT_ENTRIES
from rules.systems.oto2.rule_data import DATA
from rules.systems.oto2.state import GERMAN, RUSSIAN, SIDES
from rules.systems.oto2.system import SYSTEM
from tests.rules.driver import Cup, Driver, data_of

REPORT = {"lvp": 6, "cvp_german": 44, "cvp_russian": 70, "evp": 3, "turn": 7, "rain": False, "note": ""}


class Game(Driver):
    """A campaign in play."""

    system = SYSTEM
    line = ("elr", "san", "fpp", "ledger", "areas")

    def blank(self, field: Any) -> Any:
        fires = DATA.step_texts["burnt"].labels["burnt"]
        if field.kind != "text" or field.name in ("locations", *UNIT_ENTRIES, *fires) or field.name.startswith(LINE):
            return field.value
        return "A1" if "hex" in field.label else "No wind"

    def report(self, task: Any) -> dict[str, Any]:
        return {**REPORT, **self.reports.get(self.public.date, {})}


def rows(text: str) -> dict[str, dict[str, int]]:
    """A basket from "I1*2 O1+2 I3-1": numbers after *, extras after +, those that arrive the other way after -."""
    found: dict[str, dict[str, int]] = {}
    for word in text.split():
        head, _, alt = word.partition("-")
        head, _, extra = head.partition("+")
        name, _, number = head.partition("*")
        found[name] = {"n": int(number or 1), "alt": int(alt or 0), "extra": int(extra or 0)}
    return found


__all__ = ["GERMAN", "RUSSIAN", "SIDES", "SYSTEM", "Cup", "Game", "data_of", "rows"]
