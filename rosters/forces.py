"""The order of battle on screen, and the orders its forms give.

The rules read and check every entry themselves; a form only carries text, so that nothing is
checked twice and nothing typed is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import Http404, QueryDict
from django.utils.text import slugify

from campaigns import access, journal, pages
from campaigns.models import OF_A_SIDE, Role, Seat
from rules.kernel import PUBLIC, Order, Refused
from rules.parts.counters import FATES, READY, Pile
from rules.parts.hand import ByHand

TAKE = "n:"
ORDERS = ("lose", "change", "add")


@dataclass(frozen=True)
class PileRow:
    """Counters that are alike, with the number typed in beside them."""

    pile: Pile
    take: str = ""

    @property
    def fate(self) -> str:
        """What became of them, in words; nothing for those that are simply there."""
        fate = self.pile.like.fate
        return "" if fate == READY else FATES[fate]


@dataclass(frozen=True)
class SectionRows:
    """A part of the order of battle."""

    title: str
    slug: str
    count: int
    rows: tuple[PileRow, ...]
    gone: tuple[PileRow, ...]

    @property
    def calls_back(self) -> bool:
        """Whether a number was typed beside something that is gone."""
        return any(row.take.strip() not in ("", "0") for row in self.gone)


@dataclass(frozen=True)
class Typed:
    """What came with a form that was refused, to be shown again."""

    act: str = ""
    entries: Mapping[str, str] = field(default_factory=dict)
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class ForcesPage:
    """The order of battle of one side. `side` is None where the reader may look into none."""

    frame: pages.Frame
    side: Any
    others: list[tuple[str, str]]
    sections: tuple[SectionRows, ...]
    chosen: str
    changing: PileRow | None
    choices: ByHand
    may_write: bool
    why_not: str
    typed: Typed
    refusal: Refused | None

    @property
    def shown(self) -> list[SectionRows]:
        """The sections that are not filtered away."""
        return [section for section in self.sections if self.chosen in ("", section.slug)]

    @property
    def losing(self) -> Mapping[str, str]:
        return self.typed.entries if self.typed.act == "lose" else {}

    @property
    def adding(self) -> Mapping[str, str]:
        return self.typed.entries if self.typed.act == "add" else {}

    @property
    def change(self) -> Mapping[str, Any]:
        """What stands in the form of a change: what was typed, else the counters as they are."""
        assert self.changing is not None
        if self.typed.act == "change":
            return {**self.typed.entries, "marks": self.typed.marks}
        like = self.changing.pile.like
        return {"count": "1", "name": like.name, "marks": like.marks, "place": like.place, "note": like.note}


def page(
    seat: Seat, side: str, asked: Mapping[str, str], typed: Typed | None = None, refusal: Refused | None = None
) -> ForcesPage:
    """The forces of `side` ("": the reader's own, or the first that is open to him), or 404.

    `asked` may name a `section` and the pile to `change`.
    """
    head, open_sides = pages.frame(seat), _open_sides(seat)
    key = side_or_404(seat, side)
    shown = head.system.view(journal.look(seat.campaign, {key}).only({key}), key).mine if key else None
    typed = typed or Typed()
    sections = tuple(_section(section, typed) for section in shown.sections) if shown else ()
    slugs = [section.slug for section in sections]
    mine = head.may_commit and key == seat.side
    return ForcesPage(
        frame=head,
        side=shown,
        others=[(each, head.system.sides[each]) for each in open_sides if each != key],
        sections=sections,
        chosen=asked.get("section", "") if asked.get("section") in slugs else "",
        changing=_changing(sections, typed.entries.get("pile") or asked.get("change", "")) if mine else None,
        choices=head.system.by_hand,
        may_write=mine,
        why_not="" if mine else _why_not(seat, key),
        typed=typed,
        refusal=refusal,
    )


def side_or_404(seat: Seat, side: str) -> str:
    """The side whose forces are asked for; "" stands for the reader's own, or the first open to him, or none."""
    open_sides = _open_sides(seat)
    if side and side not in open_sides:
        raise Http404
    return side or next(iter(open_sides), "")


def _open_sides(seat: Seat) -> list[str]:
    """The sides whose room the seat may enter, its own first."""
    return sorted(access.rooms_of(seat) - {PUBLIC}, key=lambda key: (key != seat.side, key))


def _section(section: Any, typed: Typed) -> SectionRows:
    entries = typed.entries if typed.act == "lose" else {}
    rows, gone = (
        tuple(PileRow(pile, entries.get(f"{TAKE}{pile.key}", "")) for pile in piles)
        for piles in (section.piles, section.gone)
    )
    return SectionRows(section.title, slugify(section.title), section.count, rows, gone)


def _changing(sections: Iterable[SectionRows], key: str) -> PileRow | None:
    rows = (row for section in sections for row in (*section.rows, *section.gone))
    return next((row for row in rows if str(row.pile.key) == key), None)


def _why_not(seat: Seat, side: str) -> str:
    if seat.campaign.ended:
        return "The campaign is over: this is how the forces stood at its end."
    if seat.role == Role.ADJUTANT and seat.side == side:
        return "You can read here; a commander of your side records losses and changes."
    return "" if seat.role in OF_A_SIDE else "Only the commanders of this side write here."


def typed_in(post: QueryDict) -> Typed:
    """What came with a form, less the program's own entries."""
    own = ("csrfmiddlewaretoken", "seen", "act", "marks")
    entries = {key: str(value) for key, value in post.items() if key not in own}
    return Typed(post.get("act", ""), entries, tuple(str(mark) for mark in post.getlist("marks")))


def order(typed: Typed) -> Order:
    """The order a form gives."""
    if typed.act not in ORDERS:
        raise Refused("There is no such form here.", way_out="Reload the page and use one of its forms.")
    if typed.act == "lose":
        named = {key.removeprefix(TAKE): number for key, number in typed.entries.items() if key.startswith(TAKE)}
        rest = {key: value for key, value in typed.entries.items() if not key.startswith(TAKE)}
        return Order("lose", {**rest, "piles": {key: number for key, number in named.items() if number.strip()}})
    if typed.act == "change":
        return Order("change", {**typed.entries, "marks": list(typed.marks)})
    return Order(typed.act, typed.entries)
