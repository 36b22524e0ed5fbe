"""What the money brings: the odds of a basket against every fall of the dice, played through the steps themselves."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from rules.asl.reinforcements.purchase_odds import Prospect
from rules.engine import chances
from rules.systems.votg.odds import prospects
from tests.rules import every_fall
from tests.rules.calling_up import GERMAN, RUSSIAN, Muster, group
from tests.rules.every_fall import Outcomes, bars

STEPS = ("strength", "weapons", "weapon_choice", "weapon_types", "ammunition", "leader_gates", "leaders", "armor")


def brought(side: str, *rgs: str, day: str = "19", rulings: Any = None, **way: Any) -> dict[str, Prospect]:
    """What the page says of a basket, by the part's key."""
    ctx = Muster(side, day=day, rulings=rulings or {}).context(side)
    return {part.key: part for part in prospects(ctx, [group(rg, **way) for rg in rgs], 0)}


def every_outcome(side: str, rg: str, day: str, rulings: Any = None, **way: Any) -> Outcomes:
    """What a group may become by 12.622."""
    return every_fall.every_outcome(Muster(side, group(rg, **way), day=day, rulings=rulings or {}), side, STEPS)


def averages(outcomes: Outcomes, kinds: tuple[str, ...]) -> dict[str, tuple[Fraction, int]]:
    """The mean and the greatest number of each counter of these classes."""
    counts = [(Counter(each), chance) for each, chance in outcomes.items()]
    names = {name for count, _ in counts for name in count if name.split(":")[0] in kinds}
    return {
        name.split(":", 1)[1]: (sum((n[name] * p for n, p in counts), Fraction(0)), max(n[name] for n, _ in counts))
        for name in names
    }


GROUPS = [
    (RUSSIAN, "I3", "23", {}), (RUSSIAN, "I4", "20", {}), (RUSSIAN, "I5", "16", {}), (RUSSIAN, "I6", "20", {}),
    (RUSSIAN, "I8", "23", {"rulings": {"hw_forfeited": "none"}}), (RUSSIAN, "I7", "23", {}),
    (RUSSIAN, "A1", "21", {"way": "dug_in"}), (GERMAN, "I2", "26", {}),
    (GERMAN, "A1", "22", {}),
]  # fmt: skip


@pytest.mark.parametrize(("side", "rg", "day", "way"), GROUPS)
def test_12_622_averages_and_most_are_those_of_every_fall_of_the_dice(side, rg, day, way):
    outcomes, said = every_outcome(side, rg, day, **way), brought(side, rg, day=day, **way)
    wanted = averages(outcomes, ("weapon",))
    shown = {name: most for name, _, most in said["weapons"].averages} if "weapons" in said else {}
    assert shown == {name: most for name, (_, most) in wanted.items()}
    for name, average, _ in said["weapons"].averages if "weapons" in said else ():
        assert average == _written(wanted[name][0])
    leaders = [sum(name.startswith(("leader:", "armor_leader:")) for name in names) for names in outcomes]
    told = [part.averages[0] for key, part in said.items() if key in ("leaders", "commissars", "armor")]
    mean = sum((n * p for n, p in zip(leaders, outcomes.values(), strict=True)), Fraction(0))
    assert told == ([("in all", _written(mean), max(leaders))] if any(leaders) else [])


def test_12_6223_a_weapon_of_the_owners_choice_is_reckoned_apart():
    names = [name for name, _, _ in brought(RUSSIAN, "I8", day="23")["weapons"].averages]
    assert names == ["HMG", "MMG", "82mm MTR", "one of your choice"]


def _written(mean: Fraction) -> str:
    if 0 < mean < Fraction(1, 10):
        return "under 0.1"
    return str(mean) if mean.denominator == 1 else f"{float(mean):.1f}"


@pytest.mark.parametrize(("side", "rg", "day", "key"), [
    (RUSSIAN, "I3", "23", "leaders"), (RUSSIAN, "I4", "20", "leaders"), (RUSSIAN, "I5", "16", "commissars"),
    (GERMAN, "I2", "26", "leaders"), (GERMAN, "A1", "22", "armor"),
])  # fmt: skip
def test_12_6225_Pltn_how_good_the_best_leader_is(side, rg, day, key):
    outcomes, said = every_outcome(side, rg, day), bars(brought(side, rg, day=day)[key])
    rules = Muster(side).context(side).rules
    checked = 0
    for label, chance in said.items():
        if "or better" not in label:
            continue
        rank = rules.leader(label.split()[1]).rank
        good = sum(p for names, p in outcomes.items() if any(_rank(rules, name) >= rank for name in names))
        assert chance == good, label
        checked += 1
    assert checked


def _rank(rules, counter: str) -> int:
    kind, name = counter.split(":", 1)
    return rules.leader(name).rank if kind in ("leader", "armor_leader") else -1


def test_12_6221_Coy_squads_by_number():
    table = Muster(GERMAN).context(GERMAN).table("coy_strength")
    by_code = chances.results(table, "code", -2)
    assert bars(brought(GERMAN, "I1", day="16")["squads"]) == {
        f"{number} squads": by_code[code] for code, number in
        {"RS": 13, "FS": 12, "LD": 10, "MD": 9, "HD": 7}.items() if by_code.get(code)
    }  # fmt: skip


def test_12_6224_Gun_guns_by_number_and_modules_by_ammunition():
    said = brought(GERMAN, "G1", "O1", "O2", day="17")
    assert bars(said["guns"]) == {"2 50L (PaK 38)": Fraction(26, 36), "1 50L (PaK 38)": Fraction(10, 36)}
    assert bars(said["ammunition"])["80mm OBA: Plentiful"] == Fraction(10, 36)
    assert sum(bars(said["ammunition"]).values()) == 2


def test_VotG19_the_odds_know_that_german_modules_are_scarce():
    assert bars(brought(GERMAN, "O1", day="18")["ammunition"]) == {"80mm OBA: Scarce": Fraction(1)}


def test_12_6227_the_chance_of_inexperienced_crews():
    assert bars(brought(RUSSIAN, "A1", "A2")["armor"])["a platoon with Inexperienced crews"] == (
        1 - Fraction(33, 36) ** 2
    )
    assert not any("Inexperienced" in label for label in bars(brought(GERMAN, "A1")["armor"]))


def test_what_depends_on_no_die_is_not_spoken_of():
    assert brought(RUSSIAN, "M3", "O4", "M1") == {}
    assert set(brought(GERMAN, "A3")) == {"vehicles"}
