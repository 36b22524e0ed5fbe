"""What one order brings about: events made one after the other, each of which sees what those before it changed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from rules.beside.desk import DeskAct
from rules.beside.parts import PartInHand
from rules.systems.orsha_missions.printed import ENEMY, FRIENDLY, MissionPart, parts, printed
from rules.systems.orsha_missions.state import REDUCERS, Context, PublicRoom

ENDS, CLOSES = "the mission ends", "no further S?"
"""Results of tables that end the mission, and the additional reinforcements."""
ALL_HELD = "all_held"
"""The part that says that all VPO are held, where their number is kept at the table."""


class MissionAct(DeskAct[Context]):
    """An order of the player being carried out."""

    reducers = REDUCERS

    def enter_points(self, numbers: Mapping[str, Any]) -> None:
        """What Victory Points come from, as it stands; where it is so printed, all VPO win at once."""
        self.tell("record.changed", numbers=[[parts()[key].of, int(number)] for key, number in numbers.items()])
        counted = 0 < self.ctx.public.number("vpo") == self.ctx.public.number("held")
        if self.ctx.mission.all_held_wins and (counted or numbers.get(ALL_HELD)):
            self.over("all_held", FRIENDLY)

    def over(self, reason: str, winner: str) -> None:
        """The mission is over: played to its end, or for another `reason`, which the event holds."""
        reasons = {} if reason == "played" else {reason: True}
        self.tell("mission.ended", reason=reason, winner=winner, **self.ctx.score, **reasons)

    def _end(self) -> None:
        """Whoever has more Victory Points wins (12.6)."""
        ahead = self.ctx.score[FRIENDLY] - self.ctx.score[ENEMY]
        drawn = ahead == 0 and self.ctx.public.readings.more_points == "more"
        self.over("played", FRIENDLY if ahead > 0 else "" if drawn else ENEMY)

    def come_to(self, batch: Sequence[PartInHand]) -> None:
        """An event, and the end of a turn, stand alone; all else changes the record together."""
        each, part = batch[0], parts()[batch[0].key]
        if part.then == "event":
            # The event of a row. Whether it can happen follows from what is on record, or is asked.
            row, side, name = self.ctx.table(part.table).row(each.final), part.of, str(each.value)
            event, mark = printed().event[name], f"{side} {row.printed}" if row.values["mark"] else ""
            barred = {
                "held": not self.ctx.public.number("held"),
                "pair": self.ctx.public.number(event.of) >= parts()["enemy_re"].high,
                "afv": not self.ctx.public.afvs,
            }
            if mark in self.ctx.public.occurred and self.ctx.public.readings.star == "once":
                self._again(name, side, once=True)
            elif barred.get(event.again):
                self._again(name, side, **{event.again: True})
            elif event.asks:
                self.tell("event.drawn", event=name, side=side, mark=mark, then=[event.asks])
            else:
                self._happens(name, side, mark)
        elif part.then == "happens" and each.value != part.options[0]:
            self._again(part.of, self.ctx.public.by)
        elif part.then == "happens":
            self._happens(part.of, self.ctx.public.by, self.ctx.public.mark)
        elif part.then == "end":
            then = list(self.ctx.mission.final) if each.value == ENDS else []
            self.tell("turn.ended", turn=self.ctx.public.turn, ends=bool(then), then=then)
        else:
            self._record(batch)
        if self.ctx.public.closing and not self.ctx.public.questions:
            self._end()

    def _record(self, batch: Sequence[PartInHand]) -> None:
        """Apply the parts in order; each sees what those before it changed.

        One that was settled at the table comes to nothing here, nor does what it counts; a sum with it is kept there.
        """
        room, counted, more_rows = self.ctx.public, 1, defaultdict[str, list[object]](list)
        for each in batch:
            part = parts()[each.key]
            if part.then == "count":
                counted = int(each.value or 0)
            else:
                entries = changes(room, each, part, counted if part.counted else 1)
                room = REDUCERS.public["record.changed"](room, entries)
                for name, more in entries.items():
                    more_rows[name] += more
        if any(more_rows.values()):
            self.tell("record.changed", **more_rows)

    def _happens(self, name: str, side: str, mark: str) -> None:
        then = self.ctx.public.under_rulings(printed().event[name].parts)
        self.tell("event.happens", event=name, side=side, mark=mark, then=then, **self._left(side))

    def _again(self, name: str, side: str, **why: bool) -> None:
        """The event can't happen: its die is cast once more."""
        self.tell("event.again", event=name, side=side, **why, **self._left(side))

    def _left(self, side: str) -> dict[str, str]:
        """The other side, if its event is to be rolled again too."""
        left = " ".join(each for each in self.ctx.public.again.split() if each != side)
        return {"left": left} if left else {}


def changes(room: PublicRoom, each: PartInHand, part: MissionPart, times: int) -> dict[str, list[object]]:
    """How a part changes the record, as the entries of the event that says so; what it brings, so many `times`.

    A number that is kept at the table is raised there.
    """
    value, of = each.value, part.of
    if each.note or of in room.kept or not room.has(part):
        return {"kept": [of]} if part.then == "add" else {}
    before, number = room.number(of), value if isinstance(value, int) else part.low
    numbers = {"number": number, "add": before + number, "raise": before + 1, "close": 0}
    if part.then in numbers:
        stays = (part.then == "raise" and of not in room.numbers) or (part.then == "close" and value != CLOSES)
        return {} if stays else {"numbers": [[of, numbers[part.then]]]}
    match part.then:
        case "fact":
            # Artillery comes more than once, and each module keeps its ammunition.
            return {"facts": [[each.key, ", ".join(filter(None, (room.facts.get(each.key), str(value))))]]}
        case "board":
            return {"again": [value], "then": [each.key]} if value in room.boards else {"boards": [value]}
        case "mines" if part.units or value:
            return {"mines": [*part.units] or [value]}
        case "recall":
            return {"recalled": [value]}
        case "units" if times:
            named = part.units or [name.strip() for name in str(value or "").split(",")]
            counts = Counter(name for name in named if name not in ("", "-"))
            if part.until and not counts:
                return {"none": [each.key], "then": [each.key]}
            return {"units": [[name, number * times, each.key, part.afv] for name, number in counts.items()]}
    return {}
