"""Every refusal tells the way out."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ("rules", "campaigns", "rosters", "refit")


def refusals(path: Path) -> Iterator[ast.Call]:
    """The places where a module refuses something."""
    text = path.read_text()
    for node in ast.walk(ast.parse(text)) if "Refused(" in text else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
            yield node


def test_every_refusal_says_what_can_be_done_instead() -> None:
    found = [
        (f"{path.relative_to(ROOT)}:{call.lineno}", {each.arg for each in call.keywords})
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*.py"))
        for call in refusals(path)
    ]
    assert len(found) > 40
    assert [place for place, named in found if "way_out" not in named] == []
