"""When a campaign game is over, and who has won it (12.3; the owner's victory conditions)."""

from __future__ import annotations

from rules.kernel import PUBLIC, Event
from rules.systems.votg.book import Book
from rules.systems.votg.desk import Desk
from rules.systems.votg.state import GERMAN, RUSSIAN, Public, Report


def at_once(book: Book, report: Report) -> str:
    """Who has won the campaign by a report before its last day, "" if nobody has."""
    hexes = book.game.victory.hexes_at_once
    if report.champion:
        return report.champion
    return GERMAN if hexes is not None and report.hexes >= hexes else ""


def at_end(public: Public, book: Book) -> str:
    """Who has won the campaign when its last day is over, "" where the charts leave it to the sides to say."""
    reports = [record.report for record in public.dates if record.report]
    hexes = book.game.victory.hexes_at_end
    if reports and reports[-1].champion:
        return reports[-1].champion
    if hexes is None or not reports:
        return ""
    return GERMAN if reports[-1].hexes >= hexes else RUSSIAN


def after_battle(desk: Desk) -> str:
    """The stage after a scenario: the end if somebody has won the campaign by it, or it was the last there can be."""
    report = desk.today.report
    assert report is not None
    over = desk.last_day and not desk.may_counterattack()
    return "final" if over or at_once(desk.book, report) else "aftermath"


def disputed(desk: Desk) -> bool:
    """Whether nothing but the sides can tell who has won, and they name different ones."""
    return not at_end(desk.public, desk.book) and len(set(desk.public.ending.claims.values())) > 1


def ended(desk: Desk) -> Event:
    """The campaign's end: by the hexes held, or as both sides agreed when they opened their books."""
    claims = desk.public.ending.claims.values()
    return Event("campaign.ended", PUBLIC, {"winner": at_end(desk.public, desk.book) or next(iter(claims), "")})
