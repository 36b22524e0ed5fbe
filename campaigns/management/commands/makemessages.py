"""Django's makemessages, which finds the messages in the data files of the rules and within f-strings too."""

from __future__ import annotations

import ast
import csv
import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.commands import makemessages

RULES = Path(settings.BASE_DIR) / "rules"
PACKAGES = ("campaigns", "config", "launch", "refit", "rosters", "rules")
ELSEWHERE = ("bench", "docs", "tests")
"""Folders in which nothing is said to readers."""
GENERATED = Path(settings.BASE_DIR) / "messages_of_rules.py"
"""Stands there only while xgettext looks for messages."""
NEVER = re.compile(
    "charts|class|default|dates|dice|edition|guns|half|harden|hangs|id|letters|low|lower|marks"
    "|mortars|never|pattern|practice|rules?|sides?|status|step|tables|.+_status"
)
"""What nobody reads as words: keys, origins, names of counters."""
WORDS = re.compile(
    "chart|choices|columns|counted|hidden|labels|landing|mines_told|name|own|reading|role|rows|section|texts|title|when"
)
"""Where a single word in small letters is read too; elsewhere it is a key."""
UNREAD = {"unit", "told", "maybe", "whose"}
"""Tables in which nothing is read as words: counters, the types of what events hold, keys of sides."""
KEY = re.compile(r"[a-z0-9_]+")
LETTERS = re.compile(r"(?!VotG)[A-Za-z][a-z]{2}| or ")
NUMBER = re.compile(r" [IVX]+(?=$| \()")
"""What tells rows of a chart apart that have one name: a side's groups are counted by the name alone."""


def messages_of(data: object, words: bool = False) -> Iterator[str]:
    """The texts in the content of a TOML file that a person reads; keys that stand in for words, as words."""
    if isinstance(data, str) and LETTERS.search(data) and (words or not KEY.fullmatch(data)):
        yield data.replace("_", " ") if KEY.fullmatch(data) else data
    elif isinstance(data, list):
        yield from (each for part in data for each in messages_of(part, words))
    elif isinstance(data, dict):
        for name, part in data.items():
            # Under a name that is not read itself a table may hold what is.
            table = isinstance(part[0] if isinstance(part, list) and part else part, dict)
            if name not in UNREAD and (words or table or not NEVER.fullmatch(name)):
                yield from messages_of(part, words or bool(WORDS.fullmatch(name)))


@cache
def messages_of_rules() -> dict[str, Path]:
    """Every message of the data files, with a file it stands in; of charts the sentences and what groups are called."""
    messages: dict[str, Path] = {}
    for path in sorted(RULES.rglob("*.toml")):
        for message in messages_of(tomllib.loads(path.read_text(encoding="utf-8"))):
            messages.setdefault(message, path.relative_to(RULES.parent))
    for path in sorted(RULES.rglob("*.csv")):
        with path.open(encoding="utf-8", newline="") as lines:
            cells = (cell for line in csv.DictReader(lines) for cell in line.items())
            named = {"name", "title"} if path.parent.name == "practice" else {"name"}
            texts = [text for column, text in cells if text.endswith(".") or column in named]
        texts += [NUMBER.sub("", text) for text in texts]
        messages.update(dict.fromkeys(texts, path.relative_to(RULES.parent)))
    return messages


def messages_in_f_strings() -> dict[str, Path]:
    """Every message that is looked up within an f-string, where xgettext does not see it, with a file it stands in."""
    messages: dict[str, Path] = {}
    for package in PACKAGES:
        for path in sorted((RULES.parent / package).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for text in (node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)):
                calls = (node for node in ast.walk(text) if isinstance(node, ast.Call) and node.args)
                for call in calls:
                    name, argument = getattr(call.func, "id", getattr(call.func, "attr", "")), call.args[0]
                    if name == "gettext" and isinstance(argument, ast.Constant):
                        messages.setdefault(str(argument.value), path.relative_to(RULES.parent))
    return messages


class Command(makemessages.Command):
    """Writes the messages that xgettext does not see where it finds them, and takes them away again.

    A catalogue is sorted and says no places, so that a change of it shows what changed.
    """

    def handle(self, *args: Any, **options: Any) -> None:
        """See Django."""
        self.msgmerge_options = [*self.msgmerge_options, "--sort-output", "--no-location"]
        options["ignore_patterns"] = [*options["ignore_patterns"], *ELSEWHERE]
        lines = (f"gettext_noop({json.dumps(text, ensure_ascii=False)})  # {file}\n"
                 for text, file in (messages_of_rules() | messages_in_f_strings()).items())  # fmt: skip
        GENERATED.write_text("".join(lines), encoding="utf-8")
        try:
            super().handle(*args, **options)
        finally:
            GENERATED.unlink()
