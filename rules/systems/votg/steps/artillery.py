"""The radio or field phone of an OBA module, and its draw pile: with both it is Retained (CG6, CG10).

How many chits a pile has stands in the rules of the base game: its owner reads it off there, once for each module. It
is noted on the counter, and nothing takes it off again, for a module begins every scenario with its original pile.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck, Refused
from rules.parts.counters import Counter
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask
from rules.systems.votg.desk import Desk

CONTACTS = ("radio", "phone", "observer")
MOST_CHITS = 20


def _modules(desk: Desk) -> list[Counter]:
    """The modules of which nothing is noted yet."""
    return [c for c in desk.mine.on_hand if c.kind == "oba" and not c.note]


def _label(desk: Desk, module: Counter) -> str:
    """A module with its ammunition, which says how large its pile is."""
    supply = next((desk.supply(group) for group in desk.mine.groups if group.id == module.group), "")
    return f"{module.name} (no. {module.id}{f', {supply}' if supply else ''})"


def _fields(desk: Desk, module: Counter) -> tuple[Field, ...]:
    said, label = desk.said("artillery"), _label(desk, module)
    options = tuple((key, str(said[key])) for key in CONTACTS)
    contact, chits = desk.rule("artillery", "contact"), desk.rule("artillery")
    return (
        Field(
            f"contact_{module.id}",
            f"{label}: {said['contact']}",
            "select",
            options[0][0],
            options=options,
            rule=contact,
        ),
        Field(f"black_{module.id}", f"{label}: {said['black']}", high=MOST_CHITS, rule=chits),
        Field(f"red_{module.id}", f"{label}: {said['red']}", high=MOST_CHITS, rule=chits),
    )


def _task(desk: Desk) -> FormTask | None:
    fields = tuple(field for module in _modules(desk) for field in _fields(desk, module))
    return FormTask(desk.button("artillery"), fields, tuple(desk.said("artillery")["points"])) if fields else None


def _record(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _task(desk)
    assert task is not None
    said, kits = task.read(data), {}
    for module in _modules(desk):
        black, red = said[f"black_{module.id}"], said[f"red_{module.id}"]
        if red and not black:
            raise Refused(
                f"{module.name}: a draw pile of {red} red chits and no black one.",
                rule=desk.rule("artillery"),
                field=f"black_{module.id}",
                way_out="Enter how many black ones it has, or 0 for both if you keep the pile at the table.",
            )
        pile = str(desk.said("artillery")["pile"]).format(black=black, red=red) if black else ""
        kits[module] = ", ".join(part for part in (desk.said("artillery")[said[f"contact_{module.id}"]], pile) if part)
    names = [f"{module.name}: {kit}" for module, kit in kits.items()]
    return Taken(
        [desk.event("artillery.recorded", change={str(c.id): {"note": k} for c, k in kits.items()}, names=names)]
    )


STEPS: tuple[Deed[Desk], ...] = (Deed("artillery", _task, {"enter": _record}),)
