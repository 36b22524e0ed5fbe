"""The course of Valor of the Guards: its stages in order, and what follows an act.

A passage of the refit phase (12.6) leads from one scenario to the next. It is one of four: the initial one (12.621 to
12.624, 12.626, 12.627), the one of a new CG Day, the loop of an Idle Day (12.614 to 12.6253), and the one to a
Counterattack, which leaves out what belongs to a new day (12.613).
"""

from __future__ import annotations

from typing import Any

from rules.kernel import PUBLIC, Event
from rules.parts.refit.words import Deed, bind
from rules.parts.stages import Course, Stage
from rules.systems.votg import ending
from rules.systems.votg.book import words
from rules.systems.votg.desk import Desk
from rules.systems.votg.state import COUNTERATTACK, GERMAN, RUSSIAN, SIDES, Record, enemy
from rules.systems.votg.steps import (
    aftermath,
    battle,
    counterattack,
    final,
    forces,
    initiative,
    inspection,
    purchase,
    renewal,
    setup,
    works,
)

FIRST_STAGE, REFIT = "purchase", "aftermath"
NEW_LINE = "renewal"
"""With this stage a new line begins, but for the campaign's first."""


def _stage(key: str, title: str, sides: tuple[str, ...], deeds: tuple[Deed[Desk], ...]) -> Stage[Desk]:
    return Stage(key, title, sides, bind(words(), deeds))


COURSE: Course[Desk] = Course(
    (
        _stage("battle", "The scenario", SIDES, battle.STEPS),
        _stage("aftermath", "After the battle", SIDES, aftermath.STEPS),
        _stage("counterattack", "Counterattack", (RUSSIAN,), counterattack.STEPS),
        _stage("renewal", "Refit", SIDES, renewal.STEPS),
        _stage("purchase", "Purchases", SIDES, purchase.STEPS),
        _stage("forces", "Forces", SIDES, forces.STEPS),
        _stage("initiative", "Attack or Idle", SIDES, initiative.CHOICE),
        _stage("showing", "Chits", SIDES, initiative.SHOWING),
        _stage("scenario", "The next scenario", (RUSSIAN,), initiative.SCENARIO),
        _stage("setup_german_first", "German set-up", (GERMAN,), setup.FIRST),
        _stage("setup_russian_second", "Russian set-up", (RUSSIAN,), setup.SECOND),
        _stage("setup_russian_first", "Russian set-up", (RUSSIAN,), setup.FIRST),
        _stage("setup_german_second", "German set-up", (GERMAN,), setup.SECOND),
        _stage("look_russian", "Russian reconnaissance", (RUSSIAN,), inspection.NAMING),
        _stage("show_german", "Inspection", (GERMAN,), inspection.SHOWING),
        _stage("look_german", "German reconnaissance", (GERMAN,), inspection.NAMING),
        _stage("show_russian", "Inspection", (RUSSIAN,), inspection.SHOWING),
        _stage("begin", "Commencement", SIDES, works.BEGIN),
        _stage("mover", "Who moves first", (RUSSIAN,), initiative.MOVER),
        _stage("final", "CG End", SIDES, final.STEPS),
        _stage("verdict", "Who won the campaign", SIDES, final.VERDICT),
        Stage("ended", "The campaign is over", (), ()),
    ),
    {GERMAN: "German", RUSSIAN: "Russian"},
)
ENDINGS = ("final", "verdict")
"""Stages after which the campaign is over, unless the sides name different winners."""
SEALED = ("purchase", "initiative")
"""Stages whose end carries a seal of what was decided in them."""

AFTER = {
    "renewal": "purchase",
    "purchase": "forces",
    "initiative": "showing",
    "setup_german_first": "setup_russian_second",
    "setup_russian_second": "look_russian",
    "setup_russian_first": "setup_german_second",
    "setup_german_second": "look_russian",
    "mover": "battle",
}
LOOKS = ("look_russian", "show_german", "look_german", "show_russian")
"""The sides in turn name a Location and are shown it, for as long as one of them names any (12.6265)."""


def after_act(desk: Desk) -> list[Event]:
    """What the rules let follow when a side's act is done: a stage finished, the next one opened."""
    public = desk.public
    if public.stage == "battle":
        return [_opened(desk, ending.after_battle(desk))] if public.today.report else []
    stage = COURSE.stage(public.stage)
    if desk.side not in stage.sides or desk.side in public.finished or COURSE.here(desk) is not None:
        return []
    sealed = public.stage in SEALED
    events = [Event("stage.finished", PUBLIC, {"side": desk.side, "stage": stage.key}, seals=sealed)]
    if set(public.finished) | {desk.side} >= set(stage.sides):
        events.append(_opened(desk, following(desk)) if public.stage not in ENDINGS else _ended(desk))
    return events


def _ended(desk: Desk) -> Event:
    """The end of the campaign; as long as the sides name different winners they are asked again."""
    return _opened(desk, "verdict") if ending.disputed(desk) else ending.ended(desk)


def following(desk: Desk) -> str:
    """The stage after the one in hand, by what both sides know: one that asks nothing of anybody is left out."""
    stage, today = desk.stage, desk.today
    if stage == "aftermath" and desk.may_counterattack():
        return "counterattack"
    if stage in ("aftermath", "counterattack"):
        return NEW_LINE if desk.public.counterattack else _next_day(desk)
    if stage == "forces" and not (desk.initial or desk.in_counterattack):
        return "initiative"
    if stage == "showing" and today.idle:
        return _next_day(desk)
    if stage in ("forces", "showing") and initiative.open_now(desk):
        return "scenario"
    if stage in ("forces", "showing", "scenario"):
        return f"setup_{today.first}_first"
    if stage in LOOKS:
        return _look(today, stage)
    if stage == "begin":
        return "mover" if initiative.undecided(today) else "battle"
    return AFTER[stage]


def _next_day(desk: Desk) -> str:
    return "final" if desk.last_day else NEW_LINE


def _look(today: Record, stage: str) -> str:
    """Who names or shows a Location after `stage`; the scenario begins when nobody names any more."""
    for n in range(1, len(LOOKS) + 1):
        following = LOOKS[(LOOKS.index(stage) + n) % len(LOOKS)]
        what, side = following.split("_")
        if today.unseen(enemy(side)) if what == "show" else side not in today.looked:
            return following
    return "begin"


def _opened(desk: Desk, stage: str) -> Event:
    """The next stage; with a new line its day and what is known of it."""
    data: dict[str, Any] = {"stage": stage, "title": COURSE.stage(stage).title, "key": desk.cg_day.name}
    if stage == NEW_LINE:
        record = _next_record(desk)
        kept = bool(desk.public.counterattack) or bool(desk.book.reading(desk.book.pack["support_kept"]))
        data |= {"date": desk.date + 1, "record": record, "key": desk.book.days[record["day"]].name}
        data |= {} if kept else {"support_kept": False}
    return Event("stage.opened", PUBLIC, data)


def _next_record(desk: Desk) -> dict[str, Any]:
    """The public record a new line begins with: of the same day for a Counterattack, else of the next."""
    if declared := desk.public.counterattack:
        today = desk.today
        night = {"night": declared.night, "first": GERMAN, "mover": RUSSIAN}
        return {"day": today.day, "kind": COUNTERATTACK, "weather": today.weather, "ec": today.ec, **night}
    days = list(desk.book.days)
    return {"day": days[days.index(desk.today.day) + 1], "kind": ""}
