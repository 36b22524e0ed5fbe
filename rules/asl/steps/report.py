"""The report of a scenario: each side states its own losses, one side reports the rest, the other confirms it all.

A side's room has a count of its own, from its order of battle, which is published beside what the side states. If the
two differ, the side gives a reason or the other side agrees to it; until then the report can't be confirmed.
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
    """The report of the scenario: the `form` to propose one, and the `proposal` that waits, with its `result`.

    `mine` is whether this side proposed it; `shared` are its figures by label, `own` is the CVP of this side's losses
    by its own order of battle. `missing` are the names of sides that have not stated their losses, `stated` is whether
    this one has, `losses` are the statements beside the records, and `agree` is the box to tick where the other side's
    statement and record differ without a reason.
    """

    kind: ClassVar[str] = "report"
    orders: ClassVar[tuple[str, ...]] = ("propose", "confirm")
    proposal: Report | None
    mine: bool
    own: int
    shared: tuple[tuple[str, str], ...] = ()
    result: SheetTable | None = None
    missing: tuple[str, ...] = ()
    stated: bool = False
    losses: tuple[LossRow, ...] = ()
    agree: Field | None = None
    counted: tuple[str, ...] = ()
    """The names of entries that the side's own record tells."""

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

    def told(self, entries: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
        """All of it: a report is read by both. What is left as this side's record has it is as it has it by then."""
        by_record = gettext("as your record has it then")
        return tuple(
            (
                label,
                by_record if field.name in self.counted and str(entries.get(field.name)) == str(field.value) else said,
            )
            for field, (label, said) in zip(self.fields, self.form.told(entries), strict=True)
        )

    def gate(self, act: str, entries: Mapping[str, object]) -> Gate | None:
        """What the other side's report says, beside both counts and both records, before it is confirmed."""
        if act != "confirm" or self.proposal is None or self.mine or self.missing:
            return None
        own = (gettext("Your own count of your losses"), gettext("{cvp} CVP", cvp=self.own))
        done = (*self.shared, *(line for row in self.losses for line in _lines(row)))
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
    def own_count(self, ctx: C) -> Mapping[str, int]:
        """What the acting side's own record says of its entries, by their names."""

    def by_map(self, ctx: C) -> Mapping[str, MapCount]:
        """Those of the `shared` entries that the map tells, by their names."""
        return {}

    @abstractmethod
    def result(self, ctx: C, proposal: R) -> SheetTable:
        """The result of a whole report, as a table."""

    @abstractmethod
    def proposal_event(self, ctx: C, answers: Mapping[str, object], stated: Mapping[str, Mapping[str, int]]) -> Event:
        """The event of a report: the `answers` of who puts it, and what each side has `stated` of itself by now."""

    @abstractmethod
    def ended(self, ctx: C, proposal: R) -> Event:
        """The event of the agreement."""

    @abstractmethod
    def figures(self, proposal: R, side: str) -> Mapping[str, int]:
        """What `proposal` says of `side`, by the names of its entries; {} where it has not stated anything."""

    def task(self, ctx: C) -> ReportTask:
        """What it asks of a side, and the report proposed so far."""
        proposal, side, counted = self._proposal(ctx), ctx.side, self.own_count(ctx)
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
        public = tuple(field.name for field in fields)
        form = FormTask(ctx.button("victory"), fields, (*self.lines(ctx), *reckoned), public=public)
        if proposal is None:
            return ReportTask(form, None, False, own, counted=tuple(counted))
        missing = tuple(each for each in ctx.rules.names if not self._stated(ctx, each))
        losses = tuple(row for each in ctx.rules.names for row in self._losses(ctx, each))
        figures = tuple((field.label, value) for field in self.shared(ctx) if (value := in_words(field)))
        unexplained = any(row.unexplained for each in _others(ctx) for row in self._losses(ctx, each))
        return ReportTask(
            form,
            proposal,
            proposal.by == side,
            own,
            figures,
            None if missing else self.result(ctx, proposal),
            tuple(gettext(ctx.rules.names[each]) for each in missing),
            bool(mine),
            losses,
            Field(AGREED, gettext(AGREE), "check", False, rule=ctx.rule("victory")) if unexplained else None,
        )

    def propose(self, ctx: C, task: ReportTask, data: Mapping[str, object], rng: Rng) -> StepResult:
        """Put a report: one's own losses, and all that both sides know of."""
        answers = task.form.read(data)
        # Refuse a figure that is not the map's, unless the remark says why.
        for name, count in self.by_map(ctx).items():
            if answers[name] != count.value and not answers[NOTE].strip():
                differs = gettext(
                    "{of}: {said} entered, {value} by the map.", of=count.of, said=answers[name], value=count.value
                )
                paint = gettext("Paint the map as it is, or say in the remark why the figure is another.")
                raise Refused(differs, rule=ctx.rule("victory"), field=name, way_out=paint)
        counted, side = self.own_count(ctx), ctx.side
        figures = {field.name: answers[field.name] for field in self.own(ctx, side, counted)}
        stated = {each: self._stated(ctx, each) for each in _others(ctx)} | {side: figures}
        event = self.proposal_event(ctx, answers, {each: found for each, found in stated.items() if found})
        statement = LOSSES_STATED(side=side, figures=figures, recorded=dict(counted), why=answers[WHY])
        return StepResult([statement, event], done=False)

    def restated(self, ctx: C) -> list[Event]:
        """That the side's own record has changed since it stated its losses for the report that stands.

        Else a side could state what little it has recorded, and record the rest while the other one confirms.
        """
        statement, counted = ctx.public.stated.get(ctx.side), dict(self.own_count(ctx))
        if ctx.public.proposal is None or statement is None or statement.recorded == counted:
            return []
        return [LOSSES_RESTATED(side=ctx.side, figures=dict(statement.figures), recorded=counted, why=statement.why)]

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
        counted, mine = self.own_count(ctx), self._stated(ctx, ctx.side)
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
        proposal = ctx.public.proposal
        return proposal if isinstance(proposal, self.report_class) else None

    def _stated(self, ctx: C, side: str) -> Mapping[str, int]:
        """What `side` has stated of itself for the report that stands: {} for nothing yet."""
        proposal = self._proposal(ctx)
        if proposal is None:
            return {}
        if side in ctx.public.stated:
            return ctx.public.stated[side].figures
        return self.figures(proposal, side)

    def _losses(self, ctx: C, side: str) -> Iterator[LossRow]:
        """What `side` has stated, beside its record."""
        figures = self._stated(ctx, side)
        statement = ctx.public.stated.get(side)
        for field in self.own(ctx, side, figures) if figures else ():
            recorded = statement.recorded.get(field.name) if statement else None
            name, why = gettext(ctx.rules.names[side]), statement.why if statement else ""
            yield LossRow(name, field.label, figures.get(field.name, 0), recorded, why)


def _others(ctx: RefitContext) -> list[str]:
    return [side for side in ctx.rules.names if side != ctx.side]


def in_words(field: Field) -> str:
    """An entry as it stands; what was left empty says nothing."""
    if field.kind == "check":
        return gettext("yes") if field.value else gettext("no")
    return dict(field.options).get(str(field.value), str(field.value))
