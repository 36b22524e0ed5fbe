"""What one commander has before him: the public room, his own, and the rule data of Valor of the Guards."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from rules.asl import context as asl
from rules.asl import state as refit_state
from rules.asl.context import divided
from rules.asl.counters import CAPTURED, Counter, casualties
from rules.asl.data_files.units import ELITE, FIRST_LINE
from rules.ground.front_line import PerimeterHexes
from rules.ground.map_side import MapSide
from rules.systems.votg.chart import ChartGroup
from rules.systems.votg.map_side import at_map
from rules.systems.votg.pack import Day, EntryCode
from rules.systems.votg.perimeter import after_passing
from rules.systems.votg.rule_data import RuleData, rules_of
from rules.systems.votg.state import (
    ATTACK,
    COUNTERATTACK,
    GERMAN,
    INITIAL,
    LEVELS_NOT_ANNOUNCED,
    RUSSIAN,
    DateRecord,
    Group,
    Perimeter,
    Public,
    RosterRow,
    SideRoom,
    enemy,
)
from rules.text import gettext

AFTER_BATTLE = 100
"""A loss in a refit is marked with the negative of the date it follows upon and this, so that a refit knows its own."""
BOOBY_TRAPS = "booby_traps"
GUNS = "G"
"""The letter of the Gun groups, which have Entry Codes and no way to enter (CG9, 12.6217)."""
DUG_IN, GREEN = "dug-in", "inexperienced crew"
"""The conditions of an AFV that stays where it is for good, and of a crew that has to learn."""


@dataclass(frozen=True)
class Context(asl.RefitContext):
    """A side's place at the table. It holds no key to the other side's room."""

    public: Public
    mine: SideRoom

    @cached_property
    def rules(self) -> RuleData:
        return rules_of(self.public)

    # days and dates ---------------------------------------------------------------------------

    @property
    def today(self) -> DateRecord:
        """The public record of the date in play."""
        return self.public.today

    @property
    def cg_day(self) -> Day:
        """The CG Day of the date in play."""
        return self.rules.days[self.today.day]

    def day(self, before: int = 0) -> str:
        return self.public.dates[max(0, self.date - before)].day

    @property
    def before(self) -> DateRecord:
        """The last record of the CG Day before; this one's on the first day."""
        earlier = [record for record in self.public.dates[: self.date + 1] if record.day != self.today.day]
        return earlier[-1] if earlier else self.public.dates[0]

    @property
    def last_day(self) -> bool:
        """Whether this is the last CG Day of the campaign."""
        return self.today.day == self.rules.last_day

    @property
    def in_counterattack(self) -> bool:
        """Whether this passage leads to a Counterattack, so that steps of a new day are left out (12.613)."""
        return self.today.kind == COUNTERATTACK

    @property
    def scenario(self) -> int:
        """The date of the scenario a loss of now belongs to, or what tells that it came in the refit after a date."""
        if self.stage == asl.BATTLE:
            return self.date
        if self.stage in asl.FROM_PAPER:
            return asl.NO_SCENARIO
        return -(self.date - (not self.today.fought) + AFTER_BATTLE)

    def on_day_before(self) -> tuple[DateRecord, ...]:
        """All records of the CG Day before."""
        key = self.before.day
        return tuple(r for r in self.public.dates[: self.date + 1] if r.day == key and key != self.today.day)

    def groups_of_day_before(self) -> Iterable[Group]:
        """The groups this side bought on the CG Day before."""
        lines = {n for n, record in enumerate(self.public.dates) if record in self.on_day_before()}
        return (group for group in self.mine.groups if group.date in lines and not group.given)

    def bought_today(self) -> tuple[Group, ...]:
        """The groups this side has bought on this CG Day so far, also for an earlier scenario of it."""
        lines = {n for n, record in enumerate(self.public.dates) if record.day == self.today.day}
        return tuple(group for group in self.mine.groups if group.date in lines and not group.given)

    @property
    def played(self) -> tuple[DateRecord, ...]:
        """The records of all scenarios played."""
        return tuple(record for record in self.public.dates if record.report)

    @property
    def idle_days(self) -> int:
        """Idle Days since the last scenario."""
        fought = [n for n, record in enumerate(self.public.dates) if record.report]
        return self.date - 1 - fought[-1] if fought else 0

    # what tables ask ----------------------------------------------------------------------------

    def historical(self) -> int:
        """The side's historical DRM of the day, or of the night a Counterattack was declared for (12.6182)."""
        return self.cg_day.drm(self.side, night=self.today.night)

    def facts(self) -> Mapping[str, int]:
        shared = {**super().facts(), "night": self.today.night}
        y = self.rules.chart.y(self.side, *self.won_and_lost()) if self.rules.readings.balance_y == "charts" else 0
        return {**shared, "balance": y}

    def won_and_lost(self) -> tuple[int, int]:
        """How many scenarios this side has won and lost."""
        won = sum(record.winner == self.side for record in self.played)
        return won, len(self.played) - won

    def won(self) -> int:
        """How many scenarios of this CG Day this side won."""
        return sum(r.winner == self.side for r in self.played if r.day == self.today.day)

    def won_day(self) -> bool:
        """Whether what was won on this CG Day counts when a leader is hardened (12.6124)."""
        today = [record.winner == self.side for record in self.played if record.day == self.today.day]
        counts = {"any": any(today), "last": today[-1:] == [True], "all": bool(today) and all(today)}
        return counts[self.rules.readings.leader_bh_won]

    def inflicted(self) -> int:
        """The CVP this side amassed in the scenario just played, as they are counted by twenties."""
        last = self.played[-1].report if self.played else None
        return self.twenties(last.cvp[enemy(self.side)]) * self.rules.pack.casualties.per if last else 0

    def lately(self, since: int) -> bool:
        """Whether a loss marked with `since` came in the scenario before or in a refit."""
        return since < 0 or since == self.date - 1

    def twenties(self, points: int) -> int:
        """How many twenties of Casualty VP these points are (12.618, 12.6123)."""
        return divided(points, self.rules.pack.casualties.per, self.rules.pack.casualties.rounding)

    def refit_losses(self, *dates: int) -> int:
        """CVP of what this side lost in the refits after these dates."""
        return casualties(self.mine.counters, *(-(date + AFTER_BATTLE) for date in dates))

    def attacked(self) -> bool:
        """Whether this side's chit of the CG Day before was Attack; a Counterattack's counts by ruling (12.618)."""
        if self.in_counterattack and self.rules.readings.chit_day == "latest":
            records: tuple[DateRecord, ...] = tuple(
                r for r in self.public.dates[: self.date] if r.day == self.today.day
            )
        else:
            records = self.on_day_before()
        counts = self.side == RUSSIAN and self.rules.pack.counterattack_chit.value
        return any(counts if r.kind == COUNTERATTACK else r.chits.get(self.side) == ATTACK for r in records)

    def may_counterattack(self) -> bool:
        """Whether the scenario just played is one that a Counterattack may follow, with a chit left for it."""
        initial = self.rules.pack.counterattack_initial.value
        fits = self.today.kind == self.rules.pack.counterattack.follows or (
            self.today.kind == INITIAL and initial and self.today.mover == GERMAN
        )
        return fits and self.today.fought and self.public.chits > 0

    # what a side has -----------------------------------------------------------------------------

    @property
    def roster_row(self) -> RosterRow:
        """Its row of the CG Roster for the date in play."""
        return self.mine.now

    @property
    def german(self) -> bool:
        return self.side == GERMAN

    @property
    def elr(self) -> int:
        """The ELR in this scenario: by night the German one is less (12.6254)."""
        return self.mine.now.elr - self.rules.elr_less(self.side, self.today)

    def squads_are(self) -> Collection[str]:
        """By night Germans are Lax (VotG25); Russians are Stealthy if most squads are Elite or 1st Line (VotG16)."""
        if self.german:
            return ("lax",) if self.today.night else ()
        squads = [self.rules.unit(self.side, c.name) for c in self.mine.on_hand if c.kind == "squad"]
        better = sum(unit is not None and unit.troop_class in (ELITE, FIRST_LINE) for unit in squads)
        return ("stealthy",) if 2 * better > len(squads) else ()

    def own_afvs(self, leader: Counter) -> Collection[str]:
        """Those of his platoon, whatever he rode in (12.6227)."""
        return self.platoon_afvs(leader) or super().own_afvs(leader)

    def purses(self) -> Mapping[str, int]:
        """Support CPP are a purse of the Germans' own (12.6181)."""
        return {**super().purses(), **({"support": self.roster_row.support.left} if self.german else {})}

    def row_of(self, group: refit_state.Group) -> ChartGroup:
        return self.rules.groups[self.side][group.rg]

    def called_up(self, *kinds: str) -> list[Group]:
        return [group for group in self.groups_of_today() if self.row_of(group).kind in kinds]

    def groups_of_today(self) -> tuple[Group, ...]:
        return tuple(group for group in self.mine.groups if group.date == self.date)

    def groups_with_hexes(self) -> tuple[Group, ...]:
        """Beside the new ones those that are Retained: Observers, and hexes while there is a module (CG10)."""
        current = {counter.group for counter in self.mine.on_hand if counter.kind == "observer"}
        modules = any(counter.kind == "oba" for counter in self.mine.on_hand)
        old = (group for group in self.mine.groups if group.date < self.date and group.hexes)
        retained = (group for group in old if (group.id in current if "observer" in group.hexes else modules))
        return (*retained, *self.groups_of_today())

    # the map ----------------------------------------------------------------------------------------

    @property
    def burning(self) -> bool:
        return bool(self.public.blazes)

    @property
    def burnt_out(self) -> Collection[str]:
        """Where there was a Blaze by what was noted in the refit before, or by what either side said of it in this."""
        return {*self.public.burnt_through} | {place for place, line in self.public.burnt.items() if line == self.date}

    @property
    def at_map(self) -> MapSide | None:
        return at_map(self.public, self.side)

    def perimeter(self, side: str) -> PerimeterHexes | None:
        """A side's Perimeter as recorded, without Pockets that hold no units any more (12.6072).

        None where none was, or nothing of it is left.
        """
        own, other = (self.public.perimeters.get(key, Perimeter()) for key in (side, enemy(side)))
        own_line = after_passing(own, other, self.lower) if own.loops else None
        return own_line if own_line and own_line.front else None

    def inside(self, place: str) -> bool | None:
        """Whether a Location is in this side's Perimeter Area; None if that can't be reckoned."""
        mine, hex_ = self.perimeter(self.side), self.hex_of(place)
        return hex_ in mine.area if mine and hex_ else None

    def places_to_show(self) -> tuple[str, ...]:
        """The Locations the other side named and has not been shown yet."""
        return self.today.unseen(enemy(self.side))

    def supply(self, group: refit_state.Group) -> str:
        """German modules are Scarce while supply runs short, whatever was rolled (VotG19)."""
        return self.rules.ammunition(self.side, self.today.day, group) or group.strength

    def running_short(self) -> Mapping[str, int]:
        """The weapons on hand that have Ammunition Shortage on this CG Day, by name, with their number (VotG19)."""
        groups = {group.id: group for group in self.mine.groups}
        own = (c for c in self.mine.on_hand if CAPTURED not in c.marks)
        short = (c for c in own if self.rules.runs_short(self.side, self.today.day, c, groups.get(c.group)))
        return Tally(c.name for c in short)

    @property
    def booby(self) -> str:
        """The level of the Booby Traps as this side knows it: with what it bought and has not told yet."""
        levels = self.rules.pack.booby_traps.levels
        return levels[levels.index(self.public.booby) + int(self.mine.known.get(LEVELS_NOT_ANNOUNCED, 0))]

    def works_left(self, key: str, most: int) -> int:
        """Booby Traps have a best level (12.623)."""
        levels = self.rules.pack.booby_traps.levels
        return len(levels) - 1 - levels.index(self.booby) if key == BOOBY_TRAPS else most

    @cached_property
    def _coded(self) -> Mapping[str, ChartGroup]:
        """The chart rows of the groups that their Entry Codes bind as they set up on the map on this date, by group.

        Gun groups are for the map whatever was paid, by ruling (12.6214a, 12.6217).
        """
        guns = self.rules.readings.gun_codes == "confined"
        rows = ((group, self.row_of(group)) for group in self.groups_of_today())
        return {g.id: row for g, row in rows if g.way or (guns and row.letter == GUNS and not g.given)}

    @cached_property
    def _codes(self) -> Mapping[str, EntryCode]:
        """The Entry Codes of those groups that name hexes, by group."""
        codes = ((key, self.rules.entry_code(row)) for key, row in self._coded.items())
        return {key: code for key, code in codes if code and code.on_map.bounded}

    def coded(self, counter: Counter) -> ChartGroup | None:
        """The chart row whose Entry Code says whether a counter sets up on the map on its day of purchase (12.6217)."""
        return self._coded.get(counter.group)

    def code_of(self, counter: Counter) -> EntryCode | None:
        """The Entry Code that says in which hexes a counter sets up on its day of purchase (12.6217)."""
        return self._codes.get(counter.group)

    def closed(self, row: ChartGroup) -> str:
        """Why the row's Entry Code lets it not set up on the map on this day (12.6217); "" if it does."""
        code = self.rules.entry_code(row)
        if code is None or not code.on_map.edge or code.on_map.edge in self.public.edges.get(self.side, ()):
            return ""
        if code.landing and any(landing.serves for landing in self.public.landings.values()):
            return ""
        return gettext("not on the map at once without {foothold}", foothold=self.rules.foothold(code))

    def confined(self, counter: Counter) -> str:
        code = self.code_of(counter)
        return code.name if code else ""

    def leaves_by_itself(self, counter: Counter) -> bool:
        """Aircraft are there for the scenario they were bought for (CG10)."""
        return counter.kind == "aircraft"
