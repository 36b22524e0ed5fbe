"""Who imports whom, and who is in a circle with whom, read from the source by what `make check` uses too (grimp)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import grimp

Graph = Mapping[str, Collection[str]]


def imports_of(*tops: str) -> Graph:
    """Each module of these packages with those it imports, within functions and for types only too."""
    graph = grimp.build_graph(tops[0], *tops[1:], cache_dir=None)
    modules = [name for name in sorted(graph.modules) if ".migrations" not in name]
    return {name: graph.find_modules_directly_imported_by(name) & {*modules} for name in modules}


def packages_of(modules: Graph, top: str) -> Graph:
    """The packages and single modules right below `top`, each with those of them that it imports."""
    found: dict[str, set[str]] = {}
    for module in (name for name in modules if name.startswith(f"{top}.")):
        one = module.split(".")[1]
        others = {name.split(".")[1] for name in modules[module] if name.startswith(f"{top}.")}
        found[one] = found.get(one, set()) | others - {one}
    return found


def mutual(edges: Graph) -> set[frozenset[str]]:
    """The pairs that import each other."""
    return {frozenset((one, other)) for one in edges for other in edges[one] if one in edges[other]}


def circles(edges: Graph) -> list[list[str]]:
    """The groups of two or more that reach one another."""
    reached = {each: _reached_from(each, edges) for each in edges}
    groups = {frozenset(other for other in reached[each] if each in reached[other]) for each in edges}
    return sorted(sorted(group) for group in groups if len(group) > 1)


def _reached_from(start: str, edges: Graph) -> set[str]:
    found, waiting = set[str](), [start]
    while waiting:
        further = {*edges[waiting.pop()]} - found
        found |= further
        waiting.extend(further)
    return found
