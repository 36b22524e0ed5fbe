"""The account of a scenario that one side puts and the other confirms: what a page draws of it, and the agreement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.kernel import Refused
from rules.parts import entries
from rules.parts.refit.byhand import casualties
from rules.parts.refit.desk import Desk
from rules.parts.sheets import SheetTable
from rules.parts.tasks import Field, FormTask


@dataclass(frozen=True)
class ReportTask:
    """The account of the scenario: `form` to put one; the `proposal` that stands, all it says, what it comes to.

    `mine` says whose it is, `own` is the CVP this side's own losses come to, by its order of battle.
    """

    kind: ClassVar[str] = "report"
    form: FormTask
    proposal: Any
    mine: bool
    own: int
    told: tuple[tuple[str, str], ...] = ()
    result: SheetTable | None = None


def report_task(desk: Desk, form: FormTask, proposal: Any, result: SheetTable | None) -> ReportTask:
    """The task around a game's own `form`, which has the entries of `proposal` if there is one."""
    own = casualties(desk.mine.counters, desk.date)
    if proposal is None:
        return ReportTask(form, None, False, own)
    return ReportTask(form, proposal, proposal.by == desk.side, own, tuple(told(form.fields)), result)


def told(fields: Iterable[Field]) -> Iterator[tuple[str, str]]:
    """Entries as they stand, in words; what was left empty is not told."""
    for field in fields:
        plain = ("yes" if field.value else "no") if field.kind == "check" else field.value
        value = str(dict(field.options).get(field.value, plain))
        if value:
            yield field.label, value


def agreed(desk: Desk, proposal: Any, data: Mapping[str, Any]) -> Any:
    """The other side's account if `data` confirms it as it stands; `number` says which one was seen."""
    if proposal is None or proposal.by == desk.side:
        raise Refused("There is no account of the other side to confirm.", way_out="Put your own account to them.")
    seen = entries.whole(data.get("number"), "Account", low=0, high=10**6, field="number")
    if seen != proposal.number:
        raise Refused("The account was changed while you read it.", way_out="Read the new one and confirm that.")
    return proposal
