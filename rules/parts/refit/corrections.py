"""What of a refit's record can be put right by a correction that the other side or the umpire agrees to.

Weather, wind, ELR, SAN and points are every refit's. The account of a scenario is a game's own: it says which figures
of it can be corrected, and what the corrected account comes to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from rules.kernel import PUBLIC, Data, Event, Luck, Order, Refused, State
from rules.parts import corrections as agreed
from rules.parts import entries
from rules.parts.corrections import AGREED, OWN, SHARED, UMPIRE, Correction
from rules.parts.refit.book import Book
from rules.parts.refit.desk import Desk
from rules.parts.refit.state import Public, Side
from rules.parts.tasks import Field, FormTask

BUTTON = "Propose the correction"
MOST, MOST_SAN = 999, 7
POOLS = {
    "cpp": ("CPP in hand", "purchase"),
    "fpp": ("FPP in hand", "fortify"),
    "support": ("Support CPP in hand", "support"),
}
"""Points a desk may have in its `purses`: what they are called, and the step whose rule they go by."""
WORDS = {"elr": "ELR", "san": "SAN"} | {key: name for key, (name, _) in POOLS.items()}

P = TypeVar("P", bound=Public)
Values = Mapping[str, Any]


@dataclass(frozen=True)
class CorrectionsView:
    """All corrections with what is known of each, and what the reader's side may propose.

    `wanted` has, by number, what a side wrote down behind its own door, for those who may enter it.
    """

    known: tuple[Correction, ...]
    wanted: Mapping[int, tuple[str, ...]]
    forms: Mapping[str, FormTask]

    @property
    def open(self) -> tuple[Correction, ...]:
        """Those that wait for an answer."""
        return tuple(one for one in self.known if not one.verdict)


@dataclass(frozen=True)
class Account:
    """What of a scenario's account can be corrected: `fields` with the figures as they stand, and `corrected`, which
    gives the line it belongs to and the new values of that line's record, or None if no figure of it changes."""

    fields: Callable[[Any, Any], Iterable[Field]]
    corrected: Callable[[Any, Any, Values], tuple[int, dict[str, Any]] | None]

    def view(self, state: State, desk: Desk | None, book: Book) -> CorrectionsView:
        """What the open rooms hold of corrections; `desk` is the reader's own, if he has one."""
        wanted = {int(number): tuple(told(v)) for room in state.sides.values() for number, v in room.written.items()}
        public = {one.number: tuple(told(one.values)) for one in state.public.corrections if one.values}
        forms = {SHARED: self._shared(desk.public, book), OWN: _own(desk)} if desk and desk.stage != "ended" else {}
        return CorrectionsView(state.public.corrections, wanted | public, forms)

    def correct(self, desk: Desk, data: Mapping[str, Any], luck: Luck) -> list[Event]:
        """Propose a correction `about` what both sides know, or the side's own secret record."""
        given = dict(data)
        about = given.pop("about", "")
        if about == SHARED:
            asked = self._shared(desk.public, desk.book)
            return agreed.propose(desk.public.corrections, asked, PUBLIC, desk.side, given)
        if about == OWN:
            events = agreed.propose(desk.public.corrections, _own(desk), desk.side, desk.side, given)
            return [_as_change(desk, events[0]), *events[1:]]
        known = "Choose what both sides know of, or your own record."
        raise Refused(f"{entries.shown(about)} can't be corrected.", field="about", way_out=known)

    def settle(self, desk: Desk, data: Mapping[str, Any], luck: Luck) -> list[Event]:
        """Agree to the other side's correction, object to it, or withdraw one's own."""
        return [self._settled(desk.public, desk.book, data, desk.side)]

    def judge(self, public: Public, book: Book, order: Order) -> tuple[Event, ...]:
        """The umpire's verdict on a correction."""
        if order.kind != "settle":
            raise Refused("An umpire judges corrections and gives no orders.", way_out="The sides act for themselves.")
        return (self._settled(public, book, order.data, UMPIRE),)

    def _shared(self, public: Public, book: Book) -> FormTask:
        """What both sides know of: the weather, what was announced, the last account of a scenario."""
        now, names = public.today, book.names
        fields = [
            _choice("weather", "Weather", now.weather, book),
            _choice("ec", "Environmental conditions", now.ec, book),
            Field("wind", "Wind", "text", now.wind, rule=_rule(book, "wind")),
        ]
        for side in names:
            if side in now.elr:
                fields += [
                    _elr(f"elr_{side}", f"{names[side]} ELR", now.elr[side], book),
                    _san(f"san_{side}", f"{names[side]} SAN", now.san[side], book),
                ]
        return agreed.form(BUTTON, (*fields, *self.fields(public, book)))

    def _settled(self, public: Public, book: Book, data: Mapping[str, Any], judge: str) -> Event:
        found, verdict = agreed.settle(public.corrections, data, judge)
        effect = self._effect(public, book, found.values) if verdict == AGREED and found.values else {}
        return agreed.settled(found, verdict, judge, effect)

    def _effect(self, public: Public, book: Book, values: Values) -> dict[str, Any]:
        """What an agreed correction changes in public, with what follows from it."""
        dates: dict[str, dict[str, Any]] = {}
        lines: dict[str, dict[str, int]] = {}
        now: dict[str, Any] = {name: values[name] for name in ("weather", "ec", "wind") if name in values}
        for side in book.names:
            for name in ("elr", "san"):
                if f"{name}_{side}" in values:
                    now[name] = {**now.get(name, getattr(public.today, name)), side: values[f"{name}_{side}"]}
                    lines.setdefault(side, {})[name] = values[f"{name}_{side}"]
        if now:
            dates[str(public.date)] = now
        if account := self.corrected(public, book, values):
            n, changes = account
            dates[str(n)] = {**dates.get(str(n), {}), **changes}
        return {"dates": dates, "lines": lines}


def proposed(public: P, data: Data) -> P:
    """A side says what is wrong on record."""
    return replace(public, corrections=agreed.proposed(public.corrections, data))


def settled(public: P, data: Data) -> P:
    """Fold a verdict into the public room; of a record's `report` only the figures named change."""
    dates: list[Any] = list(public.dates)
    for n, changes in data.get("effect", {}).get("dates", {}).items():
        record = dates[int(n)]
        if "report" in changes:
            changes = {**changes, "report": replace(record.report, **changes["report"])}
        dates[int(n)] = replace(record, **changes)
    return replace(public, corrections=agreed.answered(public.corrections, data), dates=tuple(dates))


def written(side: Side, data: Data) -> Side:
    """Keep what a side wants changed of its own record until somebody has agreed to it."""
    return replace(side, written={**side.written, str(data["number"]): data["values"]})


def obeyed(side: Side, key: str, data: Data) -> Side:
    """Fold a verdict into a side's room: what it wrote down holds now, or is forgotten."""
    left, values = agreed.wishes(side.written, key, data)
    line = side.now
    ledger = replace(line.ledger, ruled=line.ledger.ruled + max(values.get("cpp", 0), -line.ledger.next_start))
    changes = {name: values[name] for name in ("elr", "san") if name in values}
    changes |= data.get("effect", {}).get("lines", {}).get(key, {})
    fpp = max(line.fpp + values.get("fpp", 0), line.fpp_spent)
    return replace(side, written=left, lines=(*side.lines[:-1], replace(line, ledger=ledger, fpp=fpp, **changes)))


def told(values: Values) -> Iterable[str]:
    """What a correction changes, in words."""
    for name, value in values.items():
        label = WORDS.get(name, name.replace("_", " "))
        yield f"{label} {value:+d}" if name in POOLS else f"{label} {value}"


def _own(desk: Desk) -> FormTask:
    """What a side may have wrong in its own record; what it announced is no secret any more."""
    book = desk.book
    fields = [
        Field(name, WORDS[name], value=held, high=MOST, rule=_rule(book, POOLS[name][1]))
        for name, held in desk.purses().items()
    ]
    if desk.side not in desk.public.today.elr:
        now = desk.mine.now
        fields += [_elr("elr", WORDS["elr"], now.elr, book), _san("san", WORDS["san"], now.san, book)]
    return agreed.form(BUTTON, fields)


def _as_change(desk: Desk, event: Event) -> Event:
    """What was written down, with points as what is added or taken: others may be spent before the verdict."""
    values = dict(event.data["values"])
    for name, held in desk.purses().items():
        if name in values:
            values[name] -= held
    return replace(event, data={**event.data, "values": values})


def _rule(book: Book, step: str) -> str:
    return str(book.words[step]["rule"])


def _elr(name: str, label: str, value: int, book: Book) -> Field:
    rules = book.pack["elr"]
    limits = book.reading({**rules, "value": rules})
    low, high = int(limits["minimum"]), int(limits["maximum"])
    return Field(name, label, value=value, low=min(low, value), high=max(high, value), rule=_rule(book, "elr"))


def _san(name: str, label: str, value: int, book: Book) -> Field:
    return Field(name, label, value=value, high=max(MOST_SAN, value), rule=_rule(book, "san"))


def _choice(name: str, label: str, value: str, book: Book) -> Field:
    rows = (str(row.values[name]) for row in book.table(name).rows)
    found = tuple((each, each or "not yet known") for each in dict.fromkeys([value, *rows]))
    return Field(name, label, "select", value, options=found, rule=_rule(book, "weather"))
