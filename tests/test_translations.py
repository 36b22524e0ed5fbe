"""Guards over what a person reads: all of it goes through gettext, in templates, in scripts and in the web's code.

Three looks: at the source of every template, at the source of every module, and at every page under a language that
puts what was translated into brackets. What a game says in English in any language stands in
`tests/untranslated_rules.py`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib import admin
from django.template.base import Lexer, Token, TokenType
from django.utils.functional import Promise

from campaigns.management.commands.makemessages import messages_of_rules
from tests.untranslated_rules import IN_EVENTS

pytestmark = pytest.mark.once  # a planted statement is text here
ROOT = Path(__file__).parent.parent
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*.*") if path.suffix in (".html", ".txt"))
MODULES = sorted(
    path
    for folder in ("campaigns", "refit", "rosters", "config", "launch")
    for path in (ROOT / folder).rglob("*.py")
    if "migrations" not in path.parts
)
RULES = sorted((ROOT / "rules").rglob("*.py"))
SCRIPTS = sorted((ROOT / "static" / "js").glob("*.js"))
NAMES = re.compile(r"Refit Room|verify_(?:older_)?campaign\.py|CSV|TOML|xlsx")
"""Names, which are the same in every language."""
READ_ALOUD = ("aria-label", "title", "placeholder", "alt", "data-label")
"""Attributes that a person reads or hears."""
PROSE = re.compile(r"[^\W\d_]{2,}[,.:;!?]? [^\W\d_(“]|^[A-Z][a-z]+[.!?…]$")
WORD = re.compile(r"[^\W\d_]")
LOOK_UPS = ("gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy")


# templates -----------------------------------------------------------------------------------------------------------


class Texts(HTMLParser):
    """Collects what a person reads in the source of a template, whose tags were replaced by signs."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.quiet = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.quiet += tag in ("script", "style")
        self.found += [value for name, value in attrs if name in READ_ALOUD and value]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in READ_ALOUD and value]

    def handle_endtag(self, tag: str) -> None:
        self.quiet -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self.quiet:
            self.found.append(data)


def untranslated_in_template(source: str) -> list[str]:
    """The texts, read-aloud attributes and constants of a template that are translated by nothing."""
    parser = Texts()
    parser.feed("".join(_outside_of_translations(source)))
    parser.close()
    bare = [" ".join(text.split()) for text in parser.found]
    found = [text for text in bare if WORD.search(NAMES.sub("", text))]
    return found + [text for token in Lexer(source).tokenize() for text in _bare_constants(token)]


def _outside_of_translations(source: str) -> Iterator[str]:
    """The source with a sign for each tag and variable, less comments, translations and blocks that fill a class."""
    until = ""
    for token in Lexer(source).tokenize():
        first = token.contents.split()[0] if token.contents.split() else ""
        if until:
            until = "" if token.token_type is TokenType.BLOCK and first == until else until
        elif token.token_type is TokenType.TEXT:
            yield token.contents
        elif token.token_type is TokenType.BLOCK and first in ("comment", "blocktranslate"):
            until = f"end{first}"
        elif token.token_type is TokenType.BLOCK and re.search(r"^block \w+_(class|attrs)$", token.contents):
            until = "endblock"
        elif token.token_type is not TokenType.COMMENT:
            yield "§"


def _bare_constants(token: Token) -> list[str]:
    """Constants in a tag or variable that are read: what a part is given, what stands in for nothing or is put on."""
    if token.token_type not in (TokenType.VAR, TokenType.BLOCK):
        return []
    found = re.findall(r"\|(?:default|default_if_none|yesno):[\"']([A-Za-z][^\"'-]*)[\"']", token.contents)
    found += re.findall(r"\|add:[\"']([^.\"'][^\"']*)[\"']", token.contents)
    if token.contents.startswith(("include", "with")):
        found += re.findall(r"(?:title|text|label|action|note|why|button|help)=[\"']([^\"']*)[\"']", token.contents)
    return [text for text in found if WORD.search(text)]


def test_there_is_something_to_look_at() -> None:
    assert len(TEMPLATES) > 100
    assert len(MODULES) > 90
    assert len(RULES) > 90
    assert len(SCRIPTS) > 5


def test_everything_in_the_templates_is_translated() -> None:
    found = {str(path.relative_to(ROOT)): untranslated_in_template(path.read_text()) for path in TEMPLATES}
    assert {name: texts for name, texts in found.items() if texts} == {}


@pytest.mark.parametrize(
    "planted",
    [
        "<p>Nothing was done.</p>",
        '<p>{% translate "Done." %} Go on</p>',
        "{% if late %}too late{% endif %}",
        '<input placeholder="Your name">',
        '<nav aria-label="{{ name }} pages"></nav>',
        '<img src="x" alt="A map"/>',
        "{{ reading|default:'none' }}",
        "{% with title=points|add:' win' %}{% endwith %}",
        '{% include "_components/empty.html" with title="Nothing yet" only %}',
        "{% blocktranslate %}Done.{% endblocktranslate %} And more",
        "{% block title %}Charts{% endblock %}",
    ],
)
def test_a_text_in_a_template_that_is_not_translated_is_found(planted: str) -> None:
    assert untranslated_in_template(planted)


@pytest.mark.parametrize(
    "translated",
    [
        "{% translate 'Nothing was done.' %}",
        "{% blocktranslate with n=page.n %}<b>{{ n }}</b> left{% endblocktranslate %} · {{ n }}",
        "{% comment %}What it needs.{% endcomment %}{# and why #}",
        "{% block page_class %}narrow{% endblock %}",
        """<nav class="main" aria-label="{% translate 'Main' %}"></nav>""",
        "{% include 'x.html' with title=_('Nothing yet') kind='ok' only %}{{ reading|default:_('none') }}",
    ],
)
def test_what_is_translated_or_not_read_is_no_finding(translated: str) -> None:
    assert untranslated_in_template(translated) == []


# code ----------------------------------------------------------------------------------------------------------------

SHOWN = ("Refused", "UnreadableFile", "ValidationError")
"""Errors whose sentence a player reads; those of the others are for logs, terminals and programmers."""
NOT_SAID = ("execute", "warning", "error", "info", "debug", "exception", "print", "exit", "write", "_say", "compile")
"""Calls whose strings go to the database, a log, a terminal or a pattern."""
TERMINAL = ("launch", "management", "locked.py", "web.py", "settings.py")
"""What whoever runs a server reads at his terminal; it is English, as Django's own commands are."""
SAYING = ("label", "help_text", "message", "way_out", "reason", "title", "text", "hint")
"""Names of arguments that are read, even if they are one word."""
KEPT_ASIDE = {
    "campaigns/ledger/verify_campaign.py": "one file that is downloaded and run by itself, without Django",
    "refit/demos": "orders that a demo plays, no words",
    "config/headers.py": "policies for browsers",
    "config/health.py": "read by the container's health check",
    "config/database_version.py": "told at the terminal before anything is migrated",
    "config/doctor": "told at the terminal by the command doctor, and to monitors",
    "config/keys.py": "told at the terminal before anything runs",
    "rules/engine/readings.py": "told to whoever writes a game's rulings, when they are read",
    "rules/engine/data_files.py": "told to whoever writes a game's data files, when they are read",
    "campaigns/ledger/form.py": "names of what is hashed",
    "campaigns/ledger/reconcile.py": "told at the terminal by the command reconcile",
    "campaigns/ledger/rolls_by_rules.py": "told at the terminal by the command replay",
    "campaigns/ledger/seat_rows.py": "told at the terminal by the command reconcile",
    "campaigns/ledger/seats_anew.py": "told in the log and at the terminal",
    "campaigns/ledger/crypto.py": "told in the log and at the terminal",
}
LABELS = re.compile(
    r"^(seed for a form of user \?|\? \? (draft|sheet) \?( \? \?)?|\? version \?|\? of \? at \?|second factor)$"
)
"""Names that ciphertexts are bound to, and rows by their numbers: never shown, and never to change."""


def untranslated_in_module(source: str) -> list[str]:
    """The sentences in a module that go through no look-up, with their lines."""
    tree = ast.parse(source)
    covered = {id(part) for node in ast.walk(tree) for quiet in _quiet(node) for part in ast.walk(quiet)}
    spoken = {id(value) for node in ast.walk(tree) for value in _spoken(node)}
    found = []
    for node in ast.walk(tree):
        if id(node) in covered or not isinstance(node, ast.Constant | ast.JoinedStr):
            continue
        covered |= {id(part) for part in ast.walk(node)}
        text = _text(node)
        if (PROSE.search(text) or (id(node) in spoken and WORD.search(text))) and not _is_technical(text):
            found.append(f"{node.lineno}: {text}")
    return found


def _text(node: ast.Constant | ast.JoinedStr) -> str:
    """A string as it is written, with a sign for each value in it."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "?" for part in node.values)


def _called(node: ast.AST) -> str:
    function = node.func if isinstance(node, ast.Call) else node
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _quiet(node: ast.AST) -> list[ast.AST]:
    """What a node holds that is looked up or read by nobody."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return [node.value]  # a docstring
    if isinstance(node, ast.Call) and _called(node) in (*LOOK_UPS, *NOT_SAID, "TypeVar"):
        return [node]
    if isinstance(node, ast.Raise) and node.exc is not None and _called(node.exc) not in SHOWN:
        return [node.exc]
    if isinstance(node, ast.Subscript):
        return [node.slice]
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
        return [node.value]  # a header of an answer
    return [key for key in node.keys if key is not None] if isinstance(node, ast.Dict) else []


def _spoken(node: ast.AST) -> list[ast.AST]:
    """What a call is given that is read, even if it is one word."""
    if not isinstance(node, ast.Call):
        return []
    named: list[ast.AST] = [each.value for each in node.keywords if each.arg in SAYING]
    is_message = isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") == "messages"
    return [*named, *(node.args[1:2] if is_message else node.args[:1] if _called(node) in SHOWN else [])]


def _is_technical(text: str) -> bool:
    """Media types, parts of SVG, commands and labels of ciphertexts."""
    return bool(
        LABELS.search(text)
        or re.search(
            r"charset=|^<|serif$|^attachment; |^M[\d?]|^(event|python)\b|max-age=|\\|"
            r"^\s*(SELECT|DROP|CREATE|LISTEN|INSERT INTO|WITH|DELETE FROM|UPDATE|WHERE|ALTER|GRANT|REVOKE)\b",
            text,
        )
    )


def _is_kept_aside(path: Path) -> bool:
    name = str(path.relative_to(ROOT))
    return any(part in TERMINAL for part in path.relative_to(ROOT).parts) or name.startswith(tuple(KEPT_ASIDE))


def test_every_sentence_of_the_modules_goes_through_gettext() -> None:
    read = [path for path in MODULES if not _is_kept_aside(path)]
    found = {str(path.relative_to(ROOT)): untranslated_in_module(path.read_text()) for path in read}
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_what_is_kept_aside_is_there() -> None:
    assert [kept for kept in KEPT_ASIDE if not (ROOT / kept).exists()] == []


def test_every_sentence_of_the_rules_goes_through_gettext() -> None:
    messages, found = messages_of_rules(), list[str]()
    for path in RULES:
        name = str(path.relative_to(ROOT))
        if not name.startswith(tuple(KEPT_ASIDE)):
            said = untranslated_in_module(path.read_text())
            known = IN_EVENTS.get(name, ())
            found += [f"{name}:{each}" for each in said if each.partition(": ")[2] not in {*known, *messages}]
    assert found == []


@pytest.mark.parametrize(
    "planted",
    [
        'raise Refused("Nothing was done.")',
        'raise Refused(gettext("Nothing was done."), way_out="Reload")',
        'messages.success(request, "Kept")',
        'name = forms.CharField(label="Name")',
        'STARTS = {"": "With the practice chart"}',
        'def told(side): return f"The {side} side took it back"',
        'def told(side): return gettext("Taken back.") + f" It was {side} who did."',
        'raise ValidationError(gettext("Too long.") if late else "Too short.")',
    ],
)
def test_a_sentence_in_code_that_is_not_looked_up_is_found(planted: str) -> None:
    assert untranslated_in_module(planted)


@pytest.mark.parametrize(
    "translated",
    [
        '"""What it is for."""',
        'raise Refused(gettext("Nothing was done."), way_out=gettext("Reload"))',
        'raise ValueError("no such room here")',
        'log.warning("a mail could not be sent", seat=1)',
        'cursor.execute("SELECT 1 FROM nothing at all")',
        'text = ngettext("%(n)s line", "%(n)s lines", n) % {"n": n}',
        'def label(room): return f"{campaign.public_id} {room} draft {step}"',
        'PV = TypeVar("PV", bound="PublicView[Any, Any]")',
    ],
)
def test_what_is_looked_up_or_told_to_nobody_is_no_finding(translated: str) -> None:
    assert untranslated_in_module(translated) == []


# the admin -----------------------------------------------------------------------------------------------------------


def test_what_the_admin_calls_our_apps_models_and_fields_is_looked_up() -> None:
    ours = [each for each in admin.site._registry.values() if each.model.__module__.startswith("campaigns.")]
    names = {"campaigns": apps.get_app_config("campaigns").verbose_name}
    for each in ours:
        about = each.model._meta
        names |= {about.label: about.verbose_name, f"{about.label}, many": about.verbose_name_plural}
        for field in {*each.list_display, *(each.fields or ())}:
            names[f"{about.label}.{field}"] = about.get_field(field).verbose_name
    assert ours
    assert [place for place, name in names.items() if not isinstance(name, Promise)] == []


# scripts -------------------------------------------------------------------------------------------------------------

STRING = re.compile(r"""(["'`])((?:\\.|(?!\1)[^\\\n])*)\1""")
SENTENCE = re.compile("[A-Za-z]{2,}[,.:;]? [A-Za-z]{2,}")
SELECTOR = re.compile(r"[\[#>]|^\.|use strict|refit:|htmx:|^notice |^\w+(, \w+)+$|: hover")


def untranslated_in_script(source: str) -> list[str]:
    """Strings of two words and more, which are no selectors; sentences come from the page."""
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", source, flags=re.S)
    return [text for _, text in STRING.findall(code) if SENTENCE.search(text) and not SELECTOR.search(text)]


def test_scripts_take_their_words_from_the_page() -> None:
    found = {path.name: untranslated_in_script(path.read_text()) for path in SCRIPTS}
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_a_sentence_in_a_script_is_found() -> None:
    assert untranslated_in_script('tell("Not saved: try again.");')
    assert untranslated_in_script("tell(`${cells} cells pasted`);")
    assert untranslated_in_script('tell("It is \\"kept\\" here.");')
    assert not untranslated_in_script('document.querySelector("td > input"); tell(words.failed);')
    assert not untranslated_in_script('swap({ style: "outer", title: true }, { select: "inner" });')
