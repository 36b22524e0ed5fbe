"""What a player may do with vehicles, SW and Guns, and ammunition that is restored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck, Refused
from rules.parts.counters import Counter, Pile, piles
from rules.parts.refit.desk import Desk
from rules.parts.refit.steps.condition import (
    ARMS,
    MMC,
    NO_AMMO,
    RECALL,
    SHORT,
    VEHICLES,
    WRECK,
    Changes,
    captured,
    isolated,
    retained,
    together,
)
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask, RollTask

ROWS, MOST = 2, 20
PERSONNEL = (*MMC, "leader", "hero")
VEHICLE_ACTS = ("abandon", "wreck", "burnt", "remove")
ARMS_ACTS = ("eliminate", "dismantle", "assemble")
SCROUNGE, REMOVE, ABANDON = "scrounge", "remove", "abandon"
MAP_WRECK = ""
GAIN_LENGTH = 40

Options = tuple[tuple[str, str], ...]

# options -----------------------------------------------------------------


def _hulls(desk: Desk) -> list[Counter]:
    """Vehicles that are not recalled, with an MMC in their area; a crew that could abandon one is such an MMC."""
    men = retained(desk, *MMC)
    free = [c for c in retained(desk, *VEHICLES) if not {RECALL, NO_AMMO} & set(c.marks)]
    if ABANDON in desk.said("options")["acts"]:
        men += [c for c in free if _crewed(desk, c)]
    return [c for c in free if any(together(desk, c, man) for man in men)]


def _crewed(desk: Desk, vehicle: Counter) -> bool:
    """Whether a crew is in a vehicle; trucks have but a driver."""
    return vehicle.name != desk.book.pack.get("trucks", {}).get("unit") and not {"abandoned", WRECK} & set(
        vehicle.marks
    )


def _arms(desk: Desk) -> list[Counter]:
    """SW and Guns with Personnel in their area."""
    men = retained(desk, *PERSONNEL)
    return [c for c in retained(desk, *ARMS) if any(together(desk, c, man) for man in men)]


def _what(desk: Desk) -> tuple[tuple[str, str], ...]:
    said = desk.said("options")["acts"]
    acts = [key for key in said if _fits(desk, key)]
    return (("", "nothing"), *((key, said[key]) for key in acts))


def _fits(desk: Desk, act: str) -> bool:
    if act == SCROUNGE:
        return bool(retained(desk, *MMC) or _hulls(desk))
    return bool(_hulls(desk) if act in VEHICLE_ACTS else _arms(desk))


def _which(desk: Desk) -> tuple[tuple[str, str], ...]:
    found = piles([*_hulls(desk), *_arms(desk)])
    return ((MAP_WRECK, "a wreck on the map"), *((str(p.key), _line(p)) for p in found))


def _line(pile: Pile) -> str:
    said = ", ".join([*pile.like.marks, pile.like.place]).strip(", ")
    return f"{pile.count} {pile.like.name}" + (f" ({said})" if said else "")


def _options_task(desk: Desk) -> FormTask | None:
    what, which = _what(desk), _which(desk)
    if len(what) == 1 or len(which) == 1:
        return None
    fields = tuple(field for n in range(1, ROWS + 1) for field in _row(desk, n, what, which))
    more = Field("more", "More after these", "check", False, rule=desk.rule("options"))
    return FormTask(desk.button("options"), (*fields, more))


def _row(
    desk: Desk, n: int, what: tuple[tuple[str, str], ...], which: tuple[tuple[str, str], ...]
) -> tuple[Field, ...]:
    rule, gain = desk.rule("options"), f"{n}. Counter gained by it: a weapon, or the crew that leaves"
    return (
        Field(f"what{n}", f"{n}. What to do", "select", "", options=what, rule=rule),
        Field(f"which{n}", f"{n}. With which", "select", "", options=which, rule=rule),
        Field(f"number{n}", f"{n}. How many", value=1, low=1, high=MOST, rule=rule),
        Field(f"gain{n}", gain, "text", "", rule=rule),
    )


def _choose(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _options_task(desk)
    assert task is not None
    said = task.read(data)
    changes = Changes(desk)
    gained: list[tuple[str, str, str, dict[str, Any]]] = []
    told = []
    for n in range(1, ROWS + 1):
        if said[f"what{n}"]:
            told.append(_do(desk, changes, gained, said, n))
    event = desk.event("options.used", change=changes.rows, add=desk.new(gained), said=told)
    return Taken([event], done=not said["more"])


def _do(desk: Desk, changes: Changes, gained: list[Any], said: Mapping[str, Any], n: int) -> str:
    """Carry out a row of the form; what was done, in words."""
    act, gain = said[f"what{n}"], said[f"gain{n}"]
    chosen = _chosen(desk, changes, act, said, n)
    rule = desk.rule("options", "weapons" if act in ARMS_ACTS else "")
    for counter in chosen:
        ACTS[act](changes, counter, rule)
    if act in (SCROUNGE, REMOVE, ABANDON) and gain:
        if len(gain) > GAIN_LENGTH:
            shorter = f"Use {GAIN_LENGTH} characters at most."
            raise Refused("That name is too long.", rule=rule, field=f"gain{n}", way_out=shorter)
        kind = "crew" if act == ABANDON else "weapon"
        gained += [(kind, gain, "", {"note": f"{desk.said('options')['acts'][act]}, {desk.rule('options')}"})] * max(
            1, len(chosen)
        )
    name = chosen[0].name if chosen else "wreck"
    return f"{desk.said('options')['acts'][act]}: {max(1, len(chosen))} {name}" + (f" ({gain})" if gain else "")


def _chosen(desk: Desk, changes: Changes, act: str, said: Mapping[str, Any], n: int) -> list[Counter]:
    """The counters of a row that the act can be done with."""
    key, number = said[f"which{n}"], said[f"number{n}"]
    if key == MAP_WRECK:
        if act == SCROUNGE:
            return []
        raise Refused(
            "Say which counters it is about.",
            rule=desk.rule("options"),
            field=f"which{n}",
            way_out="Choose from those listed.",
        )
    fit = _hulls(desk) if act in (*VEHICLE_ACTS, SCROUNGE) else _arms(desk)
    pile = next((p for p in piles(fit) if str(p.key) == key), None)
    if pile is None:
        raise Refused(
            "That can't be done with these.",
            rule=desk.rule("options"),
            field=f"which{n}",
            way_out="Some of it is for vehicles, some for SW and Guns.",
        )
    left = [c for c in fit if c.id in pile.ids and str(c.id) not in changes.rows]
    if number > len(left):
        wrong = f"{number} entered, {len(left)} there."
        raise Refused(wrong, rule=desk.rule("options"), field=f"number{n}", way_out="Enter no more than you have.")
    return left[:number]


ACTS = {
    "abandon": lambda changes, counter, rule: changes.give(counter, "abandoned"),
    "wreck": lambda changes, counter, rule: changes.lose(counter, f"wreck, {rule}"),
    "burnt": lambda changes, counter, rule: changes.lose(counter, f"burnt-out wreck, {rule}"),
    "remove": lambda changes, counter, rule: changes.put(counter, note=f"armament removed, {rule}"),
    "scrounge": lambda changes, counter, rule: changes.put(counter, note=f"scrounged, {rule}"),
    "eliminate": lambda changes, counter, rule: changes.lose(counter, rule),
    "dismantle": lambda changes, counter, rule: changes.give(counter, "dismantled"),
    "assemble": lambda changes, counter, rule: changes.take(counter, "dismantled"),
}

# ammunition ---------------------------------------------------------------


def _restored(desk: Desk, counter: Counter) -> set[str]:
    """The conditions that supply ends for a counter that is not Isolated."""
    if isolated(counter):
        return set()
    ends = {"low ammunition", SHORT}
    if not captured(counter):
        ends.add("special ammunition depleted")
    return ends & set(counter.marks)


def _short(desk: Desk) -> list[Counter]:
    return [c for c in desk.mine.on_hand if c.fate != "out" and _restored(desk, c)]


def _restock_task(desk: Desk) -> RollTask | None:
    lines = tuple(f"{p.count} {p.like.name}: {', '.join(sorted(_restored(desk, p.like)))}" for p in piles(_short(desk)))
    return RollTask(desk.button("restock"), lines=lines, mode=desk.mode) if lines else None


def _restock(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    desk.roll((), data, luck)
    changes = Changes(desk)
    for counter in _short(desk):
        changes.take(counter, *_restored(desk, counter))
    names = [f"{p.count} {p.like.name}" for p in piles(_short(desk))]
    return Taken([desk.event("ammunition.restored", change=changes.rows, names=names)])


OPTIONS = (Deed("options", _options_task, {"enter": _choose}),)
RESTOCK = (Deed("restock", _restock_task, {"roll": _restock}),)
