"""What a game's data/fortifications.toml holds: what fortification points buy."""

from __future__ import annotations

from collections.abc import Mapping

from rules.engine.data_files import DataModel, Datum, Names, Read, ReadValue
from rules.text import gettext


class ForSale(Datum):
    """What some sides may buy; `front` and `isolated` ones may stand in such Locations."""

    name: str
    sides: Names
    front: bool = False
    isolated: bool = False


class Work(ForSale, Read[int]):
    """A Fortification. Each wants one of what it `needs`; of those with a `cg_max` so many were `given`.

    Without a `counter` nothing stands for it.
    """

    HANGS = "price"
    key: str
    price: int
    not_initial: Names = ()
    cg_max: int | None = None
    given: ReadValue[int] | None = None
    needs: str = ""
    counter: bool = True


class Pillbox(ForSale):
    """A pillbox: its price is `factor` times the sum of its terms. `strengths` are those there are counters of."""

    factor: int
    terms: Names
    terms_status: str
    strengths: Names
    strengths_status: str


class Hip(Datum):
    """The price of hiding by kind, and what is limited, free or impossible."""

    sides: Names
    prices: Mapping[str, int]
    kinds_status: str = ""
    doubled_in: str = ""
    doubled_factor: int = 1
    squads_percent: int = 0
    squads_rounding: str = ""
    squads_fates: ReadValue[Names] | None = None
    initial_cupolas_free: bool = False
    never_hidden: Mapping[str, Names] = {}
    front: bool = False
    isolated: bool = False


class Leftover(Datum):
    """Whether points left over are kept."""

    kept: bool


class Forts(DataModel):
    """What fortification points buy."""

    fortification: tuple[Work, ...]
    pillbox: Pillbox
    hip: Hip
    leftover: Leftover

    def name(self, key: str) -> str:
        """What is bought under a key, in the reader's language: a work of the price list, or what is hidden."""
        names = {row.key: row.name for row in self.fortification}
        return gettext(names.get(key, key.replace("_", " ").capitalize()))

    def work(self, key: str) -> Work:
        """What the price list says of a kind of Fortification."""
        return next(row for row in self.fortification if row.key == key)
