"""The words of steps: what a course.toml may hold, and that code and files agree on every text by its key."""

import ast
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from rules.asl.rule_data import DataFiles, StepText, StepTexts
from rules.engine.data_files import TableError
from rules.engine.readings import GameReadings
from rules.systems.oto2 import course as oto2_course
from rules.systems.oto2 import rule_data as oto2
from rules.systems.votg import course as votg_course
from rules.systems.votg import pack as votg
from tests.fields_read import parsed, walked

ROOT = Path(__file__).parents[2] / "rules"
GAMES: dict[str, tuple[StepTexts, Any]] = {
    "oto2": (oto2.DATA.step_texts, oto2_course.COURSE),
    "votg": (votg.DATA.step_texts, votg_course.COURSE),
}
Lookup = tuple[str, str, bool]
"""The step, `text:` or `label:` and the key, whether every game with the step must have it."""


class UnknownLookup(AssertionError):
    """A look-up whose key is not written down in the code, so that nobody can tell whether it is there."""


def lookups(source: str) -> Iterator[Lookup]:
    """Every text and label of a step that a module looks up by key."""
    return _looked_up(ast.parse(source))


@cache
def lookups_of(path: Path) -> frozenset[Lookup]:
    """The look-ups of a module."""
    return frozenset(_looked_up(parsed(path)))


def _looked_up(tree: ast.Module) -> Iterator[Lookup]:
    given = [pair for node in tree.body if isinstance(node, ast.Assign) for pair in _given(node)]
    names = {name: value.value for name, value in given if isinstance(value, ast.Constant)}
    for function in walked(tree):
        if isinstance(function, ast.FunctionDef):
            yield from _of_function(function, names)


def _of_function(function: ast.FunctionDef, names: dict[str, Any]) -> Iterator[Lookup]:
    given = [pair for node in walked(function) if isinstance(node, ast.Assign) for pair in _given(node)]
    steps = {name: step for name, value in given if (step := _step(value, {}))}
    for node in walked(function):
        found = _key(node, steps)
        if found is None:
            continue
        step, kind, key, must = found
        for one in _constants(step, names):
            for text in _constants(key, names):
                yield one, f"{kind}:{text}", must


def _given(node: ast.Assign) -> Iterator[tuple[str, ast.expr]]:
    """The names an assignment gives, each with its value."""
    for target in node.targets:
        pairs = [(target, node.value)]
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            pairs = list(zip(target.elts, node.value.elts, strict=True))
        yield from ((to.id, value) for to, value in pairs if isinstance(to, ast.Name))


def _step(node: ast.expr, steps: dict[str, ast.expr]) -> ast.expr | None:
    """The key of the step whose words `node` is: ctx.texts(KEY), step_texts()[KEY], or a name given to such."""
    if isinstance(node, ast.Name):
        return steps.get(node.id)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "texts":
        return node.args[0]
    if isinstance(node, ast.Subscript):
        of = node.value.func if isinstance(node.value, ast.Call) else node.value
        if getattr(of, "id", getattr(of, "attr", "")) == "step_texts":
            return node.slice
    return None


def _key(node: ast.AST, steps: dict[str, ast.expr]) -> tuple[ast.expr, str, ast.expr, bool] | None:
    """The step, kind and key of a look-up."""
    if isinstance(node, ast.Subscript):
        if (step := _step(node.value, steps)) is not None:
            return step, "text", node.slice, True
        if (step := _labels(node.value, steps)) is not None:
            return step, "label", node.slice, True
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr == "optional" and (step := _step(node.func.value, steps)) is not None:
            return step, "text", node.args[0], False
        if node.func.attr == "get" and (step := _labels(node.func.value, steps)) is not None:
            return step, "label", node.args[0], False
    return None


def _labels(node: ast.expr, steps: dict[str, ast.expr]) -> ast.expr | None:
    return _step(node.value, steps) if isinstance(node, ast.Attribute) and node.attr == "labels" else None


def _constants(node: ast.expr, names: dict[str, Any]) -> list[str]:
    """What an expression may be: a constant, a name of one, or either of two; anything else can't be checked."""
    if isinstance(node, ast.IfExp):
        return [*_constants(node.body, names), *_constants(node.orelse, names)]
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.Name) and node.id in names:
        return [names[node.id]]
    raise UnknownLookup(f"line {node.lineno}: {ast.unparse(node)}")


def has(text: StepText, what: str) -> bool:
    """Whether a step has a text or labels under every reading of the print."""
    kind, _, key = what.partition(":")
    if kind == "label":
        return key in text.labels
    readings = (dict(zip(text.reading, chosen, strict=True)) for chosen in product(*text.reading.values()))
    return all(key in text.under(reading).texts for reading in readings)


def in_code(game: str) -> set[Lookup]:
    """The look-ups of shared code and of a game's own."""
    files = [*(ROOT / "asl").rglob("*.py"), *(ROOT / "systems" / game).rglob("*.py")]
    return {one for path in files for one in lookups_of(path) if one[0] in GAMES[game][0]}


@pytest.mark.parametrize("game", GAMES)
def test_every_text_looked_up_is_in_the_words_of_the_games_that_have_the_step(game: str) -> None:
    texts = GAMES[game][0]
    found = in_code(game)
    assert len(found) > 40
    assert {(step, what) for step, what, must in found if must and not has(texts[step], what)} == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_text_is_looked_up(game: str) -> None:
    used = {(step, what) for step, what, _ in in_code(game)}
    written = {
        (step, what)
        for step, text in GAMES[game][0].items()
        for what in (
            *(f"text:{key}" for key in text.texts),
            *(f"text:{key}" for choices in text.reading.values() for one in choices.values() for key in one.texts),
            *(f"label:{key}" for key in text.labels),
        )
    }
    assert written - used == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_step_has_title_help_and_button(game: str) -> None:
    texts, course = GAMES[game]
    for stage in course.stages:
        for step in stage.steps:
            text = texts[step.key]
            assert text.title, step.key
            assert text.help, step.key
            assert text.button, step.key


def step_keys(game: str) -> set[object]:
    """The steps a game's own code, or shared code, names when it asks for words, a button or a rule."""
    return {
        node.args[0].value
        for path in (ROOT / "systems" / game if game else ROOT / "asl").rglob("*.py")
        for node in walked(parsed(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args
        if node.func.attr in ("texts", "button", "rule") and isinstance(node.args[0], ast.Constant)
    }


@pytest.mark.parametrize("game", ["", *GAMES])
def test_every_step_that_code_speaks_of_has_words(game: str) -> None:
    known = {key for name, (texts, _) in GAMES.items() if game in ("", name) for key in texts}
    assert step_keys(game)
    assert step_keys(game) - known == set()


def test_a_ruling_changes_points_names_and_texts() -> None:
    texts = votg.DATA.step_texts
    plain = texts["burnt"].under({"blaze_units": "eliminated", "burnt_works": "each"})
    stay = texts["burnt"].under({"blaze_units": "stay", "burnt_works": "sister"})
    assert len(stay.points) == len(plain.points) + 1
    assert plain.names == ()
    assert "Trench" in stay.names
    assert "within" in texts["escape"].under({"escape_overload": "up_to_ipc"})["overload"]
    assert "beyond" in texts["escape"].under({"escape_overload": "beyond_ipc"})["overload"]


@pytest.mark.parametrize(
    ("toml", "named"),
    [
        ('rule = "1"\ntilte = "Play"', "play.tilte"),
        ('title = "Play"', "play.rule"),
        ('rule = "1"\nbutton = 3', "play.button"),
        ('rule = "1"\ntexts = {left = 1}', "play.texts.left"),
        ('rule = "1"\nlabels = {ways = "off"}', "play.labels.ways"),
        ('rule = "1"\nreading = {doubt = {yes = {pionts = ["x"]}}}', "play.reading.doubt.yes.pionts"),
        ('rule = "1"\nreading = {doubt = {yes = {}}}', "play.reading.doubt: the readings of doubt are none"),
    ],
)
def test_a_key_that_is_wrong_is_refused_when_the_file_is_read(tmp_path: Path, toml: str, named: str) -> None:
    path = tmp_path / "course.toml"
    path.write_text(f"[play]\n{toml}\n")
    (tmp_path / "rulings.toml").write_text("ruling = []")
    with pytest.raises(TableError, match=rf"course.toml, line [123]: {named}"):
        _ = DataFiles(tmp_path, GameReadings).step_texts


def test_the_look_ups_of_a_module_are_found() -> None:
    source = """
AIM, NO = "aim", "no"
def task(ctx):
    said, rule = ctx.texts(AIM), 1
    other = step_texts()["books"]
    return said["asks"], said.optional("hint"), other.labels["left"], ctx.texts("rally")["a" if rule else NO]
def label(rules):
    return rules.step_texts["victory"]["vp"], rules.step_texts["victory"].labels.get("stone", {})
"""
    assert set(lookups(source)) == {
        ("aim", "text:asks", True),
        ("aim", "text:hint", False),
        ("books", "label:left", True),
        ("rally", "text:a", True),
        ("rally", "text:no", True),
        ("victory", "text:vp", True),
        ("victory", "label:stone", False),
    }


def test_a_look_up_that_nobody_can_check_is_refused() -> None:
    with pytest.raises(UnknownLookup, match="chit"):
        set(lookups("def task(ctx, chit):\n    return ctx.texts('showing')[chit]\n"))
