"""VASL's text of the map against a side's counters: found, changed, missing, unknown; and the order that records it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.asl.steps.setup.fortify import FortifyTask
from rules.asl.vasl import review
from rules.asl.vasl.filling import MOST_TRIES
from rules.asl.vasl.names import kind_of
from rules.asl.vasl.review import on_the_map
from rules.asl.vasl.rows import VaslReport, VaslRow
from rules.contract import Refused
from rules.features.saved_games import SavedAnswers, SavedGame
from tests.rules.driver import Driver
from tests.rules.play import GERMAN, RUSSIAN, Game, rows
from tests.rules.votg_play import Game as Guards

SIZES = {"squad": "1sq", "half_squad": "1hs", "crew": "cr"}


@pytest.fixture(params=["oto2", "votg"])
def game(request: pytest.FixtureRequest) -> Driver:
    """A battle in either game."""
    if request.param == "votg":
        return Guards().until("play")
    return Game(baskets={(GERMAN, 0): rows("I1*2 V1*2"), (RUSSIAN, 0): rows("I1*2")}).until("play")


def owned(game: Driver, side: str = GERMAN) -> list[Any]:
    return on_the_map(game.system.context_of(game.state, side))


def as_vasl(counter: Any) -> str:
    """A counter as VASL writes it."""
    if (militia := counter.name.removeprefix("NKVD ")) != counter.name:
        return f"{militia} Nsq"
    return f"{counter.name} {SIZES[counter.kind]}" if counter.kind in SIZES else str(counter.name)


def text_of(*stacks: list[str]) -> str:
    """VASL's text of the map with these stacks, the top one first in each."""
    return "\n".join(f"K{n}: {', '.join(stack)}" for n, stack in enumerate(stacks, 1))


def survivors(game: Driver, side: str = GERMAN, *, but: int = 0) -> list[list[str]]:
    """All counters of a side in stacks by fives, without the first `but` of them."""
    names = [as_vasl(each) for each in owned(game, side)[but:]]
    return [names[n : n + 5] for n in range(0, len(names), 5)]


def posted(game: Driver, text: str, side: str = GERMAN, **said: str) -> str:
    return game.system.saved_text(game.state, side, text, said)


def seen(game: Driver, text: str, side: str = GERMAN, **said: str) -> SavedGame:
    return game.system.saved_game(game.state, side, posted(game, text, side, **said), said)


def recorded(game: Driver, text: str, side: str = GERMAN, **answers: Any) -> list[Any]:
    """Record what a text says; the events."""
    order = game.system.saved_order(game.state, side, posted(game, text, side), SavedAnswers(**answers))
    return list(game.order(side, order.kind, **order.data))


@pytest.mark.parametrize("side", [GERMAN, RUSSIAN])
def test_a_side_whole_on_the_map_misses_nothing(game: Driver, side: str) -> None:
    shown = seen(game, text_of(*survivors(game, side)), side)
    assert (shown.missing, shown.doubtful) == ([], [])
    assert sum(line.count for line in shown.found) == len(owned(game, side))
    assert [line.name for line in shown.unknown] == []


def test_what_is_missing_is_asked_and_recorded_as_the_reader_says(game: Driver) -> None:
    before = Counter(each.name for each in owned(game))
    text = text_of(*survivors(game, but=4))
    assert seen(game, text).total == 4
    with pytest.raises(Refused, match="missing"):
        recorded(game, text)
    first = seen(game, text).missing[0]
    events = recorded(game, text, rest="eliminate", missing={f"{first.key}:recalled": "1"})
    assert [event.kind for event in events].count("losses.recorded") == 2
    assert (before - Counter(each.name for each in owned(game))).total() == 4
    assert {event.data["fate"] for event in events} == {"eliminated", "recalled"}


def test_a_half_squad_for_a_squad_is_proposed_as_reduced_and_counts(game: Driver) -> None:
    squad = next(
        each for each in owned(game) if each.kind == "squad" and game.system.default_rules.half(GERMAN, each.name)
    )
    half = game.system.default_rules.half(GERMAN, squad.name)
    kept = [each for each in owned(game) if each is not squad]
    text = text_of([as_vasl(each) for each in kept], [f"{half} 1hs"])
    shown = seen(game, text)
    assert [(line.count, line.says) for line in shown.doubtful] == [(1, f"reduced to {half}")]
    key = shown.doubtful[0].key
    with pytest.raises(Refused, match="nothing to record"):
        recorded(game, text, doubtful={key: "0"})
    (event,) = recorded(game, text, doubtful={key: "1"})
    assert (event.kind, event.data["cvp"]) == ("units.reduced", 1)


def test_conditions_stand_on_the_counter_or_on_a_marker_above_it(game: Driver) -> None:
    leader = next(each for each in owned(game) if each.kind == "leader")
    rest = [as_vasl(each) for each in owned(game) if each is not leader and each.kind != "leader"]
    rest += [each.name for each in owned(game) if each.kind == "leader" and each is not leader]
    text = text_of(rest, ["Wnd " + leader.name])
    assert [(line.name, line.says) for line in seen(game, text).conditions] == [(leader.name, "wounded")]
    (event,) = recorded(game, text)
    assert [change["marks"] for change in event.data["change"].values()] == [["wounded"]]


def test_a_leader_is_no_armor_leader_of_the_same_name_that_the_record_lists_before_him(game: Driver) -> None:
    room = game.room(GERMAN)
    leader = next(each for each in owned(game) if each.kind == "leader")
    crew = replace(leader, id=9999, kind="armor_leader")
    game.put(GERMAN, counters=(crew, *room.counters))
    rest = [as_vasl(each) for each in owned(game) if each not in (leader, crew)]
    text = text_of(["Wnd " + leader.name], rest)
    (event,) = recorded(game, text, rest="here")
    assert list(event.data["change"]) == [str(leader.id)]


def test_a_marker_is_asked_about_and_speaks_of_what_lies_below_it_alone(game: Driver) -> None:
    men = [each for each in owned(game) if each.kind in ("squad", "half_squad")]
    rest = [as_vasl(each) for each in owned(game) if each not in men[:2]]
    text = text_of(rest, [as_vasl(men[0]), "Encircled", as_vasl(men[1])])
    shown = seen(game, text)
    assert [line.count for line in shown.doubtful] == [1]
    assert "encircled" in shown.doubtful[0].says
    (event,) = recorded(game, text, doubtful={shown.doubtful[0].key: "1"})
    assert len(event.data["change"]) == 1


def test_an_unknown_name_is_shown_and_stands_for_a_counter_once_it_is_assigned(game: Driver) -> None:
    lost = next(each for each in owned(game) if each.kind == "weapon")
    text = text_of([as_vasl(each) for each in owned(game) if each is not lost] + ["Wundertüte"])
    shown = seen(game, text)
    assert [(line.name, line.places) for line in shown.unknown] == [("Wundertüte", ("K1",))]
    assert shown.total == 1
    shown = seen(game, text, **{"Wundertüte": lost.name})
    assert (list(shown.unknown), shown.total) == ([], 0)


def test_stacks_of_the_other_side_are_told_by_what_only_it_has(game: Driver) -> None:
    shown = seen(game, text_of(*survivors(game), *survivors(game, RUSSIAN)))
    assert sum(line.count for line in shown.found) == len(owned(game))
    assert shown.total == 0
    nothing = [line.name for line in (*shown.unknown, *shown.by_hand, *shown.others)]
    assert nothing, "what is not one's own is shown, not dropped"


def test_levels_and_entrenchments_come_from_the_stack(game: Driver) -> None:
    leader = next(each.name for each in owned(game) if each.kind == "leader")
    shown = seen(game, text_of([leader, "Building Level 2"], ["1S Foxhole", "4-6-7 1sq"]))
    assert {place for line in shown.found for place in line.places} >= {"K1/2"}


@pytest.mark.parametrize("typed", ["(HIP)", "(?)", "(Hip) (I1/2)", " (Fritz)", "(HIP) (Fritz)", " (I1/2)"])
def test_ones_own_hidden_and_labelled_counters_are_known(game: Driver, typed: str) -> None:
    leader = next(each.name for each in owned(game) if each.kind == "leader")
    shown = seen(game, text_of([f"4-6-7 1sq{typed}", f"broken 4-6-7 1sq{typed}", f"{leader}{typed}"]))
    assert [line.name for line in shown.unknown] == []
    assert sum(line.count for line in shown.found) == 3


def test_a_label_says_which_of_two_groups_of_a_day_a_counter_is_of() -> None:
    game = Game(baskets={(GERMAN, 0): rows("I1*2")}).until("play")
    squads = [each for each in owned(game) if each.kind == "squad"]
    of = {group: sum(each.group == group for each in squads) for group in dict.fromkeys(each.group for each in squads)}
    lost, whole = "23AM-I1-1", "23AM-I1-2"
    text = text_of(["4-6-7 1sq (I1/2)"] * of.pop(whole), ["4-6-7 1sq (I1/1)"] * (sum(of.values()) - 1))
    missing = next(line for line in seen(game, text).missing if line.name == "4-6-7")
    order = game.system.saved_order(game.state, GERMAN, posted(game, text), SavedAnswers(rest="eliminate"))
    acts: Any = order.data["acts"]
    gone = [each.group for each in squads if each.id in acts["eliminate"]]
    assert (missing.count, gone) == (1, [lost])


def test_a_name_without_a_latin_letter_is_assigned_alone(game: Driver) -> None:
    leader = next(each.name for each in owned(game) if each.kind == "leader")
    shown = seen(game, "K1: Штаб, Пушка", Штаб=leader)
    assert [line.name for line in shown.assigned] == ["Штаб"]
    assert [line.name for line in shown.unknown] == ["Пушка"]


def test_the_rows_of_a_save_are_sorted_out_once(game: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    sorted_out, calls = review._matchable, Counter[str]()

    def counted(report: VaslReport) -> tuple[VaslRow, ...]:
        calls["all"] += 1
        return sorted_out(report)

    monkeypatch.setattr(review, "_matchable", counted)
    shown = seen(game, text_of([f"odd {n}" for n in range(100)]))
    assert len(shown.unknown) == 100
    assert calls["all"] <= 2


def test_works_that_nobody_can_pay_are_not_priced_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(baskets={(GERMAN, 0): rows("M1 G1 O1 O4")}).until("fortify", GERMAN)
    ground = [{"kind": "terrain", "name": "1S Foxhole", "hex": f"K{n % 30 + 1}"} for n in range(700)]
    priced, calls = FortifyTask.priced, Counter[str]()

    def counted(task: FortifyTask, draft: Mapping[str, object]) -> FortifyTask:
        calls["priced"] += 1
        return priced(task, draft)

    monkeypatch.setattr(FortifyTask, "priced", counted)
    places = game.system.saved_places(game.state, GERMAN, json.dumps({"ground": ground}), {}, {})
    assert places.number + len(places.left_out) == 700
    assert calls["priced"] <= 2 * MOST_TRIES


@pytest.mark.parametrize("text", ["", "hello", "K1:", ":::", "A" * 500_000, "K1: " + "x, " * 5_000])
def test_what_is_no_text_of_the_map_is_refused_with_a_way_out(game: Driver, text: str) -> None:
    with pytest.raises(Refused) as refused:
        seen(game, text)
    assert refused.value.way_out


def test_strange_letters_are_cut_and_the_rest_is_shown(game: Driver) -> None:
    shown = seen(game, "\x00\x01: x\x02\u202eé")
    assert [line.name for line in shown.unknown] == ["xé"]
    assert len(shown.warnings) == 2


@pytest.mark.parametrize(
    "save",
    [
        "",
        "[]",
        "{",
        "null",
        "[" * 5_000,
        '{"own": 1}',
        '{"own": [{"kind": "squad"}]}',
        '{"password": "x"}',
        '{"own": [{"kind": "squad", "name": "x", "owner": "y"}]}',
    ],
)
def test_a_posted_report_of_another_shape_is_refused(game: Driver, save: str) -> None:
    with pytest.raises(Refused, match="can't be used"):
        game.system.saved_game(game.state, GERMAN, save, {})


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"acts": []},
        {"acts": {"fly": [1]}},
        {"acts": {"eliminate": [10**9]}},
        {"acts": {"eliminate": 1}},
        {"acts": {"eliminate": [None]}},
        {"marks": {"nice": [1]}},
    ],
)
def test_a_tally_of_what_is_not_there_is_refused(game: Driver, data: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        game.order(GERMAN, "tally", **data)


def test_men_stacked_with_the_other_sides_are_shown_for_the_reader_to_enter(game: Driver) -> None:
    man = next(each for each in owned(game) if each.kind == "squad")
    save = f'{{"own": [{{"kind": "squad", "name": "{man.name}", "hex": "K1", "within": ["4-4-7"]}}]}}'
    shown = game.system.saved_game(game.state, GERMAN, save, {})
    assert [(line.name, line.places) for line in shown.by_hand] == [(man.name, ("K1",))]
    assert "prisoners" in shown.by_hand[0].says


@pytest.mark.parametrize(("beside", "asked"), [("L1", True), ("K1", False)])
def test_a_weapon_left_alone_with_the_other_sides_men_may_be_theirs(game: Driver, beside: str, asked: bool) -> None:
    weapon, man = (next(each for each in owned(game) if each.kind == kind) for kind in ("weapon", "squad"))
    rows = [
        {"kind": "weapon", "name": weapon.name, "hex": "K1", "within": ["4-4-7"]},
        {"kind": "squad", "name": man.name, "hex": beside},
    ]
    shown = game.system.saved_game(game.state, GERMAN, json.dumps({"own": rows}), {})
    assert [line.name for line in shown.by_hand] == ([weapon.name] if asked else [])


def test_a_tally_takes_no_counter_twice(game: Driver) -> None:
    number = owned(game)[0].id
    with pytest.raises(Refused, match="two things"):
        game.order(GERMAN, "tally", acts={"eliminate": [number], "recalled": [number]})


@pytest.mark.parametrize(
    ("shown", "kind", "name", "conditions"),
    [
        ("broken 4-6-7 1sq", "squad", "4-6-7", ("broken",)),
        ("6-2-8 AEsq", "squad", "6-2-8 AE", ()),
        ("9-1 AL", "armor_leader", "9-1", ()),
        ("Wnd Heroic 8-1", "leader", "8-1", ("wounded", "heroic")),
        ("2-1/2 ton Truck", "other", "2-1/2 ton Truck", ()),
        ("1+5+7 Pillbox", "terrain", "1+5+7 Pillbox", ()),
        ("1S Foxhole", "terrain", "1S Foxhole", ()),
        ("dm HMG", "weapon", "HMG", ("dismantled",)),
        ("T-34 M43 vca3 tca3 BU", "other", "T-34 M43", ()),
        ("GE Control", "control", "GE Control", ()),
        ("UK Control", "control", "UK Control", ()),
        ("DM", "marker", "DM", ()),
        ("?", "concealment", "?", ()),
    ],
)
def test_kinds_by_name(shown: str, kind: str, name: str, conditions: tuple[str, ...]) -> None:
    assert kind_of(shown) == (kind, name, conditions)
