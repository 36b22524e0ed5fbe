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
    found = dict.fromkeys(starts, 0)
    queue = deque(found)
    while queue:
        area = queue.popleft()
        steps = found[area] + 1
        if steps > limit:
            break
        for near in ways[area]:
            if near not in found and near not in closed:
                found[near] = steps
                queue.append(near)
    return found


def distances_back(goals: Iterable[str], ways: Neighbours, may_step: Callable[[str, str], bool]) -> dict[str, int]:
    """How many steps it is from each area to the nearest of `goals`; `may_step` says whether from an area to another
    one. Neighbours are so in both directions."""
    found = dict.fromkeys(goals, 0)
    queue = deque(found)
    while queue:
        area = queue.popleft()
        for near in ways[area]:
            if near not in found and may_step(near, area):
                found[near] = found[area] + 1
                queue.append(near)
    return found


def chain(
    sources: Iterable[str], is_link: Callable[[str], bool], near: Callable[[str], Iterable[str]]
) -> frozenset[str]:
    """The links that a chain leads to from those among `sources`: from each to the links that are `near` it."""
    queue = [area for area in sources if is_link(area)]
    found = set(queue)
    while queue:
        for area in near(queue.pop()):
            if area not in found and is_link(area):
                found.add(area)
                queue.append(area)
    return frozenset(found)


def lands(ways: Neighbours) -> Iterator[set[str]]:
    """The areas that can be reached from each other, together; an island is a land too."""
    left = dict.fromkeys(ways)
    while left:
        found = {*distances([next(iter(left))], ways)}
        yield found
        for area in found:
            del left[area]
