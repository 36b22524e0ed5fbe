"""The rule data of On Track to Orsha, read once from data/ and seen under a campaign's rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from rules.asl import rule_data as asl
from rules.asl.counters import Change
from rules.asl.data_files.group_charts import GroupChartRow
from rules.engine.charts import ChartSchema
from rules.engine.data_files import load_chart
from rules.engine.identity_cache import IdentityCache, room_cache
from rules.ground.map_schema import load_maps
from rules.systems.oto2.pack import Date, Forts, Initial, Pack, Setup
from rules.systems.oto2.readings import Readings
from rules.systems.oto2.state import SIDES, Public
from rules.text import gettext_noop

DATA = asl.DataFiles(Path(__file__).parent / "data", Readings)
REACHES = {5: gettext_noop("reaches 5 hexes"), 7: gettext_noop("reaches 7 hexes")}
"""What is noted on the counter of a Bombardment, by its radius."""


@dataclass(frozen=True)
class RuleData(asl.RuleData):
    """Everything in data/, with the readings of one campaign's rulings applied."""

    pack: Pack
    forts: Forts
    setup: Setup
    readings: Readings
    groups: Mapping[str, Mapping[str, GroupChartRow]]
    initial: Initial

    @cached_property
    def dates(self) -> tuple[Date, ...]:
        """The CG Dates in their order."""
        return self.pack.date

    def note(self, kind: str) -> Change:
        """How far a Bombardment reaches (RG note m); whoever shows the note looks it up as it stands."""
        return {"note": REACHES[self.pack.bombardment.value]} if kind == "bombardment" else {}

    def elite_groups(self, side: str) -> tuple[str, ...]:
        """The RG that count as Elite for 7.516."""
        return self.pack.elite.value[side]


@cache
def rule_data(chosen: tuple[tuple[str, str], ...] = ()) -> RuleData:
    """The rule data under the rulings `chosen` (key, reading); those not named stand at their default."""
    readings = DATA.readings(chosen)
    return RuleData(
        pack=DATA.read("pack", Pack, readings),
        forts=DATA.read("fortifications", Forts, readings),
        setup=DATA.read("setup", Setup, readings),
        readings=Readings.of(readings),
        groups={side: _groups(side) for side in SIDES},
        initial=DATA.read("initial", Initial, readings),
        **DATA.shared(readings),
    )


def rules_of(public: Public) -> RuleData:
    """The rule data as a campaign has them."""
    # Every context asks, and all rooms of a campaign share the rulings it was founded with.
    return _AGREED.get(_under, public.rulings)


_AGREED: IdentityCache[RuleData] = room_cache(4)


def _under(rulings: Mapping[str, str]) -> RuleData:
    return rule_data(tuple(sorted(rulings.items())))


@cache
def maps() -> ChartSchema:
    """The sheets of a map, with the practice map."""
    return load_maps(DATA.folder, rule_data().pack.names, "6")


@cache
def _groups(side: str) -> Mapping[str, GroupChartRow]:
    return {line.id: line for line in load_chart(DATA.folder / f"groups_{side}.csv", GroupChartRow)}
