"""What the pages of sheets show, built from the rooms a seat may enter and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from campaigns import pages
from campaigns.ledger import crypto
from campaigns.models import Seat
from rosters import actions, sheets
from rosters.models import JobStatus, SheetJob

LATEST = 6


@dataclass(frozen=True)
class ListPage:
    """All the sheets a seat may have, side by side."""

    frame: pages.Frame
    groups: list[tuple[str, str, list[sheets.PrintableSheet]]]
    """(room, name of its side, sheets); the public room's name is empty."""


@dataclass(frozen=True)
class PrintedSheetPage:
    """A sheet to read and print, with its jobs.

    `job` is that of the sheet as it stands, `earlier` are finished ones of earlier states, and `failed` are those of
    earlier states that can be tried again. The PDF of a locked room is made `at_once`, in the request.
    """

    frame: pages.Frame
    offer: sheets.PrintableSheet
    paper: Mapping[str, object]
    job: SheetJob | None
    at_once: bool
    earlier: list[SheetJob]
    failed: list[SheetJob]


def list_page(seat: Seat) -> ListPage:
    """The list of sheets."""
    frame = pages.frame_of(seat)
    by_room: dict[str, list[sheets.PrintableSheet]] = {}
    for offer in sheets.printable_sheets(seat):
        by_room.setdefault(offer.room, []).append(offer)
    return ListPage(frame, [(room, frame.system.sides.get(room, ""), offers) for room, offers in by_room.items()])


def sheet_page(seat: Seat, room: str, key: str) -> PrintedSheetPage:
    """One sheet as it stands, or 404."""
    offer = sheets.printable_or_404(seat, room, key)
    jobs = list(actions.jobs_of(by=seat, room=room, key=key)[:LATEST])
    return PrintedSheetPage(
        frame=pages.frame_of(seat),
        offer=offer,
        paper=sheets.sheet_content(seat, offer),
        job=next((job for job in jobs if job.number == offer.number and job.language), None),
        at_once=crypto.is_locked(crypto.room_of(seat.campaign, room)),
        earlier=[job for job in jobs if job.number < offer.number and job.status == JobStatus.DONE],
        failed=actions.given_up_before(by=seat, room=room, key=key, number=offer.number),
    )
