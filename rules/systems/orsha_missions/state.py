"""What the rooms of a mission hold, and how events change them. Nothing in it is secret: there is one side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.beside.parts import DeskContext, PartsRoom, record_answer, rolled, selected
from rules.engine.by_kind import ByKind
from rules.engine.event_texts import carried, load_words
from rules.engine.reducers import Reducers, by_name
from rules.engine.replace import replace
from rules.systems.orsha_missions.printed import DATA, Mission, MissionPart, Readings, parts, printed, tables_under
from rules.tables import Need, Table

ROLLS, ASK, DESK, ENDED = "rolls", "ask", "desk", "ended"


@dataclass(frozen=True)
class UnitRow:
    """Counters of the order of battle; `source` is the part that brought them, "" for those in print."""

    name: str
    number: int
    source: str = ""
    afv: bool = False


@dataclass(frozen=True)
class PublicRoom(PartsRoom):
    """A mission in play. `numbers` has SAN, AC#, RE#s (the lower one), VPO and the like, `facts` what is told in words.

    Of the Random Event that is asked about there is the side whose table it is on (`by`) and its row, if that is
    marked; `again` has the sides whose event is to be rolled once more, with blanks between, `occurred` are the marked
    rows there were. Numbers that are `kept` at the table are on record no more.
    """

    readings: Readings
    mission: str = ""
    units: tuple[UnitRow, ...] = ()
    turn: int = 1
    facts: Mapping[str, str] = field(default_factory=dict)
    boards: tuple[str, ...] = ()
    mines: tuple[str, ...] = ()
    recalled: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    occurred: tuple[str, ...] = ()
    by: str = ""
    mark: str = ""
    again: str = ""
    closing: bool = False
    reason: str = ""
    winner: str = ""
    vp: Mapping[str, int] = field(default_factory=dict)
    finished: tuple[str, ...] = ()

    @property
    def parts(self) -> Mapping[str, MissionPart]:
        return parts()

    @property
    def stage(self) -> str:
        """What is asked now."""
        return ENDED if self.reason else ROLLS if self.unrolled else ASK if self.questions else DESK

    @property
    def afvs(self) -> tuple[str, ...]:
        """The AFV of the order of battle by name, without those under Recall."""
        counts = Counter(line.name for line in self.units if line.afv for _ in range(line.number))
        return tuple(name for name, number in counts.items() if number > self.recalled.count(name))


@dataclass(frozen=True)
class SecretRoom:
    """The player's own room, which has nothing in it: all of a mission lies open."""

    key: str
    at: int = 0
    done: tuple[str, ...] = ()


@dataclass(frozen=True)
class Context(DeskContext):
    """What the player has before him."""

    public: PublicRoom
    mine: SecretRoom

    @property
    def mission(self) -> Mission:
        return printed().mission[self.public.mission]

    def table(self, key: str) -> Table:
        """A printed table as this campaign reads it."""
        return tables_under(self.public.readings)[key]

    def need(self, key: str, name: str) -> Need:
        """The roll of a part, called `name`, with what the Game Turn adds to it."""
        part = parts()[key]
        table = self.table(part.table) if part.table else None
        late = self.public.turn - self.mission.first_end
        counted = [table.drm(part.drm_by_turn, late)] if table and part.drm_by_turn and late else []
        return part.need(key, name, table, counted)

    @property
    def score(self) -> Mapping[str, int]:
        """The Victory Points of both sides as things stand (12.6); `not_held` and the like count what is not so."""
        public = self.public
        counts = {**public.numbers, "not_held": public.number("vpo") - public.number("held")}
        counts |= {f"not_{key}": 1 - public.number(key) for key in ("railroad", "road")}
        return {side: sum(counts.get(key, 0) * vp for key, vp in of.items()) for side, of in self.mission.vp.items()}


_CHANGES = ByKind[Callable[..., PublicRoom]](
    {"part.rolled": rolled, "part.answered": record_answer, "part.selected": selected}
)


@_CHANGES.on("event.drawn")
def _drawn(room: PublicRoom, side: str, mark: str, then: list[str]) -> PublicRoom:
    return replace(room, by=side, mark=mark).begun(then)


@_CHANGES.on("event.happens")
def _happens(room: PublicRoom, mark: str, then: list[str], left: str = "") -> PublicRoom:
    """`left` is the other side if its event is still to be rolled again."""
    occurred = (*room.occurred, mark) if mark else room.occurred
    return replace(room, again=left, occurred=occurred).begun(then)


@_CHANGES.on("record.changed")
def _changed(
    room: PublicRoom,
    numbers: Sequence[Any] = (),
    facts: Sequence[Any] = (),
    units: Sequence[Any] = (),
    boards: Sequence[str] = (),
    mines: Sequence[str] = (),
    recalled: Sequence[str] = (),
    kept: Sequence[str] = (),
    then: Sequence[str] = (),
) -> PublicRoom:
    """Numbers and facts are pairs, `units` lines of the order of battle; `then` is what is rolled once more."""
    return replace(
        room,
        numbers={key: number for key, number in {**room.numbers, **dict(numbers)}.items() if key not in kept},
        facts={**room.facts, **dict(facts)},
        units=(*room.units, *(UnitRow(*line) for line in units)),
        boards=(*room.boards, *boards),
        mines=(*room.mines, *mines),
        recalled=(*room.recalled, *recalled),
        kept=(*room.kept, *kept),
    ).begun(then)


@_CHANGES.on("event.again")
def _again(room: PublicRoom, side: str, left: str = "") -> PublicRoom:
    return replace(room, again=f"{left} {side}".strip())


@_CHANGES.on("turn.ended")
def _turn(room: PublicRoom, turn: int, ends: bool = False, then: Sequence[str] = ()) -> PublicRoom:
    """A Game Turn is over; if the mission `ends` with it, `then` is asked."""
    return replace(room, turn=turn if ends else turn + 1, closing=ends).begun(then)


@_CHANGES.on("mission.ended")
def _ended(room: PublicRoom, reason: str, winner: str, friendly: int, enemy: int) -> PublicRoom:
    return replace(room, reason=reason, winner=winner, vp={"friendly": friendly, "enemy": enemy})


REDUCERS = Reducers(public=by_name(_CHANGES, carried(load_words(DATA / "events.toml"))), side={})
