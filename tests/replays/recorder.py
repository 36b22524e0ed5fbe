"""Keeps what a game does as a campaign file, with all rooms and the seed, and says what it came to."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from campaigns import acts as made
from campaigns import archive
from campaigns.acts import seal_of
from campaigns.archive import CampaignFile, FileAct, act_of
from campaigns.luck import ServerDice
from campaigns.verify_campaign import commitment, first_link
from rules.kernel import PUBLIC, Event, State
from rules.parts.refit.system import RefitSystem
from tests.rules.driver import Driver

FOUNDED = datetime(2026, 1, 3, 19, 0, tzinfo=UTC)
PLAYERS = ("greta", "ruslan")


@dataclass(frozen=True)
class Shelf:
    """The recorded campaigns of a game: how they are played, and what is told first of one that is over."""

    system: RefitSystem[Any]
    played: Callable[[], Mapping[str, Recorder]]
    told: Callable[[State], Mapping[str, Any]]

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return Path(__file__).parent / self.system.key

    @property
    def older(self) -> list[Path]:
        """Files of an older program: without links, tables and the rows that rolls hit. They are never written anew."""
        return _campaigns(self.folder / "older")

    @property
    def files(self) -> list[Path]:
        """The campaign files; what each came to stands beside it."""
        return _campaigns(self.folder)

    def outcome(self, state: State) -> dict[str, Any]:
        """What a campaign came to, for people to read and a test to compare: how it ended, the lines, both rooms."""
        return {
            **self.told(state),
            "dates": self.system.dump(state, PUBLIC)["dates"],
            "sides": {side: self._side(state, side) for side in self.system.sides},
        }

    def _side(self, state: State, side: str) -> dict[str, Any]:
        room = self.system.dump(state, side)
        found = Counter(", ".join([c["name"], c["fate"], *c["marks"], c["place"], c["note"]]) for c in room["counters"])
        groups = [f"{g['id']}: {g['paid']} CPP, {g['strength']} {g['ammo']}".strip() for g in room["groups"]]
        return {"lines": room["lines"], "groups": groups, "counters": dict(sorted(found.items()))}

    def write(self) -> None:
        """Play everything anew and write it down."""
        for key, recorder in self.played().items():
            outcome = self.outcome(recorder.game.state)
            self._write(f"{key}.json", json.dumps(recorder.file(), ensure_ascii=False))
            self._write(f"{key}.outcome.json", json.dumps(outcome, ensure_ascii=False, indent=1))
            print(f"{key}: {len(recorder.acts)} acts, {recorder.game.public.ending}")

    def _write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text + "\n", encoding="utf-8")


def _campaigns(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.json") if not path.name.endswith(".outcome.json"))


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

    def __call__(self, dice: int) -> tuple[int, ...]:
        cast = self.dice(dice)
        self.next[self.side] += dice
        self.drawn += cast
        return cast


class Recorder:
    """Sits beside a game and keeps its acts as a campaign file has them."""

    def __init__(self, game: Driver, name: str) -> None:
        self.game, self.name = game, name
        self.seed = hashlib.sha256(name.encode()).digest()
        self.cup = SeededCup(self.seed, game.sides)
        self.names = dict(zip(game.sides, PLAYERS, strict=True))
        self.acts: list[dict[str, Any]] = []
        self._decide = game.order
        game.cup = self.cup  # type: ignore[assignment]
        game.order = self.order  # type: ignore[method-assign]

    def order(self, side: str, order: str, /, **data: Any) -> tuple[Event, ...]:
        """The game's order, kept."""
        self.cup.turn(side)
        first = self.cup.next[side]
        events = self._decide(side, order, **data)
        dice = list(self.cup.dice.drawn)
        number = len(self.acts)
        nonce = hashlib.sha256(f"{self.name} {number}".encode()).hexdigest()
        self.acts.append(
            {
                "by": self.names[side],
                "side": side,
                "at": (FOUNDED + timedelta(minutes=7 * number + 5)).isoformat(),
                "events": [_event(event, nonce, events) for event in events],
                "first_die": first if dice else 0,
                "dice": dice,
                "nonce": nonce,
            }
        )
        return events

    def file(self) -> dict[str, Any]:
        """The campaign file, with links and the tables that were rolled on, as the program makes them."""
        return archive.with_tables(linked(self._plainly())).plainly()

    def _plainly(self) -> dict[str, Any]:
        return {
            "format": "refit-room-campaign",
            "version": archive.VERSION,
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
    return found.model_copy(update={"version": archive.VERSION, "acts": acts})


def _event(event: Event, nonce: str, events: tuple[Event, ...]) -> dict[str, Any]:
    seal = {"seal": seal_of(nonce, events)} if event.seals else {}
    return {"room": event.room, "kind": event.kind, "data": {**event.data, **seal}}
