"""The printed numbers of Valor of the Guards: all tables, and the examples that are look-ups."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from rules.engine.data_files import read_toml, under
from rules.tables import Table
from tests import votg_data
from tests.rules.tables_read import check_rows, final_total

DATA = votg_data.DATA
SIDES = ("german", "russian")


@cache
def tables() -> Mapping[str, Table]:
    return votg_data.tables()


@cache
def data(name: str) -> dict[str, Any]:
    return read_toml(DATA / f"{name}.toml")


def pack(section: str) -> Any:
    return data("pack")[section]


def table(name: str, **rulings: str) -> Table:
    return under(tables()[f"votg.{name}"], rulings)


def reads(name: str, text: str, column: str = "result", **rulings: str) -> None:
    check_rows(table(name, **rulings), text, column)


def final(name: str, *dice: int, **counts: int) -> int:
    return final_total(table(name), *dice, **counts)


def gives(name: str, *dice: int, column: str = "result", **counts: int) -> Any:
    """What the table brings for `dice` under these modifiers."""
    return table(name).row(final(name, *dice, **counts), sum(dice)).values[column]


def values(name: str) -> dict[str, int]:
    return {each.key: each.value for each in table(name).modifiers}


# In play ---------------------------------------------------------------------------------


def test_VotG22_table_and_VotG22_a_commissar_out_of_a_nkvd_unit():
    reads("nkvd_leader_creation", "<1 10-0|2-3 9-0|4-5 8+1|>6 None")
    reads("nkvd_leader_creation", "1-6 None|>7 10-0", nkvd_creation="literal")
    assert values("nkvd_leader_creation") == {"close_combat": -1, "fanatic": -1, "broken": 1}


def test_CG4_the_circled_number_or_less_ends_the_scenario():
    assert pack("game_end")["value"] == {"6": 3}
    assert gives("game_end", 3, circled=3) == "the scenario ends"
    assert gives("game_end", 4, circled=3) == "another turn"
    assert pack("game_end")["reading"]["game_end_numbers"]["map"] == pack("game_end")["value"]


def test_CG8_the_northernmost_sniper_attacks_on_three_or_less():
    reads("sniper_choice", "1-3 the northernmost|4-6 the other")


def test_12_6163_the_turn_or_less_recalls_an_isolated_afv():
    assert [gives("isolated_recall", dr, turn=4) for dr in (4, 5)] == ["recalled", "stays"]


# After the battle ------------------------------------------------------------------------


def test_12_6051_an_encircled_unit_takes_a_1TC():
    assert gives("encircled_check", 3, 3, morale=7, task_check=1) == "stays"
    assert gives("encircled_check", 3, 4, morale=7, task_check=1) == "eliminated"
    assert gives("encircled_check", 3, 4, morale=7, task_check=1, leader=-1) == "stays"


def test_12_6052_infantry_in_mines_takes_a_normal_task_check():
    assert gives("mines_check", 3, 4, morale=7) == "unharmed"
    assert gives("mines_check", 4, 4, morale=7) == "casualty reduction"


def test_12_607_the_types_of_isolated_areas():
    assert [row.values["type"] for row in table("isolation_types").rows] == ["A", "B", "C", "D"]


def test_12_6073_escape():
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
    assert values("escape") == {
        "leader": 1, "russian": -1, "lone_smc": -1, "near": -1, "adjacent": -1,
        "half_squads": 1, "overload": 1, "encircled": 2, "captured": 2,
    }  # fmt: skip


def test_12_6073_a_russian_squad_with_its_leader_next_to_its_own_lines():
    counts = {"leader": -1, "russian": 1, "near": 1, "adjacent": 1}
    assert gives("escape", 6, 6, column="infantry", half_squads=1, **counts) == "escapes, replaced"
    assert gives("escape", 6, 6, column="infantry", half_squads=2, **counts) == "escapes, casualty reduced"


def test_12_6074_equipment_of_the_lost_is_a_house_default():
    reads("escape_equipment", "1-3 left where the unit was|4-6 eliminated")
    reads("escape_equipment", "1-6 left where the unit was", escape_equipment="left")
    assert table("escape_equipment").status == "missing"


def test_12_6104_burnt_stone_buildings():
    reads("blaze_building", "<4 gutted|>5 rubbled")
    assert [gives("blaze_building", dr, single_hex=1) for dr in (2, 3)] == ["gutted", "rubbled"]


def test_12_611_a_wounded_leader_never_recovers():
    reads("wounded", "<2 wounded|>3 eliminated")
    assert (gives("wounded", 2), gives("wounded", 2, isolated=1)) == ("wounded", "eliminated")


def test_12_6123_hardening_of_mmc():
    reads("mmc_bh", "<-1 5|0 4|1 3|2-3 2|4-5 1|>6 0", "mmc")
    assert values("mmc_bh") == {"won": -3, "russian": -1, "cvp_amassed": -1}


def test_12_6123_two_wins_in_a_day():
    assert final("mmc_bh", 3, 3, won=2, russian=1, cvp_amassed=25) == -2
    assert gives("mmc_bh", 3, 3, column="mmc", won=2, russian=1, cvp_amassed=25) == 5


def test_12_6124_hardening_of_leaders():
    reads("leader_bh", "<2 10-2|3 9-2|4 9-1|5 8-1|6-7 8-0|8-9 7-0|10-12 6+1", "german")
    reads("leader_bh", "<2 10-2|3 9-2|4 9-1|5 9-0|6 8-1|7 8-0|8 8+1|9-10 7-0|11-12 6+1", "russian")


def test_12_6124_the_winner_uses_as_much_of_his_modifier_as_he_likes():
    found = [gives("leader_bh", 4, 5, column="russian", **used) for used in ({"won": 1}, {"won_part": 1}, {})]
    assert found == ["8-0", "8+1", "7-0"]
    hardened = {row["name"]: row.get("harden", "") for row in data("units")["unit"] if row["class"] == "leader"}
    assert [hardened[name] for name in found] == ["8-1", "9-0", "8-0"]


def test_12_6124_what_is_printed_of_hardened_leaders():
    hardened = {row["name"]: row.get("harden", "") for row in data("units")["unit"] if row["class"] == "leader"}
    assert {name: hardened[name] for name in ("9-0", "8-1", "8+1", "7-0")} == {
        "9-0": "10-0", "8-1": "9-1", "8+1": "9-0", "7-0": "8-0",
    }  # fmt: skip
    assert (hardened["10-3"], hardened["10-0"]) == ("", "")


def test_12_6124_the_ranks_of_leaders_are_the_tables():
    ranks = {row["name"]: row["rank"] for row in data("units")["unit"] if row["class"] == "leader"}
    for side in SIDES:
        listed = [ranks[row.values[side]] for row in table("leader_bh").rows]
        assert listed == sorted(listed, reverse=True)


def test_12_6125_promotion_out_of_the_ranks():
    rules = pack("battle_hardening")
    assert rules["leader_exchange"] == {"8-0": ["7-0", "7-0"], "8-1": ["8-0", "7-0"]}
    assert rules["squads_per_leader"] == {"german": 4, "russian": 8}


# The new day -----------------------------------------------------------------------------


@pytest.mark.parametrize(("san", "dr", "loss"), [(5, 4, -1), (4, 4, 0), (7, 2, -1), (4, 5, -1), (5, 3, 0)])
def test_12_6142_san_rolls(san, dr, loss):
    assert gives("san", dr, column="san", san=san - pack("san")["offset"]) == loss


def test_12_6142_san_3_is_not_rolled_for_and_san_0_becomes_2():
    rules = pack("san")
    assert (rules["rolls_from"], rules["raised_up_to"], rules["raised_to"]) == (4, 0, 2)


def test_12_6143_a_six_lowers_booby_traps():
    reads("booby_trap", "1-5 no effect|6 one level lower")
    assert pack("booby_traps")["levels"] == ["C", "B", "A"]


def test_12_618_points():
    reads("cpp", "<2 20|3-4 19|5-6 18|7-8 17|9-10 16|11-12 15|>13 14", "cpp")
    assert values("cpp") == {"balance": -1, "historical": 1, "attack_chit": 1, "cvp_suffered": -1}


@pytest.mark.parametrize(
    ("dice", "counts", "cpp"),
    [
        ((4, 4), {"historical": -1, "attack_chit": 1, "cvp_suffered": 43}, 18),
        ((2, 3), {"historical": 1, "cvp_suffered": 19}, 18),
        ((1, 1), {"historical": -2, "cvp_suffered": 61}, 20),
        ((6, 6), {"historical": 1, "attack_chit": 1}, 14),
        ((4, 5), {"historical": 1}, 16),
    ],
)
def test_12_618_examples(dice, counts, cpp):
    assert gives("cpp", *dice, column="cpp", **counts) == cpp


def test_12_6181_support_points():
    assert (pack("support")["points"], pack("support")["letters"]) == (6, ["S", "A", "O", "B", "G", "M"])


def test_12_6182_the_historical_modifiers():
    printed = {day["key"]: (day["historical"]["german"], day["historical"]["russian"]) for day in pack("date")}
    assert list(printed) == [str(day) for day in range(14, 28)]
    assert [german for german, _ in printed.values()] == [0, -1, -2, -1, 0, 0, -1, -2, -2, -1, -1, 0, 1, 1]
    assert [russian for _, russian in printed.values()] == [0, -1, -1, -1, 0, 0, 1, 1, 0, -1, -1, 0, 1, 1]
    nights = {day["key"]: day["historical_night"] for day in pack("date") if "historical_night" in day}
    assert nights == {"14": {"german": 0, "russian": -2}}


def test_12_619_the_modifiers_of_the_elr_roll():
    assert values("elr") == {
        "won": -1, "idle_days": -2, "elite": -2, "platoons": -1, "first_line": -1, "attack_chit": 1,
        "scenarios": 2, "historical": 1, "night_scenarios": 1,
    }  # fmt: skip
    assert (pack("elr")["platoons_per_loss"], pack("elr")["platoons_rounding"]) == (2, "up")


def test_12_619_its_rows_are_a_house_default():
    reads("elr", "<2 1|3-11 0|>12 -1", "elr")
    assert table("elr").status == pack("elr")["status"] == "missing"


def test_12_620_weather():
    reads("weather", "<2 Fog|3-4 Overcast|5-9 Clear|>10 Clear & Gusty", "weather")
    assert values("weather") == {"overcast": -1}


def test_12_620_environmental_conditions():
    reads("ec", "<0 Wet|1 Moist|2-3 Moderate|>4 Dry", "ec")
    assert values("ec") == {"overcast": -3, "fog": -1, "dry": 1}


def test_12_624_recon():
    assert values("recon") == {"better": 3, "russian": 1, "stealthy": 1, "lax": -1}
    assert gives("recon", 2, column="locations", better=1, russian=1, stealthy=1) == 7
    assert gives("recon", 1, column="locations", lax=1) == 0
    assert gives("recon", 1, column="locations") == 1
    rules = pack("recon")
    assert (rules["price"], rules["price_better"], rules["range"]) == (1, 2, 4)
    assert rules["night"] == {"side": "russian", "range": 8, "factor": 2, "lax": 1}


# Repair ----------------------------------------------------------------------------------


def test_12_6151d_recovery():
    reads("recovery", "<4 recovered|>5 no change")
    assert values("recovery") == {"isolated": 2, "in_perimeter": -2, "dug_in": 2}
    assert gives("recovery", 6, in_perimeter=1) == "recovered"
    reads("recovery_mishap", "1-5 none|6 burnt-out wreck")


def test_12_6151e_immobilization():
    reads("immobilization", "<2 mobile|>3 no change")
    assert (gives("immobilization", 3, labor=1), gives("immobilization", 4, labor=2)) == ("mobile", "mobile")
    assert gives("immobilization", 3, inexperienced=1) == "no change"
    assert values("immobilization") == {
        "armor_leader": 1, "non_qualified": 1, "isolated": 1, "inexperienced": 1, "labor": -1,
    }  # fmt: skip


def test_12_6151f_wreck_repair():
    reads("wreck_repair", "<2 repaired|>3 no change")
    assert gives("wreck_repair", 3, german=1) == "repaired"
    assert gives("wreck_repair", 6, german=1, labor=2) == "eliminated"
    assert values("wreck_repair") == {"german": -1, "partly_armored": 1, "labor": -1}


def test_12_6152_weapon_repair():
    reads("weapon_repair", "<1 repaired|>2 eliminated")
    assert gives("weapon_repair", 3, russian_weapon=1, repair_number=1) == "repaired"
    assert gives("weapon_repair", 3, repair_number=1) == "eliminated"
    assert gives("weapon_repair", 4, vehicular=1, repair_number=1) == "repaired"
    assert values("weapon_repair") == {
        "vehicular": -2, "russian_weapon": -1, "repair_number": -1, "non_qualified": 1, "isolated": 1,
    }  # fmt: skip


def test_12_6154_ft_and_dc_are_a_house_default():
    reads("ftdc", "2-10 retained|11-12 eliminated")
    reads("ftdc", "2-11 retained|12 eliminated", "russian_ft")
    reads("ftdc", "2-12 eliminated", ft_dc_kept="eliminated")
    assert table("ftdc").status == "missing"


def test_12_6155_captured_weapons():
    reads("captured_weapon", "1-2 retained|3-6 eliminated")


def test_12_6162_redeployment():
    reads("redeployment", "<5 retained|>6 removed")
    assert values("redeployment") == {"losing": -1, "german_late": 2, "historical": 1}
    assert pack("redeployment")["after_scenarios"] == 2


def test_12_617_removal():
    reads("fort_removal", "<3 removed|>4 no effect")
    reads("fort_removal_mishap", "1-5 none|6 casualty reduction")
    assert gives("fort_removal", 2, roadblock_front=1) == "no effect"
    assert gives("fort_removal", 2, roadblock_front=1, engineers=1) == "removed"
    assert values("fort_removal") == {
        "front_line": 2, "roadblock_front": 2, "near_front_line": 1, "roadblock_near": 1, "engineers": -1,
    }  # fmt: skip


# Reinforcements --------------------------------------------------------------------------


def test_12_6214_what_changes_a_price():
    changes = {(row["key"], row["side"]): (row["value"], row["letters"], row["free"]) for row in pack("price_change")}
    assert changes == {
        ("onboard", "german"): (3, ["A", "I"], ["I4"]),
        ("onboard", "russian"): (2, ["A", "I"], ["I5", "I7", "I8"]),
        ("reserve", "german"): (-1, ["I"], []),
        ("reserve", "russian"): (-1, ["I"], []),
    }
    assert (pack("reserve")["dummies"], pack("reserve")["dummies_platoon"]) == (5, 2)
    assert (pack("dug_in")["percent"], pack("dug_in")["rounding"]) == (50, "up")


def test_12_6215_companies_of_a_day():
    rules = pack("company_maximum")
    assert (rules["base"], rules["platoons"], rules["rounding"]) == (2, 3, "down")


def test_12_6217_entry_codes():
    codes = {row["key"]: row for row in pack("entry_code")}
    dates = {key: row.get("from_date") for key, row in codes.items()}
    assert dates == {
        "yellow": None, "red": "14", "orange": "20", "brown": "23", "dark_blue": "14", "green": "14", "purple": "20",
    }  # fmt: skip
    assert [key for key, row in codes.items() if row.get("from_night")] == ["red"]
    assert [key for key, row in codes.items() if row.get("landing")] == ["red", "orange", "brown"]
    limits = {key: (row["on_map"].get("from_hex"), row["on_map"].get("to_hex")) for key, row in codes.items()}
    assert limits["yellow"] == (46, None)
    assert (limits["dark_blue"], limits["green"], limits["purple"]) == ((20, None), (None, 20), (20, None))


def test_12_6221_strength_of_companies():
    reads("coy_strength", "<2 RS|3-6 FS|7-8 LD|9-10 MD|>11 HD", "code")
    assert gives("coy_strength", 4, 4, historical=-1) == "Lightly Depleted"
    assert gives("coy_strength", 2, 2, historical=-2) == "Reinforced"
    assert values("coy_strength") == {"historical": 1, "balance": -1}


def test_12_6221_strength_of_platoons():
    reads("pltn_strength", "<8 Full|>9 Depleted")
    assert gives("pltn_strength", 4, 5, historical=-1) == "Full"
    assert gives("pltn_strength", 4, 4, historical=1) == "Depleted"


def test_12_6222_weapons_of_depleted_groups():
    reads("sw_depleted", "<4 received|>5 none")
    assert [gives("sw_depleted", dr, moderately_depleted=1) for dr in (3, 4)] == ["received", "none"]
    assert [gives("sw_depleted", dr, heavily_depleted=1) for dr in (2, 3)] == ["received", "none"]
    reads("sw_gds_smg", "1-3 LMG|4-6 DC")
    reads("sw_nkvd_militia", "1-3 MMG|4-6 Lt MTR")


def test_12_6222_a_reinforced_company_has_a_lmg_more():
    assert (pack("reinforced")["weapon"], pack("reinforced")["weapons"]) == ("LMG", 1)


def test_12_6223_heavy_weapons_are_a_house_default():
    reads("hw_depleted", "1-4 received|5-6 forfeited")
    reads("hw_depleted", "1-6 received", hw_weapons="all")
    assert table("hw_depleted").status == "missing"


def test_12_6224_ammunition_and_guns():
    first, second = "<4 Plentiful|5-8 Normal|>9 Scarce", "<2 Plentiful|3-7 Normal|>8 Scarce"
    reads("oba_german", first)
    reads("oba_russian", second)
    reads("oba_german", second, oba_tables="swapped")
    reads("oba_russian", first, oba_tables="swapped")
    reads("gun_battery", "<7 Full|>8 Depleted")
    assert gives("oba_german", 1, 2) == "Plentiful"
    assert gives("oba_russian", 4, 5, historical=-1) == "Scarce"


def test_VotG19_german_ammunition_runs_short_from_18_to_27_september():
    short = pack("german_shortage")
    assert (short["first"], short["last"], short["oba"]) == ("18", "27", ["80mm", "100mm"])


def test_12_6225_leaders_of_platoons():
    reads("leader_gate", "1-4 rolls|5-6 none")
    reads("leader_pltn", "<1 10-3|2 10-2|3-4 9-2|5-6 9-1|7-8 8-1|9-10 8-0|11 7-0|>12 6+1", "german")
    reads("leader_pltn", "<1 10-3|2 10-2|3 9-2|4 9-1|5-6 8-1|7-9 8-0|10 7-0|11 6+1|>12 None", "russian")
    assert gives("leader_pltn", 2, 2, column="russian", storm_group=1) == "9-2"
    assert gives("leader_pltn", 1, 1, column="german", stosstruppe=1) == "10-3"
    assert gives("leader_pltn", 5, 6, column="german", depleted=1) == "6+1"


def test_12_6225_leaders_of_german_companies():
    reads(
        "leader_german_coy",
        "<1 10-3, 9-1, 8-0|2 10-2, 9-1, 8-0|3 10-2, 8-1, 7-0|4 9-2, 9-1, 8-0|5 9-2, 8-1, 7-0|6 9-1, 8-1, 8-0"
        "|7 9-1, 8-1, 7-0|8 8-1, 8-0, 7-0|9 9-1, 8-0|10 8-1, 8-0|11 8-1, 7-0|12 8-0, 7-0|>13 8-0, 6+1",
        "leaders",
    )
    assert gives("leader_german_coy", 1, 1, column="leaders", reinforced=1) == "10-3, 9-1, 8-0"
    assert gives("leader_german_coy", 5, 6, column="leaders", heavily_depleted=1) == "8-0, 6+1"
    assert values("leader_german_coy") == {"reinforced": -1, "moderately_depleted": 1, "heavily_depleted": 2}


def test_12_6225_leaders_of_russian_companies():
    reads(
        "leader_russian_coy",
        "<1 10-3, 9-1, 8-0|2 10-2, 8-1|3 9-2, 9-1|4 9-2, 8-1|5 9-1, 8-0|6 9-1, 7-0|7 8-1, 8-0|8 8-0, 7-0"
        "|9 9-1|10 8-1|11 8-0|12 7-0|>13 6+1",
        "leaders",
    )
    reads(
        "leader_russian_coy",
        "<1 10-0, 9-0, 8+1|2 10-0, 10-0|3 10-0, 9-0|4 9-0, 9-0|5 10-0, 8+1|6 9-0, 8+1|7-8 10-0|9-11 9-0|>12 8+1",
        "commissars",
    )
    assert gives("leader_russian_coy", 1, 2, column="leaders", guards=1, reinforced=1) == "10-3, 9-1, 8-0"
    assert gives("leader_russian_coy", 3, 3, column="commissars", moderately_depleted=1) == "10-0"
    assert values("leader_russian_coy") == {
        "guards": -1, "reinforced": -1, "smg": 1,
        "lightly_depleted": 1, "moderately_depleted": 2, "heavily_depleted": 3,
    }  # fmt: skip


def test_12_6226_commissars():
    rules = pack("commissars")
    assert (rules["per_company"], rules["squads"], rules["rounding"]) == (1, 12, "down")


def test_12_6227_armor_leaders():
    reads("armor_leader", "<2 10-2|3 9-2|4 9-1|5 8-1|6-11 None|>12 Inexperienced", "leader")
    assert gives("armor_leader", 1, 2, column="leader", german=1) == "10-2"
    assert gives("armor_leader", 5, 6, column="leader", russian=1) == "Inexperienced"
    assert gives("armor_leader", 2, 3, column="leader", russian=1) is None


def test_12_623_prices_of_fortifications():
    prices = {row["key"]: row["price"] for row in data("fortifications")["fortification"]}
    assert prices == {
        "foxhole_1": 1, "foxhole_2": 2, "foxhole_3": 3, "trench": 7, "at_ditch": 21,
        "ap_mine_german": 1, "ap_mine_russian": 3, "at_mine_german": 3, "at_mine_russian": 9,
        "roadblock": 12, "wire": 15, "fortified_building": 10, "tunnel": 30, "concealment": 1,
        "booby_traps": 40, "set_dc": 15, "battalion_strongpoint": 30,
    }  # fmt: skip
    hip = data("fortifications")["hip"]["prices"]
    assert [hip[kind] for kind in ("afv", "squad", "half_squad", "crew", "smc")] == [5, 3, 2, 1, 1]
    assert data("fortifications")["pillbox"]["factor"] * (1 + 5 + 3) == 27


def test_12_623_what_may_be_bought_by_whom_and_set_up_where():
    rows = data("fortifications")["fortification"]
    front = {row["key"] for row in rows if row["front"]}
    isolated = {row["key"] for row in rows if row["isolated"]}
    russian = {row["key"].removesuffix("_russian") for row in rows if row["sides"] == ["russian"]}
    assert front == {"fortified_building", "concealment", "set_dc", "battalion_strongpoint"}
    assert isolated == {
        "foxhole_1", "foxhole_2", "foxhole_3", "trench", "roadblock", "fortified_building", "concealment",
        "battalion_strongpoint",
    }  # fmt: skip
    assert russian == {"at_ditch", "booby_traps", "battalion_strongpoint", "ap_mine", "at_mine"}


# Who attacks -----------------------------------------------------------------------------


def test_12_6251_attack_chits():
    assert {row["key"]: row["attack_chits"] for row in pack("game")} == {"I": 4, "II": 5, "III": 2, "IV": 8}


def test_12_6252_the_matrix():
    rows = [tuple(row.values.values()) for row in table("initiative").rows]
    assert rows == [
        ("attack", "attack", "dual", "rolled", "rolled", "no"),
        ("attack", "idle", "german_assault", "russian", "german", "no"),
        ("idle", "attack", "russian_assault", "german", "russian", "allowed"),
        ("idle", "counterattack", "counterattack", "german", "russian", "allowed"),
        ("idle", "idle", "idle_day", None, None, "no"),
    ]
    assert {row[2] for row in rows} == set(data("shown")["kind"]) - {"initial", "cite", "status"}


def test_12_6253_dice_of_a_dual_attack_and_12_627_too():
    reads("dual_setup", "1-3 russian|4-6 german")
    reads("dual_move", "1-3 russian|4-6 german")


def test_12_6253_points_around_a_counterattack():
    rules = pack("counterattack")
    assert (rules["before"], rules["after"], rules["divisor"], rules["rounding"]) == (["german"], ["russian"], 2, "up")
    assert rules["before_on_last_day"] == ["german", "russian"]
    assert rules["skips"] == ["12.614", "12.6151d", "12.6151e", "12.6151f", "12.619", "12.620"]


def test_12_31_the_balance_hardens_as_many_as_the_die_says():
    assert [gives("balance_bh", dr, column="mmc") for dr in range(1, 7)] == [1, 2, 3, 4, 5, 6]
