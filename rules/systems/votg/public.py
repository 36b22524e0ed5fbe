"""What both sides and every onlooker may know, as pages and sheets show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.parts.refit import view as refit
from rules.parts.refit.view import Facts, RulingView
from rules.systems.votg.book import Book, Day, rulings, words
from rules.systems.votg.course import COURSE, ENDINGS, REFIT
from rules.systems.votg.perimeter import MINE, NOBODY, THEIRS, left, passes_to, written
from rules.systems.votg.shown import game_end, kind_of, known, landing_of, line_of, shown, strongpoint_of
from rules.systems.votg.state import (
    COUNTERATTACK,
    GERMAN,
    IDLE_DAY,
    INITIAL,
    SIDES,
    Ending,
    Perimeter,
    Public,
    Record,
    Report,
    enemy,
)

BATTLE, ENDED = "battle", "ended"
OF_THE_BATTLE = (REFIT, "counterattack")
"""Stages that still belong to the line of the scenario just played."""


@dataclass(frozen=True)
class LineView:
    """A line of the calendar: what it is called, its public record, what came of it in a word."""

    title: str
    record: Record
    note: str


@dataclass(frozen=True)
class DateView:
    """A CG Day of the campaign: past, now or coming, with a line for each scenario or for its idleness."""

    key: str
    title: str
    status: str
    moon: str
    historical: Mapping[str, int]
    lines: tuple[LineView, ...]

    @property
    def note(self) -> str:
        """What came of the day."""
        return "; ".join(line.note for line in self.lines if line.note)


@dataclass(frozen=True)
class PublicView:
    """What both sides and every onlooker may know. `facts` are the lists a page shows beside the calendar."""

    title: str
    game: str
    practice: bool
    dates: tuple[DateView, ...]
    date: str
    stage: str
    stage_title: str
    phase: str
    finished: tuple[str, ...]
    waiting: tuple[str, ...]
    seals: Mapping[str, str]
    names: Mapping[str, str]
    facts: tuple[Facts, ...]
    balance: str
    dice: str
    rulings: tuple[RulingView, ...]
    today: Record
    last_day: bool
    proposal: Report | None
    ending: Ending
    winner: str

    @property
    def ended(self) -> bool:
        return self.stage == ENDED

    @property
    def lines(self) -> tuple[LineView, ...]:
        """Every line so far."""
        return tuple(line for date in self.dates for line in date.lines)

    @property
    def result(self) -> str:
        """How the campaign ended, in a sentence."""
        if self.ending.conceded:
            return f"The {self.names[self.ending.conceded]} side conceded: {self.winner} victory."
        return f"{self.winner} victory." if self.winner else "The sides name no winner."


def public_view(seen: Book, public: Public) -> PublicView:
    """The public room as it is shown."""
    stage = COURSE.stage(public.stage)
    return PublicView(
        title=_title(seen),
        game=str(_game(seen)["name"]),
        practice=seen.chart.practice,
        dates=tuple(_date(seen, public, day) for day in _days(seen)),
        date=line_of(seen, public.today),
        stage=public.stage,
        stage_title=stage.title,
        phase=_phase(seen, public),
        finished=public.finished,
        waiting=tuple(side for side in stage.sides if side not in public.finished),
        seals=public.seals,
        names=seen.names,
        facts=tuple(facts for facts in _facts(seen, public) if facts.lines),
        balance=public.balance,
        dice=public.dice,
        rulings=refit.ruling_views(rulings(), public.rulings),
        today=public.today,
        last_day=public.today.day == seen.last_day,
        proposal=public.proposal,
        ending=public.ending,
        winner=seen.names.get(public.ending.winner, ""),
    )


def _game(seen: Book) -> Mapping[str, object]:
    return next(row for row in seen.pack["game"] if row["key"] == seen.game.key)


def _title(seen: Book) -> str:
    """The campaign game, and that it is played with practice charts if it is."""
    mark = f", {shown()['practice']['mark']}" if seen.chart.practice else ""
    return f"{seen.pack['campaign']}: {_game(seen)['name']}{mark}"


# the calendar ---------------------------------------------------------------------------------


def _days(seen: Book) -> Iterator[Day]:
    return (day for key, day in seen.days.items() if seen.game.first <= int(key) <= seen.game.last)


def _date(seen: Book, public: Public, day: Day) -> DateView:
    now = int(public.today.day)
    status = "now" if int(day.key) == now else "past" if int(day.key) < now else "coming"
    lines = tuple(_line(seen, record) for record in public.dates if record.day == day.key)
    return DateView(day.key, day.name, status, day.moon, day.historical, lines)


def _line(seen: Book, record: Record) -> LineView:
    winner = f"{seen.names[record.winner]} won" if record.winner else ""
    return LineView(line_of(seen, record), record, ": ".join(word for word in (kind_of(record), winner) if word))


def _phase(seen: Book, public: Public) -> str:
    line, kind = line_of(seen, public.today), public.today.kind
    if public.stage == ENDED:
        return "The campaign is over"
    if public.stage in ENDINGS:
        return f"The end of the campaign, {line}"
    if public.stage == BATTLE:
        return line if kind == COUNTERATTACK else f"{kind_of(public.today)}, {line}"
    if public.stage in OF_THE_BATTLE:
        return f"After the scenario of {line}"
    return f"Before the {shown()['kind'][INITIAL]}, {line}" if kind == INITIAL else f"Refit to {line}"


# lists ----------------------------------------------------------------------------------------


def _facts(seen: Book, public: Public) -> Iterator[Facts]:
    yield Facts("Today", known(_today(seen, public)))
    yield Facts("The campaign", known(_campaign(seen, public)))
    yield Facts("The map", known(_map(seen, public)))
    yield Facts("How it is won", known(_victory(seen, public)))


def _today(seen: Book, public: Public) -> Iterator[tuple[str, str]]:
    today, names = public.today, seen.names
    yield "Scenario", kind_of(today)
    for side, chit in today.chits.items():
        yield f"{names[side]} chit", str(shown()["chit"][chit])
    if today.kind != IDLE_DAY:
        yield "Sets up first", names.get(today.first, "")
        yield "Moves first", names.get(today.mover, "")
    yield "Weather", today.weather
    yield "Ground", today.ec
    yield "Wind", today.wind
    yield "Night", today.cover
    yield "Moon", today.moon or seen.days[today.day].moon
    yield "Massacre", "in effect" if public.massacre else ""


def _campaign(seen: Book, public: Public) -> Iterator[tuple[str, str]]:
    reports = [record.report for record in public.dates if record.report]
    won = {side: sum(record.winner == side for record in public.dates) for side in SIDES}
    yield "Campaign game", str(_game(seen)["name"])
    yield "Charts", f"{seen.chart.title}, version {seen.chart.version}" if seen.chart.version else seen.chart.title
    yield "Russian Attack chits left", str(public.chits)
    yield "Booby Traps", f"Level {public.booby}"
    yield "Scenarios won", ", ".join(f"{seen.names[side]} {number}" for side, number in won.items()) if reports else ""
    yield f"Stone Hexes, {seen.names[GERMAN]}", str(reports[-1].hexes) if reports else ""
    if public.balance in SIDES:
        yield "Balance", f"{seen.names[public.balance]}: {seen.pack['balance'][public.balance]}"


def _map(seen: Book, public: Public) -> Iterator[tuple[str, str]]:
    for side in SIDES:
        yield f"{seen.names[side]} edges", ", ".join(public.edges.get(side, ()))
        yield from _perimeter(seen.names, side, public.perimeters)
    alike: dict[str, list[str]] = {}
    for key, landing in public.landings.items():
        alike.setdefault(landing_of(landing, seen.names), []).append(key)
    for state, keys in alike.items():
        yield f"Ferry Landings, {state}", ", ".join(keys)
    for point in public.strongpoints:
        yield strongpoint_of(seen, point.kind), point.place if seen.lasts(point.kind, point.date, public.date) else ""
    for n, note in enumerate(public.terrain, 1):
        yield f"Terrain {n}", note
    yield "Blazes", ", ".join(public.blazes)
    yield "South edge", str(words()["map_facts"]["cut_off"]) if public.cut_off else ""


def _perimeter(names: Mapping[str, str], side: str, told: Mapping[str, Perimeter]) -> Iterator[tuple[str, str]]:
    """A side's Perimeter and Isolated Areas, as far as it recorded them (12.6076), and whose a Pocket left is now."""
    own, other = (told.get(key, Perimeter()) for key in (side, enemy(side)))
    said, empty = words()["areas"], left(own)
    holders = {MINE: names[side], THEIRS: names[enemy(side)], NOBODY: said["nobody"]}
    yield f"{names[side]} Perimeter", written(own.loops)
    areas = []
    for area in own.areas:
        now = [said["now"].format(holders[passes_to(own, other, area.name)])] if area.name in empty else []
        areas.append(f"{area.name} ({', '.join([area.type, said['sorts_short'][area.sort], *now])})")
    yield f"{names[side]} Isolated Areas", "; ".join(areas)


def _victory(seen: Book, public: Public) -> Iterator[tuple[str, str]]:
    words = seen.game.victory
    yield "Game End", game_end(seen, initial=public.today.kind == INITIAL)
    yield shown()["kind"][INITIAL], words.initial if public.today.kind == INITIAL else ""
    yield "Other scenarios", words.scenario
    yield "The campaign", words.campaign
