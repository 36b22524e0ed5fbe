"""The owner's map, units and cards, as the rules read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from rules.areas.graph import FAR, distances
from rules.engine.charts import Copy, Row
from rules.systems.rts.printed import SIDES
from rules.text import gettext

GERMANS = frozenset({"german", "ss"})
ARMOUR = frozenset({"panzer", "tank"})
LEADER, INFANTRY = "leader", "infantry"
LAKE, VOLGA, STRAIT, MAJOR = "lake", "volga", "strait", "major"


@dataclass(frozen=True)
class Area:
    """An area: where it is drawn, what it is, and who controls it at first (C1)."""

    name: str
    at: tuple[int, int]
    features: frozenset[str]
    points: Mapping[str, int]
    control: str
    sector: str
    edge: str

    @property
    def city(self) -> bool:
        """Whether it has a named city, the only kind of area where Resource Points are put (C1.a.I)."""
        return "city" in self.features

    @property
    def mountain(self) -> bool:
        return "mountain" in self.features

    @property
    def depot(self) -> bool:
        """Whether it has a supply symbol (C5.b)."""
        return "depot" in self.features

    @property
    def west(self) -> bool:
        """Whether it lies in or west of the Axis set-up (C5.a)."""
        return "west" in self.features

    @property
    def exit(self) -> bool:
        """Whether German units may leave the map here (C1.d.II)."""
        return "exit" in self.features


@dataclass(frozen=True)
class Values:
    """Cohesion, Movement and Tactical Value (3.2)."""

    cv: int
    mf: int
    tv: int


@dataclass(frozen=True)
class Unit:
    """A counter. `red` is a Movement Factor of 2 that is 1 for an attack (C9); `start` is "" for one off the map."""

    id: str
    name: str
    side: str
    nation: str
    kind: str
    full: Values
    depleted: Values
    red: bool
    start: str

    @property
    def called(self) -> str:
        """Its name in the reader's language, where that has one."""
        return gettext(self.name)

    @property
    def german(self) -> bool:
        return self.nation in GERMANS

    @property
    def fights(self) -> bool:
        """Whether it is a unit; the leader is none."""
        return self.kind != LEADER


@dataclass(frozen=True)
class Card:
    """A card: what it does is one of a closed list of effects, its text is not kept."""

    id: str
    side: str
    title: str
    kind: str
    effect: str
    number: int
    chit: str
    needs: tuple[str, ...]
    sp: int

    @property
    def called(self) -> str:
        """Its title in the reader's language, where that has one."""
        return gettext(self.title)


@dataclass(frozen=True)
class Theater:
    """All that a campaign is played with."""

    title: str
    practice: bool
    areas: Mapping[str, Area]
    borders: Mapping[str, Mapping[str, str]]
    units: Mapping[str, Unit]
    cards: Mapping[str, Card]
    resources: Mapping[str, tuple[str, int]]
    roles: Mapping[str, tuple[str, ...]]

    def role(self, key: str) -> tuple[str, ...]:
        """The areas that are the cities a rule names."""
        return self.roles.get(key, ())

    @cached_property
    def ways(self) -> Mapping[str, tuple[str, ...]]:
        """The neighbours of each area, over all borders but lakes."""
        return {area: tuple(name for name, kind in near.items() if kind != LAKE) for area, near in self.borders.items()}

    @cached_property
    def steps(self) -> Mapping[str, Mapping[str, int]]:
        """How many steps it is from each area to each other."""
        return {area: distances([area], self.ways) for area in self.areas}

    @cached_property
    def leader(self) -> Unit | None:
        return next((unit for unit in self.units.values() if unit.kind == LEADER), None)

    def deck(self, side: str) -> tuple[str, ...]:
        """The cards of a side."""
        return tuple(card.id for card in self.cards.values() if card.side == side)

    def at_odds(self, one: str, here: str, other: str, there: str, apart: int) -> bool:
        """Whether units of two Axis nations may not be in these areas at once (C3)."""
        if one in GERMANS or other in GERMANS or one == other:
            return False
        far = self.steps[here].get(there, FAR)
        return far == 0 or ({one, other} == {"hungarian", "rumanian"} and far < apart)


def _cards(rows: Iterable[Row]) -> Iterator[Card]:
    """The cards of a sheet, each of its copies for itself."""
    for n, row in enumerate(rows, start=1):
        columns = {key: row[key] for key in ("side", "title", "kind", "effect", "chit")}
        for copy in range(1, row["copies"] + 1):
            key, needs = f"{row['side'][0].upper()}{n}.{copy}", needs_of(row["needs"])
            yield Card(id=key, needs=needs, number=row["number"] or 0, sp=row["sp"] or 0, **columns)


def _unit(row: Row) -> Unit:
    """The counter of a line; a leader has no values, and counts as if they were 1."""
    columns = {key: row[key] for key in ("id", "name", "side", "nation", "kind", "start")}
    full, depleted = (Values(*(row[f"{key}{face}"] or 1 for key in ("cv", "mf", "tv"))) for face in ("", "_depleted"))
    return Unit(**columns, red=bool(row["red"]), full=full, depleted=depleted)


def needs_of(text: str) -> tuple[str, ...]:
    """The prerequisites in a cell."""
    return tuple(filter(None, (part.strip() for part in text.split(";"))))


def theater_of(copy: Copy) -> Theater:
    """The map, units and cards of a chart."""
    rows = copy.content
    areas = {
        row["name"]: Area(
            row["name"],
            (row["x"], row["y"]),
            frozenset(row["features"]),
            {side: row[f"vp_{side}"] or 0 for side in SIDES},
            row["side"],
            row["sector"],
            row["edge"],
        )
        for row in rows["areas"]
    }
    borders: dict[str, dict[str, str]] = {area: {} for area in areas}
    for row in rows["borders"]:
        borders[row["a"]][row["b"]] = borders[row["b"]][row["a"]] = row["kind"]
    roles: dict[str, tuple[str, ...]] = {}
    for row in rows["roles"]:
        roles[row["role"]] = (*roles.get(row["role"], ()), row["area"])
    return Theater(
        title=copy.title,
        practice=copy.practice,
        areas=areas,
        borders=borders,
        units={row["id"]: _unit(row) for row in rows["units"]},
        cards={card.id: card for card in _cards(rows["cards"])},
        resources={row["area"]: (row["side"], row["points"]) for row in rows["resources"]},
        roles=roles,
    )
