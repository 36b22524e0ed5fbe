"""What stands where by the record of a side's set-up, with the hexes of its artillery."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.asl.counters import READY, Counter, piles
from rules.asl.locations import HIDDEN, place_of
from rules.asl.reinforcements.names import group_names
from rules.asl.rule_data import RuleData
from rules.asl.state import SideRoom
from rules.ground.positions import Placement
from rules.text import gettext

OBSERVER, BOMBARDMENT = "observer", "bombardment"
"""Classes of counters that stand for a hex of artillery."""


def positions(rules: RuleData, mine: SideRoom) -> tuple[Placement, ...]:
    """The positions of a side, from its own room."""
    ready = (counter for counter in mine.counters if counter.fate == READY)
    return (*standing_where(ready), *_hexes(rules, mine))


def aims(rules: RuleData, mine: SideRoom) -> tuple[Placement, ...]:
    """Those of its hexes of artillery that are no counters to set up."""
    shells = (counter for counter in mine.counters if counter.fate == READY and counter.kind == BOMBARDMENT)
    return (*standing_where(shells), *_hexes(rules, mine))


def standing_where(counters: Iterable[Counter]) -> Iterator[Placement]:
    """The positions of those counters that have a Location."""
    for pile in piles(counter for counter in counters if place_of(counter.place)):
        like = pile.like
        yield Placement(like.place, like.name, pile.count, HIDDEN in like.marks, like.kind in (OBSERVER, BOMBARDMENT))


def _hexes(rules: RuleData, mine: SideRoom) -> Iterator[Placement]:
    """The Pre-Registered hexes of modules on hand, and the hexes of observers that are no counters."""
    on_hand = {counter.group for counter in mine.on_hand}
    counted = {counter.group for counter in mine.on_hand if counter.kind == OBSERVER and place_of(counter.place)}
    names = group_names(rules, mine)
    for group in (group for group in mine.groups if group.id in on_hand):
        for key, place in group.hexes.items():
            if place_of(place) and not (key == OBSERVER and group.id in counted):
                if key == OBSERVER:
                    aim = gettext("Offboard Observer ({group})", group=names[group.id].name)
                else:
                    number = key.removeprefix("prereg")
                    aim = gettext("Pre-Registered hex {number} ({group})", number=number, group=names[group.id].name)
                yield Placement(place, aim, aim=True)
