"""Faults of the areas and borders that an owner types in, by the rows of a chart, counted from 0."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.areas.graph import lands
from rules.engine.charts import Content, Row


def unknown_areas(
    content: Content, areas: Mapping[str, Row], named: Mapping[str, Iterable[str]]
) -> Iterator[tuple[str, int, str]]:
    """Sheet, row and column of each name that is no area; `named` has the columns that name areas, by sheet."""
    for sheet, keys in named.items():
        for n, row in enumerate(content[sheet]):
            yield from ((sheet, n, key) for key in keys if row[key] and row[key] not in areas)


def borders_twice(borders: Sequence[Row]) -> Iterator[int]:
    """The rows of borders between `a` and `b` that an earlier row has already, either way round."""
    seen: set[frozenset[str]] = set()
    for n, row in enumerate(borders):
        if (pair := frozenset((row["a"], row["b"]))) in seen:
            yield n
        seen.add(pair)


def islands(areas: Iterable[str], borders: Iterable[Row]) -> tuple[str, frozenset[str]]:
    """An area of the largest connected land, and all areas that cannot be reached from it over these borders."""
    near: dict[str, set[str]] = {area: set() for area in areas}
    for row in borders:
        near[row["a"]].add(row["b"])
        near[row["b"]].add(row["a"])
    mainland = max(lands(near), key=len)
    return next(area for area in near if area in mainland), frozenset(near) - mainland
