"""What each step asks: dice, questions for what the print lacks, and the buttons of the desk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.contract import Field, FieldGroup, Gate, Refused
from rules.engine import entries
from rules.engine.tasks import FormTask, RollTask
from rules.systems.orsha_missions.acts import need_of, score
from rules.systems.orsha_missions.printed import ENEMY, FRIENDLY, MissionPart, pair, parts, printed, steps
from rules.systems.orsha_missions.state import Context, Todo
from rules.tables import Need
from rules.text import gettext

TURN, ENTER = "turn", "enter"
ANSWER, NOTE = "answer-", "note-"
YES, NO = "yes", "no"
BUTTONS = tuple(dict.fromkeys(key for mission in printed().mission.values() for key in mission.buttons))
"""The tables of all missions that have a button."""


def button(key: str) -> str:
    """What the press of a step is called."""
    return gettext(steps()[key].button)


def dice(ctx: Context) -> RollTask:
    """All rolls that are to be made at once."""
    needs = tuple(need_of(ctx, each.key, str(each.n)) for each in ctx.public.todo if each.rolls)
    return RollTask(button("rolls"), needs, mode=ctx.public.dice)


def _field(ctx: Context, part: MissionPart, name: str, value: str | int, label: str = "") -> Field:
    """The entry for what a part asks."""
    label = label or gettext(part.label)
    if part.ask == "text":
        return Field(name, label, "text", value, rule=part.rule)
    if part.ask == "pair":
        lower = gettext("{label}, the lower of the two", label=label)
        return Field(name, lower, value=value, low=printed().first_pair, high=printed().last_pair, rule=part.rule)
    if part.ask == "number":
        high = ctx.public.number(part.most) if part.most else part.high
        return Field(name, label, value=value, low=part.low, high=high, rule=part.rule)
    options = {
        "yes": ((NO, gettext("No")), (YES, gettext("Yes"))),
        "afv": tuple((name, name) for name in ctx.public.afvs),
        "choice": tuple((option, gettext(option)) for option in part.options),
    }[part.ask]
    return Field(name, label, "select", value or options[0][0], options=options, rule=part.rule)


def _known(ctx: Context, part: MissionPart) -> str | int:
    """What an entry proposes: what is on record; what a missing table gives is never guessed."""
    if part.lacks or part.ask == "text":
        return ""
    number = ctx.public.numbers.get(part.of, part.low)
    return (YES if number else NO) if part.ask == "yes" else number if part.ask == "number" else ""


@dataclass(frozen=True)
class AskTask(FormTask):
    """Questions, each of which may be settled at the table with a note instead where its table is missing."""

    asked: tuple[Todo, ...] = ()

    @property
    def groups(self) -> tuple[FieldGroup, ...]:  # type: ignore[override]
        """The notes are folded away together."""
        names = tuple(field.name for field in self.fields if field.name.startswith(NOTE))
        return (FieldGroup(gettext("Settled at the table instead"), False, names),) if names else ()

    def answers(self, data: Mapping[str, Any]) -> list[tuple[Todo, str | int | None, str]]:
        """What was said to each question: its value, or the note how it was settled.

        Refused where there is neither, or a number lies outside the printed ones.
        """
        fields = {field.name: field for field in self.fields}
        entries.known(data, fields)
        notes = {name: entries.read_field(fields[name], data[name]) for name in fields if name in data and NOTE in name}
        said = {
            name: "" if value == "" else entries.read_field(fields[name], value)
            for name, value in data.items()
            if name.startswith(ANSWER) and not notes.get(name.replace(ANSWER, NOTE))
        }
        return [self._answer(each, fields[f"{ANSWER}{each.n}"], said, notes) for each in self.asked]

    def _answer(
        self, each: Todo, field: Field, said: Mapping[str, Any], notes: Mapping[str, str]
    ) -> tuple[Todo, str | int | None, str]:
        if note := notes.get(f"{NOTE}{each.n}", ""):
            return each, None, note
        value = said.get(field.name, field.value)
        if value == "":
            look = gettext("Look it up in your own copy, or write below how you settled it at the table.")
            raise Refused(
                gettext("{label}: this is not answered yet.", label=field.label),
                rule=field.rule,
                field=field.name,
                way_out=look,
            )
        if each.part.ask == "yes":
            value = int(value == YES)
        return each, value, ""


def ask(ctx: Context) -> AskTask:
    """What the print of the mission does not hold, and what the board shows."""
    asked = tuple(each for each in ctx.public.todo if each.asks)
    fields = list[Field]()
    notes = list[Field]()
    for each in asked:
        part, label = each.part, gettext(each.part.label)
        if part.lacks and part.dice:
            label = gettext("{label}: {final} on {lacks}", label=label, final=each.final, lacks=part.lacks)
        elif part.lacks:
            label = gettext("{label}, by {lacks}", label=label, lacks=part.lacks)
        fields.append(_field(ctx, part, f"{ANSWER}{each.n}", _known(ctx, part), label))
        if part.lacks:
            notes.append(Field(f"{NOTE}{each.n}", gettext("Note: {label}", label=label), "text", "", rule=part.rule))
    return AskTask(button("ask"), (*fields, *notes), asked=asked)


def happens(ctx: Context) -> FormTask:
    """Whether the board allows a Random Event."""
    event = ctx.event
    options = ((YES, gettext("Yes: it happens")), (NO, gettext("No: it is rolled again")))
    asks = Field("happens", gettext(event.asks), "select", YES, options=options, rule=event.rule)
    return FormTask(button("happens"), (asks,), (f"{gettext(ctx.public.happening)}. {gettext(event.text)}",))


@dataclass(frozen=True)
class DeskTask(FormTask):
    """The tables of the mission, each with a button, the end of the Game Turn, and where Victory Points come from."""

    kind: ClassVar[str] = "desk"
    orders: ClassVar[tuple[str, ...]] = (ENTER, *BUTTONS, TURN)
    turn: str = ""
    may_end: bool = False
    wins: int = 0

    def entries(self, act: str, typed: Mapping[str, str]) -> Mapping[str, object]:
        """A table takes its dice alone."""
        return typed if act in (ENTER, "") else {}

    def gate(self, act: str, entries: Mapping[str, Any]) -> Gate | None:
        """All VPO end a mission in which they win at once."""
        if act != ENTER or not self.wins or self.read(entries)["held"] != self.wins:
            return None
        return Gate(
            gettext("All VPO are yours"),
            gettext("End the mission: it is won"),
            done=((gettext("VPO that you hold"), str(self.wins)),),
            lost=(gettext("Nothing more can be rolled or entered after that."),),
        )


def rollable(ctx: Context) -> tuple[str, ...]:
    """The buttons of the mission that have something to roll for now."""
    found = []
    for key in ctx.mission.buttons:
        part, number = parts()[key], ctx.public.number(parts()[key].of)
        if not ((part.then == "close" and not number) or (part.then == "wreck" and number >= part.high)):
            found.append(key)
    return tuple(found)


def turn_needs(ctx: Context) -> tuple[Need, ...]:
    """The dr for the mission end, from the first Game Turn on that may be the last."""
    return (need_of(ctx, ctx.mission.end, TURN),) if ctx.public.turn >= ctx.mission.first_end else ()


def desk(ctx: Context) -> DeskTask:
    """What may be rolled and entered beside the board."""
    public, mission = ctx.public, ctx.mission
    needs = (*(need_of(ctx, key, key) for key in rollable(ctx)), *turn_needs(ctx))
    fields = tuple(_field(ctx, parts()[key], key, _known(ctx, parts()[key])) for key in mission.points)
    return DeskTask(
        button("desk"),
        fields,
        tuple(status(ctx)),
        needs,
        public.dice,
        turn=gettext("End of Game Turn {turn}", turn=public.turn),
        may_end=bool(turn_needs(ctx)),
        wins=public.number("vpo") if mission.all_held_wins else 0,
    )


def status(ctx: Context) -> list[str]:
    """The numbers of the mission, and what is to be done next."""
    public, points = ctx.public, score(ctx)
    found = [
        gettext(
            "Game Turn {turn}. Victory Points: FRIENDLY {friendly}, ENEMY {enemy}.",
            turn=public.turn,
            friendly=points[FRIENDLY],
            enemy=points[ENEMY],
        ),
        *(f"{label}: {value}." for label, value in numbers_of(ctx)),
    ]
    if public.again:
        found.insert(0, gettext("Roll the {side} Random Event again.", side=public.again.upper()))
    return found


def numbers_of(ctx: Context) -> list[tuple[str, str]]:
    """SAN, AC# and RE#s of both, and the VPO held; "–" stands for a number that is kept at the table."""
    public = ctx.public
    kept = {key: str(public.numbers.get(key, "–")) for key in ("enemy_san", "enemy_ac", "friendly_san")}
    kept |= {key: pair(public.numbers[key]) if key in public.numbers else "–" for key in ("enemy_re", "friendly_re")}
    return [
        ("ENEMY", gettext("SAN {enemy_san}, AC# {enemy_ac}, RE#s {enemy_re}", **kept)),
        ("FRIENDLY", gettext("SAN {friendly_san}, RE#s {friendly_re}", **kept)),
        ("VPO", gettext("{held} of {vpo} yours", held=public.number("held"), vpo=public.number("vpo"))),
    ]
