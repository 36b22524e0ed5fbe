"""The shape of the code: who may import, ask and write what."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from rules import registry
from tests import imports
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
MUTUAL = {
    "campaigns": {
        "access": "bringing charts club seats",
        "closing": "models pages",
        "club": "event_texts forms ledger models",
        "charts": "forms maps",
        "guards": "dice seats",
        "ledger": "event_texts models pace",
        "locks": "models pages seats",
        "models": "alerts calendars pace talk trials verify",
        "pages": "maps teams verify",
        "pace": "outbox",
        "seats": "answers teams",
    },
    "config": {"middleware": "own_account"},
}
"""Packages that import each other today, by what lies at the top of the program. They are being taken apart into apps
whose imports run one way; until then no pair may come to them, and what is taken apart is struck out."""
LARGEST_KNOT = {"campaigns": 33, "config": 2}
"""How many packages reach one another there, directly or by others; elsewhere each stands alone. It only shrinks."""
HOSTS = (*APPS, "config", "launch")
TOPS = (*HOSTS, "rules")
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


def sources_behind_a_gate() -> dict[str, str]:
    """The source of each view of a campaign or a chart, by the name of its address."""
    return {str(each.name): inspect.getsource(inspect.unwrap(each.callback)) for each in BEHIND_A_GATE}


def test_every_address_of_a_campaign_or_chart_goes_through_a_gate() -> None:
    found = sources_behind_a_gate()
    assert [name for name, source in found.items() if not re.search(r"\baccess\.\w+_or_404\b", source)] == []


def test_every_address_of_a_campaign_or_chart_asks_for_a_log_in_first() -> None:
    found = sources_behind_a_gate()
    assert [name for name, source in found.items() if not source.lstrip().startswith("@login_required")] == []


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
        ("live.js", "go(sides.german);"),
        ("step.html", "<span class='side {% if own %}german{% endif %}'>"),
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
        ("step.html", "<p>{% translate 'Cards of german make' %}"),
        ("refit.css", ".stroke { fill: german }"),
        ("live.js", "piles.set(number, { german }); tell(`${pile.german}`);"),
    ],
)
def test_a_comment_a_sentence_or_a_name_that_is_no_key_may_have_the_word(name: str, source: str) -> None:
    assert found.games_named(name, source, WORDS) == []


def test_no_script_is_accused_by_a_side_that_is_called_as_a_colour() -> None:
    assert [name_of(path) for path in DRAWN if found.games_named(path.name, path.read_text(), {"red", "blue"})] == []


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


@pytest.fixture(scope="module")
def modules() -> imports.Graph:
    """What each module imports, read once for what is asked about it."""
    return imports.imports_of(*TOPS)


@pytest.mark.parametrize("top", TOPS)
def test_no_more_packages_import_each_other(top: str, modules: imports.Graph) -> None:
    packages = imports.packages_of(modules, top)
    found = imports.mutual(packages)
    known = {frozenset((one, each)) for one, others in MUTUAL.get(top, {}).items() for each in others.split()}
    assert sorted(map(sorted, found - known)) == [], "let one of them do without the other"
    assert sorted(map(sorted, known - found)) == [], "no longer a pair: strike it out of MUTUAL"
    largest = max(imports.circles(packages), key=len, default=["each by itself"])
    assert len(largest) == LARGEST_KNOT.get(top, 1), f"a knot of {sorted(largest)}; LARGEST_KNOT may only shrink"


def test_no_modules_need_one_another_not_even_for_types(modules: imports.Graph) -> None:
    assert imports.circles(modules) == []


def test_planted_circles_of_modules_and_packages_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "planted_top"
    for folder in (home, home / "club", home / "talk"):
        folder.mkdir()
        (folder / "__init__.py").write_text("")
    sources = {
        "a": "from planted_top import b",
        "b": "def read():\n    from planted_top import c",
        "c": "if TYPE_CHECKING:\n    from planted_top import a",
        "d": "",
        "club/one": "from planted_top.talk import one",
        "club/two": "",
        "talk/one": "",
        "talk/two": "def read():\n    from planted_top.club import two",
    }
    for name, source in sources.items():
        (home / f"{name}.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    modules = imports.imports_of("planted_top")
    assert imports.circles(modules) == [["planted_top.a", "planted_top.b", "planted_top.c"]], (
        "each module of club and talk stands alone"
    )
    packages = imports.packages_of(modules, "planted_top")
    assert imports.mutual(packages) == {frozenset(("club", "talk"))}
    assert imports.circles(packages) == [["a", "b", "c"], ["club", "talk"]]
