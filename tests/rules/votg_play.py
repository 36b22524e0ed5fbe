"""A driver that plays Valor of the Guards without a server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Self

from rules.asl.counters import Counter
from rules.contract import State
from rules.systems.votg.chart import practice_copy
from rules.systems.votg.state import GERMAN, IDLE_DAY, RUSSIAN, SIDES, DateRecord
from rules.systems.votg.system import SYSTEM
from tests.rules.driver import Cup, Driver, data_of


class Game(Driver):
    """A campaign in play.

    `chits` (by date, German then Russian) and `strikes` (dates that a Counterattack follows, with whether it is by
    night) are what the sides choose where a test does not say it.
    """

    system = SYSTEM
    line = ("elr", "san", "fpp", "ledger", "support", "chit", "recon")

    def __init__(
        self,
        *,
        chits: Mapping[int, tuple[str, str]] | None = None,
        strikes: Mapping[int, bool] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(**more)
        self.chits = dict(chits or {})
        self.strikes = dict(strikes or {})

    def said_of_paper(self, task: Any) -> dict[str, Any]:
        """Where nothing is said of a day it was an Idle Day."""
        idle = {f.name: IDLE_DAY for f in task.fields if f.required and f.name.startswith("kind_")}
        return super().said_of_paper(task) | idle

    def told(self, **changes: Any) -> Self:
        """Change the public room from outside, such as `chits=0`."""
        self.state = replace(self.state, public=replace(self.state.public, **changes))
        return self

    def record(self, number: int, **changes: Any) -> Self:
        """Change the public record of a date from outside, such as `weather="Overcast"`."""
        dates = self.state.public.dates
        return self.told(dates=(*dates[:number], replace(dates[number], **changes), *dates[number + 1 :]))

    def stands(self, stage: str, *records: DateRecord) -> Self:
        """Stand at the beginning of `stage` on the last of these dates, with all that the first one gave both sides."""
        begun = replace(self.public, dates=records, date=len(records) - 1, stage=stage, finished=())
        rooms = {key: replace(room, lines=(room.now,) * len(records), at=0) for key, room in self.state.sides.items()}
        self.state = State(begun, rooms)
        return self

    def has(self, side: str, *rows: tuple[str, str] | tuple[str, str, tuple[str, ...]], **more: Any) -> Self:
        """Give a side counters by class, name and conditions; `more` goes for each."""
        start = len(self.room(side).counters) + 1
        made = [Counter(n, r[0], r[1], marks=r[2] if len(r) > 2 else (), **more) for n, r in enumerate(rows, start)]
        return self.put(side, counters=(*self.room(side).counters, *made))

    def chosen(self, side: str, current: Any) -> dict[str, Any]:
        date = self.public.date
        if current.spec.key in ("initiative", "support"):
            chit = self.chits.get(date, ("idle", "idle"))[side == RUSSIAN]
            options = {key for field in current.task.fields for key, _ in field.options}
            return {"chit": chit} if chit in options else {}
        if current.spec.key == "counterattack" and date in self.strikes:
            return {"strike": "night" if self.strikes[date] else "yes"}
        return {}

    def blank(self, field: Any) -> Any:
        if field.kind != "text" or field.name in ("locations", "location", "note", "wind"):
            return field.value
        return "A1" if "hex" in field.label else ""

    def report(self, task: Any) -> dict[str, Any]:
        start = {field.name: GERMAN if field.name == "winner" else field.value for field in task.form.fields}
        said = {key: value for key, value in self.reports.get(self.public.date, {}).items() if key in start}
        return {**start, **said}


def charts(sheet: str, **changes: Any) -> Any:
    """The practice charts with other entries in every line of a sheet."""
    chart = practice_copy()
    rows = [{**row, **changes} for row in chart["sheets"][sheet]]
    return {**chart, "sheets": {**chart["sheets"], sheet: rows}}


__all__ = ["GERMAN", "RUSSIAN", "SIDES", "SYSTEM", "Cup", "Game", "charts", "data_of"]
