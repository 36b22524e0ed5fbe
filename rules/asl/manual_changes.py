"""Losses and changes that a commander enters by hand for his own counters, at any time.

The program can't see the board: what happened there is entered here, in the side's own room, and stays in its journal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import cast

from rules.asl import captures
from rules.asl.conditions import NO_AMMO, RECALL
from rules.asl.context import BATTLE, NO_SCENARIO, RefitContext
from rules.asl.counter_fields import ENGINEER, FIELD, VEHICLES
from rules.asl.counter_fields import marks as noted
from rules.asl.counters import (
    CASUALTIES,
    EVACUATED,
    EXITED,
    FATES,
    MERGED,
    READY,
    RECALLED,
    Change,
    Counter,
    Pile,
    piles,
    together,
)
from rules.asl.gains import ADDED, RENAMED, REVIVED, gain, is_revival, is_weaker
from rules.asl.location_limits import check_seen
from rules.asl.locations import HIDDEN
from rules.asl.payloads import Outcome
from rules.asl.rule_data import LEADER_KINDS, RuleData
from rules.contract import Event, Field, Refused
from rules.dice import Rng
from rules.engine import entries
from rules.engine.data_files import read_toml
from rules.engine.entries import read_field
from rules.engine.replace import replace
from rules.features.forces import ManualChanges
from rules.ground.fields import HexField, check_entries
from rules.text import gettext, gettext_noop

CONDITIONS = read_toml(Path(__file__).with_name("conditions.toml"))["condition"]
MARKS = tuple(str(row["name"]) for row in CONDITIONS)
LOST = ("eliminated", "captured", EXITED, RECALLED, EVACUATED, "used", "out", "due", READY)
KINDS = ("squad", "half_squad", "crew", "leader", "hero", "armor_leader", "weapon", "gun", "tank", "vehicle",
         "cupola", "fortification", "other")  # fmt: skip
NAME_LENGTH, NOTE_LENGTH, MOST_ADDED, MOST_WORTH, MOST_OF_A_PILE = 40, 200, 40, 99, 999
TEXTS = {
    "name": (gettext_noop("Name"), NAME_LENGTH),
    "place": (gettext_noop("Place"), NAME_LENGTH),
    "note": (gettext_noop("Note"), NOTE_LENGTH),
}
"""The texts of a counter that may be changed, with their label and greatest length."""
NO_COUNTER = gettext_noop("No counter was named.")
PLACE = HexField("place", TEXTS["place"][0], "text")
TOGETHER = Field("together", gettext_noop("Counted whatever group they came with"), "check")


def marks(rules: RuleData) -> tuple[str, ...]:
    """The conditions that may be entered: those of all refits, and the game's own (`marks` of its pack)."""
    return (*MARKS, *rules.pack.marks.own)


def first_marks() -> dict[str, tuple[str, ...]]:
    """The conditions that a page offers first, by class of counters."""
    kinds = dict.fromkeys(kind for row in CONDITIONS for kind in row["first"])
    return {kind: tuple(str(row["name"]) for row in CONDITIONS if kind in row["first"]) for kind in kinds}


def by_hand(rules: RuleData) -> ManualChanges:
    """What a commander may enter by hand, with the game's names of classes and its hint on casualties."""
    classes = rules.classes
    return ManualChanges(
        fates={fate: gettext(FATES[fate]) for fate in LOST},
        marks=marks(rules),
        first=first_marks(),
        kinds={kind: gettext(classes[kind].name if kind in classes else kind.capitalize()) for kind in KINDS},
        name_length=NAME_LENGTH,
        note_length=NOTE_LENGTH,
        worth_in=gettext("CVP"),
        most_added=MOST_ADDED,
        most_worth=MOST_WORTH,
        hint=gettext(rules.step_texts["by_hand"]["hint"]),
    )


def lose(ctx: RefitContext, data: Mapping[str, object], rng: Rng) -> list[Event]:
    """Give counters of `piles` (pile key: how many, the first ones) another `fate`.

    `worth` is the Casualty VP of each, if entered. With `together` the piles are those of counters from any group.
    Raises Refused for a fate that these counters can't have.
    """
    fate = one_of(data.get("fate", "eliminated"), LOST, "fate", gettext("What became of them"))
    check_paper(ctx, fate, "fate")
    piles = piles_by_key(ctx, data)
    named = entries.table(data.get("piles", {}), "piles")
    ids = [i for key, number in named.items() for i in _first(piles, key, number)]
    if not ids:
        raise Refused(gettext(NO_COUNTER), way_out=gettext("Set a number beside the counters concerned."))
    worth = _worth(ctx, data)
    chosen = {*ids}
    named_ones = [c for c in ctx.mine.counters if c.id in chosen]
    check_exit(ctx, named_ones, fate, "fate")
    captures.check_free(ctx, named_ones)
    _check_gone(named_ones, fate)
    captured = captures.captured_or_ended(ctx, named_ones, fate)
    change: dict[str, Change] = {
        str(c.id): {**_fate_change(ctx, c, fate), **worth, **captured.change.get(str(c.id), {})} for c in named_ones
    }
    back = [c for c in named_ones if is_revival(c, fate)]
    if len(back) == len(change):
        return gain(ctx, REVIVED, [c.kind for c in back], names_of(ctx.mine.counters, ids), data, change=change)
    if back:
        mixed = gettext("Some of these are gone and come back by it, others are not.")
        raise Refused(mixed, way_out=gettext("Enter them one after the other: who comes back needs a nod."))
    outcome: Outcome = {"change": change, "fate": fate, "names": names_of(ctx.mine.counters, ids)}
    if fate in CASUALTIES:
        new = (c for c in named_ones if c.fate not in CASUALTIES and (c.on_hand or c.since == ctx.scenario))
        outcome |= cvp_payload(ctx, sum(worth.get("worth", c.worth) for c in new))
    return [ctx.event("losses.recorded", **outcome), *captured.events]


def check_paper(ctx: RefitContext, fate: str, field: str) -> None:
    """Refuse losses while a campaign is taken over from paper: who was lost there is no part of what stands."""
    if ctx.on_paper and fate in (*CASUALTIES, EXITED):
        raise Refused(
            gettext("These are the forces as they stand on paper: nobody is lost here."),
            field=field,
            way_out=gettext("Who is not there any more is not entered. A wrong number is taken back under Undo."),
        )


def _check_gone(counters: Iterable[Counter], fate: str) -> None:
    """Raise Refused if counters have the fate already, or if one that was recombined is to be a casualty."""
    for counter in (c for c in counters if not c.on_hand):
        joined = counter.fate == MERGED and fate in CASUALTIES
        if joined or counter.fate == fate:
            so = gettext(FATES[counter.fate])
            whole = gettext("Record what became of the counter that they are part of.")
            once = gettext("They count once, in the scenario in which they were lost; their CVP are changed by hand.")
            raise Refused(
                gettext("{name}: these are {so} already.", name=counter.name, so=so),
                field="piles",
                way_out=whole if joined else once,
            )


def left_play(ctx: RefitContext, counters: Iterable[Counter], fate: str) -> list[Event]:
    """The events by which counters leave play by a fate that costs no Casualty VP."""
    check_paper(ctx, fate, "fate")
    gone_ones = list(counters)
    captured = captures.captured_or_ended(ctx, gone_ones, fate)
    change: dict[str, Change] = {
        str(c.id): {**_fate_change(ctx, c, fate), **captured.change.get(str(c.id), {})} for c in gone_ones
    }
    names = names_of(gone_ones, [c.id for c in gone_ones])
    return [ctx.event("losses.recorded", change=change, fate=fate, names=names), *captured.events]


def _fate_change(ctx: RefitContext, counter: Counter, fate: str) -> Change:
    """A counter's new fate. In games where leaving the map is Elimination, a Recalled vehicle has low ammunition, and
    rolls for its return (CG14)."""
    # A counter that is gone already keeps its date: with another one it would count a second time.
    still_gone = not counter.on_hand and fate in CASUALTIES
    changed: Change = {"fate": fate, "since": counter.since if still_gone else ctx.scenario}
    low = fate == RECALLED and counter.kind in VEHICLES and ctx.rules.pack.map_exit is not None
    return {**changed, **noted(counter, more=(NO_AMMO,))} if low else changed


def may_leave(ctx: RefitContext, counter: Counter, fate: str) -> bool:
    """Whether a counter may get this fate, if that is a way to leave the map (CG14).

    By CG14 a vehicle is Recalled only for low ammunition. Modules and aircraft are not on the map.
    """
    only = ctx.rules.pack.map_exit
    if only is None:
        return True
    if fate == EXITED:
        return ctx.side == only.value
    if counter.kind not in FIELD:
        return True
    if fate == RECALLED:
        return counter.kind in VEHICLES and (RECALL not in counter.marks or NO_AMMO in counter.marks)
    return fate != EVACUATED or ctx.stage != BATTLE


def check_exit(ctx: RefitContext, counters: Iterable[Counter], fate: str, field: str) -> None:
    """Raise Refused if a counter may not leave the map by this fate."""
    only = ctx.rules.pack.map_exit
    stays = next((c for c in counters if not may_leave(ctx, c, fate)), None)
    if only is not None and stays is not None:
        message = gettext("{name}: only a vehicle Recalled for low ammunition leaves the map so.", name=stays.name)
        raise Refused(
            gettext("Your side gets no VP for leaving the map.") if fate == EXITED else message,
            rule=only.cite,
            field=field,
            way_out=gettext("Who leaves it is Eliminated; a vehicle Recalled for low ammunition is Recalled."),
        )


def cvp_payload(ctx: RefitContext, points: int) -> Outcome:
    """The Casualty VP for an event; empty if there are none, or outside a scenario."""
    return {"cvp": points} if points and ctx.scenario != NO_SCENARIO else {}


def piles_by_key(ctx: RefitContext, data: Mapping[str, object]) -> dict[int, Pile]:
    """The side's piles by key, joined over groups if the order says `together`."""
    piles = ctx.mine.piles
    joined = read_field(TOGETHER, data.get(TOGETHER.name))
    return {pile.key: pile for pile in (together(piles) if joined else piles)}


def _entry_of(key: object) -> str:
    """The name of a pile's entry in an order: its key as it came."""
    return key if isinstance(key, str) else entries.excerpt(key)


def pile_of(piles: Mapping[int, Pile], key: object) -> Pile:
    """The pile with this key; raises Refused if it is no longer there."""
    field = _entry_of(key)
    pile = piles.get(entries.whole(key, gettext("Counters"), low=0, high=10**6, field=field))
    if pile is None:
        changed = gettext("These counters have changed since the page was made.")
        raise Refused(changed, field=field, way_out=gettext("Reload the page: it shows them as they are now."))
    return pile


def number_of(pile: Pile, value: object, label: str, *, low: int, field: str) -> int:
    """How many counters of a pile an entry wants, perhaps more than there are: callers refuse that in their own words.

    Raises Refused for what is no such number; the message names the number of counters in the pile.
    """
    try:
        return entries.whole(value, label, low=low, high=MOST_OF_A_PILE, field=field)
    except Refused:
        return entries.whole(value, label, low=low, high=pile.count, field=field)


def _first(piles: Mapping[int, Pile], key: object, number: object) -> tuple[int, ...]:
    field, pile = _entry_of(key), pile_of(piles, key)
    wanted = number_of(pile, number, pile.like.name, low=0, field=field)
    if wanted > pile.count:
        fewer = gettext_noop("Enter {number} at most, or add counters first that came at the table.")
        raise Refused(too_many(pile, wanted), field=field, way_out=gettext(fewer, number=pile.count))
    return pile.ids[:wanted]


def too_many(pile: Pile, wanted: int) -> str:
    """The message that more counters are wanted than a pile has."""
    return gettext("{name}: {wanted} entered, {there} there.", name=pile.like.name, wanted=wanted, there=pile.count)


def _worth(ctx: RefitContext, data: Mapping[str, object]) -> Change:
    """The Casualty VP that were entered for each counter, if any."""
    if data.get("worth", "") == "":
        return {}
    label, rule = gettext("CVP of each"), ctx.rule("by_hand")
    return {"worth": entries.whole(data["worth"], label, low=0, high=MOST_WORTH, field="worth", rule=rule)}


def change(ctx: RefitContext, data: Mapping[str, object], rng: Rng) -> list[Event]:
    """Give `count` counters of a `pile` a new name, conditions, place, note or Casualty VP.

    With the name of a known unit a counter gets its class and worth; a name that is not weaker needs consent.
    """
    piles = {pile.key: pile for pile in ctx.mine.piles}
    ids = _first(piles, data.get("pile"), data.get("count", 1))
    typed: dict[str, object] = {**_worth(ctx, data)}
    for field in TEXTS:
        if field in data:
            typed[field] = _text(data[field], field)
    check_entries(ctx.map, [PLACE], typed)
    if "marks" in data:
        if not isinstance(data["marks"], list | tuple):
            message = gettext("Conditions: choose from those listed.")
            raise Refused(message, field="marks", way_out=gettext("The rest goes into the note."))
        conditions = (one_of(mark, marks(ctx.rules), "marks", gettext("Condition")) for mark in data["marks"])
        typed["marks"] = list(dict.fromkeys(conditions))
    like = next((pile.like for pile in piles.values() if ids and ids[0] in pile.ids), None)
    new = {name: value for name, value in typed.items() if like and not _is_so(ctx, like, name, value)}
    values = cast(Change, new)
    if like is None or not values:
        nothing = gettext("Nothing was changed.")
        raise Refused(nothing, way_out=gettext("Enter how many counters, and what is new about them."))
    check_hidden(ctx, replace(like, name=values.get("name", like.name)), values.get("marks", ()), "marks")
    changed = {str(i): _becomes(ctx, like, values) for i in ids}
    before = names_of(ctx.mine.counters, ids)
    name = values.get("name", like.name)
    if name != like.name and not is_weaker(ctx, name, like.name):
        kinds = [row.get("kind", like.kind) for row in changed.values()]
        was = [gettext("{before} now {name}", before=each, name=name) for each in before]
        return gain(ctx, RENAMED, kinds, was, data, change=changed)
    return [ctx.event("counters.changed", change=changed, names=before, values=values)]


def _is_so(ctx: RefitContext, like: Counter, name: str, value: object) -> bool:
    """Whether a counter has this value already; of conditions only those that can be entered count."""
    if name == "marks" and isinstance(value, list):
        return {*value} == {*like.marks} & {*marks(ctx.rules)}
    return bool(value == getattr(like, name))


def check_hidden(ctx: RefitContext, counter: Counter, conditions: Iterable[str], field: str) -> None:
    """Raise Refused if a counter is to be hidden that could not set up so."""
    if HIDDEN in conditions:
        off = gettext("Leave this condition off; the set-up has it where it stands, in sight.")
        check_seen(ctx, counter, off, field)


def _becomes(ctx: RefitContext, like: Counter, values: Change) -> Change:
    """A counter's change: `values`, with its inborn conditions kept, and what its new name brings along.

    An Assault Engineer that is Replaced is none any more; one that is reduced still is. Raises Refused for a bad name.
    """
    row: Change = {**values}
    if "marks" in row:
        row["marks"] = [*(mark for mark in like.marks if mark not in marks(ctx.rules)), *row["marks"]]
    if "name" not in row:
        return row
    _check_name(ctx, like.kind, row["name"])
    if row["name"] == like.name:
        return row
    row["came_as"] = like.came_as or like.name
    unit = ctx.rules.unit(ctx.side, row["name"])
    if unit is None:
        return row
    kind = like.kind if like.kind in LEADER_KINDS else unit.kind
    was = ctx.rules.unit(ctx.side, like.name)
    if ENGINEER in like.marks and not (was is not None and row["name"] == was.half):  # Replaced, not reduced
        row["marks"] = [mark for mark in row.get("marks", like.marks) if mark != ENGINEER]
    return {"kind": kind, "worth": ctx.rules.worth(kind, row["name"]), **row}


def _check_name(ctx: RefitContext, kind: str, name: str) -> None:
    if not name:
        none = gettext("A counter needs a name.")
        raise Refused(none, field="name", way_out=gettext("Write what is printed on it, such as 4-6-7."))
    if kind in LEADER_KINDS and not ctx.rules.is_leader(name):
        unknown = gettext("{name}: no leader of that quality is known; write it as 8-1 or 6+1.", name=name)
        raise Refused(unknown, field="name", way_out=gettext("A hero is entered under a class of his own."))


def check_class(ctx: RefitContext, kind: str, name: str, field: str) -> None:
    """Raise Refused if no counter of this name has the class, which is all that the other side sees of a gain."""
    printed = [unit.kind for side in ctx.rules.names if (unit := ctx.rules.unit(side, name))]
    classes = dict.fromkeys(LEADER_KINDS if ctx.rules.is_leader(name) else printed)
    if classes and kind not in classes:
        names = by_hand(ctx.rules).kinds
        raise Refused(
            gettext("{name} is of another class.", name=name),
            field=field,
            way_out=gettext("Choose {listed}.", listed=" / ".join(names.get(each, each) for each in classes)),
        )


def add(ctx: RefitContext, data: Mapping[str, object], rng: Rng) -> list[Event]:
    """Add counters that came to the side at the table, such as creations; they need consent."""
    kind = one_of(data.get("kind", ""), KINDS, "kind", gettext("Class"))
    name = _text(data.get("name", ""), "name")
    count = entries.whole(data.get("count", 1), gettext("Counters"), low=1, high=MOST_ADDED, field="count")
    _check_name(ctx, kind, name)
    check_class(ctx, kind, name, "kind")
    rows = ctx.new([(kind, name, "", {"note": "added by hand", **_worth(ctx, data)})] * count)
    return gain(ctx, ADDED, [kind] * count, [f"{count} {name}"], data, add=rows)


def names_of(counters: Iterable[Counter], ids: Iterable[int]) -> list[str]:
    """The counters with these ids as a sentence lists them."""
    chosen = set(ids)
    return [f"{pile.count} {pile.like.name}" for pile in together(piles(c for c in counters if c.id in chosen))]


def _text(value: object, field: str) -> str:
    label, most = TEXTS[field]
    return entries.text(value, gettext(label), most=most, field=field)


def one_of(value: object, choices: tuple[str, ...], field: str, label: str) -> str:
    """`value`, if it is one of the `choices`; raises Refused otherwise."""
    if value not in choices:
        listed = ", ".join(gettext(FATES.get(choice, choice)) for choice in choices)
        message = gettext_noop("{label}: {entry} is not one of {listed}.")
        raise Refused(
            gettext(message, label=label, entry=entries.excerpt(value), listed=listed),
            field=field,
            way_out=gettext("Choose from the list on the page."),
        )
    return str(value)
