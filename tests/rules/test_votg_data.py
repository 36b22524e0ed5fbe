"""The data of Valor of the Guards hang together: rulings, words, units, weapons, days, and the page about them."""

import json
import math
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from rules.asl.data_files.group_charts import WeaponRow
from rules.engine.data_files import Datum, load_chart, read_toml
from rules.systems.votg import provenance
from rules.systems.votg.pack import EntryCode, Pack, Recon, pack
from rules.systems.votg.rule_data import rule_data
from tests import votg_data
from tests.fields_read import sources, unread

DATA = votg_data.DATA
SIDES = ("german", "russian")
RULES = sources(votg_data.ROOT / "rules", "votg")
FOR_READERS = {"hip.front", "hip.isolated", "leftover", "leftover.kept", "mmc", "fanatic"}
"""What stands beside the pack for the record alone."""


class SownCode(EntryCode):
    sown: int = 0


class PlantedRecon(Recon):
    planted: int = 0


class Nowhere(Datum):
    price: int


class Sown(Pack):
    entry_code: tuple[SownCode, ...]
    recon: PlantedRecon
    nowhere: Nowhere


@cache
def data(name: str) -> dict[str, Any]:
    return read_toml(DATA / f"{name}.toml")


@cache
def rulings() -> dict[str, dict[str, Any]]:
    return {row["key"]: row for row in votg_data.rulings()}


def choices(ruling: str) -> set[str]:
    return {reading["key"] for reading in rulings()[ruling]["readings"]}


def readings(content: object) -> Iterator[tuple[str, set[str]]]:
    """Every `reading.<ruling>` within a datum, with its choices."""
    if isinstance(content, list):
        for entry in content:
            yield from readings(entry)
    elif isinstance(content, dict):
        for key, part in content.items():
            if key == "reading":
                yield from ((ruling, set(found)) for ruling, found in part.items())
            else:
                yield from readings(part)


IN_DATA = [each for name in ("pack", "fortifications", "units", "setup") for each in readings(data(name))]
IN_TABLES = [
    (key, set(found)) for table in votg_data.tables().values() for key, found in table.reading.items()
]  # fmt: skip


# Rulings ---------------------------------------------------------------------------------


def test_the_page_is_what_the_data_make_it():
    assert votg_data.PAGE.read_text(encoding="utf-8") == votg_data.page(), "write it with `python -m tests.votg_data`"


def test_a_reading_of_a_table_is_one_of_its_ruling_but_never_the_default():
    assert IN_TABLES
    assert [(r, found) for r, found in IN_TABLES if found != choices(r) - {rulings()[r]["default"]}] == []


def test_a_ruling_asks_offers_and_says_why():
    for row in rulings().values():
        assert row["question"].endswith(("?", "way round.", "printed."))
        assert row["default"] in choices(row["key"])
        assert len(choices(row["key"])) == len(row["readings"]) > 1
        assert row["why"]
        assert row["status"] in provenance.STATUSES


def test_a_missing_number_that_another_game_lends_is_called_a_house_default():
    lent = [row for row in rulings().values() if row["default"] == "sister"]
    assert len(lent) > 5
    assert all(row["why"].startswith("House default: ") and row["status"] == "missing" for row in lent)


def test_rulings_named_in_doubts_and_gaps_are_there():
    texts = [text for table in votg_data.tables().values() for text in table.doubt]
    texts += [row.stands_in for row in pack().missing]
    named = {name for text in texts for part in re.findall(r"rulings? ([a-z0-9_, ]*)", text)
             for name in re.findall(r"[a-z0-9]+_[a-z0-9_]+", part)}  # fmt: skip
    assert len(named) > 20
    assert named <= set(rulings())


def test_a_default_is_what_stands_beside_its_reading():
    for name in ("pack", "fortifications"):
        for section in data(name).values():
            for entry in section if isinstance(section, list) else [section]:
                if isinstance(entry, dict) and "reading" in entry:
                    _defaults(entry)


def _defaults(entry: dict[str, Any]) -> None:
    for ruling, found in entry["reading"].items():
        standing = found[rulings()[ruling]["default"]]
        if isinstance(standing, dict):
            assert standing.items() <= entry.items() or standing in entry.values(), ruling
        elif not isinstance(standing, bool) or "value" in entry:
            assert standing in entry.values(), ruling


def test_every_datum_says_where_it_comes_from():
    found = list(provenance.constants())
    assert len(found) > 80
    assert all(each.status in provenance.STATUSES and each.cite for each in found)
    bare = [
        f"{name}.{section}"
        for name in provenance.CONSTANTS
        for section, content in data(name).items()
        if isinstance(content, dict | list) and section not in ("section",) and not list(provenance.origins(content))
    ]
    assert bare == []


def test_every_key_of_the_pack_is_read_by_somebody():
    assert unread([pack()], RULES) == []


def test_every_other_key_is_read_by_somebody_or_stands_for_the_record():
    rules = rule_data()
    found = unread([rules.forts, rules.setup, *rules.units.values(), *rules.classes.values()], RULES)
    assert set(found) == FOR_READERS


def test_a_key_that_nobody_reads_is_found():
    plain = read_toml(DATA / "pack.toml")
    sown = {
        **plain,
        "recon": {**plain["recon"], "planted": 3},
        "entry_code": [{**row, "sown": 1} for row in plain["entry_code"]],
        "nowhere": {"price": 1, "cite": "12.6", "status": "printed"},
    }
    assert unread([Sown.model_validate_json(json.dumps(sown))], RULES) == [
        "entry_code.sown",
        "nowhere",
        "nowhere.price",
        "recon.planted",
    ]


# Words -----------------------------------------------------------------------------------


def test_12_6_every_step_of_the_refit_has_words():
    rules = " ".join(row["rule"] for row in data("course").values())
    assert [n for n in range(601, 628) if f"12.{n}" not in rules] == []


@pytest.mark.parametrize("key", [key for key in data("course") if key != "by_hand"])
def test_a_step_says_what_it_is_and_what_to_press(key):
    said = data("course")[key]
    assert all(said[part] for part in ("rule", "title", "help", "button"))
    assert len(said["title"]) <= 40
    assert said["help"].endswith(".")
    assert said.get("passes", ".").endswith(".")


def test_a_reminder_is_for_days_that_there_are():
    days = {day["key"] for day in data("pack")["date"]}
    rows = data("reminders")["reminder"]
    assert len({(row["rule"], row["text"]) for row in rows}) == len(rows)
    for row in rows:
        assert set(row["dates"]) <= days
        assert row["side"] in ("", *SIDES)
        assert row["when"] in ("", "night", "last_day", "open_end")


def test_VotG19_is_recalled_on_the_days_it_is_for():
    short = data("pack")["german_shortage"]
    (row,) = (row for row in data("reminders")["reminder"] if row["rule"] == "VotG19")
    assert (row["dates"][0], row["dates"][-1], len(row["dates"])) == (short["first"], short["last"], 10)


# Units and weapons -----------------------------------------------------------------------


def units(side: str) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in data("units")["unit"] if side in row["sides"]}


@pytest.mark.parametrize("side", SIDES)
def test_halves_and_better_and_lower_counters_are_there_too(side):
    known = units(side)
    for row in known.values():
        for part in ("half", "harden", "lower"):
            other = known.get(row.get(part, row["name"]))
            assert other, f"{row['name']}: {part}"
            assert part not in row or other["class"] == ("half_squad" if part == "half" else row["class"])


@pytest.mark.parametrize("side", SIDES)
def test_an_mmc_gets_better_or_fanatic(side):
    mmc = [row for row in units(side).values() if row["class"] in ("squad", "half_squad")]
    assert all(bool(row.get("harden")) != (row["troop_class"] == "elite" or "fanatic" in row) for row in mmc)


def test_VotG23_only_russians_have_commissars():
    found = {row["name"]: row["sides"] for row in data("units")["unit"] if row.get("commissar")}
    assert found == {name: ["russian"] for name in ("8+1", "9-0", "10-0")}


def test_12_6225_every_leader_that_a_table_brings_is_known():
    columns = {
        "leader_pltn": {"german": "german", "russian": "russian"},
        "leader_bh": {"german": "german", "russian": "russian"},
        "leader_german_coy": {"leaders": "german"},
        "leader_russian_coy": {"leaders": "russian", "commissars": "russian"},
    }
    for name, sides in columns.items():
        for row in votg_data.tables()[f"votg.{name}"].rows:
            for column, side in sides.items():
                named = str(row.values[column] or "").split(", ")
                assert all(units(side)[leader]["class"] == "leader" for leader in named if leader)


@pytest.mark.parametrize("side", SIDES)
def test_12_6222_weapons_are_of_groups_that_charts_can_name(side):
    lines = load_chart(DATA / f"sw_{side}.csv", WeaponRow)
    column = next(row for row in data("chart")["column"] if row["key"] == "type" and f"{side}_groups" in row["sheets"])
    assert {line.rg for line in lines} <= set(column["choices"])
    named = {(line.rg, line.weapon) for line in lines}
    read = {(row.rg, row.weapon) for row in pack().weapon_reading if row.side == side}
    chosen = {(row.rg, row.weapon) for row in pack().weapon_choice} if side == "russian" else set()
    assert read | chosen <= named
    assert all(row.weapon == row.read_as for row in pack().weapon_reading)
    assert {row.table for row in pack().weapon_choice} <= {key.split(".")[1] for key in votg_data.tables()}


def test_tables_stand_on_one_shelf_each():
    shelved = [name for shelf in data("shelves")["shelf"] for name in shelf["tables"]]
    assert sorted(shelved) == sorted(votg_data.tables())


# Days ------------------------------------------------------------------------------------


def test_12_6254_the_moon_is_reckoned_from_sun_and_moon():
    for day in data("pack")["date"]:
        angle, lit = _moon(int(day["key"]))
        assert day["moon"] == f"{_phase(angle)}, {round(lit)} % lit"


def _phase(angle: float) -> str:
    """The name of the phase; a quarter or a full moon is the night within half a day's way of it."""
    if abs(angle - 90) < 6.5:
        return "first quarter"
    if abs(angle - 180) < 6.5:
        return "full"
    return "waxing crescent" if angle < 90 else "waxing gibbous" if angle < 180 else "waning gibbous"


def _moon(day: int) -> tuple[float, float]:
    """The angle from sun to moon in degrees, and how much of the disc is lit, at 21 h on a day of September 1942.

    Meeus, Astronomical Algorithms (2nd edition): the main terms of chapters 25, 47 and 48.
    """
    t = (day - 1 + 21 / 24 - 20941.5) / 36525  # 1 September 1942, 0 h, is 20941.5 days before 1 January 2000, 12 h
    elongation, sun, moon = 297.8502 + 445267.1114 * t, 357.5291 + 35999.0503 * t, 134.9634 + 477198.8675 * t

    def sine(angle: float) -> float:
        return math.sin(math.radians(angle))

    longitude = 218.316 + 481267.881 * t + 6.289 * sine(moon) + 1.274 * sine(2 * elongation - moon)
    longitude += 0.658 * sine(2 * elongation) + 0.214 * sine(2 * moon) - 0.186 * sine(sun)
    suns = 280.466 + 36000.770 * t + 1.915 * sine(sun) + 0.020 * sine(2 * sun)
    phase = 180 - elongation - 6.289 * sine(moon) + 2.100 * sine(sun) - 1.274 * sine(2 * elongation - moon)
    phase += -0.658 * sine(2 * elongation) - 0.214 * sine(2 * moon) - 0.110 * sine(elongation)
    return (longitude - suns) % 360, 50 * (1 + math.cos(math.radians(phase)))


def test_12_2_days_follow_each_other_and_cg_iv_has_all_fourteen():
    days = data("pack")["date"]
    assert [int(day["key"]) for day in days] == list(range(14, 28))
    games = {row["key"]: row for row in data("pack")["game"]}
    assert (games["IV"]["first"], games["IV"]["last"]) == (days[0]["key"], days[-1]["key"])
    assert [key for key, row in games.items() if row["fixed_first_length"]] == ["II", "IV"]
