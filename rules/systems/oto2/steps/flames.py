"""7.5094: a die for each Flame, which makes a Blaze of it or not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck
from rules.parts.refit.desk import told
from rules.parts.refit.words import Deed
from rules.parts.rolls import Need
from rules.parts.stages import Taken
from rules.parts.tasks import RollTask
from rules.systems.oto2.desk import Desk


def _flame_needs(desk: Desk) -> tuple[Need, ...]:
    table = desk.table("flame_spread")
    number = int(desk.mine.pending.get("flames", 0))
    return tuple(Need(f"flame{n + 1}", f"Flame {n + 1}", 1, table) for n in range(number))


def _flames_task(desk: Desk) -> RollTask | None:
    needs = _flame_needs(desk)
    return RollTask(desk.button("blazes"), needs, tuple(desk.said("blazes")["points"]), desk.mode) if needs else None


def _roll_flames(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    rolled = desk.roll(_flame_needs(desk), data, luck)
    rolls = [told(one, str(one.value("result"))) for one in rolled]
    blazes = sum(one["result"] == "Blaze" for one in rolls)
    return Taken([desk.event("flames.rolled", rolls=rolls, line={"blazes": blazes}, number=blazes)])


STEPS = (Deed("blazes", _flames_task, {"roll": _roll_flames}),)
