"""The Isolated Areas, each written down on its own: where it is, of what type, and what is in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, count
from operator import attrgetter

from rules.asl import conditions
from rules.asl.conditions import IN_AREA
from rules.asl.context import RefitContext
from rules.asl.counter_fields import (
    CUT_OFF,
    DISMANTLED,
    HOLDING,
    ISOLATED,
    OCCUPYING,
    VEHICLES,
    Change,
    marked,
    marks,
    names,
    number_field,
    on_field,
)
from rules.asl.counters import SECTIONS, SHARED, Counter, Pile, piles, stands_fast
from rules.asl.location_limits import is_gun
from rules.asl.locations import PLACING, place_of
from rules.asl.pending import NOTHING
from rules.asl.steps.aftermath.clearing import stays, type_options
from rules.asl.steps.aftermath.drawn_lines import EMPTY, OWN_OR_ENEMY, SMC_ONLY, IsolatedArea, came_of_the_lines
from rules.asl.steps.aftermath.map_lines import areas_left, fact_of, proposed_area, stands_in
from rules.asl.steps.generic import D, Entries, FormStep, GroupedForm
from rules.contract import Field, FieldGroup, Refused
from rules.engine.replace import replace
from rules.engine.stages import StepResult, once
from rules.engine.tasks import TaskBase
from rules.ground.fields import HexField
from rules.text import gettext

LONGEST_NAME = 40
"""Characters in the name of an area; the hint of the step says it too."""
_OnTheBoard = tuple[str, tuple[str, ...], str]
"""What the board shows of a counter beside what it is: its group, its conditions and its Location."""
_WHAT_IT_IS = attrgetter(*(name for name in SHARED if name not in ("group", "place", "marks")))
_SECTION_OF = {kind: n for n, (_, kinds) in enumerate(SECTIONS) for kind in kinds}


def places_isolated(ctx: RefitContext, counters: Iterable[Counter]) -> list[str]:
    """Where those of these counters stand that are marked as isolated: their areas, as far as these are noted."""
    return list(dict.fromkeys(_place(ctx, c) for c in counters if ISOLATED in c.marks))


def _place(ctx: RefitContext, counter: Counter) -> str:
    """Its area, else where it stands; an armor leader stands where his AFV does."""
    standing = _carrier(ctx, counter)
    return conditions.area(ctx, counter) or conditions.area(ctx, standing) or standing.place


def _carrier(ctx: RefitContext, counter: Counter) -> Counter:
    """The Isolated AFV whose type an armor leader has for a place; any other counter itself."""
    afvs = (c for c in on_field(ctx, VEHICLES) if counter.kind == "armor_leader" and c.name == counter.place)
    return next((c for c in afvs if ISOLATED in c.marks), counter)


class AreasStep(FormStep[D]):
    """The Isolated Areas, one after the other, and what is in each by kinds of counters."""

    key = "areas"

    def task(self, ctx: D) -> TaskBase | None:
        """The form. Kinds that are proposed to be in the area stand above those of each section, which is folded."""
        fields = tuple(self.fields(ctx))
        if not fields:
            return None
        proposed = {each.name for each in fields if each.name.startswith("n_") and each.value}
        groups = [FieldGroup(gettext("In the area, as proposed"), True, tuple(proposed))] if proposed else []
        sections: dict[int, list[str]] = {}
        for pile, _ in _kinds(ctx):
            if (name := f"n_{pile.key}") not in proposed:
                sections.setdefault(_SECTION_OF[pile.like.kind], []).append(name)
        for n, folded in sections.items():
            groups.append(FieldGroup(gettext(SECTIONS[n][0]), not (n or proposed), tuple(folded)))
        return GroupedForm(ctx.button(self.key), fields, tuple(self.lines(ctx)), groups=tuple(groups))

    def fields(self, ctx: D) -> Iterator[Field]:
        if len(came_of_the_lines(ctx).areas) >= came_of_the_lines(ctx).wanted:
            return
        texts, rule = ctx.texts("areas"), ctx.rule("areas")
        place, hint = gettext(texts["place"]), gettext(texts["hint"])
        # A name no area has yet: where the counters stand, or a number.
        names = {area.name for area in came_of_the_lines(ctx).settled}
        numbered = (f"{texts['nameless']} {n}" for n in count(1))
        name = next(name for name in chain(filter(None, _old_area(ctx)), numbered) if name not in names)
        drawn = proposed_area(areas_left(ctx))
        name, kind = drawn.get("place", name), drawn.get("type", OWN_OR_ENEMY)
        named = ctx.rule("areas", "name")
        yield HexField("place", place, "text", name, pattern=r"\S.*", hint=hint, rule=named, longest=LONGEST_NAME)
        yield Field("type", gettext(texts["type"]), "select", kind, options=type_options(ctx), rule=rule)
        proposed = frozenset(c.id for c in self.proposed_counters(ctx))
        numbers = (number_field(pile, *seen, rule, proposed) for pile, seen in _kinds(ctx))
        yield from sorted(numbers, key=lambda each: not each.value)
        yield Field("again", gettext(texts["again"]), "check", False, rule=ctx.rule("areas", "again"))

    def proposed_counters(self, ctx: D) -> list[Counter]:
        """The counters proposed for the next area: on a map those whose recorded Location is in it.

        If no line says which area is next, those of the first area of the last refit.
        """
        unassigned, areas = _not_yet(ctx), areas_left(ctx)
        if areas:
            return [c for c in unassigned if stands_in(ctx, _carrier(ctx, c), areas[0])]
        return [c for c in unassigned if ISOLATED in c.marks and _place(ctx, c) in _old_area(ctx)]

    def lines(self, ctx: D) -> tuple[str, ...]:
        lines = came_of_the_lines(ctx)
        sentences = [gettext(ctx.texts("areas")["line"], number=len(lines.areas) + 1, wanted=lines.wanted)]
        if areas_left(ctx) and self.proposed_counters(ctx):
            sentences.append(gettext("Proposed are those whose Location in your record is in the area."))
        if len(lines.areas) + 1 == lines.wanted and not marked(ctx, ISOLATED):
            over = gettext(
                "Where none of your counters is in an area nobody of yours escapes: going on ends the Escapes. To wait "
                "for the other side's, do this step only."
            )
            sentences.append(over)
        return tuple(sentences)

    def enter(self, ctx: D, entries: Entries) -> StepResult:
        if entries["again"]:
            return drawn_anew(ctx)
        fact = fact_of(areas_left(ctx), entries)
        return area_written(ctx, entries["place"].strip(), entries["type"], self.within(ctx, entries), fact=fact)

    def within(self, ctx: D, entries: Entries) -> list[Counter]:
        """The counters that the numbers of the form put into the area: of each kind first those proposed."""
        numbers = {f"n_{pile.key}": pile.ids for pile, _ in _kinds(ctx)}
        proposed, inside = {c.id for c in self.proposed_counters(ctx)}, set[int]()
        for name, ids in numbers.items():
            if number := int(entries.get(name, 0)):
                inside.update(sorted(ids, key=lambda i: i not in proposed)[:number])
        return [c for c in _not_yet(ctx) if c.id in inside]


@once
def _not_yet(ctx: RefitContext) -> tuple[Counter, ...]:
    """Counters that are in none of the areas written down or joined."""
    inside = {i for area in came_of_the_lines(ctx).settled for i in area.ids}
    return tuple(c for c in on_field(ctx, CUT_OFF) if c.id not in inside)


@once
def _old_area(ctx: RefitContext) -> list[str]:
    """The first area of the last refit whose counters are in none of the areas written down so far."""
    unassigned = places_isolated(ctx, _not_yet(ctx))
    return [name for name in places_isolated(ctx, on_field(ctx)) if name in unassigned][:1]


@once
def _kinds(ctx: RefitContext) -> tuple[tuple[Pile, _OnTheBoard], ...]:
    """Those counters by kind, as they lie on the board: it does not say which group they came with.

    A vehicle keeps its group, for a Platoon is redeployed as one (12.6162); what can't have moved keeps its Location.
    """
    by_look: dict[tuple[object, _OnTheBoard], list[Counter]] = {}
    for pile in piles(_not_yet(ctx)):
        by_look.setdefault((_WHAT_IT_IS(pile.like), _on_the_board(ctx, pile.like)), []).extend(pile.counters)
    kinds = [(Pile(sorted(same, key=attrgetter("id"))), seen) for (_, seen), same in by_look.items()]
    return tuple(sorted(kinds, key=lambda kind: _SECTION_OF[kind[0].like.kind]))


def _on_the_board(ctx: RefitContext, counter: Counter) -> _OnTheBoard:
    group = counter.group if counter.kind in VEHICLES else ""
    if stays(ctx, counter) or is_gun(ctx, counter) or counter.kind == "cupola":
        return group, counter.marks, counter.place
    return group, tuple([mark for mark in counter.marks if mark not in PLACING]), ""


def more_than_smc(inside: Iterable[Counter]) -> bool:
    """Whether among these counters is more than SMC and what they carry."""
    return any(c.kind in HOLDING for c in inside)


def area_written(
    ctx: RefitContext, place: str, kind: str, inside: list[Counter], sort: str = "", fact: str = ""
) -> StepResult:
    """One more area, of a `sort` where the game has such, and as known of on a map (`fact`)."""
    # An area is written down once, and what is in it fits its type.
    rule = ctx.rule("areas")
    if any(area.name == place for area in came_of_the_lines(ctx).areas):
        raise Refused(
            gettext("There is an Isolated Area called {name} already.", name=place), field="place", rule=rule,
            way_out=gettext("Give each area a name of its own, such as one of its hexes."),
        )  # fmt: skip
    if kind == EMPTY and any(c.kind in OCCUPYING for c in inside):
        raise Refused(
            gettext("An area of type A has no units in it."), field="type", rule=rule,
            way_out=gettext("Choose the type by what is in the area, or set all numbers to 0."),
        )  # fmt: skip
    if kind == SMC_ONLY and more_than_smc(inside):
        raise Refused(
            gettext("An area of type B holds nothing but SMC."), field="type", rule=rule,
            way_out=gettext("With an MMC or a vehicle it is of type C, or D if the enemy has one too."),
        )  # fmt: skip
    ids, held = tuple(c.id for c in inside), more_than_smc(inside)
    # What can't be moved keeps its own Location, and an armor leader his AFV; the area is noted beside it.
    afvs = {c.name for c in inside if c.kind == "tank"}
    staying = [c for c in inside if c.place and (_is_fixed(ctx, c) or (c.kind == "armor_leader" and c.place in afvs))]
    area = IsolatedArea(
        name=place,
        type=kind,
        ids=ids,
        held=held,
        sort=sort,
        fact=fact,
        came_from=tuple((c.id, c.place) for c in inside if c.place != place and c not in staying),
        stayed=tuple(c.id for c in inside if ISOLATED in c.marks),
    )
    drawn_lines = came_of_the_lines(ctx)
    areas = (*drawn_lines.areas, area)
    change: dict[str, Change] = {str(c.id): {**marks(c, more=(ISOLATED,)), "place": place} for c in inside}
    for counter in staying:
        change[str(counter.id)]["place"] = counter.place
    last = len(areas) == drawn_lines.wanted
    before: Mapping[str, str] = ctx.mine.known.get(IN_AREA, {})
    cut_off = {str(i) for each in areas for i in each.ids} if last else before.keys()
    noted = {key: name for key, name in before.items() if key in cut_off and int(key) not in ids}
    noted |= {str(c.id): place for c in staying}
    if last:
        change |= released(ctx, areas)
    event = ctx.event(
        "area.recorded",
        change=change,
        pending=ctx.pending.put(drawn_lines.model_copy(update={"areas": areas})),
        place=place,
        type=kind,
        names=names(replace(c, marks=(), place="") for c in inside),
        known={IN_AREA: noted} if noted != before else {},
    )
    return StepResult([event], done=last)


def _is_fixed(ctx: RefitContext, counter: Counter) -> bool:
    """Whether a counter on the map is where it was: a vehicle that can't drive, a Gun that is not dismantled, a cupola.

    A Location is kept, and no name that was given to an area.
    """
    if counter.kind == "cupola":
        return True
    stuck = stands_fast(counter) or (is_gun(ctx, counter) and DISMANTLED not in counter.marks)
    return stuck and place_of(counter.place) is not None


def released(ctx: RefitContext, areas: Iterable[IsolatedArea]) -> dict[str, Change]:
    """What was isolated before and is in none of these `areas`."""
    ids = {i for area in areas for i in area.ids}
    return {str(c.id): marks(c, less=(ISOLATED,)) for c in marked(ctx, ISOLATED, CUT_OFF) if c.id not in ids}


def drawn_anew(ctx: RefitContext) -> StepResult:
    """Back to the lines, with nothing of them decided: the counters of the areas are as they were before these."""
    change: dict[str, Change] = {}
    for area in came_of_the_lines(ctx).areas:
        places = dict(area.came_from)
        for c in (c for c in ctx.mine.counters if c.id in area.ids):
            now_free = marks(c, less=() if c.id in area.stayed else (ISOLATED,))
            change[str(c.id)] = {**now_free, "place": places.get(c.id, c.place)}
    event = ctx.event("lines.readjusted", change=change, pending=NOTHING, step="perimeter")
    return StepResult([event], done=False, to="perimeter")
