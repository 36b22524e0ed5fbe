"""Each language but English has a catalogue in which everything is there, and that fits what it stands for."""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation
from django.utils.translation.template import templatize

from campaigns.management.commands.makemessages import messages_of_rules

ROOT = Path(settings.BASE_DIR)
CODES = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
PLACES = re.compile(r"%\(\w+\)[sd]|\{[^{}]*\}|</?[a-z][^>]*>")
"""What is filled in, and what is a tag."""
TEXT = r"""u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
LOOKED_UP = re.compile(rf"\b(?P<call>n?p?gettext|_)\({TEXT}(?:,\s*{TEXT})?")
"""How Django writes down for xgettext what a template looks up."""
PARTS = ("config", "launch", "refit", "rosters", "campaigns", "rules")
FORMS = {"gettext": 1, "gettext_lazy": 1, "gettext_noop": 1, "ngettext": 2, "ngettext_lazy": 2}
"""How many of what they are given are messages, of the functions that look one up."""


@cache
def catalogue(code: str) -> dict[object, str]:
    with (ROOT / "locale" / code / "LC_MESSAGES" / "django.mo").open("rb") as file:
        found: dict[object, str] = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    return found


def translated(code: str, message: str) -> str | None:
    """What it says of a message, of whose plural the first form counts."""
    found = catalogue(code)
    return found.get(message) or found.get((message, 0))


def messages_of_code(source: str) -> Iterator[str]:
    """The messages that stand in Python code as they are."""
    for node in ast.walk(ast.parse(source)) if "gettext" in source else ():
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            for given in node.args[:1] if name in FORMS else ():
                if isinstance(given, ast.Constant) and isinstance(given.value, str):
                    yield given.value


def messages_of_template(source: str) -> Iterator[str]:
    """The texts and sentences that a template looks up, of those with a plural the singular, with their context as a
    catalogue has it."""
    for found in LOOKED_UP.finditer(templatize(source)):
        first, second = (ast.literal_eval(each) if each else "" for each in found.groups()[1:])
        yield f"{first}\x04{second}" if "p" in found["call"].removesuffix("gettext") else first


@pytest.mark.parametrize(
    ("source", "messages"),
    [
        ("{% translate 'Done.' %}{{ x|default:_('none') }}", ["Done.", "none"]),
        ('{% translate "own" context "dice" %}', ["dice\x04own"]),
        ("{% include 'x.html' with title=_(\"It's late\") only %}", ["It's late"]),
        (
            '{% blocktranslate with n=page.n %}<b>{{ n }}</b> is "left"{% endblocktranslate %}',
            ['<b>%(n)s</b> is "left"'],
        ),
        ("{% blocktranslate count n=n %}{{ n }} % of it{% plural %}all{% endblocktranslate %}", ["%(n)s %% of it"]),
        ("{% blocktranslate trimmed context 'dice' %}\n own\n ones\n{% endblocktranslate %}", ["dice\x04own ones"]),
    ],
)
def test_every_message_of_a_template_is_seen(source: str, messages: list[str]) -> None:
    assert [*messages_of_template(source)] == messages


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("planted", ["A forgotten sentence.", "{{ n }} forgotten sentence{% plural %}more of them"])
def test_a_planted_sentence_is_in_no_catalogue(code: str, planted: str) -> None:
    start = "blocktranslate count n=x" if "plural" in planted else "blocktranslate"
    (message,) = messages_of_template(f"{{% {start} %}}{planted}{{% endblocktranslate %}}")
    assert translated(code, message) is None


def everything() -> Iterator[str]:
    """Every message of code, templates and data that can be read off the sources."""
    for part in PARTS:
        for path in (ROOT / part).rglob("*.py"):
            yield from messages_of_code(path.read_text(encoding="utf-8"))
    for path in (path for path in (ROOT / "templates").rglob("*.*") if path.suffix in (".html", ".txt")):
        yield from messages_of_template(path.read_text(encoding="utf-8"))
    yield from messages_of_rules()


@pytest.mark.parametrize("code", CODES)
def test_everything_is_in_the_catalogue(code: str) -> None:
    assert sorted({message for message in everything() if message and translated(code, message) is None}) == []


@pytest.mark.parametrize("code", CODES)
def test_what_is_filled_in_is_filled_in_there_too(code: str) -> None:
    wrong = {
        message: said
        for key, said in catalogue(code).items()
        if (message := str(key[0] if isinstance(key, tuple) else key).rpartition("\x04")[2])
        and {*PLACES.findall(message)} != {*PLACES.findall(said)}
        and not (isinstance(key, tuple) and {*PLACES.findall(said)} >= {*PLACES.findall(message)})
    }
    assert wrong == {}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "said"), [("de-AT,de;q=0.8", "Anmelden"), ("fr, en;q=0.5", "Log in"), ("", "Log in")]
)
def test_a_browser_gets_the_language_it_asks_for(asked: str, said: str) -> None:
    page = Client(headers={"accept-language": asked}).get("/").content.decode()
    assert said in page
    assert f'<html lang="{"de" if said == "Anmelden" else "en-gb"}"' in page


@pytest.mark.django_db
def test_no_request_leaves_its_language_to_the_next_of_its_thread() -> None:
    Client(headers={"accept-language": "de"}).get("/")
    assert translation.get_language() == settings.LANGUAGE_CODE


@pytest.mark.django_db
def test_a_language_that_was_chosen_stays_whatever_the_browser_asks_for() -> None:
    client = Client(headers={"accept-language": "en"})
    assert "Deutsch" in client.get("/language/?next=/how/").content.decode()
    answer = client.post("/language/chosen/", {"language": "de", "next": "/how/"})
    assert answer.headers["Location"] == "/how/"
    assert '<html lang="de"' in client.get("/how/").content.decode()
    elsewhere = client.post("/language/chosen/", {"language": "tlh", "next": "//elsewhere.example"})
    assert elsewhere.headers["Location"] == "/"


@pytest.mark.parametrize("code", CODES)
def test_what_is_compiled_is_what_the_translators_wrote(code: str) -> None:
    folder = ROOT / "locale" / code / "LC_MESSAGES"
    written, compiled = polib.pofile(folder / "django.po"), polib.mofile(folder / "django.mo")
    told = [{(e.msgctxt, e.msgid): (e.msgstr, e.msgstr_plural) for e in each} for each in (written, compiled)]
    assert told[0] == told[1], "run manage.py compilemessages"
    assert not written.untranslated_entries()
    assert not written.fuzzy_entries()
