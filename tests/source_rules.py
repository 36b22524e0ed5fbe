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

    imports: frozenset[tuple[str, str]]
    """Each name that is imported from a module; of `import module` the name is ""."""
    attributes: frozenset[str]
    calls: frozenset[str]
    """Every method and function that is called, by its last name."""
    texts: frozenset[str]
    """Constants that are text."""
    classes: tuple[tuple[str, tuple[str, ...]], ...]
    """Those at the top, with the last names of their bases."""


@cache
def read(text: str) -> Source:
    """What stands in a module; each is parsed once, and the tree is not kept."""
    tree = ast.parse(text)
    imports, attributes, calls, texts = set[tuple[str, str]](), set[str](), set[str](), set[str]()
    for node in ast.walk(tree):
        match node:
            case ast.Attribute():
                attributes.add(node.attr)
            case ast.Call():
                calls.add(node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", ""))
            case ast.Constant() if isinstance(node.value, str):
                texts.add(node.value)
            case ast.ImportFrom():
                imports |= {(node.module or "", each.name) for each in node.names}
            case ast.Import():
                imports |= {(each.name, "") for each in node.names}
    classes = tuple(
        (node.name, tuple(map(_last_name, node.bases))) for node in tree.body if isinstance(node, ast.ClassDef)
    )
    return Source(
        frozenset(imports),
        frozenset(attributes),
        frozenset(calls),
        frozenset(texts),
        classes,
    )


def _last_name(base: ast.expr) -> str:
    return ast.unparse(base).split("[")[0].split(".")[-1]


def serves_pages(text: str) -> bool:
    """Whether a module answers requests: it imports django.shortcuts, or HttpRequest."""
    if "shortcuts" not in text and "HttpRequest" not in text:
        return False  # most are not even parsed
    return any(module == "django.shortcuts" or name == "HttpRequest" for module, name in read(text).imports)


def tables_asked(text: str) -> list[str]:
    """How a module that serves pages asks the database past the gates."""
    return sorted((read(text).attributes & {"objects"}) | (read(text).calls & SHORTCUTS)) if serves_pages(text) else []


def writes(text: str) -> list[str]:
    """How a module that serves pages writes past the actions."""
    return sorted(read(text).calls & WRITES) if serves_pages(text) else []


def games_named(name: str, source: str, words: Collection[str]) -> list[str]:
    """Which `words` of games a file asks for: as whole keys, for a side may be called `red`, as a colour is."""
    ending = PurePath(name).suffix
    if ending == ".py":
        return sorted(read(source).texts & set(words))
    plain = re.sub(COMMENTS[ending], " ", source, flags=re.S) if ending in COMMENTS else source
    keys = {key for pattern in (ANY_KEY, *KEYS.get(ending, ())) for key in re.findall(pattern, plain)}
    if ending == ".js":
        strings = (re.sub(r"\$\{.*?\}", " ", text) for _, text in STRING.findall(plain))
        keys |= {key for each in strings for key in SELECTED.findall(each)}
    if ending == ".html":
        drawn = re.findall(r"""\sclass=["']([^"'>]*)""", re.sub(r"{%.*?%}|{{.*?}}", " ", plain))
        keys |= {key for each in drawn for key in each.split()}
    return sorted(set(words) & {part for key in keys for part in (key, key.partition("-")[0], key.rpartition("-")[2])})


ANY_KEY = r"""(?<=["'`])[\w-]+(?=["'`])"""
"""A text that is a key and nothing else."""
KEYS = {
    ".css": (r"\.([a-z][\w-]*)", r"--([a-z][\w-]*)", r"=([\w-]+)\]"),
    ".js": (r"\bsides?\??\.(\w+)",),
}
"""What classes and variables are called in a style sheet, and what a script takes of the sides."""
STRING = re.compile(r"""(["'`])((?:\\.|(?!\1)[^\\\n])*)\1""")
SELECTED = re.compile(r"[.#=]([a-z][\w-]*)")
"""Classes, numbers and attributes in a selector."""


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
