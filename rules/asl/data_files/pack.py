"""What a game's data/pack.toml holds that shared steps read: its sides and constants.

A game derives its own models from these. Sections and fields with a default are those that not every game has.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.engine.data_files import DataModel, Datum, Names, Read, Value
from rules.ground.hexes import Edge


class SideNames(Datum):
    """A side."""

    key: str
    name: str
    formation: str


class Marks(Datum):
    """Conditions of this game's own; those that `stay` keep a counter on the map through the refit.

    `cleared` ones go with the battle's markers, `rallied` ones with the rally of all.
    """

    own: Names
    stay: Names = ()
    cleared: Names = ()
    rallied: Names = ()
    optional: str = ""


class ElrRange(DataModel):
    """The least and the most that a value may become."""

    minimum: int
    maximum: int


class Elr(Datum, Read[ElrRange]):
    """Between which values the ELR moves."""

    HANGS = "limits"
    limits: ElrRange


class San(Datum):
    """When SAN is rolled for: the drm is SAN less `offset`, `drm_min` at least; what is too low is raised."""

    rolls_from: int
    offset: int
    drm_min: int
    raised_up_to: int
    raised_to: int

    def raised(self, san: int) -> int:
        """A SAN as a new date begins with it."""
        return self.raised_to if san <= self.raised_up_to else san


class BattleHardening(Datum):
    """How units get better, and which leaders may be exchanged for which."""

    per_refit: int
    leader_exchange: Mapping[str, Names]
    leader_instead: str = ""
    next_lower: bool = False
    squads_per_leader: Mapping[str, int] = {}


class Conscript(Datum):
    """What a freed MMC comes back as."""

    squad: str
    half_squad: str


class Repair(Datum):
    """What else is repaired: vehicles that are Isolated, captured ones, immobilized ones without a crew."""

    reaches_isolated: bool
    captured: bool
    unmanned: bool


class FavoredRepair(Datum, Read[Names]):
    """Weapons that one side repairs more easily, by a part of their names."""

    HANGS = "weapons"
    side: str
    weapons: Names


class RepairNumber(Datum):
    """What the owner is asked of numbers that stand on counters, and which weapons break for good."""

    start: int
    most: int
    most_machine_guns: int
    broken_for_good: Names


class VehicleWeapon(Datum):
    """A weapon of a vehicle, the conditions that say how it is, and the MG that may be given for it.

    `lost` is what becomes of a vehicle without it.
    """

    key: str
    name: str
    main: bool
    malfunctioned: str
    disabled: str
    exchange: Names
    lost: str = ""


class Removal(Datum):
    """Who helps with removal (`engineers_of`, else each its own), and which vehicles count."""

    engineer_squads: int
    engineers_of: str = ""
    tracked: Names = ()


class Obstacle(Datum, Read[bool]):
    """What may be removed if it is `listed`; `counters` are the beginnings of the names of a side's own ones."""

    HANGS = "listed"
    key: str
    name: str
    limit: str
    front: bool
    own: bool = False
    counters: Names
    listed: bool = True


class NightRecon(DataModel):
    """What a night changes for one side, and what the other loses if it is declared after the roll (`lax`)."""

    side: str
    range: int
    factor: int
    lax: int


class Recon(Datum):
    """What reconnaissance costs, and how far it sees."""

    price: int
    price_better: int
    range: int
    night: NightRecon | None = None


class Observer(Datum):
    """The level of an Offboard Observer, and the edge of the map where each side has its own, if that is printed."""

    level: int
    edge: Mapping[str, Edge] = {}


class Morale(Datum):
    """Morale by class, where the counter's name does not show it."""

    classes: Mapping[str, int]
    other: int


class OneUnit(Datum):
    """The counter that stands for something."""

    unit: str


class Trucks(OneUnit):
    """The groups that may have trucks, and their price."""

    groups: Names
    price: int


class Pack(DataModel):
    """The campaign game: its sides and constants."""

    key: str
    title: str
    campaign: str
    edition: int
    side: tuple[SideNames, ...]
    marks: Marks
    elr: Elr
    san: San
    oba_per_scenario: Value[Mapping[str, int]]
    battle_hardening: BattleHardening
    squad_equivalent: Value[Mapping[str, int]]
    conscript: Mapping[str, Conscript]
    weapon_kept: Value[Names]
    repair_number: RepairNumber
    vehicle_weapon: tuple[VehicleWeapon, ...]
    removal: Removal
    obstacle: tuple[Obstacle, ...]
    removal_after_mines: Value[Names]
    recon: Recon
    observer: Observer
    weather: Value[str]
    morale: Morale
    crew: Value[str]
    map_exit: Value[str] | None = None
    promotion_leaders: Value[Names] | None = None
    immobilization_repair: Value[Names] | None = None
    repair: Repair | None = None
    favored_repair: FavoredRepair | None = None
    removal_limit: Value[str] | None = None
    trucks: Trucks | None = None

    @property
    def names(self) -> dict[str, str]:
        """The sides' names."""
        return {side.key: side.name for side in self.side}
