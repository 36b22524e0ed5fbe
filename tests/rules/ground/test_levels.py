"""Pockets above and below the ground (12.6067; 7.5055)."""

import pytest

from rules.ground.hexes import hex_of
from rules.ground.levels import Building, Floor, level_pockets
from rules.ground.rulings import PerimeterRulings


def floors(names: str) -> frozenset[Floor]:
    """Locations such as K20/1; without a level the ground, with -1 the Cellar."""
    rows = (name.partition("/") for name in names.split())
    return frozenset(Floor(found, int(level or 0)) for place, _, level in rows if (found := hex_of(place)))


HOUSE = Building(floors("K20/-1 K20 K20/1 K20/2 K21 K21/1 K21/2"))


def pockets(
    mine: str, enemy: str, theirs: str = "", house: Building = HOUSE, *, shared: bool = True
) -> list[tuple[str, tuple[str, ...]]]:
    """The Pockets of north's units where `enemy` is south's."""
    found = level_pockets(
        house, {"north": floors(mine), "south": floors(theirs)}, {"north": floors(mine), "south": floors(enemy)},
        PerimeterRulings(shared_levels=shared),
    )  # fmt: skip
    return sorted((" ".join(f"{f.hex}/{f.level}" for f in sorted(each.floors)), each.sides) for each in found)


def test_12_6067_an_mmc_upstairs_is_cut_off_if_only_enemy_locations_lead_down():
    assert pockets("K20/2", enemy="K20/1 K21/2") == [("K20/2", ("north",))]


def test_12_6067_by_another_hex_of_the_building_it_may_reach_the_ground_of_its_own():
    assert pockets("K20/2", enemy="K20/1") == []
    assert pockets("K20/2", enemy="K20") == [("K20/2", ("north",))]


def test_12_6067_a_cellar_can_be_a_pocket():
    assert pockets("K20/-1", enemy="K20") == [("K20/-1", ("north",))]


def test_12_6067_on_the_ground_is_no_such_pocket():
    assert pockets("K20", enemy="K21 K20/1") == []


def test_12_6067_locations_side_by_side_in_one_building_are_one_pocket():
    assert pockets("K20/2 K21/2", enemy="K20/1 K21/1") == [("K20/2 K21/2", ("north",))]
    assert pockets("K20/2 K21/1", enemy="K20/1 K20 K21 K21/2") == [("K20/2", ("north",)), ("K21/1", ("north",))]


def test_12_6067_a_pocket_is_distinct_from_the_next_building():
    other = Building(floors("L20 L20/1"))
    assert pockets("L20/1", enemy="L20", house=other) == [("L20/1", ("north",))]


@pytest.mark.parametrize(
    ("shared", "found"),
    [(True, [("K20/1 K20/2", ("north", "south"))]), (False, [("K20/1", ("south",)), ("K20/2", ("north",))])],
)
def test_7_5055_pockets_of_both_sides_are_one_by_ruling(shared: bool, found: object):
    house = Building(floors("K20 K20/1 K20/2"))
    got = level_pockets(
        house, {"north": floors("K20/2"), "south": floors("K20/1")},
        {"north": floors("K20/2 K20"), "south": floors("K20/1")}, PerimeterRulings(shared_levels=shared),
    )  # fmt: skip
    assert sorted((" ".join(f"{f.hex}/{f.level}" for f in sorted(p.floors)), p.sides) for p in got) == found


def test_12_6067_without_stairs_there_is_no_way_down():
    house = Building(floors("K20 K20/1 K21 K21/1"), frozenset(f.hex for f in floors("K21")))
    assert pockets("K20/1", enemy="K21/1", house=house) == [("K20/1", ("north",))]
    assert pockets("K20/1", enemy="", house=house) == []
