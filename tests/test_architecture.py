"""The shape of the code: who may import, ask and write what, and how long a piece may be."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from bench.codebase import structure
from bench.codebase.sources import LAZY, LOADED, Checkout
from rules import registry
from tests import source_rules as found

ROOT = Path(__file__).parent.parent
APPS = ("campaigns", "rosters", "refit")
OURS = [
    path
    for folder in (*APPS, "rules", "config", "launch", "bench")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "migrations" not in path.parts
]
DEMOS = ("management/commands/demo.py", "demos/orsha.py", "demos/guards.py", "demos/steppe.py")
PLAYS_ONE = [ROOT / "refit" / name for name in DEMOS]
LONGEST_MODULE, LONGEST_FUNCTION, MOST_IN_A_PACKAGE, LONGEST_CHAIN = 400, 60, 25, 15
SCRIPTS = [ROOT / "campaigns" / "ledger" / name for name in ("verify_campaign.py", "verify_older_campaign.py")]
"""They go out as one file each, so they can't be divided; tests/proof says how long they may be."""
HOSTS = (*APPS, "config", "launch")
OF_THE_HOST = [ROOT / each for each in ("config/sessions.py", "campaigns/admin.py", "config/administration/closing.py")]
"""The list of a person's own sessions, and the administrator's pages: they know no campaign's gates."""
DRAWN = [
    path
    for folder, ending in (("templates", "html"), ("templates", "txt"), ("static", "css"), ("static", "js"))
    for path in sorted((ROOT / folder).rglob(f"*.{ending}"))
]
WORDS = {*registry.all_systems(), *(side for each in registry.all_systems().values() for side in each.sides)}


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from patterns(each)
        else:
            yield each


BEHIND_A_GATE = [each for each in patterns(get_resolver()) if {"public_id", "chart_id"} & set(each.pattern.converters)]


@pytest.mark.slow
def test_the_import_contracts_hold() -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


def test_there_is_something_to_look_at() -> None:
    assert len(OURS) > 60
    assert len([path for path in OURS if found.serves_pages(path.read_text())]) >= 12
    assert len(DRAWN) > 60
    assert len(BEHIND_A_GATE) > 8


def test_whoever_serves_pages_asks_the_gates_and_never_the_tables() -> None:
    wrong = {name_of(path): found.tables_asked(path.read_text()) for path in OURS if path not in OF_THE_HOST}
    assert {name: asked for name, asked in wrong.items() if asked} == {}


def test_whoever_serves_pages_writes_through_actions_only() -> None:
    wrong = {name_of(path): found.writes(path.read_text()) for path in OURS if path not in OF_THE_HOST}
    assert {name: written for name, written in wrong.items() if written} == {}


@pytest.mark.parametrize("start", ["from django.shortcuts import render\n", "from django.http import HttpRequest\n",
                                   "import django.shortcuts\n"])  # fmt: skip
@pytest.mark.parametrize("name", ["anything.py", "campaigns/rewind/proposals.py", "refit/somewhere/pages.py"])
def test_a_planted_question_or_write_in_a_page_is_found_whatever_its_file_is_called(start: str, name: str) -> None:
    assert found.tables_asked(start + "seat = Seat.objects.get(pk=1)") == ["objects"]
    assert found.tables_asked(start + "seat = get_object_or_404(Seat, pk=1)") == ["get_object_or_404"]
    assert found.writes(start + "def view(request):\n    seat.save()") == ["save"]
    assert found.tables_asked("seat = Seat.objects.get(pk=1)") == [], "who serves no page may"
    assert found.writes("seat.save()") == []


@pytest.mark.parametrize("pattern", BEHIND_A_GATE, ids=lambda pattern: pattern.name)
def test_every_address_of_a_campaign_or_chart_goes_through_a_gate(pattern: URLPattern) -> None:
    source = inspect.getsource(inspect.unwrap(pattern.callback))
    assert re.search(r"\baccess\.\w+_or_404\b", source), pattern.name


@pytest.mark.parametrize("pattern", BEHIND_A_GATE, ids=lambda pattern: pattern.name)
def test_every_address_of_a_campaign_or_chart_asks_for_a_log_in_first(pattern: URLPattern) -> None:
    source = inspect.getsource(inspect.unwrap(pattern.callback))
    assert source.lstrip().startswith("@login_required"), pattern.name


def test_nothing_outside_the_rules_knows_a_game_or_its_sides() -> None:
    hosts = [path for path in OURS if path.relative_to(ROOT).parts[0] in HOSTS and path not in PLAYS_ONE]
    wrong = {name_of(path): found.games_named(path.name, path.read_text(), WORDS) for path in (*hosts, *DRAWN)}
    assert {name: words for name, words in wrong.items() if words} == {}


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("views.py", "if side == 'german': pass"),
        ("step.html", "{% if side == 'german' %}x{% endif %}"),
        ("step.html", '<span class="side german">'),
        ("refit.css", ".drawing .german { stroke: red; }"),
        ("refit.css", "a { --german: #fff }"),
        ("live.js", "if (side === 'german') go();"),
        ("live.js", "document.querySelector('.oto2-map')"),
    ],
)
def test_a_planted_word_of_a_game_is_found(name: str, source: str) -> None:
    assert found.games_named(name, source, WORDS)


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("step.html", "{% comment %} e.g. german {% endcomment %}<p>"),
        ("refit.css", "/* german */ a {}"),
        ("live.js", "// german\n/* german */ go();"),
        ("views.py", '# german\nvalue = "germane"'),
    ],
)
def test_a_comment_may_name_a_game_for_an_example(name: str, source: str) -> None:
    assert found.games_named(name, source, WORDS) == []


def test_no_class_name_has_two_meanings() -> None:
    assert found.double_names({name_of(path): path.read_text() for path in OURS}) == []


def test_a_planted_class_of_a_known_name_is_found() -> None:
    known = {"rules/contract.py": "class Chart: ...", "rules/systems/one/a.py": "from rules import contract"}
    known |= {"rules/systems/two/a.py": "class Chart(contract.Chart): ...", "campaigns/x.py": "class Meta(Chart): ..."}
    assert found.double_names(known) == []
    assert found.double_names({**known, "campaigns/a.py": "class Chart: ..."}) == ["Chart"]
    assert found.double_names({**known, "rules/systems/one/b.py": "class Chart:\n    pass"}) == ["Chart"]
    siblings = {"rules/systems/one/b.py": "class Report: ...", "rules/systems/two/b.py": "class Report: ..."}
    assert found.double_names({**known, **siblings}) == [], "no game knows another"
    fulfilled = {"rules/contract.py": "class Task(Protocol): ...", "rules/engine/t.py": "class Task: ..."}
    assert found.double_names(fulfilled) == []


def test_no_package_is_a_hall_of_more_than_25_modules() -> None:
    halls = Counter(name_of(path.parent) for path in OURS if path.name != "__init__.py")
    assert {name: number for name, number in halls.items() if number > MOST_IN_A_PACKAGE} == {}


@pytest.fixture(scope="module")
def checkout() -> Checkout:
    """The program, read once for what is asked about its imports."""
    return Checkout(ROOT)


def test_no_module_needs_a_chain_of_more_than_15(checkout: Checkout) -> None:
    chain = structure.longest_chain(checkout, (LOADED, LAZY))
    assert len(chain) <= LONGEST_CHAIN, " > ".join(chain)


def test_no_modules_need_one_another_not_even_for_types(checkout: Checkout) -> None:
    assert structure.circles(checkout) == ([], [])


def test_a_planted_chain_and_a_planted_circle_are_found(tmp_path: Path) -> None:
    home = tmp_path / "campaigns"
    home.mkdir()
    sources = {"a": "from campaigns import b", "b": "def read():\n    from campaigns import c", "c": "", "d": ""}
    sources["c"] = "if TYPE_CHECKING:\n    from campaigns import a"
    for name, source in {"__init__": "", **sources}.items():
        (home / f"{name}.py").write_text(source)
    there = Checkout(tmp_path)
    assert structure.longest_chain(there, (LOADED, LAZY)) == ["campaigns.a", "campaigns.b", "campaigns.c"]
    assert [sorted(each) for each in structure.circles(there)[1]] == [["campaigns.a", "campaigns.b", "campaigns.c"]]


def test_every_module_says_what_it_is_for() -> None:
    full = [path for path in OURS if path.read_text().strip()]
    assert [name_of(path) for path in full if not found.read(path.read_text()).docstring] == []


def test_modules_and_functions_are_short() -> None:
    long = [
        name_of(path) for path in OURS if path not in SCRIPTS and len(path.read_text().splitlines()) > LONGEST_MODULE
    ]
    long += [
        f"{name_of(path)} {name}"
        for path in OURS
        for name, length in found.read(path.read_text()).functions
        if length >= LONGEST_FUNCTION
    ]
    assert long == []


def test_nothing_is_left_for_later() -> None:
    assert [name_of(path) for path in OURS if re.search(r"\b(TODO|FIXME|XXX|HACK)\b", path.read_text())] == []
