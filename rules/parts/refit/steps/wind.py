"""Wind force and direction, rolled at the table and entered for both sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import PUBLIC, Event, Luck, Refused
from rules.parts.refit.desk import Desk
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask


def _task(desk: Desk) -> FormTask:
    rules = desk.book.setup["wind"]
    forces = tuple((force, force) for force in rules["forces"])
    ways = (("", "none"), *((str(n), str(n)) for n in range(1, int(rules["directions"]) + 1)))
    hint = "only if the words above do not fit what was rolled"
    return FormTask(
        desk.button("wind"),
        (
            Field("force", "Wind force", "select", str(rules["calm"]), options=forces, rule=desk.rule("wind", "force")),
            Field("direction", "Towards hex side", "select", "", options=ways, rule=desk.rule("wind", "direction")),
            *_asked(desk),
            Field("wind", "In other words", "text", "", hint=hint, rule=desk.rule("wind")),
        ),
        tuple(said for weather, said in rules.get("told", {}).items() if weather == desk.public.today.weather),
    )


def _asked(desk: Desk) -> tuple[Field, ...]:
    """What is not known from the refit already."""
    rule = desk.rule("wind", "blaze")
    return () if desk.burning else (Field("blaze", "A Blaze burns on the map", "check", False, rule=rule),)


def _set(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    entered = _task(desk).read(data)
    rules, force = desk.book.setup["wind"], entered["force"]
    if not entered["wind"] and force != rules["calm"] and not entered["direction"]:
        way_out = f"Roll it as {desk.rule('wind', 'direction')} says and choose its number."
        raise Refused(
            f"{force}: it blows in some direction.",
            rule=desk.rule("wind", "direction"),
            field="direction",
            way_out=way_out,
        )
    plain = force if force == rules["calm"] else f"{force}, direction {entered['direction']}"
    smoke = entered.get("blaze", desk.burning) and force == rules["drifting"]
    note = f"; {rules['drifting_note']}" if smoke else ""
    return Taken([Event("wind.set", PUBLIC, {"wind": (entered["wind"] or plain) + note})])


STEPS = (Deed("wind", _task, {"enter": _set}),)
