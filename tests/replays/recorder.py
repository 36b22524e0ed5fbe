"""Keeps what a game does as a campaign file, with all rooms and the seed."""

from __future__ import annotations

import hashlib
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

from campaigns.dice.parts import NamedDice
from campaigns.ledger import doors, form
from campaigns.ledger import verify_campaign as made
from campaigns.ledger.acts import HOST_PREFIX, Act, Proof
from campaigns.ledger.doors import Doors, Secrets, brought, promise
from campaigns.models import Campaign
from rules.contract import PUBLIC, Event
from rules.dice import SIX

File = dict[str, Any]
FOUNDED = datetime(2026, 1, 3, 19, 0, tzinfo=UTC)
PLAYERS = ("greta", "ruslan")
LINKS = 24
"""So short that a campaign needs a second chain."""


def drawn_from(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Recorder:
    """Sits beside a game and keeps its acts as a campaign file has them, with every door of the dice.

    Each of two people finishes, looks in and brings what their side owes, as pages do.
    """

    def __init__(self, game: Any, name: str) -> None:
        self.game, self.seed = game, hashlib.sha256(name.encode()).digest()
        campaign = Campaign(public_id="abcdefghijkl", name=name, options=game.options, founded_at=FOUNDED)
        self.header: File = form.header(campaign, game.system, self.seed)
        self.cid = made.founding(self.header)
        anchors = form.anchor_keys(self.seed, game.sides)
        self.chains = form.Chains(self.cid, anchors, self.header["tables_root"], FOUNDED)
        self.secrets = {side: Secrets(drawn_from(f"{name} {side}"), (drawn_from(side),)) for side in game.sides}
        self.doors = Doors(tuple(game.sides), self.header["doors"])
        self.acts: list[Act] = []
        self.turns = Counter[tuple[str, str]]()
        self.side, self.drawn, self.script = game.sides[0], list[int](), list[int]()
        self._decide, game.order, game.cup = game.order, self.order, self
        self._sit_down()

    def _sit_down(self) -> None:
        account = drawn_from("account")
        for number, side in enumerate(self.game.sides, 1):
            known = {"seat": number, "side": side, "name": PLAYERS[number - 1], "account": account}
            given = {
                **known,
                **({"how": "accounts"} if number == 1 else {}),
                "chains": {side: promise(self.cid, side, self.secrets[side], LINKS)},
            }
            if number == 1:
                self.tells(side, "founded", given)
                self.looks_in(side)
                continue
            offer = {"offer": 1, "role": "commander", "side": side, "token": account}
            self.tells(self.game.sides[0], "seat_offered", offer)
            self.tells(side, "seat_taken", {**given, "offer": 1, "role": "commander"})
            self.looks_in(side)

    def tells(self, side: str, kind: str, data: dict[str, Any]) -> None:
        """An entry of the host by a side."""
        self.records(side, (Event(HOST_PREFIX + kind, PUBLIC, data),))

    def records(self, side: str, events: tuple[Event, ...], proof: Proof | None = None) -> None:
        """An act with its links; what it tells of the dice counts from here on."""
        number = [*self.game.sides].index(side) + 1
        nonce = drawn_from(f"{len(self.acts)}")
        proof = Proof(draws=proof.draws if proof else (), nonce=nonce)
        at = FOUNDED + timedelta(minutes=7 * len(self.acts) + 5)
        self.acts.append(self.chains.after(Act(events, at, PLAYERS[number - 1], side, proof, seat=number)))
        before = self.doors.epoch
        self.doors = doors.after(self.doors, [(side, event) for event in events if event.room == PUBLIC])
        if self.doors.epoch > before:
            self.turns.clear()

    @property
    def standing(self) -> Any:
        return self.game.system.public(self.game.state.only(()))

    def looks_in(self, side: str, before: Any = None) -> None:
        """Bring what the side owes."""
        now = self.standing
        events, self.secrets[side] = brought(self.cid, self.doors, side, self.secrets[side], before or now, now)
        if events:
            self.records(side, events)

    def order(self, side: str, order: str, /, **data: Any) -> tuple[Event, ...]:
        """The game's order with named dice, recorded; both sides have looked in before it."""
        for each in (*self.game.sides, *self.game.sides):
            self.looks_in(each)
        before, self.side = self.standing, side
        assert not self.doors.waits(before.stage), "both have looked in, and the dice still wait"
        self.dice = NamedDice(lambda: self.cup(side), lambda: self._turns_of(side))
        events = self._decide(side, order, **data)
        for draw in self.dice.drawn:
            self.turns[side, draw.key] += 1
        self.records(side, events, Proof(draws=tuple(self.dice.drawn)))
        self.looks_in(side, before)
        return events

    def cup(self, side: str) -> str:
        """What the dice of a side come from behind the newest door."""
        behind = {key: list(each) for key, each in self.doors.behind.items()}
        key = made.epoch_key(self.seed.hex(), self.cid, self.doors.epoch, behind)
        return made.cup(key, self.secrets[side].blind, side)

    def _turns_of(self, side: str) -> dict[str, int]:
        return {name: times for (whose, name), times in self.turns.items() if whose == side}

    # the driver's cup

    @property
    def cast(self) -> tuple[int, int]:
        return len(self.acts), len(self.drawn)

    @cast.setter
    def cast(self, to: object) -> None:
        raise AssertionError("positions are not played twice")

    def roll(self, name: str, count: int, sides: int = SIX) -> tuple[int, ...]:
        return self._remembered(self.dice.roll(name, count, sides))

    def draw(self, name: str, size: int, count: int) -> tuple[int, ...]:
        return self._remembered(self.dice.draw(name, size, count))

    def shuffle(self, name: str, size: int) -> tuple[int, ...]:
        return self.draw(name, size, size)

    def _remembered(self, got: tuple[int, ...]) -> tuple[int, ...]:
        self.drawn += got
        return got

    def file(self) -> File:
        """The whole file once the game is over."""
        digests = form.table_digests(rows := form.table_rows(self.game.system, self.game.options))
        last = {"why": "played-out"}
        at = FOUNDED + timedelta(minutes=7 * len(self.acts) + 5)
        self.acts.append(self.chains.after(Act((Event(HOST_PREFIX + "ended", PUBLIC, last),), at)))
        acts = [form.in_file(act, own=bool(act.side)) for act in self.acts]
        results = (result for act in acts for each in act["events"] for result in made.results_of(each["data"]))
        used = {result["table"] for result in results if result.get("table")}
        return {
            **self.header,
            "rooms": [PUBLIC, *self.game.sides],
            "seed": self.seed.hex(),
            "blinds": {side: known.blind for side, known in self.secrets.items()},
            "anchor_keys": form.anchor_keys(self.seed, self.game.sides),
            "table_digests": digests,
            "tables": {name: rows[name] for name in sorted(used)},
            "acts": acts,
        }
