"""Areas and their neighbours as a graph: distances, and what can be reached."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping

Neighbours = Mapping[str, Iterable[str]]
FAR = 10**6
"""A distance greater than any between two areas."""


def distances(
    starts: Iterable[str], ways: Neighbours, *, limit: int = FAR, closed: Container[str] = ()
) -> dict[str, int]:
    """The steps from the nearest of `starts` to each area at most `limit` away, through no `closed` area.

    The areas are in order of distance.
    """
    result = dict.fromkeys(starts, 0)
    queue = deque(result)
    while queue:
        area = queue.popleft()
        steps = result[area] + 1
        if steps > limit:
            break
        for near in ways[area]:
            if near not in result and near not in closed:
                result[near] = steps
                queue.append(near)
    return result


def distances_back(goals: Iterable[str], ways: Neighbours, may_step: Callable[[str, str], bool]) -> dict[str, int]:
    """The steps from each area to the nearest of `goals`; `may_step(one, other)` allows a step from one to the other.

    `ways` must be symmetric.
    """
    result = dict.fromkeys(goals, 0)
    queue = deque(result)
    while queue:
        area = queue.popleft()
        for near in ways[area]:
            if near not in result and may_step(near, area):
                result[near] = result[area] + 1
                queue.append(near)
    return result


def chain(
    sources: Iterable[str], is_link: Callable[[str], bool], near: Callable[[str], Iterable[str]]
) -> frozenset[str]:
    """The links of the chains that begin at links among `sources` and go from each link to the links `near` it."""
    queue = [area for area in sources if is_link(area)]
    result = set(queue)
    while queue:
        for area in near(queue.pop()):
            if area not in result and is_link(area):
                result.add(area)
                queue.append(area)
    return frozenset(result)


def lands(ways: Neighbours) -> Iterator[set[str]]:
    """The connected sets of areas, islands included."""
    unvisited = dict.fromkeys(ways)
    while unvisited:
        land = {*distances([next(iter(unvisited))], ways)}
        yield land
        for area in land:
            del unvisited[area]
