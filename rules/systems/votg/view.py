"""What a page or a sheet may show: built from the open rooms, nothing else being at hand.

`View.public` is for everybody; `View.sides` has a SideView for each room that is open to
the reader, `View.mine` is the reader's own, and `View.current` what its wizard asks now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.asl import view as asl
from rules.asl.context import FROM_PAPER
from rules.asl.view import with_values
from rules.engine.stages import Course
from rules.features.curves import Curve, Series
from rules.features.documents import listed
from rules.features.standing import DateView, Facts
from rules.ground import counting
from rules.ground.campaign_map import Ground, lower_of
from rules.ground.map_schema import COMPASS
from rules.ground.markers import loops_text
from rules.ground.painting import perimeter_text
from rules.systems.votg.chart import ChartGroup
from rules.systems.votg.context import Context
from rules.systems.votg.pack import DATA, Day, printed
from rules.systems.votg.perimeter import MINE, NOBODY, THEIRS, empty_pockets, passes_to
from rules.systems.votg.rule_data import RuleData, cover_of, display_words, kind_in_words, name_of_date, rules_of
from rules.systems.votg.state import (
    COUNTERATTACK,
    ENDINGS,
    GERMAN,
    IDLE_DAY,
    INITIAL,
    LOOKS,
    SIDES,
    DateRecord,
    Group,
    Perimeter,
    Public,
    SideRoom,
    enemy,
)
from rules.text import gettext

CHOSEN = (INITIAL, COUNTERATTACK)
"""Kinds of scenario that nobody puts a chit down for."""
OF_THE_BATTLE = ("aftermath", "counterattack")
"""Stages that still belong to the date of the scenario just played."""
Lines = Iterator[tuple[str, str]]


@dataclass(frozen=True, kw_only=True)
class PublicView(asl.PublicView[Public, RuleData]):
    """What both sides and every onlooker may know."""

    @property
    def days(self) -> tuple[Day, ...]:
        """The CG Days of the campaign game."""
        game = self.rules.game
        return tuple(day for key, day in self.rules.days.items() if game.first <= int(key) <= game.last)

    @property
    def dates(self) -> tuple[DateView, ...]:
        return tuple(map(self.date_of, self.days))

    def date_of(self, day: Day) -> DateView:
        """A CG Day on the calendar, with what was played on it and who won."""
        now, names = int(self.room.today.day), self.names
        status = "now" if int(day.key) == now else "past" if int(day.key) < now else "coming"
        notes = []
        for record in self.room.dates:
            if record.day == day.key:
                won = gettext("{side} won", side=names[record.winner]) if record.winner else ""
                notes.append(": ".join(word for word in (kind_of(record), won) if word))
        return DateView(day.key, status, "; ".join(note for note in notes if note))

    @property
    def facts(self) -> tuple[Facts, ...]:
        """The lists a page shows beside the calendar."""
        parts = (
            Facts(gettext("Today"), with_values(self.of_today())),
            Facts(gettext("The campaign"), with_values(self.of_campaign())),
            Facts(gettext("The map"), self.map),
            Facts(gettext("How it is won"), with_values(self.of_victory())),
        )
        return tuple(part for part in parts if part.lines)

    def of_today(self) -> Lines:
        """What is known of the date in play."""
        today, names = self.room.today, self.names
        yield gettext("Scenario"), kind_of(today)
        for side, chit in today.chits.items():
            yield gettext("{side} chit", side=names[side]), chit_of(chit)
        if today.kind != IDLE_DAY:
            yield gettext("Sets up first"), names.get(today.first, "")
            yield gettext("Moves first"), names.get(today.mover, "")
        yield gettext("Weather"), gettext(today.weather)
        yield gettext("Ground"), gettext(today.ec)
        yield gettext("Wind"), gettext(today.wind)
        yield gettext("Night"), cover_of(today.cover)
        yield gettext("Moon"), gettext(today.moon or self.rules.days[today.day].moon)
        yield gettext("Massacre"), gettext("in effect") if self.room.massacre else ""

    def of_campaign(self) -> Lines:
        """What is known of the campaign as a whole."""
        names, chart, room = self.names, self.rules.chart, self.room
        reports = [record.report for record in room.dates if record.report]
        won = {side: sum(record.winner == side for record in room.dates) for side in SIDES}
        version = gettext("{title}, version {version}", title=chart.title, version=chart.version)
        yield gettext("Campaign game"), game_of(self.rules)
        yield gettext("Charts"), version if chart.version else gettext(chart.title)
        yield gettext("Russian Attack chits left"), str(room.chits)
        yield gettext("Booby Traps"), gettext("Level {level}", level=room.booby)
        yield gettext("Scenarios won"), ", ".join(f"{names[side]} {n}" for side, n in won.items()) if reports else ""
        yield gettext("Stone Hexes, {side}", side=names[GERMAN]), str(reports[-1].hexes) if reports else ""
        if room.balance in SIDES:
            gives = gettext(self.rules.pack.balance.value[room.balance])
            yield gettext("Balance"), f"{names[room.balance]}: {gives}"

    @property
    def map(self) -> tuple[tuple[str, str], ...]:
        """What both sides know of the map."""
        return with_values(self.of_map())

    def of_map(self) -> Lines:
        """Lines about the map: edges, Ferry Landings and the like; empty values where nothing is known."""
        names, room, rules = self.names, self.room, self.rules
        for side in SIDES:
            edges = ", ".join(gettext(COMPASS[edge]) for edge in room.edges.get(side, ()))
            yield gettext("{side} edges", side=names[side]), edges
            yield from _perimeter(room, names, side)
        words, alike = display_words().landing, dict[str, list[str]]()
        for key, landing in room.landings.items():
            state = names.get(landing.control, gettext(words.nobody)) if landing.exists else gettext(words.gone)
            closed = landing.exists and landing.interdicted
            alike.setdefault(f"{state}, {gettext(words.interdicted)}" if closed else state, []).append(key)
        for state, keys in alike.items():
            yield gettext("Ferry Landings, {state}", state=state), ", ".join(keys)
        for point in room.strongpoints:
            place = point.place if rules.lasts(point.kind, point.date, room.date) else ""
            yield gettext(rules.pack.strongpoint_names[point.kind]), place
        for n, note in enumerate(room.terrain, 1):
            yield gettext("Terrain {number}", number=n), note
        yield gettext("Blazes"), ", ".join(room.blazes)
        yield gettext("South edge"), gettext(DATA.step_texts["map_facts"]["cut_off"]) if room.cut_off else ""

    def of_victory(self) -> Lines:
        """How scenarios and the campaign are won; they end by a dr, an Initial Scenario perhaps by its length (CG4)."""
        game, initial = self.rules.game, self.room.today.kind == INITIAL
        words, numbers = display_words().game_end, self.rules.pack.game_end.value
        ends = [gettext(words.dr, turn=turn, number=number) for turn, number in numbers.items()]
        if str(self.rules.pack.play.value) not in numbers:
            ends.append(gettext(words.map))
        end = gettext(words.fixed, turns=game.turns) if initial and game.turns else "; ".join(ends)
        yield gettext("Game End"), end
        yield gettext(display_words().kind[INITIAL]), gettext(game.victory.initial) if initial else ""
        yield gettext("Other scenarios"), gettext(game.victory.scenario)
        yield gettext("The campaign"), gettext(game.victory.campaign)


@dataclass(frozen=True)
class GroupView(asl.GroupView):
    """A group with its row of the RG Purchase Record. `remaining` of its kind may still be bought.

    `ammo` is what its module has on this day.
    """

    row: ChartGroup
    group: Group
    remaining: int
    ammo: str


@dataclass(frozen=True, kw_only=True)
class SideView(asl.SideView[SideRoom, GroupView]):
    """One side's room, for whoever may enter it.

    `booby` is the level of the Booby Traps as this side knows it, `short` the weapons that have Ammunition Shortage on
    this CG Day (VotG19), `strongpoints` its own list of those that last: kind, building, date.
    """

    booby: str
    short: str
    strongpoints: tuple[tuple[str, str, str], ...]


class View(asl.View[PublicView, SideView, Context]):
    """Everything the open rooms hold, ready to be drawn."""

    def facts(self, mine: SideView) -> Lines:
        row, today = mine.room.now, self.public.room.today
        yield from super().facts(mine)
        if mine.key == GERMAN:
            yield gettext("Support CPP left"), str(row.support.left)
        yield gettext("Our chit"), chit_of(row.chit)
        yield gettext("Booby Traps"), gettext("Level {level}", level=mine.booby)
        yield gettext("Scenario"), kind_of(today)
        yield gettext("Weather"), ", ".join(gettext(word) for word in (today.weather, today.ec) if word)
        yield gettext("Wind"), gettext(today.wind)
        yield gettext("Ammunition Shortage (VotG19)"), mine.short

    def cycle(self, ctx: Context) -> list[str]:
        """The stages from this scenario to the next that both sides know of."""
        today = ctx.today
        if ctx.stage in (*ENDINGS, "ended"):
            verdict = ["verdict"] if ctx.stage == "verdict" else []
            return [*(_refit(today) if today.kind == IDLE_DAY else ["battle"]), "final", *verdict]
        if ctx.stage in ("battle", *OF_THE_BATTLE):
            may = ctx.stage == "counterattack" or ctx.may_counterattack()
            after = ["battle", "aftermath", *(["counterattack"] if may else [])]
            return [*after, *(["final"] if ctx.last_day else _refit(DateRecord()))]
        if ctx.initial:
            return [*_refit(today)[1:], "battle"]
        if ctx.begins_here:
            return [*FROM_PAPER, *_refit(today)[1:], *(["battle"] if today.kind != IDLE_DAY else [])]
        declared = ["counterattack"] if today.kind == COUNTERATTACK else []
        after = ["battle", "aftermath", *declared] if ctx.public.dates[ctx.date - 1].fought else []
        return [*after, *_refit(today), *(["battle"] if today.kind != IDLE_DAY else [])]

    @property
    def curves(self) -> tuple[Curve, ...]:
        """What can be drawn over all dates there have been; a Counterattack is a date of its own."""
        public, records, marks = self.public, self.public.room.dates, self._marks
        hexes = tuple(record.report.hexes if record.report else None for record in records)
        held = Series(GERMAN, gettext("{side} Stone Hexes", side=public.names[GERMAN]), hexes)
        note = gettext("held by the Germans after each scenario")
        own = Curve("hexes", gettext("Stone Hexes"), note, marks, (held,))
        cvp = [record.report.cvp if record.report else None for record in records]
        return asl.curves(public, self.sides.values(), cvp, own)

    def map_curves(self, grounds: Sequence[Ground | None]) -> tuple[Curve, ...]:
        held = counting.series(grounds, len(self._marks), self.public.names, counting.stone_hexes)
        note = gettext("by who holds what at the end of each scenario or Idle Day")
        curve = Curve("map-hexes", gettext("Stone Hexes held"), note, self._marks, held)
        return (curve,) if max(line.known for line in held) > 1 else ()

    @property
    def _marks(self) -> tuple[str, ...]:
        """What each date is called below a drawing."""
        records = self.public.room.dates
        return tuple(f"{record.day}b" if record.kind == COUNTERATTACK else record.day for record in records)


def _refit(today: DateRecord) -> list[str]:
    """The stages of a refit to what `today` is to be, from its first on."""
    if today.kind == IDLE_DAY:
        return ["renewal", "purchase", "forces", "initiative", "showing"]
    choice = [] if today.kind in CHOSEN else ["initiative", "showing"]
    scenario = [] if today.kind == INITIAL else ["scenario"]
    first, second = SIDES if today.first in ("", GERMAN) else reversed(SIDES)
    set_up = [f"setup_{first}_first", f"setup_{second}_second"]
    return ["renewal", "purchase", "forces", *choice, *scenario, *set_up, *LOOKS, "begin", "mover"]


def side_view(public: PublicView, room: SideRoom) -> SideView:
    """A side's room as it is shown."""
    rules, ctx = public.rules, Context(public.room, room)
    groups = (
        GroupView(
            remaining=fields["row"].cg_max[public.room.game] - fields["purchase"].number,
            ammo=gettext(rules.ammunition(room.key, ctx.today.day, fields["group"])),
            **fields,
        )
        for fields in asl.group_fields(public, room, room.groups, rules.groups[room.key])
    )
    points = (
        (gettext(rules.pack.strongpoint_names[kind]), place, public.date_names[date])
        for kind, place, date in room.known.get("strongpoints", ())
        if rules.lasts(kind, date, public.room.date)
    )
    return SideView(
        elr=ctx.elr,
        groups=tuple(groups),
        booby=ctx.booby,
        short=listed(ctx.running_short()),
        strongpoints=tuple(points),
        **asl.side_fields(public, room),
    )


# the public room --------------------------------------------------------------------------------


def public_view(course: Course[Context], public: Public) -> PublicView:
    """The public room as it is shown."""
    rules = rules_of(public)
    title = gettext("{campaign}: {game}", campaign=gettext(rules.pack.campaign), game=game_of(rules))
    if rules.chart.practice:
        title = f"{title}, {gettext(display_words().practice.mark)}"
    winner, loser = (gettext(rules.names.get(side, "")) for side in (public.ending.winner, public.ending.conceded))
    result = gettext("{side} victory.", side=winner) if winner else gettext("The sides name no winner.")
    if loser:
        result = gettext("The {loser} side conceded: {side} victory.", loser=loser, side=winner)
    return PublicView(
        title=title,
        practice=rules.chart.practice,
        date_names=tuple(name_of_date(rules, record) for record in public.dates),
        date=name_of_date(rules, public.today),
        phase=_phase(rules, public),
        winner=winner,
        result=result,
        **asl.public_fields(course, DATA, rules, public),
    )


def _phase(rules: RuleData, public: Public) -> str:
    date, kind = name_of_date(rules, public.today), public.today.kind
    if public.stage == "ended":
        return gettext("The campaign is over")
    if public.stage in ENDINGS:
        return gettext("The end of the campaign, {line}", line=date)
    if public.stage == "battle":
        return date if kind == COUNTERATTACK else f"{kind_of(public.today)}, {date}"
    if public.stage in OF_THE_BATTLE:
        return gettext("After the scenario of {line}", line=date)
    if public.stage in FROM_PAPER:
        return gettext("Taken over from paper, {date}", date=date)
    if kind == INITIAL:
        return gettext("Before the Initial Scenario, {line}", line=date)
    return gettext("Refit to {line}", line=date)


def _perimeter(room: Public, names: Mapping[str, str], side: str) -> Lines:
    """A side's Perimeter and Isolated Areas, as far as it recorded them (12.6076), and whose a Pocket left is now."""
    own, other = (room.perimeters.get(key, Perimeter()) for key in (side, enemy(side)))
    lower = lower_of(room.ground)
    texts, empty, name = DATA.step_texts["areas"], empty_pockets(own, lower), names[side]
    holders = {MINE: name, THEIRS: names[enemy(side)], NOBODY: gettext(texts["nobody"])}
    line = loops_text(own.loops) if own.line is None else perimeter_text(own.loops)
    yield gettext("{side} Perimeter", side=name), line
    areas = []
    for area in own.areas:
        now = (
            [gettext(texts["now"]).format(holders[passes_to(own, other, area.name, lower)])]
            if area.name in empty
            else []
        )
        areas.append(f"{area.name} ({', '.join([area.type, gettext(texts.labels['sorts_short'][area.sort]), *now])})")
    yield gettext("{side} Isolated Areas", side=name), "; ".join(areas)


# names of things --------------------------------------------------------------------------------


def game_of(rules: RuleData) -> str:
    """What the campaign game is called."""
    return gettext(printed(rules.game.key).name)


def kind_of(record: DateRecord) -> str:
    """The kind of a date's scenario, "" as long as nobody knows it; by night if it is."""
    return kind_in_words(record.kind, night=record.night)


def chit_of(chit: str) -> str:
    """A chit's name, "" where none was chosen."""
    return gettext(display_words().chit.get(chit, ""))
