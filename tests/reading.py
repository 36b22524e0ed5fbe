"""Which keys of a game's pack the rules read, found in their source: `pack["recon"]["price"]`, and what leads to it.

A section is followed through names, loops, calls and returns. A key that is put together (`rules[f"night_{key}"]`) or
held in a variable counts as each key of the section that it may be. Functions of one name are taken for one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

Where = tuple[str, ...]
"""A place in the pack: a pattern for each key on the way. Rows of a list stand for the list."""

ANY, FILE = ".+", "pack.toml"
PASSES_ON = {"next", "reversed", "list", "tuple", "sorted", "iter", "int", "str"}
KEEPERS: Mapping[str, Where] = {"part": ("vehicle_weapon",)}
"""Fields in which a row is carried about."""


class Reading:
    """What all modules read of the pack; `found` are the places."""

    def __init__(self, pack: Mapping[str, Any], files: Iterable[Path]) -> None:
        self.lists = {key for key, content in pack.items() if isinstance(content, list)}
        self.found: set[Where] = set()
        self.known: dict[str, Where] = {}
        functions = [node for file in files for node in _functions(file)]
        self.given = {node.name: _arguments(node) for node in functions}
        nodes = [list(ast.walk(node)) for node in functions]
        before = -1
        while before < (before := len(self.known)):
            for node, within in zip(functions, nodes, strict=True):
                _Scope(self, node).read(within)

    def reads(self, *way: str) -> bool:
        """Whether something asks for this place, or for something within it."""
        return any(
            len(found) >= len(way) and all(re.fullmatch(key, step) for key, step in zip(found, way, strict=False))
            for found in self.found
        )


def unread(pack: Mapping[str, Any], files: Iterable[Path], origins: Iterable[str]) -> list[str]:
    """The sections and keys of a pack that nobody reads; keys named in `origins` say where a number comes from."""
    reading, passed = Reading(pack, files), re.compile("|".join(origins))
    found = []
    for section, content in pack.items():
        if not reading.reads(section):
            found.append(section)
            continue
        rows = [row for row in (content if isinstance(content, list) else [content]) if isinstance(row, dict)]
        keys = dict.fromkeys(key for row in rows for key in row if not passed.fullmatch(key))
        ways = {key: ((section, key), (section, "reading", key)) for key in keys}
        found += [f"{section}.{key}" for key in keys if not any(reading.reads(*way) for way in ways[key])]
    return found


def _functions(file: Path) -> list[ast.FunctionDef]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def _arguments(node: ast.FunctionDef) -> list[str]:
    return [arg.arg for arg in node.args.args if arg.arg != "self"]


def _method(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


class _Scope:
    """A function: its names that stand for places in the pack."""

    def __init__(self, reading: Reading, node: ast.FunctionDef) -> None:
        self.reading, self.name = reading, node.name
        known = {name: reading.known.get(f"{self.name}({name})") for name in _arguments(node)}
        self.names: dict[str, Where] = {name: where for name, where in known.items() if where is not None}
        self.keys: dict[str, str] = {}

    def read(self, nodes: list[ast.AST]) -> None:
        for node in nodes:
            if isinstance(node, ast.For | ast.comprehension):
                self._bind(node.target, node.iter)
            elif isinstance(node, ast.Assign):
                self._bind(node.targets[0], node.value)
            elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and node.value is not None:
                self._bind(node.target, node.value)
        for node in nodes:
            if isinstance(node, ast.Subscript | ast.Call):
                self.place(node)
            if isinstance(node, ast.Return) and node.value is not None:
                self._keep(self.name, self.place(node.value))

    def _bind(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for each, part in zip(target.elts, value.elts, strict=False):
                self._bind(each, part)
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Call) and _method(value) == "items":
            self._bind(target.elts[1], value.func.value)  # type: ignore[attr-defined]
        elif isinstance(target, ast.Name) and isinstance(value, ast.Tuple) and value.elts:
            self.keys[target.id] = "|".join(map(self._pattern, value.elts))
        elif isinstance(target, ast.Name) and (where := self.place(value)) is not None:
            self.names[target.id] = where

    def _keep(self, name: str, where: Where | None) -> None:
        if where:
            self.reading.known[name] = where

    def place(self, node: ast.expr) -> Where | None:
        """The place in the pack an expression stands for; whatever is asked for on the way is noted."""
        match node:
            case ast.Name():
                return () if node.id == "pack" else self.names.get(node.id)
            case ast.Attribute():
                return () if node.attr == "pack" else KEEPERS.get(node.attr)
            case ast.Subscript():
                return self._within(node.value, node.slice)
            case ast.Call():
                return self._called(node)
            case ast.GeneratorExp() | ast.ListComp() | ast.DictComp():
                for loop in node.generators:
                    self._bind(loop.target, loop.iter)
                return self.place(node.value if isinstance(node, ast.DictComp) else node.elt)
            case ast.Dict():
                return self.place(node.values[0]) if node.values else None
            case ast.NamedExpr():
                return self.place(node.value)
            case ast.IfExp():
                return self.place(node.body) or self.place(node.orelse)
        return None

    def _within(self, whole: ast.expr, key: ast.expr) -> Where | None:
        where, pattern = self.place(whole), self._pattern(key)
        if where is None:
            return None
        row_of_many = len(where) == 1 and where[0] in self.reading.lists and pattern == ANY
        return where if row_of_many else self._note(*where, pattern)

    def _note(self, *where: str) -> Where:
        self.reading.found.add(where)
        return where

    def _called(self, node: ast.Call) -> Where | None:
        name = _method(node) or getattr(node.func, "id", "")
        if name == "pack" or (name == "read_toml" and FILE in ast.unparse(node)):
            return ()
        if name == "get" and isinstance(node.func, ast.Attribute):
            return self._within(node.func.value, node.args[0])
        if name == "reading":
            return self._read_under(node)
        for argument, each in zip(self.reading.given.get(name, ()), node.args, strict=False):
            self._keep(f"{name}({argument})", self.place(each))
        if name in PASSES_ON and node.args:
            return self.place(node.args[0])
        return self.reading.known.get(name)

    def _read_under(self, node: ast.Call) -> Where | None:
        """`book.reading(section, "plain")`: by a ruling, or what stands beside it."""
        where = self.place(node.args[0])
        if where is None:
            return None
        self._note(*where, self._pattern(node.args[1]) if len(node.args) > 1 else "value")
        return self._note(*where, "reading")

    def _pattern(self, key: ast.expr) -> str:
        """The keys that an expression may be, as a pattern."""
        match key:
            case ast.Constant(value=str()):
                return re.escape(key.value)
            case ast.Name():
                return self.keys.get(key.id, ANY)
            case ast.JoinedStr():
                return "".join(re.escape(part.value) if isinstance(part, ast.Constant) else ANY for part in key.values)
            case ast.IfExp():
                return f"{self._pattern(key.body)}|{self._pattern(key.orelse)}"
        return ANY
