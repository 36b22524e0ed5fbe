"""The scenario is played: at its end the losses are entered that were not recorded while it went on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from rules.asl import battle_toll
from rules.asl.context import RefitContext
from rules.asl.counters import SECTIONS, Pile, piles, together
from rules.asl.manual_changes import first_marks
from rules.asl.steps.generic import GenericStep, noted
from rules.asl.unit_acts import ACTS
from rules.contract import Event, Field, FieldGroup, Gate, Refused
from rules.dice import Rng
from rules.engine import entries
from rules.engine.replace import replace
from rules.engine.stages import StepResult
from rules.engine.tasks import FormTask, TaskBase
from rules.ground import painting
from rules.ground.fields import HexField, check_entries
from rules.ground.painting import HEXES, HOLDER
from rules.ground.positions import Placement
from rules.text import gettext, gettext_noop

LOST = ":eliminate"
TOLL_COLUMNS: Mapping[str, str] = {"eliminate": gettext_noop("Lost"), "reduce": gettext_noop("Reduced")}
"""The acts that are asked about beside conditions (battle_toll.TOLL)."""


@dataclass(frozen=True)
class TollTask(TaskBase):
    """The points of the battle, and for each line of counters a number for what befell them, by "<pile>:<what>".

    On a map the hexes that the side took are entered too, by tapping. `worth` are the CVP that each of the numbers
    costs, `lost` and `cvp` what a draft comes to. `recorded` are the counters that the side's record has as gone in
    this scenario. `roll_for` is what this side rolls for in the battle and may have the server roll, "" if nothing.
    """

    kind: ClassVar[str] = "toll"
    orders: ClassVar[tuple[str, ...]] = ("done",)
    button: str
    points: tuple[str, ...]
    fields: tuple[Field, ...]
    groups: tuple[FieldGroup, ...]
    worth: Mapping[str, int] = field(default_factory=dict)
    recorded: int = 0
    lost: int = 0
    cvp: int = 0
    roll_for: str = ""
    chosen: ClassVar[Mapping[str, str]] = {}
    positions: ClassVar[Sequence[Placement]] = ()

    def tapped(self, typed: Mapping[str, str], place: str) -> dict[str, str]:
        """What was typed, with a hex more that the side took."""
        before = typed.get(HEXES, "").strip().rstrip(",")
        return {**typed, HEXES: ", ".join(filter(None, (before, place)))}

    def entries(self, act: str, typed: Mapping[str, str]) -> Mapping[str, object]:
        """The note, and the numbers that are none of nothing."""
        return {name: value for name, value in typed.items() if name == "note" or value.strip() not in ("", "0")}

    def gate(self, act: str, entries: Mapping[str, object]) -> Gate | None:
        """A scenario in which nothing befell the side is rather one of which nothing was entered."""
        entered, _ = FormTask("", self.fields).read_each(entries)
        if act not in self.orders or self.recorded or any(entered.values()):
            return None
        title = gettext("Nothing of yours was lost in this scenario?")
        nothing = gettext("No loss and no trouble of your side is recorded, and none is entered here.")
        later = gettext("What you enter later, up to the report of the scenario, counts as well.")
        return Gate(title, self.button, lost=(nothing, later))

    def priced(self, entries: Mapping[str, object]) -> TollTask:
        """The same with the totals of a draft; entries that can't be read are left out."""
        numbers, _ = FormTask("", self.fields).read_each(entries)
        cvp = sum(number * self.worth[name] for name, number in numbers.items() if name in self.worth)
        lost = sum(number for name, number in numbers.items() if name.endswith(LOST))
        return replace(self, cvp=cvp, lost=lost)


class PlayStep(GenericStep[RefitContext]):
    """The scenario, and what it cost: the same entries as under Forces, for what was not recorded there."""

    key = "play"

    def __init__(self) -> None:
        super().__init__()
        self.handlers = {"done": self.done}

    def task(self, ctx: RefitContext) -> TollTask:
        """A line for each lot of counters on hand, whatever group they came with."""
        first, lines = first_marks(), list[tuple[str, tuple[Field, ...]]]()
        lots = together(piles(c for c in ctx.mine.counters if c.on_hand))
        for lot in (lot for _, kinds in SECTIONS for lot in lots if lot.like.kind in kinds):
            if columns := tuple(_fields(ctx, lot, first)):
                named = ", ".join([lot.like.name, *map(gettext, lot.like.marks)])
                lines.append((f"{lot.count} × {named}", columns))
        groups = tuple(FieldGroup(title, True, tuple(one.name for one in columns)) for title, columns in lines)
        fields = tuple(one for _, columns in lines for one in columns)
        if ctx.public.ground:
            fields += (HexField(HEXES, gettext("Hexes your side took"), "text", "", rule=ctx.rule("play")),)
        worth = {f"{lot.key}:{what}": ACTS[what].worth(lot.like) for lot in lots for what in TOLL_COLUMNS}
        removed = sum(c.since == ctx.scenario and not c.on_hand for c in ctx.mine.counters)
        points, roll_for = ctx.points("play"), self.roll_for(ctx)
        return TollTask(ctx.button("play"), points, fields, groups, worth, removed, roll_for=roll_for)

    def roll_for(self, ctx: RefitContext) -> str:
        """CG4: the Game End dr, for the side that makes it."""
        return gettext(ctx.texts("play").labels["roll_for"].get(ctx.side, ""))

    def done(self, ctx: RefitContext, task: TollTask, data: Mapping[str, object], rng: Rng) -> StepResult:
        """The scenario is over, and what was entered has happened in it; hexes taken are painted for everybody."""
        rule, fields = ctx.rule("play"), {one.name: one for one in task.fields}
        entries.check_names(data, {"note", *fields})
        check_entries(ctx.map, task.fields, data)
        painted = _taken(ctx, data) if fields.pop(HEXES, None) else []
        played = ctx.event("step.done", step="play", note=noted({"note": data.get("note", "")}))
        befell: dict[str, dict[str, int]] = {}
        for name, one in fields.items():
            if number := entries.read_field(one, data.get(name, 0)):
                pile, _, what = name.partition(":")
                befell.setdefault(pile, {})[what] = number
        if not befell:
            return StepResult([*painted, played])
        try:
            return StepResult([*painted, played, *battle_toll.mark(ctx, {"piles": befell, "together": True}, rng)])
        except Refused as no:
            no.rule = no.rule or rule
            raise


def _taken(ctx: RefitContext, data: Mapping[str, object]) -> list[Event]:
    """The event that paints the hexes a side has taken; none if it took none."""
    hexes = str(data.get(HEXES, "")).strip()
    painting_data = {HOLDER: ctx.side, HEXES: hexes}
    return [painting.paint(ctx.side, ctx.rules.names, ctx.public.ground, painting_data)] if hexes else []


def _fields(ctx: RefitContext, lot: Pile, first: Mapping[str, tuple[str, ...]]) -> Iterator[Field]:
    """The entries for a lot: numbers lost and reduced, and numbers for the usual conditions of its class."""
    columns = [
        (what, label) for what, label in TOLL_COLUMNS.items() if ACTS[what].becomes(ctx.rules, ctx.side, lot.like)
    ]
    columns += [(mark, mark) for mark in first.get(lot.like.kind, ()) if mark not in lot.like.marks]
    key, most, rule = lot.key, lot.count, ctx.rule("play")
    return (Field(f"{key}:{what}", gettext(label), high=most, rule=rule) for what, label in columns)
