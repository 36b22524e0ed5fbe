"""The sheets that an owner of Roads to Stalingrad fills, and what must fit together in them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import Any

from rules.engine.chart_files import load_sheets, read_csv
from rules.engine.charts import ChartSchema, Content, Copy, Remark, Row, check, restore
from rules.engine.data_files import DataModel, Datum, Names, TableError, load_data
from rules.systems.rts.printed import DATA, SIDES, chits, numbers
from rules.systems.rts.theater import Theater, theater_of
from rules.text import gettext, gettext_noop

PERMANENT = ("winter", "stavka", "directive45", "order225")
"""Effects that stay, each once in a game (C15); Railhead Advance has a rule of its own (C6)."""
STATES = ("winter", "summer", "stavka", "directive45")
AREA_NEEDS = ("control", "lacks")
KINDS = {"axis": ("infantry", "panzer", "leader"), "soviet": ("infantry", "tank")}
RED = 2
ALLIES = frozenset({"italian", "rumanian", "hungarian"})
LISTED = gettext_noop("Take a name of the sheet of areas.")
EMPTY = gettext_noop("Leave this empty.")


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
    sheet: tuple[Mapping[str, Any], ...]
    column: tuple[Mapping[str, Any], ...]


@cache
def facts() -> ChartFacts:
    """The sheets, their columns and the closed list of effects."""
    return load_data(DATA / "chart.toml", ChartFacts)


@cache
def chart_book() -> ChartSchema:
    """The sheets an owner fills, with the practice chart. TableError if that has a fault."""
    effects = {key: effect.text for key, effect in facts().effect.items()}
    columns = [{**each, "choices": effects} if each["key"] == "effect" else each for each in facts().column]
    sheets = load_sheets(facts().sheet, columns)
    folder = DATA / "practice"
    grid = {sheet.key: read_csv(sheet, (folder / f"{sheet.key}.csv").read_bytes()) for sheet in sheets}
    found = check(ChartSchema(facts().title, sheets, {}, check_row, check_whole), grid)
    if found.content is None:
        raise TableError(f"{f.sheet}.csv, line {f.line}, column {f.column}: {f.message}" for f in found.faults)
    return ChartSchema(facts().title, sheets, found.content, check_row, check_whole)


def practice_copy() -> Copy:
    """The practice chart as a campaign carries it."""
    return Copy(facts().practice.title, 0, True, chart_book().practice)


def check_row(sheet: str, row: Row) -> Iterator[Remark]:
    """What does not fit within a line."""
    if sheet == "areas":
        yield from _area_remarks(row)
    elif sheet == "borders" and row["a"].casefold() == row["b"].casefold():
        yield "b", gettext("an area is no neighbour of its own."), gettext(LISTED)
    elif sheet == "units":
        yield from _unit_remarks(row)
    elif sheet == "cards":
        yield from _card_remarks(row)


def _area_remarks(row: Row) -> Iterator[Remark]:
    if "city" not in row["features"] and (row["vp_axis"] or row["vp_soviet"]):
        yield "features", gettext("only cities have Victory Points (C1.a.II)."), gettext("Set city among its features.")
    if "west" in row["features"] and row["side"] != "axis":
        wrong = gettext("what lies west of the initial line is controlled by the Axis (C1.f.II).")
        yield "side", wrong, gettext("Choose Axis, or take west from its features.")


def _unit_remarks(row: Row) -> Iterator[Remark]:
    side = "soviet" if row["nation"] == "soviet" else "axis"
    if row["side"] != side:
        yield "side", gettext("its nationality fights for the other side (C2)."), gettext("Choose the other side.")
    if row["kind"] not in KINDS[side]:
        yield "kind", gettext("this side has no units of that kind (C2)."), gettext("Choose another kind.")
    if row["kind"] == "leader":
        return
    for key in ("cv", "mf", "tv"):
        whole, depleted = row[key], row[f"{key}_depleted"]
        if whole is None or depleted is None:
            yield (
                key if whole is None else f"{key}_depleted",
                gettext("nothing stands here."),
                gettext("Enter the value printed on the counter."),
            )
        elif depleted > whole:
            yield f"{key}_depleted", gettext("it is better when Depleted."), gettext("Enter the value of its back.")
    if row["red"] and (row["nation"] != "german" or row["kind"] != "infantry" or row["mf"] != RED):
        wrong = gettext("a red Movement Factor is the 2 of German infantry (C9).")
        yield "red", wrong, gettext(EMPTY)


def _card_remarks(row: Row) -> Iterator[Remark]:
    effect = facts().effect[row["effect"]]
    if row["kind"] not in effect.cards:
        wanted = gettext("Choose one of: {names}.", names=", ".join(effect.cards))
        yield "kind", gettext("no card of this kind has that effect."), wanted
    if row["side"] not in effect.sides:
        yield "side", gettext("the other side's deck has this card (C15.a)."), gettext("Choose the other side.")
    if effect.low is None or effect.high is None:
        if row["number"] is not None:
            yield "number", gettext("this effect has no number."), gettext(EMPTY)
    elif row["number"] is None or not effect.low <= row["number"] <= effect.high:
        wanted = gettext("Enter a number from {low} to {high}.", low=effect.low, high=effect.high)
        yield "number", gettext("it does not fit this effect."), wanted
    if effect.chit != (row["chit"] in chits(row["side"])):
        wanted = (
            gettext("Enter one of: {names}.", names=", ".join(chits(row["side"]))) if effect.chit else gettext(EMPTY)
        )
        yield "chit", gettext("this is no chit for it."), wanted
    if row["sp"] and row["kind"] != "attack":
        yield "sp", gettext("only Attack cards cost Supply Points (5.5.2)."), gettext(EMPTY)


def check_whole(content: Content) -> Iterator[tuple[str, int, Remark]]:
    """What does not fit between lines: names, neighbours, reach, decks, and who stands too near to whom."""
    areas = {row["name"]: row for row in content["areas"]}
    unknown = [
        (sheet, n, key)
        for sheet, keys in {
            "borders": ("a", "b"),
            "units": ("start",),
            "resources": ("area",),
            "roles": ("area",),
        }.items()
        for n, row in enumerate(content[sheet])
        for key in keys
        if row[key] and row[key] not in areas
    ]
    for sheet, n, key in unknown:
        name = content[sheet][n][key]
        yield sheet, n, (key, gettext("there is no area called {name}.", name=name), gettext(LISTED))
    if unknown:
        return
    yield from _map_remarks(content)
    yield from _start_remarks(content, areas)
    yield from _deck_remarks(content, areas)


def _map_remarks(content: Content) -> Iterator[tuple[str, int, Remark]]:
    """Borders that stand twice, areas nobody can get to, sides without an edge or an area."""
    near: dict[str, set[str]] = {row["name"]: set() for row in content["areas"]}
    seen: set[frozenset[str]] = set()
    for n, row in enumerate(content["borders"]):
        if (pair := frozenset((row["a"], row["b"]))) in seen:
            yield "borders", n, ("a", gettext("this border stands twice."), gettext("Take one of the two lines out."))
        seen.add(pair)
        if row["kind"] != "lake":
            near[row["a"]].add(row["b"])
            near[row["b"]].add(row["a"])
    mainland = max(_lands(near), key=len)
    first = next(name for name in near if name in mainland)
    for n, row in enumerate(content["areas"]):
        if row["name"] not in mainland:
            wrong = gettext("nobody can get there from {name}.", name=first)
            yield "areas", n, ("name", wrong, gettext("Enter its borders; a lake is none that can be crossed."))
    for side, name in zip(SIDES, (numbers().sides.axis, numbers().sides.soviet), strict=True):
        if not any(row["edge"] == side for row in content["areas"]):
            wrong = gettext("the {side} side has no map edge to retreat to (9.6.3f).", side=gettext(name))
            yield "areas", 0, ("edge", wrong, gettext("Choose it for an area at the edge."))


def _lands(near: Mapping[str, set[str]]) -> Iterator[set[str]]:
    """The areas that can be reached from each other, together; an island is a land too."""
    left = dict.fromkeys(near)
    while left:
        first, _ = left.popitem()
        reached, queue = {first}, [first]
        while queue:
            for name in near[queue.pop()] - reached:
                left.pop(name, None)
                reached.add(name)
                queue.append(name)
        yield reached


def _start_remarks(content: Content, areas: Mapping[str, Row]) -> Iterator[tuple[str, int, Remark]]:
    """Units and Resource Points where their side does not stand, and nationalities too near to each other (C3)."""
    for n, row in enumerate(content["units"]):
        if row["start"] and areas[row["start"]]["side"] != row["side"]:
            wrong = gettext("its side does not control {area}.", area=row["start"])
            yield "units", n, ("start", wrong, gettext("Choose an area of its own side, or none."))
        if row["start"] and row["kind"] == "leader":
            yield "units", n, ("start", gettext("the leader comes by his card (C10.a)."), gettext(EMPTY))
    leaders = [n for n, row in enumerate(content["units"]) if row["kind"] == "leader"]
    for n in leaders[1:]:
        yield "units", n, ("kind", gettext("there is one leader only (C10)."), gettext("Take one of them out."))
    for n, row in enumerate(content["resources"]):
        area = areas[row["area"]]
        if area["side"] != row["side"] or not {"city", "depot"} & set(area["features"]):
            wrong = gettext("no Resource Points of this side can lie there (C1.a.I, C5).")
            yield "resources", n, ("area", wrong, gettext("Choose a city of its own side."))
    played, apart = theater_of(Copy("", 0, False, content)), numbers().distances.apart
    allies = [(n, row) for n, row in enumerate(content["units"]) if row["start"] and row["nation"] in ALLIES]
    for (_, one), (n, other) in combinations(allies, 2):
        if played.at_odds(one["nation"], one["start"], other["nation"], other["start"], apart):
            wrong = gettext("{name} of another Axis nationality begins too near (C3).", name=one["name"])
            yield "units", n, ("start", wrong, gettext("Choose another area."))


def _deck_remarks(content: Content, areas: Mapping[str, Row]) -> Iterator[tuple[str, int, Remark]]:
    """Decks too small to draw from, cards that would be there too often, prerequisites that mean nothing."""
    hand = numbers().hand.most
    for side, name in zip(SIDES, (numbers().sides.axis, numbers().sides.soviet), strict=True):
        own = [(n, row) for n, row in enumerate(content["cards"]) if row["side"] == side]
        if sum(row["copies"] for _, row in own) <= hand:
            wrong = gettext("the deck of the {side} side has no more than a first hand (4.1).", side=gettext(name))
            yield "cards", own[0][0] if own else 0, ("copies", wrong, gettext("Enter its cards with their copies."))
    for n, row in enumerate(content["cards"]):
        for need in filter(None, (part.strip() for part in row["needs"].split(";"))):
            word, _, area = need.partition(":")
            if need not in STATES and not (word in AREA_NEEDS and area in areas):
                wrong = gettext("{need} is no prerequisite.", need=need)
                wanted = gettext("Enter one of: {names}.", names=", ".join((*STATES, "control:Area", "lacks:Area")))
                yield "cards", n, ("needs", wrong, wanted)
        if row["effect"] == "backhand" and not any(each["kind"] == "leader" for each in content["units"]):
            yield (
                "cards",
                n,
                ("effect", gettext("there is no leader to come (C10.a)."), gettext("Enter him as a unit.")),
            )


@cache
def theater(chart: str) -> Theater:
    """The theater of the chart a campaign carries, as canonical JSON; Refused if it is none of this game's."""
    return theater_of(restore(chart_book(), json.loads(chart)))
