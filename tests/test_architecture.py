"""The shape of the code: who may import, ask and write what, and how long a piece may be."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from rules import registry

ROOT = Path(__file__).parent.parent
APPS = ("campaigns", "rosters", "refit")
OURS = [
    path
    for folder in (*APPS, "rules", "config", "bench")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "migrations" not in path.parts
]
OF_PAGES = (
    "views.py",
    "pages.py",
    "flow.py",
    "forms.py",
    "sheets.py",
    "chart_views.py",
    "chart_pages.py",
    "chart_forms.py",
)
VIEWS = [path for path in OURS if path.name in OF_PAGES and path.relative_to(ROOT).parts[0] in APPS]
PLAYS_ONE = [ROOT / "refit" / name for name in ("management/commands/demo.py", "demos/orsha.py", "demos/guards.py")]
LONGEST_MODULE, LONGEST_FUNCTION = 400, 60
WRITES = {"save", "create", "bulk_create", "get_or_create", "update_or_create", "bulk_update", "delete"}
SHORTCUTS = {"get_object_or_404", "get_list_or_404"}


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    tree = ast.parse(path.read_text())
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def attributes(path: Path) -> set[str]:
    """Every name after a dot in a module."""
    return {node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)}


def called(path: Path) -> set[str]:
    """Every method and function a module calls, by its last name."""
    calls = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    return {each.attr if isinstance(each, ast.Attribute) else getattr(each, "id", "") for each in calls}


def strings(path: Path) -> set[str]:
    """Every text a module spells out."""
    found = [node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)]
    return {each for each in found if isinstance(each, str)}


def patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from patterns(each)
        else:
            yield each


BEHIND_A_GATE = [each for each in patterns(get_resolver()) if {"public_id", "chart_id"} & set(each.pattern.converters)]


@pytest.mark.slow
def test_the_import_contracts_hold() -> None:
    found = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"], cwd=ROOT, capture_output=True, text=True
    )
    assert found.returncode == 0, found.stdout


def test_there_is_something_to_look_at() -> None:
    assert len(OURS) > 60
    assert len(VIEWS) >= 6
    assert len(BEHIND_A_GATE) > 8


def test_views_ask_the_gates_and_never_the_tables() -> None:
    assert [name_of(path) for path in VIEWS if "objects" in attributes(path) or called(path) & SHORTCUTS] == []


def test_views_write_through_actions_only() -> None:
    assert [name_of(path) for path in VIEWS if called(path) & WRITES] == []


@pytest.mark.parametrize("pattern", BEHIND_A_GATE, ids=lambda pattern: pattern.name)
def test_every_address_of_a_campaign_or_chart_goes_through_a_gate(pattern: URLPattern) -> None:
    source = inspect.getsource(inspect.unwrap(pattern.callback))
    assert re.search(r"\baccess\.\w+_or_404\b", source), pattern.name


@pytest.mark.parametrize("pattern", BEHIND_A_GATE, ids=lambda pattern: pattern.name)
def test_every_address_of_a_campaign_or_chart_asks_for_a_log_in_first(pattern: URLPattern) -> None:
    source = inspect.getsource(inspect.unwrap(pattern.callback))
    assert source.lstrip().startswith("@login_required"), pattern.name


def test_nothing_outside_the_rules_knows_a_game_or_its_sides() -> None:
    words = {*registry.all_systems(), *(side for each in registry.all_systems().values() for side in each.sides)}
    hosts = [path for path in OURS if path.relative_to(ROOT).parts[0] in (*APPS, "config") and path not in PLAYS_ONE]
    assert [name_of(path) for path in hosts if words & strings(path)] == []


def test_every_module_says_what_it_is_for() -> None:
    full = [path for path in OURS if path.read_text().strip()]
    assert [name_of(path) for path in full if not ast.get_docstring(ast.parse(path.read_text()))] == []


def test_modules_and_functions_are_short() -> None:
    long = [name_of(path) for path in OURS if len(path.read_text().splitlines()) > LONGEST_MODULE]
    long += [
        f"{name_of(path)} {each.name}"
        for path in OURS
        for each in functions(path)
        if (each.end_lineno or 0) - each.lineno >= LONGEST_FUNCTION
    ]
    assert long == []


def test_nothing_is_left_for_later() -> None:
    assert [name_of(path) for path in OURS if re.search(r"\b(TODO|FIXME|XXX|HACK)\b", path.read_text())] == []
