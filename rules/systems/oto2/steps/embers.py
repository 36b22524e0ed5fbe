"""7.508, 7.509 and 7.5114: prisoners, fires and what they destroy, armor leaders without an AFV."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck
from rules.parts.counters import READY, Counter
from rules.parts.rolls import Need
from rules.parts.stages import StepSpec, Taken
from rules.parts.tasks import Field, FormTask, RollTask
from rules.systems.oto2.desk import Desk, told
from rules.systems.oto2.steps.chosen import (
    ISOLATED,
    MMC,
    ON_FOOT,
    SMC,
    Change,
    lost,
    marked,
    marks,
    names,
    number_fields,
    on_field,
    renamed,
    shown,
    taken,
)
from rules.systems.oto2.steps.clearing import GUARD, stays
from rules.systems.oto2.steps.common import button, step, words

NONE, KEEP, LET_GO = "", "keep", "free"


# 7.508 prisoners -------------------------------------------------------------------------


def _guards(desk: Desk) -> list[Counter]:
    """Isolated guards; those of the others have left with them (7.507)."""
    return [c for c in marked(desk, GUARD) if ISOLATED in c.marks]


def _captives(desk: Desk) -> list[Counter]:
    """Own units the enemy took, if some of them were set free."""
    freed = desk.mine.pending.get("freed")
    return [c for c in desk.mine.counters if c.fate == "captured" and c.kind in MMC + SMC] if freed else []


def _prisoners_task(desk: Desk) -> FormTask | None:
    said = words()["prisoners"]
    options = ((KEEP, said["keep"]), (LET_GO, said["free"]))
    fields = (
        *(Field(f"guard_{c.id}", shown(c), "select", KEEP, options=options, rule="7.508") for c in _guards(desk)),
        *number_fields(_captives(desk), "7.508"),
    )
    return FormTask(button("prisoners"), fields, tuple(said["points"])) if fields else None


def _settle_prisoners(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _prisoners_task(desk)
    assert task is not None
    entries = task.read(data)
    let_go = [c for c in _guards(desk) if entries[f"guard_{c.id}"] == LET_GO]
    back = taken(_captives(desk), entries)
    change = {str(c.id): marks(c, less=(GUARD,)) for c in let_go}
    change |= {str(c.id): _set_free(desk, c) for c in back}
    said = [f"{c.name} sets its prisoners free" for c in let_go] + [f"{name} set free" for name in names(back)]
    return Taken([desk.event("prisoners.settled", change=change, said=said)])


def _set_free(desk: Desk, counter: Counter) -> Change:
    """A freed SMC is himself again, an MMC a Conscript of its size. The casualty it was stays counted (7.13)."""
    values: Change = {"fate": READY, "since": desk.date, "marks": [], "place": "", "note": "set free, 7.508"}
    conscripts = desk.book.pack["conscript"][desk.side]
    name = conscripts["squad" if counter.kind == "squad" else "half_squad"]
    return values | (renamed(desk, counter, name) if counter.kind in MMC else {})


# 7.509 flames and blazes -----------------------------------------------------------------


def _flame_needs(desk: Desk) -> tuple[Need, ...]:
    table = desk.table("flame_spread")
    number = int(desk.mine.pending.get("flames", 0))
    return tuple(Need(f"flame{n + 1}", f"Flame {n + 1}", 1, table) for n in range(number))


def _flames_task(desk: Desk) -> RollTask | None:
    needs = _flame_needs(desk)
    return RollTask(button("blazes"), needs, tuple(words()["blazes"]["points"]), desk.mode) if needs else None


def _roll_flames(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    rolled = desk.roll(_flame_needs(desk), data, luck)
    rolls = [told(one, str(one.value("result"))) for one in rolled]
    blazes = sum(one["result"] == "Blaze" for one in rolls)
    return Taken([desk.event("flames.rolled", rolls=rolls, line={"blazes": blazes}, number=blazes)])


def _in_fire(desk: Desk) -> list[Counter]:
    """What can be lost to a fire: whatever is still on the map."""
    works = [c for c in desk.mine.counters if c.fate == READY and c.kind in ("fortification", "cupola") and c.place]
    return [c for c in on_field(desk) if stays(c) or (c.kind == "gun" and c.place)] + works


def _burnt_task(desk: Desk) -> FormTask | None:
    fire = desk.mine.pending.get("flames") or desk.mine.pending.get("burning")
    found = _in_fire(desk)
    if not fire or not found:
        return None
    return FormTask(button("burnt"), number_fields(found, "7.5095"), tuple(words()["burnt"]["points"]))


def _burn(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _burnt_task(desk)
    assert task is not None
    gone = taken(_in_fire(desk), task.read(data))
    change = {str(c.id): lost(desk) | ({"note": "burnt-out wreck"} if c.kind == "tank" else {}) for c in gone}
    return Taken([desk.event("fire.destroyed", change=change, names=names(gone))])


# 7.5114 armor leaders --------------------------------------------------------------------


def _on_foot(desk: Desk) -> list[Counter]:
    leaders = [c for c in desk.mine.on_hand if c.kind == "armor_leader"]
    return [c for c in leaders if ON_FOOT in c.marks and ISOLATED not in c.marks]


def _vehicles(desk: Desk, leader: Counter) -> tuple[str, ...]:
    """Types of Retained AFV he may go to: his own type if there is one, else any."""
    tanks = dict.fromkeys(c.name for c in desk.mine.on_hand if c.kind == "tank" and _fit(c))
    return (leader.place,) if leader.place in tanks else tuple(tanks)


def _fit(tank: Counter) -> bool:
    return ISOLATED not in tank.marks and "abandoned" not in tank.marks


def _leaders_task(desk: Desk) -> FormTask | None:
    fields = tuple(
        Field(f"afv_{c.id}", shown(c), "select", found[0], options=tuple((name, name) for name in found), rule="7.5114")
        for c in _on_foot(desk)
        if (found := _vehicles(desk, c))
    )
    return FormTask(button("armor_leaders"), fields) if fields else None


def _place_leaders(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _leaders_task(desk)
    assert task is not None
    entries = task.read(data)
    placed = [c for c in _on_foot(desk) if f"afv_{c.id}" in entries]
    change = {str(c.id): {**marks(c, less=(ON_FOOT,)), "place": entries[f"afv_{c.id}"]} for c in placed}
    said = [f"{c.name} goes to a {entries[f'afv_{c.id}']}" for c in placed]
    return Taken([desk.event("armor_leaders.placed", change=change, said=said)])


STEPS: tuple[StepSpec[Desk], ...] = (
    step("prisoners", _prisoners_task, {"enter": _settle_prisoners}),
    step("blazes", _flames_task, {"roll": _roll_flames}),
    step("burnt", _burnt_task, {"enter": _burn}),
)
ARMOR_LEADERS = step("armor_leaders", _leaders_task, {"enter": _place_leaders})
