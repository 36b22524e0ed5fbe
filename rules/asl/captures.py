"""Prisoners and captured equipment: what one side has of the other's, as one public fact to which both records refer.

Both sides see at the table what is taken, so its class, name and number are public; the group it came with, its
conditions and its place stay in its owner's room. The owner records it from his order of battle, or agrees to what
the captor claims. From then on only the captor lets it go, and its owner's counters come back by themselves.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.asl.context import FROM_PAPER, RefitContext
from rules.asl.counters import CAPTURED, EXITED, IN_PLAY, MMC, ON_FOOT, READY, SMC, VEHICLES, Change, Counter, Piece
from rules.asl.payloads import (
    CAPTURE_CLAIMED,
    CAPTURE_DENIED,
    CAPTURE_ENDED,
    CAPTURE_GRANTED,
    CAPTURE_RECORDED,
    CAPTURE_USED,
    CaptureEnded,
    CaptureTold,
)
from rules.asl.state import Captured
from rules.contract import Event, Refused
from rules.dice import Rng
from rules.engine import entries
from rules.features.forces import CaptureEnd, CaptureRow
from rules.text import gettext, gettext_noop

PRISONERS = (*MMC, *(kind for kind in SMC if kind != "hero"))
EQUIPMENT = ("weapon", "gun", *VEHICLES)
MOST_CLAIMED, NAME_LENGTH = 40, 40
MOST_WAITING = 20
"""How many claims of one side may wait for an answer at the same time: their names stand before everybody."""
FREED, EVACUATED, SHOT, MISTAKE, RECAPTURED, LOST = "freed", "evacuated", "shot", "mistake", "recaptured", "lost"
HOW_ENDED: Mapping[str, str] = {
    FREED: gettext_noop("set free or escaped"),
    EVACUATED: gettext_noop("taken away for good"),
    SHOT: gettext_noop("shot"),
    RECAPTURED: gettext_noop("recaptured"),
    LOST: gettext_noop("destroyed"),
    MISTAKE: gettext_noop("never taken, a mistake"),
}
"""What became of captured counters, in words."""
ENDS: Mapping[str, Sequence[str]] = {"prisoners": (FREED, MISTAKE), "captured": (RECAPTURED, LOST, MISTAKE)}
"""How the captor may let go of what he has, by the step whose rule is about it."""
BACK = (FREED, MISTAKE, RECAPTURED)
"""Ends by which the owner has his counters again."""
KEPT: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(SMC, ("wounded", "heroic", "fanatic")),
    **dict.fromkeys(
        EQUIPMENT,
        (
            "malfunctioned",
            "bow MG malfunctioned",
            "coaxial MG malfunctioned",
            "AA MG malfunctioned",
            "disabled",
            "bow MG disabled",
            "coaxial MG disabled",
            "AA MG disabled",
            "immobilized",
            "abandoned",
            "wreck",
            "dismantled",
            "low ammunition",
            "special ammunition depleted",
        ),
    ),
}
"""What the owner's counters still are when he has them again, by class; an MMC is another by then. The rest of their
conditions hung on where they stood, or on who manned them."""


def about(kind: str) -> str:
    """The step whose rule is about captured counters of a class."""
    return "prisoners" if kind in PRISONERS else "captured"


def held_by(ctx: RefitContext, *, prisoners: bool = False) -> list[Captured]:
    """What the side has of the other's, as both agree; of it only its `prisoners`."""
    mine = (one for one in ctx.public.captures if one.captor == ctx.side and one.count and not one.claimed)
    return [one for one in mine if not prisoners or one.kind in PRISONERS]


# the owner's record ------------------------------------------------------------------------------


@dataclass(frozen=True)
class CaptureResult:
    """The events about counters that left their side, and further changes to some of them, by id."""

    change: Mapping[str, Change]
    events: tuple[Event, ...]


def captured_or_ended(ctx: RefitContext, counters: Sequence[Counter], fate: str) -> CaptureResult:
    """What else changes when counters get this `fate`: own ones may become captures, captured ones may be lost.

    In a game that has no rule on who may leave the map, who does is its side's still.
    """
    retained = fate == EXITED and ctx.rules.pack.map_exit is None
    if fate in IN_PLAY or retained:
        return CaptureResult({}, ())
    if fate != "captured":
        return CaptureResult({}, tuple(_ended(ctx, counters, LOST)))
    change: dict[str, Change] = {}
    events, number = list(_ended(ctx, counters, RECAPTURED)), _next_number(ctx)
    own: dict[tuple[str, str], list[Counter]] = {}
    for counter in counters:
        if counter.kind in PRISONERS + EQUIPMENT and counter.fate != fate and not _of_the_enemy(ctx, counter):
            own.setdefault((counter.kind, counter.name), []).append(counter)
    for (kind, name), same in own.items():
        change |= {str(c.id): _taken(c, number) for c in same}
        events.append(CAPTURE_RECORDED(**_payload(ctx, number, ctx.side, kind, name, len(same))))
        number += 1
    return CaptureResult(change, tuple(events))


def _taken(counter: Counter, number: int) -> Change:
    """What a captured counter keeps of it: the number of the capture, and whether it was still to enter (CG12a)."""
    return {"capture": number} if counter.fate == READY else {"capture": number, "before": counter.fate}


def _ended(ctx: RefitContext, counters: Iterable[Counter], how: str) -> Iterator[Event]:
    """The events by which counters captured from the enemy leave the side again."""
    numbers = Tally(c.capture for c in counters if c.on_hand and _of_the_enemy(ctx, c))
    for one in (one for one in ctx.public.captures if one.number in numbers):
        yield end(ctx, one, min(numbers[one.number], one.count), how, used=True)


def lost_since(ctx: RefitContext) -> list[Event]:
    """The events that end captures in use of which the side has no counters any more, since a step Eliminated them."""
    on_hand = Tally(c.capture for c in ctx.mine.on_hand)
    mine = ((one, one.used - on_hand[one.number]) for one in ctx.public.captures if one.captor == ctx.side)
    return [end(ctx, one, count, LOST, used=True) for one, count in mine if count > 0]


def _of_the_enemy(ctx: RefitContext, counter: Counter) -> bool:
    return any(one.number == counter.capture and one.captor == ctx.side for one in ctx.public.captures)


def check_free(ctx: RefitContext, counters: Iterable[Counter]) -> None:
    """Refuse to bring back by hand counters that the enemy holds: only their guard lets them go."""
    numbers = {c.capture for c in counters if c.capture and c.fate == "captured"}
    for one in ctx.public.captures:
        if one.number in numbers and one.count:
            guard = gettext(ctx.rules.names[one.captor])
            raise Refused(
                gettext("The {side} side holds these (no. {number}).", side=guard, number=one.number),
                rule=ctx.rule(about(one.kind)),
                field="piles",
                way_out=gettext("Ask it to let them go under its Forces; then they are back by themselves."),
            )


# orders ------------------------------------------------------------------------------------------


def claim(ctx: RefitContext, data: Mapping[str, object], rng: Rng) -> list[Event]:
    """Claim `count` counters of a class and `name` as captured, which their owner has not recorded."""
    _check_paper(ctx)
    kind = data.get("kind", "")
    if kind not in PRISONERS + EQUIPMENT:
        message = gettext("Choose a class of units, weapons, Guns or vehicles.")
        raise Refused(gettext("Nobody captures counters of that class."), field="kind", way_out=message)
    name = entries.text(data.get("name", ""), gettext("Name"), most=NAME_LENGTH, field="name")
    if not name:
        raise Refused(
            gettext("A counter needs a name."),
            field="name",
            way_out=gettext("Write what is printed on it, such as 4-6-7."),
        )
    count = entries.whole(data.get("count", 1), gettext("Counters"), low=1, high=MOST_CLAIMED, field="count")
    if sum(one.claimed and one.captor == ctx.side for one in ctx.public.captures) >= MOST_WAITING:
        raise Refused(
            gettext("{most} claims of your side wait for an answer already.", most=MOST_WAITING),
            way_out=gettext("Withdraw one, or wait for the answer."),
        )
    owner = next(side for side in ctx.rules.names if side != ctx.side)
    for one in ctx.public.captures:
        if (one.captor, one.kind, one.name) == (ctx.side, kind, name) and (
            one.claimed or (one.count and one.date == ctx.date)
        ):
            params = {"name": one.name, "number": one.number, "side": gettext(ctx.rules.names[one.owner])}
            if one.claimed:
                message = gettext("You have claimed {name} already (no. {number}).", **params)
                instead = gettext("Withdraw that claim first, and claim all of them together.")
            else:
                message = gettext("The {side} side has recorded {name} as captured already (no. {number}).", **params)
                instead = gettext("If you have taken more of them, their owner records those too.")
            raise Refused(message, rule=ctx.rule(about(kind)), field="name", way_out=instead)
    return [CAPTURE_CLAIMED(**_payload(ctx, _next_number(ctx), owner, str(kind), name, count))]


def grant(ctx: RefitContext, data: Mapping[str, object], rng: Rng) -> list[Event]:
    """Agree to the other side's claim `number`: own counters of that name are captured."""
    _check_paper(ctx)
    one = _claimed(ctx, data)
    if one.owner != ctx.side:
        raise _not_yours()
    named = (c for c in ctx.mine.on_hand if (c.kind, c.name) == (one.kind, one.name))
    matching = [c for c in named if not _of_the_enemy(ctx, c)][: one.count]
    if len(matching) < one.count:
        raise Refused(
            gettext("{name}: {wanted} claimed, {there} there.", name=one.name, wanted=one.count, there=len(matching)),
            rule=ctx.rule(about(one.kind)),
            way_out=gettext("Record those you have as captured, and object to the claim."),
        )
    change: dict[str, Change] = {
        str(c.id): {"fate": "captured", "since": ctx.scenario, **_taken(c, one.number)} for c in matching
    }
    own = ctx.event("losses.recorded", change=change, fate="captured", names=[f"{one.count} {one.name}"])
    return [own, CAPTURE_GRANTED(**_payload(ctx, one.number, ctx.side, one.kind, one.name, one.count))]


def deny(ctx: RefitContext, data: Mapping[str, object], rng: Rng) -> list[Event]:
    """Object to the claim `number`, or withdraw one's own."""
    one = _claimed(ctx, data)
    return [CAPTURE_DENIED(**_payload(ctx, one.number, one.owner, one.kind, one.name, one.count), by=ctx.side)]


def use(ctx: RefitContext, data: Mapping[str, object], rng: Rng) -> list[Event]:
    """Take captured equipment into use: `count` counters of the capture `number` are among the side's own."""
    one = _held(ctx, data)
    if one.kind not in EQUIPMENT:
        raise Refused(gettext("Prisoners are of no use in battle."), way_out=gettext("Keep them, or let them go."))
    count = _number(data, one, one.count - one.used)
    piece: Piece = (one.kind, one.name, "", {"marks": [CAPTURED], "capture": one.number})
    own = ctx.event("prizes.used", add=ctx.new([piece] * count), names=[f"{count} {one.name}"])
    return [own, CAPTURE_USED(**_payload(ctx, one.number, one.owner, one.kind, one.name, count))]


def release(ctx: RefitContext, data: Mapping[str, object], rng: Rng) -> list[Event]:
    """Release `count` counters of the capture `number` by `how`; those in use are removed through their own pile."""
    one, how = _held(ctx, data), data.get("how")
    ends = ENDS[about(one.kind)]
    if how not in ends:
        listed = ", ".join(gettext(HOW_ENDED[each]) for each in ends)
        message = gettext("That is not what can become of {name}.", name=one.name)
        raise Refused(message, field="how", way_out=gettext("Choose one of these: {listed}.", listed=listed))
    return [end(ctx, one, _number(data, one, one.count - one.used), str(how))]


def _check_paper(ctx: RefitContext) -> None:
    """Refuse claims while a campaign is taken over from paper: what was captured there is no part of what stands."""
    if ctx.stage in FROM_PAPER:
        raise Refused(
            gettext("These are the forces as they stand on paper: nobody is lost here."),
            way_out=gettext("Add what you captured to your own forces; its owner leaves it out of his."),
        )


def _claimed(ctx: RefitContext, data: Mapping[str, object]) -> Captured:
    number = entries.whole(data.get("number"), gettext("Claim"), low=0, high=10**6, field="number")
    capture = next((one for one in ctx.public.captures if one.number == number and one.claimed), None)
    if capture is None:
        raise Refused(
            gettext("This claim waits for no answer any more."), way_out=gettext("Reload the page: it shows how it is.")
        )
    return capture


def _held(ctx: RefitContext, data: Mapping[str, object]) -> Captured:
    number = entries.whole(data.get("number"), gettext("Capture"), low=0, high=10**6, field="number")
    capture = next((one for one in held_by(ctx) if one.number == number), None)
    if capture is None:
        raise _not_yours()
    return capture


def _not_yours() -> Refused:
    return Refused(
        gettext("Your side holds no such prisoners or equipment."),
        field="number",
        way_out=gettext("Reload the page: it shows what is in your hands."),
    )


def _number(data: Mapping[str, object], one: Captured, most: int) -> int:
    """How many of a capture are meant, of `most` that are not in use."""
    if not most:
        in_use = gettext("All of {name} are in use.", name=one.name)
        way_out = gettext("Record on their own line above what became of them.")
        raise Refused(in_use, field="count", way_out=way_out)
    return entries.whole(data.get("count", 1), one.name, low=1, high=most, field="count")


# what is told ------------------------------------------------------------------------------------


def end(ctx: RefitContext, one: Captured, count: int, how: str, *, used: bool = False) -> Event:
    """The event by which `count` counters of a capture end; those the captor `used` are no longer his."""
    payload = _payload(ctx, one.number, one.owner, one.kind, one.name, count)
    becomes = _becomes(ctx, one) if how == FREED else {}
    # 7.5114, 12.6227: the AFV of an armor leader is not with him.
    gets = [ON_FOOT] if how == FREED and one.kind == "armor_leader" else []
    keeps = list(KEPT.get(one.kind, ()))
    return CAPTURE_ENDED(**payload, how=how, used=used, becomes=becomes, keeps=keeps, gets=gets)


def _becomes(ctx: RefitContext, one: Captured) -> Change:
    """7.508, 12.609: a freed MMC is a Conscript of its size, an SMC is himself again."""
    if one.kind not in MMC:
        return {}
    conscript = ctx.rules.pack.conscript[one.owner]
    name = conscript.squad if one.kind == "squad" else conscript.half_squad
    unit = ctx.rules.unit(one.owner, name)
    kind = unit.kind if unit else one.kind
    return {"name": name, "kind": kind, "worth": ctx.rules.worth(kind, name), "came_as": one.name}


def _payload(ctx: RefitContext, number: int, owner: str, kind: str, name: str, count: int) -> CaptureTold:
    captor = next(side for side in ctx.rules.names if side != owner)
    rule = ctx.rule(about(kind))
    return CaptureTold(number=number, captor=captor, owner=owner, kind=kind, name=name, count=count, rule=rule)


def _next_number(ctx: RefitContext) -> int:
    return max((one.number for one in ctx.public.captures), default=0) + 1


# what a page shows -------------------------------------------------------------------------------


def lines(captures: Iterable[Captured], side: str, names: Mapping[str, str]) -> tuple[CaptureRow, ...]:
    """The captures as rows for a page of `side`, with what that side may do about each."""
    standing = sorted((one for one in captures if one.count), key=lambda one: one.number)
    return tuple(_line(one, side, names) for one in standing)


def _line(one: Captured, side: str, names: Mapping[str, str]) -> CaptureRow:
    params = {"captor": gettext(names[one.captor]), "owner": gettext(names[one.owner])}
    if one.claimed:
        state = gettext("claimed by the {captor} side; the {owner} side has not agreed yet", **params)
    elif one.kind in PRISONERS:
        state = gettext("prisoners of the {captor} side, from the {owner} side", **params)
    else:
        state = gettext("captured by the {captor} side from the {owner} side", **params)
    if one.used:
        state = gettext("{state}; {used} in use", state=state, used=one.used)
    mine, free = one.captor == side and not one.claimed, one.count - one.used
    ends: Sequence[CaptureEnd] = ()
    if mine and free:
        ends = tuple(CaptureEnd(key, gettext(HOW_ENDED[key])) for key in ENDS[about(one.kind)])
    return CaptureRow(
        number=one.number,
        name=one.name,
        count=one.count,
        state=state,
        free=free,
        ends=ends,
        usable=mine and one.kind in EQUIPMENT and free > 0,
        answerable=one.claimed and one.owner == side,
        withdrawable=one.claimed and one.captor == side,
    )


def back(counters: Sequence[Counter], told: CaptureEnded) -> dict[str, Change]:
    """The changes of the owner's counters, by id, when some of a capture end.

    Nobody is healed by it and nothing repaired: of their conditions those remain that the event `keeps`, and those come
    that each `gets`. Who gets one for want of his AFV is still noted as of its type. The record of purchases names
    those with a new name as they came, unless they had another name before.
    """
    number, count, how, becomes = told["number"], told["count"], told["how"], told["becomes"]
    captured = [c for c in counters if c.capture == number and c.fate == "captured"][:count]
    afvs = {c.name for c in counters if c.kind == "tank"}
    result: dict[str, Change] = {}
    for counter in captured:
        values: Change = {"capture": 0, "before": ""}
        if how in BACK:
            values["fate"] = counter.before if how == MISTAKE and counter.before else READY
        if how in (FREED, RECAPTURED):
            keeps, gets = told["keeps"], told["gets"]
            marks = [mark for mark in counter.marks if mark in keeps and mark not in gets]
            afv = counter.place if ON_FOOT in gets and counter.place in afvs else ""
            values |= {"marks": [*marks, *gets], "place": afv, **becomes}
            if "came_as" in becomes and counter.came_as:
                values["came_as"] = counter.came_as
        result[str(counter.id)] = values
    return result
