"""What the rules let stand where: how far Guns move (CG11), what may hide (7.520), who runs short (7.5222)."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from rules.kernel import Refused
from rules.parts.counters import Counter
from rules.systems.oto2.book import DATA
from rules.systems.oto2.desk import Desk
from rules.systems.oto2.places import COVERED, HIDDEN, TOWED, Spot, place_of
from rules.tables import read_toml

HIP_NAMES = {"cupola": "cupola", "squad": "squad", "half_squad": "half-squad", "crew": "crew", "smc": "SMC"}


@cache
def given() -> Mapping[str, Any]:
    """The numbers and words of set-up."""
    return read_toml(DATA / "setup.toml")


def is_gun(counter: Counter) -> bool:
    """Whether a counter is a Gun that CG11 speaks of."""
    ordnance = given()["ordnance"]
    return counter.kind in ordnance["kinds"] or counter.name in ordnance["guns"]


def is_new(desk: Desk, counter: Counter) -> bool:
    """Whether a counter came on this CG Date, so that it has no Location of an earlier one."""
    return counter.since == desk.date


# CG11, 7.5071: what stays, and what moves how far -------------------------------------------


def check_moves(desk: Desk, label: str, was: Counter, spots: Iterable[Spot], field: str) -> None:
    """Refuse a Gun that goes too far or hides again, and an immobile vehicle that goes at all."""
    origin = place_of(was.place)
    if origin is None or is_new(desk, was):
        return
    for spot in spots:
        if is_gun(was):
            _check_gun(desk, label, was, origin, spot, field)
        elif "immobilized" in was.marks and _hex(spot.place) != _hex(origin):
            raise Refused(
                f"{label}: it is immobile and stays at {origin}.",
                rule="7.5071",
                field=field,
                way_out="Write its old Location, or mark it as mobile under My forces.",
            )


def _check_gun(desk: Desk, label: str, was: Counter, origin: str, spot: Spot, field: str) -> None:
    if HIDDEN in spot.marks and HIDDEN not in was.marks:
        way_out = "Take the word hidden away; it may start concealed."
        raise Refused(f"{label}: a Gun once revealed does not hide again.", rule="CG11", field=field, way_out=way_out)
    if COVERED in was.marks and spot.place != origin:
        raise Refused(
            f"{label}: a Gun in a building, pillbox or trench stays at {origin}.",
            rule="CG11",
            field=field,
            way_out="Write its old Location; if it was not under cover, take that condition away under My forces.",
        )
    if _hex(spot.place) != _hex(origin) and not _free(desk, was):
        _check_distance(desk, label, was, origin, spot, field)


def _free(desk: Desk, was: Counter) -> bool:
    """Whether Guns go anywhere before the scenario of this date."""
    return desk.book.dates[desk.date].key in given()["guns"]["free_before"] and "isolated" not in was.marks


def _check_distance(desk: Desk, label: str, was: Counter, origin: str, spot: Spot, field: str) -> None:
    limit = _limit(desk, label, was, spot, field)
    if spot.moved is None:
        raise Refused(
            f"{label}: from {origin} to {spot.place}; say how many hexes, {limit} at most.",
            rule="CG11",
            field=field,
            way_out=f"Count on the map and write it behind the hex: {spot.place} moved {limit}.",
        )
    if spot.moved > limit:
        way_out = "Set it up nearer, or leave it where it was."
        message = f"{label}: {spot.moved} hexes from {origin} to {spot.place}, {limit} allowed."
        raise Refused(message, rule="CG11", field=field, way_out=way_out)


def _limit(desk: Desk, label: str, was: Counter, spot: Spot, field: str) -> int:
    rules = given()["guns"]
    if TOWED not in spot.marks:
        return int(rules["limit_mortar" if was.name in given()["ordnance"]["mortars"] else "limit"])
    if desk.side not in rules["tow_sides"]:
        way_out = "Take the word tow away."
        raise Refused(f"{label}: Guns of this side do not set up in tow.", rule="CG11", field=field, way_out=way_out)
    return int(rules["limit_tow"])


def _hex(place: str) -> str:
    """The hex of a Location."""
    return place.split(" ")[0].split("/")[0]


# 7.520, CG16: what may hide ------------------------------------------------------------------


def stays_hidden(counter: Counter) -> bool:
    """Whether a counter that was hidden and not found stays so on the next date without paying again."""
    return is_gun(counter) or counter.kind in (*given()["hip"]["free"], "cupola")


def check_hidden(desk: Desk, placed: Iterable[tuple[Counter, Spot]]) -> None:
    """Refuse more hidden counters of a kind than were paid for, and those that can't hide at all."""
    hidden = [(counter, spot) for counter, spot in placed if HIDDEN in spot.marks]
    guns = {spot.place for counter, spot in hidden if is_gun(counter)}
    paying: Tally[str] = Tally()
    for counter, spot in hidden:
        if counter.kind in given()["hip"]["never"]:
            way_out = "Take the word hidden away from it."
            raise Refused(f"{counter.name}: no HIP can be bought for it.", rule="7.520", way_out=way_out)
        if (price := _price(counter)) and not _for_nothing(desk, counter, spot, guns):
            paying[price] += 1
    for price, number in paying.items():
        if number > (paid := desk.mine.now.hip.get(price, 0)):
            raise Refused(
                f"HIP for {number} {HIP_NAMES[price]} written down, for {paid} paid.",
                rule="7.520",
                way_out="Take the word hidden away where it was not paid for; a crew hides free with its hidden Gun.",
            )


def _price(counter: Counter) -> str:
    prices = given()["hip"]["prices"]
    return "" if is_gun(counter) else next((key for key, kinds in prices.items() if counter.kind in kinds), "")


def _for_nothing(desk: Desk, counter: Counter, spot: Spot, guns: Iterable[str]) -> bool:
    """A crew beside a hidden Gun; a cupola of the first date (IHSR 5), or one still hidden where it was."""
    if counter.kind == "crew":
        return spot.place in guns
    if counter.kind != "cupola":
        return False
    stayed = HIDDEN in counter.marks and place_of(counter.place) == spot.place
    return stayed or (desk.initial and bool(desk.book.forts["hip"]["initial_cupolas_free"]))


def paid_words(desk: Desk) -> str:
    """What HIP was paid for on this date: "2 squad, 1 crew"."""
    return ", ".join(f"{number} {HIP_NAMES[key]}" for key, number in desk.mine.now.hip.items() if number)


# 7.5222: who runs short ----------------------------------------------------------------------


def gets_short(counter: Counter) -> bool:
    """Whether setting up isolated leaves this counter short of ammunition, which it was not before."""
    rules = given()["shortage"]
    return (
        "isolated" in counter.marks
        and counter.kind in rules["kinds"]
        and rules["except_mark"] not in counter.marks
        and "short of ammunition" not in counter.marks
    )
