"""Positions by their hexes, and what stands for them on a side's own map."""

from rules.ground.positions import Placement, by_hex, mark


def test_positions_of_all_levels_and_pillboxes_stand_in_their_hex():
    there = by_hex([Placement("K20", "4-6-7", 2), Placement("K20/1", "LMG"), Placement("L18 pillbox", "MMG")])
    assert {name: len(found) for name, found in there.items()} == {"K20": 2, "L18": 1}


def test_a_mark_counts_says_when_all_hide_and_when_there_is_an_aim_alone():
    seen, hides, aim = (
        Placement("K20", "4-6-7", 2),
        Placement("K20", "LMG", 1, hidden=True),
        Placement("K20", "A", aim=True),
    )
    assert [mark(there) for there in ([seen, hides], [hides], [aim], [aim, hides])] == ["3", "1h", "x", "1h"]


def test_words_say_where_what_is_and_whether_it_hides():
    assert Placement("K20/1", "4-6-7", 2, hidden=True).words == "K20/1: 2 × 4-6-7, hidden"
    assert Placement("K20", "Pre-Registered hex 1 (O4)", aim=True).words == "K20: Pre-Registered hex 1 (O4)"
