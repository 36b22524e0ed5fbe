"""What is typed into the forms of the order of battle, and the orders made of it.

The rules read and check every entry; a form only carries text, so that nothing is checked twice and nothing typed is
lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.http import QueryDict
from django.utils.translation import gettext

from rules.contract import Order, Refused
from rules.features.forces import ManualChanges

TAKE, MARK, COUNT, ORIGIN = "n:", "m:", "k:", "o:"
ORDERS = ("lose", "mark", "change", "add", "claim")
OF_CAPTURES: Mapping[str, tuple[str, ...]] = {
    "release": ("number", "count", "how"),
    "use": ("number", "count"),
    "grant": ("number",),
    "deny": ("number",),
}
"""What the buttons of prisoners and captured equipment do, with the entries of their orders."""
BACK = "-back"
"""The suffix in the act of a button that leads back to the step."""


@dataclass(frozen=True)
class Typed:
    """What came with a form that was refused, to be shown again."""

    act: str = ""
    entries: Mapping[str, str] = field(default_factory=dict)
    marks: tuple[str, ...] = ()

    @property
    def of_line(self) -> tuple[str, str, str]:
        """The act of a line's button, the key of its pile and the name of its counters; "" for other buttons."""
        what, pile, name = (*self.act.split(":", 2), "", "")[:3]
        return (what, pile, name) if pile and what not in OF_CAPTURES else ("", "", "")

    @property
    def of_capture(self) -> tuple[str, str, str]:
        """The act of a capture's button, its number and the way it ends; "" for other buttons."""
        what, number, how = (*self.act.split(":", 2), "", "")[:3]
        return (what, number, how) if what in OF_CAPTURES else ("", "", "")


def typed_in(post: QueryDict) -> Typed:
    """The entries of a form without the program's own."""
    own = ("csrfmiddlewaretoken", "seen", "act", "marks")
    entries = {key: str(value) for key, value in post.items() if key not in own}
    return Typed(post.get("act", "").removesuffix(BACK), entries, tuple(str(mark) for mark in post.getlist("marks")))


def order(typed: Typed, choices: ManualChanges) -> Order:
    """The order that a form gives. Raises Refused if no form has such a button."""
    kind, number, how = typed.of_capture
    if kind:
        numbers = {"number": number, "count": typed.entries.get("count", "1"), "how": how}
        return Order(kind, {name: numbers[name] for name in OF_CAPTURES[kind]})
    what, pile, _ = typed.of_line
    if what in choices.acts or what in choices.marks:
        # An act with counters of a line, or a condition for them: of all groups they came with, or of the one chosen.
        origin, count = typed.entries.get(ORIGIN + pile, ""), typed.entries.get(COUNT + pile, "1")
        entries: dict[str, object] = {} if origin else {"together": typed.entries.get("together", "")}
        if what in choices.acts:
            return Order(what, {**entries, "pile": origin or pile, "count": count})
        return Order("mark", {**entries, "piles": {origin or pile: {what: count}}})
    if typed.act not in ORDERS:
        raise Refused(
            gettext("There is no such form here."), way_out=gettext("Reload the page and use one of its forms.")
        )
    if typed.act == "lose":
        named, rest = _apart(TAKE, typed.entries)
        rest = {key: value for key, value in rest.items() if not key.startswith((COUNT, ORIGIN))}
        return Order("lose", {**rest, "piles": named})
    if typed.act == "mark":
        named, rest = _apart(MARK, typed.entries)
        piles: dict[str, dict[str, str]] = {}
        for name, number in named.items():
            key, _, mark = name.partition(":")
            piles.setdefault(key, {})[mark] = number
        return Order("mark", {**rest, "piles": piles})
    if typed.act == "change":
        return Order("change", {**typed.entries, "marks": list(typed.marks)})
    return Order(typed.act, typed.entries)


def _apart(prefix: str, entries: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """The entries whose names begin with `prefix`, without it and the empty ones, and all others."""
    named = {key.removeprefix(prefix): value for key, value in entries.items() if key.startswith(prefix)}
    rest = {key: value for key, value in entries.items() if not key.startswith(prefix)}
    return {key: value for key, value in named.items() if value.strip()}, rest
