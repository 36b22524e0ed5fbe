"""The journal by date: a headline for each date, the rows of one, and what a filter or a word finds in all.

Built from the rooms a seat may enter and nothing else, so the headlines of a date differ between the sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop

from campaigns import access, event_texts
from campaigns import pages as campaign_pages
from campaigns.event_texts import JournalRow
from campaigns.ledger import journal
from campaigns.ledger.acts import is_host_event
from campaigns.ledger.journal import VisibleEntry
from campaigns.models import Seat
from campaigns.story.visits import SinceLastAct, last_act
from campaigns.templatetags.moments import date_told
from rules.contract import PUBLIC, Game
from rules.features.chronicle import TellsDays

PER_PAGE, MOST_FOUND, MOST_NEWS, LONGEST_ASKED, IN_A_HEADLINE = 36, 100, 8, 60, 3
MINE, THEIRS, DICE, PURCHASES = "mine", "theirs", "dice", "purchases"
FILTERS = {
    MINE: gettext_noop("My side"),
    THEIRS: gettext_noop("The other side"),
    DICE: gettext_noop("Dice"),
    PURCHASES: gettext_noop("Purchases"),
}


@dataclass(frozen=True)
class JournalDate:
    """A date of the campaign: its title, what happened in a few words, and its rows, the newest first.

    `title` is "" for what was before the first date.
    """

    key: str
    title: str
    headline: str
    rows: Sequence[JournalRow]
    routine: Sequence[JournalRow]

    @property
    def count(self) -> int:
        """How many entries it has."""
        return len(self.rows) + len(self.routine)


@dataclass(frozen=True)
class JournalPage:
    """The dates, of which one is `open`; or what the filter `only` and the word `query` found."""

    frame: campaign_pages.Frame
    days: Sequence[JournalDate]
    open: str
    only: str
    query: str
    matches: Sequence[JournalRow]
    more: bool
    news: Sequence[JournalRow]
    since: SinceLastAct | None
    number: int = 1
    filters: Mapping[str, str] = field(default_factory=dict)

    @property
    def rows(self) -> Sequence[JournalRow]:
        """The rows of the open date on this page of it."""
        return self._all_rows[(self.at - 1) * PER_PAGE : self.at * PER_PAGE]

    @property
    def at(self) -> int:
        """Which page of the open date this is."""
        return min(self.number, max(-(-len(self._all_rows) // PER_PAGE), 1))

    @property
    def newer(self) -> int:
        """The page before it, 0 for none."""
        return self.at - 1

    @property
    def older(self) -> int:
        """The page behind it, 0 for none."""
        return self.at + 1 if self.at * PER_PAGE < len(self._all_rows) else 0

    @property
    def _all_rows(self) -> Sequence[JournalRow]:
        return next((day.rows for day in self.days if day.key == self.open), ())

    @property
    def searched(self) -> bool:
        """Whether the rows of all dates are searched."""
        return bool(self.only or self.query)


@dataclass(frozen=True)
class _StoryRow:
    entry: VisibleEntry
    row: JournalRow


def journal_page(seat: Seat, query: Mapping[str, str]) -> JournalPage:
    """The journal as the query asks for it: the `page` of the date `day`, the filter `only`, the word `q`."""
    frame, rooms = campaign_pages.frame_of(seat), access.rooms_of(seat)
    names = event_texts.names_in(frame.system, journal.load_state(seat.campaign, rooms))
    entries = journal.entries(seat.campaign, rooms)
    rows = event_texts.journal_rows(frame.system, entries, names)
    both = [_StoryRow(entry, row) for entry, row in zip(entries, rows, strict=True)]
    days, since = _days(frame.system, both), last_act(seat, entries)
    only = query.get("only", "") if query.get("only") in FILTERS else ""
    words = query.get("q", "").strip()[:LONGEST_ASKED]
    matches = [each.row for each in reversed(both) if _fits(frame.system, seat, each, only, words)]
    keys = [day.key for day in days]
    return JournalPage(
        frame=frame,
        days=days,
        open=query["day"] if query.get("day") in keys else keys[0] if keys else "",
        only=only,
        query=words,
        matches=matches[:MOST_FOUND] if only or words else (),
        more=len(matches) > MOST_FOUND,
        news=news_since(frame.system, seat, entries, rows, since),
        since=since,
        number=_number(query.get("page", "")),
        filters=_filters(frame, seat),
    )


def _filters(frame: campaign_pages.Frame, seat: Seat) -> Mapping[str, str]:
    """The filters that make sense for this game and reader, with their names."""
    pointless = {PURCHASES} if not isinstance(frame.system, TellsDays) else set[str]()
    if frame.one_side or not seat.side:
        pointless |= {MINE, THEIRS}
    return {key: gettext(name) for key, name in FILTERS.items() if key not in pointless}


def news_since(
    system: Game, seat: Seat, entries: Sequence[VisibleEntry], rows: Sequence[JournalRow], since: SinceLastAct | None
) -> Sequence[JournalRow]:
    """What others did since the last act of the reader's side, newest first, without routine entries."""
    if since is None:
        return ()
    both = zip(entries, rows, strict=True)
    new = [
        row for entry, row in both if entry.number > since.seen and not entry.undone and not is_routine(system, entry)
    ]
    others = [row for row in new if not seat.side or row.side != seat.side]
    return others[: -MOST_NEWS - 1 : -1]


def _number(text: str) -> int:
    """The number of the page asked for, 1 for nonsense."""
    return max(int(text), 1) if text.isascii() and text.isdigit() and len(text) < 7 else 1


def journal_dates(system: Game, entries: Sequence[VisibleEntry], names: event_texts.Names) -> list[JournalDate]:
    """Entries by their date, the newest date first; `names` are those of the groups."""
    rows = event_texts.journal_rows(system, entries, names)
    return _days(system, [_StoryRow(entry, row) for entry, row in zip(entries, rows, strict=True)])


def _days(system: Game, both: Iterable[_StoryRow]) -> list[JournalDate]:
    """The entries by their date, the newest date first."""
    by_day: dict[str, list[_StoryRow]] = {}
    current = ""
    for each in both:
        current = date_of(system, each.entry) or current
        by_day.setdefault(current, []).append(each)
    begun = next((key for key in by_day if key), "")
    if begun and "" in by_day:  # what came before the first date belongs to it
        by_day = {begun: [*by_day.pop(""), *by_day.pop(begun)], **by_day}
    dates = []
    for key, entries in reversed(by_day.items()):
        newest = list(reversed(entries))
        rows = [each.row for each in newest if not is_routine(system, each.entry)]
        routine = [each.row for each in newest if is_routine(system, each.entry)]
        dates.append(JournalDate(key, date_title(system, key), _headline(system, entries), rows, routine))
    return dates


def date_of(system: Game, entry: VisibleEntry) -> str:
    """The date that an entry begins, "" for none; in a game without dates, the day the entry was made."""
    return system.day_of(entry.event) if isinstance(system, TellsDays) else timezone.localdate(entry.at).isoformat()


def date_title(system: Game, key: str) -> str:
    """The title of a date in the reader's language; in a game without dates, the day."""
    if isinstance(system, TellsDays):
        return date_told(key)
    return date_format(date.fromisoformat(key), gettext("j N Y"))


def _headline(system: Game, rows: Iterable[_StoryRow]) -> str:
    """What happened on a date in a few words; with the names of sides if there are rows of several sides' rooms."""
    if not isinstance(system, TellsDays):
        return ""
    stands = (each.entry.event for each in rows if not each.entry.undone and not is_host_event(each.entry.event))
    heads = [(event.room, head) for event in stands if (head := system.headline(event))]
    named = dict(system.sides) if len({room for room, _ in heads} - {PUBLIC}) > 1 else {}
    results = (
        gettext("%(side)s: %(what)s") % {"side": named[room], "what": head} if room in named else head
        for room, head in heads[-IN_A_HEADLINE:]
    )
    return " · ".join(results)


def is_routine(system: Game, entry: VisibleEntry) -> bool:
    """Whether an entry only says that the course went on."""
    return isinstance(system, TellsDays) and not is_host_event(entry.event) and system.is_routine(entry.event)


def _fits(system: Game, seat: Seat, each: _StoryRow, only: str, words: str) -> bool:
    """Whether a row passes the filter `only` and contains `words`."""
    tests: Mapping[str, Callable[[], bool]] = {
        "": lambda: True,
        MINE: lambda: each.entry.side == seat.side,
        THEIRS: lambda: bool(each.entry.side) and each.entry.side != seat.side,
        DICE: lambda: bool(each.row.reckonings),
        PURCHASES: lambda: isinstance(system, TellsDays) and system.is_purchase(each.entry.event),
    }
    return tests[only]() and words.casefold() in each.row.text.casefold()
