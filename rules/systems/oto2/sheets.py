"""The sheets of On Track to Orsha: those of one side (7.15, 7.16, 7.5189), for everybody the card and the story.

Built from a view that holds the public room and the side's own, so no sheet can say more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.asl.rule_data import LEADER_KINDS
from rules.asl.sheets.maker import SheetMaker, received, reminders, spent, weather
from rules.features.documents import Cell, Row, Sheet
from rules.systems.oto2.rule_data import DATA
from rules.systems.oto2.state import GERMAN, SIDES
from rules.systems.oto2.view import GroupView, PublicView, SideView
from rules.text import gettext

POINTS_ONLY = ("fpp", "recon", "san")
"""Kinds of groups that bring no counter."""
ROLLED = "c"
"""The chart's note on groups that come in two strengths (7.5191)."""
LEADERS = (*LEADER_KINDS, "hero")


def sheets_of(public: PublicView, mine: SideView | None) -> Iterator[Sheet]:
    """The sheets of the reader's side, or for an onlooker those everybody may have, in the order of a list."""
    maker = SheetMaker(DATA, public)
    if mine is None:
        yield scenario_card(public)
        yield maker.perimeters()
        if public.ended:
            # How the campaign went, once it has ended; whoever draws it adds the public journal below.
            ending = public.room.ending
            won = gettext("{side} victory with {vp} VP; the Russians needed {needed} (7.4).",
                          side=public.winner, vp=ending.vp, needed=public.score.needed)  # fmt: skip
            conceded = public.names.get(ending.conceded, "")
            dates: list[Row] = [
                (date, *weather(record), *((record.report.turn, *_result(public, n)) if record.report else ()))
                for n, (date, record) in enumerate(zip(public.date_names, public.room.dates, strict=True))
            ]
            dates += [(date.key, gettext("not played")) for date in public.dates[len(dates) :]]
            story = maker.sheet(
                "story",
                gettext("The campaign's story"),
                maker.table("story", dates),
                maker.table("score", public.score.parts, gettext("Where the VP came from")),
                maker.inspected(),
                notes=(
                    won,
                    *((gettext("The {side} side conceded (6).", side=conceded),) if conceded else ()),
                    *maker.from_paper(),
                ),
                journal=True,
            )
            yield story
        yield from maker.blank_forms(date.key for date in public.dates)
        return
    score = public.score
    note = gettext("VP {vp}; the Russians need {needed} at CG End (7.31, 7.4).", vp=score.vp, needed=score.needed)
    points, state = zip(*_roster(maker, public, mine), strict=True)
    yield maker.roster(mine, points, state, note)
    yield purchase_sheet(public, mine)
    yield maker.organizer(mine)
    area = gettext("Entry area: {area} (6).", area=entry_area(public, mine.key))
    yield maker.setup(mine, notes=(area,))
    yield maker.perimeters(mine)


# a side's own --------------------------------------------------------------------------------------


def _roster(maker: SheetMaker, public: PublicView, mine: SideView) -> Iterator[tuple[Row, Row]]:
    """7.15: the rows of both tables, one for each CG Date, empty where it is still to come."""
    for n, date in enumerate(public.rules.dates):
        if n >= len(mine.room.lines):
            yield (date.key,), (date.key,)
            continue
        line, record = mine.room.lines[n], public.room.dates[n]
        sky, *ground = weather(record)
        if record.rained and record.weather != "Rain":
            sky = gettext("{weather}, rain", weather=sky)
        points: Row = (date.key, date.historical[mine.key], *spent(line.ledger), *maker.spending_cells(mine, n))
        state: Row = (date.key, line.elr, line.san, sky, *ground)
        if n < public.room.first_here:
            points, state = (date.key, date.historical[mine.key]), (date.key, None, None, sky, *ground)
        yield points, (*state, *_result(public, n)) if record.report else state


def _result(public: PublicView, n: int) -> tuple[Cell, ...]:
    """What the scenario of a date cost and brought."""
    record = public.room.dates[n]
    assert record.report is not None
    lost = tuple(record.report.cvp.get(side, 0) for side in SIDES)
    won = public.names.get(record.winner, "")
    return (*lost, record.report.evp, record.report.lvp, record.scenario_vp, record.vp, won)


def purchase_sheet(public: PublicView, mine: SideView) -> Sheet:
    """7.5189: a row for each group bought or given."""
    level = public.rules.pack.observer.level

    def cells(group_view: GroupView) -> Row:
        group, purchase, row = group_view.group, group_view.purchase, group_view.row
        place, at = group.hexes.get("observer", ""), level + group.options.get("level", 0)
        return (
            purchase.id.removeprefix(f"{group_view.date}-"),
            gettext(row.name),
            purchase.price if purchase.price or not purchase.given else gettext("given"),
            "" if row.kind in POINTS_ONLY else gettext("off board") if purchase.mode == "off" else gettext("on board"),
            gettext(purchase.strength) if ROLLED in row.notes else "",
            received(purchase, lambda kind: kind not in ("weapon", "observer", *LEADERS)),
            received(purchase, lambda kind: kind == "weapon"),
            received(purchase, lambda kind: kind in LEADERS),
            gettext(group.ammo),
            ", ".join(hexes for key, hexes in group.hexes.items() if key != "observer"),
            gettext("{place}, level {level}", place=place, level=at) if place else "",
        )

    return SheetMaker(DATA, public).purchase_record(mine, cells)


# for everybody ---------------------------------------------------------------------------------------


def scenario_card(public: PublicView) -> Sheet:
    """The card of the date in play; what is not announced or rolled yet is left to be written in."""
    maker = SheetMaker(DATA, public)
    pack, today, names = public.rules.pack, public.room.today, public.names
    date = f"{public.date} {gettext(pack.month)}"
    order = (names[pack.play.sets_up_first], names[pack.play.moves_first])
    modules = pack.oba_per_scenario.value
    sides = [
        (names[side.key], gettext(side.role), gettext(side.formation),
         today.elr.get(side.key), today.san.get(side.key), modules[side.key])
        for side in pack.side
    ]  # fmt: skip
    needed = pack.victory.initial_scenario if public.initial else pack.victory.scenario
    victory: list[Row] = [
        *public.score.parts,
        (gettext("Campaign total"), None, public.score.vp),
        (gettext("Russians win the scenario with"), None, needed),
        (gettext("Russians win the campaign with"), None, public.score.needed),
    ]
    return maker.sheet(
        "card",
        gettext("Scenario card"),
        maker.table("conditions", [(date, *order, *weather(today))]),
        maker.table("sides", sides),
        maker.table("entry", ((names[side], entry_area(public, side)) for side in SIDES)),
        maker.table("score", victory),
        maker.table("reminders", ((row.rule, gettext(row.text)) for row in reminders(DATA).on(public.date))),
        on_map={},
    )


def entry_area(public: PublicView, side: str) -> str:
    """Where a side enters the map (6), by the westernmost north edge hex that the Russians control if it is known."""
    entry, north = public.rules.setup.entry, public.room.today.north
    if public.initial:
        return gettext(entry.first[side])
    if side != GERMAN or not north:
        return gettext(entry.later[side], distance=entry.distance, front=entry.front)
    number = int(re.findall("[0-9]+", north)[0]) - entry.distance
    return gettext((entry.known if number > 0 else entry.gone)[side], number=number, north=north)
