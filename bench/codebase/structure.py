"""Figures that are read off the source: lines, imports, names, functions called from one place."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping

from bench.codebase.sources import LAZY, LOADED, SYSTEMS, TYPED, Checkout, Module

Function = ast.FunctionDef | ast.AsyncFunctionDef
Graph = Mapping[str, Collection[str]]


def lines(modules: Collection[Module]) -> int:
    """The lines of these modules, blank ones and comments too."""
    return sum(each.lines for each in modules)


def kernel_imports(checkout: Checkout) -> list[str]:
    """The modules of the rules beside the kernel that it imports, whenever it does."""
    own = {each.name for each in checkout.kernel} | {SYSTEMS}
    found = {name for each in checkout.kernel for name in each.imports if name.startswith("rules")}
    return sorted(found - own)


def graph(checkout: Checkout, kinds: Collection[str]) -> Graph:
    """Which module imports which, by imports of these kinds."""
    return {
        name: [target for target, when in each.imports.items() if when in kinds]
        for name, each in checkout.modules.items()
    }


def knots(edges: Graph) -> list[list[str]]:
    """The modules in groups that reach one another (Tarjan), each group after all those it imports."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for target in edges[node]:
            if target not in index:
                visit(target)
                low[node] = min(low[node], low[target])
            elif target in stack:
                low[node] = min(low[node], index[target])
        if low[node] == index[node]:
            at = stack.index(node)
            found.append(stack[at:])
            del stack[at:]

    for node in edges:
        if node not in index:
            visit(node)
    return found


def circles(checkout: Checkout) -> tuple[list[list[str]], list[list[str]]]:
    """The groups of modules that import one another when the program runs, and those that do so for types only."""
    running = [each for each in knots(graph(checkout, (LOADED, LAZY))) if len(each) > 1]
    everything = [each for each in knots(graph(checkout, (LOADED, LAZY, TYPED))) if len(each) > 1]
    return running, [each for each in everything if each not in running]


def longest_chain(checkout: Checkout, kinds: Collection[str]) -> list[str]:
    """The longest way from a module to one it needs; a circle on it counts with all its modules."""
    edges = graph(checkout, kinds)
    ways: dict[str, list[str]] = {}
    for group in knots(edges):
        below = [ways[target] for node in group for target in edges[node] if target not in group]
        way = [*group, *max(below, key=len, default=[])]
        ways.update(dict.fromkeys(group, way))
    return max(ways.values(), key=len)


def crowded(checkout: Checkout) -> list[tuple[int, str]]:
    """How many modules lie flat in each package, most first; the package's own `__init__` isn't counted."""
    found = Counter(each.package for each in checkout.modules.values() if each.path.name != "__init__.py")
    return sorted(((number, name) for name, number in found.items()), reverse=True)


def functions(module: Module) -> Iterator[Function]:
    """Every function and method, nested ones too."""
    return (node for node in ast.walk(module.tree) if isinstance(node, Function))


def private_functions(checkout: Checkout) -> tuple[int, int]:
    """How many functions are private, and how many of these have their name used in one place of their own module.

    Private is what begins with one underscore, methods too. A place is every mention of the name as a name or after
    a dot, whether it is called there or handed on; the `def` is none.
    """
    private = once = 0
    for module in checkout.modules.values():
        mentions = Counter(
            node.id if isinstance(node, ast.Name) else node.attr
            for node in ast.walk(module.tree)
            if isinstance(node, ast.Name | ast.Attribute)
        )
        names = [each.name for each in functions(module) if each.name.startswith("_") and each.name[1:2] != "_"]
        private += len(names)
        once += sum(mentions[name] == 1 for name in names)
    return private, once


def longest_file(checkout: Checkout) -> tuple[int, str]:
    """The lines and the name of the longest module."""
    return max((each.lines, name) for name, each in checkout.modules.items())


def longest_function(checkout: Checkout) -> tuple[int, str]:
    """The lines, `def` to last, and the name of the longest function."""
    return max(
        ((node.end_lineno or 0) - node.lineno + 1, f"{name}.{node.name}")
        for name, each in checkout.modules.items()
        for node in functions(each)
    )


def homonyms(checkout: Checkout) -> dict[str, list[str]]:
    """Class names that stand in two packages, with those packages.

    The games count as one package, since they may be alike; a class that inherits from one of its own name is the same
    thing further on; and a management command has to be called Command.
    """
    found: dict[str, set[str]] = defaultdict(set)
    for module in checkout.modules.values():
        package = f"{SYSTEMS}.*{module.package.removeprefix(module.system)}" if module.system else module.package
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef) and node.name != "Command" and not _extends_its_namesake(node):
                found[node.name].add(package)
    return {name: sorted(packages) for name, packages in sorted(found.items()) if len(packages) > 1}


def _extends_its_namesake(node: ast.ClassDef) -> bool:
    bases = (base.value if isinstance(base, ast.Subscript) else base for base in node.bases)
    return node.name in {ast.unparse(base).rpartition(".")[2] for base in bases}


def mentions_of_any(modules: Collection[Module]) -> int:
    """How often `Any` is written in these modules, imports aside."""
    nodes = (node for each in modules for node in ast.walk(each.tree))
    return sum(isinstance(node, ast.Name) and node.id == "Any" for node in nodes)
