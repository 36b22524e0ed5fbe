"""Whole campaigns with words and a chain, as a host would export them, and what a forger can do with such a file."""

from __future__ import annotations

import json
from copy import deepcopy
from datetime import timedelta
from functools import cache
from importlib import import_module
from typing import Any

from campaigns.ledger.verify_older_campaign import Part, check, commitment, dice_key, read, results_of_all, seal
from rules import registry
from rules.contract import PUBLIC
from tests.replays.recorder import FOUNDED, PLAYERS, Recorder, SeededCup, linked

File = dict[str, Any]
GAMES = tuple(registry.all_systems())
"""Every game that the program finds; the tests of this folder try each."""
WORDS = ("seven ducks", "a red barn")


class Worded(Recorder):
    """A recorder whose players gave words for the dice when they sat down."""

    def __init__(self, game: Any, name: str) -> None:
        super().__init__(game, name)
        words = dict(zip(game.sides, WORDS, strict=False))
        self.cup = SeededCup(dice_key(self.seed, words), game.sides)
        game.cup = self.cup
        first, *others = game.sides
        told = {"name": PLAYERS[0], "edition": game.system.edition, "seed_hash": commitment(self.seed)}
        self._house(0, "founded", first, {**told, "options": game.options, "words": {first: words[first]}})
        for side in others:
            taken = {"name": PLAYERS[1], "role": "commander", "side": side, "words": {side: words[side]}}
            self._house(1, "seat_taken", side, taken)

    def _house(self, number: int, kind: str, side: str, data: dict[str, Any]) -> None:
        event = {"room": PUBLIC, "kind": f"house.{kind}", "data": data}
        at = (FOUNDED + timedelta(minutes=number)).isoformat()
        self.acts.append({"by": PLAYERS[number], "side": side, "at": at, "events": [event]})


def driver_of(game: str) -> Any:
    """A campaign of a game that plays itself out: what `driver` of the game's recordings makes."""
    return import_module(f"tests.replays.{game}_played").driver()


@cache
def _played(game: str) -> str:
    driver = driver_of(game)
    recorder = Worded(driver, f"Proof of {game}")
    driver.finish()
    return json.dumps(recorder.file())


def played(game: str) -> File:
    """A whole campaign of a game, new for each caller."""
    return dict(json.loads(_played(game)))


def relinked(file: File) -> File:
    """The file with seals and links made anew over what stands in it: who has all the nonces can do that."""
    again = deepcopy(file)
    for act in again["acts"]:
        for event in act["events"]:
            if "seal" in event["data"]:
                event["data"]["seal"] = seal(act)
    return linked(again).plainly()


def faults(file: File, *heads: str) -> list[str]:
    """Everything the check has against a file."""
    return [fault for part in parts(file, *heads) for fault in part.faults]


def parts(file: File, *heads: str) -> list[Part]:
    return check(read(json.dumps(file)), heads)


def heads_of(file: File) -> list[str]:
    """The heads that were shown, in order."""
    return [act["link"] for act in file["acts"] if act["link"]]


def of_seat(file: File, side: str) -> File:
    """What the export gives the seat of a side while the campaign runs."""
    seen = deepcopy(file) | {"rooms": [PUBLIC, side], "seed": None}
    for act in seen["acts"]:
        act["events"] = [event for event in act["events"] if event["room"] in (PUBLIC, side)]
        if act["side"] != side:
            act |= {"first_die": 0, "dice": [], "nonce": "", "room_link": ""}
    seen["acts"] = [act for act in seen["acts"] if act["events"]]
    return only_tables_rolled_on(seen)


def only_tables_rolled_on(file: File) -> File:
    """The file without the tables that nothing in it rolled on."""
    rolled_on = {roll.get("table") for roll in results_of_all(file)}
    return {**file, "tables": {name: rows for name, rows in file["tables"].items() if name in rolled_on}}
