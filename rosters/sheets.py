"""Which sheets a seat may have, and a sheet as plain text for whoever draws it.

The same gate as everywhere: a sheet of a room is built from that room and the public one, and for
a seat that may not enter the room it does not exist.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404
from django.utils.translation import gettext

from campaigns import access, event_texts
from campaigns.ledger import caches, journal
from campaigns.maps.figure import figure_of
from campaigns.models import Seat
from rules import registry
from rules.contract import PUBLIC
from rules.engine.documents import NUMBER, SIGNED, Column, HasSheets, Sheet, SheetTable, text_of
from rules.engine.documents import table as sheet_table
from rules.engine.purchases import HasPurchases

FIGURES = (NUMBER, SIGNED)


@dataclass(frozen=True)
class PrintableSheet:
    """A sheet of a room as it stands at entry `number` of those the room's owner may see."""

    room: str
    number: int
    sheet: Sheet


def printable_sheets(seat: Seat) -> list[PrintableSheet]:
    """All the sheets a seat may have: the public ones, then its own side's, then the other's if open."""
    mine = access.rooms_of(seat)
    return [
        offer
        for room in sorted(mine, key=lambda room: (room != PUBLIC, room != seat.side))
        for offer in _of(seat, room)
    ]


def printable_or_404(seat: Seat, room: str, key: str) -> PrintableSheet:
    """One sheet; a room that is closed to the seat, one that does not exist and an unknown sheet answer alike."""
    if room in access.rooms_of(seat):
        for offer in _of(seat, room):
            if offer.sheet.key == key:
                return _with_journal(seat, offer) if offer.sheet.journal else offer
    raise Http404


def _with_journal(seat: Seat, offer: PrintableSheet) -> PrintableSheet:
    """The sheet with the sentences of the public journal below."""
    system = registry.get(seat.campaign.system)
    told = event_texts.lines(system, (one for one in journal.entries(seat.campaign, {PUBLIC}) if not one.gone))
    rows = ((line.number, f"{line.when:%Y-%m-%d}", line.side_name, line.text, line.rule) for line in told)
    columns = (
        Column(gettext("No."), 0.7, NUMBER),
        Column(gettext("Day"), 1.3),
        Column(gettext("Side"), 1.1),
        Column(gettext("What"), 9),
        Column(gettext("Rule"), 1.3),
    )
    tables = (*offer.sheet.tables, sheet_table(gettext("What happened"), columns, rows))
    return replace(offer, sheet=replace(offer.sheet, tables=tables))


def _of(seat: Seat, room: str) -> list[PrintableSheet]:
    side = None if room == PUBLIC else room
    rooms = {PUBLIC, room}
    system, state = registry.get(seat.campaign.system), journal.load_state(seat.campaign, rooms)
    made = dict(system.sheets(state, side)) if isinstance(system, HasSheets) else {}
    if side and seat.campaign.ended and isinstance(system, HasPurchases):
        record = system.purchase_record(state, side, caches.opened_purchases(seat.campaign, side))
        made[record.key] = record
    return [PrintableSheet(room, journal.entry_count(seat.campaign, rooms), sheet) for sheet in made.values()]


def drawn(seat: Seat, offer: PrintableSheet) -> dict[str, Any]:
    """A sheet with all that stands on its paper, as text: what page and PDF draw."""
    sheet, head = offer.sheet, journal.chain_head(seat.campaign)
    names = registry.get(seat.campaign.system).sides
    return {
        "title": sheet.title,
        "subtitle": sheet.subtitle,
        "campaign": seat.campaign.called,
        "date": sheet.date,
        "side": sheet.side or (gettext("for both sides") if len(names) > 1 else "".join(names.values())),
        "room": offer.room,
        "number": offer.number,
        "head": gettext("%(sentence)s. Keep this sheet: nobody can rewrite what led up to it unseen.")
        % {"sentence": head.sentence}
        if head
        else "",
        "notes": list(sheet.notes),
        "tables": [_table(table) for table in sheet.tables],
        "map": _map(seat, offer),
    }


def _map(seat: Seat, offer: PrintableSheet) -> dict[str, str] | None:
    """The public map with the counters that the sheet wants marked on it; None without a map, or if none is wanted."""
    wanted, system = offer.sheet.on_map, registry.get(seat.campaign.system)
    figure = figure_of(system, journal.load_state(seat.campaign, {PUBLIC})) if wanted is not None else None
    if figure is None:
        return None
    return {"svg": figure.marked(offer.room, wanted or {}), "title": figure.name, "legend": figure.legend}


def _table(table: SheetTable) -> dict[str, Any]:
    columns = [
        {"title": column.title, "width": column.width, "figure": column.kind in FIGURES} for column in table.columns
    ]
    blocks = []
    for block in table.blocks:
        rows = []
        for row in block.rows:
            full = (*row, *[None] * (len(table.columns) - len(row)))
            cells = zip(full, table.columns, strict=True)
            rows.append([[text_of(cell, column), column.kind in FIGURES] for cell, column in cells])
        if rows:
            blocks.append({"title": block.title, "rows": rows})
    return {"title": table.title, "columns": columns, "blocks": blocks, "empty": table.empty}
