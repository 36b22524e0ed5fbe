"""What becomes of Fortifications by what both sides are told: removed by the other side, or passed to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from rules.asl import counters as pieces
from rules.asl.context import NO_SCENARIO
from rules.asl.counters import READY, Change, Counter
from rules.asl.locations import place_of
from rules.asl.payloads import ObstaclesRemoved, Row, WorksPassed
from rules.asl.state import Public, SideRoom
from rules.engine.replace import replace
from rules.text import gettext_noop

P = TypeVar("P", bound=Public)
S = TypeVar("S", bound=SideRoom)
REMOVED = gettext_noop("removed by the other side")


def obstacles_removed(public: P, data: ObstaclesRemoved) -> P:
    """What was taken off the map is in nobody's public record; its owner's order of battle loses it."""
    return public


def works_passed(public: P, data: WorksPassed) -> P:
    """7.5073: what lies where is in the order of battle of whoever has it."""
    return public


def works_taken(side: S, key: str, data: WorksPassed) -> S:
    """7.5073: Fortifications of the other side that are this one's now; both see them."""
    if key == data["side"]:
        return side
    taken = (
        Counter(number, "fortification", name, since=len(side.lines) - 1, place=place)
        for number, (name, place) in enumerate(data["works"], side.next_id)
    )
    return replace(side, counters=(*side.counters, *taken))


def removed_work(names: list[str], where: str, *, together: bool) -> Row:
    """What was removed, by the `names` of such counters and `where` it lay, as its owner's order of battle finds it.

    `together` if all of its kind there went; what lies on a hexside stands in either hex of the two.
    """
    found = [place for name in where.split(",") if (place := place_of(name))]
    either = {"places": found} if len(found) > 1 else {}
    return {"counters": names, "place": where, "all": together, **either}


def works_removed(side: S, key: str, data: ObstaclesRemoved) -> S:
    """7.514, 12.617: the other side's works that one side removed are gone from their owner's order of battle.

    Those at the Location that was said go, else one of which no Location is written down, if there is one.
    """
    counters = side.counters if key != data["side"] else ()
    for work in data.get("works", ()) if counters else ():
        removed = _works(counters, work)
        values: Change = {"fate": "eliminated", "since": NO_SCENARIO, "note": REMOVED}
        counters = pieces.change(counters, {str(c.id): values for c in removed})
    return replace(side, counters=counters) if counters else side


def _works(counters: Iterable[Counter], work: Row) -> list[Counter]:
    """The counters that such a removal takes."""
    names, place = tuple(work["counters"]), place_of(work["place"])
    places = {*work.get("places", [place] if place else [])}
    works = [c for c in counters if c.kind == "fortification" and c.fate == READY and c.name.startswith(names)]
    located = [c for c in works if place_of(c.place) in places] or [c for c in works if not c.place]
    if not places:
        located = located or works
    return located if work["all"] and places and located and located[0].place else located[:1]
