"""The tags of translation answer as Django's own do, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.template import Context, Engine, Library, engines
from django.template.backends.django import DjangoTemplates
from django.template.base import Template
from django.templatetags import i18n
from django.utils.safestring import mark_safe
from django.utils.translation import trans_real

from campaigns.templatetags import i18n as looked_up

CATALOGUES: Any = trans_real
"""Its stubs leave out what is private."""
OURS, DJANGOS = (
    Engine(libraries={"i18n": name}) for name in ("campaigns.templatetags.i18n", "django.templatetags.i18n")
)
TRANSLATED = {
    "Left": "Übrig",
    "100%% of it": "100%% davon",
    "<b>bold</b>": "<b>fett</b>",
    "Number of %(id)s %(name)s": "%(name)s %(id)s: Anzahl",
    "by %(name)s": "von %(nobody)s",
    "of %(name)s": "100% von",
}
TEMPLATES = [
    '{% translate "Left" %}',
    "{% translate 'Left' %}",
    '{% translate "Left" as it %}({{ it }})',
    '{% translate "Left" noop %}',
    '{% translate "Left"|upper %}',
    "{% translate word %}",
    "{% translate word as it %}({{ it }})",
    "{% translate safe %}{% translate safe as it %}({{ it }})",
    "{% translate missing %}",
    "{% translate word|upper %}",
    "{% autoescape off %}{% translate word %}{% endautoescape %}",
    '{% translate "100% of it" %}',
    '{% translate "<b>bold</b>" %}',
    '{% translate "It\'s not there" %}',
    "{% blocktranslate %}Left{% endblocktranslate %}",
    "{% blocktranslate %}100% of it{% endblocktranslate %}",
    "{% blocktranslate with id=3 %}Number of {{ id }} {{ name }}{% endblocktranslate %}",
    "{% blocktranslate with name=word|upper %}by {{ name }}{% endblocktranslate %}{{ name }}",
    "{% blocktranslate %}of {{ name }}{% endblocktranslate %}",
    "{% blocktranslate %}nobody is {{ missing }}{% endblocktranslate %}",
    "{% blocktranslate trimmed %}\n  Left\n{% endblocktranslate %}",
    "{% blocktranslate asvar it %}Left{% endblocktranslate %}({{ it }})",
    "{% blocktranslate count n=2 %}one{% plural %}{{ n }} of them{% endblocktranslate %}",
    '{% blocktranslate context "wind" %}Left{% endblocktranslate %}',
    "{% get_current_language as code %}{{ code }}",
]


class German(trans_real.DjangoTranslation):
    """A catalogue of a few messages."""

    def __init__(self) -> None:
        super().__init__("en-gb")

    def gettext(self, message: str) -> str:
        return TRANSLATED.get(message, message)


@pytest.fixture(params=["English", "German"])
def language(request: pytest.FixtureRequest) -> Iterator[None]:
    """Both languages, the first one before and after the other in one process."""
    before = getattr(CATALOGUES._active, "value", None)
    CATALOGUES._active.value = German() if request.param == "German" else trans_real.translation("en-gb")
    yield
    if before is None:
        del CATALOGUES._active.value
    else:
        CATALOGUES._active.value = before


@pytest.mark.parametrize("source", TEMPLATES)
def test_a_tag_answers_as_djangos_own(source: str, language: None) -> None:
    values = {"word": "Left", "name": "<i>", "safe": mark_safe("<b>bold</b>")}
    ours, djangos = (
        Template("{% load i18n %}" + source, engine=engine).render(Context(values)) for engine in (OURS, DJANGOS)
    )
    assert ours == djangos


def test_pages_are_made_with_it() -> None:
    django = engines["django"]
    assert isinstance(django, DjangoTemplates)
    assert django.engine.libraries["i18n"] == looked_up.__name__


def test_the_library_has_all_that_djangos_has() -> None:
    library: Library = looked_up.register
    assert library.tags.keys() == i18n.register.tags.keys()
    assert library.filters.keys() == i18n.register.filters.keys()
