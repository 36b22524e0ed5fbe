"""Counter battery fire (5.2, 5.3): an attack while the scenario is played, and what the enemy's attacks took.

The attack is an open DR: both sides read it. Whom it hit is written down behind the door of the side it hit, so it
tells the attacker nothing of the modules there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.kernel import PUBLIC, Event, Luck, Refused
from rules.parts.counters import READY, Counter
from rules.parts.refit.desk import told
from rules.parts.refit.steps.condition import named
from rules.parts.refit.words import Deed
from rules.parts.rolls import Need
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask, RollTask
from rules.systems.oto2.desk import Desk
from rules.systems.oto2.state import enemy

AIM, ROLL, HITS = "counter_battery", "counter_battery_roll", "counter_battery_hits"
NONE = ""


def _own(desk: Desk, *kinds: str) -> list[Counter]:
    return [c for c in desk.mine.counters if c.fate == READY and c.kind in kinds]


# the attack ------------------------------------------------------------------------------


def _aim_task(desk: Desk) -> FormTask | None:
    """Whether there is an attack, and its modifier; asked again until there is none."""
    if not _own(desk, "cbm"):
        return None
    options = tuple(desk.said(AIM)["attacks"].items())
    field = Field("attack", desk.said(AIM)["asks"], "select", NONE, options=((NONE, "no attack any more"), *options),
                  rule=desk.rule(AIM))  # fmt: skip
    return FormTask(desk.button(AIM), (field,))


def _aim(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _aim_task(desk)
    assert task is not None
    attack = task.read(data)["attack"]
    pending = {"attack": attack} if attack else {}
    return Taken([desk.event("cbm.aimed", attack=desk.said(AIM)["attacks"].get(attack, NONE), pending=pending)])


def _needs(desk: Desk) -> tuple[Need, ...]:
    attack = desk.mine.pending.get("attack")
    if attack is None or not _own(desk, "cbm"):
        return ()
    table = desk.table("cbm")
    return (Need("attack", desk.said(AIM)["title"], 2, table, desk.modifiers(table, **{attack: 1})),)


def _roll_task(desk: Desk) -> RollTask | None:
    needs = _needs(desk)
    return RollTask(desk.button(ROLL), needs, mode=desk.mode) if needs else None


def _roll(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    """An Original 12 costs the module; all else befalls the other side, which writes it down."""
    (rolled,) = desk.roll(_needs(desk), data, luck)
    assert rolled.row is not None
    gone = _own(desk, "cbm")[:1] if rolled.row.original else []
    change = {str(c.id): {"fate": "eliminated", "since": desk.scenario} for c in gone}
    result = {"side": desk.side, "row": rolled.row.printed, "rolls": [told(rolled, str(rolled.value("result")))]}
    events = [desk.event("cbm.fired", change=change, pending={}), Event("cbm.attacked", PUBLIC, result)]
    return Taken(events, done=False, to=AIM)


# what it hit -----------------------------------------------------------------------------


def _hits(desk: Desk) -> Iterator[tuple[str, Mapping[str, Any], Field]]:
    """The row of the table, what it does, and the question for each attack of the enemy that took something."""
    effects = desk.said(HITS)["effect"]
    rows = [row for side, row in desk.public.today.batteries if side == enemy(desk.side) and row in effects]
    for n, row in enumerate(rows, 1):
        modules = _own(desk, *effects[row]["kinds"])
        if modules:
            options = ((NONE, desk.said(HITS)["nothing"]), *((str(c.id), named(c)) for c in modules))
            label = f"{n}. {effects[row]['asks']}"
            yield row, effects[row], Field(f"hit{n}", label, "select", NONE, options=options, rule=desk.rule(HITS))


def _hits_task(desk: Desk) -> FormTask | None:
    fields = tuple(field for _, _, field in _hits(desk))
    return FormTask(desk.button(HITS), fields) if fields else None


def _enter_hits(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _hits_task(desk)
    assert task is not None
    entered, modules = task.read(data), {str(c.id): c for c in _own(desk, "oba", "cbm")}
    change: dict[str, dict[str, Any]] = {}
    said = []
    for _, effect, field in _hits(desk):
        number = entered[field.name]
        if not number:
            continue
        now = change.setdefault(number, {})
        if "fate" in now:
            raise Refused(
                f"{named(modules[number])} is Eliminated already.",
                rule=desk.rule(HITS),
                field=field.name,
                way_out="Choose another module, or none.",
            )
        if effect["eliminates"]:
            now |= {"fate": "eliminated", "since": desk.scenario}
        else:
            note = now.get("note", modules[number].note)
            now["note"] = "; ".join(word for word in (note, effect["note"]) if word)
        said.append(f"{named(modules[number])}: {effect['note']}")
    return Taken([desk.event("cbm.suffered", change=change, said=said)])


ATTACKS: tuple[Deed[Desk], ...] = (
    Deed(AIM, _aim_task, {"enter": _aim}),
    Deed(ROLL, _roll_task, {"roll": _roll}),
)
LOSSES: tuple[Deed[Desk], ...] = (Deed(HITS, _hits_task, {"enter": _enter_hits}),)
