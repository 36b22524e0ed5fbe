"""What the published scripts say is told in the reader's language on the page of the check."""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

from campaigns.ledger import verify_campaign
from campaigns.verify.wording import translated, translated_part

SIDES = {"german": "Deutsch"}
AFTER = ", although the campaign has ended"


def _sentences(path: Path) -> Iterator[str]:
    """The titles of the parts of a check, and what has to wait; something stands in for each value."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Assign(targets=[ast.Name(id="PARTS")], value=ast.Dict(values=titles)):
                yield from (_said(each) for each in titles)
            case ast.Call(func=ast.Name(id="Part"), args=[ast.Constant() as title]):
                yield _said(title)
            case ast.Call(func=ast.Attribute(attr="wait"), args=[ast.IfExp(orelse=said)]):
                yield _said(said)
            case ast.Call(func=ast.Attribute(attr="wait"), args=[ast.Constant() | ast.JoinedStr() as said]):
                yield from {_said(said), _said(said, AFTER)}
            case ast.Call(
                func=ast.Attribute(value=ast.Attribute(attr="waits"), attr="append"),
                args=[ast.Constant() | ast.JoinedStr() as said],
            ):
                yield _said(said)
            case ast.AugAssign(target=ast.Attribute(attr="waits"), value=ast.ListComp(elt=said)):
                yield _said(said)


def _said(text: ast.expr, after: str = "") -> str:
    parts = text.values if isinstance(text, ast.JoinedStr) else [text]
    return "".join(str(part.value) if isinstance(part, ast.Constant) else _value(part, after) for part in parts)


def _value(part: ast.expr, after: str) -> str:
    """What stands in for a value: the end of a sentence that two have, or a number."""
    ends = isinstance(part, ast.FormattedValue) and isinstance(part.value, ast.Name) and part.value.id == "after"
    return after if ends else "7"


def test_every_sentence_of_the_script_is_translated() -> None:
    sentences = {*_sentences(Path(verify_campaign.__file__))}
    assert len(sentences) > 15
    with translation.override("de"):
        assert {said for said in sentences if translated(said, SIDES) == said} == set()


def test_a_side_is_called_as_the_reader_calls_it() -> None:
    with translation.override("de"):
        said = translated("The blind of the German side is not in this file.", SIDES)
    assert "Deutsch" in said
    assert "German" not in said


def test_what_a_script_never_says_stays_as_it_is() -> None:
    with translation.override("de"):
        assert translated("The moon is of no account to it.", SIDES) == "The moon is of no account to it."


def test_letters_that_the_terminal_does_not_have_break_no_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = verify_campaign
    kept = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(kept, encoding="ascii", write_through=True))
    part = script.Part("What was sealed is what was shown later", faults=["In act 3 (by Иван) the seal does not fit."])
    monkeypatch.setattr(script, "read", lambda text: {})
    monkeypatch.setattr(script, "check", lambda file, heads: [part])
    path = tmp_path / "campaign.json"
    path.write_text("{}", encoding="utf-8")
    assert script.main([str(path)]) == 1
    assert rb"In act 3 (by \u0418\u0432\u0430\u043d) the seal" in kept.getvalue()


def test_faults_stay_as_the_script_spells_them() -> None:
    part = verify_campaign.Part("What was sealed is what was shown later", faults=["act 3: the seal does not fit"])
    with translation.override("de"):
        shown = translated_part(part, SIDES)
    assert shown.faults == part.faults
    assert shown.title != part.title
    assert part.title == "What was sealed is what was shown later"
