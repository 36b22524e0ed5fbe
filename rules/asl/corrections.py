"""Corrections of a refit's record, to which the other side or the umpire agrees (ADR 8).

Weather, wind, ELR, SAN and points are the same in all games. For the report of a scenario each game says which figures
can be corrected, and what follows from the corrected report.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, Generic, TypeVar

from rules.asl import gains
from rules.asl.context import RefitContext
from rules.asl.rule_data import RuleData
from rules.asl.state import Public, Report, SideRoom
from rules.contract import PUBLIC, Event, Field, Order, Refused
from rules.dice import Rng
from rules.engine import corrections as agreed
from rules.engine import entries
from rules.engine.corrections import (
    AGREED,
    LAPSED,
    MOVED,
    OWN,
    REPORT,
    SHARED,
    UMPIRE,
    Correction,
    CorrectionEffect,
    Corrections,
    Values,
    moved_by,
)
from rules.engine.reducers import Data
from rules.engine.replace import replace
from rules.engine.tasks import FormTask
from rules.ground import proposing
from rules.ground.map_schema import MAP
from rules.text import gettext, gettext_noop

BUTTON = gettext_noop("Propose the correction")
WINNER = "winner"
ANNOUNCED = ("elr", "san")
"""The figures of a side's row that it announces."""
MOST, MOST_SAN, MOST_TURNS = 999, 7, 20
"""The greatest entries for points, a SAN, and turns."""
POOLS = {
    "cpp": (gettext_noop("CPP in hand"), "purchase"),
    "fpp": (gettext_noop("FPP in hand"), "fortify"),
    "support": (gettext_noop("Support CPP in hand"), "support"),
}
"""The points that a context may have in its `purses`: their name, and the step with their rule."""
WORDS = {
    "elr": gettext_noop("ELR"),
    "san": gettext_noop("SAN"),
    "weather": gettext_noop("Weather"),
    "ec": gettext_noop("Environmental conditions"),
    "wind": gettext_noop("Wind"),
    "turn": gettext_noop("Ended on turn"),
    "rain": gettext_noop("It rained"),
    "lvp": gettext_noop("LVP"),
    "evp": gettext_noop("EVP"),
    "cvp": gettext_noop("CVP"),
    "cvp_points": gettext_noop("CVP that count for points"),
    "hexes": gettext_noop("Stone Hexes held"),
    "taken": gettext_noop("Stone Hexes gained"),
    WINNER: gettext_noop("Winner"),
} | {key: name for key, (name, _) in POOLS.items()}
"""The names of figures where a correction is told; the key of a side's figure ends with _ and the side."""

P = TypeVar("P", bound=Public)
R = TypeVar("R", bound=Report)


class ReportCorrections(ABC, Generic[P, R]):
    """Corrections of a scenario's report: its current `figures`, and the `outcome` of a corrected report.

    Both get the public room as of the report's date, `outcome` as it is before agreement to the report. `room_class`
    and `report_class` are the game's classes of room and report.
    """

    room_class: type[P]
    report_class: type[R]
    rests: Mapping[str, tuple[str, ...]]
    """The steps whose dice depend on a figure, by its name; under WINNER those that depend on who has won."""

    @abstractmethod
    def called(self, public: P) -> str:
        """The name of a date, untranslated as in events; `public` is the room as of that date."""

    def title(self, public: P) -> str:
        """The name of a date in the reader's language."""
        return gettext(self.called(public))

    @abstractmethod
    def figures(self, public: P, report: R) -> Iterable[Field]:
        """The figures, named like the entries of the report; a side's figure ends with _ and the side."""

    def elr_less(self, public: Public, side: str) -> int:
        """How much lower the ELR is that a side has in the scenario of the date in play than that of its roster."""
        return 0

    @abstractmethod
    def outcome(self, public: P, report: R) -> Mapping[str, object]:
        """New values of the date's record; those that the report has too change in both."""

    def view(self, public: Public, rooms: Iterable[SideRoom], ctx: RefitContext | None, rules: RuleData) -> Corrections:
        """The corrections for a page, from the public room and the open `rooms`; `ctx` is the reader's own, if any."""
        names = rules.names
        wanted = {
            int(number): tuple(describe_changes(v, names)) for room in rooms for number, v in room.written.items()
        }
        shared = {
            one.number: tuple(describe_changes(one.values, names, one.was)) for one in public.corrections if one.values
        }
        mine = ctx if ctx and ctx.stage != "ended" else None
        forms = {**self._public(mine.public, rules), OWN: _own(mine)} if mine else {}
        titles = {
            f"{REPORT}{n}": gettext("Report of {line}", line=self.title(self._as_of(public, n)))
            for n in _reported(public)
        }
        gained = {one.number: gains.in_words(one.classes, one.gain) for one in public.corrections if one.gain}
        return Corrections(public.corrections, wanted | shared, forms, gained, titles)

    def correct(self, ctx: RefitContext, data: Mapping[str, object], rng: Rng) -> list[Event]:
        """Propose a correction `about` what both sides know, or the side's own record; raises Refused for others."""
        given = dict(data)
        about = given.pop("about", "")
        if isinstance(about, str) and (form := self._public(ctx.public, ctx.rules).get(about)):
            events = agreed.propose(ctx.public.corrections, form, PUBLIC, ctx.side, given)
            return [self._of_date(ctx, about, event) for event in events]
        if about == OWN:
            event, *more = agreed.propose(ctx.public.corrections, _own(ctx), ctx.side, ctx.side, given)
            written: Data = event.data
            return [replace(event, data={**written, "values": _as_differences(ctx, written["values"])}), *more]
        unknown = gettext("{entry} can't be corrected.", entry=entries.excerpt(about))
        message = gettext("Choose what both sides know of, or your own record.")
        raise Refused(unknown, field="about", way_out=message)

    def answer(self, ctx: RefitContext, data: Mapping[str, object], rng: Rng) -> list[Event]:
        """Agree to the other side's correction, object to it, or withdraw one's own."""
        return [self._verdict_event(ctx.public, ctx.rules, data, ctx.side)]

    def judge(self, public: Public, rules: RuleData, order: Order) -> tuple[Event, ...]:
        """The umpire's verdict on a correction."""
        if order.kind != "settle":
            none = gettext("An umpire judges corrections and gives no orders.")
            raise Refused(none, way_out=gettext("The sides act for themselves."))
        return (self._verdict_event(public, rules, order.data, UMPIRE),)

    def _public(self, public: Public, rules: RuleData) -> dict[str, FormTask]:
        """The forms for what both sides know, by subject: the date in play, and the report of each scenario."""
        reports = {f"{REPORT}{n}": self._report(public, n) for n in reversed(_reported(public))}
        # What both sides know of the date in play: the weather, and what was announced.
        now, names = public.today, rules.names
        questions = [
            choice("weather", gettext("Weather"), now.weather, rules),
            choice("ec", gettext("Environmental conditions"), now.ec, rules),
            Field("wind", gettext("Wind"), "text", now.wind, rule=_rule(rules, "wind")),
        ]
        for side in names:
            name = gettext(names[side])
            if side in now.elr:
                label, less = gettext("{side} ELR", side=name), self.elr_less(public, side)
                questions.append(_elr(f"elr_{side}", label, now.elr[side], rules, less))
            if side in now.san:
                questions.append(_san(f"san_{side}", gettext("{side} SAN", side=name), now.san[side], rules))
        return {SHARED: agreed.form(gettext(BUTTON), questions), **reports}

    def _report(self, public: Public, n: int) -> FormTask:
        then = self._as_of(public, n)
        return agreed.form(gettext(BUTTON), self.figures(then, self._report_of(then)))

    def _as_of(self, public: Public, n: int) -> P:
        """The public room as of date `n`."""
        then = replace(public, date=n, dates=public.dates[: n + 1])
        assert isinstance(then, self.room_class)
        return then

    def _report_of(self, public: P) -> R:
        """The report of the date in play, to which both sides agreed."""
        report = public.today.report
        assert isinstance(report, self.report_class)
        return report

    def _of_date(self, ctx: RefitContext, about: str, event: Event) -> Event:
        """The proposal with the date it is about; for a report also with the dice that depend on it."""
        data: Data = event.data
        if not about.startswith(REPORT):
            return replace(event, data={**data, "line": ctx.date})
        n = int(about.removeprefix(REPORT))
        # The titles of the steps whose dice depend on these figures of date `n`, or on who has won because of them.
        values = data["values"]
        keys = [key for name in values for key in self.rests.get(name, self.rests.get(name.rpartition("_")[0], ()))]
        after = self._dates(ctx.public, ctx.rules, n, values)
        if any(
            changes.get("winner", ctx.public.dates[m].winner) != ctx.public.dates[m].winner
            for m, changes in after.items()
        ):
            keys += self.rests[WINNER]
        rests = [ctx.rules.step_texts[key].title for key in dict.fromkeys(keys)]
        called = self.called(self._as_of(ctx.public, n))
        return replace(event, data={**data, "line": n, "of": called, "rests": rests})

    def _verdict_event(self, public: Public, rules: RuleData, data: Mapping[str, object], judge: str) -> Event:
        correction, verdict = agreed.read_verdict(public.corrections, data, judge)
        effect = self._effect(public, rules, correction) if verdict == AGREED and correction.values else {}
        return agreed.verdict_event(correction, verdict, judge, effect)

    def _effect(self, public: Public, rules: RuleData, correction: Correction) -> CorrectionEffect:
        """What an agreed correction changes in public, with what follows from it on later dates.

        Each date begins with the ELR and SAN of the one before, so what was announced since, and the row of the side,
        are wrong by as much.
        """
        values = correction.values
        if MAP in values:
            return {"map": True}
        about = correction.line
        assert about is not None  # what changes public values has its date
        moved: dict[str, dict[str, Sequence[int]]] = {}
        now: dict[str, Any] = {name: values[name] for name in ("weather", "ec", "wind") if name in values}
        records = {about: now} if now else {}
        for side, name in ((side, name) for side in rules.names for name in ANNOUNCED if f"{name}_{side}" in values):
            key, (low, high) = f"{name}_{side}", _bounds(rules, name)
            by = values[key] - correction.was.get(key, getattr(public.dates[about], name)[side])
            for n in range(about, public.date + 1):
                told = records.get(n, {}).get(name, getattr(public.dates[n], name))
                if side in told:
                    less = self.elr_less(self._as_of(public, n), side) if name == "elr" else 0
                    as_moved = {**told, side: moved_by(told[side], by, low - less, high - less)}
                    records.setdefault(n, {})[name] = as_moved
            moved.setdefault(side, {})[name] = [by, low, high]
        dates: dict[str, dict[str, object]] = {str(n): changes for n, changes in records.items()}
        if correction.of:
            for date, changes in self._dates(public, rules, about, values).items():
                dates[str(date)] = {**dates.get(str(date), {}), **changes}
        return {"dates": dates, "moved": moved}

    def _dates(self, public: Public, rules: RuleData, n: int, values: Values) -> dict[int, dict[str, object]]:
        """New values of the records of date `n` and later ones, by date, after a correction of its report."""
        result: dict[int, dict[str, object]] = {}
        for date in (date for date in _reported(public) if date >= n):
            then = self._as_of(public, date)
            changes = self._corrected(then, rules, values if date == n else {}, date == n)
            if not changes:
                continue
            result[date] = changes
            report = replace(self._report_of(then), **changes.get("report", {}))
            record = replace(then.today, **{**changes, "report": report})
            public = replace(public, dates=(*public.dates[:date], record, *public.dates[date + 1 :]))
        return result

    def _corrected(self, then: P, rules: RuleData, values: Values, told_of: bool) -> dict[str, Any]:
        """New values of a date's record: from its own corrected report (`told_of`), or from that of an earlier date."""
        report = self._report_of(then)
        names = {each.name for each in fields(report)}
        figures: dict[str, Any] = {}
        for name, value in values.items():
            figure, _, side = name.rpartition("_")
            if name in names:
                figures[name] = value
            elif figure in names and side in rules.names:
                figures[figure] = {**figures.get(figure, getattr(report, figure)), side: value}
        if told_of and not figures:
            return {}
        open_again = replace(then, dates=(*then.dates[:-1], replace(then.today, report=None)))
        outcome = self.outcome(open_again, replace(report, **figures))
        if not told_of:
            return {name: value for name, value in outcome.items() if getattr(then.today, name) != value}
        from_report = {name: value for name, value in outcome.items() if name in names}
        return {"report": {**figures, **from_report}, **outcome}


def _reported(public: Public) -> list[int]:
    """The dates with a report to which both sides agreed, in order."""
    return [n for n in range(public.date + 1) if public.dates[n].report]


def describe_changes(values: Values, names: Mapping[str, str], was: Values | None = None) -> Iterable[str]:
    """The changes of a correction as text, with the values before if known; `names` are those of the sides."""
    if gains.WHAT in values:
        yield from values[gains.WHAT]
        return
    if MAP in values:
        yield proposing.describe_map(values)
        return
    for name, value in values.items():
        if name == MOVED:
            yield from (f"{_word(figure)} {by:+d}" for figure, (by, _, _) in value.items())
            continue
        if name == LAPSED:
            since = gettext_noop("{figure}: announced since, to be corrected in public")
            yield from (gettext(since, figure=_word(figure)) for figure in value)
            continue
        figure, _, side = name.rpartition("_")
        label = f"{_word(figure)}, {gettext(names[side])}" if side in names else _word(name)
        after = f"{value:+d}" if name in POOLS else _figure_text(value, names)
        before = f" {_figure_text(was[name], names)} →" if was and name in was else ""
        yield f"{label}{before} {after}"


def _word(name: str) -> str:
    return gettext(WORDS.get(name, name.replace("_", " ")))


def _figure_text(value: object, names: Mapping[str, str]) -> str:
    """A figure as text: yes or no for a tick, the name for a side's key, a dash if it is not known yet."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return gettext(names.get(value, value)) if isinstance(value, str) and value else str(value) or "–"


def _own(ctx: RefitContext) -> FormTask:
    """The form for a side's own record; without ELR and SAN once they are announced."""
    rules, now = ctx.rules, ctx.mine.now
    questions = [
        Field(name, gettext(WORDS[name]), value=held, high=MOST, rule=_rule(rules, POOLS[name][1]))
        for name, held in ctx.purses().items()
    ]
    if ctx.side not in ctx.public.today.elr:
        questions += [
            _elr("elr", gettext(WORDS["elr"]), now.elr, rules),
            _san("san", gettext(WORDS["san"]), now.san, rules),
        ]
    return agreed.form(gettext(BUTTON), questions)


def _as_differences(ctx: RefitContext, values: Values) -> Values:
    """What a side wants its figures to be, as differences: they may change before the verdict."""
    purses, now = ctx.purses(), ctx.mine.now
    points = {name: value - purses[name] for name, value in values.items() if name in purses}
    moved = {
        name: [values[name] - getattr(now, name), *_bounds(ctx.rules, name)] for name in ANNOUNCED if name in values
    }
    return {**points, MOVED: moved} if moved else points


def _bounds(rules: RuleData, name: str) -> tuple[int, int]:
    """The least and the greatest that an ELR or SAN may be."""
    limits = rules.pack.elr.limits
    return (limits.minimum, limits.maximum) if name == "elr" else (0, MOST_SAN)


def _rule(rules: RuleData, step: str) -> str:
    return rules.step_texts[step].rule


def _elr(name: str, label: str, value: int, rules: RuleData, less: int = 0) -> Field:
    limits = rules.pack.elr.limits
    low, high = min(limits.minimum - less, value), max(limits.maximum - less, value)
    return Field(name, label, value=value, low=low, high=high, rule=_rule(rules, "elr"))


def _san(name: str, label: str, value: int, rules: RuleData) -> Field:
    return Field(name, label, value=value, high=max(MOST_SAN, value), rule=_rule(rules, "san"))


def choice(name: str, label: str, value: str, rules: RuleData) -> Field:
    """A select of what the table of its name can give, with `value` chosen."""
    rows = (str(row.values[name]) for row in rules.table(name).rows)
    options = tuple(
        (each, gettext(each) if each else gettext("not yet known")) for each in dict.fromkeys([value, *rows])
    )
    return Field(name, label, "select", value, options=options, rule=_rule(rules, "weather"))
