"""What a side's points and ELR hang on (12.618 to 12.619), and who is halved around a Counterattack."""

from __future__ import annotations

from collections.abc import Mapping

from rules.parts.rounding import divided
from rules.systems.votg.chart import ChartGroup
from rules.systems.votg.desk import Desk
from rules.systems.votg.state import ATTACK, COUNTERATTACK, GERMAN

# points ----------------------------------------------------------------------------------------


def cpp_facts(desk: Desk) -> Mapping[str, int]:
    """What the CPP table asks beside the day."""
    per = int(desk.book.pack["casualties"]["per"])
    return {"attack_chit": desk.attacked(), "cvp_suffered": per * desk.twenties(suffered(desk))}


def suffered(desk: Desk) -> int:
    """The CVP this side has to its credit: of the scenario before, by ruling once only, and of the refit since."""
    last = max((n for n, record in enumerate(desk.public.dates[: desk.date]) if record.fought), default=-1)
    report = desk.public.dates[last].report if last >= 0 else None
    if report is None or (last < desk.date - 1 and desk.ruling("idle_cvp") == "once"):
        return desk.refit_losses(desk.date - 1)
    return report.cvp_points[desk.side] + desk.refit_losses(*range(last, desk.date))


def received(desk: Desk, points: int) -> int:
    """The points of a roll with the owner's change (CGI-2), halved around a Counterattack (12.6253)."""
    points = max(0, points + desk.book.game.sides[desk.side].cpp_change)
    rules = desk.book.pack["counterattack"]
    return divided(points, int(rules["divisor"]), rules["rounding"]) if desk.side in halved(desk) else points


def halved(desk: Desk) -> tuple[str, ...]:
    """Whose points are halved in this refit."""
    rules = desk.book.pack["counterattack"]
    if desk.in_counterattack:
        return tuple(rules["before_on_last_day" if desk.last_day else "before"])
    after = desk.date > 0 and desk.public.dates[desk.date - 1].kind == COUNTERATTACK
    return tuple(rules["after"]) if after else ()


def support(desk: Desk) -> int:
    """The Support CPP that the German has by a chit shown before this refit."""
    records = (
        desk.on_day_before() if desk.ruling("support_timing") == "last_chit" else desk.public.dates[: desk.date][-1:]
    )
    attacked = any(record.chits.get(GERMAN) == ATTACK for record in records)
    return int(desk.book.pack["support"]["points"]) if attacked else 0


# ELR -------------------------------------------------------------------------------------------


def elr_facts(desk: Desk) -> Mapping[str, int]:
    """What the ELR table asks beside the scenarios counted and the day."""
    chart, rules = desk.book.groups[desk.side], desk.book.pack["elr"]
    bought = [chart[group.rg] for group in desk.groups_of_day_before()]
    companies = [row for row in bought if _is(row, "I", "company")]
    platoons = [row for row in bought if _is(row, "I", "platoon") and row.type not in _no_infantry(desk)]
    return {
        "won": sum(record.winner == desk.side for record in desk.on_day_before()),
        "idle_days": desk.idle_days,
        "elite": sum("elite" in row.effects for row in companies),
        "platoons": divided(len(platoons), int(rules["platoons_per_loss"]), rules["platoons_rounding"]),
        "first_line": sum("first_line" in row.effects for row in companies) + _armor(desk, bought),
        "attack_chit": desk.attacked(),
    }


def _is(row: ChartGroup, letter: str, size: str) -> bool:
    return row.letter == letter and row.size == size


def _no_infantry(desk: Desk) -> list[str]:
    """Types of platoons that don't count as infantry."""
    return list(desk.book.pack["company_maximum"]["platoons_never"])


def _armor(desk: Desk, bought: list[ChartGroup]) -> int:
    """AFV platoons, where this campaign counts them with the first line."""
    sizes = desk.book.reading(desk.book.pack["elr_first_line"], "sizes")
    return sum(_is(row, "A", "platoon") for row in bought) if "afv_platoon" in sizes else 0


def last_idle(desk: Desk) -> int:
    """The line of the last Idle Day, -1 if there was none."""
    idle = (n for n, record in enumerate(desk.public.dates[: desk.date]) if record.idle)
    return max(idle, default=-1)
