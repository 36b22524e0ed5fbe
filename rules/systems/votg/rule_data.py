"""The rule data of Valor of the Guards: what is printed, and the charts of the owner that a campaign carries."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from rules.asl import rule_data as asl
from rules.asl.counters import VEHICLES, Counter
from rules.asl.data_files.fortifications import Forts
from rules.asl.state import Group
from rules.engine.charts import ChartSchema
from rules.engine.data_files import DataModel, Datum, load_data
from rules.engine.event_texts import translate_filled
from rules.engine.identity_cache import IdentityCache, room_cache
from rules.ground.map_schema import load_maps
from rules.systems.votg.chart import CampaignGame, ChartGroup, OwnerChart, practice_copy, read_chart
from rules.systems.votg.pack import DATA, Day, EntryCode, Pack, Setup, pack
from rules.systems.votg.readings import Readings
from rules.systems.votg.state import COUNTERATTACK, GERMAN, DateRecord, Public
from rules.text import gettext

LONG_GUN = "long_gun"
"""What a chart says of vehicles whose main armament is a 50L or 75L."""
CAMPAIGNS_AT_ONCE = 64
"""Charts kept read; a busy instance has a few."""


@dataclass(frozen=True)
class RuleData(asl.RuleData):
    """Everything in data/ under one campaign's rulings, with its charts. `game` is the CG that is played."""

    pack: Pack
    setup: Setup
    readings: Readings
    groups: Mapping[str, Mapping[str, ChartGroup]]
    chart: OwnerChart
    game: CampaignGame

    @property
    def days(self) -> Mapping[str, Day]:
        """The CG Days by key."""
        return {day.key: day for day in self.pack.date}

    @property
    def last_day(self) -> str:
        """The key of the last CG Day."""
        return str(self.game.last)

    def entry_code(self, group: ChartGroup) -> EntryCode | None:
        """What 12.6217 says of a group's Entry Code, None if it has none in this CG."""
        code = group.code_in(self.game.key)
        return next((row for row in self.pack.entry_code if row.key == code), None)

    def comes_on(self, code: EntryCode) -> str:
        """The CG Day from which on groups of an Entry Code are there."""
        return str(code.from_date or self.game.yellow_from or self.game.first)

    def foothold(self, code: EntryCode) -> str:
        """What a side has to hold for groups of an Entry Code to be on the map at once, "" for nothing."""
        edge = code.on_map.edge
        if not edge:
            return ""
        if code.landing:
            return gettext("a {edge} edge hex or Ferry Landing", edge=gettext(edge))
        return gettext("a {edge} edge hex", edge=gettext(edge))

    def lasts(self, strongpoint: str, date: int, now: int) -> bool:
        """Whether a Strongpoint of a kind and a date is still one on the date `now`; a NKVD one is not (CG11.1c)."""
        row = next(row for row in self.pack.strongpoint if row.key == strongpoint)
        return date == now or row.lasts == "campaign"

    def ammunition(self, side: str, day: str, group: Group) -> str:
        """A module's ammunition on a CG Day: Scarce in the shortage whatever was rolled, "" if it has none (VotG19).

        What the shortage changes is shown, and never written down.
        """
        section = self.pack.german_shortage
        oba = any(name.startswith(section.oba) for name, _ in self.groups[side][group.rg].units)
        return section.ammunition if group.ammo and oba and self._shortage(side, day) else group.ammo

    def runs_short(self, side: str, day: str, counter: Counter, group: Group | None) -> bool:
        """Whether a weapon has Ammunition Shortage on a CG Day (VotG19).

        A vehicle's armament does not show in its name: the chart says it of its `group`, or of one that has its model.
        """
        if not self._shortage(side, day):
            return False
        if counter.kind in VEHICLES:
            rows = self.groups[side]
            fit = [rows[group.rg]] if group else [row for row in rows.values() if counter.name in dict(row.units)]
            return any(LONG_GUN in row.effects for row in fit)
        return counter.name.startswith(self.pack.german_shortage.weapons)

    def elr_less(self, side: str, record: DateRecord) -> int:
        """12.6254: how much lower a side's ELR is in the scenario of a date than its roster has it, by night."""
        return self.pack.elr.german_night if side == GERMAN and record.night else 0

    def _shortage(self, side: str, day: str) -> bool:
        """Whether a side's supply runs short on a CG Day."""
        section = self.pack.german_shortage
        return side == GERMAN and int(section.first) <= int(day) <= int(section.last)


class LandingLabels(Datum):
    """How it may stand with a Ferry Landing."""

    gone: str
    nobody: str
    interdicted: str


class GameEndLabels(Datum):
    """Pieces of the sentence on when a scenario ends (CG4)."""

    fixed: str
    dr: str
    map: str


class PracticeLabels(Datum):
    """What marks charts with numbers of our own invention."""

    mark: str
    note: str


class DisplayWords(DataModel):
    """The words of data/shown.toml. `kind` is of scenarios, `on_board` of ways to arrive, each by its key."""

    kind: Mapping[str, str]
    chit: Mapping[str, str]
    on_board: Mapping[str, str]
    landing: LandingLabels
    game_end: GameEndLabels
    practice: PracticeLabels


@cache
def display_words() -> DisplayWords:
    """The labels of data/shown.toml."""
    return load_data(DATA.folder / "shown.toml", DisplayWords)


def kind_in_words(kind: str, *, night: bool) -> str:
    """A kind of scenario, "" as long as nobody knows it; by night if it is."""
    word = gettext(display_words().kind.get(kind, ""))
    return gettext("{kind} by night", kind=word) if night else word


def name_of_date(rules: RuleData, record: DateRecord) -> str:
    """What a date is called: its CG Day, and that it is the Counterattack of that day."""
    day = gettext(rules.days[record.day].name)
    return f"{day}, {gettext(display_words().kind[COUNTERATTACK])}" if record.kind == COUNTERATTACK else day


def cover_of(cover: str) -> str:
    """The cloud cover of a night and its base NVR, as they were recorded, in the reader's language."""
    return translate_filled(DATA.step_texts["cloud_cover"]["told"], cover) or cover


def hexes_of(code: EntryCode) -> str:
    """The hexes in which groups of an Entry Code may be on the map at once, "" for any."""
    low, high = code.on_map.from_hex, code.on_map.to_hex
    if low is None and high is None:
        return ""
    if high is None:
        return gettext("hexes numbered from {low} on", low=low)
    if low is None:
        return gettext("hexes numbered up to {high}", high=high)
    return gettext("hexes numbered from {low} on up to {high}", low=low, high=high)


@cache
def maps() -> ChartSchema:
    """The sheets of a map, with the practice map."""
    return load_maps(DATA.folder, pack().names, "12.2")


@cache
def practice_text() -> str:
    """The practice charts as a campaign carries them."""
    return as_text(practice_copy())


def as_text(chart: object) -> str:
    """Charts as canonical JSON: the same charts are the same text."""
    return json.dumps(chart, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@lru_cache(maxsize=CAMPAIGNS_AT_ONCE)
def chart_of(text: str) -> OwnerChart:
    """The charts a campaign carries as `text`; Refused if they are none of this game's."""
    return read_chart(json.loads(text))


@lru_cache(maxsize=CAMPAIGNS_AT_ONCE)
def rule_data(chosen: tuple[tuple[str, str], ...] = (), chart: str = "", game: str = "IV") -> RuleData:
    """The rule data under the rulings `chosen`, with `chart` (the practice charts if "") and the CG `game`."""
    readings = DATA.readings(chosen)
    seen = chart_of(chart or practice_text())
    return RuleData(
        pack=pack().under(readings),
        forts=DATA.read("fortifications", Forts, readings),
        setup=DATA.read("setup", Setup, readings),
        readings=Readings.of(readings),
        groups=seen.groups,
        chart=seen,
        game=seen.games[game],
        **DATA.shared(readings),
    )


def rules_of(public: Public) -> RuleData:
    """The rule data as a campaign has them."""
    # Every context asks, and all rooms of a campaign share what it was founded with.
    return _AGREED.get(_under, public.rulings, public.chart, public.game)


_AGREED: IdentityCache[RuleData] = room_cache(4)


def _under(rulings: Mapping[str, str], chart: str, game: str) -> RuleData:
    return rule_data(tuple(sorted(rulings.items())), chart, game)
