"""The host's own entries: what each holds, checked before it is written.

Those that decide something stand in the table of the script (`verify_campaign.HOUSE`), which reports whatever does not
fit it. All are public except `recalled`, which stands in the room in which it undoes something. `side` is always the
actor's. The others are notes (`NOTES`): the check of a campaign does not look into them, so they are checked here
when they are written and when they come in a file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Annotated, Any, Literal, NotRequired

from annotated_types import Ge, Le, MaxLen, MinLen
from pydantic import AfterValidator, ConfigDict, TypeAdapter, with_config
from typing_extensions import TypedDict

from campaigns.ledger.acts import HOST_PREFIX, NOTE_PREFIX
from campaigns.ledger.verify_campaign import FITS, HOUSE, is_moment
from rules.contract import PUBLIC, Event

LONGEST_TERM, LONGEST_AWAY = 60, 60
"""The most days that a step may take, and that a holiday may have."""
NOTICE = timedelta(days=14)
"""The least time between a notice and what it announces: that a commander is replaced, or the campaign ends."""


def entry(what: str, data: Mapping[str, object]) -> Event:
    """The public entry called `what`, without its prefix. Raises ValueError if it holds anything else than it may."""
    return Event((NOTE_PREFIX if what in NOTES else HOST_PREFIX) + what, PUBLIC, checked(what, data))


def checked(what: str, data: Mapping[str, object]) -> Mapping[str, object]:
    """The data of an entry. Raises ValueError if it is none that it may hold."""
    if what in NOTES:
        NOTES[what].validate_python(data, strict=True)
        return data
    if what not in HOUSE:
        raise ValueError(f"the host has no entry {what!r}")
    _, forms, optional = HOUSE[what]
    if not forms.keys() - optional <= data.keys() <= forms.keys():
        raise ValueError(f"{what} has the keys {sorted(data)}, not {sorted(forms)}")
    for name, value in data.items():
        if not FITS[forms[name]](value):
            raise ValueError(f"{name} of {what} is no {forms[name]}: {value!r}")
    if "note" in data:
        AT_FOUNDING.validate_python(data["note"], strict=True)
    return data


# What entries hold, for those who fold them; the tests hold these types to the table. Only a part that is NotRequired
# may be missing.


def _day(value: str) -> str:
    """A day of the calendar as `2026-02-28`; not in the first or last years that there are, for days are added."""
    if date.fromisoformat(value).isoformat() != value or not "1000" <= value < "3000":
        raise ValueError("it is no day")
    return value


def _moment(value: str) -> str:
    """A moment as `2026-02-28T12:00:00.000000+00:00`, of the same years."""
    if not is_moment(value):
        raise ValueError("it is no moment")
    return value


Days = Annotated[int, Ge(0), Le(LONGEST_TERM)]
Line = Annotated[str, MinLen(1), MaxLen(2000)]
Moment = Annotated[str, AfterValidator(_moment)]
Day = Annotated[str, AfterValidator(_day)]
Number = Annotated[int, Ge(0), Le(2**31)]


class ChainBegun(TypedDict):
    """A side's chain of links: its root, how many links it has, and the hash of what blinds its parts in the dice."""

    tip: str
    links: int
    blind: str


class ChainsBegun(TypedDict):
    """An entry with which chains may begin, by side."""

    chains: NotRequired[Mapping[str, ChainBegun]]


@with_config(ConfigDict(extra="forbid"))
class FoundingNote(TypedDict):
    """What the founder chose besides the game: the days for a step, and whether it stands on the club's page."""

    pace: NotRequired[Annotated[int, Ge(1), Le(LONGEST_TERM)]]
    club: NotRequired[Literal[1]]


class Founded(ChainsBegun):
    """A campaign begins."""

    seat: int
    side: str
    name: str
    account: str
    how: str
    note: NotRequired[FoundingNote]


class SeatOffered(TypedDict):
    """A link that leads to a seat, by the digest of its token."""

    offer: int
    role: str
    side: str
    token: str


class SeatTaken(ChainsBegun):
    """Somebody sits down."""

    offer: int
    seat: int
    role: str
    side: str
    name: str
    account: str


class OfSeat(TypedDict):
    """An entry about a seat."""

    seat: int


class SeatLeft(OfSeat):
    """Somebody leaves their seat, or loses it, and why."""

    why: str


class OfUmpire(TypedDict):
    """A side lets an umpire in, or removes them."""

    seat: int
    side: str


class CommanderMoved(TypedDict):
    """A commander of an imported campaign."""

    seat: int
    name: str
    account: str


class Imported(ChainsBegun):
    """A campaign goes on at another instance."""

    commanders: Mapping[str, CommanderMoved]


ChainTold = TypedDict("ChainTold", {"side": str, "tip": str, "links": int, "blind": str, "from": int})
"""A side's new chain, and the door from which it serves."""


class LinkTold(TypedDict):
    """A side's next link, and its number."""

    side: str
    index: int
    link: str


class DoorOpened(TypedDict):
    """A door, with the number and the newest link of each side."""

    epoch: int
    links: Mapping[str, Sequence[int | str]]


class StageLeft(TypedDict):
    """A side has finished a stage before a door."""

    side: str
    door: int
    stage: str


# Notes ----------------------------------------------------------------------------------------------------------------


@with_config(ConfigDict(extra="forbid"))
class Note(TypedDict):
    """A note that holds nothing but what its kind says."""


class SeatNote(Note):
    """A note about a seat."""

    seat: Number


class ReplacementAnnounced(SeatNote):
    """A commander is to be replaced: the reason, and when at the earliest."""

    reason: Line
    due: Moment


class EndAnnounced(Note):
    """The campaign is to end before its time."""

    why: Literal["abandoned-by-umpire", "abandoned-by-host"]
    reason: Line
    due: Moment


class RemovalAnnounced(Note):
    """The campaign is to be removed for good."""

    reason: Line
    due: Moment


class OfDays(Note):
    """A term for a step, in days."""

    days: Days


class TermExtended(OfDays):
    """A side gives another one more time."""

    of: Line


class Away(SeatNote):
    """The first and the last day of a holiday."""

    first: Day
    last: Day


def _of_few_days(data: Away) -> Away:
    """A holiday of at least one day and not too many."""
    first, last = date.fromisoformat(data["first"]), date.fromisoformat(data["last"])
    if not timedelta(0) <= last - first < timedelta(days=LONGEST_AWAY):
        raise ValueError("so long nobody is away")
    return data


class AboutSide(Note):
    """A note about a side."""

    of: Line


class ByOrganiser(Note):
    """What an organiser of the club has done, by name."""

    name: Line


class Reminded(ByOrganiser):
    """An organiser has reminded a side."""

    of: Line


class StandInOffered(Reminded):
    """An organiser offers a side somebody who stands in."""

    who: Line


AT_FOUNDING = TypeAdapter(FoundingNote)
NOTES: Mapping[str, TypeAdapter[Any]] = {
    "replacement_announced": TypeAdapter(ReplacementAnnounced),
    "replacement_withdrawn": TypeAdapter(SeatNote),
    "end_announced": TypeAdapter(EndAnnounced),
    "end_withdrawn": TypeAdapter(Note),
    "removal_announced": TypeAdapter(RemovalAnnounced),
    "removal_withdrawn": TypeAdapter(Note),
    "pace_proposed": TypeAdapter(OfDays),
    "pace_agreed": TypeAdapter(OfDays),
    "pace_refused": TypeAdapter(OfDays),
    "term_extended": TypeAdapter(TermExtended),
    "away": TypeAdapter(Annotated[Away, AfterValidator(_of_few_days)]),
    "away_over": TypeAdapter(SeatNote),
    "stand_in_asked": TypeAdapter(AboutSide),
    "club_listed": TypeAdapter(Note),
    "club_unlisted": TypeAdapter(Note),
    "club_archived": TypeAdapter(ByOrganiser),
    "club_unarchived": TypeAdapter(ByOrganiser),
    "club_reminded": TypeAdapter(Reminded),
    "stand_in_offered": TypeAdapter(StandInOffered),
}
"""What each note holds, by its kind without prefix."""
