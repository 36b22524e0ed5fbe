"""The weapon of a Depleted group for which every die failed, where its owner has the choice (7.5193, 12.6223)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence

from rules.asl.arrival import NewCounter, label, new_counters
from rules.asl.pending import StepPending
from rules.asl.state import Group
from rules.asl.steps.generic import D, Entries, FormStep
from rules.contract import Field
from rules.engine.stages import StepResult


class Unarmed(StepPending):
    """Groups for which every die failed, whose owner chooses one weapon for each."""

    weapons: tuple[str, ...]


class WeaponChoiceStep(FormStep[D]):
    """The owner chooses among the kinds of weapons that a group might have received."""

    key = "weapon_choice"

    @abstractmethod
    def kinds(self, ctx: D, group: Group) -> Sequence[str]:
        """The weapons a group might have received, by name."""

    @abstractmethod
    def manned(self, ctx: D, group: Group, weapon: str) -> Iterable[NewCounter]:
        """A weapon of a group, with its crew if one comes with it."""

    def fields(self, ctx: D) -> Iterator[Field]:
        """A choice for each of the groups."""
        unarmed = ctx.pending.get(Unarmed)
        for group in ctx.groups_of_today():
            if unarmed and group.id in unarmed.weapons:
                kinds = tuple((name, name) for name in self.kinds(ctx, group))
                rule = ctx.rule(self.key)
                yield Field(f"weapon_{group.id}", label(ctx, group), "select", kinds[0][0], options=kinds, rule=rule)

    def enter(self, ctx: D, entries: Entries) -> StepResult:
        """The weapons arrive."""
        groups = {f"weapon_{group.id}": group for group in ctx.groups_of_today()}
        pieces = [
            (groups[key], piece) for key, name in entries.items() for piece in self.manned(ctx, groups[key], name)
        ]
        add, names, pending = new_counters(ctx, pieces), list(entries.values()), ctx.pending.without(Unarmed)
        return StepResult([ctx.event("weapon.chosen", add=add, names=names, pending=pending)])
