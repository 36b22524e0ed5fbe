"""What the data files of Valor of the Guards hold beside what every refit game has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

from rules.asl.data_files import pack as asl
from rules.asl.data_files import setup
from rules.asl.rule_data import DataFiles
from rules.engine.data_files import DataModel, Datum, Names, Read, Rounding, Value
from rules.systems.votg.readings import Readings
from rules.tables import Status

DATA = DataFiles(Path(__file__).parent / "data", Readings)


class Day(Datum):
    """A CG Day with its historical DRM by side, other ones by night if it has such, and its moon (12.6182, 12.6254)."""

    key: str
    name: str
    historical: Mapping[str, int]
    historical_night: Mapping[str, int] | None = None
    moon: str
    moon_cite: str
    moon_status: Status

    def drm(self, side: str, *, night: bool) -> int:
        """A side's historical DRM by day or by night."""
        return (self.historical_night if night and self.historical_night else self.historical)[side]


class PrintedGame(Datum):
    """What the print says of a campaign game."""

    key: str
    name: str
    first: str = ""
    last: str = ""
    attack_chits: int
    snipers: int
    entry_codes: bool
    fixed_first_length: bool


class Casualties(Datum, Read[Rounding]):
    """By how many points Casualty VP are counted."""

    HANGS = "rounding"
    per: int
    rounding: Rounding


class Elr(asl.Elr):
    """The ELR, what a night takes from the German one, and how many platoons count as one loss."""

    german_night: int
    night_cite: str
    night_status: Status
    platoons_per_loss: int
    platoons_rounding: Rounding


class BoobyTraps(Datum):
    """The levels of Booby Traps, the lowest first."""

    levels: Names
    start: str
    side: str


class Counterattack(Datum):
    """Points halved around a Counterattack, the steps it skips, and what it follows (12.6253)."""

    divisor: int
    rounding: Rounding
    before: Names
    before_on_last_day: Names
    after: Names
    skips: Names
    follows: str
    chits: int


class FerryLanding(Datum):
    """A Ferry Landing that the examples name."""

    key: str


class Strongpoint(Datum):
    """A kind of Strongpoint."""

    key: str
    name: str
    lasts: Literal["campaign", "scenario"]


class GermanShortage(Datum):
    """Weapons and modules that run short between two dates."""

    first: str
    last: str
    weapons: Names
    oba: Names
    ammunition: str


class BattleHardening(asl.BattleHardening):
    """How units get better; a light mortar may have half-squads of its own."""

    light_mortars: Names
    mortar_half_squads: int


class Repair(asl.Repair):
    """What else is repaired, and how much Labor helps."""

    labor_most: int


class Recon(asl.Recon):
    """Reconnaissance, with what a night changes."""

    night: asl.NightRecon


class Losing(DataModel):
    """So many lost scenarios to so many won."""

    won: int
    lost: int


class Redeployment(Datum):
    """When a side may redeploy: after so many scenarios, so many lost to those won."""

    after_scenarios: int
    losing: Losing


class Missing(Datum):
    """What is not in the source, and what stands in for it."""

    what: str
    stands_in: str


class Support(Datum):
    """What the Germans may spend Support CPP on: groups whose ID begins so."""

    side: str
    points: int
    letters: Names


class PriceChange(Datum):
    """What another way of arriving does to a price."""

    key: str
    side: str
    value: int
    letters: Names
    free: Names


class Reserve(Datum):
    """What a Reserve has, and how far it stays away."""

    dummies: int
    dummies_platoon: int
    dummies_never: Names
    mark: str
    hexes: int


class DugIn(Datum):
    """Dug-In AFV: their share of the price, conditions and weapons."""

    side: str
    percent: int
    rounding: Rounding
    letters: Names
    marks: Names
    weapon: str
    weapons_per_vehicle: int


class CompanyMaximum(Datum, Read[int]):
    """The most companies a day: `base` less the historical DRM; `platoons` are one company, 0 if they are free."""

    HANGS = "platoons"
    base: int
    platoons: int
    rounding: Rounding
    platoons_never: Names


class OnMap(DataModel):
    """Where a group may be on the map at once: with which edge, in which hexes."""

    edge: str = ""
    from_hex: int | None = None
    to_hex: int | None = None

    def holds(self, number: int) -> bool:
        """Whether a hex of that number is one of them."""
        return (self.from_hex or 0) <= number <= (number if self.to_hex is None else self.to_hex)

    @property
    def bounded(self) -> bool:
        """Whether it is some hexes only."""
        return self.from_hex is not None or self.to_hex is not None


class EntryCode(Datum, Read[bool]):
    """Who comes from when, by which edge, and where he may set up at once (12.6217).

    `landing`: a Ferry Landing does as well as the edge. `from_night`: not before the night of that date. `later`: where
    no hex of the edge is its side's, its groups enter anywhere along it from a turn that is cut off in print.
    """

    HANGS = "landing"
    key: str
    name: str
    side: str
    units: str
    from_date: str = ""
    from_night: bool = False
    edge: str
    on_map: OnMap
    landing: bool = False
    later: bool = False


class Reinforced(Datum):
    """What a Reinforced company has beside: a weapon, and a leader in some groups."""

    weapon: str
    weapons: int
    leader: str
    leaders: int
    leader_groups: Mapping[str, Names]


class LeaderGroups(Datum):
    """Which groups a modifier of the leader tables speaks of, and who takes the Commissars."""

    modifiers: Mapping[str, Names]
    commissars: Names


class Commissars(Datum):
    """New leaders that may be exchanged for Commissars."""

    side: str
    nkvd: str
    per_company: int
    squads: int
    rounding: Rounding
    names: Names
    names_status: Status
    never: Names


class GivenSupport(Value[bool]):
    """Whether given modules and batteries are rolled for; if not, with which ammunition they come."""

    ammunition: str


class WeaponChoice(Datum):
    """The table that tells a weapon whose type a die decides."""

    rg: str
    weapon: str
    table: str


class WeaponReading(Datum, Read[str]):
    """A weapon whose column is lost, and what it is read as."""

    HANGS = "read_as"
    side: str
    rg: str
    weapon: str
    read_as: str


class Pack(asl.Pack):
    """The campaign games: their sides, days and constants."""

    date: tuple[Day, ...]
    game: tuple[PrintedGame, ...]
    play: Value[int]
    game_end: Value[Mapping[str, int]]
    stone_hexes: Value[int]
    victory: Value[int]
    balance: Value[Mapping[str, str]]
    casualties: Casualties
    elr: Elr
    elr_first_line: Value[Names]
    booby_traps: BoobyTraps
    counterattack: Counterattack
    counterattack_initial: Value[bool]
    counterattack_chit: Value[bool]
    support: Support
    support_kept: Value[bool]
    reinforcements: Value[Names]
    price_change: tuple[PriceChange, ...]
    reserve: Reserve
    dug_in: DugIn
    dug_in_surcharge: Value[int]
    price_floor: Value[int]
    company_maximum: CompanyMaximum
    entry_code: tuple[EntryCode, ...]
    first_edges: Value[Mapping[str, Names]]
    ferry_landing: tuple[FerryLanding, ...]
    strongpoint: tuple[Strongpoint, ...]
    german_shortage: GermanShortage
    air_support: Value[int]
    battle_hardening: BattleHardening
    reinforced: Reinforced
    leader_groups: LeaderGroups
    leader_platoons: Value[Names]
    armor_leaders: Value[Names]
    commissars: Commissars
    commissar_count: Value[bool]
    unarmored: Value[Names]
    battery: Value[int]
    given_support: GivenSupport
    weapon_choice: tuple[WeaponChoice, ...]
    weapon_reading: tuple[WeaponReading, ...]
    repair: Repair
    recon: Recon
    redeployment: Redeployment
    redeployment_date: Value[str]
    night: Value[Names]
    missing: tuple[Missing, ...]

    @property
    def strongpoint_names(self) -> dict[str, str]:
        """The kinds of Strongpoints as they are called."""
        return {row.key: row.name for row in self.strongpoint}


class CloudCover(Datum):
    """The words for cloud cover, and the most NVR."""

    kinds: Names
    overcast: str
    nvr_most: int


class Setup(setup.Setup):
    """What set-up keeps to, and the night sky."""

    cloud_cover: CloudCover


@cache
def pack() -> Pack:
    """The constants as data/pack.toml has them, before any ruling."""
    return DATA.read("pack", Pack)


def printed(game: str) -> PrintedGame:
    """What the print says of a campaign game."""
    return next(row for row in pack().game if row.key == game)
