"""Map sheets that an owner types in, checked like charts: the map, its terrains, its hexes.

Hexes that are not listed have the map's ground. Shores, edges and Strategic Locations follow from the rest.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from rules.contract import Refused
from rules.engine.chart_files import BadFile, read_csv, read_toml, write_csv
from rules.engine.charts import (
    ChartColumn,
    ChartSchema,
    ChartSheet,
    Content,
    Copy,
    Fault,
    Grid,
    Remark,
    Row,
    check,
    grid_of,
    in_words,
    restore,
)
from rules.engine.data_files import TableError
from rules.engine.replace import replace
from rules.ground.hexes import Hex, HexGrid
from rules.ground.sheet import HexFacts, MapSheet, Terrain, off_the_map, pieces
from rules.text import gettext, gettext_noop

MOST_COLUMNS, LAST_ROW, MOST_TERRAINS, MOST_LEVELS = 52, 99, 40, 9
MOST_TEXT = 400_000
"""The most characters of a map's hexes that a campaign carries."""
HEX = r"([A-Z])\1?(0|[1-9][0-9]?)"
KEY = r"[a-z][a-z0-9_]{0,19}"
BUILDING, STONE, STRATEGIC, WATER = "building", "stone", "strategic", "water"
COUNTS_AS = {
    BUILDING: gettext_noop("a building"),
    STONE: gettext_noop("a Stone Hex"),
    STRATEGIC: gettext_noop("a Strategic Location"),
    WATER: gettext_noop("water"),
}
ALONG = {
    "north": gettext_noop("the north edge"),
    "east": gettext_noop("the east edge"),
    "south": gettext_noop("the south edge"),
    "west": gettext_noop("the west edge"),
    "shore": gettext_noop("the shore"),
}
COMPASS = {
    "north": gettext_noop("north"),
    "east": gettext_noop("east"),
    "south": gettext_noop("south"),
    "west": gettext_noop("west"),
}
NORTH = {
    "up": gettext_noop("up"),
    "right": gettext_noop("to the right"),
    "down": gettext_noop("down"),
    "left": gettext_noop("to the left"),
}
LOWER = {"even": gettext_noop("the second, fourth and so on"), "odd": gettext_noop("the first, third and so on")}
MAP = "map"
"""The option of a founding and the entry of an order that hold a map."""


def map_schema(sides: Mapping[str, str], rule: str) -> ChartSchema:
    """The schema of a map for a game with these sides, without a practice map; `rule` is where the map is printed.

    Without sides, the holder of a hex may be any text.
    """
    head = ChartSheet(
        "map",
        gettext_noop("The map"),
        rule,
        gettext_noop("One line: how many columns there are, and which numbers their hexes have."),
        (
            _number("columns", gettext_noop("Columns"), 1, MOST_COLUMNS),
            _number("odd_first", gettext_noop("First hex of columns A, C, E …"), 0, LAST_ROW),
            _number("odd_last", gettext_noop("Last hex of columns A, C, E …"), 0, LAST_ROW),
            _number("even_first", gettext_noop("First hex of columns B, D, F …"), 0, LAST_ROW),
            _number("even_last", gettext_noop("Last hex of columns B, D, F …"), 0, LAST_ROW),
            ChartColumn("lower", gettext_noop("Columns half a hex lower"), "choice", choices=LOWER, required=True),
            ChartColumn("north", gettext_noop("Where north is, with A1 up on the left"), "choice", choices=NORTH),
            ChartColumn("ground", gettext_noop("Terrain of all hexes not listed"), "text", required=True, pattern=KEY),
            ChartColumn("strategic_along", gettext_noop("Strategic Locations along"), "several", choices=ALONG),
        ),
        fewest=1,
        most=1,
    )
    terrain = ChartSheet(
        "terrain",
        gettext_noop("Terrains"),
        rule,
        gettext_noop("One line for each kind of terrain, and what it counts as."),
        (
            ChartColumn(
                "key",
                gettext_noop("Key"),
                "text",
                gettext_noop("Enter small letters, digits and _, as in stone_rubble."),
                required=True,
                pattern=KEY,
            ),
            ChartColumn("name", gettext_noop("Name"), "text", required=True, most=40),
            ChartColumn("counts_as", gettext_noop("Counts as"), "several", choices=COUNTS_AS),
        ),
        unique=("key",),
        fewest=1,
        most=MOST_TERRAINS,
    )
    return ChartSchema(
        gettext_noop("Map"), (head, terrain, _hexes(sides, rule)), {}, check_row, check_whole, check_against
    )


def _hexes(sides: Mapping[str, str], rule: str) -> ChartSheet:
    columns = (
        ChartColumn(
            "hex",
            gettext_noop("Hex"),
            "text",
            gettext_noop("Enter a hex of the map in capitals, as K20 or KK17."),
            required=True,
            pattern=HEX,
        ),
        ChartColumn("terrain", gettext_noop("Terrain"), "text", required=True, pattern=KEY),
        ChartColumn("levels", gettext_noop("Highest level"), "number", high=MOST_LEVELS),
        ChartColumn("building", gettext_noop("Building"), "text", most=10),
        ChartColumn("landing", gettext_noop("Landing"), "text", most=10),
        ChartColumn("label", gettext_noop("Label"), "text", most=40),
        ChartColumn("lvp", gettext_noop("LVP"), "number", high=LAST_ROW),
        ChartColumn("entry", gettext_noop("Entry areas"), "text", most=60, pattern=rf"{KEY}( {KEY})*"),
        ChartColumn("holder", gettext_noop("Holder on the first date"), "choice" if sides else "text", choices=sides),
    )
    help_text = gettext_noop("One line for each hex that is not plain ground.")
    return ChartSheet(
        "hexes", gettext_noop("Hexes"), rule, help_text, columns, unique=("hex",), most=MOST_COLUMNS * (LAST_ROW + 1)
    )


def _number(key: str, label: str, low: int, high: int) -> ChartColumn:
    return ChartColumn(key, label, "number", required=True, low=low, high=high)


# what is wrong ----------------------------------------------------------------------------------


def check_row(sheet: str, row: Row) -> Iterator[Remark]:
    """What is wrong within a row."""
    if sheet == "map":
        for which in ("odd", "even"):
            first, last = row[f"{which}_first"], row[f"{which}_last"]
            if last < first:
                message = gettext("the last hex, {last}, comes before the first, {first}.", last=last, first=first)
                yield f"{which}_last", message, gettext("Enter the numbers as they are printed on the map.")


def check_against(sheet: str, rows: Mapping[int, Row], before: Content) -> Iterator[tuple[int, Remark]]:
    """Hexes that are off the map, of an unknown terrain, or with a level or a building that does not fit it."""
    if sheet != "hexes":
        return
    grid, terrains = _grid(before["map"][0]), _terrains(before)
    for n, row in rows.items():
        if grid.hex(row["hex"]) is None:
            yield n, ("hex", *off_the_map(row["hex"], grid))
        elif row["terrain"] not in terrains:
            yield n, ("terrain", *_no_terrain(row["terrain"], terrains))
        else:
            yield from ((n, remark) for remark in _of_hex(row, terrains[row["terrain"]]))


def _terrains(content: Content) -> dict[str, set[str]]:
    """What each terrain counts as, by its key."""
    return {row["key"]: set(row["counts_as"]) for row in content["terrain"]}


def check_whole(content: Content) -> Iterator[tuple[str, int, Remark]]:
    """What is wrong between rows: hexes too long in all, an unknown ground, buildings and landings in pieces."""
    head, terrains, rows = content["map"][0], _terrains(content), content["hexes"]
    if sum(len(str(cell or "")) + 1 for row in rows for cell in row.values()) > MOST_TEXT:
        long = gettext("the hexes come to more than {most} kB.", most=MOST_TEXT // 1000)
        yield "hexes", 0, ("label", long, gettext("Shorten labels, and leave out hexes of plain ground."))
    if head["ground"] not in terrains:
        yield "map", 0, ("ground", *_no_terrain(head["ground"], terrains))
    grid = _grid(head)
    places = {place: n for n, row in enumerate(rows) if (place := grid.hex(row["hex"]))}
    water = {place for place, n in places.items() if WATER in terrains[rows[n]["terrain"]]}
    for column in ("building", "landing"):
        parts: dict[str, set[Hex]] = {}
        for place, n in places.items():
            if rows[n][column]:
                parts.setdefault(rows[n][column], set()).add(place)
        for key, hexes in parts.items():
            for remark in _of_part(column, key, hexes, water):
                yield "hexes", places[min(hexes)], (column, *remark)


def _of_hex(row: Row, counts_as: set[str]) -> Iterator[Remark]:
    built = counts_as & {BUILDING, STONE}
    if row["levels"] and not built:
        message = gettext("{hex} has a level, but no building.", hex=row["hex"])
        yield "levels", message, gettext("Leave the level out, or take a terrain that counts as a building.")
    if row["building"] and not built and not row["landing"]:
        message = gettext("{hex} is part of a building, but has none.", hex=row["hex"])
        yield "building", message, gettext("Leave the building out, or take a terrain that counts as one.")


def _of_part(column: str, key: str, hexes: set[Hex], water: set[Hex]) -> Iterator[tuple[str, str]]:
    """What is wrong with the hexes of a building or a landing."""
    names = {"key": key, "hexes": ", ".join(map(str, sorted(hexes)[:6]))}
    if len(pieces(hexes)) > 1:
        if column == "building":
            message = gettext("the hexes of building {key} do not hang together: {hexes}.", **names)
        else:
            message = gettext("the hexes of landing {key} do not hang together: {hexes}.", **names)
        yield message, gettext("Enter the hex between them, or give each part another number.")
    if column == "landing" and (hexes <= water or not hexes & water):
        message = gettext("landing {key} is not both on land and in the water: {hexes}.", **names)
        yield message, gettext("Give its building and its piers the same landing.")


def _no_terrain(key: str, terrains: Iterable[str]) -> tuple[str, str]:
    message = gettext("there is no terrain {key} on the sheet of terrains.", key=key)
    return message, gettext("Enter one of: {names}.", names=", ".join(terrains))


# reading ----------------------------------------------------------------------------------------


def _grid(head: Row) -> HexGrid:
    odd, even = (head["odd_first"], head["odd_last"]), (head["even_first"], head["even_last"])
    return HexGrid(head["columns"], odd, even, head["lower"], head["north"] or "up")


def sheet_of(copy: Copy) -> MapSheet:
    """The map sheet of a checked copy."""
    head, content = copy.content["map"][0], copy.content
    grid = _grid(head)
    terrains = {
        row["key"]: Terrain(row["key"], row["name"], **dict.fromkeys(row["counts_as"], True))
        for row in content["terrain"]
    }
    facts = {grid.hex(row["hex"]): _facts(row) for row in content["hexes"]}
    return MapSheet(
        name=copy.title,
        version=copy.version,
        invented=copy.practice,
        grid=grid,
        ground=head["ground"],
        terrains=terrains,
        facts={place: each for place, each in facts.items() if place is not None},
        strategic_along=frozenset(head["strategic_along"]),
        digest=digest(content),
    )


def _facts(row: Row) -> HexFacts:
    texts = {key: row[key] for key in ("terrain", "building", "landing", "label", "holder")}
    return HexFacts(levels=row["levels"], lvp=row["lvp"] or 0, entry=tuple(row["entry"].split()), **texts)


def digest(content: Content) -> str:
    """The digest of a map's content, whatever its title: the same map has the same."""
    text = json.dumps({key: list(rows) for key, rows in content.items()}, sort_keys=True, ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


def read_files(schema: ChartSchema, head: bytes, hexes: bytes) -> tuple[Content | None, tuple[Fault, ...]]:
    """A map from a TOML file with its head and terrains, and a CSV file with its hexes; or None and its faults."""
    try:
        grid: Grid = {**read_toml(schema, head), "hexes": read_csv(schema.sheets[-1], hexes)}
    except BadFile as error:
        return None, error.faults
    checked = check(schema, grid)
    return checked.content, checked.faults


def load_maps(folder: Path, sides: Mapping[str, str], rule: str) -> ChartSchema:
    """The schema of a map with the practice map of a game's data folder, map.toml and map.csv.

    Raises TableError with the faults of the practice map.
    """
    schema = map_schema(sides, rule)
    files = ((folder / f"map.{ending}").read_bytes() for ending in ("toml", "csv"))
    content, faults = read_files(schema, *files)
    if content is None:
        raise TableError(f"map, {f.sheet}, line {f.line}, column {f.column}: {f.message}" for f in faults)
    return replace(schema, practice=content)


# a campaign's own copy --------------------------------------------------------------------------


def as_text(schema: ChartSchema, copy: Copy) -> str:
    """A copy as canonical JSON with its hexes as CSV: equal copies give the same text, and a short one."""
    content, lines = {**copy.content, "hexes": ()}, grid_of(schema, copy.content)["hexes"]
    whole = replace(copy, content=content).as_json()
    whole["sheets"]["hexes"] = write_csv(schema.sheets[-1], lines)
    return json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def restore_map(schema: ChartSchema, copied: object) -> Copy:
    """The copy that `as_text` wrote, checked as if it had just been typed; raises Refused with its first fault."""
    heads = replace(schema, sheets=schema.sheets[:-1], check_whole=lambda content: ())
    hexes = schema.sheets[-1]
    try:
        if not isinstance(copied, Mapping):
            raise TypeError("copied")
        text = copied["sheets"]["hexes"]
        if not isinstance(text, str) or len(text) > 2 * MOST_TEXT:  # quotation marks in labels are doubled
            raise TypeError("hexes")
        copy = restore(heads, copied)
        checked = check(schema, {**grid_of(heads, copy.content), "hexes": read_csv(hexes, text.encode())})
    except (BadFile, TypeError, ValueError, LookupError, Refused) as error:
        reload = gettext("Take a map from the list, or load the file as it was written.")
        raise Refused(gettext("This is no map of this game."), field=MAP, way_out=reload) from error
    if checked.content is None:
        raise Refused(in_words(schema, checked.faults[0]), field=MAP, way_out=checked.faults[0].way_out)
    return replace(copy, content=checked.content)
