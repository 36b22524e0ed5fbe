"""Every event of Valor of the Guards is told in a sentence with its rule, from what it holds alone."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from typing import Any

import pytest

from rules.contract import PUBLIC, Event
from rules.systems.votg.event_texts import WORKED_OUT
from rules.systems.votg.pack import DATA
from rules.systems.votg.reducers import REDUCERS
from rules.systems.votg.system import SYSTEM
from tests.rules.votg_play import GERMAN, RUSSIAN, Game

KINDS = sorted({*REDUCERS.public, *REDUCERS.side})


@cache
def played() -> tuple[Event, ...]:
    """The events of a whole campaign with a Dual Attack, assaults, a Counterattack and Idle Days."""
    rows = {
        GERMAN: {"I1": {"n": 1}, "A1": {"n": 1}, "G1": {"n": 1}},
        RUSSIAN: {"I2": {"n": 1}, "M1": {"n": 1}},
    }
    game = Game(
        game="II",
        seed=5,
        chits={2: ("attack", "attack"), 3: ("attack", "idle"), 5: ("idle", "attack")},
        strikes={3: True},
        baskets={(side, 0): basket for side, basket in rows.items()},
    )
    return tuple(game.finish().events)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_event_has_its_teller(kind: str):
    assert kind in SYSTEM.event_texts.templates


def test_no_sentence_is_kept_for_an_event_that_no_longer_is():
    own = tomllib.loads((DATA.folder / "events.toml").read_text(encoding="utf-8"))
    assert {*own, *WORKED_OUT} <= {*KINDS}


def test_every_event_of_a_campaign_is_told_with_its_rule():
    assert len({event.kind for event in played()}) > 40
    for event in played():
        told = SYSTEM.describe(Event(event.kind, event.room, json.loads(json.dumps(dict(event.data)))))
        assert told.sentence[:1].isupper() or told.sentence[:1].isdigit(), (event.kind, told.sentence)
        assert told.sentence.endswith(".") or event.data.get("note"), (event.kind, told.sentence)
        assert told.rule, event.kind
        rolls: Any = event.data.get("rolls", ())
        assert len(told.reckonings) == len(rolls)
        assert "{" not in told.sentence


def told(kind: str, room: str = PUBLIC, /, **data: object) -> str:
    return SYSTEM.describe(Event(kind, room, data)).sentence


def test_12_621_a_purchase_names_both_purses_and_how_a_group_arrives():
    bought = [{"rg": "I1", "paid": 10, "way": "onboard"}, {"rg": "A1", "paid": 6, "way": ""}]
    data = {"buy": bought, "ledger": {"spent": 13}, "support": {"spent": 3}, "left": 4}
    expected = "Bought I1 on the map at once (10), A1 (6) for 13 CPP and 3 Support CPP; 4 CPP left."
    assert told("purchases.made", GERMAN, **data) == expected


def test_12_6253_what_is_played_names_only_what_is_known_already():
    assert told("scenario.generated", kind="dual") == "Dual Attack."
    assault = told("scenario.generated", kind="german_assault", first="russian", mover="german")
    assert assault == "German Assault; the Russian side sets up first; the German side moves first."


def test_12_6255_a_dual_attack_is_told_with_its_points():
    parts = [["CVP", 20, 31], ["VP", 40, 31]]
    assert told("scenario.ended", winner="german", parts=parts) == "German victory (CVP 20 to 31; VP 40 to 31)."
    assert told("scenario.ended", winner="russian", parts=[]) == "Russian victory."


def test_12_613_a_counterattack_begins_a_line_of_its_own():
    record = {"day": "15", "kind": "counterattack"}
    assert told("stage.opened", stage="renewal", title="Refit", key="15 Sept", date=2, record=record) == (
        "Russian Counterattack: 15 Sept."
    )
    assert told("stage.opened", stage="forces", title="Forces", key="15 Sept") == "15 Sept: Forces."


def test_12_3_the_end_names_the_winner_or_that_there_is_none():
    assert told("campaign.ended", winner="german") == "The campaign is over: German victory."
    assert told("campaign.ended", winner="") == "The campaign is over; the sides name no common winner."
    assert told("campaign.ended", winner="german", conceded="russian") == ("The Russian side concedes. German victory.")


def test_12_3_whom_a_side_names_is_told():
    named = "The German side names Russian as the winner of the campaign."
    assert told("winner.named", side="german", winner="russian") == named
    assert told("winner.named", side="german", winner="").endswith("names nobody as the winner of the campaign.")


def test_12_6265_who_names_no_location_is_said_to_look_no_more():
    assert told("recon.named", side="german", locations=[]) == "The German side looks into no Location any more."


@pytest.mark.parametrize(("new", "said"), [("8-0", "an 8-0"), ("9-1", "a 9-1"), ("10-2", "a 10-2"), ("8+1", "an 8+1")])
def test_12_6124_a_leader_becomes_another_by_the_article_he_is_spoken_with(new: str, said: str):
    assert told("leader.hardened", GERMAN, old="7-0", new=new) == f"The 7-0 becomes {said}."


def test_12_6181_an_idle_german_is_told_of_his_chit_and_of_no_points():
    chosen = {"line": {"chit": "idle"}, "support": {"repl": 0}, "number": 0}
    assert told("support.received", GERMAN, **chosen) == "Idle is chosen in secret."
    chosen = {"line": {"chit": "attack"}, "support": {"repl": 6}, "number": 6}
    assert told("support.received", GERMAN, **chosen) == "Attack is chosen in secret; 6 Support CPP received."
    assert told("support.received", GERMAN, support={"repl": 6}, number=6) == "6 Support CPP received."
