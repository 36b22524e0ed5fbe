"""What a stack that escapes carries beyond what its units may (7.5063, 12.6073).

PP and IPC are printed on counters and in a book that is not here. A side says them once for each kind of its counters,
and the campaign keeps them (`known` of the side).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from rules.asl.context import RefitContext
from rules.asl.counter_fields import MMC, SMC, UNITS, VEHICLES
from rules.asl.counters import Counter
from rules.contract import Field, Refused
from rules.text import gettext

PP, OF_MMC, OF_SMC = "pp:", "ipc:mmc", "ipc:smc"
MOST = 20


def asks(ctx: RefitContext) -> bool:
    """Whether the side says what is printed on its counters, and not how many PP of a stack pay."""
    return ctx.rules.readings.escape_load == "printed"


def fields(ctx: RefitContext, able: Iterable[Counter]) -> Iterator[Field]:
    """PP of each kind of things that could be carried, and the IPC of units, as they were said before."""
    names = dict.fromkeys(c.name for c in able if _is_carried(c))
    if not names:
        return
    rule, numbers = ctx.rule("escape"), (("", gettext("not said yet")), *((str(n), str(n)) for n in range(MOST + 1)))
    labels = {PP + name: gettext("{weapon}: PP on the counter", weapon=name) for name in names}
    labels |= {OF_MMC: gettext("IPC of an MMC"), OF_SMC: gettext("IPC of an SMC")}
    for key, label in labels.items():
        yield Field(key, label, "select", str(ctx.mine.known.get(key, "")), options=numbers, rule=rule)


def printed_values(entries: Mapping[str, str | int | bool]) -> dict[str, int]:
    """The PP and IPC entered for counters, by the names of the entries; empty ones are left out."""
    numbers = {key: str(value) for key, value in entries.items() if key.startswith((PP, OF_MMC, OF_SMC))}
    return {key: int(value) for key, value in numbers.items() if value}


def paid(ctx: RefitContext, stack: Sequence[Counter], printed: Mapping[str, int]) -> int:
    """The PP that a stack pays for, carried as it costs least; Refused if something about it was not said."""
    carried, units = [c for c in stack if _is_carried(c)], [c for c in stack if c.kind in UNITS]
    if not carried or any(c.kind in VEHICLES for c in stack):
        return 0
    needed = [PP + c.name for c in carried] + [OF_MMC for c in units if c.kind in MMC]
    needed += [OF_SMC for c in units if c.kind in SMC]
    if missing := next((key for key in needed if key not in printed), ""):
        raise Refused(
            gettext("PP and IPC of who and what escapes have to be said once."),
            rule=ctx.rule("escape"),
            field=missing,
            way_out=gettext("Read them off the counters; they are kept for the campaign."),
        )
    return least_paid(
        [printed[PP + c.name] for c in carried],
        [printed[OF_MMC] for c in units if c.kind in MMC],
        [printed[OF_SMC] for c in units if c.kind in SMC],
        within=ctx.rules.readings.escape_overload == "up_to_ipc",
    )


def least_paid(loads: Iterable[int], mmc: Sequence[int], smc: Sequence[int], *, within: bool) -> int:
    """The PP that the unit which pays most has to, with `loads` shared out at their best among units of these IPC.

    All MMC have the same IPC, and all SMC. What counts is the PP beyond the IPC of who carries them, or with `within`
    those up to it.
    """
    falling = tuple(sorted(filter(None, loads), reverse=True))
    carriers = list(_carriers(mmc, smc))

    def room(ipc: int, pays: int) -> int:
        """How many PP a carrier takes who pays for no more than this."""
        return ipc + pays if not within else pays if pays < ipc else sum(falling)

    return next(
        pays
        for pays in range(sum(falling) + 1)
        if any(_fits(falling, tuple(sorted(room(ipc, pays) for ipc in each))) for each in carriers)
    )


def _is_carried(counter: Counter) -> bool:
    return counter.kind not in UNITS and counter.kind not in VEHICLES


def _carriers(mmc: Sequence[int], smc: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The IPC of those who may carry things: each SMC for himself, or with an MMC whose IPC he adds to.

    Which MMC does not matter, as they are alike; so the ways do not grow with every unit.
    """
    for alone in range(len(smc), -1, -1):
        for joined in _shared(len(smc) - alone, len(mmc), len(smc)):
            yield (*(ipc + sum(smc[:number]) for ipc, number in zip(mmc, joined, strict=True)), *smc[:alone])


def _shared(number: int, among: int, most: int) -> Iterator[tuple[int, ...]]:
    """The ways to share a number out `among` so many, each with no more than the one before and than `most`."""
    if not among:
        yield from [()] * (not number)
        return
    for first in range(min(number, most), -1, -1):
        if first * among >= number:
            yield from ((first, *rest) for rest in _shared(number - first, among - 1, first))


@lru_cache(maxsize=10_000)
def _fits(loads: tuple[int, ...], rooms: tuple[int, ...]) -> bool:
    """Whether the loads, the largest first, can be shared out among carriers that take so many PP each."""
    if not loads:
        return True
    useful = tuple(room for room in rooms if room >= loads[-1])
    if sum(loads) > sum(useful) or loads[0] > useful[-1]:
        return False
    first, *rest = loads
    tried = (first,) if first in useful else sorted({room for room in useful if room > first})  # just filled: the best
    return any(_fits(tuple(rest), _less(useful, room, first)) for room in tried)


def _less(rooms: tuple[int, ...], room: int, load: int) -> tuple[int, ...]:
    """The rooms once one of this size took the load."""
    at = rooms.index(room)
    return tuple(sorted((*rooms[:at], room - load, *rooms[at + 1 :])))
