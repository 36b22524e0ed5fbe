"""The course of On Track to Orsha: its stages in order, and what follows an act."""

from __future__ import annotations

from rules.kernel import PUBLIC, Event
from rules.parts.refit.steps import (
    arms,
    clearing,
    commencement,
    embers,
    escape,
    facts,
    fortify,
    hardening,
    hexes,
    lines,
    manning,
    recon,
    removal,
    renewal,
    spoils,
    survivors,
    troubles,
    upkeep,
)
from rules.parts.refit.words import Deed, bind
from rules.parts.stages import Course, Stage
from rules.systems.oto2 import score
from rules.systems.oto2.book import words
from rules.systems.oto2.desk import Desk
from rules.systems.oto2.state import GERMAN, RUSSIAN, SIDES
from rules.systems.oto2.steps import battle, flames, forces, leaders, models, purchase, repair, setup, strain

FIRST_STAGE, REFIT = "purchase", "aftermath"

AFTERMATH: tuple[Deed[Desk], ...] = (
    *troubles.CHECKS,
    *troubles.BOG,
    *troubles.SHOCK,
    *lines.STEPS,
    *escape.STEPS,
    *clearing.STEPS,
    *embers.PRISONERS,
    *flames.STEPS,
    *embers.BURNT,
    *survivors.WOUNDED,
    *survivors.RECOMBINE,
    *hardening.STEPS,
    *embers.ARMOR_LEADERS,
)
RENEWAL: tuple[Deed[Desk], ...] = (
    *renewal.SAN,
    *manning.STEPS,
    *facts.STEPS,
    *repair.STEPS,
    *arms.STEPS,
    *spoils.STEPS,
    *upkeep.OPTIONS,
    *upkeep.RESTOCK,
    *removal.STEPS,
    *strain.STEPS,
    *renewal.WEATHER,
)
FORCES: tuple[Deed[Desk], ...] = (
    *forces.STEPS,
    *leaders.STEPS,
    *models.STEPS,
    *fortify.STEPS,
    *hexes.STEPS,
    *fortify.REVIEW,
)


def _stage(key: str, title: str, sides: tuple[str, ...], deeds: tuple[Deed[Desk], ...]) -> Stage[Desk]:
    return Stage(key, title, sides, bind(words(), deeds))


COURSE: Course[Desk] = Course(
    (
        _stage("battle", "The scenario", SIDES, battle.STEPS),
        _stage("aftermath", "After the battle", SIDES, AFTERMATH),
        _stage("renewal", "New CG Date", SIDES, RENEWAL),
        _stage("purchase", "Purchases", SIDES, purchase.STEPS),
        _stage("forces", "Forces", SIDES, FORCES),
        _stage("setup_first", "German set-up", (GERMAN,), setup.FIRST),
        _stage("setup_second", "Russian set-up", (RUSSIAN,), setup.SECOND),
        _stage("inspection", "Inspection", (GERMAN,), recon.SHOWING),
        _stage("begin", "Commencement", SIDES, commencement.STEPS),
        _stage("final", "CG End", SIDES, setup.BOOKS),
        Stage("ended", "The campaign is over", (), ()),
    ),
    {GERMAN: "German", RUSSIAN: "Russian"},
)
AFTER = {
    "aftermath": "renewal",
    "renewal": "purchase",
    "purchase": "forces",
    "forces": "setup_first",
    "setup_first": "setup_second",
    "setup_second": "inspection",
    "inspection": "begin",
    "begin": "battle",
}


def after_act(desk: Desk) -> list[Event]:
    """What the rules let follow when a side's act is done: a stage finished, the next one opened."""
    public = desk.public
    if public.stage == "battle":
        return [_opened(desk, "final" if _last(desk) else REFIT)] if public.today.report else []
    if public.stage == "final":
        return [_ended(desk)] if set(public.ending.books) == set(SIDES) else []
    stage = COURSE.stage(public.stage)
    if desk.side not in stage.sides or desk.side in public.finished or COURSE.here(desk) is not None:
        return []
    sealed = public.stage == "purchase"
    events = [Event("stage.finished", PUBLIC, {"side": desk.side, "stage": stage.key}, seals=sealed)]
    if set(public.finished) | {desk.side} >= set(stage.sides):
        events.append(_opened(desk, _following(desk)))
    return events


def _following(desk: Desk) -> str:
    """The stage after this one; where no Location was named there is nothing to inspect (7.5226)."""
    stage = AFTER[desk.stage]
    return AFTER[stage] if stage == "inspection" and not desk.public.today.asked else stage


def _opened(desk: Desk, stage: str) -> Event:
    """The next stage; with 7.512 a new CG Date begins."""
    date = desk.date + 1 if stage == "renewal" else desk.date
    data = {"stage": stage, "title": COURSE.stage(stage).title, "key": desk.book.dates[date].key}
    return Event("stage.opened", PUBLIC, {**data, "date": date} if stage == "renewal" else data)


def _last(desk: Desk) -> bool:
    return desk.book.dates[desk.date].last


def _ended(desk: Desk) -> Event:
    """CG End (7.4): the final score, with what the books showed."""
    final = score.standing(desk.public, desk.book, extra=desk.public.ending.books[GERMAN])
    data = {
        "winner": score.winner(final),
        "vp": final.vp,
        "needed": final.needed,
        "parts": [list(p) for p in final.parts],
    }
    return Event("campaign.ended", PUBLIC, data)
