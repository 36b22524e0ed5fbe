"""Victory Points (7.4): LVP held, CVP and EVP by the twenty, who won a scenario and who the campaign."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.systems.oto2.book import Book
from rules.systems.oto2.state import GERMAN, RUSSIAN, Public, Report


@dataclass(frozen=True)
class Outcome:
    """A scenario's result; `parts` are (what, points in it, VP it is worth) for the reckoning."""

    winner: str
    scenario_vp: int
    threshold: int
    vp: int
    parts: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class Score:
    """Where the campaign stands: the VP, their parts, and the VP the Russians need."""

    vp: int
    lvp: int
    cvp: int
    evp: int
    needed: int
    parts: tuple[tuple[str, int, int], ...]


def reports(public: Public) -> tuple[Report, ...]:
    """The confirmed accounts of the scenarios played, in order."""
    return tuple(date.report for date in public.dates if date.report)


def suffered(public: Public, side: str) -> int:
    """CVP `side` has suffered since the start of the campaign (7.13, 7.516)."""
    return sum(report.cvp.get(side, 0) for report in reports(public))


def standing(public: Public, book: Book, after: Report | None = None, extra: Mapping[str, int] | None = None) -> Score:
    """The score by the confirmed accounts, and `after` if it were confirmed too.

    `extra` adds what CG End brings: German "cvp" still to count and "cpp" left over.
    """
    extra = extra or {}
    played = (*reports(public), *((after,) if after else ()))
    cvp = sum(report.cvp.get(GERMAN, 0) for report in played) + extra.get("cvp", 0)
    evp = sum(report.evp for report in played)
    lvp = played[-1].lvp if played else 0
    rules = book.pack["victory"]
    parts: list[tuple[str, int, int]] = [
        ("LVP held", lvp, lvp),
        (f"German CVP, 1 VP for {rules['cvp_per_vp']}", cvp, cvp // int(rules["cvp_per_vp"])),
        (f"EVP, 1 VP for {rules['evp_per_vp']}", evp, evp // int(rules["evp_per_vp"])),
    ]
    if extra.get("cpp"):
        parts.append(
            ("German CPP left, -1 VP each (7.518)", extra["cpp"], extra["cpp"] * int(rules["german_cpp_left_vp"]))
        )
    return Score(
        vp=sum(vp for _, _, vp in parts),
        lvp=lvp,
        cvp=cvp,
        evp=evp,
        needed=int(book.pack["balance"][public.balance]),
        parts=tuple(parts),
    )


def outcome(public: Public, book: Book, report: Report) -> Outcome:
    """What the account `report` of the current scenario comes to (7.4, 7.5031)."""
    rules = book.pack["victory"]
    before, after = standing(public, book), standing(public, book, report)
    threshold = int(rules["initial_scenario"] if public.date == 0 else rules["scenario"])
    if book.readings["scenario_vp"] == "running":
        parts = after.parts
    else:
        cvp, evp = after.parts[1][2] - before.parts[1][2], after.parts[2][2] - before.parts[2][2]
        parts = (
            after.parts[0],
            ("VP from CVP, won in this scenario", after.cvp - before.cvp, cvp),
            ("VP from EVP, won in this scenario", after.evp - before.evp, evp),
        )
    earned = sum(vp for _, _, vp in parts)
    winner = RUSSIAN if earned >= threshold else GERMAN
    return Outcome(winner, earned, threshold, after.vp, parts)


def winner(score: Score) -> str:
    """Who wins the campaign with this score (7.31, 7.4)."""
    return RUSSIAN if score.vp >= score.needed else GERMAN
