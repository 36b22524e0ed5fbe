"""What the sentences of data/events.toml name beside what their events hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from rules.asl.context import PAPER_FORCES
from rules.asl.event_texts import EventTexts, WorkedOut, fires, listed, purchase_params, won, works_bought
from rules.engine.event_texts import translate_filled
from rules.engine.reducers import Data
from rules.engine.stages import Messages
from rules.systems.oto2.pack import Forts
from rules.systems.oto2.rule_data import DATA, rule_data
from rules.systems.oto2.score import EVP, GERMAN_CVP
from rules.text import gettext, gettext_noop

STAGES = {
    "aftermath": gettext_noop("after the battle"),
    "renewal": gettext_noop("new CG Date"),
    "forces": gettext_noop("forces"),
    "setup_first": gettext_noop("set-up"),
    "setup_second": gettext_noop("set-up"),
    "inspection": gettext_noop("inspection"),
    "begin": gettext_noop("commencement"),
}
"""What a side is ready with, by the stage."""


def _reported(data: Data) -> Mapping[str, object]:
    names = Messages(rule_data().names)
    suffered = data["cvp"].items()
    cvp = listed(gettext("{side} CVP {points}", side=names[side], points=n) for side, n in suffered)
    return {"cvp": cvp, "half": len(suffered) < len(names)}


def _parts(parts: Iterable[tuple[str, int, int]], line: str) -> str:
    """Where the points of a score came from."""
    return listed(gettext(line, what=_part(what), points=points, vp=vp) for what, points, vp in parts)


def _part(what: str) -> str:
    """A source of points in the reader's language; in an event its numbers are filled in."""
    return next(filter(None, (translate_filled(form, what) for form in (GERMAN_CVP, EVP))), gettext(what))


def _from_paper(data: Data) -> Mapping[str, object]:
    names, dates = Messages(rule_data().names), rule_data().dates
    reported = ((date.key, row) for date, row in zip(dates, data["dates"], strict=False) if row.get("report"))
    played = (
        gettext(
            "{date}: {won}, LVP {lvp}, EVP {evp}",
            date=date,
            won=listed(won(names, row)),
            lvp=row["report"]["lvp"],
            evp=row["report"]["evp"],
        )
        for date, row in reported
    )
    return {"played": "; ".join(played)}


WORKED_OUT: WorkedOut = {
    "campaign.ended": lambda data: {"parts": _parts(data.get("parts", ()), gettext_noop("{what}: {points} = {vp} VP"))},
    "fires.told": fires,
    "fortifications.bought": partial(works_bought, DATA.read("fortifications", Forts)),
    "paper.agreed": _from_paper,
    "purchases.made": purchase_params,
    "report.proposed": _reported,
    "scenario.ended": lambda data: {"parts": _parts(data["parts"], gettext_noop("{what} {points} = {vp} VP"))},
    "stage.finished": lambda data: (
        {"stage": gettext(STAGES[data["stage"]])}
        if data["stage"] in STAGES
        else {"paper" if data["stage"] == PAPER_FORCES else "sealed": True}
    ),
    "weapons.rolled": lambda data: {
        "names": listed(row["name"] for row in data.get("add", ()) if row["kind"] == "weapon")
    },
}
EVENT_TEXTS = EventTexts(DATA, rule_data().names, WORKED_OUT)
