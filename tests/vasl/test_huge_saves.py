"""Saves made to keep a browser busy: each is read, or refused with its code, within seconds."""

from __future__ import annotations

import base64
import io
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from tests.players import founding, table
from tests.rosters.conftest import supplied
from tests.vasl.test_browser import Opens, opens
from tests.vasl.writer import ESC, MAP, nest, sequence

__all__ = ["founding", "opens", "supplied", "table"]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.sampled(6, among="what VASL writes"),
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
SECONDS = 5
READ = """async (letters) => {
  const [{ Save }, { Unreadable }, { Layout }, { readCounters }, { makeReport }] = await Promise.all(
    ["save", "limits", "boards", "counters", "report"].map((name) => import(`/static/js/vasl/${name}.js`)));
  const file = new Blob([Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0))]), began = performance.now();
  let said = "";
  try {
    const save = await Save.open(file), counters = readCounters(save, new Layout(save.boards));
    const known = { boards: [], names: ["467"], shared: false };
    said = String(makeReport(counters, save, "german", { ge: "german", ru: "russian" }, known).read);
  } catch (error) { said = error instanceof Unreadable ? error.code : String(error.stack); }
  return [said, (performance.now() - began) / 1000];
}"""


def stored(*commands: str) -> bytes:
    """A save that nothing was saved on: no limit of what a file grows to stops it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as file:
        file.writestr("savedGame", ESC.join(["begin_save", *commands, "end_save"]))
    return out.getvalue()


def counter(number: int, name: str, nation: str = "ge", image: str = "own/1", hidden: str = "") -> str:
    """The command of a counter without more traits than it needs."""
    types = [f"conceal;C;{nation}/q;{nation}", "hide;H;Hide;0,0,0", f"piece;;;{image};{name}"]
    states = ["null;", hidden or "null", sequence([MAP, 500, 500, 1, 0], ";")]
    return "+/" + sequence([number, nest(types), nest(states)], "/")


def stack(number: int, size: int) -> str:
    """The command of a stack of so many counters, numbered from 0."""
    return f"+/{number}/stack/" + sequence([MAP, 500, 500, *range(size)], ";")


def password(number: int) -> str:
    """A long password that has next to nothing in common with another one."""
    return "".join(chr(97 + (number * 7 + i * i * (number + 3)) % 26) for i in range(60))


HUGE: dict[str, tuple[Callable[[], list[str]], str]] = {
    "one stack of counters and markers": (
        lambda: [*(counter(n, "Pin" if n % 3 else "4-6-7 1sq") for n in range(12_000)), stack(99_999, 12_000)],
        "much",
    ),
    "one stack of both sides": (
        lambda: [*(counter(n, "4-6-7 1sq", "ge" if n % 2 else "ru") for n in range(7_980)), stack(99_999, 7_980)],
        "7980",
    ),
    "a name of blanks": (lambda: [counter(1, "1" + " " * 300_000, image="ge/veh/x")], "1"),
    "a name of facings": (lambda: [counter(1, "T" + " ca1" * 100_000 + "\n", image="ge/veh/x")], "1"),
    "a Gun of blanks": (lambda: [counter(1, "1mm" + " " * 300_000, image="ge/gun/x")], "1"),
    "logs in a log": (lambda: ["LOG\t" * 400_000 + "x"], "much"),
    "thousands of passwords": (
        lambda: [
            *(counter(n, f"A{n}", "ru", hidden=password(n)) for n in range(9_000)),
            *(counter(20_000 + n, f"Thing {n}") for n in range(3_000)),
        ],
        "3000",
    ),
}
"""Commands, which are only made for the test that wants them, and what is read or the code of the refusal."""


@pytest.mark.parametrize("what", HUGE)
def test_a_huge_save_is_read_or_refused_within_seconds(opens: Opens, what: str) -> None:
    commands, wanted = HUGE[what]
    done: Any = opens("hans").evaluate(READ, base64.b64encode(stored(*commands())).decode())
    said, took = done
    assert said == wanted
    assert took < SECONDS
