"""FT and DC that come back, and what of the captured equipment can be kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck, Refused
from rules.parts.counters import READY, Counter
from rules.parts.refit.desk import Desk, told
from rules.parts.refit.steps import facts
from rules.parts.refit.steps.chosen import engineer
from rules.parts.refit.steps.condition import (
    ARMS,
    Changes,
    captured,
    isolated,
    named,
    prizes,
    retained,
    vehicle_weapons,
)
from rules.parts.refit.words import Deed
from rules.parts.rolls import Need
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask, RollTask

# FT and DC ------------------------------------------------------------------------


def engineers(desk: Desk) -> int:
    """The Assault Engineer squads that are not Isolated."""
    return sum(engineer(desk, c) and not isolated(c) for c in retained(desk, "squad"))


def _spent(desk: Desk) -> list[Counter]:
    """Own FT and DC removed in the scenario before, on which nothing was decided yet."""
    names = desk.book.pack["weapon_kept"]["weapons"]
    gone = [c for c in desk.mine.counters if c.kind == "weapon" and c.name in names and not captured(c)]
    return [
        c
        for c in gone
        if c.fate in ("used", "eliminated") and desk.lately(c.since) and not c.note.endswith(desk.rule("ftdc"))
    ]


def _spent_task(desk: Desk) -> FormTask | None:
    fields = tuple(
        Field(
            f"dr:{c.id}",
            f"{named(c)}: Original effects DR that used it up, 0 for none",
            high=12,
            rule=desk.rule("ftdc"),
        )
        for c in _spent(desk)
    )
    lines = (f"You can keep {engineers(desk)}: one for each Assault Engineer squad that is not Isolated.",)
    return FormTask(desk.button("ftdc"), fields, lines) if fields else None


def _keep(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _spent_task(desk)
    assert task is not None
    totals = task.read(data)
    kept = [c for c in _spent(desk) if _kept(desk, c, totals[f"dr:{c.id}"])]
    if len(kept) > engineers(desk):
        raise Refused(
            f"{len(kept)} FT and DC would come back, for {engineers(desk)} Assault Engineer squads.",
            rule=desk.rule("ftdc"),
            field=f"dr:{kept[0].id}",
            way_out="Enter 0 for those you give up.",
        )
    changes, rule = Changes(desk), desk.rule("ftdc")
    for counter in _spent(desk):
        total = totals[f"dr:{counter.id}"]
        changes.put(counter, note=f"DR {total}, {rule}" if total else rule)
        changes.put(counter, **({"fate": READY, "since": desk.date} if counter in kept else {"fate": "eliminated"}))
    return Taken([desk.event("charges.kept", change=changes.rows, names=[named(c) for c in kept])])


def _kept(desk: Desk, counter: Counter, total: int) -> bool:
    table = desk.table("ftdc")
    if not total:
        return False
    if total < int(table.low or 0):
        raise Refused(
            f"{counter.name}: no DR comes to {total}.",
            rule=desk.rule("ftdc"),
            field=f"dr:{counter.id}",
            way_out="Enter 2 to 12, or 0 if its owner made no such DR.",
        )
    own = f"{desk.side}_{counter.name.lower()}"
    column = own if own in table.columns else "result"
    return table.row(total).values[column] == "retained"


# captured equipment -------------------------------------------------------


def _loot(desk: Desk) -> list[Counter]:
    return [c for c in retained(desk, *ARMS) if captured(c)]


def _dead(desk: Desk) -> list[Counter]:
    """Captured weapons that don't work: gone without a roll."""
    return [c for c in _loot(desk) if {"malfunctioned", "disabled"} & set(c.marks)]


def _main_rolls(desk: Desk, vehicle: Counter) -> bool:
    return facts.main_works(desk, vehicle) and "malfunctioned" not in vehicle.marks


def _needs(desk: Desk) -> tuple[Need, ...]:
    table, dead = desk.table("captured_weapon"), _dead(desk)
    needs = [Need(str(c.id), named(c), 1, table) for c in _loot(desk) if c not in dead]
    for vehicle in prizes(desk):
        if _main_rolls(desk, vehicle):
            needs.append(Need(f"{vehicle.id}:main", f"{named(vehicle)}, main armament", 1, table))
        for n in range(facts.machine_guns(desk, vehicle)):
            needs.append(Need(f"{vehicle.id}:mg{n + 1}", f"{named(vehicle)}, MG {n + 1}", 1, table))
    return tuple(needs)


def _captured_task(desk: Desk) -> RollTask | None:
    lines = tuple(f"{named(c)} does not work and is gone." for c in _dead(desk))
    if not (_loot(desk) or prizes(desk)):
        return None
    return RollTask(desk.button("captured"), _needs(desk), lines, desk.mode)


def _roll_captured(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    rolled = desk.roll(_needs(desk), data, luck)
    stays = {one.need.key: one.value("result") == "retained" for one in rolled}
    rolls = [told(one, "kept" if stays[one.need.key] else "lost") for one in rolled]
    changes, known, names = Changes(desk), {}, []
    for counter in _loot(desk):
        if not stays.get(str(counter.id), False):
            changes.lose(counter, f"captured weapon, {desk.rule('captured')}")
    for vehicle in prizes(desk):
        guns = sum(kept for key, kept in stays.items() if key.startswith(f"{vehicle.id}:mg"))
        known[f"guns:{vehicle.id}"] = guns
        if not _disarm(desk, changes, vehicle, main=stays.get(f"{vehicle.id}:main", False)) and not guns:
            names += _wreck(desk, changes, vehicle)
    return Taken([desk.event("captured.rolled", change=changes.rows, known=known, rolls=rolls, names=names)])


def _disarm(desk: Desk, changes: Changes, vehicle: Counter, main: bool) -> bool:
    """Disable what failed its roll or did not work; whether the main armament is left."""
    for row in vehicle_weapons(desk, vehicle, "malfunctioned"):
        changes.take(vehicle, row["malfunctioned"])
        changes.give(vehicle, row["disabled"])
    if not main and facts.main_works(desk, vehicle):
        changes.give(vehicle, "disabled")
    return main


def _wreck(desk: Desk, changes: Changes, vehicle: Counter) -> list[str]:
    """A captured AFV without a working weapon becomes a wreck; a truck needs none."""
    if vehicle.kind != "tank":
        return []
    changes.lose(vehicle, f"wreck, {desk.rule('captured', 'wreck')}")
    return [f"{named(vehicle)} becomes a wreck"]


STEPS = (
    Deed("ftdc", _spent_task, {"enter": _keep}),
    Deed("captured", _captured_task, {"roll": _roll_captured}),
)
