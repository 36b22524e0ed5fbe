"""The template, copied under another name and with other sides, is a game that the tests of this folder take."""

from __future__ import annotations

import inspect
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rules import registry
from tests.systems import games, test_rules

ROOT = Path(__file__).parents[2]
NAME = "ferry"
SIDES = {"red": "north", "blue": "south", "Red": "North", "Blue": "South"}
LEFT_BEHIND = shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", "bench", ".*_cache")


def copied_with_other_sides(folder: Path) -> None:
    """Copy the template as the guide says, and call its sides by other names."""
    games.copy_template(folder, NAME)
    for path in (folder / NAME).rglob("*.*"):
        if path.suffix in (".py", ".toml"):
            path.write_text(re.sub(r"\b(red|blue|Red|Blue)\b", lambda found: SIDES[found[0]], path.read_text()))


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory, copied: None) -> Iterator[games.Scripts]:
    """The copy, with no Scripts of its own."""
    folder = tmp_path_factory.mktemp("copies")
    copied_with_other_sides(folder)
    with games.found_by_the_registry(folder):
        yield games.scripts(NAME)


OF_RULES = [
    test for name, test in inspect.getmembers(test_rules, inspect.isfunction)
    if name.startswith("test_") and {*inspect.signature(test).parameters} <= {"system", "scripts"}
]  # fmt: skip
"""The tests of all games by the rules alone."""
OF_THIS_RUN = ("DATABASE_", "DJANGO_", "PYTEST_", "REFIT_")
LACKS = {
    "test_no_public_event_changes_with_what_a_side_decides_and_rolls_in_secret",
    "test_a_refusal_says_nothing_of_what_another_side_decided",
}


@pytest.mark.parametrize("test", OF_RULES, ids=lambda test: test.__name__)
def test_the_rules_of_a_copy_are_taken_or_a_sentence_says_what_is_missing(
    test: Callable[..., None], scripts: games.Scripts
) -> None:
    given = {name: {"system": scripts.system, "scripts": scripts}[name] for name in inspect.signature(test).parameters}
    if test.__name__ in LACKS:
        with pytest.raises(pytest.fail.Exception, match=r"tests/systems/ferry\.py has no `compared`"):
            test(**given)
    else:
        test(**given)


def test_a_copy_without_scripts_is_told_that_nothing_says_what_its_readings_lead_to(scripts: games.Scripts) -> None:
    with pytest.raises(AssertionError, match=r"tests/systems/ferry\.py does not say what the readings of `tie`"):
        test_rules.test_every_reading_of_a_ruling_leads_to_another_result(NAME, "tie")
    assert {*registry.get(NAME).sides} == {"north", "south"}


@pytest.mark.whole("the whole suite of a game, in a process and a database of its own")
def test_the_discovered_suite_takes_a_copy_in_the_place_where_the_guide_puts_it(tmp_path: Path) -> None:
    place = tmp_path / "program"
    shutil.copytree(ROOT, place, ignore=LEFT_BEHIND)
    copied_with_other_sides(place / "rules" / "systems")
    shutil.copy(ROOT / "tests" / "systems" / f"{games.TEMPLATE}.py", place / "tests" / "systems" / f"{NAME}.py")
    asked = ["tests/systems", "-k", NAME, "-q", "-p", "no:cacheprovider", "--browsers", "without", "--tb", "line"]
    alone = {name: value for name, value in os.environ.items() if not name.startswith(OF_THIS_RUN)}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *asked], cwd=place, env=alone, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert re.search(r"\b[5-9]\d passed", done.stdout)
