"""What one order brings about: events made one after the other, each of which sees what those before it changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rules.contract import PUBLIC, Event, State
from rules.dice import Modifier, Rng
from rules.engine.rolls import Rolled, roll
from rules.systems.orsha_missions.printed import ENEMY, FRIENDLY, MissionPart, parts, printed
from rules.systems.orsha_missions.reducers import DONE, REDUCERS, without
from rules.systems.orsha_missions.state import ENDED, Context, PublicRoom, Todo
from rules.tables import Need

SERVER = "server"
ENDS, CLOSES = "the mission ends", "no further S?"
"""Results of tables that end the mission, and the additional reinforcements."""
NEXT = "next"
"""The column of a table that names a further part."""


def need_of(ctx: Context, key: str, name: str) -> Need:
    """The roll of a part, called `name`; a Need is known by what it is rolled for, however often."""
    part = parts()[key]
    table = ctx.table(part.table) if part.table else None
    modifiers = [Modifier(part.drm, part.why, part.rule)] if part.drm else []
    if table and part.drm_by_turn and (late := ctx.public.turn - ctx.mission.first_end):
        modifiers.append(table.drm(part.drm_by_turn, late))
    return Need(name, part.label, part.dice, table, tuple(modifiers), of=key, tens=part.tens)


class MissionAct:
    """An order of the player being carried out."""

    def __init__(self, ctx: Context, rng: Rng) -> None:
        self.ctx, self.rng = ctx, rng
        self.events: list[Event] = []
        self._counted = 1
        self._set: dict[str, int] = {}

    @property
    def public(self) -> PublicRoom:
        """The room as it is by now."""
        return self.ctx.public

    def tell(self, kind: str, /, **data: object) -> None:
        """Something happens."""
        event = Event(kind, PUBLIC, data)
        state: State[PublicRoom, object] = REDUCERS.apply(State(self.public, {}), event)
        self.events.append(event)
        self.ctx = Context(state.public, self.ctx.mine)

    def rolled(self, key: str, number: int, found: Rolled) -> None:
        """The dice of a part were cast: what they give, and what is to be rolled or asked next."""
        part, values = parts()[key], dict(found.row.values) if found.row else {}
        further = values.get(NEXT)
        final = found.reckoning.final
        value = next((value for column, value in values.items() if column != NEXT), final)
        then = [*part.along, *([str(further)] if further else [])]
        then += [part.even] if part.even and final % 2 == 0 else []
        told = {"lacks": part.lacks} if part.lacks else {}
        rolls = [found.reckoning.to_json()]
        self.tell("part.rolled", part=key, n=number, final=final, value=value, then=then, rolls=rolls, **told)

    def settle(self) -> None:
        """Do all that asks nobody: roll where the server rolls, then do what all answers together come to."""
        while self.public.stage != ENDED and self.public.todo:
            unrolled = [each for each in self.public.todo if each.rolls]
            if unrolled and self.public.dice != SERVER:
                return
            for each in unrolled:
                (found,) = roll([need_of(self.ctx, each.key, str(each.n))], self.rng, {}, SERVER)
                self.rolled(each.key, each.n, found)
            if unrolled:
                continue
            if any(each.asks for each in self.public.todo):
                return
            self._apply(self.public.todo)
        if self.public.closing and self.public.stage != ENDED:
            self._end()

    def press(self, key: str, found: Rolled) -> None:
        """A button of the desk that rolls for a part."""
        self.rolled(key, self.public.made, found)
        self.settle()

    def turn_over(self) -> None:
        """A Game Turn before the first that may be the last."""
        self.tell("turn.ended", turn=self.public.turn)

    def event_happens(self, *, happens: bool) -> None:
        """What was asked of a Random Event is answered; if it does not happen, it is rolled again."""
        key = self.public.happening
        if happens:
            self.tell("event.happens", event=key, side=self.public.by, mark=self.public.mark, then=_parts(key))
        else:
            self.tell("event.again", event=key, side=self.public.by)

    def enter_points(self, said: Mapping[str, int]) -> None:
        """What Victory Points come from, as it stands; where it is so printed, all VPO win at once."""
        self.tell("numbers.set", numbers={parts()[key].of: number for key, number in said.items()})
        if self.ctx.mission.all_held_wins and 0 < self.public.number("vpo") == self.public.number("held"):
            self._over("all_held", FRIENDLY, all_held=True)

    def concede(self) -> None:
        """The player gives the mission up."""
        self._over("conceded", ENEMY, conceded=True)

    def _over(self, reason: str, winner: str, **told: object) -> None:
        self.tell("mission.ended", reason=reason, winner=winner, **score(self.ctx), **told)

    def _end(self) -> None:
        """Whoever has more Victory Points wins (12.6)."""
        ahead = score(self.ctx)[FRIENDLY] - score(self.ctx)[ENEMY]
        drawn = ahead == 0 and self.public.readings["more_points"] == "more"
        self._over("played", FRIENDLY if ahead > 0 else "" if drawn else ENEMY)

    def _apply(self, batch: Sequence[Todo]) -> None:
        """What all these come to, in order; one that was settled at the table comes to nothing here.

        The last event says that they are done, which needs no line of its own in the journal.
        """
        self._counted, self._set = 1, {}
        for each in batch:
            if not each.note:
                _EFFECTS[each.part.then](self, each, each.part)
            elif each.part.then == "count":
                self._counted = 0  # what is counted was settled at the table with it
        if self._set:
            self.tell("numbers.set", numbers=self._set)
        last, done = self.events[-1], [each.n for each in batch]
        before = last.data.get(DONE, ())  # of a batch that brought this one, which tells nothing of its own
        assert isinstance(before, list | tuple)
        self.events[-1] = replace(last, data={**last.data, DONE: [*before, *done]})
        self.ctx = Context(without(self.public, done), self.ctx.mine)

    def _log(self, each: Todo, part: MissionPart) -> None:
        """What was told already is all there is."""

    def _number(self, each: Todo, part: MissionPart) -> None:
        self._set[part.of] = int(each.value or 0)

    def _add(self, each: Todo, part: MissionPart) -> None:
        self._set[part.of] = self._set.get(part.of, self.public.number(part.of)) + int(each.value or 0)

    def _raise(self, each: Todo, part: MissionPart) -> None:
        """A number that is kept at the table is raised there."""
        if part.of in self.public.numbers:
            self._set[part.of] = self.public.number(part.of) + 1

    def _wreck(self, each: Todo, part: MissionPart) -> None:
        self._set[part.of] = self.public.number(part.of) + 1

    def _count(self, each: Todo, part: MissionPart) -> None:
        self._counted = int(each.value or 0)

    def _units(self, each: Todo, part: MissionPart) -> None:
        """The units of a part, or those its result names; as many times as was counted before."""
        names = part.units or [name.strip() for name in str(each.value or "").split(",")]
        counts = Counter(name for name in names if name)
        times = self._counted if part.counted else 1
        units = [[name, number * times] for name, number in counts.items()]
        if units and times:
            told = ", ".join(f"{number} x {name}" for name, number in units)
            self.tell("units.joined", part=each.key, units=units, afv=part.afv, names=told)

    def _recall(self, each: Todo, part: MissionPart) -> None:
        self.tell("unit.recalled", name=str(each.value))

    def _fact(self, each: Todo, part: MissionPart) -> None:
        self.tell("fact.noted", part=each.key, value=str(each.value))

    def _board(self, each: Todo, part: MissionPart) -> None:
        again = each.value in self.public.boards
        self.tell("board.again" if again else "board.taken", name=str(each.value), part=each.key)

    def _minefield(self, each: Todo, part: MissionPart) -> None:
        self._lay([f"{each.value} A-P"] if each.value else [])

    def _mines(self, each: Todo, part: MissionPart) -> None:
        self._lay([*part.units] or [str(each.value)])

    def _lay(self, mines: list[str]) -> None:
        if mines:
            self.tell("mines.laid", mines=mines, names=", ".join(mines))

    def _event(self, each: Todo, part: MissionPart) -> None:
        """The event of a row. Whether it can happen follows from what is on record, or is asked."""
        row = self.ctx.table(part.table).row(each.final)
        name = str(each.value)
        mark = f"{part.of} {row.printed}" if row.values["mark"] else ""
        event = printed().event[name]
        barred = {
            "": False,
            "held": not self.public.number("held"),
            "pair": self.public.number(event.of) >= printed().last_pair,
            "afv": not self.public.afvs,
        }
        once = mark in self.public.occurred and self.public.readings["star"] == "once"
        if once or barred[event.again]:
            self.tell("event.again", event=name, side=part.of, **({"once": True} if once else {}))
        elif event.asks:
            self.tell("event.drawn", event=name, side=part.of, mark=mark)
        else:
            self.tell("event.happens", event=name, side=part.of, mark=mark, then=_parts(name))

    def _open(self, each: Todo, part: MissionPart) -> None:
        self.tell("reinforcement.opened", of=part.of)

    def _close(self, each: Todo, part: MissionPart) -> None:
        if each.value == CLOSES:
            self.tell("reinforcement.closed", of=part.of)

    def _end_or_go_on(self, each: Todo, part: MissionPart) -> None:
        turn = self.public.turn
        if each.value == ENDS:
            self.tell("mission.closing", turn=turn, then=list(self.ctx.mission.final))
        else:
            self.tell("turn.ended", turn=turn)


_EFFECTS: Mapping[str, Callable[[MissionAct, Todo, MissionPart], None]] = {
    "log": MissionAct._log,
    "number": MissionAct._number,
    "add": MissionAct._add,
    "raise": MissionAct._raise,
    "count": MissionAct._count,
    "units": MissionAct._units,
    "recall": MissionAct._recall,
    "fact": MissionAct._fact,
    "board": MissionAct._board,
    "minefield": MissionAct._minefield,
    "mines": MissionAct._mines,
    "wreck": MissionAct._wreck,
    "event": MissionAct._event,
    "open": MissionAct._open,
    "close": MissionAct._close,
    "end": MissionAct._end_or_go_on,
}


def _parts(event: str) -> list[str]:
    """What a Random Event brings, as its own event names it."""
    return list(printed().event[event].parts)


def score(ctx: Context) -> dict[str, int]:
    """The Victory Points of both sides as things stand (12.6); `not_held` and the like count what is not so."""
    public = ctx.public
    counts = {**public.numbers, "not_held": public.number("vpo") - public.number("held")}
    counts |= {f"not_{key}": 1 - public.number(key) for key in ("railroad", "road")}
    return {side: sum(counts.get(key, 0) * vp for key, vp in of.items()) for side, of in ctx.mission.vp.items()}
