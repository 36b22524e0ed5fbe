"""The modules of a checkout and what they import, read from their source: nothing of it is run.

Everything is found by what it is, so that two checkouts with other folders and names can be compared.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

BESIDE = {"tests", "bench"}
"""Packages at the top that are no part of the program."""
SYSTEMS = "rules.systems"
LOADED, LAZY, TYPED = "loaded", "lazy", "typed"
"""When an import is carried out: as the module is loaded, when a function is called, or never (for types only)."""


@dataclass(frozen=True)
class Module:
    """One file of Python. `imports` maps each module of the program it imports to when it does so first."""

    name: str
    path: Path
    lines: int
    tree: ast.Module = field(repr=False)
    imports: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def package(self) -> str:
        """The folder it lies in, dotted."""
        return self.name if self.path.name == "__init__.py" else self.name.rpartition(".")[0]

    @property
    def system(self) -> str:
        """The game system it belongs to, "" outside of all."""
        return ".".join(self.name.split(".")[:3]) if self.name.startswith(f"{SYSTEMS}.") else ""


class Checkout:
    """The program in one folder, without tests, benches and migrations."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    @cached_property
    def packages(self) -> list[str]:
        """The packages at the top: rules, campaigns and so on."""
        found = (path.parent.name for path in self.root.glob("*/__init__.py"))
        return sorted(name for name in found if name not in BESIDE)

    @cached_property
    def modules(self) -> dict[str, Module]:
        """Every module by its dotted name."""
        paths = [path for name in self.packages for path in sorted((self.root / name).rglob("*.py"))]
        named = {self._name(path): path for path in paths if "migrations" not in path.parts}
        return {name: self._read(name, path, named) for name, path in named.items()}

    def _name(self, path: Path) -> str:
        parts = path.relative_to(self.root).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def _read(self, name: str, path: Path, known: Mapping[str, Path]) -> Module:
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        imports: dict[str, str] = {}
        order = (LOADED, LAZY, TYPED)
        for node, when in _imports(tree, LOADED):
            for target in _targets(node, package, known):
                if target != name:
                    imports[target] = min(when, imports.get(target, when), key=order.index)
        return Module(name, path, len(text.splitlines()), tree, imports)

    def within(self, package: str) -> list[Module]:
        """The modules of a package and of all below it."""
        return [each for name, each in self.modules.items() if name == package or name.startswith(f"{package}.")]

    @cached_property
    def kernel(self) -> list[Module]:
        """`rules/*.py`, packages named contract, and `dice` and `tables` wherever else no game or family has them."""
        return [each for each in self.within("rules") if self._is_kernel(each)]

    def _is_kernel(self, module: Module) -> bool:
        parts = module.name.split(".")
        if module.package == "rules":
            return True
        if parts[1] == "systems" or any(f"{module.name}.".startswith(f"{each}.") for each in self.families):
            return False
        return "contract" in parts or parts[2:3] in (["dice"], ["tables"])

    @cached_property
    def contract(self) -> list[Module]:
        """Where GameSystem is defined, the line between games and web; with its whole package if it has one."""
        found = next(each for each in self.within("rules") if _defines(each, "GameSystem"))
        return [found] if found.package == "rules" else self.within(found.package)

    @cached_property
    def seam(self) -> list[Module]:
        """The modules outside the rules that import something of them."""
        outside = (each for each in self.modules.values() if not f"{each.name}.".startswith("rules."))
        return [each for each in outside if any(name.startswith("rules") for name in each.imports)]

    @cached_property
    def families(self) -> list[str]:
        """What only games share: outermost packages that two systems or more import and nobody else, largest first."""
        packages = {each.package for each in self.within("rules") if not each.package.startswith(SYSTEMS)}
        packages |= {name.rpartition(".")[0] for name in packages if "." in name}
        found = [name for name in sorted(packages - {"rules", ""}) if self._shared_by_games(name)]
        outermost = [name for name in found if not any(name.startswith(f"{other}.") for other in found)]
        return sorted(outermost, key=lambda name: -sum(each.lines for each in self.within(name)))

    def _shared_by_games(self, package: str) -> bool:
        inside = {each.name for each in self.within(package)}
        users = [each for name, each in self.modules.items() if name not in inside and inside & set(each.imports)]
        return all(each.system for each in users) and len({each.system for each in users}) > 1


def _defines(module: Module, name: str) -> bool:
    return any(isinstance(node, ast.ClassDef) and node.name == name for node in module.tree.body)


def _imports(node: ast.AST, when: str) -> Iterator[tuple[ast.Import | ast.ImportFrom, str]]:
    """Every import below a node, with when it is carried out."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, when
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for each in child.body:
                yield from _imports(ast.Module([each], []), TYPED)
            for each in child.orelse:
                yield from _imports(ast.Module([each], []), when)
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _imports(child, LAZY if when == LOADED else when)
        elif not isinstance(child, ast.expr):  # no expression holds a statement
            yield from _imports(child, when)


def _targets(node: ast.Import | ast.ImportFrom, package: str, known: Mapping[str, Path]) -> Iterator[str]:
    """The modules of the program that an import statement names."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name in known)
        return
    above = package.split(".")
    base = ".".join(above[: len(above) - node.level + 1]) if node.level else ""
    source = ".".join(part for part in (base, node.module or "") if part)
    for alias in node.names:
        inner = f"{source}.{alias.name}"
        if inner in known or source in known:
            yield inner if inner in known else source
