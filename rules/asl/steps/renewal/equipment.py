"""What a side does with vehicles, SW and Guns without a die: man them again, what it may do with them, restock them."""

from __future__ import annotations

from collections.abc import Iterator

from rules.asl.conditions import (
    ARMS,
    NO_AMMO,
    NON_QUALIFIED,
    RECALL,
    WRECK,
    Changes,
    area,
    captured,
    in_reach,
    isolated,
    named,
    retained,
    together,
)
from rules.asl.context import RefitContext
from rules.asl.counter_fields import ISOLATED, MMC, ON_FOOT, SHORT, VEHICLES, renamed
from rules.asl.counters import MERGED, READY, Change, Counter, Piece, an, piles
from rules.asl.gains import TAKEN, gain
from rules.asl.manual_changes import check_class
from rules.asl.steps.aftermath.clearing import busy
from rules.asl.steps.crews import aboard, crew_out, leader_aboard, who_manned
from rules.asl.steps.generic import Entries, FormStep, OptionalStep, RollStep
from rules.contract import Field, Refused
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult, once
from rules.text import gettext

ROWS, MOST = 2, 20
PERSONNEL = (*MMC, "leader", "hero")
LEFT_ACTS = ("abandon", "wreck", "burnt")
"""After these nobody is in the vehicle, its armor leader neither (7.5114, 12.6227)."""
VEHICLE_ACTS = (*LEFT_ACTS, "remove")
ARMS_ACTS = ("eliminate", "dismantle", "assemble")
SCROUNGE, REMOVE, ABANDON = "scrounge", "remove", "abandon"
MAP_WRECK = ""
GAIN_LENGTH = 40


class ManningStep(FormStep[RefitContext]):
    """Who mans abandoned vehicles."""

    key = "reman"

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        for vehicle in _abandoned(ctx):
            hands = _hands(ctx, vehicle)
            aboard = {
                c.name: gettext("half of {squad} goes aboard", squad=an(c.name)) for c in hands if c.kind == "squad"
            }
            aboard |= {
                c.name: gettext("{mmc} goes aboard", mmc=an(c.name)) for c in reversed(hands) if c.kind != "squad"
            }
            options = (("", gettext("stays abandoned")), *aboard.items())
            if hands:
                yield Field(f"by:{vehicle.id}", named(vehicle), "select", "", options=options, rule=ctx.rule("reman"))

    def enter(self, ctx: RefitContext, entries: Entries) -> StepResult:
        change, halves = dict[str, Change](), list[Piece]()
        sentences = []
        for key, name in entries.items():
            vehicle = next(c for c in _abandoned(ctx) if f"by:{c.id}" == key)
            hands = next((c for c in _hands(ctx, vehicle) if c.name == name and str(c.id) not in change), None)
            if not name:
                continue
            if hands is None:
                none = gettext("You have no further {mmc} there.", mmc=name)
                raise Refused(none, rule=ctx.rule("reman"), field=key, way_out=gettext("Choose another."))
            unskilled = [] if hands.kind == "crew" else [NON_QUALIFIED]
            marks = [mark for mark in vehicle.marks if mark not in ("abandoned", NON_QUALIFIED)]
            # Who goes aboard counts with the vehicle from now on, unless its worth has a crew in it still: one whose
            # abandoning was noted by hand.
            went: Change = {"fate": MERGED, "since": ctx.date, "note": aboard(vehicle)}
            if hands.kind == "squad":
                half, worth = ctx.rules.half(ctx.side, hands.name), hands.worth // 2
                halves.append(("half_squad", half, hands.group, {**went, "worth": worth}))
                went = {**renamed(ctx, hands, half), "worth": hands.worth - worth}
            else:
                worth = hands.worth
            more = worth if vehicle.worth < ctx.rules.worth(vehicle.kind, vehicle.name) else 0
            change[str(vehicle.id)] = {"marks": marks + unskilled, "worth": vehicle.worth + more}
            change[str(hands.id)] = went
            sentences.append(f"{name} aboard {named(vehicle)}")
        return StepResult([ctx.event("vehicles.manned", change=change, add=ctx.new(halves), said=sentences)])


def _abandoned(ctx: RefitContext) -> list[Counter]:
    return [c for c in retained(ctx, *VEHICLES) if "abandoned" in c.marks and in_reach(ctx, c)]


def _hands(ctx: RefitContext, vehicle: Counter) -> list[Counter]:
    """Who could man a vehicle: crews first, half-squads, and squads that leave a half behind; nobody who is busy."""
    current = (c for c in retained(ctx, *MMC) if together(ctx, c, vehicle) and not busy(ctx, c))
    fit = [c for c in current if c.kind != "squad" or ctx.rules.half(ctx.side, c.name)]
    return sorted(fit, key=lambda c: ("crew", "half_squad", "squad").index(c.kind))


class OptionsStep(OptionalStep[RefitContext]):
    """Acts on vehicles, SW and Guns, a few rows at a time.

    A crew that leaves its vehicle is there at once. Which weapon is scrounged or taken out stands in other books and
    hangs on a die at the table, so it needs the nod of the other side or the umpire, as any gain by hand.
    """

    key = "options"

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        labels, rule = ctx.texts("options").labels["acts"], ctx.rule("options")
        acts = [(key, gettext(text)) for key, text in labels.items() if _fits(ctx, key)]
        lots = piles([*_hulls(ctx), *_arms(ctx)])
        if not acts:
            return
        what, which = (("", gettext("nothing")), *acts), [(MAP_WRECK, gettext("a wreck on the map"))]
        for pile in lots:
            more = ", ".join([*map(gettext, pile.like.marks), pile.like.place]).strip(", ")
            which.append((str(pile.key), f"{pile.count} {pile.like.name}" + (f" ({more})" if more else "")))
        for n in range(1, ROWS + 1):
            gain = gettext("{row}. Counter gained by it: a weapon, or the crew that leaves", row=n)
            yield Field(f"what{n}", gettext("{row}. What to do", row=n), "select", "", options=what, rule=rule)
            yield Field(f"which{n}", gettext("{row}. With which", row=n), "select", "", options=tuple(which), rule=rule)
            yield Field(f"number{n}", gettext("{row}. How many", row=n), value=1, low=1, high=MOST, rule=rule)
            yield Field(f"gain{n}", gain, "text", "", rule=rule)
        yield Field("more", gettext("More after these"), "check", False, rule=rule)

    def enter(self, ctx: RefitContext, entries: Entries) -> StepResult:
        changes, labels, sentences = Changes(ctx), ctx.texts("options").labels["acts"], []
        crews, weapons = list[Piece](), list[Piece]()
        for n in (n for n in range(1, ROWS + 1) if entries[f"what{n}"]):
            act, name = entries[f"what{n}"], entries[f"gain{n}"]
            chosen = _chosen(ctx, changes, act, entries, n)
            rule = ctx.rule("options", "weapons" if act in ARMS_ACTS else "")
            for counter in chosen:
                ACTS[act](changes, counter, rule)
                if act in LEFT_ACTS and (leader := leader_aboard(ctx, counter)):
                    changes.give(leader, ON_FOOT)
            if act in (SCROUNGE, REMOVE, ABANDON) and name:
                if len(name) > GAIN_LENGTH:
                    shorter = gettext("Use {number} characters at most.", number=GAIN_LENGTH)
                    raise Refused(gettext("That name is too long."), rule=rule, field=f"gain{n}", way_out=shorter)
                check_class(ctx, "crew" if act == ABANDON else "weapon", name, f"gain{n}")
            note, number = f"{labels[act]}, {ctx.rule('options')}", len(chosen) or entries[f"number{n}"]
            if act == ABANDON:
                crews += [piece for counter in chosen for piece in _leave(changes, counter, name, note)]
            elif act in (SCROUNGE, REMOVE) and name:
                weapons += [("weapon", name, "", {"note": note})] * number
            which = chosen[0].name if chosen else "wreck"
            sentences.append(f"{labels[act]}: {number} {which}" + (f" ({name})" if name else ""))
        event = ctx.event("options.used", change=changes.rows, add=ctx.new(crews), said=sentences)
        # The events by which these weapons wait for a nod.
        if not weapons:
            nod = []
        else:
            reason = {"reason": ctx.rule("options")}
            nod = gain(
                ctx, TAKEN, [row[0] for row in weapons], [row[1] for row in weapons], reason, add=ctx.new(weapons)
            )
        return StepResult([event, *nod], done=not entries["more"])


def _leave(changes: Changes, vehicle: Counter, name: str, note: str) -> list[Piece]:
    """The new crew, of the `name` entered, that leaves a vehicle; the unit that manned it is there again by itself.

    Either counts apart from the vehicle. Out of an Isolated one they are in its area, as short of ammunition.
    """
    ctx = changes.ctx
    unit = who_manned(ctx, vehicle)
    if not (name or unit):
        return []
    change, crew = crew_out(ctx, vehicle)
    for key, row in change.items():
        changes.rows.setdefault(key, {}).update(row)
    there: Change = {}
    if isolated(vehicle):
        cut_off = [mark for mark in (ISOLATED, SHORT) if mark in vehicle.marks]
        there = {"marks": cut_off, "place": area(ctx, vehicle) or vehicle.place}
        if unit:
            changes.give(unit, *cut_off)
            changes.put(unit, place=there["place"])
    return [("crew", name, "", {"note": note, **there}) for _ in crew]


def _crewed(vehicle: Counter) -> bool:
    """Whether there is anybody in a vehicle who could abandon it."""
    return {"abandoned", WRECK}.isdisjoint(vehicle.marks)


@once
def _hulls(ctx: RefitContext) -> tuple[Counter, ...]:
    """Vehicles that are not recalled, with an MMC in their area; a crew that could abandon one is such an MMC."""
    men = retained(ctx, *MMC)
    free = [c for c in retained(ctx, *VEHICLES) if not {RECALL, NO_AMMO} & set(c.marks)]
    if ABANDON in ctx.texts("options").labels["acts"]:
        # Trucks have but a driver.
        trucks = ctx.rules.pack.trucks
        crewed = filter(_crewed, free)
        men += [c for c in crewed if trucks is None or c.name != trucks.unit]
    return tuple(c for c in free if any(together(ctx, c, man) for man in men))


@once
def _arms(ctx: RefitContext) -> tuple[Counter, ...]:
    """SW and Guns with Personnel in their area."""
    men = retained(ctx, *PERSONNEL)
    return tuple(c for c in retained(ctx, *ARMS) if any(together(ctx, c, man) for man in men))


def _fits(ctx: RefitContext, act: str) -> bool:
    """Whether there is something that an act could be done with; a wreck on the map is scrounged by any MMC there."""
    if act == SCROUNGE:
        return any(c.fate == READY for c in retained(ctx, *MMC)) or bool(_hulls(ctx))
    if act == ABANDON:
        return any(map(_crewed, _hulls(ctx)))
    return bool(_hulls(ctx) if act in VEHICLE_ACTS else _arms(ctx))


def _chosen(ctx: RefitContext, changes: Changes, act: str, entries: Entries, n: int) -> list[Counter]:
    """The counters of a row that the act can be done with."""
    key, number, rule = entries[f"which{n}"], entries[f"number{n}"], ctx.rule("options")
    if key == MAP_WRECK:
        if act == SCROUNGE:
            return []
        listed = gettext("Choose from those listed.")
        raise Refused(gettext("Say which counters it is about."), rule=rule, field=f"which{n}", way_out=listed)
    fit = _hulls(ctx) if act in (*VEHICLE_ACTS, SCROUNGE) else _arms(ctx)
    pile = next((p for p in piles(fit) if str(p.key) == key), None)
    if pile is None or (act == ABANDON and not _crewed(pile.like)):
        other = gettext("Some of it is for vehicles, some for SW and Guns.")
        raise Refused(gettext("That can't be done with these."), rule=rule, field=f"which{n}", way_out=other)
    unchanged = [c for c in fit if c.id in pile.ids and str(c.id) not in changes.rows]
    if number > len(unchanged):
        message = gettext("{number} entered, {there} there.", number=number, there=len(unchanged))
        fewer = gettext("Enter no more than you have.")
        raise Refused(message, rule=rule, field=f"number{n}", way_out=fewer)
    return unchanged[:number]


ACTS = {
    "abandon": lambda changes, counter, rule: changes.give(counter, "abandoned"),
    "wreck": lambda changes, counter, rule: changes.lose(counter, f"wreck, {rule}"),
    "burnt": lambda changes, counter, rule: changes.lose(counter, f"burnt-out wreck, {rule}"),
    "remove": lambda changes, counter, rule: changes.put(counter, note=f"armament removed, {rule}"),
    "scrounge": lambda changes, counter, rule: changes.put(counter, note=f"scrounged, {rule}"),
    "eliminate": lambda changes, counter, rule: changes.lose(counter, rule),
    "dismantle": lambda changes, counter, rule: changes.give(counter, "dismantled"),
    "assemble": lambda changes, counter, rule: changes.take(counter, "dismantled"),
}


class RestockingStep(RollStep[RefitContext]):
    """Whoever is supplied is short of ammunition no more."""

    key = "restock"

    def lines(self, ctx: RefitContext) -> Iterator[str]:
        for pile in piles(_short(ctx)):
            yield f"{pile.count} {pile.like.name}: {', '.join(map(gettext, sorted(_restored(pile.like))))}"

    def roll(self, ctx: RefitContext, rolls: tuple[Rolled, ...]) -> StepResult:
        changes = Changes(ctx)
        for counter in _short(ctx):
            changes.take(counter, *_restored(counter))
        names = [f"{pile.count} {pile.like.name}" for pile in piles(_short(ctx))]
        return StepResult([ctx.event("ammunition.restored", change=changes.rows, names=names)])


def _short(ctx: RefitContext) -> list[Counter]:
    return [c for c in ctx.mine.on_hand if c.fate != "out" and _restored(c)]


def _restored(counter: Counter) -> set[str]:
    """The conditions that supply ends for a counter that is not Isolated."""
    if isolated(counter):
        return set()
    special = () if captured(counter) else ("special ammunition depleted",)
    return {"low ammunition", SHORT, *special} & set(counter.marks)
