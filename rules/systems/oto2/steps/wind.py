"""7.5221: wind force and direction, rolled at the table and entered for both sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import PUBLIC, Event, Luck, Refused
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask
from rules.systems.oto2.desk import Desk
from rules.systems.oto2.steps.common import button, step
from rules.systems.oto2.steps.placing_limits import given


def _task(desk: Desk) -> FormTask:
    rules = given()["wind"]
    forces = tuple((force, force) for force in rules["forces"])
    ways = (("", "none"), *((str(n), str(n)) for n in range(1, int(rules["directions"]) + 1)))
    hint = "only if the words above do not fit what was rolled"
    return FormTask(
        button("wind"),
        (
            Field("force", "Wind force", "select", str(rules["calm"]), options=forces, rule="B25.63"),
            Field("direction", "Towards hex side", "select", "", options=ways, rule="B25.64"),
            Field("blaze", "A Blaze burns on the map", "check", False, rule="7.509"),
            Field("wind", "In other words", "text", "", hint=hint, rule="7.5221"),
        ),
    )


def _set(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    entered = _task(desk).read(data)
    rules, force = given()["wind"], entered["force"]
    if not entered["wind"] and force != rules["calm"] and not entered["direction"]:
        way_out = "Roll it as B25.64 says and choose its number."
        raise Refused(f"{force}: it blows in some direction.", rule="B25.64", field="direction", way_out=way_out)
    plain = force if force == rules["calm"] else f"{force}, direction {entered['direction']}"
    smoke = entered["blaze"] and force == rules["drifting"]
    note = f"; {rules['drifting_note']}" if smoke else ""
    return Taken([Event("wind.set", PUBLIC, {"wind": (entered["wind"] or plain) + note})])


STEP = step("wind", _task, {"enter": _set})
