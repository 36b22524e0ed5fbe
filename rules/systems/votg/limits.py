"""How many groups of a row may still be bought, and what bars it: maxima, Entry Codes, light (12.6215 to 12.6217)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.systems.votg.chart import ChartGroup
from rules.systems.votg.desk import Desk
from rules.systems.votg.state import COUNTERATTACK, INITIAL

LIGHT_KNOWN = (INITIAL, COUNTERATTACK)
"""Kinds of scenario of which it is known in the refit before whether they are by night."""


@dataclass(frozen=True)
class Limits:
    """How many of a row were bought `today` and `overall`, how many `may` still be, `most` in the campaign, and why."""

    today: int
    overall: int
    most: int
    may: int
    why: str


def left_of(desk: Desk, row: ChartGroup) -> Limits:
    """Groups given at the beginning never count (12.6216); those of an earlier scenario of the day do."""
    today = sum(group.rg == row.id for group in desk.bought_today())
    overall = sum(group.rg == row.id and not group.given for group in desk.mine.groups)
    most = row.cg_max[desk.public.game]
    if why := barred(desk, row):
        return Limits(today, overall, most, 0, why)
    may = max(0, min(row.daily_max - today, most - overall))
    return Limits(today, overall, most, may, "" if may else f"{today} today, {overall} so far: no more are left")


def barred(desk: Desk, row: ChartGroup) -> str:
    """Why the row can't be bought at all now; "" if it can."""
    if not row.cg_max[desk.public.game]:
        return f"not in CG {desk.public.game}"
    if "initial" in row.effects and not desk.initial:
        return "for the Initial Scenario only"
    if "day" in row.effects and desk.today.night:
        return "not for a night scenario"
    if "night" in row.effects and desk.today.kind in LIGHT_KNOWN and not desk.today.night:
        return "for night scenarios only"
    return _too_early(desk, row)


def _too_early(desk: Desk, row: ChartGroup) -> str:
    """Whether the Entry Code's formation has not come yet."""
    code = desk.book.entry_code(row)
    if code is None:
        return ""
    first = desk.book.comes_on(code)
    days = list(desk.book.days)
    now, start = days.index(desk.today.day), days.index(first)
    if now < start:
        return f"{code['name']} Entry Code: from {desk.book.days[first].name} on"
    if now == start and code.get("from_night") and not desk.today.night:
        return f"{code['name']} Entry Code: from the night of {desk.book.days[first].name} on"
    return ""


def closed(desk: Desk, row: ChartGroup) -> str:
    """Why the row's Entry Code lets it not set up on the map on this day; "" if it does."""
    code = desk.book.entry_code(row)
    if code is None:
        return ""
    on_map = code["on_map"]
    if "edge" not in on_map or on_map["edge"] in desk.public.edges.get(desk.side, ()):
        return ""
    landings = bool(desk.book.reading(code, "landing"))
    if landings and any(landing.serves for landing in desk.public.landings.values()):
        return ""
    return f"not on the map at once without {desk.book.foothold(code)}"
