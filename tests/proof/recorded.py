"""Whole campaigns as a host would export them, played by the rules' own driver."""

from __future__ import annotations

import json
from datetime import datetime
from functools import cache
from importlib import import_module
from typing import Any

from campaigns.ledger import form
from campaigns.ledger import verify_campaign as made
from campaigns.ledger.acts import Act, Proof, draws_of
from rules import registry
from rules.contract import Event
from tests.replays.recorder import FOUNDED, File, Recorder

GAMES = tuple(registry.all_systems())
"""Every game that the program finds; the tests of this folder try each."""


def driver_of(game: str) -> Any:
    """A campaign of a game that plays itself out: what `driver` of the game's recordings makes."""
    return import_module(f"tests.replays.{game}_played").driver()


@cache
def _played(game: str) -> str:
    driver = driver_of(game)
    recorder = Recorder(driver, f"Doors of {game}")
    driver.finish()
    return json.dumps(recorder.file())


def played(game: str) -> File:
    """A whole campaign of a game, new for each caller."""
    return dict(json.loads(_played(game)))


def relinked(file: File) -> File:
    """A file with numbers and links made anew over what stands in it, as who has all keys can do."""
    acts = [act_of(act) for act in file["acts"]]
    keys = form.anchor_keys(bytes.fromhex(file["seed"]), file["sides"])
    chains = form.Chains(made.founding(file), keys, file["tables_root"], FOUNDED)
    return {**file, "acts": [form.in_file(chains.after(act), own=bool(act.side)) for act in acts]}


def act_of(found: dict[str, Any]) -> Act:
    """An act as it stands in a file, without its links."""
    events = tuple(Event(each["kind"], each["room"], each["data"]) for each in found["events"])
    proof = Proof(draws=draws_of(found.get("draws", [])), nonce=found.get("nonce", ""))
    at = datetime.fromisoformat(found["at"])
    return Act(events, at, found["by"], found["side"], proof, seat=found["seat"])
