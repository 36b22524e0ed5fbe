"""Who has won a scenario, as far as the program can tell it (12.6255; the owner's Initial Scenario)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.systems.votg.book import Book
from rules.systems.votg.state import DUAL, GERMAN, INITIAL, RUSSIAN, Public, Report, enemy


@dataclass(frozen=True)
class Outcome:
    """Who has won, and by what: each part with the Germans' number and the Russians'."""

    winner: str
    parts: tuple[tuple[str, int, int], ...] = ()


def tells(public: Public, book: Book) -> bool:
    """Whether the numbers of a report say who has won, so that it need not be entered."""
    kind = public.today.kind
    return kind == DUAL or (kind == INITIAL and book.game.victory.initial_hexes is not None)


def outcome(public: Public, book: Book, report: Report) -> Outcome:
    """What a report comes to."""
    if public.today.kind == DUAL:
        return _dual(book, report)
    needed = book.game.victory.initial_hexes
    if public.today.kind == INITIAL and needed is not None:
        words = book.words["victory"]
        return Outcome(GERMAN if report.hexes >= needed else RUSSIAN, ((words["initial"], report.hexes, needed),))
    return Outcome(report.winner)


def _dual(book: Book, report: Report) -> Outcome:
    """Casualty VP of the enemy and a VP for each Stone Hex taken; the Germans need more."""
    words, each = book.words["victory"], int(book.pack["victory"]["per_stone_hex"])
    casualties = {side: report.cvp[enemy(side)] for side in (GERMAN, RUSSIAN)}
    hexes = {side: each * report.taken[side] for side in (GERMAN, RUSSIAN)}
    total = {side: casualties[side] + hexes[side] for side in (GERMAN, RUSSIAN)}
    parts = ((words["cvp"], casualties), (words["stone"], hexes), (words["vp"], total))
    told = tuple((what, numbers[GERMAN], numbers[RUSSIAN]) for what, numbers in parts)
    return Outcome(GERMAN if total[GERMAN] > total[RUSSIAN] else RUSSIAN, told)
