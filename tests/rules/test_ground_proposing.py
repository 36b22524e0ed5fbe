"""A map for a campaign that is under way: proposed by one side, agreed to by the other or the umpire."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.contract import PUBLIC, Event, Order, Refused
from rules.engine.charts import Copy
from rules.ground.campaign_map import HasMap
from rules.ground.map_schema import as_text
from rules.ground.proposing import followed
from tests.rules.driver import Driver
from tests.rules.play import Game

GERMAN, RUSSIAN = "german", "russian"
WHY = "We draw from now on."


def copy_of(game: Driver, title: str = "My map", **label: str) -> dict[str, Any]:
    """A copy of the practice map under another name, with labels for some hexes."""
    assert isinstance(game.system, HasMap)
    rows = [{**row, "label": label.get(row["hex"], row["label"])} for row in game.system.maps.practice["hexes"]]
    content = {**game.system.maps.practice, "hexes": tuple(rows)}
    found: dict[str, Any] = json.loads(as_text(game.system.maps, Copy(title, 2, False, content)))
    return found


def propose(game: Driver, side: str = GERMAN, **label: str) -> int:
    game.order(side, "correct", about="map", reason=WHY, map=copy_of(game, **label))
    return int(game.public.corrections[-1].number)


def test_a_campaign_begins_to_draw_once_the_other_side_agrees():
    game = Game()
    number = propose(game)
    assert not game.public.ground
    assert "copy" in game.public.corrections[-1].values["map"]
    game.order(RUSSIAN, "settle", number=number, verdict="agreed")
    ground = game.public.ground
    assert (ground.sheet.name, ground.sheet.version) == ("My map", 2)
    assert ground.control == ground.sheet.holders
    assert game.public.corrections[-1].values["map"] == {
        "title": "My map", "version": 2, "practice": False, "hexes": 2580
    }  # fmt: skip


def test_the_umpire_may_agree():
    game = Game()
    number = propose(game)
    for event in game.system.judge(game.state, Order("settle", {"number": number, "verdict": "agreed"})):
        game.state = game.system.apply(game.state, event)
    assert game.public.ground.sheet.name == "My map"


@pytest.mark.parametrize(("side", "verdict"), [(RUSSIAN, "refused"), (GERMAN, "withdrawn")])
def test_a_map_nobody_agreed_to_changes_nothing(side: str, verdict: str):
    game = Game()
    game.order(side, "settle", number=propose(game), verdict=verdict)
    assert game.public.ground is None
    assert "copy" not in game.public.corrections[-1].values["map"]


def test_both_read_which_map_it_is():
    game = Game()
    number = propose(game)
    for reader in (GERMAN, RUSSIAN, None):
        wanted = game.system.corrections(game.state, reader).wanted[number]
        assert list(wanted) == ["map: My map, version 2, 2580 hexes"]


def test_another_version_keeps_what_is_known_of_control():
    game = Game()
    game.order(RUSSIAN, "settle", number=propose(game), verdict="agreed")
    game.order(GERMAN, "paint", holder=RUSSIAN, hexes="A1-A3")
    game.order(GERMAN, "settle", number=propose(game, RUSSIAN, K33="Great bridge"), verdict="agreed")
    assert game.public.ground.control["A2"] == RUSSIAN
    assert game.public.ground.words["A2"] == {GERMAN: RUSSIAN}
    (bridge,) = [
        each.label for each in game.public.ground.sheet.facts.values() if each.lvp and each.terrain == "bridge"
    ]
    assert bridge == "Great bridge"


def test_the_same_map_is_not_proposed_and_not_two_at_a_time():
    game = Game()
    number = propose(game)
    with pytest.raises(Refused, match="A map is proposed already"):
        propose(game, RUSSIAN, K33="x")
    game.order(RUSSIAN, "settle", number=number, verdict="agreed")
    with pytest.raises(Refused, match="played on this map already") as no:
        propose(game)
    assert (no.value.field, bool(no.value.way_out)) == ("map", True)


@pytest.mark.parametrize("bad", [None, "", "practice", 7, [], {"title": "x"}, {"sheets": {"hexes": "hex\nA1"}}])
def test_what_is_no_map_is_refused(bad: object):
    game = Game()
    with pytest.raises(Refused) as no:
        game.order(GERMAN, "correct", about="map", reason=WHY, map=bad)
    assert no.value.field == "map"
    assert no.value.way_out
    assert game.public.corrections == ()


@pytest.mark.parametrize("more", [{"reason": ""}, {"reason": WHY, "elr_german": 5}])
def test_a_proposal_has_a_reason_and_nothing_else(more: dict[str, Any]):
    game = Game()
    with pytest.raises(Refused):
        game.order(GERMAN, "correct", about="map", map=copy_of(game), **more)


def test_from_then_on_a_hex_off_the_map_is_refused():
    game = Game()
    game.order(RUSSIAN, "settle", number=propose(game), verdict="agreed")
    with pytest.raises(Refused, match="ZZ99 is not on the map"):
        game.order(GERMAN, "change", pile="1", count=1, place="ZZ99")


@pytest.mark.parametrize(("kind", "disputed"), [("scenario.ended", False), ("paper.agreed", False), ("wind.set", True)])
def test_what_both_agreed_to_is_disputed_no_more_in_the_map_of_a_past_date(kind: str, disputed: bool):
    game = Game()
    game.order(RUSSIAN, "settle", number=propose(game), verdict="agreed")
    ground, said = game.public.ground, {"hexes": "K20", "number": 1}
    events = [
        Event("control.painted", PUBLIC, {"side": GERMAN, "holder": GERMAN, **said}),
        Event(kind, PUBLIC, {}),
        Event("control.painted", PUBLIC, {"side": RUSSIAN, "holder": RUSSIAN, **said}),
    ]
    for event in events:
        ground = followed(ground, {}, event)
    assert (ground.control["K20"], bool(ground.disputed)) == (RUSSIAN, disputed)
