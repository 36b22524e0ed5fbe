"""Valor of the Guards taken over from paper on a later CG Day: its scenarios, the map, and the forces of both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules.asl.arrival import NewCounter
from rules.asl.context import StepDef
from rules.asl.corrections import MOST, choice
from rules.asl.steps import from_paper
from rules.asl.steps.from_paper import Answers, entry, noted, row_of
from rules.asl.steps.generic import Entries
from rules.contract import Event, Field, Refused
from rules.engine.replace import replace
from rules.ground.fields import HexField
from rules.systems.votg.arrival import FULL, PLAIN_KINDS, SUPPORT, arrivals, guns, kind_of
from rules.systems.votg.context import Context
from rules.systems.votg.payloads import PAPER_AGREED
from rules.systems.votg.rule_data import display_words, kind_in_words
from rules.systems.votg.state import (
    ATTACK,
    COUNTERATTACK,
    GERMAN,
    IDLE,
    IDLE_DAY,
    INITIAL,
    SIDES,
    DateRecord,
    Group,
    Report,
)
from rules.systems.votg.steps.aftermath import map_entries, map_fields
from rules.text import gettext

MOST_CHITS = 20
AFTER, INTERDICTED = "after_", "interdicted_"
"""What the entries of a day's Counterattack begin with, and those on who closes a Ferry Landing (12.602)."""


class SharedRecordStep(from_paper.SharedRecordStep[Context]):
    """What was played on each CG Day, the weather of the day in hand, and what the map says (12.6063)."""

    def groups(self, ctx: Context, answers: Answers) -> Iterator[tuple[str, list[Field]]]:
        today = gettext(ctx.cg_day.name)
        headed = [
            (gettext("{date}, from which it goes on here", date=today), self._today(ctx, answers)),
            (gettext("The map"), self._map(ctx, answers)),
            *(
                (gettext("{date}, played on paper", date=gettext(ctx.rules.days[day].name)), self._day(ctx, day))
                for day in reversed(_days(ctx))
            ),
        ]
        for title, fields in headed:
            yield title, [replace(field, value=answers.get(field.name, field.value)) for field in fields]

    def _today(self, ctx: Context, answers: Answers) -> Iterator[Field]:
        for name, label in (("weather", gettext("Weather")), ("ec", gettext("Environmental conditions"))):
            yield replace(choice(name, label, str(answers.get(name, "")), ctx.rules), required=True)
        rule, levels = ctx.rule("paper", "chits"), ctx.rules.pack.booby_traps.levels
        yield Field("chits", gettext("Russian Attack chits left"), value=ctx.public.chits, high=MOST_CHITS, rule=rule)
        options = tuple((level, gettext("Level {level}", level=level)) for level in levels)
        traps = ctx.rule("paper", "traps")
        yield Field("booby", gettext("Booby Traps"), "select", ctx.public.booby, options=options, rule=traps)
        yield Field("massacre", gettext("Massacre is in effect"), "check", False, rule=ctx.rule("paper", "massacre"))

    def _map(self, ctx: Context, answers: Answers) -> Iterator[Field]:
        yield from map_fields(ctx)
        question, rule = gettext(ctx.texts("interdiction")["landing"]), ctx.rule("interdiction")
        for key in ctx.public.landings:
            yield Field(f"{INTERDICTED}{key}", f"{key}: {question}", "check", False, rule=rule)
        rule, hint = ctx.rule("paper", "terrain"), gettext("with semicolons between")
        label = gettext("Terrain that is not as printed")
        yield Field("terrain", label, "text", "", hint=hint, rule=rule)
        yield HexField("blazes", gettext("Locations that burn"), "text", "", rule=rule)

    def _day(self, ctx: Context, day: str) -> Iterator[Field]:
        first = day == _days(ctx)[0]
        fit = [key for key in display_words().kind if (key == INITIAL) == first and key != COUNTERATTACK]
        # The set-up says whether its Initial Scenario is by night.
        options = tuple((key, kind_in_words(key, night=first and ctx.rules.game.night)) for key in fit)
        value = INITIAL if first else ""
        nothing = () if first else (("", gettext("choose")),)
        called = gettext(ctx.rules.days[day].name)
        label = gettext("{day}: what was played", day=called)
        yield Field(f"kind_{day}", label, "select", value, options=(*nothing, *options), rule=ctx.rule("paper"),
                    required=not first)  # fmt: skip
        yield from _light(ctx, "", day, called, fit)
        yield from _result(ctx, "", day, called, "" if first else gettext("nobody: an Idle Day"))
        counterattack = gettext("{day}, Counterattack", day=called)
        yield from _light(ctx, AFTER, day, counterattack, [COUNTERATTACK])
        yield from _result(ctx, AFTER, day, counterattack, gettext("there was none"))

    def agreed(self, ctx: Context, answers: Answers) -> Event:
        records = [record for day in _days(ctx) for record in _records(ctx, answers, day)]
        today = DateRecord(day=ctx.today.day, weather=str(answers["weather"]), ec=str(answers["ec"]))
        edges, landings = map_entries(ctx, answers)
        for key, one in landings.items():
            closed = bool(answers.get(f"{INTERDICTED}{key}", False)) and one.serves
            landings[key] = replace(one, interdicted=closed)
        return PAPER_AGREED(
            number=ctx.public.paper.number if ctx.public.paper else 0,
            by=ctx.side,
            dates=[row_of(record, "winner", "kind") for record in (*records, today)],
            chits=int(answers["chits"]),
            booby=str(answers["booby"]),
            massacre=bool(answers["massacre"]),
            edges=edges,
            landings={key: one.payload for key, one in landings.items()},
            terrain=noted(answers["terrain"]),
            blazes=noted(str(answers["blazes"]).replace(",", ";")),
        )


def _days(ctx: Context) -> list[str]:
    """The CG Days that were played on paper."""
    days = [key for key in ctx.rules.days if int(ctx.rules.game.first) <= int(key)]
    return days[: days.index(ctx.today.day)]


def _light(ctx: Context, part: str, day: str, called: str, kinds: Iterable[str]) -> Iterator[Field]:
    """Whether a scenario was by night, if one of these kinds may be (12.6254); 12.619 counts those."""
    if any(kind in ctx.rules.pack.night.value for kind in kinds):
        label = gettext("{day}: fought by night", day=called)
        yield Field(f"{part}night_{day}", label, "check", False, rule=ctx.rule("paper", "night"))


def _by_night(ctx: Context, answers: Answers, part: str, day: str, kind: str) -> bool:
    """Whether it was said so of a scenario of this `kind`, "" if there was none; Refused if it can't have been."""
    if kind == INITIAL:
        return ctx.rules.game.night
    night, may = bool(answers.get(f"{part}night_{day}", False)), ctx.rules.pack.night.value
    if night and kind not in may:
        kinds, called = ", ".join(kind_in_words(each, night=False) for each in may), ctx.rules.days[day].name
        raise Refused(
            gettext("{day}: what was played can't have been by night.", day=gettext(called)),
            rule=ctx.rule("paper", "night"),
            field=f"{part}night_{day}",
            way_out=gettext("By night can be: {kinds}. Say what was played, or take the night back.", kinds=kinds),
        )
    return night


def _result(ctx: Context, part: str, day: str, called: str, nobody: str) -> Iterator[Field]:
    """How a scenario ended: who won it, the Casualty VP, the Stone Hexes.

    `nobody` is said where there was none; "" if there was one for certain.
    """
    rule, names = ctx.rule("paper"), {side: gettext(name) for side, name in ctx.rules.names.items()}
    options = (("", nobody or gettext("choose")), *names.items())
    winner = gettext("{day}: who won the scenario", day=called)
    yield Field(f"{part}winner_{day}", winner, "select", "", options=options, rule=rule, required=not nobody)
    for side, name in names.items():
        label = gettext("{day}: {side} Casualty VP", day=called, side=name)
        yield Field(f"{part}cvp_{side}_{day}", label, high=MOST, rule=rule)
    label = f"{called}: {gettext(ctx.texts('victory')['hexes'])}"
    yield Field(f"{part}hexes_{day}", label, high=MOST, rule=rule)


def _records(ctx: Context, answers: Answers, day: str) -> Iterator[DateRecord]:
    """The records of a CG Day: of its scenario or Idle Day, and of the Counterattack after it."""
    kind, winner = str(answers[f"kind_{day}"]), str(answers[f"winner_{day}"])
    called = gettext(ctx.rules.days[day].name)
    if (kind == IDLE_DAY) != (not winner):
        raise Refused(
            gettext("{day}: somebody has won each scenario, and nobody an Idle Day.", day=called),
            rule=ctx.rule("paper"),
            field=f"winner_{day}",
            way_out=gettext("Say what was played, and who won it; of an Idle Day that nobody did."),
        )
    # The chits that made a scenario of this kind (12.6253).
    rows = (row.values for row in ctx.table("initiative").rows)
    chits = next(({side: str(row[side]) for side in SIDES} for row in rows if row["scenario"] == kind), {})
    night = _by_night(ctx, answers, "", day, kind)
    yield DateRecord(day=day, kind=kind, night=night, winner=winner, chits=chits, report=_report(answers, "", day))
    after = str(answers[f"{AFTER}winner_{day}"])
    night = _by_night(ctx, answers, AFTER, day, COUNTERATTACK if after else "")
    if after:
        if not _may_be_countered(ctx, kind):
            raise Refused(
                gettext("{day}: a Counterattack follows a German Assault.", day=called),
                rule=ctx.rule("counterattack"),
                field=f"{AFTER}winner_{day}",
                way_out=gettext("Say that there was none, or what was played before it."),
            )
        yield DateRecord(day=day, kind=COUNTERATTACK, night=night, winner=after, report=_report(answers, AFTER, day))


def _may_be_countered(ctx: Context, kind: str) -> bool:
    """Whether a Counterattack may follow a scenario of this kind; the Initial Scenario by ruling."""
    initial = ctx.rules.pack.counterattack_initial.value and ctx.rules.game.moves_first == GERMAN
    return kind == ctx.rules.pack.counterattack.follows or (kind == INITIAL and initial)


def _report(answers: Answers, part: str, day: str) -> Report | None:
    """The report of a scenario on paper, None where none was played; on which turn it ended is not asked."""
    winner = str(answers[f"{part}winner_{day}"])
    if not winner:
        return None
    cvp = {side: int(answers[f"{part}cvp_{side}_{day}"]) for side in SIDES}
    return Report(0, "", winner, 0, cvp, cvp, dict.fromkeys(SIDES, 0), int(answers[f"{part}hexes_{day}"]))


class PaperPointsStep(from_paper.PaperPointsStep[Context]):
    """The Germans have Support CPP, and a chit that binds them, where they chose it before the purchases (12.6181)."""

    def fields(self, ctx: Context) -> Iterator[Field]:
        yield from super().fields(ctx)
        if ctx.german:
            rule = ctx.rule("purchase", "support")
            yield Field("support", gettext("Support CPP in hand"), high=MOST, rule=rule)
            if ctx.rules.readings.support_timing == "declared":
                words = display_words().chit
                options = (("", gettext("not chosen yet")), *((key, gettext(words[key])) for key in (IDLE, ATTACK)))
                label = gettext("The chit you have chosen for this day")
                yield Field("chit", label, "select", "", options=options, rule=rule)

    def support(self, entries: Entries) -> dict[str, int]:
        return {"start": entries["support"]} if entries.get("support") else {}

    def line(self, entries: Entries) -> dict[str, object]:
        return {**super().line(entries), **({"chit": entries["chit"]} if entries.get("chit") else {})}


class CountersStep(from_paper.CountersStep[Context]):
    """The order of battle; what the owner's set-up gives without a group is proposed."""

    def given_at_start(self, ctx: Context) -> Mapping[str, int]:
        result: dict[str, int] = {}
        for one, number in _given_counters(ctx):
            result[entry(one)] = result.get(entry(one), 0) + number
        return result

    def brought(self, ctx: Context) -> Iterator[NewCounter]:
        for row in ctx.rules.groups[ctx.side].values():
            group = Group("", row.id, ctx.date, 0)
            yield from _of_group(ctx, group)
        yield from (one for one, _ in _given_counters(ctx))


def _of_group(ctx: Context, group: Group) -> Iterable[NewCounter]:
    """What a group of a row brings, whatever its strength."""
    row = ctx.row_of(group)
    if row.kind in ("squads", "vehicles"):
        return (
            arrivals(ctx, group, FULL)
            if FULL.lower() in row.strengths
            else [NewCounter(kind_of(ctx, row, name), name) for name, _ in row.units]
        )
    if row.kind == "guns":
        return guns(ctx, group, FULL)
    kinds = (*PLAIN_KINDS, *SUPPORT, "weapons", "aircraft")
    return [NewCounter(kind_of(ctx, row, name), name) for name, _ in row.units if row.kind in kinds]


def _given_counters(ctx: Context) -> Iterator[tuple[NewCounter, int]]:
    """The counters that stand in the owner's set-up by their names."""
    for item in ctx.rules.game.sides[ctx.side].given:
        if item.unit:
            unit = ctx.rules.unit(ctx.side, item.unit)
            yield NewCounter(unit.kind if unit else item.kind, item.unit), item.count


OWN: tuple[StepDef[Context], ...] = (
    PaperPointsStep(),
    from_paper.GroupsStep(),
    CountersStep(),
    from_paper.ReviewStep(),
)
