"""What the battle left (12.6042 to 12.612): the order of the shared steps, and those that only this game has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from typing import Any

from rules.kernel import PUBLIC, Event, Luck, Refused
from rules.parts.counters import READY, Counter, piles
from rules.parts.refit.places import HIDDEN
from rules.parts.refit.steps import clearing, embers, hardening, survivors, troubles, upkeep
from rules.parts.refit.steps.checklists import checklist
from rules.parts.refit.steps.chosen import Change, entered, lost, marks, names, number_fields, on_field, taken
from rules.parts.refit.steps.survivors import TEAM
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import Field, FormTask
from rules.systems.votg.desk import Desk
from rules.systems.votg.state import RUSSIAN, SIDES, Landing
from rules.systems.votg.steps import fires, lines
from rules.systems.votg.steps.setup import strongpoint_names

GONE, NOBODY = "gone", ""
LONGEST_NAME = 10

# 12.6063 what the map says ---------------------------------------------------------------------


def _edge_fields(desk: Desk) -> Iterator[Field]:
    said, rule = desk.said("map_facts"), desk.rule("map_facts")
    for side in SIDES:
        for edge, label in said[f"{side}_edges"].items():
            yield Field(f"{side}_{edge}", label, "check", edge in desk.public.edges.get(side, ()), rule=rule)


def _landing_fields(desk: Desk) -> Iterator[Field]:
    said, rule = desk.said("map_facts"), desk.rule("map_facts", "landings")
    options = (*desk.book.names.items(), (NOBODY, said["nobody"]), (GONE, said["gone"]))
    for key, landing in desk.public.landings.items():
        now = landing.control if landing.exists else GONE
        yield Field(f"landing_{key}", f"{key}: {said['holder']}", "select", now, options=options, rule=rule)
    yield Field("more", said["more"], "text", "", hint=said["hint"], rule=rule)


def _strongpoint_fields(desk: Desk) -> Iterator[Field]:
    said, rule = desk.said("map_facts"), desk.rule("map_facts", "strongpoints")
    for n, (kind, place, _) in enumerate(untold(desk)):
        label = f"{said['showed']}: {strongpoint_names(desk)[kind]}, {place}"
        yield Field(f"strongpoint_{n}", label, "check", False, rule=rule)


def untold(desk: Desk) -> list[tuple[str, str, int]]:
    """The Strongpoints this side recorded that last and the other does not know of yet."""
    known = {(point.kind, point.place, point.date) for point in desk.public.strongpoints}
    own = ((str(kind), str(place), int(line)) for kind, place, line in desk.mine.known.get("strongpoints", ()))
    return [point for point in own if point not in known and desk.book.lasts(point[0], point[2], desk.date)]


def _map_task(desk: Desk) -> FormTask | None:
    """Asked of one side, for both see it and it is agreed upon at the table."""
    said = desk.said("map_facts")
    if desk.side != RUSSIAN:
        return None
    note = Field("terrain", said["terrain"], "text", "", rule=desk.rule("map_facts", "terrain"))
    fields = (*_edge_fields(desk), *_landing_fields(desk), *_strongpoint_fields(desk), note)
    return FormTask(desk.button("map_facts"), fields, tuple(said["points"]))


def _tell_map(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _map_task(desk)
    assert task is not None
    entered = task.read(data)
    edges = {side: [e for e in desk.said("map_facts")[f"{side}_edges"] if entered[f"{side}_{e}"]] for side in SIDES}
    landings = {key: _landing(was, entered[f"landing_{key}"]) for key, was in desk.public.landings.items()}
    landings |= {key: Landing() for key in _new_landings(desk, entered["more"])}
    facts = {"edges": edges, "landings": {key: asdict(one) for key, one in landings.items()}}
    events = [Event("map.told", PUBLIC, facts)]
    for n, (kind, place, line) in enumerate(untold(desk)):
        if entered[f"strongpoint_{n}"]:
            events.append(Event("strongpoint.told", PUBLIC, {"kind": kind, "place": place, "date": line}))
    if replace(desk.public, edges={side: tuple(held) for side, held in edges.items()}, landings=landings).cut_off:
        events += lines.isolated_by_the_edge(desk)
    if entered["terrain"]:
        events.append(Event("terrain.noted", PUBLIC, {"note": entered["terrain"]}))
    return Taken(events)


def _landing(was: Landing, now: str) -> Landing:
    """A Landing as it stands now; one that the Germans hold or that is gone is not closed by fire."""
    holder = NOBODY if now == GONE else now
    return Landing(exists=now != GONE, control=holder, interdicted=was.interdicted and holder == RUSSIAN)


def _new_landings(desk: Desk, text: str) -> list[str]:
    """The Landings named beside those that are known."""
    found = [word.strip().upper() for word in text.replace(";", ",").split(",") if word.strip()]
    for name in found:
        if len(name) > LONGEST_NAME or name in desk.public.landings or found.count(name) > 1:
            raise Refused(
                f"{name[:LONGEST_NAME]}: this is no new Landing.",
                rule=desk.rule("map_facts", "landings"),
                field="more",
                way_out="Name each by its hex, such as LL17, and only those that are not listed above.",
            )
    return found


# 12.6083 hidden works --------------------------------------------------------------------------


def _hidden(desk: Desk) -> list[Counter]:
    return [c for c in desk.mine.counters if c.fate == READY and c.kind == "fortification" and HIDDEN in c.marks]


def _works_task(desk: Desk) -> FormTask | None:
    said, rule = desk.said("hidden_works"), desk.rule("hidden_works")
    fields = tuple(
        Field(f"{what}_{pile.key}", f"{pile.like.name} {pile.like.place}, of {pile.count}: {said[what]}",
              high=pile.count, rule=rule)
        for pile in piles(_hidden(desk))
        for what in ("shown", "lost")
    )  # fmt: skip
    return FormTask(desk.button("hidden_works"), fields) if fields else None


def _settle_works(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _works_task(desk)
    assert task is not None
    entered = task.read(data)
    change: dict[str, Change] = {}
    shown: list[Counter] = []
    gone: list[Counter] = []
    for pile in piles(_hidden(desk)):
        show, lose = entered[f"shown_{pile.key}"], entered[f"lost_{pile.key}"]
        if show + lose > pile.count:
            raise Refused(
                f"{pile.like.name}: {show + lose} entered, {pile.count} there.",
                rule=desk.rule("hidden_works"),
                field=f"lost_{pile.key}",
                way_out="Take some off; what is neither stays hidden.",
            )
        found = [c for c in desk.mine.counters if c.id in pile.ids]
        shown, gone = shown + found[:show], gone + found[show : show + lose]
    change |= {str(c.id): marks(c, less=(HIDDEN,)) for c in shown}
    change |= {str(c.id): lost(desk) for c in gone}
    return Taken([desk.event("works.settled", change=change, shown=names(shown), names=names(gone))])


# 12.6121 half-squads for light mortars ---------------------------------------------------------


def _most_teams(desk: Desk) -> int:
    rules = desk.book.pack["battle_hardening"]
    mortars = [c for c in on_field(desk, ("weapon",)) if c.name in rules["light_mortars"]]
    return len(mortars) * int(rules["mortar_half_squads"])


def _halves(desk: Desk) -> list[Counter]:
    return on_field(desk, ("half_squad",))


def _teams_task(desk: Desk) -> FormTask | None:
    most, halves = _most_teams(desk), _halves(desk)
    if not most or not halves:
        return None
    given = [c.id for c in halves if TEAM in c.marks]
    lines = (desk.said("mortar_teams")["most"].format(number=most),)
    return FormTask(desk.button("mortar_teams"), number_fields(halves, desk.rule("mortar_teams"), given), lines)


def _choose_teams(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _teams_task(desk)
    assert task is not None
    said = task.read(data)
    teams = taken(_halves(desk), said)
    if len(teams) > _most_teams(desk):
        raise Refused(
            f"{len(teams)} half-squads for {_most_teams(desk)} light mortars.",
            rule=desk.rule("mortar_teams"),
            field=entered(said),
            way_out="Keep no more than one for each mortar; the others recombine.",
        )
    change: dict[str, Change] = {
        str(c.id): found for c in _halves(desk) if (found := marks(c, less=(TEAM,), more=(TEAM,) if c in teams else ()))
    }
    return Taken([desk.event("mortar_teams.chosen", change=change, names=names(teams))])


STEPS: tuple[Deed[Desk], ...] = (
    checklist("rally"),
    *troubles.CHECKS,
    *lines.DRAWING,
    Deed("map_facts", _map_task, {"enter": _tell_map}),
    *lines.ISOLATION,
    *clearing.STEPS,
    *upkeep.OPTIONS,
    Deed("hidden_works", _works_task, {"enter": _settle_works}),
    *embers.PRISONERS,
    *fires.STEPS,
    *embers.BURNT,
    *survivors.WOUNDED,
    Deed("mortar_teams", _teams_task, {"enter": _choose_teams}),
    *survivors.RECOMBINE,
    *hardening.STEPS,
    *embers.ARMOR_LEADERS,
)
