"""The Force Organizer (7.16, 12.15): what a side has by company, and what became of its other counters.

On paper each counter has a box to strike off, with a letter for what may befall it before it is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.asl.counters import DUE, FATES, READY, SMC, VEHICLES, Counter, Pile
from rules.asl.state import SideRoom
from rules.asl.view import GroupView, SideView
from rules.features.documents import Block, Row
from rules.features.forces import GroupName
from rules.text import gettext, gettext_noop

FORTIFICATIONS = ("fortification", "cupola")
BY_COMPANY = ((gettext_noop("Retained"), READY), (gettext_noop("To enter"), DUE))
"""The boxes whose counters are listed by company: title and fate. Fortifications have a box of their own."""
OTHERS = (
    (gettext_noop("Fortification counters"), (READY,)),
    (gettext_noop("Off map"), ("out",)),
    (gettext_noop("Eliminated"), ("eliminated",)),
    (gettext_noop("Gone otherwise"), tuple(fate for fate in FATES if fate not in (READY, DUE, "out", "eliminated"))),
)
"""The boxes whose counters are listed one below the other: title and fates."""
BEFALLS = {
    "squad": ("½", ""),
    **dict.fromkeys(SMC, ("W", "wounded")),
    **dict.fromkeys(("weapon", "gun"), ("M", "malfunctioned")),
    **dict.fromkeys(VEHICLES, ("I", "immobilized")),
}
"""By class, the letter of what may befall a counter before it is lost, and the condition that shows that it has."""
NOTHING = "·"


def by_company(mine: SideView[SideRoom, GroupView], fate: str) -> Iterator[Block]:
    """The counters of this fate in a block for each group, in the order of the record; those of no group last."""
    names, dates = mine.group_names, {group_view.group.id: group_view.date for group_view in mine.groups}
    of: dict[str, list[Pile]] = {key: [] for key in (*names, "")}
    for pile in _piles(mine):
        if pile.like.fate == fate and (fate != READY or not _fortified(pile)):
            of[pile.like.group if pile.like.group in names else ""].append(pile)
    for key, held in of.items():
        if held:
            group = names.get(key)
            title = f"{group.name} ({group.code}, {dates[key]})" if group else gettext("Of no group")
            yield Block(tuple(map(_to_strike, held)), title)


def other_boxes(mine: SideView[SideRoom, GroupView]) -> Iterator[Block]:
    """A block for each other box that holds anything."""
    names = mine.group_names
    for title, fates in OTHERS:
        held = [pile for pile in _piles(mine) if pile.like.fate in fates and (READY not in fates or _fortified(pile))]
        if held:
            yield Block(tuple(_piece(pile, names) for pile in held), gettext(title))


def _piles(mine: SideView[SideRoom, GroupView]) -> Iterator[Pile]:
    return (pile for section in mine.sections for pile in (*section.piles, *section.gone))


def _fortified(pile: Pile) -> bool:
    return pile.like.kind in FORTIFICATIONS


def _to_strike(pile: Pile) -> Row:
    like = pile.like
    letter, condition = BEFALLS.get(like.kind, (NOTHING, ""))
    box = NOTHING if condition in like.marks else letter
    conditions = ", ".join(map(gettext, like.marks))
    return (pile.count, like.name, box * pile.count, conditions, like.place, like.worth or None, gettext(like.note))


def _piece(pile: Pile, names: Mapping[str, GroupName]) -> Row:
    like = pile.like
    fate = () if like.fate in (READY, "out", "eliminated") else (gettext(FATES[like.fate]),)
    condition = ", ".join((*fate, *map(gettext, like.marks)))
    return (pile.count, like.name, came_from(like, names), condition, like.place, gettext(like.note))


def came_from(like: Counter, names: Mapping[str, GroupName]) -> str:
    """The group that a counter came with, as players call it."""
    group = names.get(like.group)
    return f"{group.name} ({group.code})" if group else like.group
