"""The printed numbers of Onslaught to Orsha 2: all tables and charts, and the examples that are look-ups."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules import systems
from rules.asl.data_files.group_charts import GroupChartRow, WeaponRow
from rules.asl.data_files.pack import Recon
from rules.dice import Modifier
from rules.engine.data_files import load_chart, load_tables, read_toml, under
from rules.systems.oto2.pack import Pack
from rules.systems.oto2.rule_data import rule_data
from rules.tables import Table
from tests.fields_read import sources, unread
from tests.rules.tables_read import check_rows, final_total

DATA = Path(systems.__path__[0]) / "oto2" / "data"
SIDES = ("german", "russian")


@cache
def tables() -> Mapping[str, Table]:
    return load_tables(DATA / "tables")


@cache
def data(name: str) -> dict[str, Any]:
    return read_toml(DATA / f"{name}.toml")


@cache
def groups(side: str) -> tuple[GroupChartRow, ...]:
    return load_chart(DATA / f"groups_{side}.csv", GroupChartRow)


def table(name: str, **rulings: str) -> Table:
    return under(tables()[f"oto2.{name}"], rulings)


def reads(name: str, text: str, column: str = "result", **rulings: str) -> None:
    check_rows(table(name, **rulings), text, column)


def final(name: str, *dice: int, **counts: int) -> int:
    return final_total(table(name), *dice, **counts)


FOR_READERS = {"hip.doubled_factor", "hip.squads_rounding", "leftover", "leftover.kept", "mmc"}
"""What stands beside the pack for the record alone."""


def test_5_3_counter_battery_attacks():
    results = [str(table("cbm").row(total).values["result"]).split()[0] for total in range(2, 13)]
    assert results == ["lowest", "red", "red", "enemy", *["no"] * 7]
    assert table("cbm").row(11, original=12).values["result"] == "this CBM eliminated"
    assert (table("cbm").drm("few_ffe").value, table("cbm").drm("many_ffe").value) == (2, -1)
    assert final("cbm", 1, 4, many_ffe=1) == 4
    assert table("cbm", cbm_low="two_only").row(1, original=2).values["result"] == "no effect"


def test_7_506_the_types_of_isolated_areas():
    assert [row.values["type"] for row in table("isolation_types").rows] == ["A", "B", "C", "D"]


def test_7_5063_escape():
    reads(
        "escape",
        "<8 escapes|9 escapes, replaced|10 escapes, casualty reduced"
        "|11 escapes, replaced and casualty reduced|>12 eliminated",
        "infantry",
    )
    reads(
        "escape",
        "<9 escapes|10 abandoned, crew escapes|11 abandoned, crew eliminated|>12 eliminated, no crew survival",
        "vehicle",
    )
    values = {each.key: each.value for each in table("escape").modifiers}
    assert values == {
        "leader": 1, "lone_smc": -1, "near": -1, "adjacent": -1,
        "half_squads": 1, "overload": 1, "encircled": 2, "captured": 2,
    }  # fmt: skip


def test_7_5064_equipment_left_by_the_eliminated():
    reads("escape_equipment", "1-3 left where the unit was|4-6 eliminated")


def test_7_5094_flames_spread():
    reads("flame_spread", "1-4 removed|5-6 Blaze")


def test_7_510_wounded_leaders():
    reads("wounded", "<1 unwounded|2 wounded|>3 evacuated")
    assert (final("wounded", 2, isolated=1), final("wounded", 2, heroic=1)) == (3, 1)


def test_7_5112_battle_hardening_of_mmc():
    reads("mmc_bh", "<-1 4|0-1 3|2-4 2|5-6 1|>7 0", "mmc")
    assert final("mmc_bh", 5, 5, won=1, cvp_amassed=89) == 5


def test_7_5113_battle_hardening_of_leaders():
    reads("leader_bh", "<2 10-2|3 9-2|4 9-1|5 8-1|6-7 8-0|8-9 7-0|>10 6+1", "leader")


def test_7_5113_example_a_german_loser_hardens_a_9_1_and_a_russian_winner_a_9_2():
    assert table("leader_bh").row(final("leader_bh", 2, 3, german=1)).values["leader"] == "9-1"
    assert table("leader_bh").row(final("leader_bh", 2, 3, won=1)).values["leader"] == "9-2"


def test_7_5122_san_adjustment():
    reads("san", "<4 0|>5 -1", "san")
    pack = data("pack")["san"]
    assert (pack["rolls_from"], pack["offset"], pack["raised_up_to"], pack["raised_to"]) == (3, 4, 1, 2)


def test_7_5122_example_san_3_falls_on_a_6_and_san_4_on_a_5():
    offset = data("pack")["san"]["offset"]
    assert table("san").row(final("san", 6, san=3 - offset)).values["san"] == -1
    assert table("san").row(final("san", 5, san=3 - offset)).values["san"] == 0
    assert table("san").row(final("san", 5, san=4 - offset)).values["san"] == -1


def test_7_5131b_immobilization_repair_only_after_23PM():
    reads("immobilization", "<4 mobile|>5 no change")
    assert final("immobilization", 3, armor_leader=-2, non_qualified=1, front_line=1, isolated=1) == 4
    assert data("pack")["immobilization_repair"]["value"] == ["23PM"]


def test_7_5131c_vehicles_recalled_for_low_ammunition():
    reads("recall_low_ammo", "1-3 enters from offboard|4-6 out for the next scenario")


def test_7_5131d_stun():
    reads("stun", "<3 recovered|4-5 stunned|>6 eliminated")
    assert table("stun").row(final("stun", 5, isolated=1)).values["result"] == "eliminated"
    assert final("stun", 5, armor_leader=-1) == 4


def test_7_5132_weapon_repair():
    reads("weapon_repair", "<2 repaired|>3 eliminated")
    assert [final("weapon_repair", die, vehicular=1, repair_number=1) for die in (5, 6)] == [2, 3]
    assert final("weapon_repair", 1, non_qualified=1, isolated=1) == 3


def test_7_5134_ft_and_dc_kept():
    reads("ftdc", "2-10 retained|11-12 eliminated")
    reads("ftdc", "2-11 retained|12 eliminated", "russian_ft")


def test_7_5135_captured_weapons():
    reads("captured_weapon", "1-2 retained|3-6 eliminated")


def test_7_514_removal_of_fortifications():
    reads("fort_removal", "<3 removed|>4 no effect")
    assert final("fort_removal", 3, front_line=1, own_german=1) == 3
    assert final("fort_removal", 3, near_front_line=1, engineers=1) == 2


def test_7_514_an_original_6_costs_men():
    reads("fort_removal_mishap", "1-5 none|6 casualty reduction")
    assert data("pack")["removal"]["engineer_squads"] == 3


def test_7_515_cpp_replenishment():
    reads("cpp", "<2 25|3-4 24|5-6 23|7-8 22|9-10 21|>11 20", "cpp")


@pytest.mark.parametrize(("dice", "historical", "cpp"), [((3, 3), 1, 22), ((3, 3), 0, 23), ((1, 1), -1, 25)])
def test_7_515_examples(dice, historical, cpp):
    assert table("cpp").row(final("cpp", *dice, historical=historical)).values["cpp"] == cpp


def test_7_5151_historical_drm():
    found = {
        date["key"]: (date["historical"]["russian"], date["historical"]["german"]) for date in data("pack")["date"]
    }
    assert found == {"23AM": (-2, -1), "23PM": (1, 0), "24AM": (-1, 0), "24PM": (0, 1)}


def test_7_516_elr():
    reads("elr", "<2 1|3-11 0|>12 -1", "elr")
    assert data("pack")["elr"]["limits"] == {"minimum": 1, "maximum": 4}
    assert final("elr", 1, 2, scenarios=1, cvp_suffered=60, historical=0) == 7
    assert final("elr", 3, 3, won=1, elite=2, cvp_suffered=49, historical=-1) == 2


def test_7_517_weather():
    reads("weather", "<3 Rain|4-7 Overcast|8-11 Clear|>12 Clear & Gusty", "weather")
    assert table("weather").row(final("weather", 2, 2, overcast=1)).values["weather"] == "Rain"


def test_7_5171_environmental_conditions():
    reads("ec", "<2 Wet|3-4 Moist|>5 Moderate", "ec")
    assert table("ec").row(final("ec", 3, overcast=1)).values["ec"] == "Wet"
    assert table("ec").row(final("ec", 6, rain=1)).values["ec"] == "Moist"


def test_7_5191_strength():
    reads("strength", "<8 Full|>9 Depleted")
    assert table("strength").row(final("strength", 4, 4, historical=1)).values["result"] == "Depleted"


def test_7_5192_a_weapon_of_a_depleted_group():
    reads("sw_depleted", "1-4 received|5-6 none")


def test_7_5193_a_heavy_weapon_of_a_depleted_group():
    reads("hw_depleted", "1-4 received|5-6 forfeited")


def test_7_5195_oba_ammunition():
    reads("oba_german", "<2 Plentiful|3-8 Normal|>9 Scarce")
    reads("oba_german", "<1 Normal|2 Plentiful|3-8 Normal|>9 Scarce", oba_german_low="two_only")
    reads("oba_russian", "<5 Plentiful|6-11 Normal|>12 Scarce")


GERMAN_LEADERS = (
    "<1 10-3, 9-1, 8-0|2 10-2, 9-1, 8-0|3 10-1, 9-1, 7-1|4 9-2, 9-1, 8-0|5 10-0, 8-1, 7-1|6 9-1, 8-1, 8-0"
    "|7 9-1, 8-1, 7-0|8 9-1, 8-0, 8-0|9 8-1, 8-0|10 8-1, 7-0|11 8-0, 8-0|"
)
RUSSIAN_LEADERS = (
    "<1 10-3, 9-1, 8-0|2 10-2, 9-1, 7-0|3 10-1, 9-1, 7-1|4 9-1, 8-1|5 9-1, 7-1|6 8-1, 7-1"
    "|7 9-1, 8-0|8 8-1, 7-0|9-10 8-0, 7-0|11 7-0, 7-0|"
)


def test_7_5196_leaders():
    reads("leaders", GERMAN_LEADERS + "12 8-0, 7-0|>13 8-0, 6+1", "german")
    reads("leaders", RUSSIAN_LEADERS + "12 8-0, 6+1|>13 7-0, 6+1", "russian")


def test_7_5196_the_last_row_may_be_read_as_printed():
    reads("leaders", GERMAN_LEADERS + ">12 8-0, 6+1", "german", leaders_top_row="twelve")
    reads("leaders", RUSSIAN_LEADERS + ">12 7-0, 6+1", "russian", leaders_top_row="twelve")


@pytest.mark.parametrize(("dice", "leaders"), [((4, 5), "8-0, 7-0"), ((5, 5), "8-0, 6+1")])
def test_7_5196_example_a_depleted_german_second_company_on_24PM(dice, leaders):
    total = final("leaders", *dice, depleted=1, german_second=1, historical=1)
    assert table("leaders").row(total).values["german"] == leaders


def test_7_5196_which_groups_change_the_roll():
    found = {each.key: (each.value, each.side, each.groups) for each in table("leaders").modifiers if each.groups}
    assert found == {
        "german_second": (1, "german", ("I2",)),
        "russian_guards": (-1, "russian", ("I2", "I4", "I5")),
    }


def test_7_5197_armor_leaders():
    reads("armor_leader", "<1 10-2|2 10-1|3 9-2|4 9-1|5 8-1|>6 None", "leader")
    values = {each.key: each.value for each in table("armor_leader").modifiers}
    assert values == {"kv": -1, "german": 1, "mineroller": 1, "depleted": 1}


def test_7_5197_platoon_leaders():
    reads("platoon_leader", "<1 None|2 9-2|3 9-1|4 8-1|5-6 8-0|>7 7-0", "leader")
    reads("platoon_leader", "<2 9-2|3 9-1", "leader", platoon_leader_one="nine_two")
    assert table("platoon_leader").row(final("platoon_leader", 6, depleted=1)).values["leader"] == "7-0"


def test_7_5225_recon_finds_its_final_dr_of_locations():
    assert [table("recon").row(total).values["locations"] for total in range(1, 13)] == list(range(1, 13))
    assert final("recon", 6, better=1, morning=1, russian=1) == 12
    pack = data("pack")["recon"]
    assert (pack["price"], pack["price_better"], pack["range"]) == (1, 2, 7)


def test_rg_note_j_models_of_the_t34():
    reads("variant_t34_ft", "1-4 OT34/ATO-42|5-6 OT-34(L)")
    reads("variant_pt34", "1-4 PT-34(L)|5-6 PT-34")


def test_rg_note_k_models_of_the_kv():
    reads("variant_kv_ft", "1-2 KV-8S|3-4 KV-8(L)|5-6 KV-8")
    reads("variant_kv_ft", "1-2 KV-8S|3 KV-8(L)|4-6 KV-8", kv_ft_four="kv8")
    reads("variant_kv_pt", "1-3 KV-1 M41|4-6 KV-1 M42")


def test_rg_notes_l_and_n_guns_and_aircraft():
    reads("variant_45", "1-3 45LL|4-6 45L")
    reads("atcb", "1-2 ATCB|3-6 none")


GERMAN_CHART = """
I1 7 12/9 ce 2 4|I2 6 12/9 ce 2 4|I3 6 3/2 acde 2 4|I4 4 3/2 ace 2 4|I5 2 - bc 3 6|I6 3 - bc 3 6|I7 5 - - 3 5
V1 6 3/2 ac 2 4|V2 5 3/2 ac 2 4|V3 6 3/2 ac 2 4|V4 6 3/2 ac 1 2|V5 2 2/1 c 2 4|V6 3 2/1 c 2 2
G1 5 2/1 bc 2 5|G2 7 2/1 bc 2 4|G3 6 2/1 bc 2 3|G4 3 2/1 bc 2 5|G5 5 2/1 bc 1 2|G6 4 2/1 bc 1 3|G7 6 2/1 bc 1 2
G8 4 2/1 bc 1 2|O1 3 - fg 2 6|O2 4 - fg 1 3|O3 5 - fg 1 3|O4 1 - h 2 6|O5 5 - - 1 4
F1 1 - k 1 4|F2 1 - kl 1 2|F3 1 - k 1 2|M1 1 - i 5 10|M2 2 - ij 2 4|M3 2 - - 1 4
"""
RUSSIAN_CHART = """
I1 5 11/8 ce 2 4|I2 7 11/8 ce 2 5|I3 4 9/7 ce 1 4|I4 6 9/7 ce 1 4|I5 10 8/6 cde 1 4|I6 4 - bc 2 6|I7 3 - bc 2 4
V1 3 2/1 ac 2 5|V2 5 2/1 ac 2 5|V3 5 2/1 ac 2 5|V4 4 2/1 ac 3 5|V5 6 2/1 acj 3 3|V6 6 2/1 acj 2 4|V7 5 2/1 ack 2 3
V8 4 2/1 ack 2 2|G1 3 2/1 bc 2 2|G2 5 2/1 bco 2 2|G3 4 2/1 bclo 2 3|G4 5 2/1 bc 1 2
O1 3 - fg 2 8|O2 4 - fg 2 8|O3 5 - fg 1 3|O4 2 - h 1 2|O5 3 - h 1 2|O6 1 - i 3 12|O7 4 - - 1 4
B1 7 - m 2 6|F1 1 - n 2 8|M1 1 - - 2 6|M2 2 - - 1 4|M3 2 - - 1 4
"""


def _printed(line: GroupChartRow) -> str:
    strength = f"{line.full}/{line.depleted}" if line.full else "-"
    return f"{line.id} {line.price} {strength} {''.join(line.notes) or '-'} {line.date_max} {line.cg_max}"


@pytest.mark.parametrize(("side", "text", "count"), [("german", GERMAN_CHART, 32), ("russian", RUSSIAN_CHART, 31)])
def test_7_5181_to_7_5188_the_rg_chart_row_by_row(side, text, count):
    assert [_printed(line) for line in groups(side)] == text.strip().replace("\n", "|").split("|")
    assert len(groups(side)) == count


def test_7_5183_a_group_brings_squads_weapons_or_vehicles_as_listed():
    found = {(side, line.id): line.units for side in SIDES for line in groups(side)}
    assert found["german", "I3"] == (("8-3-8", 0),)
    assert found["german", "I7"] == (("HMG Cupola", 1), ("MMG Cupola", 1))
    assert found["german", "G7"] == (("150* (sIG 33)", 0),)
    assert found["russian", "I6"] == (("HMG", 2), (".50 cal", 1))


def test_7_519_every_note_c_group_has_both_strengths_or_single_weapons():
    for line in (line for side in SIDES for line in groups(side)):
        assert ("c" in line.notes) == (line.full is not None or line.kind == "weapons"), line.id


def test_7_5197_kv_and_mineroller_platoons_and_7_516_elite_groups_are_marked():
    def marked(flag: str) -> list[str]:
        return [side[0] + line.id for side in SIDES for line in groups(side) if getattr(line, flag)]

    assert marked("kv") == ["rV4", "rV7", "rV8"]
    assert marked("mineroller") == ["rV5", "rV8"]
    assert marked("elite") == ["gI3", "gI4", "rI2", "rI4", "rI5"]
    elite = data("pack")["elite"]["reading"]["elite_groups"]["by_values"]
    assert [side[0] + group for side in SIDES for group in elite[side]] == marked("elite")


def test_rg_notes_every_model_roll_of_a_group_is_a_table():
    named = {line.id: line.variant for line in groups("russian") if line.variant}
    assert set(named) == {"V5", "V6", "V7", "V8", "G3"}
    assert set(named.values()) <= set(tables())


@pytest.mark.parametrize(
    ("side", "text"),
    [
        (
            "german",
            "I1 LMG 3|I1 MMG 1 (3)|I1 PSK 1|I2 LMG 3|I2 MMG 1|I2 PSK 1|I3 LMG 1|I3 FT 1|I3 DC 2|I4 LMG 1|I4 DC 1",
        ),
        (
            "russian",
            "I1 LMG 1|I1 MMG 1|I1 ATR 1|I1 50 MTR 1|I2 LMG 2|I2 MMG 1|I2 ATR 1|I2 50 MTR 2|I3 DC 1"
            "|I4 LMG 0 (3)|I4 ATR 0 (3)|I4 DC 1|I5 LMG 1|I5 FT 2|I5 DC 5",
        ),
    ],
)
def test_7_5192_weapons_of_the_infantry_groups(side, text):
    lines = load_chart(DATA / f"sw_{side}.csv", WeaponRow)
    found = [f"{line.rg} {line.weapon} {line.sure}" + (f" ({line.chance})" if line.chance else "") for line in lines]
    assert found == text.split("|")
    assert {line.chance_depleted_example for line in lines if line.chance} == {2}


def test_7_4_what_each_side_starts_with():
    start, given = data("pack")["start"], data("initial")
    assert [tuple(start[side][key] for key in ("elr", "san", "cpp")) for side in SIDES] == [(3, 3, 66), (4, 3, 68)]
    assert {(row["side"], row["id"]): row["count"] for row in given["group"]} == {
        ("german", "I1"): 1, ("russian", "V5"): 3, ("russian", "V4"): 2, ("russian", "I5"): 1,
    }  # fmt: skip
    assert {row["name"]: row["count"] for row in given["item"]} == {
        "HMG Cupola": 2, "SdKfz 10/4": 2, "AT-Ditch": 5, "Wire": 10, "Trench": 10, "Minefield hex": 4,
        "T-34/M43": 4, "Bombardment": 2, "GAZ-MM": 6, "44A GA": 4,
    }  # fmt: skip
    mines = next(row for row in given["item"] if row["name"] == "Minefield hex")
    assert (mines["at_mines"], mines["ap_mines"]) == (3, 6)


def test_7_4_and_7_31_victory_numbers():
    victory, balance = data("pack")["victory"], data("pack")["balance"]["value"]
    assert (victory["scenario"], victory["initial_scenario"]) == (7, 5)
    assert (victory["lvp_max"], victory["cvp_per_vp"], victory["evp_per_vp"]) == (10, 20, 20)
    assert (balance["none"], balance["russian"], balance["german"]) == (20, 18, 22)


def test_CG12_and_CG13_prices_and_limits():
    changes = {(row["side"], row["on"]): row["value"] for row in data("pack")["price_change"]}
    assert changes == {("german", "every"): -1, ("russian", "initial"): 1, ("russian", "later"): -1}
    assert data("pack")["oba_per_scenario"]["value"] == {"german": 3, "russian": 4}
    assert data("pack")["fortification_share"]["percent"] == 20


def test_every_key_of_the_pack_is_read_by_somebody():
    files, rules = sources(DATA.parents[2], "oto2"), rule_data()
    assert unread([rules.pack], files) == []
    others = [rules.forts, rules.setup, rules.initial, *rules.units.values(), *rules.classes.values()]
    assert set(unread(others, files)) == FOR_READERS


class PlantedRecon(Recon):
    planted: int = 0


class Planted(Pack):
    recon: PlantedRecon


def test_a_key_that_nobody_reads_is_found():
    planted = {**data("pack"), "recon": {**data("pack")["recon"], "planted": 3}}
    found = unread([Planted.model_validate_json(json.dumps(planted))], sources(DATA.parents[2], "oto2"))
    assert found == ["recon.planted"]


def test_7_520_fortification_prices():
    prices = {row["key"]: row["price"] for row in data("fortifications")["fortification"]}
    assert prices == {
        "foxhole_1": 1, "foxhole_2": 2, "foxhole_3": 3, "trench": 6, "at_ditch": 18,
        "ap_mine": 2, "at_mine": 4, "concealment": 1, "wire": 13,
    }  # fmt: skip
    hip = data("fortifications")["hip"]["prices"]
    assert [hip[key] for key in ("cupola", "squad", "half_squad", "crew", "smc")] == [5, 3, 2, 1, 1]
    assert data("fortifications")["pillbox"]["factor"] == 2
    russian = [row["key"] for row in data("fortifications")["fortification"] if "russian" in row["sides"]]
    assert russian == ["foxhole_1", "foxhole_2", "foxhole_3"]


def test_7_520_example_of_fifty_points():
    prices = {row["key"]: row["price"] for row in data("fortifications")["fortification"]}
    spent = 2 * prices["trench"] + prices["wire"] + 3 * prices["ap_mine"] + 4 * prices["concealment"]
    assert data("fortifications")["fpp_group"]["fpp"] - spent == 15


def test_7_5_the_steps_stand_in_printed_order_with_their_marks():
    steps = [(step["rule"], step["marks"]) for step in data("steps")["step"]]
    marks = {"7.501": ">", "7.502": ">", "7.503": ">", "7.5031": ">"}
    marks |= {f"7.{number}": "" for number in range(504, 512)}
    marks |= {f"7.{number}": "*" for number in range(512, 519)}
    marks |= {f"7.{number}": "!" for number in range(519, 524)}
    order = [f"7.{number}" for number in range(501, 524)]
    order.insert(3, "7.5031")
    assert steps == [(rule, marks[rule]) for rule in order]


def test_7_5112_and_7_5113_every_half_and_better_counter_exists():
    units = {(side, unit["name"]): unit for unit in data("units")["unit"] for side in unit["sides"]}
    classes = {each["key"] for each in data("units")["class"]}
    for (side, name), unit in units.items():
        assert unit["class"] in classes, name
        for link in ("half", "harden"):
            assert link not in unit or (side, unit[link]) in units, (name, link)
        of_a_class = unit["class"] in ("squad", "half_squad")
        assert ("troop_class" in unit) == of_a_class, name
        assert not of_a_class or (unit["troop_class"] == "elite") != ("harden" in unit), name
    assert units["german", "4-4-7"]["harden"] == "4-6-7"
    assert units["russian", "4-4-7"]["harden"] == "4-5-8"
    assert all((side, line.units[0][0]) in units for side in SIDES for line in groups(side) if line.kind == "squads")


def test_7_5196_and_7_5197_every_leader_rolled_is_a_counter():
    leaders = {unit["name"] for unit in data("units")["unit"] if unit["class"] == "leader"}
    cells = [value for name in ("leaders", "armor_leader", "platoon_leader", "leader_bh")
             for row in table(name).rows for value in row.values.values() if value]  # fmt: skip
    assert {leader for cell in cells for leader in str(cell).split(", ")} <= leaders


def test_every_ruling_has_a_default_among_its_readings_and_a_reason():
    rulings = data("rulings")["ruling"]
    assert len({ruling["key"] for ruling in rulings}) == len(rulings)
    for ruling in rulings:
        keys = [reading["key"] for reading in ruling["readings"]]
        assert ruling["default"] in keys, ruling["key"]
        assert len(set(keys)) == len(keys) >= 2, ruling["key"]
        assert ruling["question"].endswith("?"), ruling["key"]
        assert ruling["cite"], ruling["key"]
        assert ruling["why"], ruling["key"]


@pytest.mark.parametrize("name", ["pack", "initial", "fortifications", "units", "steps", "rulings"])
def test_every_datum_says_where_it_comes_from(name):
    sections = [
        each
        for value in data(name).values()
        for each in (value if isinstance(value, list) else value.values() if _nested(value) else [value])
    ]
    for each in (each for each in sections if isinstance(each, dict)):
        assert each["cite"], each
        assert each["status"] in ("printed", "inferred", "missing"), each


def _nested(value: object) -> bool:
    return isinstance(value, dict) and "cite" not in value


def test_a_modifier_of_a_table_carries_its_rule():
    assert table("cpp").drm("historical", -2) == Modifier(-2, "historical DRM", "7.5151")
    assert table("elr").drm("won") == Modifier(-1, "won the scenario before", "7.516")
