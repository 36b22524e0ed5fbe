"""Measures by running, inside one checkout: the folder it is started in, whose own code and helpers it uses.

`bench.codebase.running` starts one in each checkout and asks both in turn, a line of JSON for each question and answer.
The file stands alone, since a checkout from before has no such bench. Everything it needs of a checkout is looked for
by what it is, and imported from where it lies.
"""

from __future__ import annotations

import ast
import importlib
import json
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from html.parser import HTMLParser
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlencode

BESIDE = ("tests", "bench")
GROUPS = 3
"""How many kinds of groups the purchase buys, one of each."""
LONGEST = 40
Answer = dict[str, Any]


# Finding ----------------------------------------------------------------------------------------------------------


def defining(folder: str, fits: Callable[[ast.stmt], bool]) -> tuple[Any, str]:
    """The first module below a folder that defines, at its top, something that fits, imported; and that name."""
    for path in sorted(Path(folder).rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if fits(node):
                return importlib.import_module(".".join(path.with_suffix("").parts)), getattr(node, "name", "")
    raise LookupError(f"nothing in {folder}/ fits")


def helper(name: str) -> Any:
    """A function of the checkout's own benches."""
    module, _ = defining("bench", lambda node: isinstance(node, ast.FunctionDef) and node.name == name)
    return getattr(module, name)


def plays_at_random(node: ast.stmt) -> bool:
    """Whether it is the tests' random player: a class that draws from a seed and can finish a campaign."""
    if not isinstance(node, ast.ClassDef):
        return False
    methods = {each.name: ast.unparse(each) for each in node.body if isinstance(each, ast.FunctionDef)}
    return "finish" in methods and "random.Random(" in methods.get("__init__", "")


def random_player(system: str) -> Any:
    """The random player of a game."""
    module, name = defining("tests", plays_at_random)
    for path in sorted(Path(module.__file__).parent.glob("*.py")):
        if not path.name.startswith("test_") and re.search(rf"\b{name}\b", path.read_text(encoding="utf-8")):
            importlib.import_module(".".join(path.relative_to(Path.cwd()).with_suffix("").parts))
    known = [each for each in below(getattr(module, name)) if each.system.key == system]
    return min(known, key=lambda each: (len(each.__mro__), each.__name__))


def below(player: Any) -> Iterator[Any]:
    """The classes made from one that play a game."""
    for each in player.__subclasses__():
        if getattr(each, "system", None) is not None:
            yield each
        yield from below(each)


# Whole campaigns by the rules alone ---------------------------------------------------------------------------------


def campaigns(system: str, seeds: list[int]) -> Answer:
    """The processor's seconds and the orders of a whole random campaign from each seed."""
    player = random_player(system)
    remembered = getattr(sys.modules.get("tests.rules.driver"), "Remembered", None)
    if remembered:  # the tests' driver keeps what it has reckoned once; here each campaign is to be reckoned
        remembered.keep = lambda *kept: None
    seconds, orders = [], []
    for seed in seeds:
        began = time.process_time()
        game = player(seed).finish()
        seconds.append(time.process_time() - began)
        orders.append(len(game.acts))
    return {"seconds": seconds, "orders": orders}


# Pages and presses --------------------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """Reads off a page the fields and buttons of the form that acts upon the step that waits."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.buttons: list[tuple[str, str]] = []
        self.counts: list[str] = []
        self._inside, self._select = False, ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        if tag == "form":
            self._inside = found.get("id") == "task-form"
        if not self._inside or "disabled" in found:
            return
        name = found.get("name", "")
        if tag == "button" and name:
            self.buttons.append((name, found.get("value", "")))
        elif tag == "select":
            self._select = name
        elif tag == "option" and (self._select not in self.fields or "selected" in found):
            self.fields[self._select] = found.get("value", "")
        elif tag == "input" and name and found.get("type") not in ("checkbox", "radio", "submit"):
            self.fields[name] = found.get("value", "")
            if found.get("type") == "number" and found.get("aria-label") and int(found.get("max") or 1):
                self.counts.append(name)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False


class Commander:
    """A side in a browser. `url` and `page` are the step that waits and what it said when it was last asked for."""

    def __init__(self, client: Any, home: str) -> None:
        self.client, self.home, self.url = client, home, ""
        self.page = Reader("")

    def look(self) -> None:
        """Go where the wizard leads."""
        answer = self.client.get(self.home, follow=True)
        self.url = answer.redirect_chain[-1][0] if answer.redirect_chain else self.home
        self.page = Reader(answer.content.decode())

    def ask(self) -> None:
        """Ask for the page again."""
        assert self.client.get(self.url).status_code == 200, self.url

    def pressing(self, act: str) -> Callable[[], None]:
        """The press of a button, with what the page proposes, made ready as a browser sends it.

        Where presses have a gate it is the press behind it, which does the work.
        """
        name = next(name for name, value in self.page.buttons if value == act)
        confirmed = ""  # as in a checkout of before the gates
        for module in ("refit.forms", "refit.steps"):
            with suppress(ImportError):
                confirmed = getattr(importlib.import_module(module), "CONFIRMED", confirmed)
        body = urlencode({**self.page.fields, name: act + confirmed})

        def press() -> None:
            answer = self.client.post(self.url, body, content_type="application/x-www-form-urlencoded")
            assert answer.status_code == 302, f"{act} at {self.url}: {answer.status_code}"

        return press

    def stands_before(self, act: str) -> bool:
        """Whether the page has this button."""
        return act in [value for _, value in self.page.buttons]


def begun() -> tuple[Commander, Commander]:
    """A new campaign, both commanders before their first purchase."""
    from django.apps import apps
    from django.urls import reverse

    both = helper("players")()
    campaign = apps.get_model("campaigns", "Campaign").objects.latest("pk")
    home = reverse("refit-home", args=[campaign.public_id])
    first, second = (Commander(helper("browser")(player), home) for player in both)
    for each in (first, second):
        each.look()
        assert each.stands_before("seal"), f"{each.url} is no purchase"
    for name in first.page.counts[:GROUPS]:
        first.page.fields[name] = "1"
    return first, second


def acts() -> Iterator[tuple[str, Callable[[], None]]]:
    """The page and the press of a purchase, then of the first roll, each to be carried out before the next is taken."""
    first, second = begun()
    yield "GET purchase", first.ask
    yield "POST draft", first.pressing("draft")
    yield "POST purchase", first.pressing("seal")
    second.look()
    second.pressing("seal")()
    for _ in range(LONGEST):
        first.look()
        if first.stands_before("roll"):
            break
        first.pressing(first.page.buttons[0][1])()
    yield "GET roll", first.ask
    yield "POST roll", first.pressing("roll")


def timed(below: int = 0) -> Answer:
    """The processor's milliseconds of each act, with so many more frames below it."""
    found = {}
    for name, do in acts():
        began = time.process_time()
        deeper(below, do)
        found[name] = (time.process_time() - began) * 1000
    return found


def deeper(frames: int, do: Callable[[], None]) -> None:
    """Carry something out with so many more frames below it.

    The interpreter keeps frames in pieces of 16 KB, and a loop at the edge of one costs three times as much. At one
    depth alone it would be luck which checkout that happens to.
    """
    if frames:
        deeper(frames - 1, do)
    else:
        do()


def walked() -> Answer:
    """What of the program each act enters, and its statements to the database by their first word."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    found = {}
    for name, do in acts():
        walk = Walk()
        with CaptureQueriesContext(connection) as statements:
            walk.follow(do)
        words = Counter(each["sql"].split()[0].upper() for each in statements)
        found[name] = {**walk.told(), "statements": len(statements), "words": dict(words.most_common())}
    return found


class Walk:
    """Which functions of the program are entered, and how often."""

    def __init__(self) -> None:
        self.root = f"{Path.cwd().resolve()}{os.sep}"
        self.calls: Counter[tuple[str, str, int]] = Counter()

    def follow(self, do: Callable[[], None]) -> None:
        """Carry something out and watch."""
        sys.setprofile(self._entered)
        try:
            do()
        finally:
            sys.setprofile(None)

    def _entered(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(self.root) and code.co_name != "<module>":
            self.calls[(code.co_filename[len(self.root) :], code.co_name, code.co_firstlineno)] += 1

    def told(self) -> Answer:
        """Counts and the modules, those of tests and benches left out."""
        own = {key: n for key, n in self.calls.items() if key[0].split(os.sep)[0] not in (*BESIDE, ".venv")}
        modules = sorted({key[0] for key in own})
        return {"modules": len(modules), "functions": len(own), "calls": sum(own.values()), "names": modules}


# Questions and answers ----------------------------------------------------------------------------------------------


def answered(question: Answer) -> Answer:
    """The answer to one question."""
    if question["what"] == "campaigns":
        return campaigns(question["system"], question["seeds"])
    return timed(question.get("below", 0)) if question["what"] == "timed" else walked()


def answering(to: Any) -> None:
    """Answer what is asked until nothing more is."""
    for line in sys.stdin:
        to.write(json.dumps(answered(json.loads(line))) + "\n")
        to.flush()


def main() -> None:
    """Answer questions about the rules, or with `web` about pages too, on a database of our own."""
    to = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what the program prints is no answer
    if sys.argv[1:] != ["web"]:
        return answering(to)
    with helper("instance")():
        helper("prepared")()
        answering(to)


if __name__ == "__main__":
    main()
