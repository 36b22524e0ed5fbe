"""Whether a test gives an order and asserts what came of it, read from its source.

Nothing is run. A call is followed by its name: functions of the same module, imported ones, fixtures by the names of
the parameters, and methods by their name in the classes of the modules that are imported, however indirectly.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ORDERS = frozenset({"decide", "execute", "post"})
"""What gives an order: to a game, to a course of stages, to a page."""
LOOK_UPS = frozenset({"row", "odds"})
"""What looks up the result of a roll on a table."""


@dataclass(frozen=True, eq=False)
class TestFunction:
    """A function of the tests: what it calls or takes as a fixture, by line and name, and where it asserts."""

    module: str
    name: str
    calls: tuple[tuple[int, str], ...]
    asserts: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class TestModule:
    """A module of the tests: its functions, the methods of its classes, and what it imports from the others."""

    functions: dict[str, TestFunction]
    methods: tuple[TestFunction, ...]
    imported: dict[str, tuple[str, str]]

    @cached_property
    def sources(self) -> frozenset[str]:
        """The modules it imports from."""
        return frozenset(source for source, _ in self.imported.values())


@dataclass(frozen=True)
class Reaching:
    """Names of calls that are looked for, and the functions that come to make one."""

    roots: frozenset[str]
    functions: frozenset[TestFunction]


@dataclass(frozen=True)
class Tested:
    """What a test does, and whether it asserts something after that."""

    order: bool
    look_up: bool


def _module(name: str, tree: ast.Module) -> TestModule:
    defined = (ast.FunctionDef, ast.AsyncFunctionDef)
    functions = {node.name: _function(name, node) for node in tree.body if isinstance(node, defined)}
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef | ast.ImportFrom)]
    owners = (node for node in nodes if isinstance(node, ast.ClassDef))
    methods = tuple(_function(name, node) for owner in owners for node in owner.body if isinstance(node, defined))
    froms = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    imported = {each.asname or each.name: (node.module or "", each.name) for node in froms for each in node.names}
    return TestModule(functions, methods, imported)


def _function(module: str, node: ast.FunctionDef | ast.AsyncFunctionDef) -> TestFunction:
    calls = [(node.lineno, arg.arg) for arg in node.args.args]
    asserts = []
    for part in ast.walk(node):
        if isinstance(part, ast.Assert):
            asserts.append(part.end_lineno or part.lineno)
        elif isinstance(part, ast.Call) and isinstance(part.func, ast.Name | ast.Attribute):
            name = part.func.id if isinstance(part.func, ast.Name) else part.func.attr
            calls.append((part.lineno, name))
            if name == "raises":
                asserts.append(node.end_lineno or part.lineno)
    return TestFunction(module, node.name, tuple(calls), tuple(asserts))


class SourceOfTests:
    """The source of all tests, by the dotted names of their modules."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self.modules = {name: _module(name, ast.parse(source)) for name, source in sources.items()}
        self._conftests = [module for name, module in self.modules.items() if name.endswith("conftest")]
        self._meanings: dict[tuple[str, str], frozenset[TestFunction]] = {}
        self._reach: dict[str, frozenset[str]] = {}

    def named(self, name: str) -> Iterator[Tested]:
        """What the tests of this name do."""
        for module in self.modules.values():
            if test := module.functions.get(name):
                yield Tested(
                    self._asserts_after(test, self._giving_orders), self._asserts_after(test, self._looking_up)
                )

    @cached_property
    def _giving_orders(self) -> Reaching:
        return self._reaching(ORDERS)

    @cached_property
    def _looking_up(self) -> Reaching:
        return self._reaching(LOOK_UPS)

    def _reaching(self, roots: frozenset[str]) -> Reaching:
        """`roots`, and the functions of the tests that come to call one of them."""
        everything = [f for module in self.modules.values() for f in (*module.functions.values(), *module.methods)]
        found = {f for f in everything if any(name in roots for _, name in f.calls)}
        called = {f: {each for _, name in f.calls for each in self._meant(f.module, name)} for f in everything}
        while more := {f for f in everything if f not in found and not found.isdisjoint(called[f])}:
            found |= more
        return Reaching(roots, frozenset(found))

    def _asserts_after(self, test: TestFunction, reaching: Reaching) -> bool:
        """Whether a test calls what reaches a root, and then asserts something."""
        meant = [(line, name, self._meant(test.module, name)) for line, name in test.calls]
        lines = [line for line, name, fs in meant if name in reaching.roots or not reaching.functions.isdisjoint(fs)]
        asserts = [*test.asserts, *(line for line, _, functions in meant if any(f.asserts for f in functions))]
        return bool(lines and asserts) and max(asserts) >= min(lines)

    def _meant(self, module: str, name: str) -> frozenset[TestFunction]:
        """The functions of the tests that a name may mean in a module."""
        if (module, name) not in self._meanings:
            self._meanings[module, name] = self._find_meant(module, name)
        return self._meanings[module, name]

    def _find_meant(self, module: str, name: str) -> frozenset[TestFunction]:
        home = self.modules[module]
        if own := home.functions.get(name):
            return frozenset({own})
        source, there = home.imported.get(name, ("", ""))
        if source in self.modules:
            return self._meant(source, there)
        fixtures = (each.functions.get(name) for each in self._conftests)
        methods = (
            each for key in self._within_reach(module) for each in self.modules[key].methods if each.name == name
        )
        return frozenset(each for each in (*fixtures, *methods) if each)

    def _within_reach(self, module: str) -> frozenset[str]:
        """A module and all that it imports, however indirectly."""
        if module in self._reach:
            return self._reach[module]
        found, ahead = set[str](), [module]
        while ahead:
            if (name := ahead.pop()) in self.modules and name not in found:
                found.add(name)
                ahead += self.modules[name].sources
        self._reach[module] = frozenset(found)
        return self._reach[module]


@cache
def source_of_tests() -> SourceOfTests:
    """The source of the tests of this checkout."""
    paths = sorted((ROOT / "tests").rglob("*.py"))
    names = {path: ".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths}
    return SourceOfTests({name: path.read_text(encoding="utf-8") for path, name in names.items()})
