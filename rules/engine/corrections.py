"""Corrections: something on record is wrong, and the other side or the umpire agrees to put it right (ADR 8).

A side proposes a correction with its reason, either of what both sides know or of its own secret record. The other
side or the umpire agrees or objects; only a correction agreed to changes anything. New values for a side's own room
stay there: the others see the reason and a seal. Nothing is edited: proposal and verdict are events in the journal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NotRequired, Protocol, runtime_checkable

from typing_extensions import TypedDict

from rules.contract import PUBLIC, Event, Field, P, Refused, S, State
from rules.engine import entries
from rules.engine.replace import replace
from rules.engine.tasks import FormTask
from rules.text import gettext

UMPIRE = "umpire"
AGREED, REFUSED, WITHDRAWN = "agreed", "refused", "withdrawn"
SHARED, OWN = "shared", "own"
REPORT = "report_"
"""Prefix of the number of the date whose report a proposal is about."""
MOST_OPEN = 5
"""How many proposals of one side may wait for an answer at the same time."""

GAIN_PROPOSED = "gain.proposed"
PROPOSED = ("correction.proposed", GAIN_PROPOSED)
SETTLED = "correction.settled"
KINDS = (*PROPOSED, SETTLED)
"""The kinds of public events; those in a side's room are `correction.written` and `gain.written`."""

MOVED, LAPSED = "moved", "lapsed"
"""Among the values a side has written down: figures that change by so much, each with its difference, its minimum and
its maximum; and the names of those whose change has lapsed."""

Values = Mapping[str, Any]
"""New values by field name; folding them refuses names that the record does not have."""


class CorrectionProposed(TypedDict):
    """A proposal, or a gain entered by hand that waits for consent. See Correction for what each entry means."""

    number: int
    by: str
    room: str
    reason: str
    values: NotRequired[Values]
    was: NotRequired[Values]
    seal: NotRequired[str]
    gain: NotRequired[str]
    classes: NotRequired[Mapping[str, int]]
    line: NotRequired[int]
    of: NotRequired[str]
    rests: NotRequired[Sequence[str]]


class CorrectionEffect(TypedDict, total=False):
    """What an agreed correction changes in public: values of the record of a date, by its number, and of a side's
    current row, by side; `map` is true if the campaign changes to another map. `moved` holds figures of a side's
    current row that change by so much, by side and name: the difference, and the least and greatest that the figure
    may be."""

    dates: Mapping[str, Values]
    moved: Mapping[str, Mapping[str, Sequence[int]]]
    map: bool


class CorrectionSettled(TypedDict):
    """A verdict, with what its proposal was about."""

    number: int
    by: str
    room: str
    verdict: str
    judge: str
    reason: NotRequired[str]
    gain: NotRequired[str]
    classes: NotRequired[Mapping[str, int]]
    effect: NotRequired[CorrectionEffect]


class CorrectionWritten(TypedDict):
    """What a side wants changed in its own room, or a gain it entered by hand."""

    number: int
    values: Values


@dataclass(frozen=True)
class Correction:
    """A proposal to put the record right. `room` is PUBLIC or the side whose own record is meant.

    `values` holds public values only, `was` those they replace, as they were at the proposal. `verdict` is "" while
    the proposal is open, `judge` the side or UMPIRE that gave it. Of a gain by hand, `gain` says how it came about and
    `classes` how many counters of each class it is. `line` is the number of the date that public values belong to. For
    the report of a date, `of` is the date's name, and `rests` are the steps whose dice depend on the report.
    """

    number: int
    by: str
    room: str
    reason: str
    values: Values = field(default_factory=dict)
    seal: str = ""
    verdict: str = ""
    judge: str = ""
    gain: str = ""
    classes: Mapping[str, int] = field(default_factory=dict)
    line: int | None = None
    of: str = ""
    rests: tuple[str, ...] = ()
    was: Values = field(default_factory=dict)


@dataclass(frozen=True)
class Corrections:
    """All corrections with what is known of each, and what the reader's side may propose.

    `wanted` says, by number, what each would change as far as the reader may know it; `forms` has a form for each
    subject of a proposal. `gains` says, by number, how many counters of which class a side has gained by hand, and how;
    `titles` names the subjects of forms that not all games have.
    """

    known: tuple[Correction, ...]
    wanted: Mapping[int, tuple[str, ...]]
    forms: Mapping[str, FormTask]
    gains: Mapping[int, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)

    @property
    def open(self) -> tuple[Correction, ...]:
        """The corrections that wait for an answer."""
        return tuple(one for one in self.known if not one.verdict)


@runtime_checkable
class HasCorrections(Protocol[P, S]):
    """A system whose record can be put right by consent; it takes the orders "correct" and "settle"."""

    def corrections(self, state: State[P, S], side: str | None) -> Corrections:
        """The corrections as `side` sees them (None: an onlooker)."""


def form(button: str, fields: Iterable[Field]) -> FormTask:
    """The form of a proposal: the reason, and every value as it stands."""
    hint = gettext("say it so that the other side can judge it")
    reason = Field("reason", gettext("What is wrong, and why"), "text", value="", hint=hint)
    return FormTask(button, (reason, *fields))


def propose(
    corrections: tuple[Correction, ...], form: FormTask, room: str, side: str, data: Mapping[str, object]
) -> list[Event]:
    """The events by which `side` proposes to change `room`; values left as they stand are no part of it.

    Raises Refused if too many proposals wait, the reason is missing, or nothing of the side's own room would change.
    """
    if sum(one.by == side and not one.verdict and not one.gain for one in corrections) >= MOST_OPEN:
        raise Refused(
            gettext("{most_open} of your corrections wait already.", most_open=MOST_OPEN),
            way_out=gettext("Withdraw one, or wait for the answer."),
        )
    read = form.read(data)
    reason = str(read.pop("reason"))
    if not reason:
        raise Refused(
            gettext("Say what is wrong, and why."),
            field="reason",
            way_out=gettext("The other side has to judge by it."),
        )
    before = {each.name: each.value for each in form.fields}
    values = {name: value for name, value in read.items() if value != before[name]}
    payload: CorrectionProposed = {"number": len(corrections) + 1, "by": side, "room": room, "reason": reason}
    if room == PUBLIC:
        payload |= {"values": values, "was": {name: before[name] for name in values}}
        return [Event("correction.proposed", PUBLIC, payload)]
    if not values:
        raise Refused(
            gettext("Nothing of your own record would change."),
            way_out=gettext("Enter the figures as they ought to be."),
        )
    written: CorrectionWritten = {"number": payload["number"], "values": values}
    return [Event("correction.written", side, written), Event("correction.proposed", PUBLIC, payload, seals=True)]


def read_verdict(corrections: tuple[Correction, ...], data: Mapping[str, object], judge: str) -> tuple[Correction, str]:
    """The open proposal that `data` names, and the verdict of `judge`; raises Refused if `judge` may not give it."""
    entries.check_names(data, {"number", "verdict"})
    number = entries.whole(data.get("number"), gettext("Correction"), low=0, high=10**6, field="number")
    correction = next((one for one in corrections if one.number == number and not one.verdict), None)
    if correction is None:
        raise Refused(
            gettext("This correction waits for no answer any more."),
            way_out=gettext("Reload the page: it shows the verdict."),
        )
    verdict = data.get("verdict")
    if verdict not in ((WITHDRAWN,) if correction.by == judge else (AGREED, REFUSED)):
        own = gettext("Your own proposal you can only withdraw; the other side or the umpire agrees to it.")
        other = gettext("Agree to it, or object to it.")
        raise Refused(
            gettext("That is no answer to it."), field="verdict", way_out=own if correction.by == judge else other
        )
    return correction, str(verdict)


def verdict_event(correction: Correction, verdict: str, judge: str, effect: CorrectionEffect) -> Event:
    """The public event of a verdict; `effect` is what it changes in public if it agrees."""
    payload: CorrectionSettled = {
        "number": correction.number,
        "by": correction.by,
        "room": correction.room,
        "verdict": verdict,
        "judge": judge,
    }
    if correction.gain:
        payload |= {"gain": correction.gain, "classes": dict(correction.classes)}
    else:
        payload["reason"] = correction.reason
    if effect:
        payload["effect"] = effect
    return Event(SETTLED, PUBLIC, payload)


def add_proposal(corrections: tuple[Correction, ...], data: CorrectionProposed) -> tuple[Correction, ...]:
    """`corrections` with a new proposal appended."""
    values: dict[str, Any] = {**data, "rests": tuple(data.get("rests", ()))}
    return (*corrections, Correction(**values))


def add_verdict(corrections: tuple[Correction, ...], data: CorrectionSettled) -> tuple[Correction, ...]:
    """`corrections` with a verdict on one of them."""
    return tuple(
        replace(one, verdict=data["verdict"], judge=data["judge"]) if one.number == data["number"] else one
        for one in corrections
    )


def moved_by(now: int, by: int, low: int, high: int) -> int:
    """A figure changed `by` so much, within limits; one that is beyond them already stays so."""
    return min(max(now + by, min(low, now)), max(high, now))


def settle_wishes(
    written: Mapping[str, Values], key: str, data: CorrectionSettled
) -> tuple[Mapping[str, Values], Values]:
    """What side `key` has `written` down, by number of correction, without what `data` settles; and of that the values
    that now hold in the side's room, {} unless the verdict agrees."""
    number = str(data["number"])
    others = {other: values for other, values in written.items() if other != number}
    return others, written.get(number, {}) if data["verdict"] == AGREED and data["room"] == key else {}
