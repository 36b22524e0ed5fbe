"""Who tries to get out of an Isolated Area, how it ends, and who stays short of ammunition.

One stack or vehicle after the other: chosen, rolled for, and what the roll asks for beside
it (Random Selection, the equipment of who was lost). All of it stays at one place in the
course until nobody tries any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck, Refused
from rules.parts.counters import Counter, piles
from rules.parts.refit.desk import Desk
from rules.parts.refit.steps import escape_rolls
from rules.parts.refit.steps.chosen import (
    ABANDONED,
    CAPTURED,
    ENCIRCLED,
    IMMOBILE,
    ISOLATED,
    MMC,
    SHORT,
    SMC,
    UNITS,
    VEHICLES,
    Change,
    entered,
    marked,
    marks,
    names,
    number_fields,
    taken,
)
from rules.parts.refit.steps.clearing import busy
from rules.parts.refit.steps.escape_rolls import ADJACENT, FAR, NEAR
from rules.parts.refit.steps.lines import BOTH, EMPTY, OWN_OR_ENEMY, SMC_ONLY, areas, type_options
from rules.parts.refit.steps.placing_limits import is_gun
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask

MOST_OVERLOAD = 20
DISMANTLED = "dismantled"
SHORT_TYPES = frozenset({"C", "D"})


def _isolated(desk: Desk) -> list[Counter]:
    return marked(desk, ISOLATED)


def _able(desk: Desk) -> list[Counter]:
    """Who may try: nobody who is busy and, where a game says so, no vehicle that can't drive."""
    still = {IMMOBILE, ABANDONED} if desk.book.pack.get("escape", {}).get("mobile_only", False) else set()
    found = (c for c in _isolated(desk) if not busy(desk, c))
    return [c for c in found if c.kind not in VEHICLES or not still & set(c.marks)]


def _type_now(desk: Desk, area: Mapping[str, Any]) -> str:
    """What an area is of by now, as far as this side's own counters tell, and the players have the last word."""
    there = [c for c in _isolated(desk) if c.id in area["ids"] and (c.kind in UNITS or c.kind in VEHICLES)]
    if any(c.kind not in SMC for c in there) or (not area["held"] and area["type"] == OWN_OR_ENEMY):
        return str(area["type"])
    if area["type"] == BOTH:
        return OWN_OR_ENEMY
    return SMC_ONLY if there else EMPTY


def must(desk: Desk, found: list[dict[str, Any]]) -> list[Counter]:
    """SMC that have to try: all in an area of type B; in type C where the MMC and vehicles are the enemy's."""
    due: list[Counter] = []
    for area in found:
        there = [c for c in _isolated(desk) if c.id in area["ids"]]
        held = any(c.kind in MMC or c.kind in VEHICLES for c in there)
        if area["type"] == SMC_ONLY or (area["type"] == OWN_OR_ENEMY and not held):
            due += [c for c in there if c.kind in SMC and not busy(desk, c)]
    return due


# Choosing --------------------------------------------------------------------------------


def choose_task(desk: Desk) -> FormTask | None:
    """Who tries next; numbers of 0 end the escapes."""
    waiting = {"stack", "select", "equipment"} & set(desk.mine.pending)
    if waiting or not areas(desk):
        return None
    said, found = desk.said("escape"), [{**area, "type": _type_now(desk, area)} for area in areas(desk)]
    due = must(desk, found)
    distances = tuple((key, str(said[f"near_{key or 'far'}"])) for key in (FAR, NEAR, ADJACENT))
    fields = (
        *number_fields(_able(desk), desk.rule("escape"), [c.id for c in due[:1]]),
        Field("near", said["near"], "select", FAR, options=distances, rule=desk.rule("escape")),
        Field("overload", str(desk.book.reading(said, "overload")), high=MOST_OVERLOAD, rule=desk.rule("escape")),
        *(
            Field(f"type_{n}", f"{area['name']}: {said['type']}", "select", area["type"], options=type_options(desk),
                  rule=desk.rule("escape", "type"))
            for n, area in enumerate(found)
        ),
    )  # fmt: skip
    lines = [said["line"], *(f"{c.name} in {c.place} has to try." for c in due)]
    return FormTask(desk.button("escape"), fields, tuple(lines))


def choose(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    """One stack tries, or nobody any more: then the step is done and the isolation settled."""
    task = choose_task(desk)
    assert task is not None
    entries = task.read(data)
    found = [{**area, "type": entries[f"type_{n}"]} for n, area in enumerate(areas(desk))]
    stack = taken(_able(desk), entries)
    if not stack:
        return _settle(desk, found)
    _check_stack(desk, stack, entered(entries))
    pending = {
        **desk.mine.pending,
        "stack": {"ids": [c.id for c in stack], "near": entries["near"], "overload": entries["overload"]},
    }
    return Taken([desk.event("escape.tried", pending=pending, names=names(stack))], done=False)


def _check_stack(desk: Desk, stack: list[Counter], field: str) -> None:
    """One Location, one vehicle at most, no Gun that is not dismantled, and somebody to carry things."""
    if len({c.place for c in stack}) > 1:
        raise Refused(
            "A stack is in one Location.",
            rule=desk.rule("escape"),
            field=field,
            way_out="Let those of one area try, then the others.",
        )
    if any(is_gun(desk, c) and DISMANTLED not in c.marks for c in stack):
        raise Refused("A Gun stays unless it is dismantled.", rule=desk.rule("escape"), field=field,
                      way_out="Leave it behind, or give it the condition dismantled under Forces.")  # fmt: skip
    if sum(c.kind in VEHICLES for c in stack) > 1:
        raise Refused(
            "Each vehicle makes its own roll.",
            rule=desk.rule("escape"),
            field=field,
            way_out="Choose one vehicle now, the next after it.",
        )
    if not any(c.kind in UNITS or c.kind in VEHICLES for c in stack):
        raise Refused(
            "Equipment does not get away by itself.",
            rule=desk.rule("escape"),
            field=field,
            way_out="Choose the unit that carries it.",
        )


# nobody tries any more -------------------------------------------


def _settle(desk: Desk, found: list[dict[str, Any]]) -> Taken:
    if due := must(desk, found):
        raise Refused(
            f"{due[0].name} in {due[0].place} has to try to escape.", rule=desk.rule("escape", "must"),
            field=next((f"n_{pile.key}" for pile in piles(_able(desk)) if due[0].id in pile.ids), ""),
            way_out="Choose him, alone or in a stack; he may stay only where an MMC or a vehicle of yours is.",
        )  # fmt: skip
    types = {i: area["type"] for area in found for i in area["ids"]}
    for n, area in enumerate(found):
        if area["type"] == EMPTY and any(c.id in area["ids"] and c.kind != "weapon" for c in _isolated(desk)):
            raise Refused(
                f"{area['name']}: your counters are still there, so it is not of type A.",
                rule=desk.rule("areas"),
                field=f"type_{n}",
                way_out="Choose the type by what is left in the area.",
            )
    change: dict[str, Change] = {}
    for counter in _isolated(desk):
        short = types.get(counter.id) in SHORT_TYPES and not (counter.kind == "weapon" and CAPTURED in counter.marks)
        if new := marks(counter, less=(ENCIRCLED,), more=(SHORT,) if short else ()):
            change[str(counter.id)] = new
    line = {"areas": {area["name"]: area["type"] for area in found}}
    held = [_held(desk, area) for area in found]
    event = desk.event(
        "isolation.settled", change=change, line=line, held=held, pending={**desk.mine.pending, "areas": found}
    )
    return Taken([event])


def _held(desk: Desk, area: Mapping[str, Any]) -> str:
    """An area with its type and whose it is now."""
    row = next(row for row in desk.table("isolation_types").rows if row.values["type"] == area["type"])
    return f"{area['name']} ({area['type']}): {row.values['control']}"


ROLLS = escape_rolls.STEPS
STEPS: tuple[Deed[Desk], ...] = (Deed("escape", choose_task, {"enter": choose}), *ROLLS)
