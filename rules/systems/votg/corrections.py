"""What of a scenario's account can be corrected, and who has won it then (12.6255)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.parts.refit.corrections import MOST, Account
from rules.parts.tasks import Field
from rules.systems.votg import score
from rules.systems.votg.book import Book
from rules.systems.votg.state import DUAL, SIDES, Public

FIGURES = ("turn", "hexes", "winner")
OF_SIDES = {"cvp": "Casualty VP", "cvp_points": "Casualty VP that count for points", "taken": "Stone Hexes gained"}


def _reported(public: Public) -> Public | None:
    """The room as of the last line with an account both sides agreed to."""
    last = next((n for n in range(public.date, -1, -1) if public.dates[n].report), None)
    return None if last is None else replace(public, date=last)


def _fields(public: Public, book: Book) -> Iterable[Field]:
    then = _reported(public)
    if then is None or then.today.report is None:
        return
    report, day, words = then.today.report, book.days[then.today.day].name, book.words["victory"]
    on_map = int(book.pack["stone_hexes"]["on_map"])
    yield Field("turn", f"{day}: ended on turn", value=report.turn, low=1, high=20, rule="CG4")
    yield Field("hexes", f"{day}: {words['hexes']}", value=report.hexes, high=on_map, rule=words["rule"])
    if not score.tells(then, book):
        names = tuple(book.names.items())
        yield Field("winner", f"{day}: {words['winner']}", "select", report.winner, options=names, rule=words["rule"])
    for name, label in OF_SIDES.items():
        for side in SIDES if name != "taken" or then.today.kind == DUAL else ():
            value = getattr(report, name).get(side, 0)
            most = on_map if name == "taken" else MOST
            yield Field(f"{name}_{side}", f"{day}: {book.names[side]} {label}", value=value, high=most, rule="12.618")


def _corrected(public: Public, book: Book, values: Mapping[str, Any]) -> tuple[int, dict[str, Any]] | None:
    """The last account with new figures, and its winner."""
    then = _reported(public)
    if then is None or then.today.report is None:
        return None
    report = then.today.report
    figures: dict[str, Any] = {name: values[name] for name in FIGURES if name in values}
    for name in OF_SIDES:
        changed = {side: values[f"{name}_{side}"] for side in SIDES if f"{name}_{side}" in values}
        if changed:
            figures[name] = {**getattr(report, name), **changed}
    if not figures:
        return None
    winner = score.outcome(then, book, replace(report, **figures)).winner
    return then.date, {"report": {**figures, "winner": winner}, "winner": winner}


ACCOUNT = Account(_fields, _corrected)
