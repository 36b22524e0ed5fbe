"""12.6162, 12.6163: AFV platoons that are called to other duties, and those that come back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck
from rules.parts.counters import READY, Counter
from rules.parts.refit.desk import told
from rules.parts.refit.steps.condition import VEHICLES, Changes, captured, isolated, named
from rules.parts.refit.words import Deed
from rules.parts.rolls import Need
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask, RollTask
from rules.systems.votg.desk import Desk
from rules.systems.votg.steps.field_repair import DUG_IN

OUT, AWAY, CAPTURED = "out", "platoon redeployed", "captured:"
CREWED = (*VEHICLES, "armor_leader")


def _platoon(desk: Desk, counter: Counter) -> str:
    """The platoon a counter belongs to: its group, for captured AFV what this campaign takes for one, "" for none."""
    if counter.group or not captured(counter):
        return counter.group
    alone = desk.ruling("captured_platoons") == "each"
    return f"{CAPTURED}{counter.id if alone else counter.name}"


def _platoons(desk: Desk, *, away: bool) -> dict[str, list[Counter]]:
    """The vehicles of each platoon that is with the side, or redeployed; Isolated and Dug-In ones don't count."""
    fate = OUT if away else READY
    found: dict[str, list[Counter]] = {}
    for counter in desk.mine.on_hand:
        platoon = _platoon(desk, counter)
        counts = counter.kind in VEHICLES and platoon and counter.fate == fate
        if counts and not isolated(counter) and DUG_IN not in counter.marks:
            found.setdefault(platoon, []).append(counter)
    return found


def _before(desk: Desk, key: str) -> bool:
    """Whether a platoon was there for a scenario that has been played."""
    date = next((group.date for group in desk.mine.groups if group.id == key), desk.date)
    return any(record.fought for record in desk.public.dates[date : desk.date])


def _fielded(desk: Desk, key: str) -> bool | None:
    """Whether one of a platoon has been on the map, as all captured ones have; None if it was never said."""
    if key.startswith(CAPTURED):
        return True
    known = desk.mine.known.get(f"fielded:{key}")
    return None if known is None else bool(known)


def _name(desk: Desk, key: str) -> str:
    if key.startswith(CAPTURED):
        found = next(c for c in desk.mine.on_hand if _platoon(desk, c) == key)
        name = named(found) if desk.ruling("captured_platoons") == "each" else found.name
        return f"{desk.said('redeployment')['captured']} {name}"
    group = next(group for group in desk.mine.groups if group.id == key)
    return f"{desk.book.groups[desk.side][group.rg].name} ({key})"


# who has been on the map -----------------------------------------------------------------------


def _asked(desk: Desk) -> list[str]:
    return [key for key in _platoons(desk, away=False) if _before(desk, key) and not _fielded(desk, key)]


def _fielded_task(desk: Desk) -> FormTask | None:
    said, rule = desk.said("redeployment"), desk.rule("redeployment")
    fields = tuple(
        Field(f"fielded:{key}", f"{_name(desk, key)}: {said['fielded']}", "check", True, rule=rule)
        for key in _asked(desk)
    )
    return FormTask(desk.button("redeployment"), fields) if fields else None


def _tell_fielded(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _fielded_task(desk)
    assert task is not None
    return Taken([desk.event("platoons.told", known=task.read(data))])


# the dice --------------------------------------------------------------------------------------


def _staying(desk: Desk) -> dict[str, list[Counter]]:
    """Platoons that have to roll to stay; one that is away already takes along whom it left behind Isolated."""
    away = _platoons(desk, away=True)
    return {key: found for key, found in _platoons(desk, away=False).items() if _fielded(desk, key) and key not in away}


def _late(desk: Desk) -> bool:
    """Whether the date has come from which German platoons leave sooner: a ruling's, or the owner's."""
    first = int(desk.book.reading(desk.book.pack["redeployment_date"]) or desk.book.game.redeployment_from or 0)
    return bool(first) and int(desk.today.day) >= first


def _losing(desk: Desk) -> bool:
    rules = desk.book.pack["redeployment"]
    won, lost = desk.record()
    worst = rules["losing"]
    return won + lost > int(rules["after_scenarios"]) and won * int(worst["lost"]) <= lost * int(worst["won"])


def _needs(desk: Desk) -> tuple[Need, ...]:
    table, said = desk.table("redeployment"), desk.said("redeployment")
    common = {"losing": _losing(desk), "german_late": desk.german and _late(desk)}
    stay = desk.modifiers(table, **common, historical=0)
    needs = [Need(f"stay:{key}", _name(desk, key), 1, table, stay) for key in _staying(desk)]
    if desk.ruling("redeployment_return") == "same_roll":
        back = desk.modifiers(table, **common)
        needs += [
            Need(f"back:{key}", f"{_name(desk, key)}, {said['away']}", 1, table, back)
            for key in _platoons(desk, away=True)
        ]
    return tuple(needs)


def _by_itself(desk: Desk) -> list[str]:
    """Platoons that come back with a new day, where this campaign reads it so."""
    waits = desk.ruling("redeployment_return") == "next_day" and not desk.in_counterattack
    return list(_platoons(desk, away=True)) if waits else []


def _stragglers(desk: Desk) -> list[Counter]:
    """AFV of platoons that are away which are Isolated no more: they follow (12.6163)."""
    away = _platoons(desk, away=True)
    return [c for key, found in _platoons(desk, away=False).items() if key in away for c in found]


def _roll_task(desk: Desk) -> RollTask | None:
    said = desk.said("redeployment")
    lines = [f"{_name(desk, key)} {said['back']}" for key in _by_itself(desk)]
    lines += [f"{c.name} {said['follows']}" for c in _stragglers(desk)]
    needs = _needs(desk)
    return RollTask(desk.button("redeployment_roll"), needs, tuple(lines), desk.mode) if needs or lines else None


def _roll(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    changes, rolls, said = Changes(desk), [], desk.said("redeployment")
    for straggler in _stragglers(desk):
        changes.put(straggler, fate=OUT, since=desk.date, place="")
    for key in _by_itself(desk):
        _return(desk, changes, key)
    for one in desk.roll(_needs(desk), data, luck):
        what, _, key = one.need.key.partition(":")
        stays = one.value("result") == "retained"
        if what == "stay" and not stays:
            _leave(desk, changes, key)
        elif what == "back" and stays:
            _return(desk, changes, key)
        result = {True: {"stay": "stays", "back": "back"}, False: {"stay": "leaves", "back": "away"}}[stays][what]
        rolls.append(told(one, said[result]))
    return Taken([desk.event("platoons.rolled", change=changes.rows, rolls=rolls)])


def _members(desk: Desk, key: str) -> list[Counter]:
    return [c for c in desk.mine.on_hand if c.kind in CREWED and _platoon(desk, c) == key]


def _leave(desk: Desk, changes: Changes, key: str) -> None:
    """The platoon is off the map; of it an Isolated AFV stays, marked, and rolls to be recalled in play."""
    for counter in _members(desk, key):
        if isolated(counter):
            changes.give(counter, AWAY)
        elif DUG_IN not in counter.marks:
            changes.put(counter, fate=OUT, since=desk.date, place="")


def _return(desk: Desk, changes: Changes, key: str) -> None:
    for counter in _members(desk, key):
        if counter.fate == OUT or str(counter.id) in changes.rows:
            changes.put(counter, fate=READY, since=desk.date)
        changes.take(counter, AWAY)


STEPS: tuple[Deed[Desk], ...] = (
    Deed("redeployment", _fielded_task, {"enter": _tell_fielded}),
    Deed("redeployment_roll", _roll_task, {"roll": _roll}),
)
