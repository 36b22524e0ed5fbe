"""Where markers may lie and what bars a grain between them, with the sentence that says so."""

import pytest

from rules.ground.grains import Bars, spans, why_not
from rules.ground.hexes import hex_of
from rules.ground.perimeter import bars, sites
from rules.ground.rulings import PerimeterRulings
from tests.rules.ground.figures import PLAIN, at, camp, land, names

NINE = land(9, 9)


def why(start: str, end: str, known: Bars) -> str:
    one, other = hex_of(start), hex_of(end)
    assert one
    assert other
    return why_not(one, other, known)


def said(start: str, end: str, mine: str = "", enemy: str = "", **more: str) -> str:
    """Why a grain between two hexes with MMC is not legal for a side to which `enemy` hexes are Controlled."""
    known = bars(
        land(9, 9, more.pop("water", "")), camp(mine, f"{start} {end}"), camp(enemy, **more), PLAIN, "the Germans"
    )
    return why(start, end, known)


def test_12_6064_markers_lie_where_an_infantry_mmc_is_or_a_strategic_location_is_controlled():
    mine = camp(holds="B2", mmc="C4", units="D5", smc="E6", armed="F6")
    assert names(sites(NINE, mine, camp(), PLAIN)) == "B2 C4"


def test_7_5053_in_the_sister_game_a_vehicle_or_gun_makes_a_strategic_location():
    mine = camp(holds="B2", mmc="C4", units="D5 F6", armed="F6")
    assert names(sites(NINE, mine, camp(), PerimeterRulings(armed_sites=True))) == "B2 C4 F6"


@pytest.mark.parametrize(("allowed", "found"), [(True, "B2 C4"), (False, "C4")])
def test_12_6064_a_marker_may_lie_where_an_enemy_smc_is_by_ruling(allowed: bool, found: str):
    rulings = PerimeterRulings(enemy_smc=allowed)
    assert names(sites(NINE, camp(holds="B2 C4"), camp(smc="B2"), rulings)) == found


def test_12_6064_no_marker_lies_in_a_melee():
    assert names(sites(NINE, camp(mmc="B2 C4"), camp(mmc="B2"), PLAIN)) == "C4"


@pytest.mark.parametrize(
    ("start", "end", "more", "sentence"),
    [
        ("E2", "E6", {"enemy": "E4"}, "From E2 to E6 the grain enters E4, Controlled by the Germans."),
        ("E2", "E6", {"mmc": "E5"}, "From E2 to E6 the grain enters E5, where a unit of the Germans stands."),
        ("E2", "E6", {"units": "E3"}, "From E2 to E6 the grain enters E3, where a unit of the Germans stands."),
        ("E2", "E6", {"smc": "E4"}, ""),
        ("E2", "E6", {"water": "E4"}, "From E2 to E6 the grain enters E4, which is water."),
        ("E2", "F6", {}, "From E2 to F6 no hex grain leads."),
        ("E2", "G2", {"enemy": "F1"}, ""),
        ("E2", "G2", {"enemy": "F1 F2"}, "From E2 to G2 the grain enters F2, Controlled by the Germans."),
        ("E1", "G1", {"enemy": "F1"}, "From E1 to G1 the grain enters F1, Controlled by the Germans."),
    ],
)  # fmt: skip
def test_12_6064_a_grain_that_is_barred_is_refused_with_the_first_hex_and_its_reason(
    start: str, end: str, more: dict[str, str], sentence: str
):
    assert said(start, end, **more) == sentence


def test_12_6064_an_end_without_a_marker_is_named():
    known = bars(NINE, camp(mmc="E2"), camp(holds="E6"), PLAIN, "the Germans")
    assert why("E2", "E4", known) == "In E4 no marker may lie: no MMC of yours, no Strategic Location you Control."
    assert why("E2", "E6", known) == "From E2 to E6 the grain enters E6, Controlled by the Germans."


def test_the_sentence_names_no_hex_that_only_the_other_side_knows_of():
    known = Bars(NINE.hexes, at("E2 E6"), "the Germans", secret=at("E4"))
    assert why("E2", "E6", known) == "From E2 to E6 the line can't run as the other side stands."
    both = Bars(NINE.hexes, at("E2 E6"), "the Germans", control=at("E5"), secret=at("E3"))
    assert why("E2", "E6", both) == "From E2 to E6 the grain enters E5, Controlled by the Germans."
    end = Bars(NINE.hexes, at("E2"), "the Germans", secret=at("E6"))
    assert why("E2", "E6", end) == why("E2", "E6", Bars(NINE.hexes, at("E2"), "the Germans"))


def test_12_606_an_alternate_grain_is_barred_on_one_side_only():
    known = bars(NINE, camp(mmc="E2 G2"), camp(holds="F1"), PLAIN, "the Germans")
    assert why("E2", "G2", known) == ""
    both = bars(NINE, camp(mmc="E2 G2"), camp(holds="F1 F2"), PLAIN, "the Germans")
    assert why("E2", "G2", both)


@pytest.mark.parametrize(("over", "found"), [(False, 0), (True, 1)])
def test_12_6063_grains_over_water_are_a_ruling(over: bool, found: int):
    wet, rulings = land(9, 9, water="E4"), PerimeterRulings(over_water=over)
    mine = camp(mmc="E2 E6")
    sets = wet.sets
    marked = sets.of(sites(wet, mine, camp(), rulings))
    known = bars(wet, mine, camp(), rulings, "the Germans")
    assert len(spans(sets, marked, sets.of(known.water))) == found


def test_12_6064_a_unit_on_another_level_bars_the_hex_by_ruling_only():
    upstairs = camp(above="E4")
    for bar, sentence in (
        (False, ""),
        (True, "From E2 to E6 the grain enters E4, where a unit of the Germans stands."),
    ):
        known = bars(NINE, camp(mmc="E2 E6"), upstairs, PerimeterRulings(levels_bar=bar), "the Germans")
        assert why("E2", "E6", known) == sentence
