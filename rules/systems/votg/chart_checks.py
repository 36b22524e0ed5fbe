"""What must fit together in the charts that an owner of Valor of the Guards types in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from rules.engine.charts import Content, Remark, Row
from rules.engine.data_files import DataModel, Datum, Names
from rules.systems.votg.pack import DATA, printed
from rules.text import gettext, gettext_noop

SIDES = ("german", "russian")
GAMES = ("I", "II", "III", "IV")


EMPTY = gettext_noop("Leave this empty.")


class Practice(Datum):
    """What the practice chart is called."""

    title: str


class Letters(Datum):
    """What a group's letter may stand for."""

    kinds: Mapping[str, Names]


class EntryCodes(Datum):
    """The letters of groups with an Entry Code, and the effect that spares one."""

    letters: Names
    without: str


class Strengths(Datum):
    """The strengths a size is printed with, from the most to the fewest units; `raised` ones may have an exponent."""

    company: Names
    platoon: Names
    counted_kinds: Names
    raised: Names

    def of(self, size: str) -> Names:
        """Those of a group of this size, none where its units are not counted by strength."""
        return {"company": self.company, "platoon": self.platoon}.get(size, ())


class ChartFacts(DataModel):
    """What chart.toml says of the sheets and of what must fit together."""

    title: str
    practice: Practice
    letters: Letters
    entry_codes: EntryCodes
    strengths: Strengths
    sheet: tuple[Mapping[str, object], ...]
    column: tuple[Mapping[str, object], ...]


@cache
def facts() -> ChartFacts:
    """The content of data/chart.toml."""
    return DATA.read("chart", ChartFacts)


def pair(value: int | Sequence[int]) -> tuple[int, int]:
    """Units and exponent of a strength."""
    return (value, 0) if isinstance(value, int) else (value[0], value[1])


def check_row(sheet: str, row: Row) -> Iterator[Remark]:
    """What does not fit within a line."""
    if sheet in ("german_groups", "russian_groups"):
        yield from _group_remarks(row)
    elif sheet == "setup":
        game, rules_printed = row["cg"], printed(row["cg"])
        if row["last"] < row["first"]:
            way_out = gettext("Enter {day} or later.", day=row["first"])
            yield "last", gettext("the last day is before the first."), way_out
        for key, value in (
            ("first", rules_printed.first),
            ("last", rules_printed.last),
            ("attack_chits", rules_printed.attack_chits),
        ):
            if value and row[key] != int(value):
                message = gettext(
                    "the rules have {value} for CG {game} ({rule}).", value=value, game=game, rule=rules_printed.cite
                )
                yield key, message, gettext("Enter {value}.", value=value)
        if rules_printed.fixed_first_length and row["turns"] is None:
            message = gettext("the Initial Scenario of CG {game} has a fixed length (CG4).", game=game)
            yield "turns", message, gettext("Enter its turns.")
        if not rules_printed.fixed_first_length and row["turns"] is not None:
            yield "turns", gettext("the Initial Scenario of CG {game} ends by dr (CG4).", game=game), gettext(EMPTY)
    elif sheet == "order_of_battle":
        yield from _given_remarks(row)
    elif sheet == "balance" and row["behind_to"] is not None and row["behind_to"] < row["behind_from"]:
        wanted = gettext("Enter the greater number here, or leave it empty.")
        yield "behind_to", gettext("it ends before it begins."), wanted


def _group_remarks(row: Row) -> Iterator[Remark]:
    letter, kind = row["id"][0], row["kind"]
    fitting = facts().letters.kinds[letter]
    if kind not in fitting:
        message = gettext("{letter} groups are never {kind} (12.6211).", letter=letter, kind=kind)
        yield "kind", message, _one_of(fitting)
    rule = facts().entry_codes
    others = [f"max_{game.lower()}" for game in GAMES if printed(game).entry_codes]
    coded = letter in rule.letters and rule.without not in row["effects"]
    if coded and not row["entry_code"] and any(row[key] for key in others):
        wanted = gettext("Choose its color, or set on_map among its effects.")
        yield "entry_code", gettext("it has no Entry Code (12.6217)."), wanted
    if row["entry_code"] and not coded:
        yield "entry_code", gettext("it takes no Entry Code (12.6217)."), gettext(EMPTY)
    if letter == "I" and not row["type"]:
        yield "type", gettext("infantry counts as a line of the weapon and leader tables."), gettext("Choose the line.")
    if row["daily_max"] > max(row[f"max_{game.lower()}"] for game in GAMES):
        message = gettext("more can be bought in a day than in any campaign game.")
        yield "daily_max", message, gettext("Enter no more than the greatest CG maximum (12.6216).")
    if letter in ("I", "A") and not row["size"]:
        yield "size", gettext("it is a company or a platoon (12.6221)."), gettext("Choose which.")
    else:
        yield from _strength_remarks(row)


def _strength_remarks(row: Row) -> Iterator[Remark]:
    """Strengths as the size has them, falling, and no names with numbers beside them."""
    rules = facts().strengths
    counted = row["kind"] in rules.counted_kinds
    wanted = rules.of(row["size"]) if counted else ()
    for key in (*rules.company, "d"):
        if key in wanted and row[key] is None:
            enter = gettext("Enter the units of a {size} at {strength}.", size=row["size"], strength=key.upper())
            yield key, gettext("this strength is not there."), enter
        elif key not in wanted and row[key] is not None:
            yield key, gettext("this group has no such strength."), gettext(EMPTY)
    if counted and (len(row["units"]) > 1 or row["units"][0][1]):
        yield "units", gettext("the strengths say how many."), gettext("Enter one name without a number.")
    if not counted and not all(number for _, number in row["units"]):
        yield "units", gettext("how many is not said."), gettext("Put * and the number behind each name: HMG*2.")
    units = {key: pair(row[key]) for key in wanted if row[key] is not None}
    for more, fewer in pairwise(units):
        if units[fewer][0] > units[more][0]:
            message = gettext("it has more units than {strength}.", strength=more.upper())
            yield fewer, message, gettext("Enter at most {number}.", number=units[more][0])
    for key in rules.raised:
        if key in units and units[key][1] > units[key][0]:
            message = gettext("the exponent counts more squads than there are.")
            yield key, message, gettext("Enter at most {number} behind the ^.", number=units[key][0])


def _given_remarks(row: Row) -> Iterator[Remark]:
    if bool(row["group"]) == bool(row["unit"]):
        wanted = gettext("Fill one of the two columns.")
        yield "group", gettext("a line is for a group or for a counter."), wanted
    if row["unit"] and not row["class"]:
        yield "class", gettext("what the counter is is not said."), gettext("Choose its class.")
    if row["group"] and row["class"]:
        yield "class", gettext("a group of the chart has its kind there."), gettext(EMPTY)
    if row["unit"] and row["strength"]:
        yield "strength", gettext("only a group has a strength."), gettext(EMPTY)


def _one_of(fitting: Names) -> str:
    return gettext("Enter one of: {names}.", names=", ".join(fitting))


def check_whole(content: Content) -> Iterator[tuple[str, int, Remark]]:
    """What does not fit between lines."""
    games = {row["cg"] for row in content["setup"]}
    for sheet in ("victory", "order_of_battle"):
        for n, row in enumerate(content[sheet]):
            if row["cg"] not in games:
                message = gettext("CG {game} has no set-up.", game=row["cg"])
                yield sheet, n, ("cg", message, gettext("Enter its line in the set-up first."))
    dates = {row["cg"] for row in content["victory"]}
    for n, row in enumerate(content["setup"]):
        if row["cg"] not in dates:
            message = gettext("nothing says who wins CG {game}.", game=row["cg"])
            yield "setup", n, ("cg", message, gettext("Enter its line under Victory."))
    groups = {side: {row["id"]: row for row in content[f"{side}_groups"]} for side in SIDES}
    for n, row in enumerate(content["order_of_battle"]):
        sheet, group = "order_of_battle", groups[row["side"]].get(row["group"])
        if row["group"] and group is None:
            message = gettext("the chart has no {group} for that side.", group=row["group"])
            yield sheet, n, ("group", message, gettext("Enter an ID of the chart."))
        elif group and row["strength"] and row["strength"] not in (fitting := facts().strengths.of(group["size"])):
            message = gettext("{group} has no such strength.", group=row["group"])
            yield sheet, n, ("strength", message, _one_of(fitting) if fitting else gettext(EMPTY))
    yield from _overlaps(content["balance"])


def _overlaps(rows: tuple[Row, ...]) -> Iterator[tuple[str, int, Remark]]:
    for n, row in enumerate(rows):
        for before in rows[:n]:
            low, high = max(before["behind_from"], row["behind_from"]), (before["behind_to"], row["behind_to"])
            if before["side"] == row["side"] and all(end is None or end >= low for end in high):
                message = gettext("{number} stands in a line before already.", number=low)
                wanted = gettext("Let each number of scenarios stand in one line.")
                yield "balance", n, ("behind_from", message, wanted)
                break
