"""What of a scenario's account can be corrected, and what it comes to then (7.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.parts.refit.corrections import MOST, Account
from rules.parts.tasks import Field
from rules.systems.oto2 import score
from rules.systems.oto2.book import Book
from rules.systems.oto2.state import SIDES, Public

FIGURES = ("turn", "lvp", "evp")


def _reported(public: Public) -> int | None:
    """The last date with an account both sides agreed to."""
    return next((n for n in range(public.date, -1, -1) if public.dates[n].report), None)


def _fields(public: Public, book: Book) -> Iterable[Field]:
    last = _reported(public)
    if last is None:
        return
    report, date = public.dates[last].report, book.dates[last].key
    assert report is not None
    yield Field("turn", f"{date}: ended on turn", value=report.turn, low=1, high=20, rule="CG4")
    yield Field("lvp", f"{date}: LVP", value=report.lvp, high=int(book.pack["victory"]["lvp_max"]), rule="7.4")
    yield Field("evp", f"{date}: EVP", value=report.evp, high=MOST, rule="7.4")
    for side in SIDES:
        name = f"{date}: {book.names[side]} CVP"
        yield Field(f"cvp_{side}", name, value=report.cvp.get(side, 0), high=MOST, rule="7.13")


def _corrected(public: Public, book: Book, values: Mapping[str, Any]) -> tuple[int, dict[str, Any]] | None:
    """The last account with new figures, and the result that follows from them."""
    last = _reported(public)
    figures: dict[str, Any] = {name: values[name] for name in FIGURES if name in values}
    cvp = {side: values[f"cvp_{side}"] for side in SIDES if f"cvp_{side}" in values}
    if last is None or not (figures or cvp):
        return None
    record = public.dates[last]
    assert record.report is not None
    if cvp:
        figures["cvp"] = {**record.report.cvp, **cvp}
    before = replace(public, date=last, dates=(*public.dates[:last], replace(record, report=None)))
    result = score.outcome(before, book, replace(record.report, **figures))
    return last, {"report": figures, "winner": result.winner, "scenario_vp": result.scenario_vp, "vp": result.vp}


ACCOUNT = Account(_fields, _corrected)
