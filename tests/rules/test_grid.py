"""The grid of hexes: names, neighbours, grains and what a loop encloses."""

import pytest

from rules.engine.grid import Hex, beside, distance, enclosed, grains, hex_of


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
def test_CG12_the_piers_of_the_example_are_next_to_their_landings(landing: str, pier: str):
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
