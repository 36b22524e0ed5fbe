"""What every game must keep, by the rules alone: closed rooms, plain events, refusals in a sentence, an end."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from rules import registry
from rules.asl.gains import TAKEN
from rules.contract import PUBLIC, Event, Game, Order, Refused, State
from rules.engine.corrections import HasCorrections
from rules.engine.staged import StagedSystem
from rules.features.curves import HasCurves
from rules.features.documents import HasSheets
from rules.features.forces import HasForces
from rules.features.standing import PublicView, RulingView
from tests.rules.driver import Cup
from tests.rules.garbage import tries, value
from tests.systems import games
from tests.systems.games import KEYS, Scripts, Told
from tests.systems.player import Play, proposed

Anything = State[object, object]
KINDS = ("", "Roll", "view", "__init__", "house.founded", "\ud800", "x" * 500)
ENTRIES = ("dice", "rows", "piles", "number", "step", "on", "note", "kind", "count", "about", "verdict", "z")


def at(scripts: Scripts, state: Anything) -> Play:
    """A campaign that goes on from a position."""
    play = scripts.start(**scripts.short)
    play.state = state
    return play


def rooms_of(system: Game, state: Anything) -> Mapping[str, object]:
    """Every room as JSON that was written and read."""
    found: Mapping[str, object] = json.loads(
        json.dumps({room: system.dump(state, room) for room in (PUBLIC, *state.sides)})
    )
    return found


def folded(system: Game, state: Anything, events: Iterable[Event], rooms: Iterable[str]) -> Anything:
    """`state` after those of the events that happened in `rooms`, each through JSON."""
    open_rooms = {PUBLIC, *rooms}
    for event in events:
        if event.room in open_rooms:
            state = system.apply(state, Event(event.kind, event.room, json.loads(json.dumps(event.data))))
    return state


def test_a_game_says_what_it_is(system: Game) -> None:
    assert system.key
    assert system.title
    assert system.edition
    assert system.sides
    assert PUBLIC not in system.sides
    assert all(ruling.default in ruling.readings and ruling.rule for ruling in system.rulings)
    assert all(choice.options for choice in system.choices)


def test_somebody_is_asked_at_the_founding(system: Game, scripts: Scripts) -> None:
    play = scripts.start()
    assert set(play.state.sides) == set(system.sides)
    asked = {side for side in system.sides if play.current(side)}
    assert asked
    assert asked == set(system.public(play.state.only(())).waiting)


def test_a_campaign_of_random_answers_comes_to_its_end(scripts: Scripts) -> None:
    play = scripts.whole
    shown = play.system.public(play.state.only(()))
    assert shown.ended
    assert shown.result
    assert shown.waiting == ()
    for side in play.sides:
        assert play.current(side) is None
        with pytest.raises(Refused):
            play.system.decide(play.state.only([side]), Order("roll"), side, Cup())


def test_whoever_folds_what_he_may_see_comes_to_the_rooms_he_may_enter(scripts: Scripts) -> None:
    play = scripts.whole
    for rooms in ((), *([side] for side in play.sides), play.sides):
        assert folded(play.system, play.start.only(rooms), play.events, rooms) == play.state.only(rooms)


def test_every_room_comes_back_from_its_json(scripts: Scripts) -> None:
    play = scripts.whole
    for state in (play.start, *play.positions.values(), play.state):
        rooms = rooms_of(play.system, state)
        assert play.system.load(rooms) == state
        assert play.system.load({PUBLIC: rooms[PUBLIC]}) == state.only(())


def test_a_campaign_older_than_a_ruling_has_its_default(scripts: Scripts) -> None:
    play = scripts.whole
    rooms = rooms_of(play.system, play.start)
    assert isinstance(play.system, StagedSystem)
    field = play.system.readings_in
    public: Any = rooms[PUBLIC]
    assert field in public, f"{play.system.key}: its public room has no field `{field}`, where its readings are kept"
    assert {*public[field]} == {ruling.key for ruling in play.system.rulings}
    older = play.system.load({**rooms, PUBLIC: {**public, field: {}}})
    told = play.system.public(older).rulings
    assert told == tuple(RulingView(ruling, ruling.default) for ruling in play.system.rulings)


def test_every_event_is_plain_and_can_be_told(scripts: Scripts) -> None:
    for event in scripts.whole.events:
        assert json.loads(json.dumps(event.data, allow_nan=False)) == event.data, event.kind
        assert scripts.system.describe(event).sentence


def test_a_game_writes_in_rooms_of_sides_exactly_if_it_keeps_secrets_as_one_of_several_sides_must(
    scripts: Scripts,
) -> None:
    secret = {event.room for event in scripts.whole.events} - {PUBLIC}
    assert bool(secret) == bool(scripts.system.kinds["side"]) == scripts.keeps_secrets
    assert scripts.keeps_secrets or len(scripts.system.sides) == 1


def test_an_act_writes_into_its_own_room_and_the_public_one_only(scripts: Scripts) -> None:
    for side, events in scripts.whole.acts:
        assert {event.room for event in events} <= {PUBLIC, side}


def test_what_a_side_and_an_onlooker_see_needs_no_other_room(scripts: Scripts) -> None:
    play = scripts.whole
    for (key, side), state in play.positions.items():
        onlooker, own = play.system.view(state.only(()), None), play.system.view(state.only([side]), side)
        assert onlooker.public == own.public == play.system.public(state.only(()))
        assert onlooker.mine is None
        assert onlooker.current is None
        assert own.mine
        assert own.mine.key == side
        assert own.current
        assert own.current.spec.key == key
        assert own.current.follow_ups is not None
        waits = play.system.current(state.only([side]), side)
        assert waits
        assert waits.spec == own.current.spec
        assert side in own.public.waiting
        assert any(row.step.status == "here" and row.step.key == key for row in own.rail)
        assert own.rail
        assert all(value for _, value in own.figures)


def test_what_only_some_games_have_needs_the_own_room_alone(scripts: Scripts) -> None:
    """And it is there from the founding to the end."""
    play = scripts.whole
    assert isinstance(play.system, HasSheets)
    for state in (play.start, *list(play.positions.values())[::5], play.state):
        for side in play.sides:
            mine = state.only([side])
            assert play.system.sheets(mine, side) is not None
            if isinstance(play.system, HasForces):
                assert play.system.forces(mine, side).key == side
            if isinstance(play.system, HasCorrections):
                # Whoever answers at random scrounges; nothing else is ever asked for by these.
                assert {one.gain for one in play.system.corrections(mine, side).open} <= {TAKEN}
            if isinstance(play.system, HasCurves):
                assert all(curve.side in ("", side) for curve in play.system.curves(mine))
        assert all(sheet.side == "" for sheet in play.system.sheets(state.only(()), None).values())


def test_a_side_is_not_decided_for_without_its_own_room(system: Game, scripts: Scripts) -> None:
    state = scripts.start().state
    for side in system.sides:
        current = scripts.start().current(side)
        others = [key for key in system.sides if key != side]
        with pytest.raises(KeyError):
            system.decide(state.only(others), Order(current.task.orders[0] if current else "roll"), side, Cup())


def test_an_event_of_a_closed_room_can_not_be_folded(scripts: Scripts) -> None:
    play = scripts.whole
    for side in play.sides if scripts.keeps_secrets else ():
        event = next(event for event in play.events if event.room == side)
        with pytest.raises(KeyError):
            play.system.apply(play.start.only([each for each in play.sides if each != side]), event)
    with pytest.raises(KeyError):
        play.system.apply(play.start, Event("no.such_kind", PUBLIC))


# Refusals ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS, ids=ascii)
def test_an_order_of_no_known_kind_is_refused(scripts: Scripts, kind: str) -> None:
    play = scripts.start()
    for side in play.sides:
        with pytest.raises(Refused) as caught:
            play.order(side, kind, {})
        assert caught.value.way_out


def test_an_order_of_a_side_that_is_not_asked_is_refused(scripts: Scripts) -> None:
    play = scripts.whole
    for (key, side), state in play.positions.items():
        for other in play.sides:
            there = at(scripts, state)
            if other != side and there.current(other) is None:
                task = there.current(side)
                assert task
                for kind in set(task.task.orders) - play.system.anytime:
                    with pytest.raises(Refused):
                        there.order(other, kind, {"step": key})


def test_an_entry_nobody_asked_for_is_refused(scripts: Scripts) -> None:
    for (key, side), state in scripts.whole.positions.items():
        there = at(scripts, state)
        current = there.current(side)
        assert current
        for kind in current.task.orders:
            with pytest.raises(Refused):
                there.order(side, kind, {"step": key, "surprise": 1})


@pytest.mark.parametrize("key", KEYS)
def test_any_order_at_any_step_is_carried_out_or_refused_with_a_sentence(key: str) -> None:
    scripts = games.scripts(key)
    positions = list(scripts.whole.positions.items())
    for chance in tries(key):
        (step, side), state = chance.choice(positions)
        there = at(scripts, state)
        current = there.current(side)
        assert current
        kind = chance.choice([*current.task.orders, *sorted(there.system.anytime), *KINDS])
        names = (*(each.name for each in current.task.fields), *ENTRIES)
        order = {name: value(chance) for name in names if chance.random() < 0.5}
        try:
            events = there.order(side, kind, {**order, **chance.choice(({}, {"step": step}))})
        except Refused as refused:
            ended, unchanged = refused.message.endswith((".", "?")), there.state is state
            if not (ended and unchanged):
                pytest.fail(f"{kind} at {step}: {refused.message}")
        else:
            assert all(json.loads(json.dumps(event.data, allow_nan=False)) == event.data for event in events)


def test_a_wrong_entry_is_refused_at_its_field_with_a_way_out(scripts: Scripts) -> None:
    for (key, side), state in scripts.whole.positions.items():
        there = at(scripts, state)
        current = there.current(side)
        assert current
        chosen = {each.name: proposed(each) for each in current.task.fields if each.required}
        for name in (each.name for each in current.task.fields):
            with pytest.raises(Refused) as caught:
                there.order(side, current.task.orders[0], {"step": key, **chosen, name: {"no": "such entry"}})
            assert caught.value.field == name
            assert caught.value.way_out, (key, name)


@pytest.mark.parametrize("order", [Order(""), Order("settle"), Order("settle", {"number": "x"}), Order("roll")])
def test_an_umpire_is_refused_what_nothing_asks_him_for(system: Game, scripts: Scripts, order: Order) -> None:
    with pytest.raises(Refused):
        system.judge(scripts.start().state.only(()), order)


# Rulings and secrets -------------------------------------------------------------------------------------------------

RULINGS = [(key, ruling.key) for key in KEYS for ruling in (games.listed(key).rulings)]


@pytest.mark.parametrize(("key", "ruling"), RULINGS)
def test_every_reading_of_a_ruling_leads_to_another_result(key: str, ruling: str) -> None:
    named = {each.__name__: each for each in games.scripts(key).rulings}
    assert ruling in named, f"{games.where_scripts_are(key)} does not say what the readings of `{ruling}` lead to"
    found = named[ruling]
    known = next(each for each in registry.get(key).rulings if each.key == ruling)
    results = {reading: found(**{ruling: reading}) for reading in known.readings}
    expected = games.scripts(key).rulings[found]
    assert expected is None or results == expected
    assert len({repr(result) for result in results.values()}) == len(known.readings)


@pytest.mark.parametrize(("key", "ruling"), RULINGS)
def test_a_campaign_says_which_reading_it_has(key: str, ruling: str) -> None:
    system = registry.get(key)
    known = next(each for each in system.rulings if each.key == ruling)
    for options, reading in (({}, known.default), *(({ruling: each}, each) for each in known.readings)):
        public = system.public(system.setup({"rulings": options}).only(()))
        assert isinstance(public, PublicView)
        shown = {view.key: view for view in public.rulings}
        assert shown[ruling].reading == known.readings[reading]
        assert shown[ruling].deviates == (reading != known.default)


def test_a_ruling_or_reading_that_is_none_is_refused(system: Game) -> None:
    names = [ruling.key for ruling in system.rulings][:1]
    others: list[object] = ["seven", 6, None, []]
    readings = [{name: wrong} for name in names for wrong in others]
    every: list[object] = [{"x": "y"}, ["x"], "six", 3, *readings]
    for wrong in every:
        with pytest.raises(Refused) as caught:
            system.setup({"rulings": wrong})
        assert caught.value.way_out


@cache
def compared(scripts: Scripts, side: str) -> tuple[Told, ...]:
    """Campaigns that differ in nothing but what a side decides and rolls in secret, played once."""
    return tuple(scripts.compared(side))


@pytest.mark.slow
def test_no_public_event_changes_with_what_a_side_decides_and_rolls_in_secret(scripts: Scripts) -> None:
    """Nor does anything that the other side is refused, or has folded into its room."""
    for side in scripts.system.sides if scripts.keeps_secrets else ():
        told, secrets = list[object](), list[object]()
        for campaign in compared(scripts, side):
            opened = [event for event in campaign.events if event.room == PUBLIC and event.kind not in scripts.spoken]
            told.append([json.dumps([event.kind, event.data]) for event in opened])
            secrets.append([event for event in campaign.events if event.room == side])
        assert len(told) > 1
        assert all(secret != secrets[0] for secret in secrets[1:]), "there is something to keep"
        assert all(each == told[0] for each in told)


def test_a_refusal_says_nothing_of_what_another_side_decided(scripts: Scripts) -> None:
    for side in scripts.system.sides if scripts.keeps_secrets else ():
        assert len({tuple(refusals(scripts.system, side, campaign)) for campaign in compared(scripts, side)}) == 1


def refusals(system: Game, side: str, campaign: Told) -> Iterator[str]:
    """What the others are told who press something impossible once `side` has acted."""
    state = system.setup(campaign.options)
    act = next(n for n, event in enumerate(campaign.events) if event.room == side)
    state = folded(system, state, campaign.events[: act + 1], system.sides)
    for other in (key for key in system.sides if key != side):
        current = system.view(state.only([other]), other).current
        for kind in ("roll", "done", "enter", "", *(current.task.orders if current else ())):
            try:
                system.decide(state.only([other]), Order(kind, {"surprise": 1}), other, Cup())
            except Refused as refused:
                yield " ".join((refused.message, refused.rule, refused.field, refused.way_out))


def test_the_public_room_holds_nothing_secret_before_the_end(scripts: Scripts) -> None:
    """Of games that have said which words would be."""
    system = scripts.system
    for side in system.sides if scripts.secret_words else ():
        *_, campaign = compared(scripts, side)
        spoken = next(n for n, event in enumerate(campaign.events) if event.kind == "books.opened")
        state = folded(system, system.setup(campaign.options), campaign.events[:spoken], system.sides)
        room = {**as_mapping(system.dump(state, PUBLIC)), "chart": ""}
        assert [word for word in scripts.secret_words if word in json.dumps(room)] == []
        held = json.dumps(system.dump(state, side))
        assert any(word in held for word in scripts.secret_words), "and a side's own room does"


def as_mapping(room: object) -> Mapping[str, object]:
    assert isinstance(room, Mapping)
    return room
