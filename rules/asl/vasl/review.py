"""The review of a saved game that a side is shown, and the order that its answers make."""

from __future__ import annotations

from collections import Counter as Times
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.asl.battle_toll import TALLY
from rules.asl.context import RefitContext
from rules.asl.counter_fields import CUT_OFF
from rules.asl.counters import DUE, EXITED, FATES, READY, Counter, casualties
from rules.asl.manual_changes import check_exit, marks, may_leave
from rules.asl.rule_data import RuleData
from rules.asl.vasl import matching
from rules.asl.vasl.control import control_in
from rules.asl.vasl.matching import Finding, OwnNames
from rules.asl.vasl.names import Names, VaslFile
from rules.asl.vasl.perimeter import perimeters_in
from rules.asl.vasl.rows import VaslReport, VaslRow
from rules.asl.vasl.text import Whose, unknown_boards
from rules.contract import Order, Refused
from rules.engine import entries
from rules.features.saved_games import MissingRow, SavedAnswers, SavedFigure, SavedGame, SavedRow
from rules.text import gettext, gettext_noop, ngettext

HERE = "here"
"""The answer for a missing counter that took no part and is unchanged."""
GONE: Mapping[str, str] = {"eliminate": "eliminated", "capture": "captured", EXITED: EXITED, "recalled": "recalled"}
"""The fates of missing counters: names in a TALLY order, with the fates of counters."""
WHY = {
    matching.REDUCED: gettext_noop("reduced to {becomes}"),
    matching.REPLACED: gettext_noop("Replaced by {becomes}"),
    matching.MARKED: gettext_noop("a marker in the stack says: {asked}"),
    matching.DEPLOYED: gettext_noop("as two {becomes} each; recorded as whole"),
    matching.CAPTURED: gettext_noop("stacked with the other side's: enter prisoners and captured equipment by hand"),
    matching.HARDENED: gettext_noop("a {becomes} by now: a gain is entered by hand"),
    matching.NEW: gettext_noop("more than your side has: a creation is added by hand"),
    matching.CREW: gettext_noop("crews are not counted in an order of battle of their own"),
    matching.LOST: gettext_noop("among the casualties in VASL"),
    matching.WRECK: gettext_noop("there are wrecks on the map"),
}  # fmt: skip
FIGURES = {
    "Turn": gettext_noop("Turn in VASL"),
    "Axis CVP": gettext_noop("CVP of the Axis in VASL"),
    "Allied CVP": gettext_noop("CVP of the Allies in VASL"),
    "SAN and ELR": gettext_noop("SAN and ELR of both sides, in VASL's own order"),
}
SAID_BY_ACT = {matching.REDUCED: "reduce", matching.REPLACED: "replace"}


@dataclass(frozen=True)
class Review:
    """A report compared with a side's counters."""

    ctx: RefitContext
    report: VaslReport
    look: OwnNames
    file: VaslFile
    findings: Sequence[Finding]
    counters: Mapping[int, Counter]
    assigned: Mapping[str, str]

    @classmethod
    def of(cls, ctx: RefitContext, file: VaslFile, report: VaslReport, assigned: Mapping[str, str]) -> Review:
        """The review of a report, with the names that the side has assigned."""
        own = on_the_map(ctx)
        look = OwnNames(own_names(ctx, file, assigned), ctx.rules, ctx.side, frozenset(marks(ctx.rules)))
        wrecks = sum(row.kind == "wreck" for row in report.ground)
        match = matching.match(_matchable(report), own, look, wrecks)
        return cls(ctx, report, look, file, match, {counter.id: counter for counter in own}, assigned)

    @cached_property
    def rows(self) -> Sequence[VaslRow]:
        return _matchable(self.report)

    # what is shown ----------------------------------------------------------------------------

    def saved_game(self) -> SavedGame:
        """The review as a page shows it."""
        fates = {
            key: gettext(FATES[fate])
            for key, fate in GONE.items()
            if any(may_leave(self.ctx, each, fate) for each in self.counters.values())
        }
        by_condition: dict[tuple[str, str], list[Finding]] = {}
        for each in self.findings:
            for word in each.conditions:
                by_condition.setdefault((self._name(each), word), []).append(each)
        conditions = [SavedRow(word, name, len(same), gettext(word)) for (name, word), same in by_condition.items()]
        lines = []
        for key, same in self.groups(matching.MISSING).items():
            hinted = [each for each in same if each.why]
            hint = gettext(WHY[hinted[0].why]) if hinted else ""
            lines.append(MissingRow(key, self._name(same[0]), len(same), len(hinted), hint))
        # The rows that are read by a name which somebody has assigned.
        times = Times(row.name for row in self.rows)
        stands = {name: self.look.names.assigned(name) for name in times}
        assigned = [SavedRow(name, name, times[name], own) for name, own in stands.items() if own]
        warnings = self._wrong_file()
        if unknown := sum(each.sort == matching.UNKNOWN for each in self.findings):
            warnings.append(
                ngettext(
                    "{number} counter was not understood: see below.",
                    "{number} counters were not understood: see below.",
                    unknown,
                    number=unknown,
                )
            )
        return SavedGame(
            found=self._lines(matching.FOUND),
            conditions=conditions,
            doubtful=self._lines(matching.DOUBTFUL),
            missing=lines,
            by_hand=self._lines(matching.BY_HAND),
            unknown=self._unknown(),
            others=_others(self.report),
            names=sorted({counter.name for counter in self.counters.values()}),
            assigned=assigned,
            fates={**fates, HERE: gettext("took no part, unchanged")},
            figures=self._figures(),
            warnings=warnings,
            control=control_in(self.report, self.file, self.ctx.public.ground, self.ctx.rules.names),
            perimeters=perimeters_in(self.report, self.file, self.ctx.public.ground),
            read=len(self.report.own) + len(self.report.enemy) + len(self.report.ground),
        )

    def groups(self, sort: str) -> dict[str, list[Finding]]:
        """The findings of a sort, grouped by a key of what they say."""
        result: dict[str, list[Finding]] = {}
        for each in self.findings:
            if each.sort == sort:
                why = "" if each.sort == matching.MISSING else each.why
                key = "|".join([self._name(each), why, each.becomes, "+".join(each.to_confirm)])
                result.setdefault(key, []).append(each)
        return result

    def _name(self, finding: Finding) -> str:
        if not finding.counters:
            return self.rows[finding.rows[0]].name
        counter = self.counters[finding.counters[0]]
        return ", ".join([counter.name, *map(gettext, counter.marks)])

    def _lines(self, sort: str) -> list[SavedRow]:
        return [self._line(key, same) for key, same in self.groups(sort).items()]

    def _line(self, key: str, same: Sequence[Finding]) -> SavedRow:
        first = same[0]
        conditions = ", ".join(map(gettext, first.to_confirm))
        says = gettext(WHY[first.why], becomes=first.becomes, asked=conditions) if first.why else ""
        places = dict.fromkeys(filter(None, (self.rows[n].place for each in same for n in each.rows)))
        return SavedRow(key, self._name(first), len(same), says, tuple(places))

    def _unknown(self) -> list[SavedRow]:
        """The unknown rows by VASL's own name, by which names are assigned."""
        return [self._line(self._name(same[0]), same) for same in self.groups(matching.UNKNOWN).values()]

    def _figures(self) -> list[SavedFigure]:
        figures = [SavedFigure(_figure_name(name), value) for name, value in self.report.hints.items()]
        own, others = (sum(row.lost for row in rows) for rows in (self.report.own, self.report.enemy))
        if own or others:
            figures.append(SavedFigure(gettext("In the Casualties window: yours, theirs"), f"{own}, {others}"))
        if not figures:
            return []
        recorded = casualties(self.ctx.mine.counters, self.ctx.scenario)
        now, side = self.ctx.public.today, self.ctx.side
        figures.append(SavedFigure(gettext("CVP of your losses, recorded here so far"), str(recorded)))
        if side in now.san and side in now.elr:
            figures.append(SavedFigure(gettext("Your SAN and ELR, recorded here"), f"{now.san[side]}, {now.elr[side]}"))
        return figures

    def doubts(self) -> list[str]:
        """Warnings about the file, and the names in it that were not understood, for a page without a review."""
        unknown = (
            gettext("Not understood: {what}", what=f"{line.count} × {line.name} ({', '.join(line.places)})")
            for line in self._unknown()
        )
        return [*self._wrong_file(), *unknown]

    def _wrong_file(self) -> list[str]:
        warnings = []
        if boards := sorted(unknown_boards(self.report, self.file.board)):
            text = gettext_noop("This game lies on {boards}, which is not this campaign's map: is it the right file?")
            warnings.append(gettext(text, boards=", ".join(boards)))
        if not any(each.rows and each.counters for each in self.findings):
            warnings.append(
                gettext("None of your side's counters is in it: is it the right file, and the right campaign?")
            )
        return warnings

    # what is ordered --------------------------------------------------------------------------

    def order(self, answers: SavedAnswers) -> Order:
        """The order that records the findings as answered; raises Refused if answers are wrong or nothing changes."""
        acts, noted = dict[str, list[int]](), dict[str, list[int]]()
        for each in self.findings:
            for word in each.conditions:
                noted.setdefault(word, []).extend(each.counters)
        for key, same in self.groups(matching.DOUBTFUL).items():
            for each in same[: self._number(answers.doubtful.get(key, ""), f"d:{key}", self._line(key, same))]:
                if act := SAID_BY_ACT.get(each.why):
                    acts.setdefault(act, []).extend(each.counters)
                for word in each.to_confirm:
                    noted.setdefault(word, []).extend(each.counters)
        for key, same in self.groups(matching.MISSING).items():
            for fate, ids in self._fates(key, same, answers).items():
                check_exit(self.ctx, [self.counters[i] for i in ids], fate, f"x:{key}:{fate}")
                acts.setdefault(fate, []).extend(ids)
        acts.pop(HERE, None)
        if not acts and not noted:
            raise Refused(
                gettext("There is nothing to record: all your counters are as they were."),
                way_out=gettext("Go back to the step and say that the scenario is played."),
            )
        return Order(TALLY, {"acts": acts, "marks": noted})

    def _number(self, typed: str, field: str, line: SavedRow | MissingRow) -> int:
        return entries.whole(typed, line.name, low=0, high=line.count, field=field)

    def _fates(self, key: str, same: Sequence[Finding], answers: SavedAnswers) -> dict[str, list[int]]:
        """The missing counters of a line by fate, those with a hint first; raises Refused if the numbers do not fit."""
        line = MissingRow(key, self._name(same[0]), len(same))
        ids = [each.counters[0] for each in sorted(same, key=lambda each: not each.why)]
        by_fate: dict[str, list[int]] = {}
        for fate in (*GONE, HERE):
            field = f"{key}:{fate}"
            number = self._number(answers.missing.get(field, ""), f"x:{field}", line)
            if number > len(ids):
                too_many = gettext("{name}: you said what became of more than are missing.", name=line.name)
                raise Refused(too_many, field=f"x:{field}", way_out=gettext("Enter fewer."))
            by_fate[fate], ids = ids[:number], ids[number:]
        if ids and answers.rest not in (*GONE, HERE):
            raise Refused(
                gettext("Say what became of those that are missing."),
                field="rest",
                way_out=gettext("Choose it for all of them at once, and enter exceptions beside their lines."),
            )
        if ids:
            by_fate[answers.rest] = [*by_fate[answers.rest], *ids]
        return {fate: those for fate, those in by_fate.items() if those}


def on_the_map(ctx: RefitContext) -> list[Counter]:
    """The side's counters that a saved game may have, those still to enter included, since they may have entered."""
    return [c for c in ctx.mine.on_hand if c.fate in (READY, DUE) and c.kind in CUT_OFF]


def _matchable(report: VaslReport) -> tuple[VaslRow, ...]:
    """The side's own rows that stand for a counter."""
    return tuple(row for row in report.own if row.kind not in ("marker", "concealment", "terrain", "control", "wreck"))


def _others(report: VaslReport) -> list[SavedRow]:
    """The rows of the other side and of nobody, by name."""
    by_name: dict[str, list[VaslRow]] = {}
    for row in (*report.enemy, *report.ground):
        by_name.setdefault(row.name, []).append(row)
    lines = ((name, same, dict.fromkeys(row.place for row in same if row.place)) for name, same in by_name.items())
    return [SavedRow(name, name, len(same), places=tuple(places)) for name, same, places in lines]


def own_names(ctx: RefitContext, file: VaslFile, assigned: Mapping[str, str] | None = None) -> Names:
    """The names that may be the side's own: those of its counters, and those of its units in the book."""
    own = {counter.name for counter in ctx.mine.counters}
    return Names(own | _of_side(ctx.rules, ctx.side), file.of_side(ctx.side), assigned)


def whose(ctx: RefitContext, file: VaslFile, assigned: Mapping[str, str]) -> Whose:
    """The names of all sides, to sort the rows of a text, which names no side."""
    others = [Names(_of_side(ctx.rules, side), file.of_side(side)) for side in ctx.rules.names if side != ctx.side]
    return Whose(own_names(ctx, file, assigned), others)


def _of_side(rules: RuleData, side: str) -> set[str]:
    """The names of a side's counters in the book, which are public."""
    groups = (name for group in rules.groups.get(side, {}).values() for name, _ in group.units)
    return {name for its, name in rules.units if its == side} | set(groups)


def _figure_name(name: str) -> str:
    """A figure of VASL as it is called on a page."""
    if number := name.removeprefix("OBA ") if name.startswith("OBA ") else "":
        return gettext("Draw pile {number} of your artillery in VASL: black, red", number=number)
    return gettext(FIGURES.get(name, name))
