"""Which rules of a game are built: a page made from the list of its rules and the names of the tests.

The list says of each rule what somebody found who read it beside the program: done, partly (and what is left to the
table), or by hand. A test covers a rule by naming it: `test_7_515_...` covers 7.515, `..._and_CG12a_...` covers CG12a
as well; where books have the same number, `test_votg_CG7_...` covers that of one game alone. A rule is not done for
having tests, but a done rule has one that gives an order and asserts what came of it, or for a table looks up results.
`python -m tests.coverage` writes the pages of all games.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.order_calls import source_of_tests

ROOT = Path(__file__).resolve().parent.parent
TEST = re.compile(r"^ *def (test_\w+)", re.M)
DONE, PARTLY, BY_HAND = "done", "partly", "by hand"
TABLE = "table"
"""The kind of a rule that is a table of results."""


@dataclass(frozen=True)
class Game:
    """A game with a list of rules in its data and a page in docs/."""

    key: str
    title: str

    @property
    def list(self) -> Path:
        return ROOT / "rules" / "systems" / self.key / "data" / "coverage.csv"

    @property
    def page(self) -> Path:
        return ROOT / "docs" / f"coverage-{self.key.replace('_', '-')}.md"


OTO2, VOTG = Game("oto2", "Onslaught to Orsha 2"), Game("votg", "Valor of the Guards")
RTS = Game("rts", "Roads to Stalingrad")
MISSIONS = Game("orsha_missions", "Orsha's solitaire missions")
GAMES = (OTO2, VOTG, RTS, MISSIONS)
NAMED = re.compile(rf"(?:^test_(?:(?:{'|'.join(game.key for game in GAMES)})_)?|_and_)(?=(\w+))")
"""Where in the name of a test a rule may begin."""


@dataclass(frozen=True)
class Rule:
    """A rule to be covered: its status, and `left`, what the table still decides where it isn't done."""

    rule: str
    title: str
    kind: str
    status: str
    left: str

    @property
    def token(self) -> str:
        """The rule as a test's name spells it: "7.4 German OB" is 7_4_German_OB."""
        return re.sub(r"[^0-9A-Za-z]+", "_", self.rule).strip("_")


@dataclass(frozen=True)
class Covered:
    """A rule with the tests that name it."""

    rule: Rule
    tests: tuple[str, ...]

    @property
    def tried(self) -> bool:
        """Whether a test gives an order and asserts what came of it, or for a table looks up results."""
        found = [tested for name in self.tests for tested in source_of_tests().named(name)]
        return any(each.order or (each.look_up and self.rule.kind == TABLE) for each in found)


def rules(game: Game) -> tuple[Rule, ...]:
    """The list, in the book's order."""
    with game.list.open(encoding="utf-8", newline="") as file:
        return tuple(Rule(**row) for row in csv.DictReader(file))


def tests(game: Game) -> Iterator[str]:
    """The names of all tests of a game and of what games share; files and tests of another game name another book."""
    others = tuple(f"test_{other.key}_" for other in GAMES if other != game)
    paths = (path for path in (ROOT / "tests").rglob("test_*.py") if not path.name.startswith(others))
    for path in sorted(paths):
        names = TEST.findall(path.read_text(encoding="utf-8"))
        yield from (name for name in names if not name.startswith(others))


def named(test: str, tokens: Mapping[str, str]) -> set[str]:
    """The rules a test's name names; of "7.4" and "7.4 VC" at one place it is the longer."""
    found = set()
    for match in NAMED.finditer(test):
        said = f"{match[1]}_"
        fitting = [token for token in tokens if said.startswith(token) and said[len(token)] == "_"]
        if fitting:
            found.add(tokens[max(fitting, key=len)])
    return found


@cache
def coverage(game: Game) -> tuple[Covered, ...]:
    """Every rule with its tests."""
    listed = rules(game)
    tokens = {rule.token: rule.rule for rule in listed}
    by_rule: dict[str, list[str]] = {rule.rule: [] for rule in listed}
    for test in tests(game):
        for rule in named(test, tokens):
            by_rule[rule].append(test)
    return tuple(Covered(rule, tuple(by_rule[rule.rule])) for rule in listed)


def page(game: Game) -> str:
    """The page as it has to be."""
    found = coverage(game)
    counts = Counter(each.rule.status for each in found)
    lines = [
        f"# {game.title}: which rules are built",
        "",
        "Made by `python -m tests.coverage` from the list of the rules in the game's data, where the status of each is "
        "what somebody found who read it beside the program, and from the names of the tests. A test fails when the "
        "page is out of date, and when a done rule has no test that gives an order and asserts what came of it.",
        "",
        f"{len(found)} rules that a campaign tracker has to keep, lead through or look up: {counts[DONE]} {DONE}, "
        f"{counts[PARTLY]} {PARTLY} (the table decides the rest), {counts[BY_HAND]} {BY_HAND}.",
        "",
        "| rule | what | kind | status | what the table still decides | tests |",
        "|---|---|---|---|---|---|",
        *(_line(each) for each in found),
    ]
    return "\n".join(lines) + "\n"


def _line(each: Covered) -> str:
    rule = each.rule
    by = [f"`{each.tests[0]}`"] if each.tests else []
    by += [f"{len(each.tests) - 1} more"] if len(each.tests) > 1 else []
    return f"| {rule.rule} | {rule.title} | {rule.kind} | {rule.status} | {rule.left} | {', '.join(by)} |"


def main() -> None:
    """Write the pages and say which rules are called done without a test that tries them."""
    for game in GAMES:
        game.page.write_text(page(game), encoding="utf-8")
        untried = [each.rule.rule for each in coverage(game) if each.rule.status == DONE and not each.tried]
        print(f"{game.page.relative_to(ROOT)} written; done but not tried: {', '.join(untried) or 'none'}")


if __name__ == "__main__":
    main()
