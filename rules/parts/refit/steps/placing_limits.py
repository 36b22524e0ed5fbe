"""What the rules let stand where: how far Guns move, what may hide, who runs short."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.kernel import Refused
from rules.parts.counters import Counter
from rules.parts.refit.desk import Desk
from rules.parts.refit.places import COVERED, HIDDEN, TOWED, Spot, place_of
from rules.parts.refit.steps.condition import stands_fast

SHORT_FORMS = ("smc", "afv")


def hip_kinds(desk: Desk) -> tuple[str, ...]:
    """What this side may pay for to hide, by the keys of its prices."""
    hip = desk.book.forts.get("hip")
    return tuple(desk.book.setup["hip"]["prices"]) if hip and desk.side in hip["sides"] else ()


def hip_name(kind: str) -> str:
    """Such a key as a player reads it."""
    return kind.upper() if kind in SHORT_FORMS else kind.replace("_", "-")


def hip_free(desk: Desk, kind: str) -> int:
    """How many of a kind hide for nothing: on the first line the cupolas bought for it, where the game says so."""
    if kind != "cupola" or not desk.initial or not desk.book.forts["hip"].get("initial_cupolas_free"):
        return 0
    bought = {group.id for group in desk.groups_of_today() if not group.given}
    return sum(c.kind == kind and c.group in bought for c in desk.mine.on_hand)


def is_gun(desk: Desk, counter: Counter) -> bool:
    """Whether a counter is one of the Guns whose moves are limited."""
    ordnance = desk.book.setup["ordnance"]
    return counter.kind in ordnance["kinds"] or counter.name in ordnance["guns"]


def fixed(desk: Desk, counter: Counter) -> bool:
    """Whether a vehicle under cover stays there for good, as Guns do."""
    return counter.kind in desk.book.setup["guns"].get("vehicles", ()) and COVERED in counter.marks


def is_new(desk: Desk, counter: Counter) -> bool:
    """Whether a counter came on this CG Date, so that it has no Location of an earlier one."""
    return counter.since == desk.date


# what stays, and what moves how far -------------------------------------------


def check_moves(desk: Desk, label: str, was: Counter, spots: Iterable[Spot], field: str) -> None:
    """Refuse a Gun that goes too far or hides again, and a vehicle that goes at all where it has to stay."""
    origin = place_of(was.place)
    if origin is None or is_new(desk, was):
        return
    for spot in spots:
        if is_gun(desk, was) or fixed(desk, was):
            _check_gun(desk, label, was, origin, spot, field)
        elif stands_fast(was) and _hex(spot.place) != _hex(origin):
            raise Refused(
                f"{label}: it is immobile and stays at {origin}.",
                rule=desk.rule("setup", "immobile"),
                field=field,
                way_out="Write its old Location, or mark it as mobile under My forces.",
            )


def _check_gun(desk: Desk, label: str, was: Counter, origin: str, spot: Spot, field: str) -> None:
    rules = desk.book.setup["guns"]
    hides = "covered_hides_again" if COVERED in was.marks and "covered_hides_again" in rules else "hides_again"
    if not rules.get(hides, True) and HIDDEN in spot.marks and HIDDEN not in was.marks:
        way_out = "Take the word hidden away; it may start concealed."
        raise Refused(
            f"{label}: once revealed it does not hide again.",
            rule=desk.rule("setup", "guns"),
            field=field,
            way_out=way_out,
        )
    if TOWED in spot.marks and desk.side not in rules.get("tow_sides", (desk.side,)):
        raise Refused(
            f"{label}: Guns of this side do not set up in tow.",
            rule=desk.rule("setup", "guns"),
            field=field,
            way_out="Take the word tow away.",
        )
    cover = rules["fixed_in"]
    if COVERED in was.marks and spot.place != origin:
        raise Refused(
            f"{label}: in a {', '.join(cover[:-1])} or {cover[-1]} it stays at {origin}.",
            rule=desk.rule("setup", "guns"),
            field=field,
            way_out="Write its old Location; if it was not under cover, take that condition away under My forces.",
        )
    if _hex(spot.place) != _hex(origin) and not _free(desk, was):
        _check_distance(desk, label, was, origin, spot, field)


def _free(desk: Desk, was: Counter) -> bool:
    """Whether Guns go anywhere before this scenario, or always where no distance is printed."""
    rules = desk.book.setup["guns"]
    return "limit" not in rules or (desk.day() in rules["free_before"] and "isolated" not in was.marks)


def _check_distance(desk: Desk, label: str, was: Counter, origin: str, spot: Spot, field: str) -> None:
    limit = _limit(desk, was, spot)
    if spot.moved is None:
        raise Refused(
            f"{label}: from {origin} to {spot.place}; say how many hexes, {limit} at most.",
            rule=desk.rule("setup", "guns"),
            field=field,
            way_out=f"Count on the map and write it behind the hex: {spot.place} moved {limit}.",
        )
    if spot.moved > limit:
        way_out = "Set it up nearer, or leave it where it was."
        message = f"{label}: {spot.moved} hexes from {origin} to {spot.place}, {limit} allowed."
        raise Refused(message, rule=desk.rule("setup", "guns"), field=field, way_out=way_out)


def _limit(desk: Desk, was: Counter, spot: Spot) -> int:
    rules = desk.book.setup["guns"]
    if TOWED in spot.marks:
        return int(rules["limit_tow"])
    return int(rules["limit_mortar" if was.name in desk.book.setup["ordnance"]["mortars"] else "limit"])


def _hex(place: str) -> str:
    """The hex of a Location."""
    return place.split(" ")[0].split("/")[0]


# what may hide ------------------------------------------------------------------


def stays_hidden(desk: Desk, counter: Counter) -> bool:
    """Whether a counter that was hidden and not found stays so on the next date without paying again."""
    if always_seen(desk, counter):
        return False
    return is_gun(desk, counter) or counter.kind in (*desk.book.setup["hip"]["free"], "cupola")


def check_hidden(desk: Desk, placed: Iterable[tuple[Counter, Spot]], fields: Mapping[int, str]) -> None:
    """Refuse more hidden counters of a kind than were paid for, and those that can't hide at all.

    `fields` names the entry of each counter by its number.
    """
    hidden = [(counter, spot) for counter, spot in placed if HIDDEN in spot.marks]
    guns = {spot.place for counter, spot in hidden if is_gun(desk, counter)}
    paying: dict[str, list[str]] = {}
    for counter, spot in hidden:
        field, way_out = fields.get(counter.id, ""), "Take the word hidden away from it."
        if cloaked := set(desk.book.setup["hip"].get("never_marks", ())) & set(counter.marks):
            raise Refused(
                f"{counter.name}: what is {cloaked.pop()} never sets up hidden.",
                rule=desk.rule("setup", "cloaked"),
                field=field,
                way_out=way_out,
            )
        check_seen(desk, counter, way_out, field)
        if _never(desk, counter):
            none = f"{counter.name}: no HIP can be bought for it."
            raise Refused(none, rule=desk.rule("fortify"), field=field, way_out=way_out)
        if (price := _price(desk, counter)) and not _for_nothing(counter, spot, guns):
            paying.setdefault(price, []).append(field)
    for price, named in paying.items():
        if (number := len(named)) > (paid := max(desk.mine.now.hip.get(price, 0), hip_free(desk, price))):
            raise Refused(
                f"HIP for {number} {hip_name(price)} written down, for {paid} paid.",
                rule=desk.rule("fortify"),
                field=named[-1],
                way_out="Take the word hidden away where it was not paid for; a crew hides free with its hidden Gun.",
            )


def check_seen(desk: Desk, counter: Counter, way_out: str, field: str = "") -> None:
    """Refuse what the enemy always sees as hidden."""
    if always_seen(desk, counter):
        rule = desk.rule("fortify", "hidden")
        raise Refused(f"{counter.name}: it never sets up hidden.", rule=rule, field=field, way_out=way_out)


def always_seen(desk: Desk, counter: Counter) -> bool:
    """Whether the enemy sees this side's Fortifications of that name from the air."""
    names = desk.book.forts.get("hip", {}).get("never_hidden", {}).get(desk.side, ())
    return counter.kind == "fortification" and counter.name.startswith(tuple(names))


def _never(desk: Desk, counter: Counter) -> bool:
    """Whether no HIP is to be had for it, by its class or by its name."""
    hip = desk.book.setup["hip"]
    return counter.kind in hip["never"] or counter.name in hip.get("never_names", ())


def _price(desk: Desk, counter: Counter) -> str:
    prices = desk.book.setup["hip"]["prices"]
    return "" if is_gun(desk, counter) else next((key for key, kinds in prices.items() if counter.kind in kinds), "")


def _for_nothing(counter: Counter, spot: Spot, guns: Iterable[str]) -> bool:
    """A crew beside a hidden Gun; a cupola still hidden where it was."""
    if counter.kind == "crew":
        return spot.place in guns
    return counter.kind == "cupola" and HIDDEN in counter.marks and place_of(counter.place) == spot.place


def paid_words(desk: Desk) -> str:
    """What HIP was paid for on this date: "2 squad, 1 crew"."""
    return ", ".join(f"{number} {hip_name(key)}" for key, number in desk.mine.now.hip.items() if number)


# who runs short ----------------------------------------------------------------------


def gets_short(desk: Desk, counter: Counter) -> bool:
    """Whether setting up isolated leaves this counter short of ammunition, which it was not before."""
    rules = desk.book.setup["shortage"]
    return (
        "isolated" in counter.marks
        and counter.kind in rules["kinds"]
        and rules["except_mark"] not in counter.marks
        and "short of ammunition" not in counter.marks
    )
