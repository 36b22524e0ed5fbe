"""12.6223: the one weapon of a Depleted heavy weapons or MOL platoon for which every die failed."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rules.asl.arrival import NewCounter, label
from rules.asl.pending import StepPending
from rules.asl.steps.generic import Entries, FormStep
from rules.contract import Field
from rules.engine.stages import StepResult
from rules.systems.votg.arrival import DEPLETED, heavy_weapons, manned, never_empty, new_counters
from rules.systems.votg.context import Context
from rules.systems.votg.state import Group


class Unarmed(StepPending):
    """Platoons whose owner chooses their one weapon."""

    unarmed: tuple[str, ...]


def unarmed(ctx: Context, armed: Collection[str]) -> tuple[list[tuple[Group, NewCounter]], Unarmed]:
    """What platoons have all the same that are not among the `armed`: where they have one kind, and which choose."""
    pieces: list[tuple[Group, NewCounter]] = []
    choosing = list[str]()
    for group in ctx.called_up("weapons") if never_empty(ctx) else ():
        row = ctx.row_of(group)
        kinds = [name for name, _ in heavy_weapons(ctx, row)]
        if group.strength != DEPLETED or group.id in armed or not kinds:
            continue
        if len(kinds) == 1:
            pieces += [(group, piece) for piece in manned(ctx, row, kinds[0])]
        else:
            choosing.append(group.id)
    return pieces, Unarmed(unarmed=tuple(choosing))


class WeaponChoiceStep(FormStep[Context]):
    """Which weapon comes though its die failed, where there is more than one kind."""

    key = "weapon_choice"

    def fields(self, ctx: Context) -> Iterator[Field]:
        choosing = ctx.pending.get(Unarmed)
        for group in ctx.called_up("weapons"):
            if choosing and group.id in choosing.unarmed:
                kinds = tuple((name, name) for name, _ in heavy_weapons(ctx, ctx.row_of(group)))
                name, rule = f"weapon_{group.id}", ctx.rule("weapon_choice")
                yield Field(name, label(ctx, group), "select", kinds[0][0], options=kinds, rule=rule)

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        groups = {f"weapon_{group.id}": group for group in ctx.called_up("weapons")}
        chosen = [(groups[key], name) for key, name in entries.items()]
        pieces = [(group, piece) for group, name in chosen for piece in manned(ctx, ctx.row_of(group), name)]
        add, pending = new_counters(ctx, pieces), ctx.pending.without(Unarmed)
        return StepResult([ctx.event("weapon.chosen", add=add, names=[name for _, name in chosen], pending=pending)])
