"""12.6222, 12.6223: weapons whose coming or type a die decides, and the one that is chosen if all dice fail."""

from __future__ import annotations

from collections.abc import Iterator

from rules.asl import state as asl
from rules.asl.arrival import NewCounter, label
from rules.asl.context import StepDef, results_data
from rules.asl.pending import NOTHING, Pending, StepPending
from rules.asl.steps import weapon_choice
from rules.asl.steps.generic import RollStep
from rules.asl.steps.weapon_choice import Unarmed
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.systems.votg.arrival import (
    DEPLETED,
    RECEIVED,
    WHOLE,
    allotments,
    heavy_weapons,
    manned,
    never_empty,
    new_counters,
    weapon,
    weapon_needs,
)
from rules.systems.votg.context import Context
from rules.systems.votg.state import Group
from rules.tables import Need


class OpenTypes(StepPending):
    """Weapons received whose type a die has still to tell, with their groups."""

    types: tuple[tuple[str, str], ...]


class WeaponsStep(RollStep[Context]):
    """12.6222, 12.6223: weapons of Depleted groups, heavy ones with their crews.

    One whose type a die decides waits for that.
    """

    key = "weapons"

    def needs(self, ctx: Context) -> Iterator[Need]:
        return (need for *_, need in weapon_needs(ctx))

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        pieces: list[tuple[Group, NewCounter]] = []
        open_types, armed = [], set[str]()
        for (group, name, _), one in zip(weapon_needs(ctx), rolls, strict=True):
            row = ctx.row_of(group)
            if one.value("result") != RECEIVED:
                continue
            armed.add(group.id)
            if _type_table(ctx, group, name):
                open_types.append((group.id, name))
            else:
                came = manned(ctx, row, name) if row.kind == "weapons" else weapon(ctx, row, name)
                pieces += [(group, piece) for piece in came]
        pending = Pending().put(OpenTypes(types=tuple(open_types))) if open_types else NOTHING
        # 12.6223: where only one kind may come it does, else its owner chooses (by ruling).
        choosing = list[str]()
        for group in ctx.called_up("weapons") if never_empty(ctx) else ():
            row = ctx.row_of(group)
            kinds = heavy_weapons(ctx, row)
            if group.strength != DEPLETED or group.id in armed or not kinds:
                continue
            if len(kinds) == 1:
                pieces += [(group, piece) for piece in manned(ctx, row, kinds[0][0])]
            else:
                choosing.append(group.id)
        pending = pending.put(Unarmed(weapons=tuple(choosing))) if choosing else pending
        add, rolls_data = new_counters(ctx, pieces), results_data(rolls)
        return StepResult([ctx.event("weapons.rolled", add=add, rolls=rolls_data, pending=pending)])


class WeaponChoiceStep(weapon_choice.WeaponChoiceStep[Context]):
    """12.6223: any of the platoon's weapons."""

    added = True

    def kinds(self, ctx: Context, group: asl.Group) -> list[str]:
        return [name for name, _ in heavy_weapons(ctx, ctx.row_of(group))]

    def manned(self, ctx: Context, group: asl.Group, weapon: str) -> list[NewCounter]:
        return manned(ctx, ctx.row_of(group), weapon)


def _type_table(ctx: Context, group: Group, name: str) -> str:
    """The table that tells the type of a listed weapon, "" where none is needed."""
    return next((each.table for each in allotments(ctx, ctx.row_of(group)) if each.weapon == name), "")


class WeaponTypesStep(RollStep[Context]):
    """12.6222: the type of each weapon that has come, those of Full groups and those just received."""

    key = "weapon_types"

    def needs(self, ctx: Context) -> Iterator[Need]:
        for n, (group, name) in enumerate(_untyped(ctx), start=1):
            table = ctx.table(_type_table(ctx, group, name))
            yield Need(f"{group.id}:type{n}", f"{name} for {label(ctx, group)}", table.dice, table)

    def roll(self, ctx: Context, rolls: tuple[Rolled, ...]) -> StepResult:
        came = zip(_untyped(ctx), rolls, strict=True)
        pieces = [
            (group, piece)
            for (group, _), one in came
            for piece in weapon(ctx, ctx.row_of(group), str(one.value("result")))
        ]
        add, rolls_data = new_counters(ctx, pieces), results_data(rolls)
        return StepResult([ctx.event("weapon_types.rolled", add=add, rolls=rolls_data, pending=NOTHING)])


def _untyped(ctx: Context) -> list[tuple[Group, str]]:
    """The weapons whose type a die tells, with their groups."""
    full = [group for group in ctx.called_up("squads") if group.strength in WHOLE]
    listed = [(group, each) for group in full for each in allotments(ctx, ctx.row_of(group)) if each.table]
    groups, open_types = {group.id: group for group in ctx.groups_of_today()}, ctx.pending.get(OpenTypes)
    received = [(groups[key], name) for key, name in open_types.types] if open_types else []
    return [(group, each.weapon) for group, each in listed for _ in range(each.number)] + received


STEPS: tuple[StepDef[Context], ...] = (WeaponsStep(), WeaponChoiceStep(), WeaponTypesStep())
