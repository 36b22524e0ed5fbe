"""The Perimeters (12.606 to 12.6076): what is drawn, where the map's edges are friendly, which areas are Isolated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.kernel import PUBLIC, Event, Luck, Refused
from rules.parts.counters import Counter
from rules.parts.refit.places import place_of
from rules.parts.refit.steps import escape, lines
from rules.parts.refit.steps.chosen import MMC
from rules.parts.refit.steps.clearing import cleared
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import LONGEST, Field, FormTask
from rules.systems.votg import perimeter
from rules.systems.votg.desk import Desk
from rules.systems.votg.perimeter import Markers
from rules.systems.votg.state import RUSSIAN, Perimeter

LINES = 4
OVERLAP, POCKET, LEVEL = "overlap", "pocket", "level"
SOUTH = "south"
LEVELS = r"(cellar|[1-9](-[1-9])?)?"

# 12.606 what is drawn --------------------------------------------------------------------------


def _draw_task(desk: Desk) -> FormTask:
    """What came of the lines, and the markers of this side's Perimeter for whoever wants the app to know it."""
    task, said, rule = lines.perimeter_task(desk), desk.said("perimeter"), desk.rule("perimeter", "markers")
    fields = tuple(
        Field(f"line_{n}", f"{said['markers']} {n}", "text", text, hint=said["hint"] if n == 1 else "", rule=rule)
        for n, text in enumerate(_written(_own(desk).loops), 1)
    )
    return replace(task, fields=(*task.fields, *fields))


def _own(desk: Desk) -> Perimeter:
    return desk.public.perimeters.get(desk.side, Perimeter())


def _written(loops: tuple[Markers, ...]) -> list[str]:
    """The lines of the form for these loops; a line that ends with a comma goes on in the next."""
    found = [""]
    for loop in loops:
        for n, name in enumerate(loop):
            word = name + (", " if n < len(loop) - 1 else "; ")
            if len(found[-1]) + len(word) > LONGEST:
                found.append("")
            found[-1] += word
    found = [text.strip().removesuffix(";") for text in found]
    return found + [""] * max(1, LINES - len(found))


def _draw(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _draw_task(desk)
    entries = task.read(data)
    rows = [name for name in entries if name.startswith("line_")]
    loops = _read(entries, rows)
    events = [lines.drawn(desk, {key: value for key, value in entries.items() if key not in rows})]
    if loops or _own(desk) != Perimeter():
        told = {"side": desk.side, "loops": [list(loop) for loop in loops]}
        events.append(Event("perimeter.drawn", PUBLIC, told))
    return Taken(events)


def _read(entries: Mapping[str, Any], rows: list[str]) -> tuple[Markers, ...]:
    """The loops of all lines; a refusal names the line in which the loop begins."""
    found: list[Markers] = []
    text, first = "", ""
    for name in rows:
        first = first if text else name
        text = f"{text} {entries[name].strip()}".strip()
        if not text.endswith(",") or name == rows[-1]:
            found += perimeter.read(text, first)
            text = ""
    return tuple(found)


# 12.6066 to 12.6068 Isolated Areas and Pockets -------------------------------------------------


def _area_task(desk: Desk) -> FormTask | None:
    """One area: beside its name and type whether it is a Pocket, above or below the ground or with a map edge."""
    task = lines.area_task(desk)
    if task is None:
        return None
    said, rule = desk.said("areas"), desk.rule("areas", "pocket")
    more = (
        Field("sort", said["sort"], "select", OVERLAP, options=tuple(said["sorts"].items()), rule=rule),
        Field("level", said["level"], "text", "", pattern=LEVELS, hint=said["level_hint"],
              rule=desk.rule("areas", "level")),
        Field("edge", said["edge"], "select", "", options=(("", said["no_edge"]), *said["edges"].items()),
              rule=desk.rule("areas", "edge")),
    )  # fmt: skip
    place, kind, *rest = task.fields
    return replace(task, fields=(place, kind, *more, *rest), lines=(*task.lines, *_points(desk)))


def _points(desk: Desk) -> Iterator[str]:
    yield from desk.said("areas")["points"]
    if desk.side == RUSSIAN and desk.public.cut_off:
        yield str(desk.said("areas")["cut_off"])


def _write_area(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _area_task(desk)
    assert task is not None
    entries = task.read(data)
    if entries["again"]:
        return lines.drawn_anew(desk)
    inside = lines.within(desk, entries)
    _check(desk, entries, inside)
    if entries["edge"] and not _stays_isolated(desk, entries["edge"]):
        return _joined(desk, entries)
    return lines.area_written(desk, _name(entries), entries["type"], inside, sort=entries["sort"])


def _check(desk: Desk, entries: Mapping[str, Any], inside: list[Counter]) -> None:
    """What makes a Pocket, and which kind of it has a level or reaches the map's edge."""
    sort, edge = entries["sort"], entries["edge"]
    if sort == POCKET and not lines.held(inside) and not _stays_isolated(desk, edge):
        raise Refused(
            "A Pocket holds at least one unit of yours that is no SMC.",
            rule=desk.rule("areas", "pocket"), field="sort",
            way_out="SMC alone outside your Perimeter are Eliminated: start over and say that SMC stand outside.",
        )  # fmt: skip
    if sort == LEVEL and not any(c.kind in MMC for c in inside):
        raise Refused(
            "Above or below the ground it takes an MMC to make a Pocket.", rule=desk.rule("areas", "level"),
            field="sort", way_out="Set the number of an MMC that is there, or choose another kind of area.",
        )  # fmt: skip
    if (sort == LEVEL) != bool(entries["level"]):
        raise Refused(
            "A Pocket above or below the ground has a level, other areas have none.",
            rule=desk.rule("areas", "level"), field="level",
            way_out="Write such as 1, 2-3 or cellar, or leave it empty.",
        )  # fmt: skip
    if edge and sort != POCKET:
        raise Refused(
            "Only a Pocket on the ground is none any more when it reaches a map edge of yours.",
            rule=desk.rule("areas", "edge"), field="edge", way_out="Take the edge back, or call the area a Pocket.",
        )  # fmt: skip
    asked = desk.said("map_facts")["russian_edges"]
    if desk.side == RUSSIAN and edge in asked and edge not in desk.public.edges[RUSSIAN]:
        raise Refused(
            f"By what you said of the map no {edge} edge hex is Russian.", rule=desk.rule("areas", "edge"),
            field="edge", way_out="Take the edge back, or start over and say first whose the edges are.",
        )  # fmt: skip


def _stays_isolated(desk: Desk, edge: str) -> bool:
    """Whether an area with that edge is Isolated for all that: a Russian one with the south edge alone."""
    return desk.side == RUSSIAN and edge == SOUTH and desk.public.cut_off


def _name(entries: Mapping[str, Any]) -> str:
    """The area's name; a Pocket on a level is noted with that, as the level of a Location where it is one."""
    place, level = entries["place"].strip(), entries["level"]
    if not level:
        return str(place)
    return place_of(f"{place}/{level}") or f"{place}, {level if level == 'cellar' else f'level {level}'}"


def _joined(desk: Desk, entries: Mapping[str, Any]) -> Taken:
    """A Pocket that reaches a friendly map edge is a part of the Perimeter Area like others, and one area less."""
    found, wanted = lines.areas(desk), int(desk.mine.pending["wanted"]) - 1
    last = len(found) == wanted
    change = lines.released(desk, found) if last else {}
    if not wanted:
        change = cleared(desk, {})
    pending = {**desk.mine.pending, "wanted": wanted}
    place = entries["place"].strip()
    return Taken([desk.event("area.joined", change=change, pending=pending, place=place, edge=entries["edge"])], last)


def isolated_by_the_edge(desk: Desk) -> list[Event]:
    """One area more to be written down by Russians who have the south edge alone and nothing Isolated so far."""
    if desk.mine.pending.get("wanted"):
        return []
    return [desk.event("area.added", pending={**desk.mine.pending, "wanted": 1})]


# 12.6076 both sides record ---------------------------------------------------------------------


def _escape(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    """When nobody tries to escape any more, the areas and their types are told to both sides."""
    taken = escape.choose(desk, data, luck)
    if not taken.done:
        return taken
    (settled,) = taken.events
    rows = [
        {"name": area["name"], "type": area["type"], "sort": area.get("sort", OVERLAP)}
        for area in settled.data["pending"]["areas"]
    ]
    return replace(taken, events=[settled, Event("areas.told", PUBLIC, {"side": desk.side, "areas": rows})])


DRAWING: tuple[Deed[Desk], ...] = (Deed("perimeter", _draw_task, {"enter": _draw}),)
ISOLATION: tuple[Deed[Desk], ...] = (
    *lines.OUTSIDE,
    Deed("areas", _area_task, {"enter": _write_area}),
    Deed("escape", escape.choose_task, {"enter": _escape}),
    *escape.ROLLS,
)
