"""The scenario: points to go through at the table, and the account of it that one side puts and the other confirms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from rules.asl.context import RefitContext, StepDef
from rules.asl.counters import casualties
from rules.contract import Event, Field, Refused
from rules.dice import Rng
from rules.documents import Gate, SheetTable
from rules.engine import entries
from rules.engine.stages import StepResult
from rules.engine.tasks import AroundForm, CheckTask, FormTask
from rules.text import gettext

C = TypeVar("C", bound=RefitContext)

LONGEST_NOTE = 500


def checklist(key: str, when: Callable[[RefitContext], bool] = lambda ctx: True) -> StepDef[RefitContext]:
    """A checklist with the `points` of its words, which may hang on a ruling; it passes by unless `when`."""

    def task(ctx: RefitContext) -> CheckTask | None:
        return CheckTask(ctx.button(key), ctx.points(key)) if when(ctx) else None

    def done(ctx: RefitContext, task: CheckTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
        return StepResult([ctx.event("step.done", step=key, note=noted(data))])

    return StepDef(key, task, {"done": done})


def noted(data: Mapping[str, Any]) -> str:
    """The note a player adds to a press."""
    return entries.text(data.get("note", ""), gettext("Note"), most=LONGEST_NOTE, field="note")


@dataclass(frozen=True)
class ReportTask(AroundForm):
    """The account of the scenario: `form` to put one; the `proposal` that stands, all it says, what it comes to.

    `mine` says whose it is, `own` is the CVP this side's own losses come to, by its order of battle.
    """

    kind: ClassVar[str] = "report"
    orders: ClassVar[tuple[str, ...]] = ("propose", "confirm")
    proposal: Any
    mine: bool
    own: int
    told: tuple[tuple[str, str], ...] = ()
    result: SheetTable | None = None

    def entries(self, act: str, typed: Mapping[str, str]) -> Mapping[str, object]:
        """Who confirms only says which account he has read."""
        return {"number": typed.get("number", "")} if act == "confirm" else typed

    def gate(self, act: str, entries: Mapping[str, Any]) -> Gate | None:
        """What the other side's account says, beside the own count, before it is confirmed."""
        if act != "confirm" or self.proposal is None or self.mine:
            return None
        own = (gettext("Your own count of your losses"), gettext("{cvp} CVP", cvp=self.own))
        return Gate(gettext("You confirm this account"), gettext("Confirm this account"), self.told, (own,))


def report_step(
    form: Callable[[C, int], FormTask],
    result: Callable[[C, Any], SheetTable],
    proposed: Callable[[C, Mapping[str, Any]], Event],
    ended: Callable[[C, Any], Event],
) -> StepDef[C]:
    """The step in which both sides agree on the account of the scenario.

    A game's `form` has the entries of the account that stands, or else what is likely, with this side's own CVP;
    `result` is what an account comes to; `proposed` the event of what was entered, `ended` that of the agreement.
    """

    def task(ctx: C) -> ReportTask:
        proposal, own = ctx.public.proposal, casualties(ctx.mine.counters, ctx.date)
        asked = form(ctx, own)
        if proposal is None:
            return ReportTask(asked, None, False, own)
        told = tuple((field.label, value) for field in asked.fields if (value := _in_words(field)))
        return ReportTask(asked, proposal, proposal.by == ctx.side, own, told, result(ctx, proposal))

    def propose(ctx: C, task: ReportTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
        return StepResult([proposed(ctx, task.form.read(data))], done=False)

    def confirm(ctx: C, task: ReportTask, data: Mapping[str, Any], rng: Rng) -> StepResult:
        """Agree to the other side's account as it stands; `number` says which one was seen."""
        proposal = ctx.public.proposal
        if proposal is None or proposal.by == ctx.side:
            none = gettext("There is no account of the other side to confirm.")
            raise Refused(none, way_out=gettext("Put your own account to them."))
        seen = entries.whole(data.get("number"), gettext("Account"), low=0, high=10**6, field="number")
        if seen != proposal.number:
            changed = gettext("The account was changed while you read it.")
            raise Refused(changed, way_out=gettext("Read the new one and confirm that."))
        return StepResult([ended(ctx, proposal)], done=False)

    return StepDef("victory", task, {"propose": propose, "confirm": confirm})


def _in_words(field: Field) -> str:
    """An entry as it stands; what was left empty says nothing."""
    if field.kind == "check":
        return gettext("yes") if field.value else gettext("no")
    return dict(field.options).get(str(field.value), str(field.value))
