"""The recorded campaigns of every game, and what each came to; for tests of the rules, so without Django."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.asl.system import RefitSystem
from rules.contract import PUBLIC, State
from rules.systems.oto2.system import SYSTEM as OTO2
from rules.systems.votg.system import SYSTEM as VOTG


@dataclass(frozen=True)
class RecordingSet:
    """The recorded campaigns of a game, and what is told first of one that is over."""

    system: RefitSystem[Any]
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


def _campaigns(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.json") if not path.name.endswith(".outcome.json"))


def _oto2(state: State) -> dict[str, Any]:
    """Who has won, and by what."""
    public = OTO2.view(state, None).public
    return {
        "winner": public.winner,
        "vp": public.room.ending.vp,
        "needed": public.score.needed,
        "balance": public.room.balance,
        "score": [list(part) for part in public.score.parts],
    }


def _votg(state: State) -> dict[str, Any]:
    """Who has won, and what is left of what both sides know."""
    public = state.public
    return {
        "game": public.game,
        "winner": public.ending.winner,
        "books": public.ending.books,
        "balance": public.balance,
        "chits": public.chits,
    }


RECORDING_SETS = (RecordingSet(OTO2, _oto2), RecordingSet(VOTG, _votg))
