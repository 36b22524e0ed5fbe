"""What one commander has before him: the public room, his own, and the rule data of On Track to Orsha."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

from rules.asl import context as asl
from rules.asl.counters import Counter
from rules.asl.data_files.group_charts import GroupChartRow
from rules.asl.steps.aftermath.public_lines import without_left
from rules.ground.front_line import PerimeterHexes, perimeter_hexes
from rules.ground.map_side import MapSide
from rules.systems.oto2.map_side import at_map
from rules.systems.oto2.rule_data import RuleData, rules_of
from rules.systems.oto2.state import GERMAN, DateRecord, Group, Public, enemy


@dataclass(frozen=True)
class Context(asl.RefitContext):
    """A side's place at the table. It holds no key to the other side's room."""

    public: Public

    @cached_property
    def rules(self) -> RuleData:
        return rules_of(self.public)

    @property
    def german(self) -> bool:
        return self.side == GERMAN

    def day(self, before: int = 0) -> str:
        return self.rules.dates[self.date - before].key

    def historical(self) -> int:
        return self.rules.dates[self.date].historical[self.side]

    def facts(self) -> Mapping[str, int]:
        return {**super().facts(), "morning": self.rules.dates[self.date].morning}

    def sky(self) -> Mapping[str, int]:
        """Rain counts whenever it fell on the date before, not only if it was rolled (7.5171)."""
        return {**super().sky(), "rain": self.before.rained}

    @property
    def before(self) -> DateRecord:
        return self.public.dates[max(0, self.date - 1)]

    def inflicted(self) -> int:
        report = self.public.today.report
        return report.cvp.get(enemy(self.side), 0) if report else 0

    def row_of(self, group: Group) -> GroupChartRow:
        return self.rules.groups[self.side][group.rg]

    # the map ----------------------------------------------------------------------------------------

    @property
    def burning(self) -> bool:
        """Whether a Flame of this side became a Blaze in the refit, or either said where one burns (7.5094)."""
        return bool(self.public.blazes) or any(line.blazes for line in self.mine.lines[-2:-1])

    @property
    def burnt_out(self) -> Collection[str]:
        return {place for place, date in self.public.burnt.items() if date == self.date}

    @property
    def at_map(self) -> MapSide | None:
        return at_map(self.public, self.side)

    def perimeter(self, side: str) -> PerimeterHexes | None:
        """A side's Perimeter as published on a map since the last scenario; None if it published none.

        Pockets without holders, of type A or B, have no Front Line any more (7.5062).
        """
        recorded = self.public.perimeters.get(side)
        if recorded is None or not recorded.loops:
            return None
        fought = recorded.line is not None and any(date.report for date in self.public.dates[recorded.line + 1 :])
        loops = without_left(recorded).loops
        return perimeter_hexes(loops, self.lower) if loops and not fought else None

    def leaves_by_itself(self, counter: Counter) -> bool:
        """Aircraft a side is given for the first scenario only (IHSR 4)."""
        return not counter.group and any(
            item.side == self.side and item.name == counter.name and item.recalled_after_turn is not None
            for item in self.rules.initial.item
        )
