"""Prisoners and captured equipment: one public fact to which the records of both sides refer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.asl.counters import Counter, casualties
from rules.contract import PUBLIC, Refused
from rules.engine.replace import replace
from tests.rules import play, votg_play
from tests.rules.driver import Driver

GERMAN, RUSSIAN = play.GERMAN, play.RUSSIAN
GAMES: dict[str, Callable[[], Driver]] = {"oto2": play.Game, "votg": votg_play.Game}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Driver:
    return GAMES[request.param]().until("play")


def of(game: Driver, name: str, side: str = GERMAN, **more: Any) -> list[Counter]:
    """The side's counters of a name that are as `more` says."""
    counters: tuple[Counter, ...] = game.room(side).counters
    return [c for c in counters if c.name == name and all(getattr(c, key) == value for key, value in more.items())]


def capture(game: Driver, name: str, count: int = 1, side: str = GERMAN) -> Any:
    """The owner records that counters of his were captured; the public event."""
    first = of(game, name, side, fate="ready")[0]
    *_, told = game.order(side, "capture", pile=first.id, count=count, together=True)
    return told


def shown(game: Driver, side: str) -> list[tuple[int, str, str]]:
    """The list of a side's page: number, name, state."""
    lines = game.system.forces(game.state.only([side]), side).captures
    return [(line.count, line.name, line.state) for line in lines]


def sentence(game: Driver, event: Any) -> str:
    told: str = game.system.describe(event).sentence
    return told


def test_who_is_captured_is_on_one_list_that_both_sides_and_all_others_see(game: Driver):
    told = capture(game, "4-6-7", 2)
    assert (told.room, told.data["count"], told.data["captor"]) == (PUBLIC, 2, RUSSIAN)
    assert set(told.data) == {"number", "captor", "owner", "kind", "name", "count", "rule"}, "no group, place or mark"
    assert sentence(game, told) == "Captured by the Russian side: 2 4-6-7 of the German side (no. 1)."
    line = (2, "4-6-7", "prisoners of the Russian side, from the German side")
    assert shown(game, GERMAN) == shown(game, RUSSIAN) == [line]
    assert [c.capture for c in of(game, "4-6-7", fate="captured")] == [1, 1]


def test_only_the_guard_frees_and_then_the_owner_has_them_again_without_a_nod(game: Driver):
    capture(game, "4-6-7", 2)
    with pytest.raises(Refused, match="holds no such"):
        game.order(GERMAN, "release", number=1, count=1, how="freed")
    with pytest.raises(Refused, match="The Russian side holds these"):
        game.order(GERMAN, "lose", piles={of(game, "4-6-7", fate="captured")[0].id: 1}, fate="ready")
    (told,) = game.order(RUSSIAN, "release", number=1, count=1, how="freed")
    assert (
        sentence(game, told) == "1 4-6-7 of the German side, in Russian hands until now (no. 1): set free or escaped."
    )
    assert [(c.kind, c.name) for c in of(game, "4-3-6", fate="ready")][-1:] == [("squad", "4-3-6")]
    assert not game.public.corrections
    assert [count for count, *_ in shown(game, GERMAN)] == [1]


def arrived(game: Driver, side: str = GERMAN) -> list[Any]:
    """What each group of a side brought, by its record of purchases."""
    return [row.arrived for row in game.system.purchases(game.state.only([side]), side)]


def test_7_5189_and_12_6218_who_was_set_free_stands_on_the_purchase_record_as_he_came(game: Driver):
    came = arrived(game)
    first = of(game, "4-6-7", fate="ready")[0]
    game.order(GERMAN, "deploy", pile=first.id, count=2, together=True)
    assert arrived(game) == came
    capture(game, "2-4-7", 4)
    capture(game, "4-6-7", 1)
    game.order(RUSSIAN, "release", number=1, count=4, how="freed")
    game.order(RUSSIAN, "release", number=2, count=1, how="freed")
    assert of(game, "4-3-6", fate="ready")
    assert arrived(game) == came, "neither Conscripts nor halves came with a group"


def test_7_5189_and_12_6218_a_squad_renamed_to_a_hero_by_hand_came_as_a_squad(game: Driver):
    came = arrived(game)
    game.gains(GERMAN, "change", pile=of(game, "4-6-7", fate="ready")[0].id, count=1, name="Hero")
    assert of(game, "Hero", kind="hero")
    assert arrived(game) == came


def test_a_capture_entered_by_mistake_is_put_right_by_the_other_side(game: Driver):
    line, before = game.public.date, len(of(game, "4-6-7", fate="ready"))
    lost = casualties(game.room(GERMAN).counters, line)
    capture(game, "4-6-7", 2)
    assert casualties(game.room(GERMAN).counters, line) > lost
    game.order(RUSSIAN, "release", number=1, count=2, how="mistake")
    assert len(of(game, "4-6-7", fate="ready")) == before
    assert casualties(game.room(GERMAN).counters, line) == lost
    assert shown(game, RUSSIAN) == []


def test_a_claim_is_not_granted_with_what_was_the_captors_own(game: Driver):
    theirs = next(c.id for c in game.room(RUSSIAN).on_hand if c.name == "LMG")
    game.order(RUSSIAN, "capture", pile=theirs, count=1, together=True)
    game.order(GERMAN, "use", number=1, count=1)
    own = [c for c in game.room(GERMAN).on_hand if c.name == "LMG" and not c.capture]
    game.order(RUSSIAN, "claim", kind="weapon", name="LMG", count=len(own) + 1)
    with pytest.raises(Refused, match=f"{len(own) + 1} claimed, {len(own)} there"):
        game.order(GERMAN, "grant", number=2)


def waiting_to_enter(game: Driver) -> list[Counter]:
    """All 4-6-7 of the Germans are still to enter."""
    units = of(game, "4-6-7", fate="ready")
    game.order(GERMAN, "lose", piles={units[0].id: len(units)}, fate="due", together=True)
    return of(game, "4-6-7", fate="due")


@pytest.mark.parametrize(("how", "name", "fate"), [("mistake", "4-6-7", "due"), ("freed", "4-3-6", "ready")])
def test_who_was_to_enter_is_so_again_if_never_taken_and_on_the_map_if_freed(
    game: Driver, how: str, name: str, fate: str
):
    first, second, *_ = waiting_to_enter(game)
    *_, told = game.order(GERMAN, "capture", pile=first.id, count=1)
    assert [c.id for c in of(game, "4-6-7", fate="captured")] == [first.id]
    game.order(RUSSIAN, "release", number=told.data["number"], count=1, how=how)
    game.order(RUSSIAN, "claim", kind="squad", name="4-6-7", count=2)
    number = max(one.number for one in game.public.captures)
    game.order(GERMAN, "grant", number=number)
    there = of(game, "4-6-7", fate="captured")
    assert second.id in {c.id for c in there}
    game.order(RUSSIAN, "release", number=number, count=2, how=how)
    after = {c.id: (c.name, c.fate) for c in game.room(GERMAN).counters}
    assert {after[c.id] for c in (first, *there)} == {(name, fate)}


def test_what_the_captor_claims_is_captured_when_its_owner_agrees(game: Driver):
    game.order(RUSSIAN, "claim", kind="squad", name="4-6-7", count=2)
    assert of(game, "4-6-7", fate="captured") == []
    assert "has not agreed yet" in shown(game, GERMAN)[0][2]
    with pytest.raises(Refused, match="holds no such"):
        game.order(RUSSIAN, "grant", number=1)
    with pytest.raises(Refused, match="holds no such"):
        game.order(RUSSIAN, "release", number=1, count=1, how="freed")
    own, told = game.order(GERMAN, "grant", number=1)
    assert (own.room, told.room) == (GERMAN, PUBLIC)
    assert [c.capture for c in of(game, "4-6-7", fate="captured")] == [1, 1]
    assert shown(game, RUSSIAN) == [(2, "4-6-7", "prisoners of the Russian side, from the German side")]


@pytest.mark.parametrize(("side", "says"), [(GERMAN, "objects"), (RUSSIAN, "withdraws")])
def test_a_claim_is_objected_to_or_withdrawn(game: Driver, side: str, says: str):
    game.order(RUSSIAN, "claim", kind="squad", name="4-6-7", count=2)
    (told,) = game.order(side, "deny", number=1)
    assert says in sentence(game, told)
    assert shown(game, GERMAN) == []
    with pytest.raises(Refused, match="waits for no answer"):
        game.order(GERMAN, "grant", number=1)


def test_a_double_claim_is_refused_with_what_stands_already(game: Driver):
    capture(game, "4-6-7")
    with pytest.raises(Refused, match=r"German side has recorded 4-6-7 as captured already \(no. 1\)") as no:
        game.order(RUSSIAN, "claim", kind="squad", name="4-6-7")
    assert no.value.field == "name"
    assert no.value.way_out
    game.order(RUSSIAN, "claim", kind="leader", name="9-1")
    with pytest.raises(Refused, match="You have claimed 9-1 already"):
        game.order(RUSSIAN, "claim", kind="leader", name="9-1")


def test_only_so_many_claims_wait_at_once(game: Driver):
    capture(game, "4-6-7")  # waits for nobody
    for n in range(20):
        game.order(RUSSIAN, "claim", kind="squad", name=f"Squad {n}")
    with pytest.raises(Refused, match="20 claims of your side wait"):
        game.order(RUSSIAN, "claim", kind="squad", name="Squad 20")
    game.order(RUSSIAN, "deny", number=2)
    game.order(RUSSIAN, "claim", kind="squad", name="Squad 20")


def test_nobody_agrees_to_more_than_he_has(game: Driver):
    game.order(RUSSIAN, "claim", kind="tank", name="Tiger", count=3)
    with pytest.raises(Refused, match="3 claimed, 0 there"):
        game.order(GERMAN, "grant", number=1)


def test_captured_equipment_in_use_is_the_captors_until_it_is_recaptured(game: Driver):
    capture(game, "LMG", 2)
    game.order(RUSSIAN, "use", number=1, count=1)
    (taken,) = [c for c in game.room(RUSSIAN).on_hand if c.capture]
    assert (taken.name, taken.marks) == ("LMG", ("captured from the enemy",))
    assert not game.public.corrections, "a gain that the public record bears out needs no nod"
    before = len(of(game, "LMG", fate="ready"))
    events = game.order(RUSSIAN, "capture", pile=taken.id)
    assert sentence(game, events[-1]).endswith("(no. 1): recaptured.")
    assert len(of(game, "LMG", fate="ready")) == before + 1
    assert shown(game, GERMAN) == [(1, "LMG", "captured by the Russian side from the German side")]


def test_what_is_recaptured_is_as_broken_as_it_was_and_stands_nowhere(game: Driver):
    first = of(game, "LMG", fate="ready")[0].id
    marks = ["malfunctioned", "isolated", "short of ammunition"]
    game.order(GERMAN, "change", pile=first, count=1, marks=marks, place="K20")
    game.order(GERMAN, "capture", pile=first, count=1)
    game.order(RUSSIAN, "release", number=1, count=1, how="recaptured")
    (back,) = [c for c in game.room(GERMAN).counters if c.id == first]
    assert (back.fate, back.marks, back.place) == ("ready", ("malfunctioned",), "")


def test_12_609_and_7_508_a_leader_who_is_set_free_is_as_heroic_and_as_wounded_as_he_was(game: Driver):
    leader = next(c for c in game.room(GERMAN).on_hand if c.kind == "leader" and c.fate == "ready")
    game.order(GERMAN, "change", pile=leader.id, count=1, marks=["heroic", "wounded", "encircled"])
    game.order(GERMAN, "capture", pile=leader.id, count=1)
    game.order(RUSSIAN, "release", number=1, count=1, how="freed")
    (back,) = [c for c in game.room(GERMAN).counters if c.id == leader.id]
    assert {*back.marks} == {"heroic", "wounded"}


def test_7_5114_and_12_6227_an_armor_leader_who_is_set_free_has_no_AFV_and_belongs_to_its_type(game: Driver):
    game.gains(GERMAN, "add", kind="tank", name="StuG IIIG")
    game.gains(GERMAN, "add", kind="armor_leader", name="9-1")
    leader = game.room(GERMAN).counters[-1]
    riding = replace(leader, place="StuG IIIG", marks=("wounded",))
    game.put(GERMAN, counters=(*game.room(GERMAN).counters[:-1], riding))
    game.order(GERMAN, "capture", pile=leader.id, count=1)
    game.order(RUSSIAN, "release", number=1, count=1, how="mistake")
    assert game.room(GERMAN).counters[-1] == riding
    game.order(GERMAN, "capture", pile=leader.id, count=1)
    game.order(RUSSIAN, "release", number=2, count=1, how="freed")
    back = game.room(GERMAN).counters[-1]
    assert (back.marks, back.place, back.fate) == (("wounded", "without AFV"), "StuG IIIG", "ready")


def test_captured_equipment_that_is_destroyed_comes_back_to_nobody(game: Driver):
    capture(game, "LMG", 2)
    game.order(RUSSIAN, "use", number=1, count=2)
    with pytest.raises(Refused, match="All of LMG are in use"):
        game.order(RUSSIAN, "release", number=1, count=1, how="recaptured")
    first = next(c.id for c in game.room(RUSSIAN).on_hand if c.capture)
    before = len(of(game, "LMG", fate="ready"))
    game.order(RUSSIAN, "eliminate", pile=first, count=2)
    assert shown(game, GERMAN) == []
    assert len(of(game, "LMG", fate="ready")) == before


def test_nobody_uses_prisoners_or_frees_a_gun(game: Driver):
    capture(game, "4-6-7")
    capture(game, "LMG")
    with pytest.raises(Refused, match="no use"):
        game.order(RUSSIAN, "use", number=1, count=1)
    with pytest.raises(Refused) as no:
        game.order(RUSSIAN, "release", number=2, count=1, how="freed")
    assert no.value.field == "how"


def test_what_a_side_had_hidden_is_on_nobodys_list_by_being_struck(game: Driver):
    game.gains(GERMAN, "add", kind="fortification", name="Wire")
    works = next(c.id for c in game.room(GERMAN).on_hand if c.kind == "fortification")
    events = game.order(GERMAN, "lose", piles={works: 1}, fate="captured")
    assert {event.room for event in events} == {GERMAN}


def test_7_5135_and_12_6155_a_captured_weapon_that_is_lost_in_the_refit_is_captured_no_more(game: Driver):
    game.order(GERMAN, "capture", pile=of(game, "LMG", fate="ready")[0].id, count=2, together=True)
    game.order(RUSSIAN, "use", number=1, count=2)
    step = game.until("captured", RUSSIAN).current(RUSSIAN)
    (told,) = [event for event in game.roll(RUSSIAN, 6, 1) if event.kind == "capture.ended"]
    assert (len(step.task.needs), told.room, told.data["count"], told.data["how"]) == (2, PUBLIC, 1, "lost")
    assert shown(game, GERMAN) == [(1, "LMG", "captured by the Russian side from the German side; 1 in use")]
    assert [c.capture for c in of(game, "LMG", fate="captured")] == [0, 1]
