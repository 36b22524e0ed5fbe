"""The sheets of a refit campaign: CG Roster, RG Purchase Record, Force Organizer, set-up sheet, blank forms.

Their tables are laid out in forms.toml beside this file and in a game's data/forms.toml. A sheet of a side is secret:
it is made from a view, so it can show no more than that.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

from rules.asl.counters import READY, Counter, Pile, piles
from rules.asl.data_files.look_up import Form, Reminders
from rules.asl.locations import PLACING, place_of
from rules.asl.rule_data import DataFiles, RuleData
from rules.asl.sheets.organizer import BY_COMPANY, by_company, came_from, other_boxes
from rules.asl.state import CppBudget, DateRecord, Perimeter, Public, SideRoom
from rules.asl.steps.setup.positions import positions, standing_where
from rules.asl.view import GroupView, PublicView, SideView
from rules.engine.data_files import load_data
from rules.features.documents import Block, Cell, Row, Sheet, SheetTable, listed
from rules.features.forces import GroupName
from rules.features.purchases import PurchaseRow
from rules.ground.painting import perimeter_text
from rules.ground.positions import Placement, by_hex, mark
from rules.text import gettext, ngettext

G = TypeVar("G", bound=GroupView)
TO_RECORD = ("fortification", "cupola", "gun", "observer")
"""Classes of counters whose Locations are written down before a scenario."""
ISOLATED = "isolated"
BLANK_ROWS, BLANK_HEXES, BLANK_AREAS = 18, 6, 3


class SheetMaker:
    """Fills in the forms of a game from `public`; `marks` are notes for every sheet."""

    def __init__(self, data: DataFiles, public: PublicView[Public, RuleData], marks: tuple[str, ...] = ()) -> None:
        self.forms = forms(data)
        self.public, self.marks = public, marks

    def sheet(
        self,
        key: str,
        title: str,
        *tables: SheetTable,
        mine: SideView[SideRoom, GroupView] | None = None,
        date: str | None = None,
        notes: Iterable[str] = (),
        journal: bool = False,
        on_map: Mapping[str, str] | None = None,
        blank: bool = False,
    ) -> Sheet:
        """A sheet as of the date in play, or of another `date`: of the side `mine`, or one for everybody."""
        date = self.public.date if date is None else date
        side = mine.name if mine else ""
        return Sheet(key, title, self.public.title, date, side, tables, (*self.marks, *notes), journal, on_map, blank)

    def table(self, form: str, rows: Iterable[Row], title: str = "") -> SheetTable:
        """A form with these rows, under the `title` if one is given."""
        return self.blocks(form, [Block(tuple(rows))], title)

    def blocks(self, form: str, blocks: Iterable[Block], title: str = "") -> SheetTable:
        """A form with its rows in blocks, under the `title` if one is given."""
        return self.forms[form].filled(blocks, self.public.names, title)

    # for everybody -----------------------------------------------------------------------------

    def inspected(self) -> SheetTable:
        """What was shown of each Location named for inspection."""
        dates = zip(self.public.date_names, self.public.room.dates, strict=True)
        rows = [
            (date, place, ", ".join(map(gettext, names)) or gettext("nothing"))
            for date, record in dates
            for place, names in record.disclosed
        ]
        return self.table("inspected", rows)

    def perimeters(self, mine: SideView[SideRoom, GroupView] | None = None) -> Sheet:
        """The Perimeters that both sides recorded (12.6076, 7.5067); for a side also its own isolated counters.

        Where a side has recorded nothing there are blank rows.
        """
        recorded, blocks = self.public.room.perimeters, []
        for side, name in self.public.names.items():
            own = recorded.get(side, Perimeter())
            when = (
                gettext("{side}, {line}", side=name, line=self.public.date_names[own.line])
                if own.line is not None
                else name
            )
            blocks.append(Block(tuple(self._recorded(own)), when))
        tables, marked = [self.blocks("perimeter", blocks)], dict[str, str]()
        if mine:
            inside = [counter for counter in mine.counters if ISOLATED in counter.marks]
            tables.append(self.table("isolated", map(_isolated, piles(inside))))
            marked = _marked(standing_where(inside))
        return self.sheet("perimeter", gettext("Perimeter record"), *tables, mine=mine, on_map=marked)

    def _recorded(self, own: Perimeter) -> Iterator[Row]:
        """The rows of a side: all hexes of lines drawn on a map, or the markers of loops written down."""
        sorts = self.public.rules.step_texts["areas"].labels.get("sorts_short", {})
        drawn = [", ".join(loop) for loop in own.loops]
        if own.line is not None:
            drawn = [perimeter_text(own.loops) or gettext("none")]
        for text in drawn:
            yield gettext("Front Line"), "", text
        if not drawn:
            yield (gettext("Front Line"),)
        for pocket in own.pockets:
            yield gettext("Pocket"), "", perimeter_text([pocket])
        for area in own.areas:
            sort = gettext(sorts[area.sort]) if area.sort in sorts else ""
            what = f"{gettext('Isolated Area')}: {sort}" if sort else gettext("Isolated Area")
            yield what, area.type, area.name, self.public.names.get(area.holder, "")
        if not own.areas:
            yield from [(gettext("Isolated Area"),)] * BLANK_AREAS

    def blank_forms(self, lines: Iterable[str]) -> Iterator[Sheet]:
        """Blank forms for use on paper; `lines` are the first cells of the roster's rows."""
        begun: list[Row] = [(line,) for line in lines]
        empty: list[Row] = [()] * BLANK_ROWS
        date = gettext("date ________")
        points, state = self._blank("points", begun), self._blank("state", begun)
        record = self._blank("record", empty)
        places = self._blank("places", empty), self._blank("hexes", empty[:BLANK_HEXES])
        yield self.sheet("blank-roster", gettext("CG Roster, blank"), points, state, date=date, blank=True)
        yield self.sheet("blank-record", gettext("RG Purchase Record, blank"), record, date=date, blank=True)
        yield self.sheet("blank-setup", gettext("Set-up sheet, blank"), *places, date=date, blank=True)

    def _blank(self, form: str, rows: Iterable[Row]) -> SheetTable:
        filled = self.table(form, rows)
        return SheetTable(filled.title, filled.columns, filled.blocks)

    # of a side ---------------------------------------------------------------------------------

    def roster(
        self, mine: SideView[SideRoom, GroupView], points: Iterable[Row], state: Iterable[Row], *notes: str
    ) -> Sheet:
        """The CG Roster: its rows by date, the rulings that are not the default, and notes on corrections and paper."""
        deviating = (
            (ruling.rule, ruling.question, ruling.reading) for ruling in self.public.rulings if ruling.deviates
        )
        tables = (self.table("points", points), self.table("state", state), self.table("rulings", deviating))
        rows = zip(self.public.date_names, mine.room.lines, strict=False)
        ruled = (
            gettext("{line}: {number} CPP by an agreed correction.", line=date, number=f"{own.ledger.ruled:+d}")
            for date, own in rows
            if own.ledger.ruled
        )
        return self.sheet(
            "roster", gettext("CG Roster"), *tables, mine=mine, notes=(*notes, *ruled, *self.from_paper())
        )

    def from_paper(self) -> tuple[str, ...]:
        """A note on what was played on paper, empty if nothing was."""
        paper = self.public.room.paper
        if paper is None:
            return ()
        return (came_from_paper(self.public.date_names[paper.date]),)

    def purchase_record(self, mine: SideView[SideRoom, G], row: Callable[[G], Row]) -> Sheet:
        """A row for each group bought or given, in a block for each date."""
        dates = dict.fromkeys(group.date for group in mine.groups)
        blocks = [Block(tuple(row(group) for group in mine.groups if group.date == date), date) for date in dates]
        return self.sheet("record", gettext("RG Purchase Record"), self.blocks("record", blocks), mine=mine)

    def organizer(self, mine: SideView[SideRoom, GroupView]) -> Sheet:
        """The side's counters by company, with boxes to strike off, then its other counters by fate."""
        tables = [
            self.blocks("companies", blocks, gettext(title))
            for title, fate in BY_COMPANY
            if (blocks := list(by_company(mine, fate)))
        ]
        figures = dict(mine.forces.figures)
        tally = self.table("tally", [(None, None, figures["SAN"], figures["ELR"])])
        rest = self.blocks("counters", other_boxes(mine))
        number = mine.on_hand
        on_hand = ngettext("{number} counter on hand.", "{number} counters on hand.", number, number=number)
        legend = gettext(
            "A box each: ½ reduced, W wounded, M malfunctioned, I immobilized; struck out when lost. "
            "At the right: CVP each."
        )
        return self.sheet(
            "organizer", gettext("Force Organizer"), *tables, tally, rest, mine=mine, notes=(on_hand, legend)
        )

    def setup(self, mine: SideView[SideRoom, GroupView], *more: SheetTable, notes: Iterable[str] = ()) -> Sheet:
        """The placed counters by Location, the secret hexes of artillery, and counters without a Location yet."""
        ready = [counter for counter in mine.counters if counter.fate == READY]
        placed = piles(counter for counter in ready if place_of(counter.place))
        names = mine.group_names
        standing = sorted(placed, key=lambda pile: (_map_order(pile.like.place), pile.like.kind, pile.like.name))
        without = [c for c in ready if not place_of(c.place) and (c.kind in TO_RECORD or ISOLATED in c.marks)]
        alike = Tally((counter.name, _marks(counter), counter.place) for counter in without)
        observer, aimed = gettext("Observer"), gettext("Pre-Registered {number}")
        hexes = (
            (
                names[group_view.group.id].name,
                observer if key == "observer" else aimed.format(number=key.removeprefix("prereg")),
                place,
            )
            for group_view in mine.groups
            for key, place in group_view.group.hexes.items()
        )
        tables = (
            self.table("places", (_standing(pile, names) for pile in standing)),
            self.table("hexes", hexes),
            self.table("without", ((number, *each) for each, number in alike.items())),
        )
        marked = _marked(positions(mine.rules, mine.room))
        return self.sheet("setup", gettext("Set-up sheet"), *tables, *more, mine=mine, notes=notes, on_map=marked)

    def spending_cells(self, mine: SideView[SideRoom, GroupView], n: int) -> tuple[Cell, ...]:
        """What the points of row `n` of the roster were spent on: Recon, groups, FPP, works and HIP.

        Beside the CPP of Recon stands what it came to, the number of Locations (12.624, 7.5225).
        """
        row = mine.room.lines[n]
        groups = Tally(group.rg for group in mine.room.groups if group.date == n and not group.given)
        name = self.public.rules.forts.name
        works = {name(key): number for key, number in row.forts.items()}
        works |= {gettext("{work} HIP", work=name(key)): number for key, number in row.hip.items()}
        return (row.ledger.recon, row.recon, listed(groups), row.fpp or None, listed(works))


@cache
def forms(data: DataFiles) -> Mapping[str, Form]:
    """The forms of all tables of a game, by key."""
    files = (Path(__file__).with_name("forms.toml"), data.folder / "forms.toml")
    return {key: form for file in files for key, form in load_data(file, dict[str, Form]).items()}


@cache
def reminders(data: DataFiles) -> Reminders:
    """The reminders for both players during a scenario."""
    return data.read("reminders", Reminders)


def came_from_paper(date: str) -> str:
    """The note that a campaign came here from paper on a `date`."""
    return gettext(
        "What was before {date} was played on paper and entered by both sides; it was not played here.", date=date
    )


# cells -----------------------------------------------------------------------------------------


def weather(record: DateRecord) -> tuple[str, str, str]:
    """The weather, the ground and the wind of a date."""
    return gettext(record.weather), gettext(record.ec), gettext(record.wind)


def spent(budget: CppBudget) -> tuple[int, ...]:
    """The cells of a date's points, up to what is left after purchases."""
    return (budget.start, budget.received, budget.total, budget.spent, budget.left)


def _marks(counter: Counter, without: Iterable[str] = ()) -> str:
    return ", ".join(gettext(mark) for mark in counter.marks if mark not in without)


def _isolated(pile: Pile) -> Row:
    like = pile.like
    return (like.place, pile.count, like.name, _marks(like, without=(ISOLATED,)))


def _marked(placements: Iterable[Placement]) -> dict[str, str]:
    """The mark of these positions in each hex of the map."""
    return {name: mark(here) for name, here in by_hex(placements).items()}


def _standing(pile: Pile, names: Mapping[str, GroupName]) -> Row:
    like = pile.like
    how = ", ".join(gettext(mark) for mark in PLACING if mark in like.marks)
    return (
        like.place,
        pile.count,
        like.name,
        how,
        _marks(like, without=PLACING),
        came_from(like, names),
        gettext(like.note),
    )


def _map_order(place: str) -> tuple[int, str, int, str]:
    """The sort key of a Location in the order of the map: A1, A2, A10, B1, AA1."""
    letters, number, rest = re.findall(r"^([A-Z]+)(\d+)(.*)$", place_of(place) or "")[0]
    return (len(letters), letters, int(number), rest)


def received(purchase: PurchaseRow, wanted: Callable[[str], bool]) -> str:
    """The counters of the `wanted` classes that a group brought, as a cell lists them."""
    tally: Tally[str] = Tally()
    for kind, name, count in purchase.arrived:
        if wanted(kind):
            tally[name] += count
    return listed(tally)
