"""What fires from off the map: hexes of modules and observers, modules in play, and what a battle used up."""

from __future__ import annotations

from collections.abc import Iterator

from rules.asl.arrival import label
from rules.asl.conditions import named
from rules.asl.context import RefitContext
from rules.asl.counter_fields import (
    FANATIC,
    IN_PLAY,
    OWN_OBSERVER,
    UNITS,
    VEHICLES,
    Change,
    counter_label,
    marks,
    names,
)
from rules.asl.counters import READY, Counter, Pile, piles
from rules.asl.location_limits import is_gun, nameless
from rules.asl.locations import HEX, HEX_HINT, HIDDEN
from rules.asl.steps.aftermath.hardening import HARDENED
from rules.asl.steps.generic import D, Entries, FormStep
from rules.asl.steps.setup import taps
from rules.contract import Field, Refused
from rules.engine.stages import StepResult
from rules.engine.tasks import FormTask
from rules.ground.fields import HexField
from rules.ground.positions import Placement
from rules.text import gettext

TARGET = "target:"


class HexesStep(taps.HexesStep[RefitContext]):
    """A hex for each that a group has; one Pre-Registered earlier may be left empty, since it may be lost.

    A new Offboard Observer is proposed where the side had one last.
    """

    key = "hexes"

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        own = {c.group for c in ctx.mine.on_hand if OWN_OBSERVER in c.marks}
        last = next((each.hexes["observer"] for each in reversed(ctx.mine.groups) if each.hexes.get("observer")), "")
        for group in ctx.groups_with_hexes():
            was, new = group.hexes, group.date == ctx.date
            for n in range(1, group.options.get("prereg", 0) + 1):
                if new or f"prereg{n}" in was:
                    text = gettext("{group}: Pre-Registered hex {number}", group=label(ctx, group), number=n)
                    place, rule = was.get(f"prereg{n}", ""), ctx.rule("hexes", "prereg")
                    yield _hex_field(f"{group.id}:prereg{n}", text, rule, place, needed=new)
            if ctx.row_of(group).kind == "observer" or group.id in own:
                level = ctx.rules.pack.observer.level + group.options.get("level", 0)
                text = gettext("Offboard Observer ({group}), level {level}: map edge hex", group=group.id, level=level)
                rule, place = ctx.rule("hexes", "observer"), was.get("observer", last)
                # The hexes along the edge where a side's Offboard Observers are, if there is a map and the book names
                # an edge.
                edge = ctx.rules.pack.observer.edge.get(ctx.side)
                own_edge = tuple(str(each) for each in ctx.map.grid.edge(edge)) if ctx.map and edge else ()
                yield HexField(
                    f"{group.id}:observer",
                    text,
                    "text",
                    place,
                    pattern=HEX,
                    hint=gettext("write a hex from {first} to {last}", first=own_edge[0], last=own_edge[-1])
                    if own_edge
                    else gettext(HEX_HINT),
                    rule=rule,
                    along=own_edge,
                )
        # The hex of each Bombardment that is still to come, in a game whose words ask for it.
        if asks := ctx.texts("hexes").optional("bombardment"):
            rule = ctx.rule("hexes", "bombardment")
            for c in (c for c in ctx.mine.on_hand if c.kind == "bombardment"):
                yield _hex_field(f"{TARGET}{c.id}", f"{named(c)}: {gettext(asks)}", rule, c.place, needed=False)

    def placements(self, ctx: RefitContext) -> tuple[Placement, ...]:
        """The counters on the map: every hex of artillery is an entry."""
        return tuple(each for each in super().placements(ctx) if not each.aim)

    def check(self, ctx: RefitContext, field: Field, text: str) -> None:
        _check_edge(ctx, field, text)

    def enter(self, ctx: RefitContext, entries: Entries) -> StepResult:
        targets: dict[str, str] = {}
        hexes: dict[str, dict[str, str]] = {}
        for field in self.fields(ctx):
            _check_edge(ctx, field, entries.get(field.name, ""))
        for key, value in entries.items():
            if key.startswith(TARGET):
                targets[key.removeprefix(TARGET)] = value.upper()
            else:
                group, _, what = key.partition(":")
                hexes.setdefault(group, {}).update({what: value.upper()} if value else {})
        change: dict[str, Change] = {
            str(c.id): {"place": hexes[c.group]["observer"]}
            for c in ctx.mine.counters
            if c.kind == "observer" and "observer" in hexes.get(c.group, {})
        }
        moved = (c for c in ctx.mine.on_hand if targets.get(str(c.id), c.place) != c.place)
        change |= {str(c.id): {"place": targets[str(c.id)]} for c in moved}
        groups = {key: {"hexes": value} for key, value in hexes.items()}
        return StepResult([ctx.event("hexes.recorded", groups=groups, change=change)])


def _check_edge(ctx: RefitContext, field: Field, value: str) -> None:
    """Refuse an Offboard Observer who is not on his side's edge of the map, or in a hex there that the enemy has."""
    along, ground = field.along if isinstance(field, HexField) else (), ctx.public.ground
    if not value or not along or ground is None:
        return
    hex_ = value.upper().partition("/")[0]
    if hex_ not in along:
        message = gettext("{hex} is not on the edge of the map where your Offboard Observers are.", hex=value.upper())
        way_out = gettext("Write a hex from {first} to {last}.", first=along[0], last=along[-1])
        raise Refused(message, rule=field.rule, field=field.name, way_out=way_out)
    if ground.control.get(hex_, ctx.side) not in ("", ctx.side) and hex_ not in ground.disputed:
        theirs = gettext("{hex} is the enemy’s on the map; your Offboard Observers are in hexes of yours.", hex=hex_)
        painted = gettext("Write another hex of that edge, or paint on the map who holds this one.")
        raise Refused(theirs, rule=field.rule, field=field.name, way_out=painted)


def _hex_field(name: str, label: str, rule: str, value: str, *, needed: bool = True) -> Field:
    pattern = HEX if needed else f"({HEX})?"
    return HexField(name, label, "text", value, pattern=pattern, hint=gettext(HEX_HINT), rule=rule)


def module_kinds(ctx: RefitContext) -> tuple[str, ...]:
    """The classes of counters of which a scenario has no more than allowed (CG13)."""
    return ("oba", "cbm") if ctx.rules.readings.cbm_module == "counted" else ("oba",)


class ModulesInPlayStep(FormStep[RefitContext]):
    """The modules in play, where a side has more than a scenario allows."""

    key = "modules"

    def fields(self, ctx: RefitContext) -> Iterator[Field]:
        limit, rule = ctx.rules.pack.oba_per_scenario.value[ctx.side], ctx.rule("modules")
        modules = [c for c in ctx.mine.on_hand if c.kind in module_kinds(ctx)]
        if len(modules) <= limit:
            return
        numbers = {c.id: gettext("no. {number}", number=c.id) for c in modules}
        options = tuple((str(c.id), f"{c.name} ({numbers[c.id]}) {c.note}") for c in modules)
        for n, (first, _) in enumerate(options[:limit], 1):
            yield Field(f"module{n}", gettext("Module {number}", number=n), "select", first, options=options, rule=rule)

    def enter(self, ctx: RefitContext, entries: Entries) -> StepResult:
        chosen = set(entries.values())
        if twice := [name for n, name in enumerate(entries) if entries[name] in list(entries.values())[:n]]:
            module = next(named(c) for c in ctx.mine.on_hand if str(c.id) == entries[twice[0]])
            message = gettext("{module} is chosen twice.", module=module)
            other = gettext("Choose another module in its place.")
            raise Refused(message, rule=ctx.rule("modules"), field=twice[0], way_out=other)
        change: dict[str, Change] = {}
        for counter in ctx.mine.on_hand:
            if counter.kind in module_kinds(ctx):
                others = [mark for mark in counter.marks if mark != IN_PLAY]
                change[str(counter.id)] = {"marks": [*others, IN_PLAY] if str(counter.id) in chosen else others}
        return StepResult([ctx.event("modules.chosen", change=change)])


class MarkersStep(FormStep[D]):
    """The battle's markers go; what it used up is asked."""

    key = "markers"

    def task(self, ctx: D) -> FormTask:
        return FormTask(ctx.button("markers"), tuple(self.fields(ctx)), ctx.points("markers"))

    def fields(self, ctx: D) -> Iterator[Field]:
        texts, rule = ctx.texts("markers"), ctx.rule("markers", "artillery")
        for c in _fired(ctx):
            yield Field(f"ffe_{c.id}", f"{named(c)}: {gettext(texts['ffe'])}", "check", False, rule=rule)
        for c in _observers(ctx):
            text = f"{counter_label(c)}: {gettext(texts.optional('observer'))}"
            yield Field(f"observer_{c.id}", text, "check", False, rule=rule)
        for field, pile in usage_piles(ctx).items():
            # With their group, for two groups may have brought the same.
            whose = f"{pile.like.name} ({pile.like.group})" if pile.like.group else pile.like.name
            text = f"{whose}: {gettext(texts['used'])}"
            yield Field(field, text, value=0, high=pile.count, rule=rule)

    def enter(self, ctx: D, entries: Entries) -> StepResult:
        # What the battle used up. Observers of modules that are gone go: those named, and the first of the rest if
        # there are too many.
        used = [c for c in _fired(ctx) if entries.get(f"ffe_{c.id}")]
        observers = sorted(_observers(ctx), key=lambda c: not entries.get(f"observer_{c.id}"))
        dismissed = sum(bool(entries.get(f"observer_{c.id}")) for c in observers)
        modules = [c for c in ctx.mine.on_hand if c.kind == "oba" and OWN_OBSERVER not in c.marks and c not in used]
        used += observers[: max(dismissed, self.too_many_observers(len(observers), len(modules), len(used)))]
        for pile in piles(_ready(ctx, "bombardment", "aircraft")):
            number = int(entries.get(f"used_{pile.key}", 0))
            used += [c for c in ctx.mine.counters if c.id in pile.ids[:number]]
        used = used + [c for c in _ready(ctx, "aircraft") if ctx.leaves_by_itself(c)]
        # The "?" bought as dummies leave the map with those of the units (7.502, 12.603).
        used += [c for c in _ready(ctx, "fortification") if c.name in nameless(ctx)]
        change: dict[str, Change] = {str(c.id): {"fate": "used", "since": ctx.date} for c in used}
        cleared, works = ctx.rules.pack.marks.cleared, ctx.rules.setup.works
        for counter in _ready(ctx, "oba", "cbm", "weapon", "fortification", *UNITS, *VEHICLES):
            # What was hidden and not found stays so: Guns, and Fortifications but those laid on the map by now.
            laid = works is not None and not counter.name.startswith(works.stay_hidden)
            seen = laid if counter.kind == "fortification" else not is_gun(ctx, counter)
            # VotG22: by ruling an MMC of the NKVD that was hardened is Fanatic for good.
            unit = ctx.rules.unit(ctx.side, counter.name)
            stays_fanatic = ctx.rules.readings.nkvd_fanatic == "stays" and unit is not None and unit.nkvd
            ends = (*((HIDDEN,) if seen else ()), *(() if stays_fanatic else (FANATIC,)), *cleared)
            off = (IN_PLAY,) if counter.kind in ("oba", "cbm") else ends
            if str(counter.id) not in change and (new := marks(counter, less=off)):
                change[str(counter.id)] = new
        known: dict[str, list[int]] = {HARDENED: []} if HARDENED in ctx.mine.known else {}
        return StepResult([ctx.event("markers.removed", change=change, names=names(used), known=known)])

    def too_many_observers(self, observers: int, modules: int, used: int) -> int:
        """How many Observers have no module, where so many modules are left and as many were used up."""
        return observers - modules


def usage_piles(ctx: RefitContext) -> dict[str, Pile]:
    """Bombardments and aircraft of which it is asked how many were used, by the names of their entries."""
    staying = [c for c in _ready(ctx, "aircraft") if not ctx.leaves_by_itself(c)]
    return {f"used_{pile.key}": pile for pile in piles(_ready(ctx, "bombardment") + staying)}


def _ready(ctx: RefitContext, *kinds: str) -> list[Counter]:
    return [c for c in ctx.mine.counters if c.fate == READY and c.kind in kinds]


def _fired(ctx: RefitContext) -> list[Counter]:
    """The modules that could fire."""
    return in_play(ctx, "oba")


def in_play(ctx: RefitContext, *kinds: str) -> list[Counter]:
    """Those chosen for this scenario, all where there was no choice; none of others when the chosen ones are lost."""
    modules = (c for c in ctx.mine.counters if c.kind in module_kinds(ctx) and IN_PLAY in c.marks)
    chosen = any(c.fate == READY or c.since == ctx.scenario for c in modules)
    return [c for c in _ready(ctx, *kinds) if IN_PLAY in c.marks or not chosen or c.kind not in module_kinds(ctx)]


def _observers(ctx: RefitContext) -> list[Counter]:
    """The Offboard Observers bought for modules, in a game whose words ask for them."""
    return _ready(ctx, "observer") if ctx.texts("markers").optional("observer") else []
