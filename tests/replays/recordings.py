"""The recorded campaigns of every game, and what each came to; for tests of the rules, so without Django."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.asl.system import RefitSystem
from rules.contract import PUBLIC, State
from rules.systems.orsha_missions.system import SYSTEM as MISSIONS
from rules.systems.oto2.system import SYSTEM as OTO2
from rules.systems.rts.system import SYSTEM as RTS
from rules.systems.votg.system import SYSTEM as VOTG


@dataclass(frozen=True)
class RecordingSet:
    """The recorded campaigns of a game, and what one that is over came to, for people to read and a test to compare."""

    system: Any
    outcome: Callable[[State], dict[str, Any]]

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return Path(__file__).parent / self.system.key

    @property
    def files(self) -> list[Path]:
        """The campaign files; what each came to stands beside it."""
        return sorted(path for path in self.folder.glob("*.json") if not path.name.endswith(".outcome.json"))


def differences(recorded: object, found: object, where: str = "") -> Iterator[str]:
    """Where a campaign comes to something else than when it was recorded.

    A figure that the program did not know then is no difference as long as nothing is in it: a recording says what
    came of a campaign, not of which fields a state is made.
    """
    if isinstance(recorded, dict) and isinstance(found, dict):
        for key in sorted({*recorded, *found}):
            place = f"{where}.{key}" if where else key
            if key not in recorded:
                yield from [f"{place} is new: {found[key]!r}"] if found[key] else []
            elif key not in found:
                yield f"{place} is gone, was {recorded[key]!r}"
            else:
                yield from differences(recorded[key], found[key], place)
    elif isinstance(recorded, list) and isinstance(found, list) and len(recorded) == len(found):
        for number, (one, other) in enumerate(zip(recorded, found, strict=True)):
            yield from differences(one, other, f"{where}[{number}]")
    elif recorded != found or type(recorded) is not type(found):
        yield f"{where}: {found!r}, was {recorded!r}"


def _refit(system: RefitSystem, state: State) -> dict[str, Any]:
    """The lines and both rooms of a campaign of refits."""
    public: Any = system.dump(state, PUBLIC)
    return {"dates": public["dates"], "sides": {side: _side(system.dump(state, side)) for side in system.sides}}


def _side(room: Any) -> dict[str, Any]:
    found = Counter(", ".join([c["name"], c["fate"], *c["marks"], c["place"], c["note"]]) for c in room["counters"])
    groups = [f"{g['id']}: {g['paid']} CPP, {g['strength']} {g['ammo']}".strip() for g in room["groups"]]
    return {"lines": room["lines"], "groups": groups, "counters": dict(sorted(found.items()))}


def _oto2(state: State) -> dict[str, Any]:
    """Who has won, and by what."""
    public = OTO2.view(state, None).public
    return {
        "winner": public.winner,
        "vp": public.room.ending.vp,
        "needed": public.score.needed,
        "balance": public.room.balance,
        "score": [list(part) for part in public.score.parts],
        **_refit(OTO2, state),
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
        **_refit(VOTG, state),
    }


def _rts(state: State) -> dict[str, Any]:
    """How it ended, with what lies on the map and what the sides hold."""
    room: Any = RTS.dump(state, PUBLIC)
    told = ("reason", "winner", "score", "sequence", "cards", "permanent", "railheads", "units", "points", "control")
    sides: dict[str, Any] = {side: RTS.dump(state, side) for side in RTS.sides}
    return {**{key: room[key] for key in told}, "hands": {side: found["hand"] for side, found in sides.items()}}


def _missions(state: State) -> dict[str, Any]:
    """How it ended, with the order of battle and the numbers."""
    room: Any = MISSIONS.dump(state, PUBLIC)
    told = ("mission", "reason", "winner", "vp", "turn", "numbers", "facts", "boards", "mines", "recalled", "occurred")
    units = [f"{line['number']} x {line['name']}" for line in room["units"]]
    return {**{key: room[key] for key in told}, "units": units}


REFITS = (RecordingSet(OTO2, _oto2), RecordingSet(VOTG, _votg))
RECORDING_SETS = (*REFITS, RecordingSet(RTS, _rts), RecordingSet(MISSIONS, _missions))

STEPPE = {
    "axis_win": ("last_card", "axis"),
    "soviet_win": ("last_card", "soviet"),
    "draw": ("last_card", ""),
    "sudden_death": ("sudden_death", "soviet"),
    "conceded": ("conceded", "soviet"),
}
"""How each recorded game of Roads to Stalingrad ends, and who wins it."""

ALONE = {
    "s1_won": ("S1", "played", "friendly"),
    "s1_lost": ("S1", "played", "enemy"),
    "s1_recalled": ("S1", "played", "enemy"),
    "s2_lost": ("S2", "played", "enemy"),
    "s2_all_held": ("S2", "all_held", "friendly"),
    "s2_draw": ("S2", "played", ""),
    "given_up": ("S2", "conceded", "enemy"),
}
"""How each recorded mission ends: which it is, why, and who wins it."""
