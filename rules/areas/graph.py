"""Areas and their neighbours as a graph: how far it is, and what can be reached from where."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping

Neighbours = Mapping[str, Iterable[str]]
FAR = 10**6
"""Farther than any area is."""


def distances(
    starts: Iterable[str], ways: Neighbours, *, limit: int = FAR, closed: Container[str] = ()
) -> dict[str, int]:
    """How many steps it is from the nearest of `starts` to each area at most `limit` away, over none that is `closed`.

    The areas come with the nearest first.
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
    """How many steps it is from each area to the nearest of `goals`; `may_step` says whether from an area to another
    one. Neighbours are so in both directions."""
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
    """The links that a chain leads to from those among `sources`: from each to the links that are `near` it."""
    queue = [area for area in sources if is_link(area)]
    result = set(queue)
    while queue:
        for area in near(queue.pop()):
            if area not in result and is_link(area):
                result.add(area)
                queue.append(area)
    return frozenset(result)


def lands(ways: Neighbours) -> Iterator[set[str]]:
    """The areas that can be reached from each other, together; an island is a land too."""
    unvisited = dict.fromkeys(ways)
    while unvisited:
        land = {*distances([next(iter(unvisited))], ways)}
        yield land
        for area in land:
            del unvisited[area]
