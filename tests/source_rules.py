"""What the guards of the architecture look for, in the text of a file: pages are known by what they import."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
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


def serves_pages(source: str) -> bool:
    """Whether a module answers requests: it imports django.shortcuts, or HttpRequest."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (
            node.module == "django.shortcuts" or "HttpRequest" in {each.name for each in node.names}
        ):
            return True
        if isinstance(node, ast.Import) and "django.shortcuts" in {each.name for each in node.names}:
            return True
    return False


def tables_asked(source: str) -> list[str]:
    """How a module that serves pages asks the database past the gates."""
    named = {node.attr for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)}
    return sorted((named & {"objects"}) | (_called(source) & SHORTCUTS)) if serves_pages(source) else []


def writes(source: str) -> list[str]:
    """How a module that serves pages writes past the actions."""
    return sorted(_called(source) & WRITES) if serves_pages(source) else []


def functions(source: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def _called(source: str) -> set[str]:
    """Every method and function a module calls, by its last name."""
    calls = [node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return {each.attr if isinstance(each, ast.Attribute) else getattr(each, "id", "") for each in calls}


def games_named(name: str, source: str, words: Collection[str]) -> list[str]:
    """Which `words` of games a file spells out: a module as a whole text, any other file anywhere but in a comment."""
    ending = PurePath(name).suffix
    if ending == ".py":
        constants = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
        return sorted({each for each in constants if isinstance(each, str)} & set(words))
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
        package, tree = _package(path), ast.parse(source)
        imports[package] |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                bases = (ast.unparse(base).split("[")[0].split(".")[-1] for base in node.bases)
                found[node.name].append(_Class(package, tuple(bases)))
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
