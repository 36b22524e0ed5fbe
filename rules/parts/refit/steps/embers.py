"""Prisoners, what fires destroy, armor leaders without an AFV."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import PUBLIC, Event, Luck
from rules.parts.counters import READY, Counter, piles
from rules.parts.refit.desk import Desk
from rules.parts.refit.steps.chosen import (
    ISOLATED,
    MMC,
    ON_FOOT,
    SMC,
    UNITS,
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
from rules.parts.refit.steps.clearing import GUARD, stays
from rules.parts.refit.steps.placing_limits import is_gun
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask

KEEP, LET_GO, SHOOT = "keep", "free", "execute"
BURNT_OUT = "burnt-out wreck"


# prisoners -------------------------------------------------------------------------


def _guards(desk: Desk) -> list[Counter]:
    """Isolated guards; those of the others have left with them."""
    return [c for c in marked(desk, GUARD) if ISOLATED in c.marks]


def _captives(desk: Desk) -> list[Counter]:
    """Own units the enemy took, if some of them were set free."""
    freed = desk.mine.pending.get("freed")
    return [c for c in desk.mine.counters if c.fate == "captured" and c.kind in MMC + SMC] if freed else []


def _prisoners_task(desk: Desk) -> FormTask | None:
    said = desk.said("prisoners")
    options = tuple((key, str(said[key])) for key in (KEEP, LET_GO, SHOOT) if key in said)
    fields = (
        *(
            Field(f"guard_{c.id}", shown(c), "select", KEEP, options=options, rule=desk.rule("prisoners"))
            for c in _guards(desk)
        ),
        *number_fields(_captives(desk), desk.rule("prisoners")),
    )
    return FormTask(desk.button("prisoners"), fields, tuple(said["points"])) if fields else None


def _settle_prisoners(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _prisoners_task(desk)
    assert task is not None
    entries = task.read(data)
    let_go = [c for c in _guards(desk) if entries[f"guard_{c.id}"] == LET_GO]
    back = taken(_captives(desk), entries)
    shot = [c for c in _guards(desk) if entries[f"guard_{c.id}"] == SHOOT]
    change = {str(c.id): marks(c, less=(GUARD,)) for c in (*let_go, *shot)}
    change |= {str(c.id): _set_free(desk, c) for c in back}
    said = [f"{c.name} sets its prisoners free" for c in let_go] + [f"{name} set free" for name in names(back)]
    said += [f"{c.name} shoots its prisoners" for c in shot]
    massacre = [Event("massacre.announced", PUBLIC, {"side": desk.side})] if shot else []
    return Taken([desk.event("prisoners.settled", change=change, said=said), *massacre])


def _set_free(desk: Desk, counter: Counter) -> Change:
    """A freed SMC is himself again, an MMC a Conscript of its size. The casualty it was stays counted."""
    values: Change = {
        "fate": READY,
        "since": desk.date,
        "marks": [],
        "place": "",
        "note": f"set free, {desk.rule('prisoners')}",
    }
    conscripts = desk.book.pack["conscript"][desk.side]
    name = conscripts["squad" if counter.kind == "squad" else "half_squad"]
    return values | (renamed(desk, counter, name) if counter.kind in MMC else {})


# fires ----------------------------------------------------------------------------------


def _in_fire(desk: Desk) -> list[Counter]:
    """What can be lost to a fire: whatever is still on the map, by ruling without units that stay where it burnt."""
    works = [c for c in desk.mine.counters if c.fate == READY and c.kind in ("fortification", "cupola") and c.place]
    lasting = tuple(desk.said("burnt").get("lasting", ()))
    works = [c for c in works if not c.name.startswith(lasting)] if lasting else works
    left = [c for c in on_field(desk) if stays(desk, c) or (is_gun(desk, c) and c.place)]
    unharmed = desk.book.readings.get("blaze_units") == "stay"
    return [c for c in left if not (unharmed and ISOLATED in c.marks and c.kind in UNITS)] + works


def _wrecks(desk: Desk) -> list[Counter]:
    """AFV that were lost and may burn where they stand, in a game that would else recover them."""
    if "wreck" not in desk.said("burnt"):
        return []
    return [c for c in desk.mine.counters if c.kind == "tank" and c.fate == "eliminated" and BURNT_OUT not in c.note]


def _burnt_task(desk: Desk) -> FormTask | None:
    fire = desk.mine.pending.get("flames") or desk.mine.pending.get("burning")
    found, rule = _in_fire(desk), desk.rule("burnt")
    wrecks = tuple(
        Field(f"n_{pile.key}", f"{pile.like.name}, {desk.said('burnt')['wreck']}", high=pile.count, rule=rule)
        for pile in piles(_wrecks(desk))
    )
    if not fire or not (found or wrecks):
        return None
    points = tuple(desk.book.reading(desk.said("burnt"), "points"))
    return FormTask(desk.button("burnt"), (*number_fields(found, rule), *wrecks), points)


def _burn(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _burnt_task(desk)
    assert task is not None
    entries = task.read(data)
    gone, wrecks = taken(_in_fire(desk), entries), taken(_wrecks(desk), entries)
    change = {str(c.id): lost(desk) | ({"note": BURNT_OUT} if c.kind == "tank" else {}) for c in gone}
    change |= {str(c.id): {"note": BURNT_OUT} for c in wrecks}
    return Taken([desk.event("fire.destroyed", change=change, names=names([*gone, *wrecks]))])


# armor leaders --------------------------------------------------------------------


def _on_foot(desk: Desk) -> list[Counter]:
    leaders = [c for c in desk.mine.on_hand if c.kind == "armor_leader"]
    return [c for c in leaders if ON_FOOT in c.marks and ISOLATED not in c.marks]


def _vehicles(desk: Desk, leader: Counter) -> tuple[str, ...]:
    """Types of Retained AFV he may go to: his own type if there is one, else any.

    Where it is not noted what he rode in, it was one of those that came with him.
    """
    tanks = dict.fromkeys(c.name for c in desk.mine.on_hand if c.kind == "tank" and _fit(c))
    came = {c.name for c in desk.mine.counters if leader.group and c.group == leader.group}
    own = {leader.place} & set(tanks) or came & set(tanks)
    return tuple(name for name in tanks if name in own) or tuple(tanks)


def _fit(tank: Counter) -> bool:
    return ISOLATED not in tank.marks and "abandoned" not in tank.marks


def _leaders_task(desk: Desk) -> FormTask | None:
    fields = tuple(
        Field(
            f"afv_{c.id}",
            shown(c),
            "select",
            found[0],
            options=tuple((name, name) for name in found),
            rule=desk.rule("armor_leaders"),
        )
        for c in _on_foot(desk)
        if (found := _vehicles(desk, c))
    )
    return FormTask(desk.button("armor_leaders"), fields) if fields else None


def _place_leaders(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _leaders_task(desk)
    assert task is not None
    entries = task.read(data)
    placed = [c for c in _on_foot(desk) if f"afv_{c.id}" in entries]
    change = {str(c.id): {**marks(c, less=(ON_FOOT,)), "place": entries[f"afv_{c.id}"]} for c in placed}
    said = [f"{c.name} goes to a {entries[f'afv_{c.id}']}" for c in placed]
    return Taken([desk.event("armor_leaders.placed", change=change, said=said)])


PRISONERS = (Deed("prisoners", _prisoners_task, {"enter": _settle_prisoners}),)
BURNT = (Deed("burnt", _burnt_task, {"enter": _burn}),)
ARMOR_LEADERS = (Deed("armor_leaders", _leaders_task, {"enter": _place_leaders}),)
