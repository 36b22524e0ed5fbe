"""12.6265: the sides take turns naming a Location, the Russians first; the other shows what it wrote down there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import PUBLIC, Event, Luck, Refused
from rules.parts.refit.steps import recon
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask
from rules.systems.votg.desk import Desk


def _left(desk: Desk) -> int:
    """How many Locations the side may still name."""
    return (desk.line.recon or 0) - len(desk.today.named.get(desk.side, ()))


def _task(desk: Desk) -> FormTask:
    """Asked of everybody until he names none, so that nobody learns what the other had rolled."""
    said, left = desk.said("inspection"), _left(desk)
    may = said["left"].format(number=left, hexes=recon.reach(desk)) if left > 0 else said["nothing_left"]
    lines = [may, *recon.told_lines(desk)]
    rule = desk.rule("inspection")
    fields = (Field("location", said["location"], "text", "", hint=said["hint"], rule=rule),) if left > 0 else ()
    return FormTask(desk.button("inspection") if left > 0 else said["none"], fields, tuple(lines))


def _name(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    """Name one, or none: then the side names no more."""
    found = recon.locations(desk, _task(desk).read(data).get("location", ""), "location")
    if len(found) > 1 or set(found) & set(desk.today.named.get(desk.side, ())):
        raise Refused(
            "One Location at a time, and each only once.",
            rule=desk.rule("inspection"),
            field="location",
            way_out="Name one that you have not seen; you are asked again after the other side.",
        )
    return Taken([Event("recon.named", PUBLIC, {"side": desk.side, "locations": found, "done": not found})])


NAMING: tuple[Deed[Desk], ...] = (Deed("inspection", _task, {"enter": _name}),)
SHOWING = recon.SHOWING
