"""What the battle left (12.6063 to 12.6121): the map, hidden works, teams for mortars, which only this game asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.asl.counter_fields import (
    IMMOBILE,
    TEAM,
    counters_chosen,
    elimination,
    first_entry,
    marks,
    names,
    number_fields,
    on_field,
)
from rules.asl.counters import READY, Counter, Pile, piles
from rules.asl.locations import HIDDEN
from rules.asl.steps.aftermath import task_checks
from rules.asl.steps.aftermath.drawn_lines import came_of_the_lines
from rules.asl.steps.aftermath.map_lines import control_after_lines
from rules.asl.steps.generic import Entries, FormStep
from rules.contract import Event, Field, Refused
from rules.engine.replace import replace
from rules.engine.stages import StepResult
from rules.ground.counting import edge_held, landing_cut, landing_holder, landing_razed
from rules.ground.fields import HexField
from rules.ground.hexes import EDGES, Hex
from rules.ground.painting import with_control
from rules.systems.votg.context import Context
from rules.systems.votg.payloads import MAP_TOLD, STRONGPOINT_TOLD, TERRAIN_NOTED
from rules.systems.votg.state import GERMAN, RUSSIAN, Landing
from rules.text import gettext

NOBODY, WHY = "", "why"
PARTS = {"both": (True, True), "building": (True, False), "pier": (False, True), "neither": (False, False)}
"""What may be left of a Ferry Landing: its building or rubble, a Pier hex attached to it."""
LONGEST_NAME = 10


class EncirclementStep(task_checks.EncirclementStep):
    """12.6051: the crew of an Immobile AFV, which one that is bogged is too. Leader DRM apply."""

    stuck, leads = (IMMOBILE, task_checks.BOGGED), True


class MinesStep(task_checks.MinesStep):
    """12.6052: of vehicles only an AFV undergoes the attack. Leader DRM apply."""

    attacked, leads = ("tank",), True


def unpublished_strongpoints(ctx: Context) -> list[tuple[str, str, int]]:
    """The Strongpoints this side recorded that last and the other does not know of yet."""
    public_points = {(point.kind, point.place, point.date) for point in ctx.public.strongpoints}
    own = ((str(kind), str(place), int(line)) for kind, place, line in ctx.mine.known.get("strongpoints", ()))
    return [point for point in own if point not in public_points and ctx.rules.lasts(point[0], point[2], ctx.date)]


class MapFactsStep(FormStep[Context]):
    """12.6063: what the map says. Asked of one side, for both see it and it is agreed upon at the table."""

    key = "map_facts"

    def fields(self, ctx: Context) -> Iterator[Field]:
        if ctx.side != RUSSIAN:
            return
        texts, rule, painted = ctx.texts("map_facts"), ctx.rule("map_facts", "landings"), by_map(ctx)
        yield from map_fields(ctx)
        yield HexField("more", gettext(texts["more"]), "text", "", hint=gettext(texts["hint"]), rule=rule)
        rule, showed = ctx.rule("map_facts", "strongpoints"), gettext(texts["showed"])
        for n, (kind, place, _) in enumerate(unpublished_strongpoints(ctx)):
            name = gettext(ctx.rules.pack.strongpoint_names[kind])
            yield Field(f"strongpoint_{n}", f"{showed}: {name}, {place}", "check", False, rule=rule)
        yield HexField("terrain", gettext(texts["terrain"]), "text", "", rule=ctx.rule("map_facts", "terrain"))
        if painted:
            rule, hint = ctx.rule("map_facts"), gettext(texts["why_hint"])
            yield Field(WHY, gettext(texts["why"]), "text", "", hint=hint, rule=rule)

    def is_public(self, field: Field) -> bool:
        return True

    def lines(self, ctx: Context) -> Iterator[str]:
        """The answers that Control on the map gives, as lines."""
        yield from super().lines(ctx)
        facts, words = by_map(ctx), []
        for side, edges in _edges(ctx).items():
            edges_held = [(edge, facts[name]) for edge in edges if (name := f"{side}_{edge}") in facts]
            words += [
                f"{gettext(edges[edge])}: {gettext('yes') if held else gettext('no')}" for edge, held in edges_held
            ]
        for key in ctx.public.landings:
            if (holder := facts.get(f"landing_{key}")) is not None:
                whose = str(holder)
                called = gettext(ctx.rules.names[whose] if whose else ctx.texts("map_facts")["nobody"])
                words.append(f"{key}: {called}")
        if words:
            yield gettext(ctx.texts("map_facts")["by_map"], facts="; ".join(words))

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        # Refuse what is not as the map is painted, unless it is said why; a Landing that is gone is nobody's.
        destroyed = {
            f"landing_{key}" for key in ctx.public.landings if not Landing(*PARTS[entries[f"parts_{key}"]]).exists
        }
        for name, value in by_map(ctx).items():
            if entries[name] != value and name not in destroyed and not entries[WHY].strip():
                raise Refused(
                    gettext("{entry}: the map has it otherwise.", entry=_label(ctx, name)),
                    rule=ctx.rule("map_facts", "control" if name.startswith("landing_") else ""),
                    field=name,
                    way_out=gettext("Paint the map as it is, or say below why this is so."),
                )
        edges, landings = map_entries(ctx, entries)
        landings |= {key: Landing() for key in _new_landings(ctx, entries["more"])}
        why = {"why": entries[WHY].strip()} if entries.get(WHY, "").strip() else {}
        payload = {key: one.payload for key, one in landings.items()}
        events: list[Event] = [MAP_TOLD(edges=edges, landings=payload, **why)]
        for n, (kind, place, line) in enumerate(unpublished_strongpoints(ctx)):
            if entries[f"strongpoint_{n}"]:
                events.append(STRONGPOINT_TOLD(kind=kind, place=place, date=line))
        drawn_lines, held = came_of_the_lines(ctx), {side: tuple(found) for side, found in edges.items()}
        if replace(ctx.public, edges=held, landings=landings).cut_off and not drawn_lines.wanted:
            # Russians who have the south edge alone, and nothing Isolated so far, have one area more to write down.
            events.append(
                ctx.event("area.added", pending=ctx.pending.put(drawn_lines.model_copy(update={"wanted": 1})))
            )
        if entries["terrain"]:
            events.append(TERRAIN_NOTED(note=entries["terrain"]))
        return StepResult(events)


def map_fields(ctx: Context) -> Iterator[Field]:
    """The edges each side holds and how it stands with the Ferry Landings, as the map has it or as it was."""
    texts, rule, painted = ctx.texts("map_facts"), ctx.rule("map_facts"), by_map(ctx)
    for side, edges in _edges(ctx).items():
        held = ctx.public.edges.get(side, ())
        for edge, label in edges.items():
            name = f"{side}_{edge}"
            yield Field(name, gettext(label), "check", bool(painted.get(name, edge in held)), rule=rule)
    rule, holder = ctx.rule("map_facts", "landings"), gettext(texts["holder"])
    holders = ((side, gettext(name)) for side, name in ctx.rules.names.items())
    options = (*holders, (NOBODY, gettext(texts["nobody"])))
    parts = tuple((state, gettext(text)) for state, text in texts.labels["parts"].items())
    for key, landing in ctx.public.landings.items():
        building = landing.building and not landing_razed(ctx.public.ground, key)
        pier = landing.pier and not landing_cut(ctx.public.ground, key)
        state = next(state for state, found in PARTS.items() if found == (building, pier))
        yield Field(f"parts_{key}", f"{key}: {gettext(texts['parts'])}", "select", state, options=parts, rule=rule)
        name = f"landing_{key}"
        now = painted.get(name, landing.control)
        yield Field(name, f"{key}: {holder}", "select", now, options=options, rule=rule)


def map_entries(ctx: Context, entries: Entries) -> tuple[dict[str, list[str]], dict[str, Landing]]:
    """What was entered in these: by side the edges it holds, and the Landings."""
    edges = {
        side: [edge for edge in edges_asked if entries[f"{side}_{edge}"]] for side, edges_asked in _edges(ctx).items()
    }
    landings = {}
    for key, was in ctx.public.landings.items():
        # One that the Germans hold or that is gone is not closed by fire, and what is gone is nobody's.
        now = Landing(*PARTS[entries[f"parts_{key}"]])
        holder = entries[f"landing_{key}"] if now.exists else NOBODY
        landings[key] = replace(now, control=holder, interdicted=was.interdicted and holder == RUSSIAN)
    return edges, landings


def by_map(ctx: Context) -> Mapping[str, bool | str]:
    """The entries that Control on the map answers, by name."""
    ground = ctx.public.ground
    asked = [(side, edge) for side, edges in _edges(ctx).items() for edge in EDGES if edge in edges]
    held = {f"{side}_{edge}": edge_held(ground, side, edge) for side, edge in asked}
    landings = {f"landing_{key}": landing_holder(ground, key) for key in ctx.public.landings}
    return {name: value for name, value in (held | landings).items() if value is not None}


def _label(ctx: Context, name: str) -> str:
    """What an entry is called."""
    which, key = name.split("_", 1)
    return key if which == "landing" else gettext(_edges(ctx)[which][key])


def _edges(ctx: Context) -> dict[str, Mapping[str, str]]:
    """The map edges each side is asked for, with the question."""
    texts = ctx.texts("map_facts")
    return {GERMAN: texts.labels["german_edges"], RUSSIAN: texts.labels["russian_edges"]}


def _new_landings(ctx: Context, text: str) -> list[str]:
    """The Landings named beside those that are known."""
    result = [word.strip().upper() for word in text.replace(";", ",").split(",") if word.strip()]
    for name in result:
        if len(name) > LONGEST_NAME or name in ctx.public.landings or result.count(name) > 1:
            message = gettext("{name}: this is no new Landing.", name=name[:LONGEST_NAME])
            other = gettext("Name each by its hex, such as LL17, and only those that are not listed above.")
            raise Refused(message, rule=ctx.rule("map_facts", "landings"), field="more", way_out=other)
    return result


class HiddenWorksStep(FormStep[Context]):
    """12.6083: which hidden Fortifications are shown and which are lost.

    On a map the ruling says what is proposed of those in the enemy's hexes: by the lines of both sides once they are
    told, before that by what is painted.
    """

    key = "hidden_works"

    def fields(self, ctx: Context) -> Iterator[Field]:
        # The hexes of the map that are the enemy's by now, as far as that is known.
        at = ctx.at_map
        if at is None:
            held = set[Hex]()
        else:
            by_lines = control_after_lines(at, ctx.public)
            ground = with_control(at.ground, by_lines) if by_lines is not None else at.ground
            held = {each for each in ground.held(at.enemy) if str(each) not in ground.disputed}
        proposed = ctx.rules.readings.hidden_works
        for pile in _hidden(ctx):
            theirs = "/" not in pile.like.place and ctx.hex_of(pile.like.place) in held
            places = {"name": pile.like.name, "place": pile.like.place, "number": pile.count}
            works = gettext("{name} {place}, of {number}", **places)
            for fate, label in ctx.texts("hidden_works").labels["fates"].items():
                text, rule = f"{works}: {gettext(label)}", ctx.rule("hidden_works")
                value = pile.count if theirs and fate == proposed else 0
                yield Field(f"{fate}_{pile.key}", text, value=value, high=pile.count, rule=rule)

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        revealed: list[Counter] = []
        lost_works: list[Counter] = []
        for pile in _hidden(ctx):
            show, lose = entries[f"shown_{pile.key}"], entries[f"lost_{pile.key}"]
            if show + lose > pile.count:
                places = {"name": pile.like.name, "number": show + lose, "there": pile.count}
                message = gettext("{name}: {number} entered, {there} there.", **places)
                fewer = gettext("Take some off; what is neither stays hidden.")
                raise Refused(message, rule=ctx.rule("hidden_works"), field=f"lost_{pile.key}", way_out=fewer)
            works = [c for c in ctx.mine.counters if c.id in pile.ids]
            revealed, lost_works = revealed + works[:show], lost_works + works[show : show + lose]
        change = {str(c.id): marks(c, less=(HIDDEN,)) for c in revealed}
        change |= {str(c.id): elimination(ctx) for c in lost_works}
        return StepResult([ctx.event("works.settled", change=change, shown=names(revealed), names=names(lost_works))])


def _hidden(ctx: Context) -> tuple[Pile, ...]:
    works = (c for c in ctx.mine.counters if c.fate == READY and c.kind == "fortification")
    return piles(c for c in works if HIDDEN in c.marks)


class MortarTeamsStep(FormStep[Context]):
    """12.6121: the half-squads that stay such beside light mortars."""

    key = "mortar_teams"

    def fields(self, ctx: Context) -> tuple[Field, ...]:
        """Asked as long as there are such teams too: without a mortar they are none any more."""
        halves, most = on_field(ctx, ("half_squad",)), _most_teams(ctx)
        teams = [c.id for c in halves if TEAM in c.marks]
        return number_fields(halves if most or teams else (), ctx.rule("mortar_teams"), teams[:most])

    def lines(self, ctx: Context) -> tuple[str, ...]:
        return (gettext(ctx.texts("mortar_teams")["most"], number=_most_teams(ctx)),)

    def enter(self, ctx: Context, entries: Entries) -> StepResult:
        halves, most = on_field(ctx, ("half_squad",)), _most_teams(ctx)
        teams = counters_chosen(halves, entries)
        if (number := len(teams)) > most:
            message = gettext("{number} half-squads for {most} light mortars.", number=number, most=most)
            fewer = gettext("Keep no more than one for each mortar; the others recombine.")
            raise Refused(message, rule=ctx.rule("mortar_teams"), field=first_entry(entries), way_out=fewer)
        new = {str(c.id): marks(c, less=(TEAM,), more=(TEAM,) if c in teams else ()) for c in halves}
        change = {key: values for key, values in new.items() if values}
        return StepResult([ctx.event("mortar_teams.chosen", change=change, names=names(teams))])


def _most_teams(ctx: Context) -> int:
    rule = ctx.rules.pack.battle_hardening
    mortars = [c for c in on_field(ctx, ("weapon",)) if c.name in rule.light_mortars]
    return len(mortars) * rule.mortar_half_squads
