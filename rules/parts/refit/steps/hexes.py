"""The secret hexes of modules and observers, written down before set-up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import Luck
from rules.parts.refit.desk import Desk
from rules.parts.refit.places import HEX, HEX_HINT
from rules.parts.refit.state import Group
from rules.parts.refit.steps.condition import named
from rules.parts.refit.steps.markers import OWN_OBSERVER
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask

TARGET = "target:"


def _hex_fields(desk: Desk) -> tuple[Field, ...]:
    """A hex for each that a group has; a Pre-Registered one of before may be left empty, for it may be gone."""
    fields = []
    for group in desk.groups_with_hexes():
        row, was = desk.book.groups[desk.side][group.rg], group.hexes
        pattern = HEX if group.date == desk.date else f"({HEX})?"
        for what in (f"prereg{n + 1}" for n in range(group.options.get("prereg", 0))):
            if group.date == desk.date or what in was:
                label = f"{row.id} {row.name} ({group.id}): Pre-Registered hex {what.removeprefix('prereg')}"
                rule = desk.rule("hexes", "prereg")
                fields.append(_hex_field(f"{group.id}:{what}", label, rule, was.get(what, ""), pattern))
        if row.kind == "observer" or _brings_observer(desk, group):
            level = int(desk.book.pack["observer"]["level"]) + group.options.get("level", 0)
            label = f"Offboard Observer ({group.id}), level {level}: map edge hex"
            rule = desk.rule("hexes", "observer")
            fields.append(_hex_field(f"{group.id}:observer", label, rule, was.get("observer", ""), HEX))
    return tuple(fields)


def _brings_observer(desk: Desk, group: Group) -> bool:
    """Whether a module came with its Offboard Observer."""
    return any(c.group == group.id and OWN_OBSERVER in c.marks for c in desk.mine.on_hand)


def _targets(desk: Desk) -> tuple[Field, ...]:
    """The hex of each Bombardment that is still to come, in a game whose words ask for it."""
    asks = desk.said("hexes").get("bombardment", "")
    waiting = (c for c in desk.mine.on_hand if c.kind == "bombardment" and asks)
    rule, pattern = desk.rule("hexes", "bombardment"), f"({HEX})?"
    return tuple(_hex_field(f"{TARGET}{c.id}", f"{named(c)}: {asks}", rule, c.place, pattern) for c in waiting)


def _fields(desk: Desk) -> tuple[Field, ...]:
    return (*_hex_fields(desk), *_targets(desk))


def _hex_field(name: str, label: str, rule: str, value: str, pattern: str) -> Field:
    return Field(name, label, "text", value, pattern=pattern, hint=HEX_HINT, rule=rule)


def _hexes_task(desk: Desk) -> FormTask | None:
    fields = _fields(desk)
    return FormTask(desk.button("hexes"), fields) if fields else None


def _record_hexes(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    entries = FormTask("", _fields(desk)).read(data)
    targets = {key.removeprefix(TARGET): entries.pop(key).upper() for key in tuple(entries) if key.startswith(TARGET)}
    hexes: dict[str, dict[str, str]] = {}
    for key, value in entries.items():
        group, _, what = key.partition(":")
        hexes.setdefault(group, {}).update({what: value.upper()} if value else {})
    change = {
        str(c.id): {"place": hexes[c.group]["observer"]}
        for c in desk.mine.counters
        if c.kind == "observer" and "observer" in hexes.get(c.group, {})
    }
    moved = (c for c in desk.mine.on_hand if targets.get(str(c.id), c.place) != c.place)
    change |= {str(c.id): {"place": targets[str(c.id)]} for c in moved}
    groups = {key: {"hexes": value} for key, value in hexes.items()}
    return Taken([desk.event("hexes.recorded", groups=groups, change=change)])


STEPS = (Deed("hexes", _hexes_task, {"enter": _record_hexes}),)
