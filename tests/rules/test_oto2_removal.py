"""7.514: fortifications, wrecks and stuck vehicles taken off the map."""

from dataclasses import replace

import pytest

from rules.contract import PUBLIC, Refused
from rules.tables import Table
from tests.rules.play import GERMAN, RUSSIAN, SYSTEM, Game, data_of
from tests.rules.rare_orders import bare, give, piece
from tests.rules.test_oto2_repair import at


def ready(side: str = GERMAN, squads: int = 2, name: str = "4-6-7") -> Game:
    """A game at the removals with some squads and nothing else."""
    game = bare(side)
    for _ in range(squads):
        give(game, side, "squad", name)
    return game


def test_7_514_own_wire_in_a_front_line_hex_is_removed_by_a_3():
    game = ready()
    wire = give(game, GERMAN, "fortification", "Wire")
    at(game, "removal").order(GERMAN, "enter", what1=f"own:{wire}", where1="front")
    (need,) = game.current(GERMAN).task.needs
    assert sorted(modifier.value for modifier in need.modifiers) == [-2, 2]
    game.roll(GERMAN, 3)
    assert piece(game, GERMAN, wire).fate == "eliminated"


def test_7_514_a_4_has_no_effect_and_the_front_line_does_not_hinder_an_entrenchment():
    game = ready()
    trench = give(game, GERMAN, "fortification", "Trench")
    wire = give(game, GERMAN, "fortification", "Wire")
    at(game, "removal")
    game.order(
        GERMAN, "enter", what1=f"own:{trench}", where1="front", what2=f"own:{wire}", where2="near",
    )  # fmt: skip
    assert [need.drm for need in game.current(GERMAN).task.needs] == [-2, -1]
    game.roll(GERMAN, 5, 5)
    assert [piece(game, GERMAN, n).fate for n in (trench, wire)] == ["eliminated", "ready"]


def test_7_514_all_mines_of_a_Location_go_with_one_die():
    game = ready()
    mines = [give(game, GERMAN, "fortification", name, place="K20") for name in ("AP mine factor", "AT mine factor")]
    other = give(game, GERMAN, "fortification", "AP mine factor", place="L3")
    at(game, "removal").order(GERMAN, "enter", what1="mines@K20")
    game.roll(GERMAN, 5)
    assert [piece(game, GERMAN, n).fate for n in (*mines, other)] == ["eliminated", "eliminated", "ready"]


def test_7_514_tries_at_wire_and_mines_are_limited_by_squad_equivalents():
    game = ready(squads=1)
    give(game, GERMAN, "half_squad", "2-4-7")
    give(game, GERMAN, "squad", "4-6-7", "isolated")
    at(game, "removal")
    with pytest.raises(Refused, match="2 tries, but only 1 by your squad-equivalents"):
        game.order(GERMAN, "enter", what1="wire", what2="mines")
    game.order(GERMAN, "enter", what1="wire", what2="entrenchment", number2=3)
    assert len(game.current(GERMAN).task.needs) == 4


def test_7_514_tries_at_wrecks_are_limited_by_mobile_tracked_vehicles():
    game = ready(RUSSIAN)
    give(game, RUSSIAN, "tank", "SU-76M")
    give(game, RUSSIAN, "tank", "SU-76M", "immobilized", "isolated")
    give(game, RUSSIAN, "vehicle", "GAZ-MM")
    stuck = give(game, RUSSIAN, "tank", "SU-76M", "immobilized")
    at(game, "removal", RUSSIAN)
    with pytest.raises(Refused, match="2 tries, but only 1 by your mobile tracked vehicles"):
        game.order(RUSSIAN, "enter", what1="wreck", number1=2)
    game.order(RUSSIAN, "enter", what1=f"own:{stuck}", more=True)
    with pytest.raises(Refused, match="only 1") as refusal:
        game.order(RUSSIAN, "enter", what2="wreck")
    assert (refusal.value.field, refusal.value.rule) == ("number2", "7.514")
    game.order(RUSSIAN, "enter")
    game.roll(RUSSIAN, 3)
    assert piece(game, RUSSIAN, stuck).fate == "eliminated"


def test_7_514_a_tank_that_waits_off_the_map_for_its_ammunition_removes_nothing():
    game = ready(RUSSIAN)
    give(game, RUSSIAN, "tank", "SU-76M", fate="due")
    at(game, "removal", RUSSIAN)
    with pytest.raises(Refused, match="only 0 by your mobile tracked vehicles"):
        game.order(RUSSIAN, "enter", what1="wreck")


def test_7_514_squads_that_have_not_entered_are_in_no_perimeter_area_and_remove_nothing():
    game = ready(squads=1)
    give(game, GERMAN, "squad", "4-6-7", fate="due")
    at(game, "removal")
    with pytest.raises(Refused, match="2 tries, but only 1 by your squad-equivalents"):
        game.order(GERMAN, "enter", what1="wire", what2="mines")
    game.order(GERMAN, "enter", what1="wire")
    assert len(game.current(GERMAN).task.needs) == 1


def test_7_514_a_wreck_among_own_mines_waits_until_they_are_removed():
    game = ready()
    give(game, GERMAN, "tank", "StuG IIIG")
    wreck = give(game, GERMAN, "tank", "Marder II", "abandoned", place="K20")
    mines = give(game, GERMAN, "fortification", "AP mine factor", place="K20")
    wire = give(game, GERMAN, "fortification", "Wire", place="K20")
    at(game, "removal")
    for wrong, field in (({"what1": f"own:{wreck}"}, "what1"), ({"what1": "wreck", "hex1": "k20"}, "hex1")):
        with pytest.raises(Refused, match="Known mines lie at K20") as refusal:
            game.order(GERMAN, "enter", **wrong)
        assert (refusal.value.field, refusal.value.rule) == (field, "7.514")
        assert "mines first" in refusal.value.way_out
    game.order(GERMAN, "enter", what1="mines@K20", what2=f"own:{wire}")
    game.roll(GERMAN, 2, 6)
    assert (piece(game, GERMAN, mines).fate, game.current(GERMAN).spec.key) == ("eliminated", "removal")
    game.order(GERMAN, "enter", what1=f"own:{wreck}")
    assert len(game.current(GERMAN).task.needs) == 1
    game.roll(GERMAN, 3)
    assert piece(game, GERMAN, wreck).fate == "eliminated"
    assert game.current(GERMAN).spec.key == "removal_loss"


def test_7_514_a_wreck_among_mines_that_were_shown_waits_until_they_are_removed():
    game = ready(RUSSIAN)
    give(game, RUSSIAN, "tank", "SU-76M")
    give(game, RUSSIAN, "squad", "4-4-7")
    public = game.public
    shown = replace(public.dates[0], disclosed=(("K20", ("1 Wire", "mines")), ("L3", ("1 Wire",))))
    game.state = replace(game.state, public=replace(public, dates=(shown, *public.dates[1:])))
    at(game, "removal", RUSSIAN)
    with pytest.raises(Refused, match="Known mines lie at K20"):
        game.order(RUSSIAN, "enter", what1="wreck", hex1="K20")
    game.order(RUSSIAN, "enter", what1="mines", hex1="K20")
    game.roll(RUSSIAN, 3)
    game.order(RUSSIAN, "enter", what1="wreck", hex1="K20")
    game.roll(RUSSIAN, 4)
    assert game.current(RUSSIAN).spec.key != "removal"


def test_7_514_mines_that_were_removed_on_an_earlier_date_keep_no_wreck_unless_others_were_shown_since():
    game = ready(RUSSIAN)
    give(game, RUSSIAN, "tank", "SU-76M")

    def shown(date: int) -> None:
        dates = [replace(each, disclosed=(("K20", ("mines",)),)) if n == date else each
                 for n, each in enumerate(game.public.dates)]  # fmt: skip
        game.state = replace(game.state, public=replace(game.public, dates=tuple(dates)))

    shown(0)
    at(game, "removal", RUSSIAN).order(RUSSIAN, "enter", what1="mines", hex1="K20")
    game.roll(RUSSIAN, 3)
    at(game, "removal", RUSSIAN, date=2)
    before = game.state
    game.order(RUSSIAN, "enter", what1="wreck", hex1="K20")
    assert len(game.current(RUSSIAN).task.needs) == 1
    game.state = before
    shown(1)
    with pytest.raises(Refused, match="Known mines lie at K20"):
        game.order(RUSSIAN, "enter", what1="wreck", hex1="K20")


def test_7_514_a_wreck_where_no_mines_lie_is_tried_at_once():
    game = ready()
    give(game, GERMAN, "tank", "StuG IIIG")
    give(game, GERMAN, "fortification", "AP mine factor", place="L3")
    at(game, "removal").order(GERMAN, "enter", what1="wreck", hex1="K20")
    assert len(game.current(GERMAN).task.needs) == 1


def test_7_514_an_item_is_tried_once_only():
    game = ready()
    wire = give(game, GERMAN, "fortification", "Wire")
    at(game, "removal")
    with pytest.raises(Refused, match="2 entered, 1 there"):
        game.order(GERMAN, "enter", what1=f"own:{wire}", number1=2)
    with pytest.raises(Refused, match="1 entered, 0 there"):
        game.order(GERMAN, "enter", what1=f"own:{wire}", what2=f"own:{wire}")


@pytest.mark.parametrize(("squads", "drm"), [(3, -2), (2, 0)])
def test_7_514_three_russian_assault_engineer_squads_help_the_russians(squads, drm):
    game = ready(RUSSIAN, squads=1, name="4-4-7")
    for _ in range(squads):
        give(game, RUSSIAN, "squad", "4-5-8", "assault engineer")
    give(game, RUSSIAN, "squad", "4-5-8", "assault engineer", "isolated")
    at(game, "removal", RUSSIAN).order(RUSSIAN, "enter", what1="wire")
    assert game.current(RUSSIAN).task.needs[0].drm == drm


def test_7_514_the_table_says_which_side_each_modifier_helps() -> None:
    table = SYSTEM.tables({}).find("oto2.fort_removal")
    assert isinstance(table, Table)
    assert {each.key: each.side for each in table.modifiers if each.side} == {
        "engineers": RUSSIAN,
        "own_german": GERMAN,
    }


def test_7_514_what_is_not_in_the_own_order_of_battle_is_told_to_all():
    game = ready()
    at(game, "removal").order(GERMAN, "enter", what1="wire", hex1="k20")
    events = game.roll(GERMAN, 1)
    assert data_of(events, "obstacles.removed") == {
        "side": GERMAN, "names": ["Wire at K20"], "works": [{"counters": ["Wire"], "place": "K20", "all": False}],
    }  # fmt: skip
    event = next(event for event in events if event.kind == "obstacles.removed")
    assert event.room == PUBLIC
    assert SYSTEM.describe(event).sentence == "The German side has taken off the map: Wire at K20."


def owned(game: Game, *places: str, name: str = "Wire") -> list[int]:
    """German works at these Locations, and no others."""
    game.put(GERMAN, counters=tuple(c for c in game.room(GERMAN).counters if c.kind != "fortification"))
    found = [give(game, GERMAN, "fortification", name) for _ in places]
    where = dict(zip(found, places, strict=True))
    counters = tuple(replace(c, place=where.get(c.id, c.place)) for c in game.room(GERMAN).counters)
    game.put(GERMAN, counters=counters)
    return found


def fates(game: Game, ids: list[int]) -> list[str]:
    return [c.fate for c in game.room(GERMAN).counters if c.id in ids]


@pytest.mark.parametrize(
    ("places", "hex1", "fates_after"),
    [
        (("A1", "K20", "K20"), "k20", ["ready", "eliminated", "ready"]),
        (("A1", ""), "K20", ["ready", "eliminated"]),
        (("A1", "B2"), "K20", ["ready", "ready"]),
        (("A1", ""), "", ["ready", "eliminated"]),
        ((), "K20", []),
    ],
)
def test_7_514_what_a_side_removes_is_gone_from_its_owners_order_of_battle(
    places: tuple[str, ...], hex1: str, fates_after: list[str]
):
    game = ready(RUSSIAN)
    works = owned(game, *places)
    at(game, "removal", RUSSIAN).order(RUSSIAN, "enter", what1="wire", hex1=hex1)
    game.roll(RUSSIAN, 1)
    assert fates(game, works) == fates_after


def test_7_514_the_mines_of_a_Location_go_together_from_their_owners_order_of_battle():
    game = ready(RUSSIAN)
    works = owned(game, "K20", "K20", "A1", name="AP mine")
    at(game, "removal", RUSSIAN).order(RUSSIAN, "enter", what1="mines", hex1="K20")
    game.roll(RUSSIAN, 1)
    assert fates(game, works) == ["eliminated", "eliminated", "ready"]


def test_7_514_own_works_leave_no_public_trace():
    game = ready()
    wire = give(game, GERMAN, "fortification", "Wire")
    at(game, "removal").order(GERMAN, "enter", what1=f"own:{wire}")
    assert {event.room for event in game.roll(GERMAN, 1)} == {GERMAN}


def test_7_514_an_original_6_reduces_an_elite_assault_engineer_first():
    game = ready(squads=1)
    elite = give(game, GERMAN, "squad", "5-4-8")
    engineer = give(game, GERMAN, "squad", "8-3-8", "assault engineer")
    at(game, "removal").order(GERMAN, "enter", what1="entrenchment")
    game.roll(GERMAN, 6)
    assert [name for name, _ in game.current(GERMAN).task.fields[0].options] == ["8-3-8"]
    game.order(GERMAN, "enter", mmc="8-3-8")
    assert (piece(game, GERMAN, engineer).name, piece(game, GERMAN, engineer).kind) == ("3-3-8", "half_squad")
    assert piece(game, GERMAN, elite).name == "5-4-8"


def test_7_514_among_equals_the_owner_chooses_and_first_line_comes_after_elite():
    game = ready(squads=1)
    for name in ("5-4-8", "4-6-8"):
        give(game, GERMAN, "squad", name)
    half = give(game, GERMAN, "half_squad", "2-4-8")
    give(game, GERMAN, "squad", "8-3-8", "assault engineer", "isolated")
    at(game, "removal").order(GERMAN, "enter", what1="entrenchment", number1=2)
    game.roll(GERMAN, 6, 6)
    assert {name for name, _ in game.current(GERMAN).task.fields[0].options} == {"5-4-8", "4-6-8", "2-4-8"}
    game.order(GERMAN, "enter", mmc="2-4-8")
    assert piece(game, GERMAN, half).fate == "eliminated"
    assert game.current(GERMAN).spec.key == "removal_loss"
    game.order(GERMAN, "enter", mmc="5-4-8")
    assert game.current(GERMAN).spec.key == "points"
    game = ready(squads=1)
    give(game, GERMAN, "squad", "4-4-7")
    at(game, "removal").order(GERMAN, "enter", what1="entrenchment")
    game.roll(GERMAN, 6)
    assert [name for name, _ in game.current(GERMAN).task.fields[0].options] == ["4-6-7"]


@pytest.mark.parametrize("men", [(), (("half_squad", "2-4-7"),), (("leader", "8-0"),)])
def test_7_514_tries_at_entrenchments_hang_on_no_squads(men: tuple[tuple[str, str], ...]):
    game = bare()
    for kind, name in men:
        give(game, GERMAN, kind, name)
    trench, wire = (give(game, GERMAN, "fortification", name) for name in ("Trench", "Wire"))
    at(game, "removal")
    for key, limit in ((f"own:{wire}", "squad-equivalents"), ("wreck", "mobile tracked vehicles")):
        with pytest.raises(Refused, match=f"1 tries, but only 0 by your {limit}"):
            game.order(GERMAN, "enter", what1=key)
    game.order(GERMAN, "enter", what1=f"own:{trench}", what2="entrenchment", number2=2)
    game.roll(GERMAN, 5, 6, 6)
    assert piece(game, GERMAN, trench).fate == "eliminated"
    assert (game.current(GERMAN).spec.key == "removal_loss") is (men[:1] == (("half_squad", "2-4-7"),))


def test_7_514_a_vehicle_next_to_the_front_line_stays_on_a_3():
    game = ready()
    give(game, GERMAN, "tank", "StuG IIIG")
    wreck = give(game, GERMAN, "tank", "Marder II", "abandoned")
    at(game, "removal").order(GERMAN, "enter", what1=f"own:{wreck}", where1="near")
    assert piece(game, GERMAN, wreck).fate == "ready"
    game.roll(GERMAN, 3)
    assert piece(game, GERMAN, wreck).fate == "ready"


@pytest.mark.parametrize(("reading", "fate", "hurt"), [("both", "eliminated", False), ("russian", "ready", True)])
def test_7_514_who_removes_a_work_with_an_original_6_is_not_hurt(reading, fate, hurt):
    game = bare(GERMAN, rulings={"engineers_removal": reading})
    squad = give(game, GERMAN, "squad", "4-6-7")
    trench = give(game, GERMAN, "fortification", "Trench")
    asked = {"engineers": True} if reading == "both" else {}
    at(game, "removal").order(GERMAN, "enter", what1=f"own:{trench}", **asked)
    game.roll(GERMAN, 6)
    assert piece(game, GERMAN, trench).fate == fate
    assert (game.current(GERMAN).spec.key == "removal_loss") is hurt
    assert piece(game, GERMAN, squad).name == "4-6-7"
