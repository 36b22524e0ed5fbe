"""What must fit together in the charts that an owner of Valor of the Guards types in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from rules.parts.charts import Content, Remark, Row
from rules.tables import read_toml

DATA = Path(__file__).parent / "data"
SIDES = ("german", "russian")
GAMES = ("I", "II", "III", "IV")


@cache
def facts() -> Mapping[str, Any]:
    """What chart.toml says of the sheets and of what must fit together."""
    return read_toml(DATA / "chart.toml")


@cache
def pack() -> Mapping[str, Any]:
    """What the print says of the campaign games."""
    return read_toml(DATA / "pack.toml")


def printed(game: str) -> Mapping[str, Any]:
    """What the print says of one of them."""
    return next(row for row in pack()["game"] if row["key"] == game)


def pair(value: Any) -> tuple[int, int]:
    """Units and exponent of a strength."""
    return (value[0], value[1]) if isinstance(value, list) else (value, 0)


def check_row(sheet: str, row: Row) -> Iterator[Remark]:
    """What does not fit within a line."""
    if sheet in ("german_groups", "russian_groups"):
        yield from _group_remarks(row)
    elif sheet == "setup":
        yield from _setup_remarks(row)
    elif sheet == "order_of_battle":
        yield from _given_remarks(row)
    elif sheet == "balance" and row["behind_to"] is not None and row["behind_to"] < row["behind_from"]:
        yield "behind_to", "it ends before it begins.", "Enter the greater number here, or leave it empty."


def _group_remarks(row: Row) -> Iterator[Remark]:
    letter, kind = row["id"][0], row["kind"]
    fitting = facts()["letters"][letter]
    if kind not in fitting:
        yield "kind", f"{letter} groups are never {kind} (12.6211).", f"Enter one of: {', '.join(fitting)}."
    yield from _entry_remarks(row)
    if letter == "I" and not row["type"]:
        yield "type", "infantry counts as a line of the weapon and leader tables.", "Choose the line."
    if row["daily_max"] > max(row[f"max_{game.lower()}"] for game in GAMES):
        wanted = "Enter no more than the greatest CG maximum (12.6216)."
        yield "daily_max", "more can be bought in a day than in any campaign game.", wanted
    if letter in ("I", "A") and not row["size"]:
        yield "size", "it is a company or a platoon (12.6221).", "Choose which."
    else:
        yield from _strength_remarks(row)


def _entry_remarks(row: Row) -> Iterator[Remark]:
    rule = facts()["entry_codes"]
    others = [f"max_{game.lower()}" for game in GAMES if printed(game)["entry_codes"]]
    coded = row["id"][0] in rule["letters"] and rule["without"] not in row["effects"]
    if coded and not row["entry_code"] and any(row[key] for key in others):
        yield "entry_code", "it has no Entry Code (12.6217).", "Choose its color, or set on_map among its effects."
    if row["entry_code"] and not coded:
        yield "entry_code", "it takes no Entry Code (12.6217).", "Leave this empty."


def _strength_remarks(row: Row) -> Iterator[Remark]:
    """Strengths as the size has them, falling, and no names with numbers beside them."""
    rules = facts()["strengths"]
    counted = row["kind"] in rules["counted_kinds"]
    wanted = rules[row["size"] or "uncounted"] if counted else ()
    for key in (*rules["company"], "d"):
        if key in wanted and row[key] is None:
            yield key, "this strength is not there.", f"Enter the units of a {row['size']} at {key.upper()}."
        elif key not in wanted and row[key] is not None:
            yield key, "this group has no such strength.", "Leave this empty."
    if counted and (len(row["units"]) > 1 or row["units"][0][1]):
        yield "units", "the strengths say how many.", "Enter one name without a number."
    if not counted and not all(number for _, number in row["units"]):
        yield "units", "how many is not said.", "Put * and the number behind each name: HMG*2."
    units = {key: pair(row[key]) for key in wanted if row[key] is not None}
    for more, fewer in pairwise(units):
        if units[fewer][0] > units[more][0]:
            yield fewer, f"it has more units than {more.upper()}.", f"Enter at most {units[more][0]}."
    for key in rules["raised"]:
        if key in units and units[key][1] > units[key][0]:
            yield key, "the exponent counts more squads than there are.", f"Enter at most {units[key][0]} behind the ^."


def _setup_remarks(row: Row) -> Iterator[Remark]:
    game, known = row["cg"], printed(row["cg"])
    if row["last"] < row["first"]:
        yield "last", "the last day is before the first.", f"Enter {row['first']} or later."
    for key in ("first", "last", "attack_chits"):
        if key in known and row[key] != int(known[key]):
            yield key, f"the rules have {known[key]} for CG {game} ({known['cite']}).", f"Enter {known[key]}."
    if known["fixed_first_length"] and row["turns"] is None:
        yield "turns", f"the Initial Scenario of CG {game} has a fixed length (CG4).", "Enter its turns."
    if not known["fixed_first_length"] and row["turns"] is not None:
        yield "turns", f"the Initial Scenario of CG {game} ends by dr (CG4).", "Leave this empty."


def _given_remarks(row: Row) -> Iterator[Remark]:
    if bool(row["group"]) == bool(row["unit"]):
        yield "group", "a line is for a group or for a counter.", "Fill one of the two columns."
    if row["unit"] and not row["class"]:
        yield "class", "what the counter is is not said.", "Choose its class."
    if row["group"] and row["class"]:
        yield "class", "a group of the chart has its kind there.", "Leave this empty."
    if row["unit"] and row["strength"]:
        yield "strength", "only a group has a strength.", "Leave this empty."


def check_whole(content: Content) -> Iterator[tuple[str, int, Remark]]:
    """What does not fit between lines."""
    games = {row["cg"] for row in content["setup"]}
    for sheet in ("victory", "order_of_battle"):
        for n, row in enumerate(content[sheet]):
            if row["cg"] not in games:
                yield sheet, n, ("cg", f"CG {row['cg']} has no set-up.", "Enter its line in the set-up first.")
    told = {row["cg"] for row in content["victory"]}
    for n, row in enumerate(content["setup"]):
        if row["cg"] not in told:
            yield "setup", n, ("cg", f"nothing says who wins CG {row['cg']}.", "Enter its line under Victory.")
    groups = {side: {row["id"]: row for row in content[f"{side}_groups"]} for side in SIDES}
    for n, row in enumerate(content["order_of_battle"]):
        yield from (("order_of_battle", n, remark) for remark in _named_remarks(row, groups[row["side"]]))
    yield from _overlaps(content["balance"])


def _named_remarks(row: Row, groups: Mapping[str, Row]) -> Iterator[Remark]:
    group = groups.get(row["group"])
    if row["group"] and group is None:
        yield "group", f"the chart has no {row['group']} for that side.", "Enter an ID of the chart."
    elif group is not None and row["strength"]:
        fitting = facts()["strengths"][group["size"] or "uncounted"]
        if row["strength"] not in fitting:
            wanted = f"Enter one of: {', '.join(fitting)}." if fitting else "Leave this empty."
            yield "strength", f"{row['group']} has no such strength.", wanted


def _overlaps(rows: tuple[Row, ...]) -> Iterator[tuple[str, int, Remark]]:
    for n, row in enumerate(rows):
        for before in rows[:n]:
            low, high = max(before["behind_from"], row["behind_from"]), (before["behind_to"], row["behind_to"])
            if before["side"] == row["side"] and all(end is None or end >= low for end in high):
                text = f"{low} stands in a line before already."
                yield "balance", n, ("behind_from", text, "Let each number of scenarios stand in one line.")
                break
