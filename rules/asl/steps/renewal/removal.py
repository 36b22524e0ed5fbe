"""Wire, mines, entrenchments, wrecks and stuck vehicles taken off the map, a die for each."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from rules.asl.conditions import Changes, isolated, mobile, retained
from rules.asl.context import RefitContext, StepDef, roll_data
from rules.asl.counter_fields import MMC, VEHICLES, engineer, engineers, lost_halves, reduced
from rules.asl.counters import READY, Counter, piles
from rules.asl.data_files.pack import Obstacle
from rules.asl.data_files.units import ELITE, TROOP_CLASSES
from rules.asl.locations import place_of
from rules.asl.payloads import OBSTACLES_REMOVED
from rules.asl.pending import NOTHING, Pending, PendingPart, StepPending
from rules.asl.steps.generic import Entries, FormStep, OptionalStep, RollStep
from rules.asl.steps.renewal.works_told import removed_work
from rules.contract import Field, Refused
from rules.engine.rolls import Rolled
from rules.engine.stages import StepResult
from rules.ground.fields import HexField
from rules.ground.front_line import LIES
from rules.ground.hexes import distance
from rules.tables import Need
from rules.text import gettext

ROWS, MOST, PLACE_LENGTH = 3, 20, 20
ROADBLOCK = "roadblock"
DRAWN, DEMINED = "drawn", "demined"
"""By the drawn lines; and among what a side knows, when it removed mines that are not its own, by their Location."""
UNKNOWN = 99


class Attempt(PendingPart):
    """A try at one piece, or at all mines of a Location; own ones are the counters with these `ids`.

    `place` is the hex as it was typed.
    """

    kind: str
    where: str
    ids: tuple[int, ...]
    label: str
    place: str = ""


class Attempts(StepPending):
    """The attempts chosen, whether the other side's engineers help, and how many of them have been `rolled`.

    `demined` are the Locations whose mines came off the map by it, as campaigns of before have it.
    """

    removal: tuple[Attempt, ...]
    helped: bool
    rolled: int = 0
    demined: tuple[str, ...] = ()

    @property
    def waiting(self) -> tuple[Attempt, ...]:
        """Those that have had no die yet."""
        return self.removal[self.rolled :]


class Losses(StepPending):
    """Casualty Reductions that are still to be taken."""

    losses: int


class Own(NamedTuple):
    """Obstacles of the side's own on the map that are one entry of the form: their kind, words and counters."""

    kind: str
    text: str
    ids: tuple[int, ...]


class RemovalStep(OptionalStep[RefitContext]):
    """What is tried, a few rows at a time."""

    key = "removal"

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        texts, rule = ctx.texts("removal"), ctx.rule("removal")
        if not _may_try(ctx, _kinds(ctx).values()):
            return
        what = (
            ("", gettext("nothing")),
            *((key, gettext("{obstacle} on the map", obstacle=gettext(row.name))) for key, row in _kinds(ctx).items()),
            *((key, own.text) for key, own in _own(ctx).items()),
        )
        where = tuple(
            (key, gettext(text)) for key, text in texts.labels["where"].items() if key != DRAWN or ctx.has_both_lines
        )
        lies = DRAWN if ctx.has_both_lines else "elsewhere"
        hexside = gettext("a roadblock by the two hexes of its hexside: K20, K21") if ROADBLOCK in _kinds(ctx) else ""
        for n in range(1, ROWS + 1):
            yield Field(f"what{n}", gettext("{row}. What to remove", row=n), "select", "", options=what, rule=rule)
            yield Field(f"where{n}", gettext("{row}. Where it lies", row=n), "select", lies, options=where, rule=rule)
            yield Field(f"number{n}", gettext("{row}. How many of these", row=n), value=1, low=1, high=MOST, rule=rule)
            label, hint = gettext("{row}. In which hex (if you wish)", row=n), hexside if n == 1 else ""
            yield HexField(f"hex{n}", label, "text", "", hint=hint, rule=rule)
        if _engineers_of(ctx) != ctx.side and ctx.rules.readings.engineers_removal == "both":
            # How many engineers the other side has can't be known from this room.
            question = gettext(texts.optional("engineers"), number=ctx.rules.pack.removal.engineer_squads)
            yield Field("engineers", question, "check", False, rule=rule)
        yield Field("more", gettext("More after these"), "check", False, rule=rule)

    def lines(self, ctx: RefitContext) -> Iterator[str]:
        if limits := _limits(ctx):
            yield gettext(ctx.texts("removal")["tries"], **limits)
        for name in _counted(_tried(ctx).waiting):
            yield gettext("Chosen: {tries}.", tries=name)

    def enter(self, ctx: RefitContext, entries: Entries) -> StepResult:
        before = _tried(ctx)
        attempts = list(before.removal)
        _check_limits(ctx, attempts, "what1")
        for n in range(1, ROWS + 1):
            if entries[f"what{n}"]:
                attempts += _attempts(ctx, entries, n, attempts)
                _check_limits(ctx, attempts, f"number{n}")
        helped = bool(entries.get("engineers", False)) or before.helped
        chosen = before.model_copy(update={"removal": tuple(attempts), "helped": helped})
        pending = ctx.pending.put(chosen) if attempts else NOTHING
        event = ctx.event("removal.chosen", pending=pending, names=_counted(chosen.waiting))
        return StepResult([event], done=not entries["more"])


def _kinds(ctx: RefitContext) -> Mapping[str, Obstacle]:
    """What may be removed, by key."""
    return {row.key: row for row in ctx.rules.pack.obstacle if row.listed}


def _limits(ctx: RefitContext) -> dict[str, int]:
    """The most attempts of each limited kind, by squad-equivalents or mobile tracked vehicles; none if all are free."""
    limit = ctx.rules.pack.removal_limit
    if limit is not None and not limit.value:
        return {}
    worth = ctx.rules.pack.squad_equivalent.value
    men = (c for c in retained(ctx, *MMC) if c.fate == READY)
    halves = sum(worth[c.kind] for c in men if not isolated(c))
    tracked = (c for c in retained(ctx, *ctx.rules.pack.removal.tracked) if c.fate == READY)
    vehicles = sum(mobile(c) and not isolated(c) for c in tracked)
    most = {"squads": halves // worth["squad"], "vehicles": vehicles}
    return {key: most[key] for key in ctx.texts("removal").labels["limits"]}


def _may_try(ctx: RefitContext, kinds: Iterable[Obstacle]) -> bool:
    """Whether the side may try to remove any of these at all: some kinds have no limit, whoever is there."""
    limits = _limits(ctx)
    return any(limits.get(kind.limit, 1) for kind in kinds)


def _tried(ctx: RefitContext) -> Attempts:
    return ctx.pending.get(Attempts) or Attempts(removal=(), helped=False)


def _own(ctx: RefitContext) -> dict[str, Own]:
    """The side's own obstacles by the option that chooses them; mines of a Location are one."""
    tried = {i for attempt in _tried(ctx).removal for i in attempt.ids}
    works = [c for c in retained(ctx, "fortification") if not isolated(c)]
    vehicles = [c for c in retained(ctx, *VEHICLES) if not mobile(c) and not isolated(c)]
    result: dict[str, Own] = {}
    for pile in piles(c for c in works + vehicles if c.id not in tried):
        kind, name, place = _kind(ctx, pile.like), pile.like.name, pile.like.place
        if kind == "mines" and place:
            key = f"mines@{place}"
            ids = result[key].ids if key in result else ()
            result[key] = Own(kind, gettext("your mines at {place}", place=place), ids + pile.ids)
        elif kind and place:
            text = gettext("your {counter} at {place} ({number})", counter=name, place=place, number=pile.count)
            result[f"own:{pile.key}"] = Own(kind, text, pile.ids)
        elif kind:
            text = gettext("your {counter} ({number})", counter=name, number=pile.count)
            result[f"own:{pile.key}"] = Own(kind, text, pile.ids)
    return result


def _kind(ctx: RefitContext, counter: Counter) -> str:
    """The kind of obstacle a counter is, "" if it is none."""
    kinds = _kinds(ctx)
    if counter.kind in VEHICLES:
        return "vehicle" if "vehicle" in kinds else ""
    return next((key for key, row in kinds.items() if counter.name.startswith(row.counters)), "")


def _engineers_of(ctx: RefitContext) -> str:
    """Whose Assault Engineers count for this side's attempts: those of the side the pack names, else its own."""
    return ctx.rules.pack.removal.engineers_of or ctx.side


def _attempts(ctx: RefitContext, entries: Entries, n: int, before: list[Attempt]) -> list[Attempt]:
    """The attempts of a row: one die for each piece, one for all the mines of a Location."""
    key, number, place = entries[f"what{n}"], entries[f"number{n}"], entries[f"hex{n}"].upper()
    rule, own = ctx.rule("removal"), _own(ctx)
    if len(place) > PLACE_LENGTH:
        way_out = gettext("Write it as K20.")
        raise Refused(gettext("That is too long for a hex."), rule=rule, field=f"hex{n}", way_out=way_out)
    kind, _, ids = own[key] if key in own else Own(key, "", ())
    taken = {i for attempt in before for i in attempt.ids}
    untried = tuple(i for i in ids if i not in taken)
    if key.startswith("mines@"):
        pieces = [untried] if untried else []
    else:
        pieces = [(i,) for i in untried[:number]] if ids else [()] * number
    if len(pieces) < number:
        few = gettext("{number} entered, {there} there.", number=number, there=len(pieces))
        raise Refused(few, rule=rule, field=f"number{n}", way_out=gettext("One try for each item."))
    label = f"{_kinds(ctx)[kind].name}{' at ' + place if place else ''}"
    if kind in ctx.rules.pack.removal_after_mines.value:
        for name in (place or _place(ctx, ids)).split(","):
            _check_mines(ctx, name, f"hex{n}" if place else f"what{n}")
    where = entries[f"where{n}"]
    if where == DRAWN:
        # Where a Location lies by the drawn lines, "" if that can't be reckoned; of a hexside, its nearer hex
        # (12.617).
        named = place or _place(ctx, ids)
        names = [name.strip() for name in named.split(",")]
        if len(names) == 1 or kind != ROADBLOCK:
            where = ctx.lies(named)
        else:
            hexes = [found for name in names if (found := ctx.hex_of(name))]
            if len(names) != 2 or len(hexes) != 2 or distance(*hexes) != 1:
                raise Refused(
                    gettext("{hexes}: these are not two hexes side by side.", hexes=named),
                    rule=ctx.rule("removal"),
                    field=f"hex{n}",
                    way_out=gettext("Write the two hexes of its hexside, as K20, K21."),
                )
            both = [ctx.lies(name) for name in names]
            where = min(both, key=LIES.index) if all(both) else ""
    if not where:
        raise Refused(
            gettext("By the drawn lines it can only be said of a hex."),
            rule=rule,
            field=f"hex{n}",
            way_out=gettext("Write its hex as K20, or say yourself where it lies."),
        )
    return [Attempt(kind=kind, where=where, ids=piece, label=label, place=place) for piece in pieces]


def _place(ctx: RefitContext, ids: tuple[int, ...]) -> str:
    """Where the first of these counters stands, as it was written down."""
    return next((c.place for c in ctx.mine.counters if c.id in ids), "")


def _check_mines(ctx: RefitContext, place: str, field: str) -> None:
    """Refuse what can't be removed before the mines of its Location are.

    Known mines are the side's own, and those that were shown and have not been removed since.
    """
    mines = ctx.rules.setup.inspection.mines_told
    removed = ctx.mine.known.get(DEMINED, {})
    shown = [(n, place) for n, date in enumerate(ctx.public.dates) for place, names in date.disclosed if mines in names]
    mined = {place for n, place in shown if n >= removed.get(place, 0)} - set(_tried(ctx).demined)
    own = [c for c in ctx.mine.counters if c.kind == "fortification" and _kind(ctx, c) == "mines"]
    mined -= {place_of(c.place) or "" for c in own if c.fate != READY}
    mined |= {place_of(c.place) or "" for c in own if c.fate == READY}
    if (location := place_of(place)) and location in mined:
        message = gettext(
            "Try to remove the mines first; you are asked again when they are gone. If they are gone already, "
            "say only what is to be removed, without its hex."
        )
        lie = gettext("Known mines lie at {place}.", place=location)
        raise Refused(lie, rule=ctx.rule("removal"), field=field, way_out=message)


def _counted(attempts: Iterable[Attempt]) -> list[str]:
    """Attempts at things of one name with their number."""
    counts = Counts(attempt.label for attempt in attempts)
    return [name if number == 1 else f"{number} × {name}" for name, number in counts.items()]


def _check_limits(ctx: RefitContext, attempts: list[Attempt], field: str) -> None:
    limited = ctx.texts("removal").labels["limits"]
    for key, most in _limits(ctx).items():
        names = {kind for kind, row in _kinds(ctx).items() if row.limit == key}
        count = sum(attempt.kind in names for attempt in attempts)
        if count > most:
            by = gettext(limited[key])
            raise Refused(
                gettext("{number} tries, but only {most} by your {limit}.", number=count, most=most, limit=by),
                rule=ctx.rule("removal"),
                field=field,
                way_out=gettext("Try fewer of these."),
            )


class RemovalRollStep(RollStep[RefitContext]):
    """A die for each try. Assault Engineers help where there are enough on the side whose help counts."""

    key = "removal_roll"

    def needs(self, ctx: RefitContext) -> Iterator[Need]:
        table, tried = ctx.table("fort_removal"), _tried(ctx)
        own = _engineers_of(ctx) == ctx.side
        helped = engineers(ctx) >= ctx.rules.pack.removal.engineer_squads if own else tried.helped
        for n, attempt in enumerate(tried.waiting, start=tried.rolled + 1):
            row = _kinds(ctx)[attempt.kind]
            # Where it lies counts for its kind by itself, or for all that know the Front Line.
            of_kind = f"{row.key}_{attempt.where}"
            lies: dict[str, int] = {
                {"front": "front_line", "near": "near_front_line"}.get(attempt.where, ""): row.front
            }
            if any(modifier.key == of_kind for modifier in table.modifiers):
                lies = {of_kind: 1}
            facts = {**lies, "engineers": helped, f"own_{ctx.side}": row.own}
            label, modifiers = f"{n}. {attempt.label}", ctx.modifiers(table, **facts)
            # What a try is at, in whatever order and spelling it was entered.
            which = ".".join(str(number) for number in sorted(attempt.ids))
            tried_at = f"{attempt.kind}:{which or place_of(attempt.place) or attempt.where}"
            yield Need(f"try{n}", label, 1, table, modifiers, of=tried_at)

    def roll(self, ctx: RefitContext, rolls: tuple[Rolled, ...]) -> StepResult:
        """What is removed from the map; once mines are, other works of their Location may be chosen."""
        tried, before = _tried(ctx), ctx.pending.get(Losses)
        mishap, changes = ctx.table("fort_removal_mishap"), Changes(ctx)
        rolls_data, public, losses, again = [], [], before.losses if before else 0, False
        kinds = _kinds(ctx)
        waiting = (kinds[key] for key in ctx.rules.pack.removal_after_mines.value if key in kinds)
        could_follow = _may_try(ctx, waiting)
        for one, attempt in zip(rolls, tried.waiting, strict=True):
            result = str(one.value("result"))
            # The Original 6 stands at the row without effect (7.514): who removes a thing is not hurt by it.
            hurt = result != "removed" and mishap.row(one.reckoning.original).values["result"] != "none"
            losses += hurt
            rolls_data.append(roll_data(one, f"{result}, casualty reduction" if hurt else result))
            if result == "removed":
                for counter in (c for c in ctx.mine.counters if c.id in attempt.ids):
                    changes.lose(counter, f"removed, {ctx.rule('removal')}")
                public += [] if attempt.ids else [attempt]
                again = again or (attempt.kind == "mines" and could_follow)
        pending = Pending().put(Losses(losses=losses)) if losses else NOTHING
        if again:
            pending = pending.put(tried.model_copy(update={"rolled": len(tried.removal)}))
        places = [place for one in public if one.kind == "mines" and (place := place_of(one.place))]
        known = {DEMINED: {**ctx.mine.known.get(DEMINED, {}), **dict.fromkeys(places, ctx.date)}} if places else {}
        events = [ctx.event("removal.rolled", change=changes.rows, rolls=rolls_data, known=known, pending=pending)]
        if public:
            # For their owner's order of battle; mines of a Location go together.
            works = [
                removed_work(list(kinds[one.kind].counters), one.place, together=one.kind == "mines")
                for one in public
                if kinds[one.kind].counters
            ]
            events.append(OBSTACLES_REMOVED(side=ctx.side, names=_counted(public), works=works))
        return StepResult(events, done=not again, to="removal" if again else "")


class RemovalLossStep(FormStep[RefitContext]):
    """The Casualty Reductions of mishaps, one after the other."""

    key = "removal_loss"

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        fit = _worst_off(ctx)
        if fit and ctx.pending.get(Losses):
            names = list(dict.fromkeys(c.name for c in fit))
            options, rule = tuple((name, name) for name in names), ctx.rule("removal")
            yield Field("mmc", gettext("Reduced"), "select", names[0], options=options, rule=rule)

    def lines(self, ctx: RefitContext) -> Iterator[str]:
        if pending := ctx.pending.get(Losses):
            yield gettext("Casualty Reductions to take: {number}.", number=pending.losses)

    def enter(self, ctx: RefitContext, entries: Entries) -> StepResult:
        due, name = ctx.pending.get(Losses), entries["mmc"]
        assert due is not None
        counter = next(c for c in _worst_off(ctx) if c.name == name)
        remaining = due.losses - 1
        pending = Pending().put(Losses(losses=remaining)) if remaining else NOTHING
        change = {str(counter.id): reduced(ctx, counter)}
        add = lost_halves(ctx, change)
        event = ctx.event("removal.suffered", change=change, add=add, names=[name], pending=pending)
        return StepResult([event], done=not remaining)


def _worst_off(ctx: RefitContext) -> list[Counter]:
    """The MMC one of which is reduced: elite Assault Engineers, else the best troop class there is; crews come last."""
    men = [(c, _tier(ctx, c)) for c in retained(ctx, *MMC) if not isolated(c)]
    first = min((tier for _, tier in men), default=0)
    return [c for c, tier in men if tier == first]


def _tier(ctx: RefitContext, counter: Counter) -> int:
    """0 for elite engineers, 1 for elite, and one more for each troop class below."""
    if counter.kind == "crew":
        return UNKNOWN + 1
    unit = ctx.rules.unit(ctx.side, counter.name)
    if unit is None or unit.troop_class is None:
        return UNKNOWN
    if unit.troop_class == ELITE and engineer(ctx, counter):
        return 0
    return TROOP_CLASSES.index(unit.troop_class) + 1


STEPS: tuple[StepDef[RefitContext], ...] = (RemovalStep(), RemovalRollStep(), RemovalLossStep())
