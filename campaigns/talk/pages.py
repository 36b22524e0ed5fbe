"""Data of the page of messages, and the notes that other pages show beside what they are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.http import Http404
from django.utils.translation import gettext

from campaigns.models import Seat
from campaigns.pages import Frame, frame_of
from campaigns.seats.who import who_sits
from campaigns.talk import messages, rights
from campaigns.talk.messages import Numbered
from campaigns.talk.subjects import COUNTER, HEX, STEP, Subjects
from rules.contract import PUBLIC

ON_A_PAGE, MOST_FOUND, LONGEST_SEARCH = 40, 100, 60
TABLE = "table"
"""The name of the public room in URLs."""


@dataclass(frozen=True)
class ShownMessage:
    """A message as it is shown: by whom, in which role (`of`), when; `about` what; `mine` if the reader may delete it.

    One that was altered has no name and no time, and a sentence that says so as its text.
    """

    number: int
    by: str
    of: str
    at: datetime | None
    text: str
    about: str
    mine: bool


@dataclass(frozen=True)
class TalkPage:
    """Messages of a room, newest first; `older` is the number below which the next page begins, None on the last one.

    `steps` are the titles of steps that a note can be about, by their keys.
    """

    frame: Frame
    room: str
    rooms: Mapping[str, str]
    messages: Sequence[ShownMessage]
    older: int | None
    query: str
    may_say: bool
    steps: Mapping[str, str] = field(default_factory=dict)

    @property
    def own(self) -> bool:
        """Whether it is the room of the reader's side, where notes are written too."""
        return self.room != TABLE


def room_of_talk(seat: Seat, named: str) -> str:
    """The room that a URL names: the table, or the reader's own side. Raises Http404 for another."""
    rooms = rights.rooms_to_talk_in(seat)
    room = PUBLIC if named == TABLE else named or rooms[0]
    if room not in rooms:
        raise Http404
    return room


def talk_page(seat: Seat, room: str, query: Mapping[str, str]) -> TalkPage:
    """The messages in `room`: by `query` those with a text (`q`), those below a number (`before`), or the newest."""
    frame, campaign = frame_of(seat), seat.campaign
    text = " ".join(query.get("q", "").split())[:LONGEST_SEARCH]
    before = query.get("before", "")
    if text:
        matches, more = messages.with_text(campaign, room, text, MOST_FOUND), False
    else:
        number = int(before) if before.isascii() and before.isdigit() and len(before) < 8 else None
        every = messages.newest(campaign, room, ON_A_PAGE + 1, number)
        matches, more = every[:ON_A_PAGE], len(every) > ON_A_PAGE
    rooms, subjects = rights.rooms_to_talk_in(seat), Subjects.of(seat) if room != PUBLIC else None
    return TalkPage(
        frame=frame,
        room=TABLE if room == PUBLIC else room,
        rooms={
            TABLE if each == PUBLIC else each: (gettext("At the table") if each == PUBLIC else gettext("Our side"))
            for each in rooms
        }
        if len(rooms) > 1
        else {},
        messages=_shown(seat, matches, subjects),
        older=matches[-1].number if more else None,
        query=text,
        may_say=rights.may_say(seat, room),
        steps=subjects.steps if subjects else {},
    )


def notes_on_step(seat: Seat, key: str) -> Sequence[ShownMessage]:
    """The notes of the seat's side about a step."""
    return [line for line in _notes(seat, STEP) if line.about == key]


def notes_on_hexes(seat: Seat) -> Sequence[ShownMessage]:
    """The notes of the seat's side about hexes."""
    return _notes(seat, HEX)


def notes_on_counters(seat: Seat) -> Sequence[ShownMessage]:
    """The notes of the seat's side about its counters."""
    return _notes(seat, COUNTER)


def _notes(seat: Seat, kind: str) -> Sequence[ShownMessage]:
    """The notes of the seat's side about things of a kind; `about` is the key without the kind."""
    rooms = rights.rooms_to_talk_in(seat)
    return _shown(seat, messages.notes(seat.campaign, rooms[0], kind)) if rooms[0] != PUBLIC else ()


def _shown(seat: Seat, numbered: Sequence[Numbered], subjects: Subjects | None = None) -> list[ShownMessage]:
    return [_line(seat, each, subjects) for each in numbered]


def _line(seat: Seat, message: Numbered, subjects: Subjects | None) -> ShownMessage:
    body, mine = message.body, rights.may_take_back(seat, message)
    if body is None:
        altered = gettext("This message was written or altered in the database, past this program. It is not shown.")
        return ShownMessage(message.number, "", "", None, altered, "", mine)
    name, title = who_sits(seat.campaign, body.seat)
    about = subjects.label(body.about) if subjects else body.about.partition(":")[2]
    return ShownMessage(
        number=message.number,
        by=name,
        of=title,
        at=body.moment,
        text=body.text,
        about=about,
        mine=mine,
    )
