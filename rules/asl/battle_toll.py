"""What a battle did to many counters, entered at once: losses, reductions, conditions."""

from __future__ import annotations

from collections import Counter as Times
from collections.abc import Collection, Iterator, Mapping

from rules.asl.context import RefitContext
from rules.asl.counter_fields import ENGINEER
from rules.asl.counters import EXITED, FATES, Change, Counter, Pile
from rules.asl.manual_changes import (
    NO_COUNTER,
    check_exit,
    check_hidden,
    left_play,
    marks,
    names_of,
    number_of,
    one_of,
    pile_of,
    piles_by_key,
    too_many,
)
from rules.asl.unit_acts import ACTS, done_to
from rules.contract import Event, Refused
from rules.dice import Rng
from rules.engine import entries
from rules.text import gettext

TOLL = ("eliminate", "reduce")
"""The acts that `mark` takes beside conditions."""
TALLY = "tally"
TALLY_ACTS = ("eliminate", "capture", "reduce", "replace", EXITED, "recalled")
"""What may become of counters in a tally: acts, and fates that cost no Casualty VP."""


STAYING = ("reduce", "replace")
"""The acts after which a counter is still there."""


def mark(ctx: RefitContext, data: Mapping[str, object], rng: Rng) -> list[Event]:
    """Record what happened to `piles` (by pile key, then condition or act of TOLL: how many).

    Each number is about counters of its own; a counter to which more happened is changed by itself.
    """
    piles = piles_by_key(ctx, data)
    befell: dict[str, dict[int, Counter]] = {}
    for key, named in entries.table(data.get("piles", {}), "piles").items():
        pile = pile_of(piles, key)
        ids = iter(pile.ids)
        for name, number in _wanted(ctx, pile, str(key), entries.table(named, str(key))).items():
            befell.setdefault(name, {}).update({next(ids): pile.like for _ in range(number)})
    if not befell:
        where = gettext("Set a number beside what befell the counters concerned.")
        raise Refused(gettext(NO_COUNTER), way_out=where)
    return [
        event
        for name in (*TOLL, *marks(ctx.rules))
        if name in befell
        for event in _toll_events(ctx, name, befell[name])
    ]


def tally(ctx: RefitContext, data: Mapping[str, object], rng: Rng) -> list[Event]:
    """Record what happened to counters by id: `acts` (of TALLY_ACTS: ids) and `marks` (condition: ids).

    A counter may be in one act at most, and a lost one in no condition; raises Refused otherwise.
    """
    on_hand = {c.id: c for c in ctx.mine.counters if c.on_hand}
    conditions = marks(ctx.rules)
    noted = {
        name: _named(on_hand, ids, f"marks:{name}") for name, ids in _tally_part(data, "marks", conditions).items()
    }
    acts = {name: _named(on_hand, ids, f"acts:{name}") for name, ids in _tally_part(data, "acts", TALLY_ACTS).items()}
    twice = [i for i, times in Times(c.id for units in acts.values() for c in units).items() if times > 1]
    removed = {c.id for name, units in acts.items() if name not in STAYING for c in units}
    twice += [c.id for units in noted.values() for c in units if c.id in removed]
    if twice:
        one = gettext("{name}: two things became of it.", name=on_hand[twice[0]].name)
        raise Refused(one, way_out=gettext("Choose one of them, and enter the other by hand."))
    if not acts and not noted:
        raise Refused(gettext(NO_COUNTER), way_out=gettext("Say what became of one at least."))
    return [
        *(event for name, units in acts.items() for event in _become(ctx, name, units)),
        *_conditions(ctx, noted, {c.id for c in acts.get("replace", ())}),
    ]


def _tally_part(data: Mapping[str, object], part: str, names: tuple[str, ...]) -> dict[str, object]:
    """The entries of a part of a tally, in the order of `names`; raises Refused for others."""
    entered = entries.table(data.get(part, {}), part)
    for name in entered:
        one_of(name, names, f"{part}:{name}", gettext("What became of them"))
    return {name: entered[name] for name in names if name in entered}


def _named(on_hand: Mapping[int, Counter], ids: object, field: str) -> list[Counter]:
    """The counters with these ids; raises Refused if `ids` is no list of counters on hand."""
    if not isinstance(ids, list | tuple) or not all(isinstance(i, int) and i in on_hand for i in ids):
        changed = gettext("These counters have changed since the page was made.")
        raise Refused(changed, field=field, way_out=gettext("Reload the page: it shows them as they are now."))
    return [on_hand[i] for i in dict.fromkeys(ids)]


def _become(ctx: RefitContext, name: str, units: list[Counter]) -> Iterator[Event]:
    """The events of one act on counters; `replace` has one for each name, as its text says what they become."""
    if not units:
        return
    if name not in ACTS:
        check_exit(ctx, units, name, f"acts:{name}")
        yield from left_play(ctx, units, name)
        return
    for like in units:
        _check_fits(ctx, like, name, f"acts:{name}")
    alike = [[c for c in units if c.name == each] for each in dict.fromkeys(c.name for c in units)]
    for same in alike if name == "replace" else [units]:
        yield from done_to(ctx, name, same)


def _conditions(ctx: RefitContext, noted: Mapping[str, list[Counter]], replaced: Collection[int]) -> Iterator[Event]:
    """The events of new conditions, all of a counter at once; one that was Replaced is no Assault Engineer any more."""
    new: dict[int, list[str]] = {}
    for name, units in noted.items():
        for each in units:
            check_hidden(ctx, each, [name], f"marks:{name}")
            if name not in each.marks:
                new.setdefault(each.id, []).append(name)
    for names in dict.fromkeys(map(tuple, new.values())):
        same = [c for c in ctx.mine.counters if tuple(new.get(c.id, ())) == names]
        changed: dict[str, Change] = {
            str(c.id): {"marks": [*(m for m in c.marks if m != ENGINEER or c.id not in replaced), *names]} for c in same
        }
        counter_names = names_of(ctx.mine.counters, [c.id for c in same])
        yield ctx.event("counters.changed", change=changed, names=counter_names, values={"also": list(names)})


def _toll_events(ctx: RefitContext, name: str, counters: Mapping[int, Counter]) -> Iterator[Event]:
    if name in TOLL:
        yield from done_to(ctx, name, [c for c in ctx.mine.counters if c.id in counters])
        return
    changed: dict[str, Change] = {str(i): {"marks": [*like.marks, name]} for i, like in counters.items()}
    yield ctx.event(
        "counters.changed", change=changed, names=names_of(ctx.mine.counters, counters), values={"also": [name]}
    )


def _wanted(ctx: RefitContext, pile: Pile, key: str, named: Mapping[str, object]) -> dict[str, int]:
    """How many counters of a pile each act or condition befell, acts first; raises Refused if they do not fit."""
    wanted = {}
    for name in sorted(named, key=lambda name: name not in TOLL):
        field = f"{key}:{name}"
        what = one_of(name, (*TOLL, *marks(ctx.rules)), field, gettext("Condition"))
        _check_fits(ctx, pile.like, what, field)
        label = f"{pile.like.name}, {gettext(ACTS[what].name if what in TOLL else what)}"
        if count := number_of(pile, named[name], label, low=0, field=field):
            wanted[what] = count
        if count and (what in pile.like.marks or not pile.like.on_hand):
            so = gettext(what if what in pile.like.marks else FATES[pile.like.fate])
            already = gettext("{name}: these are {so} already.", name=pile.like.name, so=so)
            raise Refused(already, field=field, way_out=gettext("Leave it empty, or open the line and change it."))
    if (total := sum(wanted.values())) > pile.count:
        fewer = gettext("Each counter is counted once here; one to which more happened is changed by itself.")
        raise Refused(too_many(pile, total), field=f"{key}:{list(wanted)[-1]}", way_out=fewer)
    return wanted


def _check_fits(ctx: RefitContext, like: Counter, what: str, field: str) -> None:
    """Raise Refused if `what` can't befall such a counter."""
    if what not in ACTS:
        check_hidden(ctx, like, [what], field)
    elif not ACTS[what].becomes(ctx.rules, ctx.side, like):
        message = gettext("{name} can't be {act}.", name=like.name, act=gettext(ACTS[what].name))
        raise Refused(message, field=field, way_out=gettext("Leave it empty; enter those that are lost as lost."))
