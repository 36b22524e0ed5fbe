"""What a game's data/setup.toml holds: what set-up and inspection keep to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.engine.data_files import DataModel, Datum, Names

Section = Literal["isolated", "works", "guns", "observers", "immobile", "hiding", "others"]


class Guns(Datum):
    """How far Guns move between two scenarios, anywhere without a `limit`, and whether they hide again.

    `vehicles` are the classes that stay for good under cover, as Guns do. `fixed_in` says where Guns stay, `fixed_by`
    which works of the record hold them there, and `fixed_in_buildings` whether buildings of the map do.
    """

    fixed_in: Names
    limit: int | None = None
    limit_mortar: int = 0
    limit_tow: int = 0
    tow_sides: Names | None = None
    free_before: Names = ()
    hides_again: bool = True
    covered_hides_again: bool | None = None
    vehicles: Names = ()
    fixed_by: Names = ()
    fixed_in_buildings: bool = False


class Ordnance(Datum):
    """Which counters are Guns: classes, and names beside them."""

    kinds: Names
    guns: Names
    mortars: Names


class Shortage(Datum):
    """What gets short of ammunition where it sets up isolated."""

    kinds: Names
    except_mark: str


class HipClasses(Datum):
    """Which classes count against which price of HIP, hide for nothing, or never hide."""

    prices: Mapping[str, Names]
    free: Names
    never: Names
    never_names: Names = ()
    never_marks: Names = ()


class Works(Datum):
    """Fortifications that keep their HIP once everybody has set up."""

    stay_hidden: Names


class Passing(Datum):
    """Which counters kept as Fortifications do not pass with their Location: by what their names begin with."""

    never: Names


class Inspection(Datum):
    """What an inspection never shows, as it is off the map or its name begins so, and how it tells mines."""

    off_map: Names
    never: Names = ()
    mines: str
    mines_told: str


class Wind(Datum):
    """The words for wind."""

    calm: str
    forces: Names
    drifting: str
    drifting_note: str
    directions: int
    warnings: Mapping[str, str] = {}


class Setup(DataModel):
    """What set-up and inspection keep to, and the parts of the form in their order."""

    guns: Guns
    ordnance: Ordnance
    shortage: Shortage
    hip: HipClasses
    inspection: Inspection
    wind: Wind
    section: Mapping[Section, str]
    works: Works | None = None
    passing: Passing | None = None
