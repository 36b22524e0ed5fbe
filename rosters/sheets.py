"""Which sheets a seat may have, and a sheet as plain text for whoever draws it.

The same gate as everywhere: a sheet of a room is built from that room and the public one, and for
a seat that may not enter the room it does not exist.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import Http404
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext

from campaigns import access, event_texts
from campaigns.ledger import caches, journal
from campaigns.maps.figure import figure_of
from campaigns.models import Seat
from rules import registry
from rules.contract import PUBLIC
from rules.features.documents import BOXES, NUMBER, SIGNED, TEXT, Column, HasSheets, Row, Sheet, SheetTable, text_of
from rules.features.documents import table as sheet_table
from rules.features.purchases import HasPurchases

FIGURES = (NUMBER, SIGNED)
BROAD = 4
"""A column of such a width holds sentences or long lists."""


@dataclass(frozen=True)
class PrintableSheet:
    """A sheet of a room as it stands at entry `number` of those the room's owner may see."""

    room: str
    number: int
    sheet: Sheet


def printable_sheets(seat: Seat) -> list[PrintableSheet]:
    """All sheets that a seat may have: the public ones, then its own side's, then those of other rooms it may enter."""
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


def together_or_404(seat: Seat, room: str) -> list[PrintableSheet]:
    """All sheets for one side that are not blank: the public ones, in the side's version if it has one, then its own.

    The same gate. Raises Http404 for the public room and for one that has no sheet of its own.
    """
    own = {} if room == PUBLIC or room not in access.rooms_of(seat) else {one.sheet.key: one for one in _of(seat, room)}
    if not own:
        raise Http404
    offers = {**{one.sheet.key: one for one in _of(seat, PUBLIC)}, **own}.values()
    return [_with_journal(seat, one) if one.sheet.journal else one for one in offers if not one.sheet.blank]


def _with_journal(seat: Seat, offer: PrintableSheet) -> PrintableSheet:
    """The sheet with the sentences of the public journal below."""
    system = registry.get(seat.campaign.system)
    entries = (each for each in journal.entries(seat.campaign, {PUBLIC}) if not each.undone)
    journal_rows = event_texts.journal_rows(system, entries)
    rows = ((row.number, _day(row.when), row.side_name, row.text, row.rule) for row in journal_rows)
    columns = (
        Column(gettext("No."), 0.7, NUMBER),
        Column(gettext("Day"), 1.8),
        Column(gettext("Side"), 1.1),
        Column(gettext("What"), 9),
        Column(gettext("Rule"), 1.3),
    )
    tables = (*offer.sheet.tables, sheet_table(gettext("What happened"), columns, rows))
    return replace(offer, sheet=replace(offer.sheet, tables=tables))


def _day(moment: datetime) -> str:
    """A day, which stands on one line."""
    return date_format(moment, gettext("j N Y")).replace(" ", "\N{NO-BREAK SPACE}")


def _of(seat: Seat, room: str) -> list[PrintableSheet]:
    side = None if room == PUBLIC else room
    rooms = {PUBLIC, room}
    system, state = registry.get(seat.campaign.system), journal.load_state(seat.campaign, rooms)
    sheets = dict(system.sheets(state, side)) if isinstance(system, HasSheets) else {}
    if side and seat.campaign.ended and isinstance(system, HasPurchases):
        record = system.purchase_record(state, side, caches.opened_purchases(seat.campaign, side))
        sheets[record.key] = record
    return [PrintableSheet(room, journal.entry_count(seat.campaign, rooms), sheet) for sheet in sheets.values()]


def sheet_content(seat: Seat, offer: PrintableSheet) -> dict[str, Any]:
    """A sheet with all that stands on its paper, as text: what page and PDF draw."""
    sheet, head = offer.sheet, journal.chain_head(seat.campaign)
    names = registry.get(seat.campaign.system).sides
    # The active language, and the words that the typesetter itself writes.
    language, _, region = (translation.get_language() or settings.LANGUAGE_CODE).partition("-")
    words = {
        "lang": language,
        "region": region.upper() or None,
        "page": gettext("page {page} of {pages}"),
        "journal": gettext("journal no. {number}"),
    }
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
        "words": words,
    }


def drawn_together(seat: Seat, offers: Sequence[PrintableSheet]) -> dict[str, object]:
    """The sheets as one PDF, which takes its date and side from the last: a side's own stand last."""
    drawings = [sheet_content(seat, offer) for offer in offers]
    return {**drawings[-1], "title": gettext("All sheets"), "sheets": drawings}


def _map(seat: Seat, offer: PrintableSheet) -> dict[str, str] | None:
    """The public map with the counters that the sheet wants marked on it; None without a map, or if none is wanted."""
    wanted, system = offer.sheet.on_map, registry.get(seat.campaign.system)
    figure = figure_of(system, journal.load_state(seat.campaign, {PUBLIC})) if wanted is not None else None
    if figure is None:
        return None
    return {"svg": figure.marked(offer.room, wanted or {}), "title": figure.name, "legend": figure.legend}


def _table(table: SheetTable) -> dict[str, object]:
    columns = [
        {
            "title": column.title,
            "width": column.width,
            "broad": column.width >= BROAD,
            "figure": column.kind in FIGURES,
        }
        for column in table.columns
    ]
    draw = _card_row if table.cards else _row
    blocks = [
        {"title": block.title, "rows": [draw(row, table.columns) for row in block.rows]}
        for block in table.blocks
        if block.rows
    ]
    return {"title": table.title, "columns": columns, "blocks": blocks, "empty": table.empty, "cards": table.cards}


def _texts(row: Row, columns: Sequence[Column]) -> Iterator[tuple[str, Column]]:
    full = (*row, *[None] * (len(columns) - len(row)))
    return ((text_of(cell, column), column) for cell, column in zip(full, columns, strict=True))


def _row(row: Row, columns: Sequence[Column]) -> list[list[object]]:
    """A text for each column, and whether it is a figure; a word that stands in place of a number is none."""
    words = [isinstance(cell, str) for cell in row] + [False] * (len(columns) - len(row))
    return [
        [text, column.kind in FIGURES and not word]
        for (text, column), word in zip(_texts(row, columns), words, strict=True)
    ]


def _card_row(row: Row, columns: Sequence[Column]) -> dict[str, str]:
    """A row of a card: its first two cells, its boxes and its last figure; what else is said stands below the name."""
    (number, _), (name, _), *more = _texts(row, columns)
    return {
        "number": number,
        "name": name,
        "boxes": "".join(text for text, column in more if column.kind == BOXES),
        "said": ", ".join(text for text, column in more if text and column.kind == TEXT),
        "figure": " ".join(text for text, column in more if text and column.kind in FIGURES),
    }
