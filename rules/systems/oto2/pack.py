"""What the data files of On Track to Orsha hold beside what every refit game has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from rules.asl.data_files import fortifications, setup
from rules.asl.data_files import pack as asl
from rules.engine.data_files import DataModel, Datum, Names, Read, Rounding, Value


class SideNames(asl.SideNames):
    """A side, with its part in the campaign."""

    role: str


class Date(Datum):
    """A CG Date; `historical` is each side's DRM."""

    key: str
    morning: bool
    last: bool
    historical: Mapping[str, int]


class SideStart(Datum):
    """What a side begins with."""

    elr: int
    san: int
    cpp: int


class FirstScenario(Datum):
    """The Initial Scenario."""

    weather: str
    ec: str
    full_strength: bool


class Play(Datum):
    """Who sets up and moves first."""

    sets_up_first: str
    moves_first: str


class San(asl.San, Read[int]):
    """SAN, and how much a purchase adds."""

    HANGS = "drm_min"
    purchase: int


class Victory(Datum):
    """What VP are given for."""

    scenario: int
    initial_scenario: int
    lvp_max: int
    cvp_per_vp: int
    evp_per_vp: int
    german_cpp_left_vp: int


class PreRegistered(Datum):
    """Pre-Registered hexes of a module."""

    per_module: int
    price: int


class Observer(asl.Observer):
    """An Offboard Observer may be raised, for a price."""

    level_max: int
    price_per_level: int


class FortificationShare(Datum):
    """The share of a date's CPP that may go into some groups."""

    side: str
    groups: Names
    percent: int
    rounding: Rounding


class PriceChange(Datum, Read[Names]):
    """What arriving otherwise does to the price of some kinds or groups."""

    HANGS = "kinds"
    key: Literal["onboard", "offboard"]
    side: str
    on: Literal["every", "initial", "later"]
    value: int
    kinds: Names


class InitialHexes(Datum):
    """Who sets up on board at first in hexes numbered so or more, later so many hexes from the enemy's Front Line."""

    side: str
    from_hex: int
    from_front: int


class Pack(asl.Pack):
    """The campaign game: its sides, dates and constants."""

    month: str
    side: tuple[SideNames, ...]
    date: tuple[Date, ...]
    start: Mapping[str, SideStart]
    first_scenario: FirstScenario
    play: Play
    san: San
    victory: Victory
    balance: Value[Mapping[str, int]]
    pre_registered: PreRegistered
    observer: Observer
    fortification_share: FortificationShare
    price_floor: Value[int]
    price_change: tuple[PriceChange, ...]
    initial_hexes: InitialHexes
    bombardment: Value[int]
    elite: Value[Mapping[str, Names]]
    trucks: asl.Trucks


class MinefieldGroup(Datum):
    """What the Minefield group brings, hex by hex."""

    hexes: int
    ap_mines: int
    at_mines: int


class FppGroup(Datum):
    """The fortification points a group brings."""

    fpp: int


class Forts(fortifications.Forts):
    """What fortification points buy, and the groups of the chart that are made of them."""

    minefield_group: MinefieldGroup
    fpp_group: FppGroup


class Entry(Datum):
    """Where a side enters the map, in words: on the first date, later, and with the north edge written down."""

    distance: int
    front: int
    first: Mapping[str, str]
    later: Mapping[str, str]
    known: Mapping[str, str]
    gone: Mapping[str, str]


class Setup(setup.Setup):
    """What set-up keeps to, and where a side enters."""

    entry: Entry


class GivenGroup(Datum):
    """A group that a side is given."""

    side: str
    id: str
    count: int


class GivenItem(Datum, Read[int]):
    """Counters that a side is given; each may have rolls of its own."""

    HANGS = "count"
    side: str
    name: str
    kind: Annotated[str, Field(alias="class")]
    count: int
    at_mines: int = 0
    ap_mines: int = 0
    armor_leader_rolls: int = 0
    atcb_roll: bool = False
    recalled_after_turn: int | None = None


class Initial(DataModel):
    """What each side is given for the Initial Scenario."""

    group: tuple[GivenGroup, ...]
    item: tuple[GivenItem, ...]
