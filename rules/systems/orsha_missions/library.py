"""What can be looked up: every table of both missions with its odds, and the printed lists."""

from __future__ import annotations

from collections.abc import Mapping

from rules.engine.documents import NUMBER, Chart, Column, Library, Shelf, table
from rules.systems.orsha_missions.printed import ENEMY, FRIENDLY, parts, printed, tables_under
from rules.text import gettext, gettext_noop


def library(readings: Mapping[str, str]) -> Library:
    """A shelf for each mission."""
    tables = tables_under(tuple(sorted(readings.items())))
    shelves = []
    for key, mission in printed().mission.items():
        rolled = tuple(each for name, each in tables.items() if name.startswith(f"sasl.{key.lower()}_"))
        charts = (_numbers(key), _units(key, readings), _points(key), _changes(key))
        shelves.append(Shelf(gettext(mission.title), rolled, charts))
    return Library(tuple(shelves))


def _numbers(key: str) -> Chart:
    """The mission tables: what is read by the program, and what is asked."""
    columns = (Column(gettext("Number"), 2), Column(gettext("Dice")), Column(gettext("In this program"), 4))
    rows = []
    for part in (parts()[name] for name in printed().mission[key].start):
        if part.of and part.then == "number":
            asked = gettext("asked: the print of it is destroyed")
            rows.append((gettext(part.label), "DR" if part.dice > 1 else "dr", asked if part.lacks else part.table))
    title = gettext("{mission}: mission tables", mission=key)
    return Chart(f"sasl.{key.lower()}_mission", title, "12.32", "printed", table(title, columns, rows))


def _units(key: str, readings: Mapping[str, str]) -> Chart:
    columns = (Column(gettext("Unit"), 4), Column(gettext("Number"), kind=NUMBER))
    rows = [(name, number) for name, number, _ in units_of(key, readings)]
    title = gettext("{mission}: order of battle", mission=key)
    return Chart(f"sasl.{key.lower()}_units", title, f"{key} OoB", "printed", table(title, columns, rows))


def units_of(key: str, readings: Mapping[str, str]) -> list[tuple[str, int, bool]]:
    """The printed order of battle of a mission as its campaign reads it: name, number, whether it is an AFV."""
    found = []
    for unit in printed().mission[key].units:
        read = (choices[readings[ruling]] for ruling, choices in unit.reading.items())
        found.append((next(read, unit.name), unit.number, unit.afv))
    return found


_WORTH = {
    "held": gettext_noop("each VPO that you hold"),
    "not_held": gettext_noop("each other VPO"),
    "not_railroad": gettext_noop("you do not control all RR locations"),
    "not_road": gettext_noop("you control no path of road hexes from FBE to EBE"),
}


def _points(key: str) -> Chart:
    columns = (Column(gettext("Who")), Column(gettext("For"), 5), Column("VP", kind=NUMBER))
    rows = [
        (who.upper(), gettext(_WORTH.get(what) or parts()[what].label), vp)
        for who in (FRIENDLY, ENEMY)
        for what, vp in printed().mission[key].vp[who].items()
    ]
    title = gettext("{mission}: Victory Points", mission=key)
    return Chart(f"sasl.{key.lower()}_vp", title, f"{key} VP", "printed", table(title, columns, rows))


def _changes(key: str) -> Chart:
    """What the mission adds to dice."""
    columns = (Column(gettext("Roll"), 3), Column(gettext("DRM"), kind=NUMBER), Column(gettext("Why"), 3))
    mission = printed().mission[key]
    found = (parts()[name] for name in dict.fromkeys((*mission.start, *mission.buttons)))
    rows = [(gettext(part.label), part.drm, gettext(part.why)) for part in found if part.drm]
    title = gettext("{mission}: what is added to dice", mission=key)
    return Chart(f"sasl.{key.lower()}_modifiers", title, f"{key} MSR", "printed", table(title, columns, rows))
