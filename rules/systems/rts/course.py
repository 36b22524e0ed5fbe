"""The course of a game: who is asked what, and what an answer brings about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from rules.contract import Field, Task
from rules.engine import entries
from rules.engine.stages import Course, Stage, always
from rules.engine.tasks import Entries
from rules.played.course import carrying_out, frame_stage
from rules.systems.rts import battle, by_hand, cards, operation, sequence, tasks
from rules.systems.rts.context import Context
from rules.systems.rts.frames import Effect, Operation, Placing, Retreat
from rules.systems.rts.printed import NAMES, OTHER, SIDES, no, texts
from rules.systems.rts.resolver import Resolver
from rules.systems.rts.retreats import step_back, stop
from rules.systems.rts.state import CHITS, ENDED, HANDS, SHOW

Do = Callable[[Resolver, Entries], None]
"""Carries an order out; a form's entries have been read."""


def _choose(act: Resolver, values: Entries) -> None:
    sequence.choose(act, values["choice"])
    if values.get("ask"):
        act.tell("answer.stands", side=act.side, until="")


def _start(act: Resolver, values: Entries) -> None:
    if values["area"] == tasks.NOTHING:
        act.tell("operation.declined", side=act.side)
    else:
        operation.start(act, values["area"])


def _operate(act: Resolver, data: Mapping[str, object]) -> None:
    """One use of Supply Points; the order is read without working out all that could have been done."""
    ticks = [name for name in data if name.startswith(tasks.UNIT)]
    entries.check_names(data, {*ticks, *_SAID})
    units = [
        name.removeprefix(tasks.UNIT) for name in ticks if entries.read_field(Field(name, name, "check"), data[name])
    ]
    order = {name: entries.text(data.get(name, ""), name, most=entries.LONGEST, field=name) for name in _SAID}
    if not order["do"]:
        raise no("nothing_chosen")
    listed = {"do": _OPERATE, "to": {"", tasks.OFF, *act.theater.areas}, "card": {"", *act.mine.hand}}
    for name, possible in listed.items():
        if order[name] not in possible:
            raise no("not_listed", field=name, entry=entries.excerpt(order[name]))
    _OPERATE[order["do"]](act, act.public.running(Operation), units, order)


_SAID = ("do", "to", "via", "card", "says")
Uses = Callable[[Resolver, Operation, list[str], Mapping[str, str]], None]


def _move(act: Resolver, frame: Operation, units: list[str], order: Mapping[str, str]) -> None:
    if not order["to"]:
        raise no("no_end")
    via = tuple(filter(None, (part.strip() for part in order["via"].split(","))))
    if unknown := [area for area in via if area not in act.theater.areas]:
        raise no("unknown_area", name=entries.excerpt(unknown[0]))
    operation.move(act, frame, units, tasks.away(order["to"]), via)


def _mend(state: str, act: Resolver, frame: Operation, units: list[str], order: Mapping[str, str]) -> None:
    if len(units) != 1:
        raise no("one_unit")
    operation.mend(act, frame, units[0], state)


def _end(act: Resolver, frame: Operation, units: list[str], order: Mapping[str, str]) -> None:
    """Only if nothing else was meant: units ticked, or a place or a card chosen, are not thrown away."""
    if units or any(order[name] for name in ("to", "via", "card")):
        raise no("end_and_more")
    operation.end(act, frame)


_OPERATE: Mapping[str, Uses] = {
    tasks.MOVING: _move,
    tasks.REORGANIZE: partial(_mend, operation.DISORGANIZED),
    tasks.REBUILD: partial(_mend, operation.DEPLETED),
    tasks.PLAY: lambda act, frame, units, said: cards.play(act, said["card"], said["says"]),
    tasks.END: _end,
}


def _fight(act: Resolver, values: Entries) -> None:
    chit = values["chit"]
    act.note("chit.left", chit=chit)
    if battle.useless(act.board, act.side, chit) and act.public.readings.useless_fortifications == "redrawn":
        act.tell("chit.aside", side=act.side, chit=chit)
        return
    battle.play_chit(act, chit)
    for side in act.public.sides_to_react("chit", OTHER[act.side]):
        act.tell("window.opened", side=side, when="chit")


def _react(act: Resolver, values: Entries) -> None:
    """A card, or none; with none a standing answer may go, which hangs on nothing held (2.3.4)."""
    if values["card"] and values["again"]:
        raise no("card_and_silence")
    if values["card"]:
        cards.play(act, values["card"], values.get("says", ""))
        return
    if values["again"]:
        act.tell("answer.stands", side=act.side, until=values["again"])
    act.tell("window.passed", side=act.side)


def _lapse(act: Resolver, values: Mapping[str, object]) -> None:
    """The agreed time is over: the other side goes on. Whether it is over the host knows (2.3.4)."""
    act.tell("window.passed", side=OTHER[act.side], late=True)


def _victim(act: Resolver, values: Entries) -> None:
    battle.hit(act, act.public.running(Effect), values["unit"])


def _retreat(act: Resolver, values: Entries) -> None:
    to, frame = values["to"], act.public.running(Retreat)
    if to == tasks.STAY:
        stop(act, frame)
    else:
        step_back(act, frame, tasks.away(to))


def _card(act: Resolver, values: Entries) -> None:
    what, _, key = values["do"].partition(":")
    if what == tasks.DRAW:
        cards.draw(act)
    elif what == tasks.NOTHING:
        act.tell("card.none", side=act.side)
    elif what == "discard":
        cards.discard(act, key)
    else:
        cards.play(act, key, values.get("says", ""))


def _placing(act: Resolver, values: Entries) -> None:
    frame = act.public.running(Placing)
    if tasks.NOTHING in (values.get("what"), values.get("area")):
        act.tell("placing.over", side=act.side, what=frame.what, number=0)
    else:
        cards.place(act, frame, values.get("what", ""), values.get("area", ""))


def _agree(act: Resolver, values: Mapping[str, object]) -> None:
    act.tell("effect.agreed", side=act.side, agreed=values["agreed"] == "yes")


def _stage(key: str, task: Callable[[Context], Task], dice: bool = False, /, **orders: Do) -> Stage[Context]:
    """A stage is one step, asked of those who act in it; all go through those with `dice` behind them."""
    handlers = {order: carrying_out(Resolver, do, sequence.advance) for order, do in orders.items()}
    return frame_stage(key, texts().stage[key], texts().step[key], task, handlers, SIDES if dice else ())


COURSE: Course[Context] = Course(
    (
        _stage(HANDS, tasks.hands, roll=lambda act, said: cards.take(act, act.numbers.hand.most, "hand.drawn")),
        _stage("choose", tasks.choose, True, enter=_choose),
        _stage(SHOW, tasks.show, done=lambda act, said: sequence.show(act)),
        _stage("start", tasks.start, enter=_start),
        _stage("operation", tasks.operate, enter=_operate),
        _stage(CHITS, tasks.draw_chits, roll=lambda act, said: None),  # all that asks nobody is done with any act
        _stage("battle", tasks.fight, enter=_fight),
        _stage("window", tasks.react, enter=_react, done=_lapse),
        _stage("victim", tasks.victim, enter=_victim),
        _stage("retreat", tasks.retreat, enter=_retreat),
        _stage("card", tasks.card, enter=_card),
        _stage("placing", tasks.placing, enter=_placing),
        _stage("agreeing", tasks.agree, enter=_agree),
        _stage("applying", tasks.apply, enter=by_hand.change),
        Stage(ENDED, texts().stage[ENDED], always(), ()),
    ),
    NAMES,
)
