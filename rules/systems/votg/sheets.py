"""The sheets of Valor of the Guards: those of one side (12.14, 12.6218), for everybody the card and the story.

Built from a view that holds the public room and the side's own, so no sheet can say more.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.asl.rule_data import LEADER_KINDS
from rules.asl.sheets.maker import SheetMaker, received, reminders, spent, weather
from rules.features.documents import Row, Sheet
from rules.systems.votg.pack import DATA, printed
from rules.systems.votg.rule_data import cover_of, display_words
from rules.systems.votg.state import INITIAL, SIDES
from rules.systems.votg.view import GroupView, PublicView, SideView, chit_of, kind_of
from rules.text import gettext, ngettext

LEADERS = (*LEADER_KINDS, "hero")
OTHERS = ("observer", "observation_plane")
"""Classes that are no units of a group: they stand in columns of their own."""
NIGHT, LAST_DAY, OPEN_END = "night", "last_day", "open_end"


def sheets_of(public: PublicView, mine: SideView | None) -> Iterator[Sheet]:
    """The sheets of the reader's side, or for an onlooker those everybody may have, in the order of a list."""
    maker = _maker(public)
    if mine is None:
        yield scenario_card(public)
        yield maker.perimeters()
        if public.ended:
            # How the campaign went, once it has ended; whoever draws it adds the public journal below.
            books = [
                (public.names[side], opened["cpp"], opened["support"], opened["counters"])
                for side, opened in public.room.ending.books.items()
            ]
            story = maker.sheet(
                "story",
                gettext("The campaign's story"),
                maker.table("story", _story_rows(public)),
                maker.table("map", public.map),
                maker.inspected(),
                maker.table("books", books),
                notes=(public.result, *maker.from_paper()),
                journal=True,
            )
            yield story
        yield from maker.blank_forms(gettext(day.name) for day in public.days)
        return
    points, state = zip(*_roster(maker, public, mine), strict=True)
    yield maker.roster(mine, points, state)
    yield purchase_sheet(public, mine)
    yield maker.organizer(mine)
    secret = (maker.table("strongpoints", mine.strongpoints),) if mine.strongpoints else ()
    short = (gettext("Ammunition Shortage (VotG19): {weapons}.", weapons=mine.short),) if mine.short else ()
    yield maker.setup(mine, *secret, notes=short)
    yield maker.perimeters(mine)


def _maker(public: PublicView) -> SheetMaker:
    """What fills in the forms; sheets say so if they are made with practice charts."""
    return SheetMaker(DATA, public, (gettext(display_words().practice.note),) if public.practice else ())


# a side's own --------------------------------------------------------------------------------------


def _roster(maker: SheetMaker, public: PublicView, mine: SideView) -> Iterator[tuple[Row, Row]]:
    """12.14: the rows of both tables, one for each scenario or Idle Day and for each CG Day to come."""
    for day in public.days:
        title = gettext(day.name)
        dates = [n for n, record in enumerate(public.room.dates) if record.day == day.key]
        for n in dates:
            row, record = mine.room.lines[n], public.room.dates[n]
            start: Row = (title, kind_of(record), day.drm(mine.key, night=record.night), *spent(row.ledger))
            points = (*start, row.support.spent or None, *maker.spending_cells(mine, n))
            chit = chit_of(record.chits.get(mine.key, row.chit))
            night = cover_of(record.cover) or gettext(record.moon or day.moon)
            own = (row.san, row.elr) if n >= public.room.first_here else (None, None)
            shared: Row = (chit, *own, *weather(record), night)
            if record.report is None:
                state = shared
            else:
                lost = tuple(record.report.cvp[side] for side in SIDES)
                state = (*shared, *lost, record.report.hexes, public.names.get(record.winner, ""))
            yield start[:3] if n < public.room.first_here else points, (title, *state)
        if not dates:
            yield (title, "", day.historical[mine.key]), (title, "", None, None, "", "", "", gettext(day.moon))


def purchase_sheet(public: PublicView, mine: SideView) -> Sheet:
    """12.6218: a row for each group bought or given, the dates apart."""
    return _maker(public).purchase_record(mine, _record_row)


def _record_row(seen: GroupView) -> Row:
    purchase = seen.purchase
    return (
        seen.row.id,
        gettext(seen.row.name),
        None if purchase.given else purchase.number,
        None if purchase.given else seen.remaining,
        gettext(purchase.strength),
        received(purchase, lambda kind: kind not in ("weapon", *LEADERS, *OTHERS)),
        received(purchase, lambda kind: kind == "weapon"),
        received(purchase, lambda kind: kind in LEADERS),
        "; ".join(_other(seen)),
        gettext(display_words().on_board.get(purchase.mode, "")),
    )


def _other(seen: GroupView) -> Iterator[str]:
    """What is noted besides: the price, ammunition, hexes, Cloaking counters, squads Replaced."""
    group, price = seen.group, seen.purchase.price
    if seen.purchase.given:
        yield gettext("given")
    elif group.support:
        yield gettext("{price} CPP, {support} of them Support", price=price, support=group.support)
    else:
        yield gettext("{price} CPP", price=price)
    if group.off:
        yield gettext("enters")
    if seen.ammo:
        yield seen.ammo
    yield from (f"{gettext(what.replace('_', ' '))} {place}" for what, place in group.hexes.items())
    if group.dummies:
        yield ngettext("{number} Dummy", "{number} Dummies", group.dummies, number=group.dummies)
    if group.exponent:
        yield gettext("{number} Replaced", number=group.exponent)


# for everybody ---------------------------------------------------------------------------------------


def scenario_card(public: PublicView) -> Sheet:
    """The card of the scenario in play; what is not announced or rolled yet is left to be written in."""
    maker = _maker(public)
    rules, today, names = public.rules, public.room.today, public.names
    moon = gettext(today.moon or rules.days[today.day].moon)
    order = (names.get(today.first, ""), names.get(today.mover, ""))
    modules, snipers = rules.pack.oba_per_scenario.value, printed(rules.game.key).snipers
    sides = [
        (names[side.key], gettext(side.formation), today.elr.get(side.key), today.san.get(side.key),
         modules[side.key], snipers)
        for side in rules.pack.side
    ]  # fmt: skip
    return maker.sheet(
        "card",
        gettext("Scenario card"),
        maker.table(
            "conditions", [(public.date, kind_of(today), *order, *weather(today), cover_of(today.cover), moon)]
        ),
        maker.table("sides", sides),
        *(maker.table("standing", facts.lines, facts.title) for facts in public.facts[1:]),
        maker.table("reminders", _reminders(public)),
        on_map={},
    )


def _reminders(public: PublicView) -> Iterator[Row]:
    """What both players should remember of this scenario: of its day, its light, its length, and of the last day."""
    today, game = public.room.today, public.rules.game
    fixed = today.kind == INITIAL and bool(game.turns)
    now = {"": True, NIGHT: today.night, LAST_DAY: today.day == public.rules.last_day, OPEN_END: not fixed}
    for row in reminders(DATA).on(today.day):
        if now[row.when]:
            yield row.rule, public.names.get(row.side, gettext("both")), gettext(row.text)


def _story_rows(public: PublicView) -> Iterator[Row]:
    for day in public.days:
        title = gettext(day.name)
        lines = [record for record in public.room.dates if record.day == day.key]
        for record in lines:
            chits = tuple(chit_of(record.chits.get(side, "")) for side in SIDES)
            row: Row = (title, kind_of(record), *chits, *weather(record))
            if report := record.report:
                lost = tuple(report.cvp[side] for side in SIDES)
                row = (*row, report.turn or None, *lost, report.hexes, public.names.get(record.winner, ""))
            yield row
        if not lines:
            yield title, gettext("not played")
