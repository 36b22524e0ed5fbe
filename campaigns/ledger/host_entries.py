"""The host's own entries in campaigns of form 3, checked against the table of the script (`verify_campaign.HOUSE`).

All of them are public except `recalled`, which stands in the room in which it undoes something. `side` is always the
actor's. The script reports whatever is not in its table, so an entry that does not fit is rejected before it is
written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired

from typing_extensions import TypedDict

from campaigns.ledger.verify_campaign import FITS, HOUSE


def checked(kind: str, data: Mapping[str, object]) -> Mapping[str, object]:
    """The data of an entry; `kind` is without "house.". Raises ValueError if the script's table does not allow it."""
    if kind not in HOUSE:
        raise ValueError(f"the host has no entry {kind!r}")
    _, forms, optional = HOUSE[kind]
    if not forms.keys() - optional <= data.keys() <= forms.keys():
        raise ValueError(f"{kind} has the keys {sorted(data)}, not {sorted(forms)}")
    for name, value in data.items():
        if not FITS[forms[name]](value):
            raise ValueError(f"{name} of {kind} is no {forms[name]}: {value!r}")
    return data


# What entries hold, for those who fold them; the tests hold these types to the table. Only a part that is NotRequired
# may be missing, be it because of an earlier edition.


class ChainBegun(TypedDict):
    """A side's chain of links: its root, how many links it has, and the hash of what blinds its parts in the dice."""

    tip: str
    links: int
    blind: str


class ChainsBegun(TypedDict):
    """An entry with which chains may begin, by side."""

    chains: NotRequired[Mapping[str, ChainBegun]]


class Founded(ChainsBegun):
    """A campaign begins; `pace` are the days for a step, and with `club` it stands on the club's page."""

    seat: int
    side: str
    name: str
    account: str
    how: NotRequired[str]
    words: NotRequired[Mapping[str, str]]
    notice: NotRequired[int]
    pace: NotRequired[int]
    club: NotRequired[int]


class SeatOffered(TypedDict):
    """A link that leads to a seat, by the digest of its token; the earliest ones had none, and tell no number."""

    offer: NotRequired[int]
    role: str
    side: NotRequired[str]
    token: NotRequired[str]


class SeatTaken(ChainsBegun):
    """Somebody sits down, in the earliest campaigns without a link."""

    offer: NotRequired[int]
    seat: int
    role: str
    side: str
    name: str
    account: str
    words: NotRequired[Mapping[str, str]]


class OfSeat(TypedDict):
    """An entry about a seat."""

    seat: int


class SeatLeft(OfSeat):
    """Somebody leaves his seat, or loses it, and why."""

    why: str


class ReplacementAnnounced(OfSeat):
    """A commander is to be replaced: the reason, and when at the earliest."""

    reason: str
    due: str


class OfUmpire(TypedDict):
    """A side lets an umpire in, or removes him; the earliest entries named him instead of his seat."""

    seat: NotRequired[int]
    name: NotRequired[str]
    side: str


class EndAnnounced(TypedDict):
    """The campaign is to end before its time."""

    why: str
    reason: str
    due: str


class CommanderMoved(TypedDict):
    """A commander of an imported campaign."""

    seat: int
    name: str
    account: str


class Imported(ChainsBegun):
    """A campaign goes on at another instance; earlier editions told the names of its commanders alone."""

    commanders: Mapping[str, CommanderMoved | str]
    words: NotRequired[Mapping[str, str]]


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


class OfDays(TypedDict):
    """A term for a step, in days."""

    days: int


class TermExtended(OfDays):
    """A side gives another one more time."""

    of: str


class Away(OfSeat):
    """The first and the last day of a holiday."""

    first: str
    last: str


class AboutSide(TypedDict):
    """An entry about a side."""

    of: str


class StandInOffered(AboutSide):
    """An organiser offers a side somebody who stands in."""

    who: str
    name: str
