"""The sheets that an owner of Roads to Stalingrad fills, and what must fit together in them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations

from rules.areas.charts import borders_twice, islands, unknown_areas
from rules.engine.chart_files import load_sheets, read_csv
from rules.engine.charts import ChartSchema, Content, Copy, Remark, Row, check, restore
from rules.engine.data_files import DataModel, Datum, Names, TableError, load_data
from rules.systems.rts.printed import DATA, NAMES, SIDES, chits, numbers, remark
from rules.systems.rts.theater import GERMANS, Theater, needs_of, theater_of

PERMANENT = ("winter", "stavka", "directive45", "order225")
"""Effects that stay, each once in a game (C15); Railhead Advance has a rule of its own (C6)."""
STATES = ("winter", "summer", "stavka", "directive45")
NAMES_OF_AREAS = {"borders": ("a", "b"), "units": ("start",), "resources": ("area",), "roles": ("area",)}
AREA_NEEDS = ("control", "lacks")
KINDS = {"axis": ("infantry", "panzer", "leader"), "soviet": ("infantry", "tank")}
RED = 2
ALLIES = frozenset({"italian", "rumanian", "hungarian"})


class Practice(Datum):
    """What the practice chart is called."""

    title: str


class Effect(DataModel):
    """What a card can do: the kinds of cards it may stand on, whose deck, and the bounds of its number."""

    text: str
    cards: Names
    sides: Names = SIDES
    low: int | None = None
    high: int | None = None
    chit: bool = False


class ChartFacts(DataModel):
    """The content of data/chart.toml."""

    title: str
    practice: Practice
    effect: Mapping[str, Effect]
    sheet: tuple[Mapping[str, object], ...]
    column: tuple[Mapping[str, object], ...]


@cache
def facts() -> ChartFacts:
    """The sheets, their columns and the closed list of effects."""
    return load_data(DATA / "chart.toml", ChartFacts)


@cache
def chart_schema() -> ChartSchema:
    """The sheets an owner fills, with the practice chart. TableError if that has a fault."""
    effects = {key: effect.text for key, effect in facts().effect.items()}
    columns = [{**each, "choices": effects} if each["key"] == "effect" else each for each in facts().column]
    sheets = load_sheets(facts().sheet, columns)
    folder = DATA / "practice"
    grid = {sheet.key: read_csv(sheet, (folder / f"{sheet.key}.csv").read_bytes()) for sheet in sheets}
    checked = check(ChartSchema(facts().title, sheets, {}, check_row, check_whole), grid)
    if checked.content is None:
        raise TableError(f"{f.sheet}.csv, line {f.line}, column {f.column}: {f.message}" for f in checked.faults)
    return ChartSchema(facts().title, sheets, checked.content, check_row, check_whole)


def practice_copy() -> Copy:
    """The practice chart as a campaign carries it."""
    return Copy(facts().practice.title, 0, True, chart_schema().practice)


def check_row(sheet: str, row: Row) -> Iterator[Remark]:
    """What does not fit within a line."""
    if sheet == "areas":
        if "city" not in row["features"] and (row["vp_axis"] or row["vp_soviet"]):
            yield remark("points_without_city")
        if "west" in row["features"] and row["side"] != "axis":
            yield remark("west_not_axis")
    elif sheet == "borders" and row["a"].casefold() == row["b"].casefold():
        yield remark("own_neighbour")
    elif sheet == "units":
        yield from _unit_remarks(row)
    elif sheet == "cards":
        yield from _card_remarks(row)


def _unit_remarks(row: Row) -> Iterator[Remark]:
    side = "soviet" if row["nation"] == "soviet" else "axis"
    if row["side"] != side:
        yield remark("other_nation")
    if row["kind"] not in KINDS[side]:
        yield remark("no_such_kind")
    if row["kind"] == "leader":
        return
    for key in ("cv", "mf", "tv"):
        whole, depleted = row[key], row[f"{key}_depleted"]
        if whole is None or depleted is None:
            yield remark("no_value", field=key if whole is None else f"{key}_depleted")
        elif depleted > whole:
            yield remark("better_depleted", field=f"{key}_depleted")
    if row["red"] and (row["nation"] not in GERMANS or row["kind"] != "infantry" or row["mf"] != RED):
        yield remark("not_red")


def _card_remarks(row: Row) -> Iterator[Remark]:
    effect = facts().effect[row["effect"]]
    if row["kind"] not in effect.cards:
        yield remark("effect_of_other_kind", names=", ".join(effect.cards))
    if row["side"] not in effect.sides:
        yield remark("effect_of_other_side")
    if effect.low is None or effect.high is None:
        if row["number"] is not None:
            yield remark("no_number")
    elif row["number"] is None or not effect.low <= row["number"] <= effect.high:
        yield remark("number_out", low=effect.low, high=effect.high)
    names = chits(row["side"])
    if effect.chit != (row["chit"] in names):
        yield remark("chit_wanted" if effect.chit else "chit_not_wanted", names=", ".join(names))
    if row["sp"] and row["kind"] != "attack":
        yield remark("sp_not_attack")


def check_whole(content: Content) -> Iterator[tuple[str, int, Remark]]:
    """What does not fit between lines: names, neighbours, reach, decks, and who stands too near to whom."""
    areas = {row["name"]: row for row in content["areas"]}
    unknown = [*unknown_areas(content, areas, NAMES_OF_AREAS)]
    for sheet, n, key in unknown:
        yield sheet, n, remark("no_area", field=key, name=content[sheet][n][key])
    if unknown:
        return
    # Borders that stand twice, areas nobody can get to, sides without an edge or an area.
    for n in borders_twice(content["borders"]):
        yield "borders", n, remark("border_twice")
    crossed = (row for row in content["borders"] if row["kind"] != "lake")
    first, lost = islands((row["name"] for row in content["areas"]), crossed)
    for n, row in enumerate(content["areas"]):
        if row["name"] in lost:
            yield "areas", n, remark("island", name=first)
    for side, name in NAMES.items():
        if not any(row["edge"] == side for row in content["areas"]):
            yield "areas", 0, remark("no_edge", side=name)
    yield from _start_remarks(content, areas)
    yield from _deck_remarks(content, areas)


def _start_remarks(content: Content, areas: Mapping[str, Row]) -> Iterator[tuple[str, int, Remark]]:
    """Units and Resource Points where their side does not stand, and nationalities too near to each other (C3)."""
    for n, row in enumerate(content["units"]):
        if row["start"] and areas[row["start"]]["side"] != row["side"]:
            yield "units", n, remark("start_not_held", area=row["start"])
        if row["start"] and row["kind"] == "leader":
            yield "units", n, remark("leader_placed")
    leaders = [n for n, row in enumerate(content["units"]) if row["kind"] == "leader"]
    for n in leaders[1:]:
        yield "units", n, remark("two_leaders")
    for n, row in enumerate(content["resources"]):
        area = areas[row["area"]]
        if area["side"] != row["side"] or not {"city", "depot"} & set(area["features"]):
            yield "resources", n, remark("no_points_there")
    played, apart = theater_of(Copy("", 0, False, content)), numbers().distances.apart
    allies = [(n, row) for n, row in enumerate(content["units"]) if row["start"] and row["nation"] in ALLIES]
    for (_, one), (n, other) in combinations(allies, 2):
        if played.at_odds(one["nation"], one["start"], other["nation"], other["start"], apart):
            yield "units", n, remark("starts_too_near", name=one["name"])


def _deck_remarks(content: Content, areas: Mapping[str, Row]) -> Iterator[tuple[str, int, Remark]]:
    """Decks too small to draw from, cards that would be there too often, prerequisites that mean nothing."""
    hand = numbers().hand.most
    for side, name in NAMES.items():
        own = [(n, row) for n, row in enumerate(content["cards"]) if row["side"] == side]
        if sum(row["copies"] for _, row in own) <= hand:
            yield "cards", own[0][0] if own else 0, remark("small_deck", side=name)
    for n, row in enumerate(content["cards"]):
        for need in needs_of(row["needs"]):
            word, _, area = need.partition(":")
            if need not in STATES and not (word in AREA_NEEDS and area in areas):
                names = ", ".join((*STATES, "control:Area", "lacks:Area"))
                yield "cards", n, remark("no_prerequisite", need=need, names=names)
        if row["effect"] == "backhand" and not any(each["kind"] == "leader" for each in content["units"]):
            yield "cards", n, remark("no_leader")


@cache
def theater(chart: str) -> Theater:
    """The theater of the chart a campaign carries, as canonical JSON; Refused if it is none of this game's."""
    return theater_of(restore(chart_schema(), json.loads(chart)))
