"""Which sheets a seat may have, and a sheet as plain text for whoever draws it.

The same gate as everywhere: a sheet of a room is built from that room and the public one, and for
a seat that may not enter the room it does not exist.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404

from campaigns import access, journal, stories
from campaigns.models import Seat
from rules import registry
from rules.kernel import PUBLIC
from rules.parts.sheets import NUMBER, SIGNED, Block, Column, Sheet, SheetTable, text_of
from rules.parts.sheets import table as sheet_table

FIGURES = (NUMBER, SIGNED)
JOURNAL = (Column("No.", 0.7, NUMBER), Column("Day", 1.3), Column("Side", 1.1), Column("What", 9), Column("Rule", 1.3))


@dataclass(frozen=True)
class Offer:
    """A sheet of a room as it stands at entry `number` of those the room's owner may see."""

    room: str
    number: int
    sheet: Sheet


def offers(seat: Seat) -> list[Offer]:
    """All the sheets a seat may have: the public ones, then its own side's, then the other's if open."""
    mine = access.rooms_of(seat)
    return [
        offer
        for room in sorted(mine, key=lambda room: (room != PUBLIC, room != seat.side))
        for offer in _of(seat, room)
    ]


def offer_or_404(seat: Seat, room: str, key: str) -> Offer:
    """One sheet; a room that is closed to the seat, one that does not exist and an unknown sheet answer alike."""
    if room in access.rooms_of(seat):
        for offer in _of(seat, room):
            if offer.sheet.key == key:
                return _with_journal(seat, offer) if offer.sheet.journal else offer
    raise Http404


def _with_journal(seat: Seat, offer: Offer) -> Offer:
    """The sheet with the sentences of the public journal below."""
    system = registry.get(seat.campaign.system)
    told = stories.lines(system, (one for one in journal.entries(seat.campaign, {PUBLIC}) if not one.gone))
    rows = ((line.number, f"{line.when:%Y-%m-%d}", line.side_name, line.text, line.rule) for line in told)
    tables = (*offer.sheet.tables, sheet_table("What happened", JOURNAL, rows))
    return replace(offer, sheet=replace(offer.sheet, tables=tables))


def _of(seat: Seat, room: str) -> list[Offer]:
    side = None if room == PUBLIC else room
    rooms = {PUBLIC, room}
    made = registry.get(seat.campaign.system).sheets(journal.look(seat.campaign, rooms), side)
    return [Offer(room, journal.seen(seat.campaign, rooms), sheet) for sheet in made.values()]


def drawn(seat: Seat, offer: Offer) -> dict[str, Any]:
    """A sheet with all that stands on its paper, as text: what page and PDF draw."""
    sheet, head = offer.sheet, journal.head(seat.campaign)
    return {
        "title": sheet.title,
        "subtitle": sheet.subtitle,
        "campaign": seat.campaign.called,
        "date": sheet.date,
        "side": sheet.side or "for both sides",
        "room": offer.room,
        "number": offer.number,
        "head": f"{head.told}. Keep this sheet: nobody can rewrite what led up to it unseen." if head else "",
        "notes": list(sheet.notes),
        "tables": [_table(table) for table in sheet.tables],
    }


def _table(table: SheetTable) -> dict[str, Any]:
    columns = [
        {"title": column.title, "width": column.width, "figure": column.kind in FIGURES} for column in table.columns
    ]
    blocks = [_block(table, block) for block in table.blocks if block.rows]
    return {"title": table.title, "columns": columns, "blocks": blocks, "empty": table.empty}


def _block(table: SheetTable, block: Block) -> Mapping[str, Any]:
    rows = []
    for row in block.rows:
        full = (*row, *[None] * (len(table.columns) - len(row)))
        cells = zip(full, table.columns, strict=True)
        rows.append([[text_of(cell, column), column.kind in FIGURES] for cell, column in cells])
    return {"title": block.title, "rows": rows}
