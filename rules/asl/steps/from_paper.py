"""Taking over a campaign that was begun on paper: what both sides know is agreed, what each has is its own affair.

First one side says what stands and the other agrees, as with the report of a scenario. Then each enters its own record:
points, what it has bought before, its counters by kinds. Nothing of it is a gain that needs a nod; the record is sealed
when it is done, and gains and losses count from then on as ever.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import ClassVar, TypeVar

from rules.asl.arrival import NewCounter
from rules.asl.context import RefitContext
from rules.asl.corrections import MOST, MOST_SAN
from rules.asl.counters import SECTIONS, Counter, Piece
from rules.asl.data_files.fortifications import Work
from rules.asl.location_limits import nameless
from rules.asl.payloads import PAPER_PROPOSED
from rules.asl.state import DateRecord, FromPaper, Public
from rules.asl.steps.generic import CheckStep, Entries, FormStep, GenericStep, GroupedForm, read
from rules.asl.steps.report import in_words
from rules.contract import Event, Field, FieldGroup, Gate, Refused
from rules.dice import Rng
from rules.engine import entries
from rules.engine.stages import StepResult
from rules.engine.tasks import AroundForm, CheckTask, FormTask
from rules.text import gettext, ngettext

C = TypeVar("C", bound=RefitContext)
MOST_ALIKE, MOST_COUNTERS, MOST_BOUGHT = 99, 1500, 99
"""So many counters of a name, counters in all, and groups of a row are taken over."""
BOUGHT_ON_PAPER = "paper"
"""What the ids of groups that were bought on paper begin with."""
WORKS_ON_PAPER = "works_on_paper"
"""Among what a side knows: how many works of a kind it has bought on paper, by their keys."""
OPEN_GROUPS = 2
"""So many groups of entries are unfolded at first: what stands now, and the first of the others."""
SHARED, POINTS, GROUPS, COUNTERS = "paper", "paper_points", "paper_groups", "paper_counters"
"""The steps in which both say what they know, and a side enters what it has."""
Answers = Mapping[str, str | int | bool]


def taken_over(public: Public) -> bool:
    """Whether both sides have agreed to what stands on paper."""
    return public.paper is None or public.paper.agreed


# what both sides know ----------------------------------------------------------------------------


@dataclass(frozen=True)
class SharedRecordTask(AroundForm):
    """The record on paper that both share: its `form`, the last proposal by label (`shared`), and if that is `mine`."""

    kind: ClassVar[str] = "paper"
    orders: ClassVar[tuple[str, ...]] = ("propose", "confirm")
    paper: FromPaper
    mine: bool
    shared: tuple[tuple[str, str], ...] = ()
    groups: tuple[FieldGroup, ...] = ()

    @property
    def number(self) -> int:
        """Which of the states that were put is on the table, 0 for none."""
        return self.paper.number

    @property
    def lines(self) -> tuple[str, ...]:
        """What is said above the entries."""
        return self.form.lines

    @property
    def alone(self) -> bool:
        """See TaskBase."""
        return True

    @property
    def waits(self) -> bool:
        """The side that proposed last waits for the other one."""
        return self.mine and bool(self.number)

    def entries(self, act: str, typed: Mapping[str, str]) -> Mapping[str, object]:
        """Who agrees says what he has read."""
        if act == "confirm":
            return {"number": typed.get("number", "")}
        return {name: value for name, value in typed.items() if name != "number"}

    def gate(self, act: str, entries: Mapping[str, object]) -> Gate | None:
        """All that is agreed to, once more."""
        if act != "confirm" or not self.number or self.mine:
            return None
        return Gate(gettext("You agree to what stands on paper"), gettext("Agree: so it stands"), self.shared)


class SharedRecordStep(GenericStep[C]):
    """What both sides know of the campaign so far; one side says it, the other agrees."""

    key = SHARED

    def __init__(self) -> None:
        super().__init__()
        self.handlers = {"propose": self.propose, "confirm": self.confirm}

    @abstractmethod
    def groups(self, ctx: C, answers: Answers) -> Iterable[tuple[str, Iterable[Field]]]:
        """The entries under their headings, filled with the `answers` given last."""

    @abstractmethod
    def agreed(self, ctx: C, answers: Answers) -> Event:
        """The event of the agreement; Refused where the entries do not go together."""

    def lines(self, ctx: C) -> Iterator[str]:
        """What there is to read, with what stands on the map where there is one."""
        yield from ctx.points(self.key)
        if ctx.public.ground:
            yield gettext(ctx.texts(SHARED)["on_map"])

    def task(self, ctx: C) -> SharedRecordTask:
        """What it asks of a side, and what has been proposed so far."""
        paper = ctx.public.paper
        assert paper is not None
        groups = [(title, tuple(fields)) for title, fields in self.groups(ctx, paper.values)]
        fields = tuple(field for _, group in groups for field in group)
        folded = tuple(
            FieldGroup(title, n < OPEN_GROUPS, tuple(field.name for field in group))
            for n, (title, group) in enumerate(groups)
        )
        rows = tuple((field.label, word) for field in fields if (word := in_words(field)))
        form = FormTask(ctx.button(self.key), fields, tuple(self.lines(ctx)))
        return SharedRecordTask(form, paper, paper.by == ctx.side, rows if paper.number else (), folded)

    def propose(self, ctx: C, task: SharedRecordTask, data: Mapping[str, object], rng: Rng) -> StepResult:
        """Say what stands."""
        answers = read(ctx, task.form, data)
        self.agreed(ctx, answers)
        return StepResult([PAPER_PROPOSED(number=task.number + 1, by=ctx.side, values=dict(answers))], done=False)

    def confirm(self, ctx: C, task: SharedRecordTask, data: Mapping[str, object], rng: Rng) -> StepResult:
        """Agree to what the other side has said; `number` is what was read."""
        rule = ctx.rule(SHARED)
        if not task.number or task.mine:
            none = gettext("The other side has not said what stands on paper.")
            raise Refused(none, rule=rule, way_out=gettext("Say it yourself; the other side agrees then."))
        if entries.whole(data.get("number"), gettext("State"), low=0, high=10**6, field="number") != task.number:
            changed = gettext("What stands was changed while you read it.")
            raise Refused(changed, rule=rule, way_out=gettext("Read it anew and agree to that."))
        if ctx.public.ground and ctx.public.ground.disputed:
            hexes = ", ".join(sorted(ctx.public.ground.disputed)[:6])
            raise Refused(
                gettext("On the map the sides say different things of {hexes}.", hexes=hexes),
                rule=rule,
                way_out=gettext("Paint these hexes as the other side has them, or have it paint them as you do."),
            )
        return StepResult([self.agreed(ctx, task.paper.values)], done=False)


def row_of(record: DateRecord, *always: str) -> dict[str, object]:
    """A record as an event holds it: the values that differ from a blank one, and those that are `always` there."""
    blank = type(record)()
    return {name: value for name, value in asdict(record).items() if name in always or value != getattr(blank, name)}


def noted(text: object) -> list[str]:
    """Notes out of an entry that has several, with semicolons between."""
    return [note for word in str(text).split(";") if (note := word.strip())]


# what a side has -----------------------------------------------------------------------------------


class AloneForm(GroupedForm):
    """Entries that nobody makes by pressing on from another page: each page of the record is read by itself."""

    @property
    def alone(self) -> bool:
        """See TaskBase."""
        return True


class PaperPointsStep(FormStep[C]):
    """The points a side has in hand on this date, its ELR and its SAN."""

    key = POINTS
    form = AloneForm

    def fields(self, ctx: C) -> Iterator[Field]:
        rule, limits = ctx.rule(POINTS), ctx.rules.pack.elr.limits
        now = ctx.mine.now
        yield Field("cpp", gettext("CPP in hand"), value=now.ledger.total, high=MOST, rule=rule)
        low, high = min(limits.minimum, now.elr), max(limits.maximum, now.elr)
        yield Field("elr", gettext("ELR"), value=now.elr, low=low, high=high, rule=rule)
        yield Field("san", gettext("SAN"), value=now.san, high=max(MOST_SAN, now.san), rule=rule)

    def enter(self, ctx: C, entries: Entries) -> StepResult:
        event = ctx.event(
            "paper.points_entered",
            ledger={"start": entries["cpp"]},
            line=self.line(entries),
            support=self.support(entries),
            number=entries.get("support", 0),
        )
        return StepResult([event])

    def line(self, entries: Entries) -> dict[str, object]:
        """The new values of the row of the roster."""
        return {"elr": entries["elr"], "san": entries["san"]}

    def support(self, entries: Entries) -> dict[str, int]:
        """The points of a second purse, in a game that has one."""
        return {}


class FoldedFormStep(FormStep[C]):
    """Many entries under headings, of which the first is unfolded."""

    def task(self, ctx: C) -> FormTask | None:
        """The form, if it has any fields."""
        groups = [(title, tuple(fields)) for title, fields in self.headed(ctx)]
        fields = tuple(field for _, group in groups for field in group)
        if not fields:
            return None
        folded = tuple(
            FieldGroup(title, n == 0, tuple(field.name for field in group)) for n, (title, group) in enumerate(groups)
        )
        return AloneForm(ctx.button(self.key), fields, tuple(self.lines(ctx)), groups=folded)

    def fields(self, ctx: C) -> Iterator[Field]:
        for _, fields in self.headed(ctx):
            yield from fields

    @abstractmethod
    def headed(self, ctx: C) -> Iterable[tuple[str, Iterable[Field]]]:
        """The entries under their headings."""


class GroupsStep(FoldedFormStep[C]):
    """How many groups of each row, and works with a maximum, a side has bought on paper: they count for what may be
    bought in a campaign."""

    key = GROUPS

    def headed(self, ctx: C) -> Iterator[tuple[str, list[Field]]]:
        families: dict[str, list[Field]] = {}
        labels, rule = ctx.texts("purchase").labels["families"], ctx.rule(GROUPS)
        for row in ctx.rules.groups[ctx.side].values():
            field = Field(f"bought_{row.id}", f"{row.id} {gettext(row.name)}", high=MOST_BOUGHT, rule=rule)
            families.setdefault(gettext(labels.get(row.id[0], row.id[0])), []).append(field)
        yield from families.items()
        works = [
            Field(f"works_{work.key}", gettext(work.name), high=work.cg_max or 0, rule=ctx.rule("fortify"))
            for work in _limited_works(ctx)
        ]
        if works:
            yield gettext("Fortifications"), works

    def enter(self, ctx: C, entries: Entries) -> StepResult:
        bought, names = list[dict[str, object]](), list[str]()
        for row in ctx.rules.groups[ctx.side].values():
            if number := entries[f"bought_{row.id}"]:
                names.append(f"{number} × {row.name}")
                ids = (f"{BOUGHT_ON_PAPER}-{row.id}-{n + 1}" for n in range(number))
                bought += [{"id": key, "rg": row.id, "date": ctx.date - 1, "paid": 0} for key in ids]
        works = {work.key: number for work in _limited_works(ctx) if (number := entries[f"works_{work.key}"])}
        names += [f"{number} × {ctx.rules.forts.work(key).name}" for key, number in works.items()]
        known = {WORKS_ON_PAPER: works} if works else {}
        return StepResult([ctx.event("paper.groups_entered", buy=bought, names=names, known=known)])


def _limited_works(ctx: RefitContext) -> list[Work]:
    """The works of which a side may buy no more than so many in a campaign."""
    return [work for work in ctx.rules.forts.fortification if work.cg_max is not None and ctx.side in work.sides]


class CountersStep(FoldedFormStep[C]):
    """The order of battle by kinds: how many there are of each counter that the data know."""

    key = COUNTERS

    @abstractmethod
    def given_at_start(self, ctx: C) -> Mapping[str, int]:
        """The counters that a side is given at the first start, by the name of the entry: proposed for a start."""

    @abstractmethod
    def brought(self, ctx: C) -> Iterable[NewCounter]:
        """Counters that groups of the chart bring and works bought with points, whatever else the data know."""

    def headed(self, ctx: C) -> Iterator[tuple[str, list[Field]]]:
        at_start, rule = self.given_at_start(ctx), ctx.rule(COUNTERS)
        counters = self.countable(ctx)
        for title, kinds in SECTIONS:
            rows = [(name, one) for kind in kinds for name, one in counters.items() if one.kind == kind]
            if rows:
                yield (
                    gettext(title),
                    [
                        Field(
                            name, called(one), value=min(at_start.get(name, 0), MOST_ALIKE), high=MOST_ALIKE, rule=rule
                        )
                        for name, one in rows
                    ],
                )

    def countable(self, ctx: C) -> dict[str, NewCounter]:
        """What there is to count, by the names of the entries."""
        named = (NewCounter(unit.kind, name) for (side, name), unit in ctx.rules.units.items() if side == ctx.side)
        lines = (line for lines in ctx.rules.weapons[ctx.side].values() for line in lines)
        weapons = (NewCounter("weapon", line.weapon) for line in lines if " or " not in line.weapon)
        works = (
            NewCounter("fortification", work.name)
            for work in ctx.rules.forts.fortification
            if work.counter and ctx.side in work.sides and work.name not in nameless(ctx)
        )
        box = ctx.rules.forts.pillbox
        strengths = box.strengths if ctx.side in box.sides else ()
        boxes = (NewCounter("fortification", f"Pillbox {strength}") for strength in strengths)
        return {entry(one): one for one in (*named, *weapons, *self.brought(ctx), *works, *boxes)}

    def enter(self, ctx: C, entries: Entries) -> StepResult:
        counters = self.countable(ctx)
        wanted = [(counters[name], number) for name, number in entries.items() if number]
        total = sum(number for _, number in wanted)
        if total > MOST_COUNTERS:
            raise Refused(
                gettext("{total} counters are more than a side has: {most} at most.", total=total, most=MOST_COUNTERS),
                rule=ctx.rule(COUNTERS),
                field=entry(wanted[0][0]),
                way_out=gettext("Look through the numbers; one of them is too large."),
            )
        pieces: list[Piece] = [
            (one.kind, one.name, "", {"marks": list(one.marks)} if one.marks else {})
            for one, number in wanted
            for _ in range(number)
        ]
        names = [f"{number} × {one.name}" for one, number in wanted]
        return StepResult([ctx.event("paper.counters_entered", add=ctx.new(pieces), names=names)])


def entry(one: NewCounter | Counter) -> str:
    """The name of the entry that counts counters like this one."""
    return "_".join((one.kind, *one.name.split(), *(word for mark in one.marks for word in mark.split())))


def called(one: NewCounter) -> str:
    """A counter as a list names it, with what it comes with."""
    marks = ", ".join(map(gettext, one.marks))
    return f"{gettext(one.name)} ({marks})" if marks else gettext(one.name)


class ReviewTask(CheckTask):
    """The record as it is sealed; what is in it is said once more before."""

    @property
    def alone(self) -> bool:
        """See TaskBase."""
        return True

    def gate(self, act: str, entries: Mapping[str, object]) -> Gate | None:
        """What is sealed."""
        if act not in self.orders:
            return None
        done = tuple((line, "") for line in self.lines)
        return Gate(gettext("You seal your record from paper"), self.button, done)


class ReviewStep(CheckStep[C]):
    """The whole record once more before it is sealed: conditions, places and what has no kind of its own."""

    key = "paper_review"

    def task(self, ctx: C) -> ReviewTask:
        """What there is to go through, with what is sealed."""
        return ReviewTask(ctx.button(self.key), self.points(ctx), tuple(self.lines(ctx)))

    def lines(self, ctx: C) -> Iterator[str]:
        number, points = len(ctx.mine.on_hand), ctx.mine.now
        yield ngettext("{number} counter on hand.", "{number} counters on hand.", number, number=number)
        yield gettext("{cpp} CPP, ELR {elr}, SAN {san}.", cpp=points.ledger.total, elr=points.elr, san=points.san)
