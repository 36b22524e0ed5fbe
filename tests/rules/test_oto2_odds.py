"""What the money brings: the odds of a basket against every fall of the dice, played through the steps themselves."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.asl.reinforcements.purchase_odds import Prospect
from rules.engine import chances
from rules.engine.chances import odds
from rules.systems.oto2 import odds as oto2_odds
from rules.systems.oto2.rule_data import rule_data
from rules.systems.oto2.state import SIDES, CppBudget
from rules.systems.oto2.steps.purchase import SHOP
from tests.rules import every_fall
from tests.rules.every_fall import Outcomes, bars
from tests.rules.play import GERMAN, RUSSIAN, Game, rows

STEPS = ("strength", "weapons", "weapon_choice", "leaders", "armor")
BIG = "I1*2 I2*2 I3*2 I4*2 I5*3 I6*3 I7 V1*2 V2*2 V3*2 V4 V5*2 V6*2 G1*2 G2*2 G3*2 G4*2 G5 G6 G7 G8 O1*2 O2 O3"


def brought(side: str, text: str, date: int = 1, **options: object) -> dict[str, Prospect]:
    """What the page says of a basket, by the part's key."""
    return prospects(Game(**options).until("purchase", side, date=date), side, text)  # type: ignore[arg-type]


def prospects(game: Game, side: str, text: str) -> dict[str, Prospect]:
    """The parts of what a basket may bring, by their keys."""
    ctx = game.context(side)
    priced = SHOP.quote(ctx, SHOP.read({"rows": rows(text)}))
    return {part.key: part for part in oto2_odds.prospects(ctx, SHOP.groups_bought(ctx, priced), priced.left)}


def every_outcome(side: str, text: str, date: int = 1) -> Outcomes:
    """What the groups of a basket may become by 7.519."""
    game = Game(baskets={(side, date): rows(text)}).until("strength", side, date=date)
    return every_fall.every_outcome(game, side, STEPS)


def share(outcomes: Outcomes, of) -> dict[Any, Fraction]:
    """The chance of each value that `of` makes of the counters."""
    found: dict[Any, Fraction] = {}
    for counters, chance in outcomes.items():
        found[of(counters)] = found.get(of(counters), Fraction(0)) + chance
    return found


def count(kind: str):
    return lambda counters: sum(each.startswith(f"{kind}:") for each in counters)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("side", "text"), [(GERMAN, "I3 I4"), (GERMAN, "I2"), (RUSSIAN, "I3"), (RUSSIAN, "I4")])
def test_7_5191_the_odds_of_squads_are_those_of_every_fall_of_the_dice(side: str, text: str) -> None:
    found = share(every_outcome(side, text), count("squad"))
    assert bars(brought(side, text)["squads"]) == {f"{n} squads": chance for n, chance in found.items()}


@pytest.mark.parametrize(("side", "text"), [(GERMAN, "V3"), (GERMAN, "V1*2"), (RUSSIAN, "V8")])
def test_7_5194_the_odds_of_vehicles_are_those_of_every_fall_of_the_dice(side: str, text: str) -> None:
    found = share(every_outcome(side, text), count("tank"))
    assert list(bars(brought(side, text)["vehicles"]).values()) == [found[n] for n in sorted(found, reverse=True)]


@pytest.mark.parametrize(
    ("side", "text"), [(GERMAN, "I3"), (GERMAN, "I1"), (GERMAN, "I5"), (RUSSIAN, "I4"), (RUSSIAN, "I7")]
)
def test_7_5192_and_7_5193_the_average_of_each_weapon_is_that_of_every_fall_of_the_dice(side: str, text: str) -> None:
    outcomes = every_outcome(side, text)
    averages = brought(side, text)["weapons"].averages
    assert averages
    for name, said, most in averages:
        numbers = share(outcomes, lambda counters, name=name: sum(each.endswith(f":{name}") for each in counters))
        assert max(numbers) == most
        mean = sum(number * chance for number, chance in numbers.items())
        assert said == (str(mean) if mean.denominator == 1 else f"{float(mean):.1f}"), name


def test_7_5193_a_weapon_of_the_owners_choice_is_reckoned_apart() -> None:
    names = [name for name, _, _ in brought(RUSSIAN, "I6")["weapons"].averages]
    assert names == ["HMG", ".50 cal", "one of your choice"]


@pytest.mark.parametrize(
    ("side", "text", "part"),
    [(GERMAN, "I2", "leaders"), (GERMAN, "I4", "leaders"), (RUSSIAN, "I3", "leaders"), (RUSSIAN, "V4", "armor")],
)
def test_7_5196_and_7_5197_the_odds_of_leaders_are_those_of_every_fall_of_the_dice(
    side: str, text: str, part: str
) -> None:
    kind = {"leaders": "leader:", "armor": "armor_leader:"}[part]
    outcomes = every_outcome(side, text)
    prospect = brought(side, text)[part]
    for name in ("10-2", "9-2", "9-1", "8-1"):
        rank = rule_data().leader(name).rank

        def good(counters: tuple[str, ...], rank: int = rank) -> bool:
            led = (each.removeprefix(kind) for each in counters if each.startswith(kind))
            return any(rule_data().leader(one).rank >= rank for one in led)

        chance = share(outcomes, good).get(True, Fraction(0))
        assert [c for label, c in bars(prospect).items() if f" {name} " in label] == ([chance] if chance else [])


def test_IHSR_2_everything_is_full_in_the_initial_scenario() -> None:
    found = brought(GERMAN, "I1 V3", date=0)
    assert bars(found["squads"]) == {"12 squads": 1}
    assert bars(found["vehicles"]) == {"3 StuG IIIG": 1}


def test_7_515_the_points_of_the_next_date_are_what_is_left_and_what_comes() -> None:
    game = Game().put(GERMAN, ledger=CppBudget(start=66))
    found = prospects(game, GERMAN, "I1")
    assert bars(found["points"])["84 CPP"] == Fraction(1, 36)
    assert sum(bars(found["points"]).values()) == 1


def test_nothing_is_said_of_points_of_a_date_that_does_not_come_or_of_a_basket_that_can_not_be_paid() -> None:
    assert brought(GERMAN, "", date=3) == {}
    assert "points" not in brought(GERMAN, BIG)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("date", range(4))
def test_the_odds_of_every_group_add_up(side: str, date: int) -> None:
    game = Game().until("purchase", side, date=date)
    for row in rule_data().groups[side].values():
        for part in prospects(game, side, f"{row.id}*2").values():
            if part.key not in ("leaders", "armor"):
                assert not part.bars or sum(bar.chance for bar in part.bars) == 1, (row.id, part.key)
            assert all(0 < bar.chance <= 1 for bar in part.bars)


def test_a_basket_of_everything_is_reckoned() -> None:
    game = Game().until("purchase", GERMAN, date=1)
    assert prospects(game, GERMAN, BIG).keys() >= {"squads", "leaders", "weapons"}


def test_spreads_add_up_like_dice() -> None:
    die = chances.Spread(dict.fromkeys(range(1, 7), 1), 6)
    two = chances.total([die, die])
    assert {n: two.chance(n) for n in two.numbers} == dict(odds(2))
    assert (two.mean, two.at_least(11), two.chance(13)) == (7, Fraction(1, 12), 0)
    half = chances.mixed([(Fraction(1, 2), die), (Fraction(1, 2), chances.sure(6))])
    assert half.chance(6) == Fraction(7, 12)


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(0), "0"),
        (Fraction(1, 1000), "under 1"),
        (Fraction(1, 6), "17"),
        (Fraction(999, 1000), "over 99"),
        (Fraction(1), "100"),
    ],
)
def test_what_is_not_certain_is_never_said_to_be(chance: Fraction, said: str) -> None:
    assert chances.percent(chance) == said
