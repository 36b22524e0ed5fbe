"""What the guards of the architecture look for, in the text of a file: pages are known by what they import."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import PurePath

WRITES = {"save", "create", "bulk_create", "get_or_create", "update_or_create", "bulk_update", "delete"}
SHORTCUTS = {"get_object_or_404", "get_list_or_404"}
COMMENTS = {
    ".html": r"\{% comment %\}.*?\{% endcomment %\}|\{#.*?#\}|<!--.*?-->",
    ".css": r"/\*.*?\*/",
    ".js": r"/\*.*?\*/|(?m:^\s*//[^\n]*$)|(?m:\s//[^\n]*$)",
}
GAMES = "rules/systems/"
FAMILY = "rules/asl"


@dataclass(frozen=True)
class Source:
    """What the guards ask of a module, read in one pass."""

    docstring: bool
    imports: frozenset[tuple[str, str]]
    """Each name that is imported from a module; of `import module` the name is ""."""
    attributes: frozenset[str]
    calls: frozenset[str]
    """Every method and function that is called, by its last name."""
    texts: frozenset[str]
    """Constants that are text."""
    functions: tuple[tuple[str, int], ...]
    """Name and length of each, in lines below its first."""
    classes: tuple[tuple[str, tuple[str, ...]], ...]
    """Those at the top, with the last names of their bases."""


@cache
def read(text: str) -> Source:
    """What stands in a module; each is parsed once, and the tree is not kept."""
    tree = ast.parse(text)
    imports, attributes, calls, texts = set[tuple[str, str]](), set[str](), set[str](), set[str]()
    functions = list[tuple[str, int]]()
    for node in ast.walk(tree):
        match node:
            case ast.Attribute():
                attributes.add(node.attr)
            case ast.Call():
                calls.add(node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", ""))
            case ast.Constant() if isinstance(node.value, str):
                texts.add(node.value)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                functions.append((node.name, (node.end_lineno or 0) - node.lineno))
            case ast.ImportFrom():
                imports |= {(node.module or "", each.name) for each in node.names}
            case ast.Import():
                imports |= {(each.name, "") for each in node.names}
    classes = tuple(
        (node.name, tuple(map(_last_name, node.bases))) for node in tree.body if isinstance(node, ast.ClassDef)
    )
    return Source(
        bool(ast.get_docstring(tree)),
        frozenset(imports),
        frozenset(attributes),
        frozenset(calls),
        frozenset(texts),
        tuple(functions),
        classes,
    )


def _last_name(base: ast.expr) -> str:
    return ast.unparse(base).split("[")[0].split(".")[-1]


def serves_pages(text: str) -> bool:
    """Whether a module answers requests: it imports django.shortcuts, or HttpRequest."""
    return any(module == "django.shortcuts" or name == "HttpRequest" for module, name in read(text).imports)


def tables_asked(text: str) -> list[str]:
    """How a module that serves pages asks the database past the gates."""
    asked = (read(text).attributes & {"objects"}) | (read(text).calls & SHORTCUTS)
    return sorted(asked) if serves_pages(text) else []


def writes(text: str) -> list[str]:
    """How a module that serves pages writes past the actions."""
    return sorted(read(text).calls & WRITES) if serves_pages(text) else []


def games_named(name: str, source: str, words: Collection[str]) -> list[str]:
    """Which `words` of games a file spells out: a module as a whole text, any other file anywhere but in a comment."""
    ending = PurePath(name).suffix
    if ending == ".py":
        return sorted(read(source).texts & set(words))
    plain = re.sub(COMMENTS[ending], " ", source, flags=re.S) if ending in COMMENTS else source
    return sorted(word for word in words if re.search(rf"(?<![a-z]){re.escape(word)}(?![a-z])", plain, re.I))


@dataclass(frozen=True)
class _Class:
    package: str
    bases: tuple[str, ...]


def double_names(sources: Mapping[str, str]) -> list[str]:
    """Names of classes that stand in two packages and mean two things there.

    They mean one where a class inherits from its namesake, where both inherit from the same class, where one is a
    Protocol that the other fulfils, and in two games, or a game and a family, neither of which knows the other.
    """
    found: dict[str, list[_Class]] = defaultdict(list)
    imports: dict[str, set[str]] = defaultdict(set)
    for path, source in sources.items():
        package, module = _package(path), read(source)
        imports[package] |= {where for where, name in module.imports if name}
        for name, bases in module.classes:
            found[name].append(_Class(package, bases))
    return sorted(name for name, classes in found.items() if _double(name, classes, imports))


def _package(path: str) -> str:
    """Where a module belongs: a game as a whole, else its folder."""
    parts = PurePath(path).parent.as_posix()
    return "/".join(parts.split("/")[:3]) if parts.startswith(GAMES) else parts


def _double(name: str, classes: list[_Class], imports: Mapping[str, set[str]]) -> bool:
    roots = [each for each in classes if name not in each.bases]
    return any(
        one.package != other.package
        and "Protocol" not in (*one.bases, *other.bases)
        and not set(one.bases) & set(other.bases) - {"Generic", "Protocol", "ABC"}
        and not (_is_game(one, other) and not _knows(one, other, imports) and not _knows(other, one, imports))
        for one, other in combinations(roots, 2)
    )


def _is_game(*classes: _Class) -> bool:
    return all(each.package.startswith((GAMES, FAMILY)) for each in classes)


def _knows(one: _Class, other: _Class, imports: Mapping[str, set[str]]) -> bool:
    return any(f"{module}.".startswith(other.package.replace("/", ".") + ".") for module in imports[one.package])
