"""What the rules allow at a set-up: how far Guns move, what is in pillboxes, what may hide, what runs short."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterable, Mapping

from rules.asl.context import RefitContext
from rules.asl.counters import Counter, stands_fast
from rules.asl.locations import COVERED, HIDDEN, PILLBOX, TOWED, Spot, place_of
from rules.contract import Refused
from rules.ground.hexes import distance, hex_of
from rules.text import gettext, gettext_noop

HIP_NAMES = {
    "squad": gettext_noop("squad"),
    "half_squad": gettext_noop("half-squad"),
    "crew": gettext_noop("crew"),
    "cupola": gettext_noop("cupola"),
    "smc": gettext_noop("SMC"),
    "afv": gettext_noop("AFV"),
}


def hip_kinds(ctx: RefitContext) -> tuple[str, ...]:
    """The kinds of counters for which this side may buy HIP, as keys of the prices."""
    return tuple(ctx.rules.setup.hip.prices) if ctx.side in ctx.rules.forts.hip.sides else ()


def hip_name(kind: str) -> str:
    """The name of such a kind for players."""
    return gettext(HIP_NAMES.get(kind, kind))


def hip_paid(ctx: RefitContext) -> Tally[str]:
    """How many of each kind may hide: all that were paid for since the last scenario, by kind.

    An Idle Day has no set-up, so what was paid on it is used at the next one.
    """
    fought = (n for n, record in enumerate(ctx.public.dates[: ctx.date], start=1) if record.report)
    paid = Tally[str]()
    for line in ctx.mine.lines[max(fought, default=0) : ctx.date + 1]:
        paid.update(line.hip)
    return paid


def hip_free(ctx: RefitContext, kind: str) -> int:
    """How many of a kind hide free of charge: where the game says so, the cupolas bought for the first date.

    By a ruling all cupolas do, like other Fortifications.
    """
    if kind == "cupola" and ctx.rules.readings.cupola_hip == "free":
        return sum(c.kind == kind for c in ctx.mine.on_hand)
    if kind != "cupola" or not ctx.initial or not ctx.rules.forts.hip.initial_cupolas_free:
        return 0
    bought = {group.id for group in ctx.groups_of_today() if not group.given}
    return sum(c.kind == kind and c.group in bought for c in ctx.mine.on_hand)


def is_gun(ctx: RefitContext, counter: Counter) -> bool:
    """Whether a counter counts as a Gun, whose moves are limited."""
    ordnance = ctx.rules.setup.ordnance
    return counter.kind in ordnance.kinds or counter.name in ordnance.guns


def fixed(ctx: RefitContext, counter: Counter) -> bool:
    """Whether a vehicle under cover stays there for good, as Guns do."""
    return counter.kind in ctx.rules.setup.guns.vehicles and COVERED in counter.marks


def under_cover(ctx: RefitContext, counter: Counter) -> bool:
    """Whether a counter is marked as under cover, or is a Gun in a pillbox, at a work of its side's record or, if the
    game says so, in a building of the map.

    A work bought on this date does not count yet. A vehicle may be in bypass, so only its mark counts.
    """
    place, guns = place_of(counter.place), ctx.rules.setup.guns
    if COVERED in counter.marks or place is None or not is_gun(ctx, counter):
        return COVERED in counter.marks
    if place.endswith(PILLBOX) or (guns.fixed_in_buildings and _in_building(ctx, counter, place)):
        return True
    works = (work for work in ctx.mine.on_hand if work.name.startswith(guns.fixed_by) and not is_new(ctx, work))
    return any(place_of(work.place) == place for work in works)


def _in_building(ctx: RefitContext, counter: Counter, place: str) -> bool:
    """Whether a counter is in a building of the map; one set up in tow is on a road beside it."""
    hex_ = ctx.map.grid.hex(place) if ctx.map and TOWED not in counter.marks else None
    return bool(ctx.map and hex_ and ctx.map.terrain(hex_).building)


def is_new(ctx: RefitContext, counter: Counter) -> bool:
    """Whether a counter came on this date, so that it has no earlier Location."""
    return counter.since == ctx.date


# what stays, and what moves how far -------------------------------------------


def check_moves(ctx: RefitContext, label: str, was: Counter, spots: Iterable[Spot], field: str) -> None:
    """Raise Refused for a Gun that moves too far or hides again, and for a vehicle that moves although it must stay."""
    origin = place_of(was.place)
    if origin is None or is_new(ctx, was):
        return
    for spot in spots:
        part, fault = "guns", None
        if is_gun(ctx, was) or fixed(ctx, was):
            fault = _gun_fault(ctx, was, origin, spot)
        elif stands_fast(was) and _hex(spot.place) != _hex(origin):
            stays = gettext("it is immobile and stays at {origin}.", origin=origin)
            mobile = gettext("Write its old Location, or mark it as mobile under My forces.")
            part, fault = "immobile", (stays, mobile)
        if fault:
            raise Refused(f"{label}: {fault[0]}", rule=ctx.rule("setup", part), field=field, way_out=fault[1])


def may_tow(ctx: RefitContext) -> bool:
    """Whether the side's Guns may set up in tow."""
    sides = ctx.rules.setup.guns.tow_sides
    return sides is None or ctx.side in sides


def _gun_fault(ctx: RefitContext, was: Counter, origin: str, spot: Spot) -> tuple[str, str] | None:
    """Why a Gun can't move from `origin` to a spot, with the way out; None if it can.

    Before some scenarios, or if the game prints no distance, Guns move anywhere.
    """
    guns = ctx.rules.setup.guns
    covered = under_cover(ctx, was)
    may_hide = guns.covered_hides_again if covered and guns.covered_hides_again is not None else guns.hides_again
    if not may_hide and HIDDEN in spot.marks and HIDDEN not in was.marks:
        hidden = gettext("once revealed it does not hide again.")
        return hidden, gettext("Take the word hidden away; it may start concealed.")
    if TOWED in spot.marks and not may_tow(ctx):
        return gettext("Guns of this side do not set up in tow."), gettext("Take the word tow away.")
    if covered and spot.place != origin:
        *first, last = map(gettext, guns.fixed_in)
        stays = gettext(
            "in a {places} or {last} it stays at {origin}.", places=", ".join(first), last=last, origin=origin
        )
        way_out = gettext(
            "Write its old Location; if it was not under cover, take that condition away under My forces."
        )
        elsewhere = gettext("Write its old Location; if it was elsewhere at the end, write that under My forces first.")
        return stays, way_out if COVERED in was.marks else elsewhere
    free = guns.limit is None or (ctx.day() in guns.free_before and "isolated" not in was.marks)
    if TOWED in spot.marks and ctx.rules.readings.tow_overnight == "two_hexes":
        free = False
    return None if free or _hex(spot.place) == _hex(origin) else _distance_fault(ctx, was, origin, spot)


def _distance_fault(ctx: RefitContext, was: Counter, origin: str, spot: Spot) -> tuple[str, str] | None:
    guns = ctx.rules.setup.guns
    limit = guns.limit_mortar if was.name in ctx.rules.setup.ordnance.mortars else guns.limit
    limit = guns.limit_tow if TOWED in spot.marks else limit
    assert limit is not None  # where no distance is printed every Gun is free
    # The distance in hexes, None if a name is no hex; without a map columns are taken to lie as they usually do.
    ends = [ctx.map.grid.hex(each) if ctx.map else hex_of(each) for each in (origin, spot.place)]
    counted = distance(*found) if len(found := [each for each in ends if each]) == 2 else None
    moved = spot.moved if counted is None else counted
    places = {"origin": origin, "place": spot.place, "limit": limit, "moved": moved}
    if moved is None:
        unsaid = gettext("from {origin} to {place}; say how many hexes, {limit} at most.", **places)
        return unsaid, gettext("Count on the map and write it behind the hex: {place} moved {limit}.", **places)
    if spot.moved not in (None, moved):
        message = gettext("from {origin} to {place} it is {moved} hexes on the map.", **places)
        return message, gettext("Leave out how many it was moved; the map counts them.")
    if moved > limit:
        far = gettext("{moved} hexes from {origin} to {place}, {limit} allowed.", **places)
        return far, gettext("Set it up nearer, or leave it where it was.")
    return None


def _hex(place: str) -> str:
    """The hex of a Location."""
    return place.split(" ")[0].split("/")[0]


# what is in a pillbox --------------------------------------------------------------


def check_pillboxes(
    ctx: RefitContext, placed: Collection[tuple[Counter, Spot | None]], lines: Mapping[int, str]
) -> None:
    """Raise Refused for counters placed in a pillbox where the side's record has none.

    A pillbox without a Location may be anywhere, so that players need not write theirs down; a counter that was in one
    may stay. `lines` has the entry of each counter, by its number.
    """
    name = ctx.rules.forts.pillbox.name
    boxes = [spot for c, spot in placed if c.kind == "fortification" and c.name.startswith(name)]
    noted, anywhere = {spot.place for spot in boxes if spot}, None in boxes
    for counter, spot in placed:
        if spot is None or not spot.place.endswith(PILLBOX) or spot.place == place_of(counter.place):
            continue
        check_outside(ctx, counter, spot, lines.get(counter.id, ""))
        place = spot.place.removesuffix(PILLBOX).strip()
        if place not in noted and not (anywhere and place == _hex(place)):
            message = gettext("{name}: by your record no pillbox is at {place}.", name=counter.name, place=place)
            other = gettext(
                "Take the word pillbox away, or write down where yours is; add a captured one under My forces."
            )
            raise Refused(message, rule=ctx.rule("fortify"), field=lines.get(counter.id, ""), way_out=other)


def check_outside(ctx: RefitContext, counter: Counter, spot: Spot, field: str) -> None:
    """Raise Refused for a Fortification in a pillbox: they share a hex, not a Location."""
    if counter.kind == "fortification" and spot.place.endswith(PILLBOX) and counter.name not in nameless(ctx):
        message = gettext("{name}: no Fortification is in a pillbox, itself neither.", name=counter.name)
        way_out = gettext("Write {hex} without the word pillbox.", hex=_hex(spot.place))
        raise Refused(message, rule=ctx.rule("fortify"), field=field, way_out=way_out)


def nameless(ctx: RefitContext) -> frozenset[str]:
    """The names of "?" counters, which stand with units although the price list has them as Fortifications."""
    return frozenset(row.name for row in ctx.rules.forts.fortification if row.key == "concealment")


# what may hide ------------------------------------------------------------------


def stays_hidden(ctx: RefitContext, counter: Counter) -> bool:
    """Whether a hidden counter that was not found stays hidden on the next date without another payment."""
    if always_seen(ctx, counter):
        return False
    return is_gun(ctx, counter) or counter.kind in (*ctx.rules.setup.hip.free, "cupola")


def check_hidden(ctx: RefitContext, placed: Iterable[tuple[Counter, Spot]], fields: Mapping[int, str]) -> None:
    """Raise Refused for more hidden counters of a kind than were paid for, and for those that can't hide at all.

    `fields` has the entry of each counter, by its number.
    """
    hidden = [(counter, spot) for counter, spot in placed if HIDDEN in spot.marks]
    manning = hidden_crews(ctx, ((counter, spot.place) for counter, spot in hidden))
    rule, paying = ctx.rules.setup.hip, dict[str, list[str]]()
    for counter, spot in hidden:
        field, way_out = fields.get(counter.id, ""), gettext("Take the word hidden away from it.")
        if cloaked := set(rule.never_marks) & set(counter.marks):
            places = {"counter": counter.name, "condition": gettext(cloaked.pop())}
            never = gettext("{counter}: what is {condition} never sets up hidden.", **places)
            raise Refused(never, rule=ctx.rule("setup", "cloaked"), field=field, way_out=way_out)
        check_seen(ctx, counter, way_out, field)
        if counter.kind in rule.never or counter.name in rule.never_names:
            none = gettext("{counter}: no HIP can be bought for it.", counter=counter.name)
            raise Refused(none, rule=ctx.rule("fortify"), field=field, way_out=way_out)
        price = next((key for key, kinds in rule.prices.items() if counter.kind in kinds), "")
        free = is_gun(ctx, counter) or counter.id in manning or _still_hidden(counter, spot)
        if price and not free:
            paying.setdefault(price, []).append(field)
    for price, named in paying.items():
        paid = max(hip_paid(ctx)[price], hip_free(ctx, price))
        if len(named) > paid:
            kind, number = hip_name(price), len(named)
            raise Refused(
                gettext("HIP for {kind}: {number} written down, {paid} paid.", number=number, kind=kind, paid=paid),
                rule=ctx.rule("fortify"),
                field=named[-1],
                way_out=gettext(
                    "Take the word hidden away where it was not paid for; a crew hides free with its hidden Gun."
                ),
            )


def check_seen(ctx: RefitContext, counter: Counter, way_out: str, field: str = "") -> None:
    """Raise Refused if the enemy always sees the counter, so that it can't be hidden."""
    if always_seen(ctx, counter):
        never = gettext("{counter}: it never sets up hidden.", counter=counter.name)
        raise Refused(never, rule=ctx.rule("fortify", "hidden"), field=field, way_out=way_out)


def always_seen(ctx: RefitContext, counter: Counter) -> bool:
    """Whether a counter is a Fortification that the enemy sees from the air, by its name."""
    names = ctx.rules.forts.hip.never_hidden.get(ctx.side, ())
    return counter.kind == "fortification" and counter.name.startswith(names)


def hidden_crews(ctx: RefitContext, hidden: Iterable[tuple[Counter, str]]) -> frozenset[int]:
    """The numbers of crews that hide free of charge, one for each `hidden` Gun in their Location (7.520, 12.623)."""
    guns, crews = Tally[str](), dict[str, list[int]]()
    for counter, place in hidden:
        if counter.kind == "crew":
            crews.setdefault(place, []).append(counter.id)
        elif is_gun(ctx, counter):
            guns[place] += 1
    return frozenset(number for place, present in crews.items() for number in present[: guns[place]])


def _still_hidden(counter: Counter, spot: Spot) -> bool:
    """Whether it is a cupola that stays hidden where it was."""
    return counter.kind == "cupola" and HIDDEN in counter.marks and place_of(counter.place) == spot.place


def paid_words(ctx: RefitContext) -> str:
    """The HIP paid for as text: "2 squad, 1 crew"."""
    return ", ".join(f"{number} {hip_name(key)}" for key, number in hip_paid(ctx).items() if number)


# who runs short ----------------------------------------------------------------------


def gets_short(ctx: RefitContext, counter: Counter) -> bool:
    """Whether setting up isolated makes this counter short of ammunition."""
    shortage = ctx.rules.setup.shortage
    return (
        "isolated" in counter.marks
        and counter.kind in shortage.kinds
        and shortage.except_mark not in counter.marks
        and "short of ammunition" not in counter.marks
    )
