"""The report of a scenario: each side states its own losses, one puts the rest, and the other confirms the whole.

In its room a side has its own count, that of its order of battle; it is told beside what the side states. Where
the two differ, the side says why, or the other one agrees to it; before that the report can't be confirmed.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from rules.asl.context import RefitContext
from rules.asl.payloads import LOSSES_RESTATED, LOSSES_STATED
from rules.asl.state import Report
from rules.asl.steps.generic import GenericStep
from rules.contract import Event, Field, Gate, Refused
from rules.dice import Rng
from rules.engine import entries
from rules.engine.entries import read_field
from rules.engine.stages import StepResult
from rules.engine.tasks import AroundForm, FormTask
from rules.features.documents import SheetTable
from rules.ground.counting import MapCount
from rules.text import gettext, gettext_noop

C = TypeVar("C", bound=RefitContext)
R = TypeVar("R", bound=Report)
AGREED, WHY, NOTE = "agreed", "why", "note"
AGREE = gettext_noop("I agree to the other side's figures although they differ from its record")


@dataclass(frozen=True)
class LossRow:
    """A figure that a side states of itself, and what its own record says of it (None: nothing)."""

    side: str
    label: str
    stated: int
    recorded: int | None
    why: str

    @property
    def differs(self) -> bool:
        """Whether the side states something else than its record says."""
        return self.recorded is not None and self.stated != self.recorded

    @property
    def unexplained(self) -> bool:
        """Whether it does so without saying why."""
        return self.differs and not self.why


@dataclass(frozen=True)
class ReportTask(AroundForm):
    """The report of the scenario: `form` to put one; the `proposal` that stands, all it says, what it comes to.

    `mine` says whose it is, `own` is the CVP this side's own losses come to, by its order of battle. `missing` are the
    sides that have not stated their losses; `losses` what was stated, `agree` what the other side's conflict asks.
    """

    kind: ClassVar[str] = "report"
    orders: ClassVar[tuple[str, ...]] = ("propose", "confirm")
    proposal: Report | None
    mine: bool
    own: int
    told: tuple[tuple[str, str], ...] = ()
    result: SheetTable | None = None
    missing: tuple[str, ...] = ()
    stated: bool = False
    losses: tuple[LossRow, ...] = ()
    agree: Field | None = None

    @property
    def alone(self) -> bool:
        """Once the side has stated its losses there is nothing but the report to look at."""
        return self.stated

    @property
    def waits(self) -> bool:
        """Who put the report last waits for what the other side says of it."""
        return self.proposal is not None and self.mine

    def entries(self, act: str, typed: Mapping[str, str]) -> Mapping[str, object]:
        """Who confirms says which report he has read, and whether he agrees to what its record does not bear out."""
        if act == "confirm":
            return {"number": typed.get("number", ""), AGREED: typed.get(AGREED, "")}
        return {name: value for name, value in typed.items() if name not in ("number", AGREED)}

    def gate(self, act: str, entries: Mapping[str, object]) -> Gate | None:
        """What the other side's report says, beside both counts and both records, before it is confirmed."""
        if act != "confirm" or self.proposal is None or self.mine or self.missing:
            return None
        own = (gettext("Your own count of your losses"), gettext("{cvp} CVP", cvp=self.own))
        done = (*self.told, *(line for row in self.losses for line in _lines(row)))
        return Gate(gettext("You confirm this report"), gettext("Confirm this report"), done, (own,))


def _lines(row: LossRow) -> Iterator[tuple[str, str]]:
    """A figure in a list: what was stated, and what the record says where that is something else."""
    yield row.label, str(row.stated)
    if row.differs:
        yield gettext("{side}: its record says", side=row.side), str(row.recorded)
        yield gettext("{side}: its reason", side=row.side), row.why or gettext("none given")


class ReportStep(GenericStep[C], Generic[C, R]):
    """The step in which both sides agree on the report of the scenario; a game says what stands in it."""

    key = "victory"
    report_class: type[R]

    def __init__(self) -> None:
        super().__init__()
        self.handlers = {"propose": self.propose, "confirm": self.confirm}

    @abstractmethod
    def shared(self, ctx: C) -> Iterator[Field]:
        """What both sides know of, as it was put last, or else what is likely."""

    @abstractmethod
    def own(self, ctx: C, side: str, stated: Mapping[str, int]) -> Iterator[Field]:
        """What `side` alone says: its losses, as they were `stated`, or 0."""

    @abstractmethod
    def counted(self, ctx: C) -> Mapping[str, int]:
        """What the acting side's own record says of its entries, by their names."""

    def by_map(self, ctx: C) -> Mapping[str, MapCount]:
        """Those of the `shared` entries that the map tells, by their names."""
        return {}

    @abstractmethod
    def result(self, ctx: C, proposal: R) -> SheetTable:
        """What a whole report comes to."""

    @abstractmethod
    def proposed(self, ctx: C, said: Mapping[str, object], stated: Mapping[str, Mapping[str, int]]) -> Event:
        """The event of a report: what was `said`, and what each side has `stated` of itself by now."""

    @abstractmethod
    def ended(self, ctx: C, proposal: R) -> Event:
        """The event of the agreement."""

    @abstractmethod
    def figures(self, proposal: R, side: str) -> Mapping[str, int]:
        """What `proposal` says of `side`, by the names of its entries; {} where it has not stated anything."""

    def task(self, ctx: C) -> ReportTask:
        """What it asks of a side, and what stands by now."""
        proposal, side, counted = self._proposal(ctx), ctx.side, self.counted(ctx)
        own = counted.get(f"cvp_{side}", 0)
        mine = self._stated(ctx, side)
        why = ctx.public.stated[side].why if side in ctx.public.stated else ""
        reason = gettext("If your losses differ from your record: why")
        hint = gettext("both sides read it")
        fields = (
            *self.own(ctx, side, mine or counted),
            *self.shared(ctx),
            Field(WHY, reason, "text", why, hint=hint, rule=ctx.rule("victory")),
        )
        reckoned = (count.sentence for count in self.by_map(ctx).values())
        asked = FormTask(ctx.button("victory"), fields, (*self.lines(ctx), *reckoned))
        if proposal is None:
            return ReportTask(asked, None, False, own)
        missing = tuple(each for each in ctx.rules.names if not self._stated(ctx, each))
        losses = tuple(row for each in ctx.rules.names for row in self._losses(ctx, each))
        told = tuple((field.label, value) for field in self.shared(ctx) if (value := in_words(field)))
        unexplained = any(row.unexplained for each in _others(ctx) for row in self._losses(ctx, each))
        return ReportTask(
            asked,
            proposal,
            proposal.by == side,
            own,
            told,
            None if missing else self.result(ctx, proposal),
            tuple(gettext(ctx.rules.names[each]) for each in missing),
            bool(mine),
            losses,
            Field(AGREED, gettext(AGREE), "check", False, rule=ctx.rule("victory")) if unexplained else None,
        )

    def propose(self, ctx: C, task: ReportTask, data: Mapping[str, object], rng: Rng) -> StepResult:
        """Put a report: one's own losses, and all that both sides know of."""
        said = task.form.read(data)
        # Refuse a figure that is not the map's, unless the remark says why.
        for name, count in self.by_map(ctx).items():
            if said[name] != count.value and not said[NOTE].strip():
                differs = gettext(
                    "{of}: {said} entered, {value} by the map.", of=count.of, said=said[name], value=count.value
                )
                paint = gettext("Paint the map as it is, or say in the remark why the figure is another.")
                raise Refused(differs, rule=ctx.rule("victory"), field=name, way_out=paint)
        counted, side = self.counted(ctx), ctx.side
        figures = {field.name: said[field.name] for field in self.own(ctx, side, counted)}
        stated = {each: self._stated(ctx, each) for each in _others(ctx)} | {side: figures}
        event = self.proposed(ctx, said, {each: found for each, found in stated.items() if found})
        told = LOSSES_STATED(side=side, figures=figures, recorded=dict(counted), why=said[WHY])
        return StepResult([told, event], done=False)

    def restated(self, ctx: C) -> list[Event]:
        """That the side's own record has changed since it stated its losses for the report that stands.

        Else a side could state what little it has recorded, and record the rest while the other one confirms.
        """
        told, counted = ctx.public.stated.get(ctx.side), dict(self.counted(ctx))
        if ctx.public.proposal is None or told is None or told.recorded == counted:
            return []
        return [LOSSES_RESTATED(side=ctx.side, figures=dict(told.figures), recorded=counted, why=told.why)]

    def confirm(self, ctx: C, task: ReportTask, data: Mapping[str, object], rng: Rng) -> StepResult:
        """Agree to the other side's report as it stands; `number` says which one was seen."""
        proposal = self._proposal(ctx)
        if proposal is None or proposal.by == ctx.side:
            none = gettext("There is no report of the other side to confirm.")
            raise Refused(none, way_out=gettext("Put your own report to them."))
        seen = entries.whole(data.get("number"), gettext("Report"), low=0, high=10**6, field="number")
        if seen != proposal.number:
            changed = gettext("The report was changed while you read it.")
            raise Refused(changed, way_out=gettext("Read the new one and confirm that."))
        # Refuse a report in which losses are missing, or differ from the record while nobody said why or agreed.
        rule = ctx.rule("victory")
        if task.missing:
            lacking = gettext("Losses are not stated yet: {sides}.", sides=", ".join(task.missing))
            raise Refused(lacking, rule=rule, way_out=gettext("Each side states its own; put yours to the other side."))
        counted, mine = self.counted(ctx), self._stated(ctx, ctx.side)
        explained = ctx.side in ctx.public.stated and ctx.public.stated[ctx.side].why
        if not explained and any(number != mine.get(name, number) for name, number in counted.items()):
            differs = gettext("This report says other losses of yours than your own record.")
            put = gettext("Put a report with your losses as they are, or with the reason why they differ.")
            raise Refused(differs, rule=rule, field=WHY, way_out=put)
        if task.agree and not read_field(task.agree, data.get(AGREED)):
            unexplained = gettext("The other side states other losses than its record says, and no reason.")
            agree = gettext("Tick that you agree to it, or ask for the reason; the other side can put it anew.")
            raise Refused(unexplained, rule=rule, field=AGREED, way_out=agree)
        return StepResult([self.ended(ctx, proposal)], done=False)

    def _proposal(self, ctx: C) -> R | None:
        """The report that stands, None as long as nobody has put one."""
        found = ctx.public.proposal
        return found if isinstance(found, self.report_class) else None

    def _stated(self, ctx: C, side: str) -> Mapping[str, int]:
        """What `side` has stated of itself for the report that stands: {} for nothing yet."""
        proposal = self._proposal(ctx)
        if proposal is None:
            return {}
        if side in ctx.public.stated:
            return ctx.public.stated[side].figures
        return self.figures(proposal, side)

    def _losses(self, ctx: C, side: str) -> Iterator[LossRow]:
        """What `side` has stated, beside its record; a report of before has no such record in it."""
        figures = self._stated(ctx, side)
        told = ctx.public.stated.get(side)
        for field in self.own(ctx, side, figures) if figures else ():
            recorded = told.recorded.get(field.name) if told else None
            name, why = gettext(ctx.rules.names[side]), told.why if told else ""
            yield LossRow(name, field.label, figures.get(field.name, 0), recorded, why)


def _others(ctx: RefitContext) -> list[str]:
    return [side for side in ctx.rules.names if side != ctx.side]


def in_words(field: Field) -> str:
    """An entry as it stands; what was left empty says nothing."""
    if field.kind == "check":
        return gettext("yes") if field.value else gettext("no")
    return dict(field.options).get(str(field.value), str(field.value))
