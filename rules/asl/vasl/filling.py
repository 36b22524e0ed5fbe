"""Fills in a side's own forms from a saved game: where its counters stand, works it buys, Observers, its units.

Nothing is recorded: the entries are a draft for the commander to check, with a list of what did not fit.
"""

from __future__ import annotations

from collections import Counter as Times
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from rules.asl.context import RefitContext
from rules.asl.counters import MMC, READY, SMC, VEHICLES
from rules.asl.locations import place_of
from rules.asl.steps.aftermath.level_lines import named_places
from rules.asl.steps.aftermath.map_lines import ENEMY_AT, MMC_AT, UNITS_AT
from rules.asl.steps.aftermath.perimeter_task import PerimeterTask
from rules.asl.steps.report import ReportTask
from rules.asl.steps.setup.fortify import WHERE, FortifyTask
from rules.asl.steps.setup.lots import lots
from rules.asl.steps.setup.placing import PlacingTask
from rules.asl.steps.setup.taps import HexesTask
from rules.asl.vasl.matching import BY_HAND, DOUBTFUL, FOUND
from rules.asl.vasl.names import Names
from rules.asl.vasl.review import Review
from rules.asl.vasl.rows import VaslRow
from rules.contract import Refused, Task
from rules.engine.stages import Course
from rules.features.saved_games import SavedPlaces
from rules.text import gettext

HIDDEN_WORD, OBSERVER = " hidden", "observer"
BEHIND = {"foxhole": " cover", "trench": " cover", "a-t ditch": " cover", "pillbox": " pillbox", "bunker": " pillbox"}
"""The word behind a hex in an entry, by the entrenchment that a counter is in in VASL's stack."""
ARMED = (*VEHICLES, "gun", "cupola")
"""Classes of counters that may be units on the ground without any MMC."""
PASSED = (*SMC, "weapon", "marker", "control", "terrain", "wreck")
"""VASL's kinds of enemy counters that bar no hex: an SMC alone, and what is no unit."""
MOST_TRIES = 200
"""How many tries there are to fit entries part by part."""
TURN, VASL_TURN = "turn", "Turn"
Parts = list[str]
"""Locations of an entry, each such as `K20` or `K20/1 hidden`."""
Placing = TypeVar("Placing", PlacingTask, FortifyTask, HexesTask)
"""A task that asks where counters stand."""


def of_steps(course: Course[Any], review: Review, typed: Mapping[str, Mapping[str, str]]) -> SavedPlaces:
    """The entries of the current step and of those beside it; where works are bought, also of the set-up to come."""
    ctx = review.ctx
    if (current := course.current(ctx)) is None:
        return SavedPlaces({})
    forms = {current.spec.key: current.task, **{each.spec.key: each.task for each in current.follow_ups}}
    filled = Filling(review, typed).run(forms)
    works = any(isinstance(task, FortifyTask | HexesTask) for task in forms.values())
    if not works or any(isinstance(task, PlacingTask) for task in forms.values()):
        return filled
    wanted = {WHERE + row.key: row.name for row in ctx.rules.forts.fortification}
    named = {name for entries in filled.entries.values() for name in entries}
    bought = frozenset(name for entry, name in wanted.items() if entry in named)
    later = Filling(review, {}, bought=bought).run({"setup": _task_of(course, ctx, "setup")})
    number = filled.number + later.number
    return SavedPlaces({**later.entries, **filled.entries}, number, filled.left_out, filled.warnings)


def of_the_end(course: Course[Any], review: Review) -> SavedPlaces:
    """The entries of the steps after a scenario: the turn, if no report is proposed yet, and where units are."""
    ctx, entries = review.ctx, dict[str, dict[str, str]]()
    turn = review.report.hints.get(VASL_TURN, "").split(" ")[0]
    report, lines = (_task_of(course, ctx, step) for step in ("victory", "perimeter"))
    form = report.form if isinstance(report, ReportTask) and ctx.public.proposal is None else None
    if form and turn.isdigit() and TURN in {each.name for each in form.fields}:
        entries["victory"] = with_ticks(form, {TURN: turn})
    filling = Filling(review, {})
    if lines and (answers := filling.perimeter_answers()):
        entries["perimeter"] = with_ticks(lines, answers)
    return SavedPlaces(entries, filling.placed)


def _task_of(course: Course[Any], ctx: RefitContext, step: str) -> Task | None:
    """The task that a step of any stage would have now, None if it asks nothing."""
    return next(spec for stage in course.stages for spec in stage.steps if spec.key == step).task(ctx)


@dataclass
class Filling:
    """Fills in forms that ask where something is; `typed` are the entries so far, by step and entry.

    The works `bought` are left out of a set-up still to come: their Locations are proposed where they are bought.
    """

    review: Review
    typed: Mapping[str, Mapping[str, str]]
    left_out: list[str] = field(default_factory=list)
    placed: int = 0
    tries: int = 0
    bought: frozenset[str] = frozenset()

    @property
    def ctx(self) -> RefitContext:
        return self.review.ctx

    def run(self, forms: Mapping[str, Task | None]) -> SavedPlaces:
        """The entries for these forms, by step; works that the side has are placed before those it buys."""
        filled = dict[str, dict[str, str]]()
        for key, task in sorted(forms.items(), key=lambda each: not isinstance(each[1], PlacingTask)):
            if isinstance(task, PlacingTask):
                filled[key] = self._fitting(key, task, self._lots(), lambda now, name: name not in now.mistakes)
            elif isinstance(task, FortifyTask):
                filled[key] = self._fitting(
                    key, task, self._bought(task), lambda now, name: not (now.mistakes or now.problems)
                )
            elif isinstance(task, HexesTask):
                filled[key] = self._fitting(
                    key, task, self._observers(task), lambda now, name: name not in now.mistakes
                )
            elif isinstance(task, PerimeterTask):
                filled[key] = self.perimeter_answers()
        entries = {key: each for key, each in filled.items() if each}
        return SavedPlaces(entries, self.placed, tuple(self.left_out), tuple(self.review.doubts()))

    # what the save has ---------------------------------------------------------------------------------

    @cached_property
    def _standing(self) -> Mapping[int, VaslRow]:
        """The row of each counter found in the save, by the counter's number; for a deployed squad its first half."""
        findings = (each for each in self.review.findings if each.sort in (FOUND, DOUBTFUL, BY_HAND))
        rows = ((each.counters[0], self.review.rows[each.rows[0]]) for each in findings if each.counters and each.rows)
        return {number: row for number, row in rows if row.hex and not row.lost} | self._owned

    @cached_property
    def _works(self) -> dict[str, list[VaslRow]]:
        """The works outside hexes of the enemy, by the game's name for them."""
        ctx, file = self.ctx, self.review.file
        work_names = {row.name for row in ctx.rules.forts.fortification if ctx.side in row.sides}
        work_names |= {counter.name for counter in ctx.mine.counters if counter.kind == "fortification"}
        names = Names(work_names, file.of_side(ctx.side), self.review.assigned)
        control = ctx.public.ground.control if ctx.public.ground else {}
        result: dict[str, list[VaslRow]] = {}
        for row in self.review.report.ground:
            if row.hex and control.get(row.hex, ctx.side) in ("", ctx.side) and (read := names.read(row.name)):
                result.setdefault(min(read), []).append(row)
        return result

    @cached_property
    def _owned(self) -> dict[int, VaslRow]:
        """The rows of works that the side has, by counter, first those in their Location; they leave `_works`."""
        result: dict[int, VaslRow] = {}
        works = [c for c in self.ctx.mine.counters if c.kind == "fortification" and c.fate == READY]
        for same_place in (True, False):
            for counter in (c for c in works if c.id not in result):
                rows = self._works.get(counter.name, [])
                place = (place_of(counter.place) or "").partition("/")[0].partition(" ")[0]
                row = next((row for row in rows if not same_place or row.hex == place), None)
                if row:
                    rows.remove(row)
                    result[counter.id] = row
        return result

    # what goes into each form --------------------------------------------------------------------------

    def _lots(self) -> Iterator[tuple[str, str, Parts]]:
        for lot in (each for each in lots(self.ctx) if each.counters[0].name not in self.bought):
            rows = [row for counter in lot.counters if (row := self._standing.get(counter.id))]
            if parts := self._written(lot.label, rows):
                yield lot.field, lot.label, parts

    def _bought(self, task: FortifyTask) -> Iterator[tuple[str, str, Parts]]:
        self._owned  # noqa: B018  what the side has is no work to buy
        offered = {each.name for each in task.fields}
        for item in task.items:
            rows = self._works.get(item.name, []) if WHERE + item.key in offered else []
            if parts := self._written(item.name, rows):
                yield WHERE + item.key, item.name, parts

    def _observers(self, task: HexesTask) -> Iterator[tuple[str, str, Parts]]:
        places = [row.hex for row in self.review.report.own if OBSERVER in row.name.lower() and row.hex]
        fields = [each for each in task.fields if each.name.endswith(f":{OBSERVER}")]
        for each, place in zip(fields, places, strict=False):
            yield each.name, each.label, [place]

    def perimeter_answers(self) -> dict[str, str]:
        """The entries of the Perimeter: where MMC outside what the side holds, its arms and units of the enemy are."""
        ground = self.ctx.public.ground
        if ground is None:
            return {}
        held = ground.held(self.ctx.side) & ground.sheet.strategic_hexes
        kinds = {counter.id: counter.kind for counter in self.ctx.mine.counters}
        places: dict[str, list[VaslRow]] = {
            MMC_AT: [
                row
                for i, row in self._standing.items()
                if kinds.get(i) in MMC and ground.sheet.grid.hex(row.hex) not in held
            ],
            UNITS_AT: [row for i, row in self._standing.items() if kinds.get(i) in ARMED],
            ENEMY_AT: [row for row in self.review.report.enemy if row.hex and not row.lost and row.kind not in PASSED],
        }
        answers = {entry: self._locations(rows, entry) for entry, rows in places.items()}
        self.placed += sum(text.count(",") + 1 for text in answers.values() if text)
        return {entry: text for entry, text in answers.items() if text}

    def _locations(self, rows: Iterable[VaslRow], entry: str) -> str:
        """The Locations of rows as text, each once; with a level if the map has it there, without those off the map."""
        ground, texts = self.ctx.public.ground, dict[str, None]()
        assert ground is not None
        for row in rows:
            if ground.sheet.grid.hex(row.hex) is None:
                continue
            text = row.hex
            if row.level.isdigit():
                with suppress(Refused):
                    named_places(f"{row.hex}/{row.level}", ground.sheet, entry)
                    text = f"{row.hex}/{row.level}"
            texts[text] = None
        return ", ".join(sorted(texts))

    # what fits -----------------------------------------------------------------------------------------

    def _written(self, label: str, rows: Iterable[VaslRow]) -> Parts:
        """The Locations of rows as parts of an entry; those that can't be written go to `left_out`."""
        parts = Parts()
        for row in rows:
            if row.level and not row.level.isdigit() and row.level not in BEHIND:
                self.left_out.append(
                    gettext("{counter} at {place}: write it yourself.", counter=label, place=row.place)
                )
                continue
            place = f"{row.hex}/{row.level}" if row.level.isdigit() else row.hex + BEHIND.get(row.level, "")
            parts.append(place + (HIDDEN_WORD if row.hidden else ""))
        return parts

    def _fitting(
        self,
        step: str,
        task: Placing,
        wanted: Iterable[tuple[str, str, Parts]],
        fits: Callable[[Placing, str], bool],
    ) -> dict[str, str]:
        """The entries that fit a task beside what is typed in it; of one that does not fit, the parts that do."""
        before, fitting = self.typed.get(step, {}), dict[str, str]()
        each_wanted = list(wanted)
        whole = {name: _line(parts) for name, _, parts in each_wanted}
        priced = task.priced({**before, **whole})
        if all(fits(priced, name) for name in whole):
            self.placed += sum(len(parts) for *_, parts in each_wanted)
            return whole
        for name, label, parts in each_wanted:
            taken: Parts = []
            for part in parts:
                chosen = self._tried(task, {**before, **fitting}, name, taken, part, fits)
                if chosen is None:
                    typed = {**before, **fitting, name: _line([*taken, part])}
                    reason = _reason(task.priced(typed), name) if self.tries <= MOST_TRIES else ""
                    self.left_out.append(f"{label}, {part}: {reason}".rstrip(": "))
                else:
                    taken.append(chosen)
            if taken:
                fitting[name] = _line(taken)
                self.placed += len(taken)
        return fitting

    def _tried(
        self,
        task: Placing,
        before: Mapping[str, str],
        name: str,
        taken: Sequence[str],
        part: str,
        fits: Callable[[Placing, str], bool],
    ) -> str | None:
        """The part as it fits after those taken, hidden if it may be, else in sight; None if it does not fit."""
        for text in dict.fromkeys((part, part.removesuffix(HIDDEN_WORD))):
            self.tries += 1
            if self.tries > MOST_TRIES:
                return None
            if fits(task.priced({**before, name: _line([*taken, text])}), name):
                return text
        return None


def _line(parts: Iterable[str]) -> str:
    """Locations as one entry, with a number before those that are in it several times."""
    return ", ".join(f"{number} {part}" if number > 1 else part for part, number in Times(parts).items())


def _reason(task: Placing, name: str) -> str:
    """Why an entry does not fit."""
    problems = task.problems if isinstance(task, FortifyTask) else ()
    return task.mistakes.get(name, "") or next(iter(problems), "")


def with_ticks(task: Task, entries: Mapping[str, str]) -> dict[str, str]:
    """Entries with the ticks that a form proposes: a draft without them would say that they were removed."""
    return {**{each.name: "on" for each in task.fields if each.kind == "check" and each.value}, **entries}
