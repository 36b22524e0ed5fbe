"""The grid of hexes: names, neighbours, grains and what a loop encloses."""

import pytest

from rules.ground.hexes import Direction, Hex, HexGrid, beside, distance, enclosed, grains, hex_of


def hexes(names: str) -> list[Hex]:
    return [found for name in names.split() if (found := hex_of(name))]


def told(found: object) -> list[str]:
    return [str(each) for each in found]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["A0", "B0", "Z9", "AA10", "KK17", "OO25"])
def test_a_hex_is_called_as_it_was_read(name: str):
    assert str(hex_of(name)) == name


@pytest.mark.parametrize(("location", "name"), [("kk20/1", "KK20"), ("K20 pillbox", "K20"), (" L3 ", "L3")])
def test_a_location_is_in_its_hex(location: str, name: str):
    assert str(hex_of(location)) == name


@pytest.mark.parametrize("name", ["", "K", "20", "AB5", "K200", "K20x", "the mill"])
def test_what_is_no_hex_is_none(name: str):
    assert hex_of(name) is None


@pytest.mark.parametrize(("landing", "pier"), [("LL17", "MM18"), ("LL20", "MM21"), ("LL22", "MM22"), ("LL23", "MM24")])
def test_votg_CG12_the_piers_of_the_example_are_next_to_their_landings(landing: str, pier: str):
    one, other = hexes(f"{landing} {pier}")
    assert distance(one, other) == 1
    assert other in beside(one)


def test_six_hexes_lie_around_one_and_they_are_its_neighbours_alone():
    (middle,) = hexes("B5")
    assert sorted(told(beside(middle))) == ["A5", "A6", "B4", "B6", "C5", "C6"]
    near = {Hex(c, d) for c in range(-5, 9) for d in range(0, 25) if (c + d) % 2 and distance(middle, Hex(c, d)) == 1}
    assert near == set(beside(middle))


@pytest.mark.parametrize(("ends", "away"), [("A5 A9", 4), ("A5 E5", 4), ("A5 E1", 6), ("A5 K20", 20), ("A5 A5", 0)])
def test_a_distance_is_the_fewest_steps_from_hex_to_hex(ends: str, away: int):
    one, other = hexes(ends)
    reached, steps = {one}, 0
    while other not in reached:
        reached |= {each for hex_ in reached for each in beside(hex_)}
        steps += 1
    assert distance(one, other) == steps == away


@pytest.mark.parametrize(
    ("ends", "ways"),
    [
        ("K20 K22", ["K21 K22"]),
        ("A5 C6", ["B5 C6"]),
        ("A5 D5", ["B5 C5 D5"]),
        ("A5 C5", ["B4 C5", "B5 C5"]),
        ("A5 D12", []),
    ],
)
def test_12_6063_hex_grains_and_alternate_ones_lead_from_a_hex_to_another(ends: str, ways: list[str]):
    one, other = hexes(ends)
    assert sorted(" ".join(told(way)) for way in grains(one, other)) == ways


def test_a_loop_encloses_itself_and_what_is_within():
    ring = hexes("B4 C5 C6 B6 A6 A5")
    assert sorted(told(enclosed(ring))) == ["A5", "A6", "B4", "B5", "B6", "C5", "C6"]
    assert sorted(told(enclosed(ring[:-1]))) == sorted(told(ring[:-1]))


TOY = HexGrid(5, odd=(1, 4), even=(0, 4))


def test_a_grid_holds_its_hexes_and_no_others():
    assert told(TOY)[:10] == ["A1", "A2", "A3", "A4", "B0", "B1", "B2", "B3", "B4", "C1"]
    assert len(TOY) == 22
    assert all(each in TOY for each in TOY)
    off = ["A0", "A5", "B5", "F1", "ZZ99"]
    assert not any(each in TOY for each in hexes(" ".join(off)))
    assert [TOY.hex(name) for name in [*off, "the mill", ""]] == [None] * 7
    assert str(TOY.hex("b0/1")) == "B0"
    assert Hex(1, 3) not in TOY  # between two hexes


def test_a_grid_knows_its_edges():
    assert told(TOY.edge("north")) == ["A1", "B0", "C1", "D0", "E1"]
    assert told(TOY.edge("south")) == ["A4", "B4", "C4", "D4", "E4"]
    assert told(TOY.edge("west")) == ["A1", "A2", "A3", "A4"]
    assert told(TOY.edge("east")) == ["E1", "E2", "E3", "E4"]
    (corner, middle) = hexes("E4 C2")
    assert TOY.edges_of(corner) == ("east", "south")
    assert TOY.edges_of(middle) == ()


@pytest.mark.parametrize(("north", "edge"), [("up", "A1"), ("right", "E1"), ("down", "E4"), ("left", "A4")])
def test_north_may_be_anywhere(north: Direction, edge: str):
    turned = HexGrid(5, odd=(1, 4), even=(1, 4), north=north)
    (corner,) = set(turned.edge("north")) & set(turned.edge("west"))
    assert str(corner) == edge


def test_what_lies_beside_a_hex_is_on_the_map():
    (corner,) = hexes("A1")
    assert sorted(told(TOY.beside(corner))) == ["A2", "B0", "B1"]


def test_a_map_whose_odd_columns_lie_lower_has_other_neighbours():
    other = HexGrid(5, odd=(1, 4), even=(1, 4), lower="odd")
    middle = other.hex("B2")
    assert middle is not None
    assert sorted(told(other.beside(middle))) == ["A1", "A2", "B1", "B3", "C1", "C2"]
    assert told([middle]) == ["B2"]
    ring = [found for name in ("B1", "C1", "C2", "B3", "A2", "A1") if (found := other.hex(name))]
    assert sorted(told(enclosed(ring))) == ["A1", "A2", "B1", "B2", "B3", "C1", "C2"]
