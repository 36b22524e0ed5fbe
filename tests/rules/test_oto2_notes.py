"""What is noted of counters and of the map: entry areas, optional MG, status, exits (6, CG8, CG9, CG14)."""

from __future__ import annotations

import pytest

from rules.asl.counters import casualties, piles
from rules.contract import PUBLIC, Refused
from tests.rules.play import GERMAN, RUSSIAN, SYSTEM, Game, data_of, rows
from tests.rules.test_oto2_paper import cells, sheets

# 6 Entry Area ----------------------------------------------------------------------------


def areas(game: Game) -> dict[object, str]:
    """What the scenario card says of both sides; each set-up sheet says the same of its own."""
    (found,) = (t for t in sheets(game, None)["card"].tables if t.title == "Entry areas")
    told = {name: str(where) for name, where in cells(found)}
    for side in (GERMAN, RUSSIAN):
        assert sheets(game, side)["setup"].notes == (f"Entry area: {told[SYSTEM.sides[side]]} (6).",)
    return told


def test_6_Entry_Area_is_printed_for_the_first_date_where_nothing_is_asked():
    game = Game().until("wind")
    game.answer(GERMAN)
    assert game.current(GERMAN).spec.key == "setup"
    assert areas(game) == {
        "German": "the west edge; the north edge on and west of the blue arrow",
        "Russian": "any hex of the east edge",
    }


@pytest.mark.parametrize(
    ("hex_", "german"),
    [
        ("a30", "in hexes numbered 25 or less, for the Russians control A30"),
        ("A6/1", "in hexes numbered 1 or less"),
        ("A5", "the west edge alone, for the Russians control A5 of the north edge"),
        ("", "5 hexes or more from the westernmost of its hexes that the Russians control"),
    ],
)
def test_6_Entry_Area_of_the_Germans_keeps_five_hexes_from_the_Russians(hex_: str, german: str):
    game = Game().until("entry", date=1)
    events = game.order(GERMAN, "enter", north=hex_)
    assert data_of(events, "entry.told") == {"north": hex_.upper()}
    assert [event.room for event in events if event.kind == "entry.told"] == [PUBLIC]
    assert german in areas(game)["German"]
    assert "9 hexes or more from every German Front-Line hex" in areas(game)["Russian"]


def test_6_Entry_Area_is_proposed_as_it_was_on_the_date_before():
    game = Game().until("entry", date=1)
    game.order(GERMAN, "enter", north="A30")
    assert [field.value for field in game.until("entry", date=2).current(GERMAN).task.fields] == ["A30"]


def test_6_Entry_Area_takes_a_hex_and_nothing_else():
    game = Game().until("entry", date=1)
    with pytest.raises(Refused, match="write a hex as N32") as caught:
        game.order(GERMAN, "enter", north="somewhere")
    assert caught.value.field == "north"


# CG8 -------------------------------------------------------------------------------------


def armed(game: Game, side: str = GERMAN) -> list[str]:
    return [c.name for c in game.room(side).counters if "optional MG" in c.marks]


def test_CG8_optional_MG_are_noted_as_the_vehicles_arrive_and_stay_with_them():
    game = Game(baskets={(GERMAN, 0): rows("V1"), (GERMAN, 1): rows("V3")}).until("optional_mg")
    (field,) = (field for field in game.current(GERMAN).task.fields if field.label.startswith("PzJg III/IV"))
    events = game.order(GERMAN, "enter", **{field.name: 1})
    assert {event.room for event in events if event.kind != "stage.finished"} == {GERMAN}
    assert armed(game) == ["PzJg III/IV"]
    organizer = cells(sheets(game, GERMAN)["organizer"].tables[0])
    assert [row[:2] for row in organizer if "optional MG" in str(row[3])] == [(1, "PzJg III/IV")]
    game.until("optional_mg", date=1)
    assert not any("PzJg III/IV" in field.label for field in game.current(GERMAN).task.fields), "asked once"
    assert armed(game) == ["PzJg III/IV"]


def test_CG8_no_optional_MG_is_asked_for_where_no_vehicle_came():
    game = Game(baskets={(GERMAN, 1): rows("I1")}).until("muster", date=1)
    status = {step.key: step.status for step in SYSTEM.course.steps(game.context(GERMAN))}
    assert (status["strength"], status["optional_mg"]) == ("done", "passed")


def test_CG8_an_optional_MG_is_seen_where_MG_of_a_captured_vehicle_are_asked_for():
    game = Game().until("play")
    for marks in (["captured from the enemy"], ["captured from the enemy", "optional MG"]):
        game.gains(GERMAN, "add", kind="tank", name="T-34/M43")
        game.order(GERMAN, "change", pile=game.room(GERMAN).counters[-1].id, count=1, marks=marks)
    fields = game.until("trouble", date=1).current(GERMAN).task.fields
    assert [field.value for field in fields if field.name.startswith("guns:")] == [0, 1]


# CG9, 7.502, 7.503 -----------------------------------------------------------------------

STATUS = ("BU", "CE", "bogged", "immobilized", "abandoned", "malfunctioned", "disabled", "low ammunition")


@pytest.mark.parametrize("status", STATUS)
def test_CG9_status_is_a_secret_record_of_its_side_and_on_its_own_sheets_only(status: str):
    game = Game(baskets={(GERMAN, 0): rows("V1")}).until("setup")
    tank = next(pile for pile in piles(game.room(GERMAN).counters) if pile.like.name == "PzJg III/IV")
    note = "TCA towards hex side 3"
    events = game.order(GERMAN, "change", pile=tank.key, count=1, marks=[status], place="K20", note=note)
    assert {event.room for event in events} == {GERMAN}
    standing = cells(sheets(game, GERMAN)["setup"].tables[0])
    assert [(row[0], row[2], row[4], row[6]) for row in standing if row[2] == "PzJg III/IV"] == [
        ("K20", "PzJg III/IV", status, note)
    ]
    for side in (RUSSIAN, None):
        printed = repr(sheets(game, side))
        assert note not in printed
        assert "PzJg" not in printed


@pytest.mark.parametrize("status", ["BU", "CE"])
def test_CG9_and_7_502_BU_and_CE_go_with_the_markers_and_troubles_stay(status: str):
    game = Game(baskets={(GERMAN, 0): rows("V1")}).until("play")
    tank = next(c.id for c in game.room(GERMAN).counters if c.name == "PzJg III/IV")
    game.order(GERMAN, "change", pile=tank, count=1, marks=[status, "immobilized"])
    game.alone(GERMAN, "rally")
    assert next(c.marks for c in game.room(GERMAN).counters if c.id == tank) == ("immobilized",)


def test_7_503_all_broken_units_rally_and_who_stays_aboard_is_noted():
    game = Game().until("play")
    squad = next(pile for pile in piles(game.room(GERMAN).counters) if pile.like.kind == "squad")
    game.order(GERMAN, "mark", piles={squad.key: {"broken": 2, "encircled": 1}})
    game.alone(GERMAN, "rally")
    assert game.current(GERMAN).task.lines == ("2 broken counters of yours are rallied.",)
    assert any("unload" in point for point in game.current(GERMAN).task.points)
    events = game.order(GERMAN, "done", note="Two squads stay on their trucks")
    assert not [c for c in game.room(GERMAN).counters if "broken" in c.marks]
    assert [c.marks for c in game.room(GERMAN).counters if "encircled" in c.marks] == [("encircled",)]
    assert {event.room for event in events} == {GERMAN}
    assert "stay on their trucks" in SYSTEM.describe(events[0]).sentence


# 7.501, 7.503: which losses count --------------------------------------------------------


def lost(game: Game, side: str = GERMAN) -> int:
    """What the side's losses come to for the scenario after one more squad of it is lost."""
    squad = next(p for p in piles(game.room(side).counters) if p.like.kind == "squad" and p.like.fate == "ready")
    game.order(side, "lose", piles={squad.key: 1})
    return casualties(game.room(side).counters, 0)


def test_7_501_losses_in_Melee_count_for_the_account_of_the_scenario():
    game = Game().until("melee")
    points = game.current(GERMAN).task.points
    assert any("The Russian names the order and counts as attacker" in point for point in points)
    assert game.current(GERMAN).task.counters, "losses are entered from this step"
    assert lost(game) == 2
    task = game.alone(GERMAN, "victory").current(GERMAN).task
    assert (task.own, {f.name: f.value for f in task.form.fields}["cvp_german"]) == (2, 2)


def test_7_503_losses_up_to_the_account_count_and_those_after_it_do_not():
    game = Game().until("rally")
    assert lost(game) == 2
    game.until("victory").alone(RUSSIAN, "victory")
    assert lost(game) == 4
    game.answer(GERMAN)
    game.answer(RUSSIAN)
    game.answer(GERMAN)
    assert game.public.stage == "aftermath"
    assert lost(game) == 4


# CG14 ------------------------------------------------------------------------------------


def gone(game: Game, side: str, kind: str, fate: str) -> int:
    """Let a counter leave the map; its Casualty VP."""
    pile = next(p for p in piles(game.room(side).counters) if p.like.kind == kind and p.like.fate in ("ready", "due"))
    game.order(side, "lose", piles={pile.key: 1}, fate=fate)
    return pile.like.worth


def test_CG14_who_leaves_the_map_is_Eliminated_and_counts_as_CVP():
    game = Game(baskets={(GERMAN, 0): rows("V1")}).until("play")
    worth = gone(game, GERMAN, "tank", "eliminated")
    assert worth
    assert casualties(game.room(GERMAN).counters, 0) == worth


def test_CG14_Russians_who_exit_west_count_as_EVP_of_their_scenario_and_not_as_CVP():
    game = Game().until("play", RUSSIAN)
    worth = gone(game, RUSSIAN, "squad", "exited")
    form = game.alone(RUSSIAN, "victory").current(RUSSIAN).task.form
    values = {field.name: field.value for field in form.fields}
    assert (values["evp"], values["cvp_russian"]) == (worth, 0)
    assert worth
    later = game.until("play", date=1).alone(RUSSIAN, "victory").current(RUSSIAN).task.form
    assert {field.name: field.value for field in later.fields}["evp"] == 0, "each scenario has its own"


def test_CG14_the_Germans_exit_for_no_VP():
    game = Game().until("play")
    squad = next(pile for pile in piles(game.room(GERMAN).counters) if pile.like.kind == "squad")
    with pytest.raises(Refused, match="no VP for leaving the map") as caught:
        game.order(GERMAN, "lose", piles={squad.key: 1}, fate="exited")
    assert (caught.value.rule, caught.value.field) == ("CG14", "fate")


def test_CG14_a_vehicle_recalled_for_low_ammunition_is_not_lost_and_rolls_for_its_return():
    game = Game(baskets={(GERMAN, 0): rows("V1")}).until("play")
    tank = next(c.id for c in game.room(GERMAN).counters if c.kind == "tank")
    game.order(GERMAN, "change", pile=tank, count=1, marks=["under recall for ammunition"])
    game.order(GERMAN, "lose", piles={tank: 1}, fate="recalled")
    assert casualties(game.room(GERMAN).counters, 0) == 0
    assert [need.key for need in game.until("recall", date=1).current(GERMAN).task.needs] == [str(tank)]


@pytest.mark.parametrize("way", ["lose", "pad"])
def test_CG14_and_7_5131c_a_vehicle_that_is_entered_as_recalled_rolls_for_its_return(way):
    game = Game(baskets={(GERMAN, 0): rows("V1")}).until("play")
    tank = next(c.id for c in game.room(GERMAN).counters if c.kind == "tank")
    if way == "lose":
        game.order(GERMAN, "lose", piles={tank: 1}, fate="recalled")
    else:
        game.order(GERMAN, "pad", rounds=[{"acts": {"recalled": [tank]}, "marks": {}}])
    assert casualties(game.room(GERMAN).counters, 0) == 0
    game.until("recall", date=1).roll(GERMAN, 3)
    assert next(c for c in game.room(GERMAN).counters if c.id == tank).fate == "due"


@pytest.mark.parametrize("way", ["lose", "tally", "pad"])
@pytest.mark.parametrize(
    ("kind", "marks", "taken"),
    [
        ("squad", [], False),
        ("tank", [], True),
        ("tank", ["under recall", "disabled"], False),
        ("tank", ["under recall", "under recall for ammunition"], True),
    ],
)
def test_CG14_only_a_vehicle_recalled_for_ammunition_leaves_the_map_without_loss(kind, marks, taken, way):
    game = Game(baskets={(GERMAN, 0): rows("V1")}).until("play")
    (one, *_) = [c for c in game.room(GERMAN).counters if c.kind == kind]
    if marks:
        game.order(GERMAN, "change", pile=one.id, count=1, marks=marks)

    def leave() -> None:
        if way == "lose":
            game.order(GERMAN, "lose", piles={one.id: 1}, fate="recalled")
        elif way == "tally":
            game.order(GERMAN, "tally", acts={"recalled": [one.id]})
        else:
            game.order(GERMAN, "pad", rounds=[{"acts": {"recalled": [one.id]}, "marks": {}}])

    if taken:
        leave()
        assert "under recall for ammunition" in next(c.marks for c in game.room(GERMAN).counters if c.id == one.id)
        return
    with pytest.raises(Refused, match="low ammunition") as caught:
        leave()
    assert caught.value.rule == "CG14"
    game.order(GERMAN, "lose", piles={one.id: 1}, fate="eliminated")
    assert casualties(game.room(GERMAN).counters, 0) == one.worth > 0


def test_CG14_nobody_is_evacuated_in_the_battle():
    game = Game().until("play")
    squad = next(c for c in game.room(GERMAN).counters if c.kind == "squad")
    with pytest.raises(Refused, match="leaves the map") as caught:
        game.order(GERMAN, "lose", piles={squad.id: 1}, fate="evacuated")
    assert caught.value.rule == "CG14"


def test_CG14_who_is_taken_off_the_map_after_the_battle_is_not_lost():
    game = Game().until("mmc_roll")
    assert "eliminated" not in {c.fate for c in game.room(GERMAN).counters if c.kind == "squad"}
