"""Keeps what a game does as a campaign file, with all rooms and the seed, and says what it came to."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Any

from campaigns.dice.parts import ServerDice
from campaigns.ledger import acts as made
from campaigns.ledger.acts import Proof, seal_of
from campaigns.ledger.archive import act_of
from campaigns.ledger.older_file import VERSION, CampaignFile, FileAct, rows_of_tables
from campaigns.ledger.verify_older_campaign import commitment, first_link, results_of
from rules import registry
from rules.contract import PUBLIC, Event
from rules.dice import SIX

FOUNDED = datetime(2026, 1, 3, 19, 0, tzinfo=UTC)
PLAYERS = ("greta", "ruslan")


class SeededCup:
    """The dice of the room of the side that acts, drawn from a campaign's seed as the host does it."""

    def __init__(self, seed: bytes, sides: tuple[str, ...]) -> None:
        self.seed, self.next = seed, dict.fromkeys(sides, 0)
        self.drawn: list[int] = []
        self.script: list[int] = []
        self.turn(sides[0])

    def turn(self, side: str) -> None:
        """From here on the dice are those of `side`."""
        self.side, self.dice = side, ServerDice(self.seed, side, self.next[side])

    @property
    def cast(self) -> tuple[tuple[str, int], ...]:
        """How many numbers were drawn in each room, by which the driver tells positions of the cup apart."""
        return tuple(self.next.items())

    @cast.setter
    def cast(self, drawn: tuple[tuple[str, int], ...]) -> None:
        self.next = dict(drawn)
        self.turn(self.side)

    def roll(self, name: str, count: int, sides: int = SIX) -> tuple[int, ...]:
        return self._remembered(self.dice.roll(name, count, sides))

    def draw(self, name: str, size: int, count: int) -> tuple[int, ...]:
        return self._remembered(self.dice.draw(name, size, count))

    def shuffle(self, name: str, size: int) -> tuple[int, ...]:
        return self._remembered(self.dice.shuffle(name, size))

    def _remembered(self, got: tuple[int, ...]) -> tuple[int, ...]:
        self.next[self.side] += len(got)
        self.drawn += got
        return got


class Recorder:
    """Sits beside a game and keeps its acts as a campaign file has them."""

    def __init__(self, game: Any, name: str) -> None:
        self.game, self.name = game, name
        self.seed = hashlib.sha256(name.encode()).digest()
        self.cup = SeededCup(self.seed, game.sides)
        self.names = dict(zip(game.sides, PLAYERS[: len(game.sides)], strict=True))
        self.acts: list[dict[str, Any]] = []
        self._decide = game.order
        game.cup = self.cup
        game.order = self.order

    def order(self, side: str, order: str, /, **data: Any) -> tuple[Event, ...]:
        """The game's order, kept."""
        self.cup.turn(side)
        first = self.cup.next[side]
        events = self._decide(side, order, **data)
        proof = Proof(first, tuple(self.cup.dice.drawn)) if self.cup.dice.drawn else Proof()
        number = len(self.acts)
        nonce = hashlib.sha256(f"{self.name} {number}".encode()).hexdigest()
        self.acts.append(
            {
                "by": self.names[side],
                "side": side,
                "at": (FOUNDED + timedelta(minutes=7 * number + 5)).isoformat(),
                "events": [_event(event, nonce, events) for event in events],
                "first_die": proof.first,
                **proof.draws_in_file(),
                "nonce": nonce,
            }
        )
        return events

    def file(self) -> dict[str, Any]:
        """The campaign file, with links and the tables that were rolled on, as the program makes them."""
        file = linked(self._plainly())
        rolls = (roll for act in file.plainly()["acts"] for roll in results_of(act))
        names = {roll["table"] for roll in rolls if roll.get("table")}
        tables = rows_of_tables(registry.get(file.system), file.options, names)
        return file.model_copy(update={"tables": tables}).plainly()

    def _plainly(self) -> dict[str, Any]:
        return {
            "format": "refit-room-campaign",
            "version": VERSION,
            "system": self.game.system.key,
            "edition": self.game.system.edition,
            "name": self.name,
            "options": self.game.options,
            "founded_at": FOUNDED.isoformat(),
            "rooms": [PUBLIC, *self.game.sides],
            "seed_hash": commitment(self.seed),
            "seed": self.seed.hex(),
            "acts": self.acts,
        }


def linked(file: dict[str, Any]) -> CampaignFile:
    """A file with nonces and links made over what stands in it."""
    found = CampaignFile.model_validate(file)
    heads = {PUBLIC: first_link(found.plainly())}
    acts = [FileAct(**made.in_file(made.linked(made.sealed(act_of(act)), heads))) for act in found.acts]
    return found.model_copy(update={"version": VERSION, "acts": acts})


def _event(event: Event, nonce: str, events: tuple[Event, ...]) -> dict[str, Any]:
    seal = {"seal": seal_of(nonce, events)} if event.seals else {}
    return {"room": event.room, "kind": event.kind, "data": {**event.data, **seal}}
