"""The entries of a battle pad applied to a side's counters one after the other, and the order that records them."""

from __future__ import annotations

from collections import Counter as Times
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from rules.asl.battle_toll import tally
from rules.asl.context import RefitContext
from rules.asl.counter_fields import marks as changed_marks
from rules.asl.counters import CASUALTIES, DUE, SECTIONS, Change, Counter
from rules.asl.counters import casualties as recorded_cvp
from rules.asl.locations import HEX_HINT, HIDDEN, PLACING, place_of
from rules.asl.manual_changes import PLACE, names_of
from rules.asl.orders import PAD, PLACES, ROUNDS
from rules.asl.pad.tiles import BROKEN, CONDITIONS, MODES, after, befalls, cvp, key_of, tiles_of
from rules.asl.vasl.review import on_the_map
from rules.contract import Event, Order, Refused
from rules.dice import Rng
from rules.engine import entries as read
from rules.features.battle_pad import PLACED, BattlePad, PadEntry, PadRow
from rules.ground.fields import check_text
from rules.text import gettext, ngettext

C = TypeVar("C", bound=RefitContext)
MOST_ROUNDS = 40
LOST = ("eliminate", "capture", "reduce")
"""The entries that cost a counter, or half of one."""


@dataclass
class _Course:
    """What has happened to one counter: as it `began`, and as it is now, None once it is lost.

    `place` is where it was entered to be, "" if it was not; `steps` are the entries that befell it.
    """

    began: Counter
    counter: Counter | None
    place: str = ""
    steps: list[str] = field(default_factory=list)


def words_of(entry: PadEntry) -> tuple[str, str]:
    """The name of an entry's tile with its conditions, and what befell it."""
    _, printed, *more = [*entry.tile.split("|"), ""]
    name = ", ".join([printed, *map(gettext, filter(None, more[-2].split("+")))]) if len(more) > 2 else printed
    what = gettext(MODES.get(entry.what, ""))
    return name, f"{what} {entry.place}" if entry.what == PLACED else what


class Laid:
    """A side's counters after the entries of its pad, applied in order."""

    def __init__(self, ctx: RefitContext, entries: Iterable[PadEntry]) -> None:
        self.ctx = ctx
        on_map = sorted(on_the_map(ctx), key=lambda c: (HIDDEN in c.marks, c.fate == DUE, c.id))
        self.start = on_map
        self.courses = {c.id: _Course(c, c) for c in on_map}
        self.lines = [self._lay(entry) for entry in entries]

    def _lay(self, entry: PadEntry) -> PadRow:
        name, what = words_of(entry)
        alike = [c for c in self.courses.values() if c.counter and key_of(c.counter) == entry.tile]
        alike.sort(key=lambda c: c.place != "")  # placed counters are the last to be taken
        if len(alike) < entry.times or not alike:
            message = gettext("{name}: none is left of which this could be so.", name=name)
            if alike:
                message = ngettext(
                    "{name}: only {left} is left.",
                    "{name}: only {left} are left.",
                    len(alike),
                    name=name,
                    left=len(alike),
                )
            twice = gettext("If it was entered twice, or became another counter before, undo this entry.")
            return PadRow(entry, name, what, wrong=Refused(message, way_out=twice))
        like = alike[0].counter
        assert like
        if entry.what not in MODES or not befalls(self.ctx, entry.what, like):
            never = gettext("{name}: this can't become of it.", name=name)
            return PadRow(entry, name, what, wrong=Refused(never, way_out=gettext("Undo this entry.")))
        taken = alike[: entry.times]
        if entry.what == PLACED:
            return PadRow(entry, name, what, wrong=self._place(taken, name, entry.place))
        cost = cvp(entry.what, like) * len(taken)
        for course in taken:
            assert course.counter
            course.counter = after(self.ctx, entry.what, course.counter)
            course.steps.append(entry.what)
        return PadRow(entry, name, what, cost)

    def _place(self, taken: Iterable[_Course], name: str, text: str) -> Refused | None:
        """Note where counters are; return the refusal if they can't be there."""
        place = place_of(text)
        if place is None:
            return Refused(
                gettext("{part}: this is no Location.", part=read.excerpt(text)),
                field=PLACED,
                way_out=gettext(HEX_HINT),
            )
        if any(course.place for course in taken):
            all_placed = gettext("{name}: all of these have been placed.", name=name)
            return Refused(all_placed, way_out=gettext("Undo one that is somewhere else, then place it anew."))
        try:
            check_text(self.ctx.map, place, PLACE)
        except Refused as no:
            return no
        for course in taken:
            course.place = place
        return None

    def pad(self) -> BattlePad:
        """The pad for a page."""
        mine, in_play = self.ctx.mine.counters, [c.counter for c in self.courses.values() if c.counter]
        tiles, counts = tiles_of(self.ctx, [*self.start, *in_play]), Times(map(key_of, in_play))
        possible = [what for what in MODES if any(befalls(self.ctx, what, like) for like in self.start)]
        lost = sum(c.fate in CASUALTIES and c.since == self.ctx.scenario for c in mine)
        done = [line for line in self.lines if line.wrong is None]
        return BattlePad(
            scenario=self.ctx.scenario,
            modes={what: gettext(MODES[what]) for what in possible},
            losing=LOST,
            sections=[gettext(title) for title, kinds in SECTIONS],
            tiles=tiles,
            counts={key: counts[key] for key in tiles if key in counts},
            lines=self.lines,
            lost=lost + sum(line.entry.times for line in done if line.entry.what in LOST),
            cvp=recorded_cvp(mine, self.ctx.scenario) + sum(line.cvp for line in done),
        )

    def order(self) -> Order:
        """The order that records the pad, in as many tallies as one counter had acts.

        Raises Refused if an entry is wrong or there is nothing to record.
        """
        if refused := next((line.wrong for line in self.lines if line.wrong), None):
            raise Refused(refused.message, field=refused.field, way_out=refused.way_out)
        rounds = list[dict[str, dict[str, list[int]]]]()
        for number, course in self.courses.items():
            for n, (acts, marks) in enumerate(_turns(course)):
                if n == len(rounds):
                    rounds.append({"acts": {}, "marks": {}})
                for part, names in (("acts", acts), ("marks", marks)):
                    for name in names:
                        rounds[n][part].setdefault(name, []).append(number)
        places = dict[str, list[int]]()
        for number, course in self.courses.items():
            if course.counter and course.place:
                places.setdefault(course.place, []).append(number)
        if not rounds and not places:
            raise Refused(
                gettext("There is nothing to record."),
                way_out=gettext("Tap what was lost, or go back to the step if nothing was."),
            )
        return Order(PAD, {ROUNDS: rounds, **({PLACES: places} if places else {})})


def _turns(course: _Course) -> Iterator[tuple[list[str], list[str]]]:
    """What befell a counter, as acts and conditions of consecutive tallies: an act in each, no condition if lost.

    A unit that has rallied again was never broken; one that was broken before the pad rallies by rule (12.6042).
    """
    steps = [step for step in course.steps if step != BROKEN]
    if course.counter is None:
        steps = [step for step in steps if step not in CONDITIONS]
    elif BROKEN in course.counter.marks and BROKEN not in course.began.marks:
        steps.append(BROKEN)
    acts, marks = list[str](), list[str]()
    for step in steps:
        if step in CONDITIONS:
            marks.append(step)
            continue
        if acts:
            yield acts, marks
            acts, marks = [], []
        acts = [step]
    if acts or marks:
        yield acts, marks


def record(ctx: C, data: Mapping[str, object], rng: Rng, then: Callable[[C, Iterable[Event]], C]) -> list[Event]:
    """The events of a pad's order, tally by tally; `then` gives the context after events."""
    events = list[Event]()
    rounds, places = data.get(ROUNDS), read.table(data.get(PLACES, {}), PLACES)
    if not isinstance(rounds, list | tuple) or not (rounds or places) or len(rounds) > MOST_ROUNDS:
        raise Refused(gettext("There is nothing to record."), way_out=gettext(read.RELOAD))
    for each in rounds:
        tally_events = tally(ctx, read.table(each, ROUNDS), rng)
        events += tally_events
        ctx = then(ctx, tally_events)
    return [*events, *_placed(ctx, places)]


def _placed(ctx: RefitContext, places: Mapping[str, object]) -> Iterator[Event]:
    """The events of new Locations; a counter that moved is no longer hidden, under cover or in tow."""
    on_hand = {c.id: c for c in ctx.mine.on_hand}
    for text, ids in places.items():
        place = place_of(text)
        listed = isinstance(ids, list | tuple) and all(isinstance(i, int) for i in ids)
        if place is None or not isinstance(ids, list | tuple) or not (listed and on_hand.keys() >= {*ids}):
            raise Refused(gettext("These counters have changed since the page was made."), way_out=gettext(read.RELOAD))
        check_text(ctx.map, place, PLACE)
        moved = [on_hand[i] for i in ids if place_of(on_hand[i].place) != place]
        change: dict[str, Change] = {str(c.id): {"place": place, **changed_marks(c, less=PLACING)} for c in moved}
        if moved:
            names = names_of(ctx.mine.counters, [c.id for c in moved])
            yield ctx.event("counters.changed", change=change, names=names, values={"place": place})
