"""Who tries to get out of an Isolated Area, and who stays there short of ammunition.

One stack or vehicle after the other: chosen, rolled for, and what the roll asks for beside
it (Random Selection, the equipment of who was lost). All of it stays at one place in the
course until nobody tries any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.asl.conditions import mobile
from rules.asl.context import RefitContext
from rules.asl.counter_fields import (
    CAPTURED,
    CUT_OFF,
    DISMANTLED,
    ENCIRCLED,
    HOLDING,
    ISOLATED,
    OCCUPYING,
    SHORT,
    SMC,
    UNITS,
    VEHICLES,
    Change,
    counters_chosen,
    first_entry,
    marked,
    marks,
    names,
    number_fields,
)
from rules.asl.counters import Counter, piles
from rules.asl.location_limits import is_gun
from rules.asl.payloads import AREAS_TOLD
from rules.asl.steps.aftermath import portage
from rules.asl.steps.aftermath.clearing import busy, type_options
from rules.asl.steps.aftermath.drawn_lines import (
    BOTH,
    EMPTY,
    OWN_OR_ENEMY,
    SMC_ONLY,
    DrawnLines,
    IsolatedArea,
    area_of,
    came_of_the_lines,
)
from rules.asl.steps.aftermath.escape_rolls import ADJACENT, FAR, NEAR, Carrying, Selecting, Stack, Trying
from rules.asl.steps.aftermath.map_lines import perimeters_drawn, published_area
from rules.asl.steps.aftermath.ways_out import ways_out
from rules.asl.steps.crews import leader_aboard
from rules.asl.steps.generic import D, Entries, FormStep, GroupedForm
from rules.contract import Event, Field, FieldGroup, Refused
from rules.engine.replace import replace
from rules.engine.stages import StepResult
from rules.engine.tasks import TaskBase
from rules.text import gettext

MOST_OVERLOAD, WITHIN = 20, 2
"""The most PP beyond the IPC that can be said, and how many hexes away friends are near (7.5063, 12.6073)."""
DRAWN = "drawn"
SHORT_TYPES = frozenset({"C", "D"})


def _able(ctx: RefitContext) -> list[Counter]:
    """Who may try: nobody who is busy, and no vehicle that can't drive (7.5071, 12.6073)."""
    return [c for c in marked(ctx, ISOLATED) if not busy(ctx, c) and (c.kind not in VEHICLES or mobile(c))]


def _by_kind(counters: Iterable[Counter]) -> list[Counter]:
    """Counters of the areas as the board shows them: no group but of a vehicle's, and no word that all are Isolated."""
    return [
        replace(c, group=c.group if c.kind in VEHICLES else "", marks=tuple(m for m in c.marks if m != ISOLATED))
        for c in counters
    ]


def _areas(ctx: RefitContext) -> list[IsolatedArea]:
    """The areas with their types, and whether this side still holds them, by its own counters as of now.

    The players have the last word.
    """
    result = []
    for area in came_of_the_lines(ctx).areas:
        inside = [c for c in marked(ctx, ISOLATED, OCCUPYING) if c.id in area.ids]
        held = any(c.kind not in SMC for c in inside)
        if held or (not area.held and area.type == OWN_OR_ENEMY):
            now = area.type
        elif area.type == BOTH:
            now = OWN_OR_ENEMY
        else:
            now = SMC_ONLY if inside else EMPTY
        result.append(area.model_copy(update={"type": now, "held": held}))
    return result


def _with_types_said(ctx: RefitContext, areas: Iterable[IsolatedArea]) -> tuple[IsolatedArea, ...]:
    """The areas as written down; where the type in `areas` is not the one proposed, as they are by that now.

    One with units is not of type A, whatever was said.
    """
    inside = {c.id for c in marked(ctx, ISOLATED, OCCUPYING)}
    written = zip(came_of_the_lines(ctx).areas, _areas(ctx), areas, strict=True)
    return tuple(
        first if said.type == now.type or (said.type == EMPTY and inside.intersection(said.ids)) else said
        for first, now, said in written
    )


def _must(ctx: RefitContext, areas: Iterable[IsolatedArea]) -> list[Counter]:
    """SMC that have to try: all in an area of type B; in type C where the MMC and vehicles are the enemy's."""
    due: list[Counter] = []
    for area in areas:
        inside = [c for c in marked(ctx, ISOLATED, CUT_OFF) if c.id in area.ids]
        held = any(c.kind in HOLDING for c in inside)
        if area.type == SMC_ONLY or (area.type == OWN_OR_ENEMY and not held):
            due += [c for c in inside if c.kind in SMC and not busy(ctx, c)]
    return due


@dataclass(frozen=True)
class EscapeForm(GroupedForm):
    """Who tries, and the types of the areas; where no counter is in one there is nothing to choose."""

    nothing_to_choose: bool = False


class EscapeStep(FormStep[D]):
    """Who tries next; numbers of 0 end the escapes, and both sides are told the areas that lie on a map.

    Where no counter is in an area a press that goes on ends them. Who waits for the other side's, by which a type may
    change (7.5066), does the step before it alone.
    """

    key = "escape"

    def task(self, ctx: D) -> TaskBase | None:
        """The form, if there are areas."""
        if not (fields := tuple(self.fields(ctx))):
            return None
        empty, printed = not marked(ctx, ISOLATED), self._printed(ctx)
        unknown = any(field.value == "" for field in printed)
        folded = FieldGroup(gettext("PP and IPC of your counters"), unknown, tuple(field.name for field in printed))
        return EscapeForm(
            ctx.button(self.key),
            fields,
            tuple(self.lines(ctx)),
            nothing_to_choose=empty,
            groups=(folded,) if printed else (),
        )

    def _printed(self, ctx: D) -> tuple[Field, ...]:
        """What the side says of its counters, if it is asked."""
        return tuple(portage.fields(ctx, _able(ctx))) if portage.asks(ctx) else ()

    def fields(self, ctx: D) -> Iterator[Field]:
        if not (areas := _areas(ctx)) or any(ctx.pending.get(each) for each in (Trying, Selecting, Carrying)):
            return
        texts, rule = ctx.texts("escape"), ctx.rule("escape")
        yield from number_fields(_by_kind(_able(ctx)), rule, [c.id for c in _must(ctx, areas)[:1]])
        near = {FAR: texts["near_far"], NEAR: texts["near_near"], ADJACENT: texts["near_adjacent"]}
        ways = ways_out(ctx, areas)
        drawn = {DRAWN: texts["near_drawn"]} if ways and any(ways.way(area.name) for area in areas) else {}
        distances = tuple((key, gettext(text)) for key, text in (drawn | near).items())
        yield Field("near", gettext(texts["near"]), "select", DRAWN if drawn else FAR, options=distances, rule=rule)
        if portage.asks(ctx):
            yield from self._printed(ctx)
        else:
            yield Field("overload", gettext(texts["overload"]), high=MOST_OVERLOAD, rule=rule)
        for n, area in enumerate(areas):
            label, type_rule = f"{area.name}: {gettext(texts['type'])}", ctx.rule("escape", "type")
            yield Field(f"type_{n}", label, "select", area.type, options=type_options(ctx), rule=type_rule)

    def lines(self, ctx: D) -> Iterator[str]:
        yield gettext(ctx.texts("escape")["line"])
        for counter in _must(ctx, _areas(ctx)):
            yield gettext("{counter} in {place} has to try.", counter=counter.name, place=area_of(ctx, counter))
        if ways := ways_out(ctx, areas := _areas(ctx)):
            yield from ways.sentences(areas)

    def _near(self, ctx: D, answer: str, stack: list[Counter]) -> str:
        """How near a stack is to friends: the answer given, or what the map gives if that was chosen."""
        if answer != DRAWN:
            return answer
        ways = ways_out(ctx, _areas(ctx))
        if (way := ways.way(area_of(ctx, stack[0])) if ways else None) is None:
            raise Refused(
                gettext("By the drawn lines it can only be said of a hex."),
                rule=ctx.rule("escape"),
                field="near",
                way_out=gettext("Say yourself how far it is."),
            )
        return ADJACENT if way.distance <= 1 else NEAR if way.distance <= WITHIN else FAR

    def enter(self, ctx: D, entries: Entries) -> StepResult:
        """One stack tries, or nobody any more: then the step is done and the isolation settled."""
        drawn_lines = came_of_the_lines(ctx)
        areas = tuple(area.model_copy(update={"type": entries[f"type_{n}"]}) for n, area in enumerate(_areas(ctx)))
        ids = {c.id for c in counters_chosen(_by_kind(_able(ctx)), entries)}
        stack = [c for c in _able(ctx) if c.id in ids]
        # An armor leader is where his AFV is, whether he was chosen too or not.
        riders = (leader_aboard(ctx, c) for c in stack if c.kind in VEHICLES)
        stack += [c for c in filter(None, riders) if c not in stack and ISOLATED in c.marks]
        if not stack:
            settled = _isolation_event(ctx, drawn_lines.model_copy(update={"areas": areas}))
            return StepResult([settled, *self.areas_events(ctx, areas)])
        _check_stack(ctx, stack, first_entry(entries))
        near = self._near(ctx, entries["near"], stack)
        known = portage.printed_values(entries)
        overload = portage.paid(ctx, stack, known) if portage.asks(ctx) else entries["overload"]
        trying = Trying(stack=Stack(ids=tuple(c.id for c in stack), near=near, overload=overload))
        said = drawn_lines.model_copy(update={"areas": _with_types_said(ctx, areas)})
        event = ctx.event("escape.tried", pending=ctx.pending.put(said, trying), names=names(stack), known=known)
        return StepResult([event], done=False)

    def areas_events(self, ctx: D, areas: Iterable[IsolatedArea]) -> Iterator[Event]:
        """The public event of the areas and their types; none if the side has published no line on a map."""
        if ctx.side in perimeters_drawn(ctx.public):
            yield areas_event(ctx, areas)


def areas_event(ctx: RefitContext, areas: Iterable[IsolatedArea], sort: str = "") -> Event:
    """The areas of a side with their types, for both; `sort` is that of one without any."""
    rows = ({"name": a.name, "type": a.type, "sort": a.sort or sort, **published_area(ctx, a)} for a in areas)
    return AREAS_TOLD(side=ctx.side, areas=list(rows))


def _check_stack(ctx: RefitContext, stack: list[Counter], field: str) -> None:
    """One Location, one vehicle at most, no Gun that is not dismantled, and somebody to carry things."""
    rule = ctx.rule("escape")
    if len({area_of(ctx, c) for c in stack}) > 1:
        way_out = gettext("Let those of one area try, then the others.")
        raise Refused(gettext("A stack is in one Location."), rule=rule, field=field, way_out=way_out)
    if any(is_gun(ctx, c) and DISMANTLED not in c.marks for c in stack):
        way_out = gettext("Leave it behind, or give it the condition dismantled under Forces.")
        raise Refused(gettext("A Gun stays unless it is dismantled."), rule=rule, field=field, way_out=way_out)
    if sum(c.kind in VEHICLES for c in stack) > 1:
        way_out = gettext("Choose one vehicle now, the next after it.")
        raise Refused(gettext("Each vehicle makes its own roll."), rule=rule, field=field, way_out=way_out)
    if not any(c.kind in UNITS or c.kind in VEHICLES for c in stack):
        way_out = gettext("Choose the unit that carries it.")
        raise Refused(gettext("Equipment does not get away by itself."), rule=rule, field=field, way_out=way_out)


# nobody tries any more -------------------------------------------


def _isolation_event(ctx: RefitContext, drawn_lines: DrawnLines) -> Event:
    areas, inside = drawn_lines.areas, marked(ctx, ISOLATED, CUT_OFF)
    if due := _must(ctx, areas):
        raise Refused(
            gettext("{counter} in {place} has to try to escape.", counter=due[0].name, place=area_of(ctx, due[0])),
            rule=ctx.rule("escape", "must"),
            field=next((f"n_{pile.key}" for pile in piles(_by_kind(_able(ctx))) if due[0].id in pile.ids), ""),
            way_out=gettext("Choose him, alone or in a stack; he may stay only where an MMC or a vehicle of yours is."),
        )
    types = {i: area.type for area in areas for i in area.ids}
    for n, area in enumerate(areas):
        if area.type == EMPTY and any(c.id in area.ids and c.kind in OCCUPYING for c in inside):
            raise Refused(
                gettext("{area}: your units are still there, so it is not of type A.", area=area.name),
                rule=ctx.rule("areas"),
                field=f"type_{n}",
                way_out=gettext("Choose the type by what is left in the area."),
            )
    change: dict[str, Change] = {}
    for counter in inside:
        short = types.get(counter.id) in SHORT_TYPES and not (counter.kind == "weapon" and CAPTURED in counter.marks)
        if new := marks(counter, less=(ENCIRCLED,), more=(SHORT,) if short else ()):
            change[str(counter.id)] = new
    line = {"areas": {area.name: area.type for area in areas}}
    control = {row.values["type"]: row.values["control"] for row in ctx.table("isolation_types").rows}
    held = [f"{area.name} ({area.type}): {control[area.type]}" for area in areas]
    return ctx.event("isolation.settled", change=change, line=line, held=held, pending=ctx.pending.put(drawn_lines))
