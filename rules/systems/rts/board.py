"""What can be asked of the map as it stands: who is where, values, ways, supply, isolation, Victory Points."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from rules.areas.graph import FAR, chain, distances
from rules.engine.identity_cache import IdentityCache, room_cache
from rules.systems.rts.printed import AXIS, OTHER, SOVIET, GameNumbers
from rules.systems.rts.state import PublicRoom, UnitState
from rules.systems.rts.theater import LAKE, MAJOR, STRAIT, VOLGA, Theater, Unit

AWAY = ""
"""The end of a way that leaves the map (C1.d.II)."""
Path = tuple[str, ...]


class Route(NamedTuple):
    """How a stack can get somewhere: every area from where it stands; `attack` if the last is the enemy's."""

    path: Path
    attack: bool = False

    @property
    def to(self) -> str:
        """Where it ends, AWAY for off the map."""
        return self.path[-1]


Stacks = Mapping[tuple[str, str], tuple[str, ...]]
_STACKS: IdentityCache[Stacks] = room_cache(4)


def _stacked(counters: Mapping[str, Unit], units: Mapping[str, UnitState]) -> Stacks:
    result: dict[tuple[str, str], tuple[str, ...]] = {}
    for key, unit in units.items():
        if unit.at:
            place = unit.at, counters[key].side
            result[place] = (*result.get(place, ()), key)
    return result


class Board:
    """The map of one public room."""

    def __init__(self, theater: Theater, numbers: GameNumbers, public: PublicRoom) -> None:
        self.theater, self.numbers, self.public = theater, numbers, public
        self._routes: dict[tuple[str, ...], Mapping[tuple[str, bool], Route]] = {}

    # who is where -------------------------------------------------------------------------------------------

    @cached_property
    def _stacks(self) -> Stacks:
        """The counters on the map by area and side; most events leave them where they are."""
        return _STACKS.get(_stacked, self.theater.units, self.public.units)

    @cached_property
    def _taken(self) -> Mapping[str, frozenset[str]]:
        """The areas with counters of each side."""
        return {side: frozenset(area for area, owner in self._stacks if owner == side) for side in OTHER}

    def state(self, unit: str) -> UnitState:
        """Where a unit is, and how."""
        return self.public.units[unit]

    def here(self, area: str, side: str) -> tuple[str, ...]:
        """All counters of a side in an area, the leader too."""
        return self._stacks.get((area, side), ())

    def units(self, area: str, side: str) -> tuple[str, ...]:
        """The units of a side in an area; the leader is none."""
        return tuple(key for key in self.here(area, side) if self.theater.units[key].fights)

    def on_map(self, side: str) -> tuple[str, ...]:
        """The units of a side on the map."""
        stacks = (keys for (_, owner), keys in self._stacks.items() if owner == side)
        return tuple(key for keys in stacks for key in keys if self.theater.units[key].fights)

    def occupied(self, area: str, by: str, *, points: bool = False) -> bool:
        """Whether counters of the side `by` are in an area; with `points` its Resource Points are enough (9.6.3f)."""
        return (area, by) in self._stacks or (points and self.holder(area) == by)

    def holder(self, area: str) -> str:
        """Whose Resource Points are in an area, "" for nobody's."""
        stock = self.public.points.get(area)
        return stock.side if stock else ""

    def led(self, area: str, side: str) -> bool:
        """Whether the leader stands in an area with units of his side."""
        leader = self.theater.leader
        return bool(area) and leader is not None and leader.side == side and self.state(leader.id).at == area

    # values -------------------------------------------------------------------------------------------------

    def value(self, unit: str, which: str) -> int:
        """A value of a unit as it is now, never below 1: `cv`, `mf` or `tv` (9.6.2c, 9.6.3, C10.b)."""
        state, counter = self.state(unit), self.theater.units[unit]
        result: int = getattr(counter.depleted if state.depleted else counter.full, which)
        if state.disorganized:
            result = max(1, result + self.numbers.values.disorganized)
        if which != "cv" and self.led(state.at, counter.side):
            result += self.numbers.values.leader
        return result

    def attack_factor(self, unit: str) -> int | None:
        """The Movement Factor of a unit that is to attack, where its own is printed red and higher (C9); else None."""
        counter = self.theater.units[unit]
        bonus = self.numbers.values.leader if self.led(self.state(unit).at, counter.side) else 0
        attacking = 1 + bonus
        return attacking if counter.red and self.value(unit, "mf") > attacking else None

    def tactical(self, side: str) -> int:
        """How many chits a side draws in the battle in hand (9.5.2)."""
        battle = self.public.fought
        best = max(self.value(unit, "tv") for unit in self.units(battle.area, side))
        if side != battle.attacker and self.theater.areas[battle.area].mountain:
            best += self.numbers.values.mountain_tv
        return max(1, best + battle.tactical.get(side, 0))

    def cohesion(self, unit: str) -> tuple[tuple[str, int], ...]:
        """What a unit's Cohesion is made of in the battle in hand; the parts that count, the printed value first."""
        battle, side, values = self.public.fought, self.theater.units[unit].side, self.numbers.values
        area = self.theater.areas[battle.area]
        parts = [("value", self.value(unit, "cv"))]
        parts.append(("isolated", values.isolated if self.isolated(unit) else 0))
        parts.append(("card", battle.cohesion.get(side, 0)))
        if side == battle.attacker:
            parts.append((battle.border, self.numbers.rivers.cohesion(battle.border, winter=self.public.in_winter)))
        else:
            parts.append(("mountain", values.mountain_cv if area.mountain else 0))
            parts.append(("order225", self.public.order225 if side == SOVIET and area.city else 0))
        return tuple((what, number) for what, number in parts if number)

    # borders and nationalities ------------------------------------------------------------------------------

    def border(self, area: str, near: str) -> str:
        """What lies between two neighbours: the Volga is a major river once enough cards followed Winter (C1.b.I)."""
        kind = self.theater.borders[area][near]
        return MAJOR if kind == VOLGA and self.public.in_winter and not self.volga_closed else kind

    @property
    def volga_closed(self) -> int:
        """For how many cards more winter keeps units from crossing the Volga (C1.b.I)."""
        winter = self.public.winter
        return 0 if winter is None else max(0, winter + self.numbers.rivers.volga_cards - self.public.cards)

    def crossable(self, side: str, area: str, near: str) -> bool:
        """Whether units of a side may cross a border now (C1.b.I, C1.d.I)."""
        kind, winter = self.border(area, near), self.public.in_winter
        if kind == STRAIT:
            return winter or side != SOVIET
        return kind != LAKE and not (kind == VOLGA and winter)

    def clashes(self, unit: str, area: str, with_it: Collection[str] = ()) -> bool:
        """Whether a nationality keeps a unit out of an area (C3), apart from those that go `with_it`."""
        return any(self._at_odds(unit, area, other, self.state(other).at) for other in self._allies - {*with_it, unit})

    def keeps_out(self, unit: str, area: str) -> bool:
        """Whether its nationality keeps a unit out of an area (C3): that of others there, or too near (C3.b)."""
        counter = self.theater.units[unit]
        return counter.side == AXIS and not counter.german and self.clashes(unit, area)

    def impassable(self, unit: str, area: str) -> bool:
        """Whether an area contains another Axis nationality, neither it nor the unit being German (C3.a)."""
        units, others = self.theater.units, self._allies.intersection(self.here(area, AXIS))
        return unit in self._allies and any(units[other].nation != units[unit].nation for other in others)

    def _at_odds(self, unit: str, area: str, other: str, there: str) -> bool:
        units, apart = self.theater.units, self.numbers.distances.apart
        return self.theater.at_odds(units[unit].nation, area, units[other].nation, there, apart)

    @cached_property
    def _allies(self) -> frozenset[str]:
        """Axis units on the map that are not German."""
        return frozenset(key for key in self.on_map(AXIS) if not self.theater.units[key].german)

    def open(self, unit: str, area: str, near: str) -> bool:
        """Whether a unit may step from an area to its neighbour, whoever is there."""
        return self.crossable(self.theater.units[unit].side, area, near) and not self.keeps_out(unit, near)

    # ways ---------------------------------------------------------------------------------------------------

    def routes(self, units: Sequence[str]) -> Mapping[tuple[str, bool], Route]:
        """Every place where these units as one stack can end, with or without an attack, and one way to each."""
        ways = self._routes.get(tuple(units))
        if ways is None:
            ways = self._routes[tuple(units)] = {(way.to, way.attack): way for way in self._ways(units)}
        return ways

    def way(self, units: Sequence[str], path: Path) -> Route | None:
        """The way along `path`, if the stack can go it."""
        ways = (way for way in self._ways(units, path) if way.path == path)
        return next(ways, None)

    def _ways(self, units: Sequence[str], along: Path = ()) -> Iterator[Route]:
        """The shortest way to each end, or with `along` every end on that path alone.

        Out and back again is a way too, but one that has to be named: it matters for what is passed alone.
        """
        counters = [self.theater.units[unit] for unit in units]
        start, side, allies = self.state(units[0]).at, counters[0].side, [u for u in units if u in self._allies]
        factors = self._factors(counters, start)
        best, ends, queue = {start: 0}, set[tuple[str, bool]](), deque[tuple[str, int, Path]]([(start, 0, (start,))])
        while queue:
            here, spent, path = queue.popleft()
            leaves = spent < factors[0] and along in ((), (*path, AWAY))
            if leaves and (AWAY, False) not in ends and all(self.may_leave(unit, here) for unit in counters):
                ends.add((AWAY, False))
                yield Route((*path, AWAY))
            for near in self.theater.ways[here]:
                way = Route((*path, near), self.occupied(near, OTHER[side]))
                named = along[: len(way.path)] == way.path if along else near != start
                if not named or not self.crossable(side, here, near):
                    continue
                if allies and any(self.clashes(unit, near, units) for unit in allies):
                    continue
                cost = self._cost(side, here, way, factors, spent)
                if cost is None:
                    continue
                end = near, way.attack
                if end not in ends:
                    ends.add(end)
                    yield way
                nearer = bool(along) or best.get(near, FAR) > spent + cost
                if not way.attack and cost < FAR and nearer:
                    best[near] = spent + cost
                    if not self.theater.areas[near].mountain:
                        queue.append((near, spent + cost, way.path))

    def may_leave(self, unit: Unit, area: str) -> bool:
        """Whether a unit may leave the map here (C1.d.II); the leader goes with those who may."""
        began = unit.start == area or not unit.fights or self.public.readings.leave_edge == "any"
        return began and self.theater.areas[area].exit and unit.german

    def _cost(self, side: str, here: str, way: Route, factors: tuple[int, int], spent: int) -> int | None:
        """What the last step of a way costs a stack that has `spent` so much, None if too much; FAR ends its move."""
        full, fighting = factors
        kind = self.border(here, way.to)
        if kind == VOLGA:  # all Movement Points, and no attack (C1.b.I)
            return FAR if not way.attack and spent == 0 else None
        factor = fighting if way.attack else full
        controlled = self.public.readings.enemy_held == "controlled" and self.public.control[way.to] != side
        dear = (way.attack or controlled) and kind in (MAJOR, STRAIT) and factor > 1 and not self.public.in_winter
        if spent + 1 + dear > factor:
            return None
        return FAR if way.attack else 1 + dear

    def _factors(self, counters: Sequence[Unit], start: str) -> tuple[int, int]:
        """The Movement Factor of a stack, and that of one that is to attack (C9); the leader adds if he goes along."""
        men = [counter for counter in counters if counter.fights]
        bonus = self.numbers.values.leader if self.led(start, counters[0].side) else 0
        taken = bonus if len(men) < len(counters) else 0
        factors = {counter.id: self.value(counter.id, "mf") - bonus + taken for counter in men}
        fighting = (1 + taken if counter.red else factors[counter.id] for counter in men)
        return min(factors.values()), min(fighting)

    def within(self, start: str, limit: int, side: str) -> Mapping[str, int]:
        """The areas at most `limit` steps away over areas free of the enemies of `side`, and how far they are."""
        return distances([start], self.theater.ways, limit=limit, closed=self._taken[OTHER[side]])

    def in_reach(self, area: str, side: str) -> Mapping[str, int]:
        """The areas whose units may use the Supply Points of an operation (5.2.3).

        Where its own area is the last of the path, an enemy there leaves none; where it is but the end of it, he bars
        nothing.
        """
        if self.public.readings.reach == "three_steps" and self.occupied(area, OTHER[side]):
            return {}
        return self.within(area, self.numbers.operation.reach, side)

    # supply -------------------------------------------------------------------------------------------------

    def supplied(self, area: str, side: str) -> bool:
        """Whether a side may put Resource Points into an area (C5); a city's Victory Points ask the same (C16.a).

        Not where those of the enemy lie, which units capture and nobody else (5.4.1).
        """
        if self.holder(area) == OTHER[side]:
            return False
        if side == AXIS and self.theater.areas[area].west and not self._chain_everywhere:
            return self._links(area, side)
        return area in self._chains[side]

    @cached_property
    def _chains(self) -> Mapping[str, frozenset[str]]:
        """The areas of each side that a chain of cities, or of symbols, leads to from its sources (C5)."""
        edges = (name for name, each in self.theater.areas.items() if each.depot and each.edge)
        soviet = self._chain(SOVIET, (*self.theater.role("soviet_sources"), *edges))
        return {SOVIET: soviet, AXIS: self._chain(AXIS, self.theater.role("axis_sources") if self._railhead else ())}

    @property
    def _chain_everywhere(self) -> bool:
        """Whether Axis cities in the west need the chain too (C5.a)."""
        return self._railhead and self.public.readings.railhead_west == "yes"

    @property
    def _railhead(self) -> bool:
        """Whether the railhead has advanced and its first cities are held, as far as they count (C5.a.II, III)."""
        open_for_good = self.public.readings.railhead_lost == "open"
        return bool(self.public.railheads) and (open_for_good or not self.railhead_lacks)

    @property
    def railhead_lacks(self) -> tuple[str, ...]:
        """The first cities of the railhead that the Axis does not control (C5.a.III)."""
        return tuple(area for area in self.theater.role("railhead_first") if self.public.control[area] != AXIS)

    def _links(self, area: str, side: str) -> bool:
        """Whether an area is a link of a side's supply: controlled, free of enemies, with a city or a symbol."""
        each = self.theater.areas[area]
        kind = each.city or (side == SOVIET and each.depot)
        return kind and self.public.control[area] == side and not self.occupied(area, OTHER[side])

    def _chain(self, side: str, sources: Iterable[str]) -> frozenset[str]:
        limit = self.numbers.distances.supply
        return chain(sources, lambda area: self._links(area, side), lambda area: self.within(area, limit, side))

    def supply_areas(self, side: str) -> tuple[str, ...]:
        """Where a side may put Resource Points (C5)."""
        return tuple(area for area in self.theater.areas if self.supplied(area, side))

    def point_areas(self, side: str) -> tuple[str, ...]:
        """Where the next Resource Point may go: under Directive 45 into the other sector, if it can (C15.e)."""
        areas = self.supply_areas(side)
        if side == AXIS and "directive45" in self.public.permanent and self.public.sector:
            other = tuple(area for area in areas if self.theater.areas[area].sector != self.public.sector)
            return other or areas
        return areas

    def arrivals(self, unit: str) -> tuple[str, ...]:
        """Where a unit may come in: cities by C5, and for Soviets symbols at the edge, but none within the map (C7)."""
        side = self.theater.units[unit].side
        cities = (area for area in self.supply_areas(side) if self.theater.areas[area].city)
        symbols = (
            name
            for name, each in self.theater.areas.items()
            if side == SOVIET and each.depot and each.edge and self.public.control[name] == side
        )
        areas = dict.fromkeys((*cities, *symbols))
        return tuple(area for area in areas if not self.occupied(area, OTHER[side]) and not self.keeps_out(unit, area))

    # isolation ----------------------------------------------------------------------------------------------

    def isolated(self, unit: str) -> bool:
        """Whether nothing but enemy occupied or impassable areas lies around a unit now (9.6.6a, b, e)."""
        area, battle = self.state(unit).at, self.public.battle
        if battle is None or area != battle.area:
            return bool(area) and self.surrounded(unit)
        # Attackers have left the area where they may have been Isolated (9.6.6f).
        return self.theater.units[unit].side != battle.attacker and self.surrounded(unit, battle.origin)

    def surrounded(self, unit: str, origin: str = "") -> bool:
        """Whether a unit has no way out (9.6.6a); those who attack it still close their area of `origin` (9.6.6d).

        An area that contains another nationality is impassable too (C3.a), one that is too near to it is not (C3.b).
        """
        area, counter = self.state(unit).at, self.theater.units[unit]
        if self.may_leave(counter, area) and self.public.readings.isolated_exit != "yes":
            return False
        points = self.public.readings.isolated_by_points == "yes"
        closed = self.public.readings.isolated_by_water != "yes"
        return all(
            near == origin
            or self.occupied(near, OTHER[counter.side], points=points)
            or (closed and not self.crossable(counter.side, area, near))
            or self.impassable(unit, near)
            for near in self.theater.ways[area]
        )

    # the whole ----------------------------------------------------------------------------------------------

    def reinforcements_open(self) -> bool:
        """Whether a Soviet reinforcement card may be played (C7.c)."""
        return self.stalingrad_axis or self.reinforcement_cards > 0

    @property
    def reinforcement_cards(self) -> int:
        """How many Soviet reinforcement cards the cards played and discarded let be played now (C7.c.I, II)."""
        gate, public = self.numbers.gate, self.public
        return max(0, 1 + (public.cards - gate.first) // gate.further - public.gated)

    @property
    def stalingrad_axis(self) -> bool:
        """Whether the Axis controls Stalingrad (C7.c.III)."""
        return any(self.public.control[area] == AXIS for area in self.theater.role("stalingrad"))

    def cost_factor(self, side: str) -> int:
        """What Supply Points are multiplied by: Axis ones in winter (C13)."""
        return self.numbers.costs.winter_factor if side == AXIS and self.public.in_winter else 1
