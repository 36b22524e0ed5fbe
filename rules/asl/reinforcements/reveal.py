"""What the groups of a date brought, with their rolls and the remarkable results among them."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain

from rules.asl.counters import MMC, SMC, VEHICLES
from rules.asl.state import SideRoom
from rules.asl.view import GroupView, SideView
from rules.dice import Reckoning
from rules.engine.chances import odds_of
from rules.features.forces import GroupName
from rules.features.reinforcements import Came, GroupArrival, Highlight, Reveal, RevealedRoll
from rules.tables import Table
from rules.text import gettext, gettext_noop, ngettext

SELDOM = Fraction(1, 18)
"""The greatest chance of a remarkable result."""
MOST_HIGHLIGHTS = 5
NOTHING = ("none", "no leader", "no roll for a leader")
WHOLE = ("", "Full", "FS", "RS", "Normal", "Plentiful", "received")
GRADES = {
    "FS": gettext_noop("Full"),
    "RS": gettext_noop("Reinforced"),
    "LD": gettext_noop("Lightly Depleted"),
    "MD": gettext_noop("Moderately Depleted"),
    "HD": gettext_noop("Heavily Depleted"),
    "D": gettext_noop("Depleted"),
}
"""The strengths that tables abbreviate."""
ORDER = ("squad", "half_squad", "crew", "weapon", *VEHICLES, "gun", *SMC)
Rolls = Sequence[Mapping[str, object]]


def reveal(
    mine: SideView[SideRoom, GroupView], rolls: Iterable[Mapping[str, object]], tables: Mapping[str, Table], date: str
) -> Reveal | None:
    """What arrived for the date called `date`, or for the latest one with arrivals; None if nothing did.

    `tables` are the campaign's, by id, since the chance of a result depends on its rulings.
    """
    came = [group_view for group_view in mine.groups if group_view.purchase.arrived]
    dates = tuple(dict.fromkeys(group_view.date for group_view in came))
    if not dates or (date and date not in dates):
        return None
    chosen = date or dates[-1]
    groups, names = [group_view for group_view in came if group_view.date == chosen], mine.group_names
    # The rolls for these groups, or for a counter of theirs.
    ids = [group_view.group.id for group_view in groups]
    of: dict[str, list[Mapping[str, object]]] = {key: [] for key in ids}
    for roll in rolls:
        key, label = str(roll.get("key", "")).partition(":")[0], str(roll["label"])
        owner = next((each for each in ids if key == each or label.endswith(f" of {each}")), None)
        if owner:
            of[owner].append(roll)
    with_rolls = [(group_view, of[group_view.group.id]) for group_view in groups]
    highlights = list(chain.from_iterable(_remarkable(names[s.group.id], each, tables) for s, each in with_rolls))
    seldom = {each.group for each in highlights}
    arrivals = tuple(_arrival(group_view, names[group_view.group.id], each, seldom) for group_view, each in with_rolls)
    totals = _sorted(group_view.purchase.arrived for group_view in groups)
    highlights.sort(key=lambda each: each.chance)
    # The totals in one line: squads, vehicles and Guns by name, leaders; others only if there are none of these.
    squads = sum(each.count for each in totals if each.kind == "squad")
    leaders = sum(each.count for each in totals if each.kind in SMC)
    named = [ngettext("{number} squad", "{number} squads", squads, number=squads)] if squads else []
    named += [f"{each.count} × {each.name}" for each in totals if each.kind in (*VEHICLES, "gun")]
    named += [ngettext("{number} leader", "{number} leaders", leaders, number=leaders)] if leaders else []
    others = [f"{each.count} × {each.name}" for each in totals if each.kind not in (*MMC, *SMC)]
    headline = ", ".join(named or others[:3] or [f"{each.count} × {each.name}" for each in totals[:3]])
    return Reveal(chosen, dates, headline, totals, tuple(highlights[:MOST_HIGHLIGHTS]), arrivals)


def _arrival(group_view: GroupView, name: GroupName, rolls: Rolls, seldom: set[str]) -> GroupArrival:
    rolls_by_part: dict[str, list[RevealedRoll]] = {"strength": [], "weapon": [], "leader": []}
    for roll in rolls:
        what = str(roll["label"]).partition(" for ")[0].partition(" of ")[0]
        label = gettext(what) if what != roll["label"] else gettext(PARTS[_part(roll)])
        missed = str(roll.get("result", "")) in NOTHING
        rolls_by_part[_part(roll)].append(RevealedRoll(label, Reckoning.from_json(roll), missed))
    strength = group_view.group.ammo or group_view.group.strength
    arrived = _sorted([group_view.purchase.arrived])
    return GroupArrival(
        name=name.name,
        code=name.code,
        kind=group_view.row.kind,
        strength=gettext(GRADES.get(strength, strength)),
        whole=strength in WHOLE,
        units=tuple(each for each in arrived if each.kind not in (*SMC, "weapon")),
        weapons=tuple(each for each in arrived if each.kind == "weapon"),
        leaders=tuple(each for each in arrived if each.kind in SMC),
        strength_rolls=tuple(rolls_by_part["strength"]),
        weapon_rolls=tuple(rolls_by_part["weapon"]),
        leader_rolls=tuple(rolls_by_part["leader"]),
        remarkable=name.name in seldom,
    )


PARTS = {
    "strength": gettext_noop("Strength"),
    "weapon": gettext_noop("Weapons"),
    "leader": gettext_noop("Leaders"),
}


def _part(roll: Mapping[str, object]) -> str:
    """What a roll was for, by its table: leaders, strength, or else weapons and models."""
    table = str(roll.get("table", ""))
    if "leader" in table:
        return "leader"
    return "strength" if any(word in table for word in ("strength", "oba_", "battery")) else "weapon"


def _remarkable(name: GroupName, rolls: Rolls, tables: Mapping[str, Table]) -> Iterator[Highlight]:
    """The remarkable results of these rolls."""
    for roll in rolls:
        reckoning, table = Reckoning.from_json(roll), tables.get(str(roll.get("table", "")))
        if table is None or reckoning.hit is None:
            continue
        drm = reckoning.final - reckoning.original
        chance = sum((p for row, p in odds_of(table, drm) if dict(row.values) == dict(reckoning.hit)), Fraction(0))
        if 0 < chance <= SELDOM:
            result = str(roll.get("result", ""))
            yield Highlight(gettext(GRADES.get(result, result)), name.name, reckoning, chance)


def _sorted(arrived: Iterable[Iterable[tuple[str, str, int]]]) -> tuple[Came, ...]:
    """What came, counted by class and name, sorted as in an order of battle."""
    counted = Tally[tuple[str, str]]()
    for each in arrived:
        for kind, name, count in each:
            counted[kind, name] += count
    rows = [Came(kind, name, count) for (kind, name), count in counted.items()]
    return tuple(sorted(rows, key=lambda each: ORDER.index(each.kind) if each.kind in ORDER else len(ORDER)))
