"""Guards over every template, and the shared parts drawn with sample values.

The strict content policy allows no inline style or script; a page that needs one would break silently.
"""

import re
from pathlib import Path
from types import SimpleNamespace as Made
from typing import Any

import pytest
from django import forms
from django.template.loader import render_to_string

from campaigns.templatetags.drawn import die
from rules.dice import Modifier, Reckoning

ROOT = Path(__file__).parent.parent
TEMPLATES = sorted(
    path for folder in ROOT.glob("**/templates") if ".venv" not in folder.parts for path in folder.rglob("*.html")
)
FORM = re.compile(r"(<form\b(?:{%.*?%}|{{.*?}}|[^>{])*>)(.*?)</form>", re.S)
PARTS = sorted((ROOT / "templates" / "_components").glob("*.html"))

FORBIDDEN = {
    "an inline style": re.compile(r"\sstyle\s*=|<style\b", re.I),
    "an inline script": re.compile(r"<script\b(?![^>]*\bsrc=)", re.I),
    "an event handler": re.compile(r"\s(?:on[a-z]+|hx-on[:-]?[\w:.-]*)\s*=", re.I),
    "a script address": re.compile(r"javascript:", re.I),
    "evaluated htmx values": re.compile(r"hx-(?:vals|headers)\s*=\s*['\"]js:", re.I),
    "a field in which the browser itself judges numbers, in its own words": re.compile(r"<input[^>]*type=.number"),
    "a label that would be of its stepper's first button": re.compile(
        r"<label(?![^>]*\bfor=)[^>]*>(?:(?!</label>).)*class=\"stepper\"", re.S
    ),
    "a number of things told without its plural": re.compile(r"{% blocktranslate with [^%]*\|length"),
    "something loaded from outside": re.compile(
        r"<(?:script|link|img|iframe)\b[^>]*(?:src|href)=['\"](?:https?:)?//", re.I
    ),
}


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def without_comments(text: str) -> str:
    return re.sub(r"{% comment %}.*?{% endcomment %}|{#.*?#}", "", text, flags=re.S)


def is_page(path: Path) -> bool:
    text = path.read_text()
    return not path.name.startswith("base") and ("{% extends" in text or "<html" in text)


def has_title(path: Path) -> bool:
    """Whether the page, or a frame it extends, fills the title."""
    text = path.read_text()
    if re.search(r"({% block title %}|<title>)(?!{% (end)?block\b)\s*\S", text):
        return True
    parent = re.search(r'{% extends "([^"]+)" %}', text)
    return parent is not None and has_title(ROOT / "templates" / parent[1])


def draw(part: str, **context: object) -> str:
    return render_to_string(f"_components/{part}.html", context)


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_there_are_templates_to_look_at() -> None:
    assert len(TEMPLATES) > 30
    assert len([path for path in TEMPLATES if is_page(path)]) > 15


def test_a_template_holds_nothing_the_content_policy_forbids() -> None:
    texts = {name_of(path): without_comments(path.read_text()) for path in TEMPLATES}
    found = [(name, what) for name, text in texts.items() for what, each in FORBIDDEN.items() if each.search(text)]
    assert found == []


def test_what_is_wrong_in_a_form_is_said_by_us_and_not_by_the_browser() -> None:
    drawn = {
        f"{name_of(path)}: {tag}"
        for path in TEMPLATES
        for tag, inside in FORM.findall(path.read_text())
        if re.search(r"_components/(field|form)\.html", inside)
    }
    assert [each for each in drawn if "novalidate" not in each] == []


def test_every_page_has_a_title() -> None:
    assert [name_of(path) for path in TEMPLATES if is_page(path) and not has_title(path)] == []


def test_every_part_says_what_it_takes() -> None:
    assert [name_of(path) for path in PARTS if not path.read_text().startswith("{% comment %}\n")] == []


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_shows_as_many_pips_as_it_says(value: int) -> None:
    html = die(value)
    assert html.count("h.01") == value
    assert f'aria-label="{value}"' in html


def sample_reckoning(**changes: Any) -> Reckoning:
    parts = {
        "dice": (3, 4),
        "modifiers": (Modifier(-1, "won", "1.2"), Modifier(2, "late", "1.3")),
        "result": "22 CPP",
        "table": "some.table",
    }
    return Reckoning(**(parts | changes))


def test_a_reckoning_shows_dice_modifiers_with_rule_and_the_result() -> None:
    html = draw("reckoning", reckoning=sample_reckoning())
    text = text_of(html)
    assert "DR 7 −1 +2 = 8 · 22 CPP" in text
    assert 'aria-label="3"' in html
    assert 'aria-label="4"' in html
    assert all(word in text for word in ("won", "1.2", "late", "1.3", "some.table"))


def test_dice_of_other_sides_say_what_they_are_and_show_their_number() -> None:
    html = draw("reckoning", reckoning=sample_reckoning(dice=(10, 7), sides=10))
    assert "2d10 17 −1 +2 = 18" in text_of(html)
    assert 'aria-label="10">10</span>' in html


def test_a_roll_of_own_dice_says_so() -> None:
    html = draw("reckoning", reckoning=sample_reckoning(dice=(5,), modifiers=(), own=True))
    assert "own dice" in html
    assert text_of(html).startswith("dr 5 · 22 CPP")


def test_a_journal_row_opens_to_its_reckoning() -> None:
    entry = Made(text="Points come in", rule="7.515", number=4, reckonings=[sample_reckoning()])
    text = text_of(draw("journal_row", entry=entry))
    assert "Points come in 7.515" in text
    assert "22 CPP" in text


@pytest.mark.parametrize(
    ("state", "word"), [("waiting", "not yet"), ("draft", "open draft"), ("sealed", "sealed"), ("opened", "opened")]
)
def test_an_envelope_names_its_side_and_its_state(state: str, word: str) -> None:
    assert text_of(draw("envelope", state=state, side="german", name="German")) == f"German {word}"


def test_a_refusal_says_what_by_which_rule_and_the_way_out() -> None:
    text = text_of(draw("refusal", refusal=Made(message="7 needed, 5 left.", rule="7.518", way_out="Take one out.")))
    assert text == "Not done. 7 needed, 5 left. 7.518 Take one out."


def test_the_step_one_is_at_is_marked_for_screen_readers() -> None:
    steps = [
        Made(rule="1.1", title="First", status="done"),
        Made(rule="1.2", title="Second", status="here"),
    ]
    html = draw("step_rail", title="Steps", steps=steps)
    assert html.count('aria-current="step"') == 1

    assert 'aria-label="done"' in html


class SampleForm(forms.Form):
    held = forms.IntegerField(max_value=10, help_text="At game end.")


def test_a_field_ties_label_help_and_error_to_its_input() -> None:
    html = draw("field", field=SampleForm({"held": "12"})["held"])
    assert 'for="id_held"' in html
    described = re.search(r'aria-describedby="([^"]+)"', html)
    assert described
    assert all(f'id="{each}"' in html for each in described[1].split())
    assert 'aria-invalid="true"' in html


def test_odds_are_given_as_figures_beside_their_bars() -> None:
    assert text_of(draw("odds", rows=[Made(label="12 squads", percent=72)])) == "12 squads 72 %"


def test_what_cannot_be_sealed_says_why() -> None:
    html = draw("seal_button", label="Seal", disabled=True, why="2 CPP too many, 7.518")
    assert " disabled" in html
    assert "7.518" in html
