"""The documents name what there is to name, and nothing that is no reader's business."""

from __future__ import annotations

import pkgutil
import re
import subprocess
from pathlib import Path

import pytest

from rules.engine.staged import StagedSystem

ROOT = Path(__file__).parent.parent
DOCS = sorted((ROOT / "docs").rglob("*.md"))
READABLE = [*DOCS, *sorted(ROOT.glob("*.md"))]
COMMANDS = sorted(
    path.stem
    for path in ROOT.glob("*/management/commands/*.py")
    if path.stem != "__init__" and ".venv" not in path.parts
)
SETTING = re.compile(r"""environment\.\w+\(\s*["']([A-Z_]+)["']""")
SETTINGS = sorted(set(SETTING.findall((ROOT / "config" / "settings.py").read_text())))
ADRS = [path for path in DOCS if path.parent.name == "adr" and path.stem != "README"]
HEADINGS = ["Context", "Decision", "Consequences", "Alternatives"]
# Put together here, so that this file is not found by itself.
HOSTS = ["py" + "pi.org", "pythonho" + "sted.org", "np" + "mjs.org", "np" + "mjs.com", "crates" + ".io"]
PLACES = ["/wo" + "rk/", "/ho" + "me/", "/ro" + "ot/", "/Us" + "ers/", "/tmp/bri" + "ef"]
NOBODYS_BUSINESS = {
    "a path of somebody's machine": (r"(?<![\w.}])", PLACES),
    "the host of a package registry": ("", HOSTS),
}
"""What may stand nowhere, with what must come before it."""


def tracked() -> list[Path]:
    """Every text file that is or would be in the repository."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_there_is_something_to_look_at() -> None:
    assert len(COMMANDS) >= 7
    assert len(SETTINGS) >= 9


def test_every_command_is_documented() -> None:
    everything = "\n".join(path.read_text() for path in READABLE)
    assert [command for command in COMMANDS if not re.search(rf"\b{command}\b", everything)] == []


def test_every_setting_is_documented_for_the_host() -> None:
    hosting = (ROOT / "docs" / "hosting.md").read_text()
    assert [setting for setting in SETTINGS if f"`{setting}`" not in hosting] == []


def test_decisions_say_what_was_decided_why_and_what_follows() -> None:
    named = [path for path in ADRS if re.fullmatch(r"\d{4}-[a-z0-9-]+", path.stem)]
    assert named == ADRS
    texts = {path: path.read_text() for path in named}
    assert [path.stem for path, text in texts.items() if not text.startswith(f"# {int(path.stem[:4])}. ")] == []
    assert [path.stem for path, text in texts.items() if re.findall(r"^## (.*)", text, re.M) != HEADINGS] == []


def test_links_between_documents_lead_somewhere() -> None:
    links = [
        (path, link)
        for path in READABLE
        for link in re.findall(r"\]\((?!https?:|mailto:|#)([^)#\s]+)", path.read_text())
    ]
    assert [f"{name_of(path)}: {link}" for path, link in links if not (path.parent / link).exists()] == []


def test_no_file_holds_what_is_nobodys_business() -> None:
    found = []
    for path in tracked():
        try:
            text = path.read_text()
        except UnicodeDecodeError:
            continue
        found += [f"{name_of(path)}: {what}" for what in what_is_nobodys_business(text)]
    assert found == []


def what_is_nobodys_business(text: str) -> list[str]:
    """What of it stands in a text: the words are looked for plainly, and what is before them only where one is."""
    return [
        what
        for what, (before, words) in NOBODYS_BUSINESS.items()
        if any(re.search(before + re.escape(each), text) for each in words if each in text)
    ]


@pytest.mark.parametrize("place", PLACES)
def test_a_planted_path_is_found_and_one_that_goes_on_elsewhere_is_not(place: str) -> None:
    assert what_is_nobodys_business(f"see {place}x") == ["a path of somebody's machine"]
    assert what_is_nobodys_business(f"see var{place}x, then {place}x") == ["a path of somebody's machine"]
    assert what_is_nobodys_business(f"see var{place}x") == []


@pytest.mark.parametrize("host", HOSTS)
def test_a_planted_registry_is_found(host: str) -> None:
    assert what_is_nobodys_business(f"https://{host}/simple") == ["the host of a package registry"]


GUIDE = (ROOT / "docs" / "adding-a-game-system.md").read_text()
TEMPLATE = "\n".join(path.read_text() for path in sorted((ROOT / "rules" / "systems" / "_template").glob("*.py")))
DOTTED = sorted(set(re.findall(r"`((?:rules|tests)(?:\.\w+)+)`", GUIDE)))


def test_the_code_in_the_guide_is_that_of_the_template() -> None:
    excerpts = re.findall(r"^```python\n(.*?)^```", GUIDE, flags=re.S | re.M)
    assert len(excerpts) >= 3
    assert [each for each in excerpts if each not in TEMPLATE] == []


def test_what_the_guide_names_is_there() -> None:
    assert [name for name in DOTTED if not is_there(name)] == []


def is_there(name: str) -> bool:
    """Whether a dotted name is that of something in the program."""
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


def test_the_members_the_guide_names_are_those_of_the_base_class() -> None:
    methods = set(re.findall(r"`(\w+)\([\w, ]*\)`", GUIDE.partition("What only some games")[0]))
    assert {"setup", "context", "after_act", "describe", "public", "view"} <= methods
    assert [name for name in methods if not hasattr(StagedSystem, name) and name != "task"] == []
    for path in re.findall(r"`((?:rules|tests|templates|docs)/[\w/.]+)`", GUIDE):
        assert (ROOT / path).exists(), path


def test_every_word_of_code_in_the_guide_is_in_the_code() -> None:
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", GUIDE, flags=re.S | re.M))
    names = {span for span in spans if re.fullmatch(r"[A-Za-z]\w*", span) and not span.startswith("test_")}
    places = ("rules/**/*.py", "rules/**/*.toml", "campaigns/**/*.py", "refit/**/*.py", "tests/**/*.py")
    files = (path for place in places for path in ROOT.glob(place) if path != Path(__file__))
    known = {word for path in files for word in re.findall(r"\w+", path.read_text())}
    assert len(names) > 80
    assert names - known - {"makemessages"} == set()


def test_the_helpers_of_the_tests_are_listed_and_what_is_listed_is_there() -> None:
    tests = ROOT / "tests"
    named = set(re.findall(r"`([\w/]+\.py)`", (tests / "README.md").read_text()))
    helpers = {path.name for path in tests.glob("*.py")} - {"__init__.py", "conftest.py"}
    assert {name for name in helpers if not name.startswith("test_")} - named == set()
    assert [name for name in named if not (tests / name).exists()] == []


def words_of_the_glossary() -> set[str]:
    """The words of code in the glossary, as they are written there."""
    part = (ROOT / "docs" / "glossary.md").read_text().partition("## The code")[2].partition("\n## ")[0]
    return {name for row in re.findall(r"^\| ([^|]*) \|", part, flags=re.M) for name in re.findall(r"`([\w.]+)`", row)}


def test_every_class_in_the_glossary_is_one_of_ours() -> None:
    folders = ("rules", "campaigns", "refit", "rosters")
    sources = [path.read_text() for folder in folders for path in (ROOT / folder).rglob("*.py")]
    known = {
        name for source in sources for name in re.findall(r"^(?:class )?([A-Z]\w+)\b(?=[(:\[])", source, flags=re.M)
    }
    named = {name.split(".")[0] for name in words_of_the_glossary() if name[0].isupper()}
    assert len(named) > 20
    assert named - known == set()


LAYOUT = (ROOT / "docs" / "architecture.md").read_text()
APPS = ("rules", "campaigns", "rosters", "refit", "config", "launch")
WITHOUT_A_ROW = {"management", "commands", "migrations"}
"""Packages whose names and places are Django's."""


def packages() -> set[str]:
    """The program's packages by their dotted names."""
    found = (path.parent.relative_to(ROOT).parts for app in APPS for path in (ROOT / app).rglob("__init__.py"))
    return {".".join(parts) for parts in found if not WITHOUT_A_ROW & {*parts}}


def test_the_layout_names_every_package() -> None:
    """A game needs no row: it is found in its folder, and says itself what it is."""
    named = {name for row in re.findall(r"^\| (`[^|]*) \|", LAYOUT, flags=re.M) for name in re.findall(r"`(.+?)`", row)}
    asked = {name for name in packages() if not name.startswith("rules.systems.")}
    assert asked - named - {"rules", "campaigns"} == set()


def test_what_the_layout_names_is_there() -> None:
    names = sorted(set(re.findall(rf"`((?:{'|'.join(APPS)})(?:\.\w+)+)`", LAYOUT)))
    assert len(names) > 60
    assert [name for name in names if not is_there(name)] == []
    folders = sorted(set(re.findall(r"`((?:rules|tests|templates|static|docs)/[\w/.]+)`", LAYOUT)))
    assert len(folders) > 5
    assert [path for path in folders if not (ROOT / path).exists()] == []
