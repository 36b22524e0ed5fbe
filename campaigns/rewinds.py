"""Going back by consent: one side proposes to undo everything from a public act on, the other agrees.

Nothing is deleted. Each room gets entries that take back its own since that act; the host's own entries (seats taken,
words for the dice, earlier rewinds) stay, and so do the numbers of the dice. What the other side undoes behind its
door is told to nobody, nor how much it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from campaigns import journal, rooms, stories
from campaigns.acts import HOUSE, PROPOSED, RECALLED, REWOUND, Act
from campaigns.journal import Entry
from campaigns.models import Campaign, Seat
from campaigns.recalls import of_the_house
from rules import registry
from rules.kernel import PUBLIC, Event, Refused

FAR, MOST = 60, 12
"""How many public entries back the acts are looked for that are offered, and how many of them are."""
LONGEST_REASON = 200
REFUSED, WITHDRAWN = HOUSE + "rewind_refused", HOUSE + "rewind_withdrawn"
VERDICTS = {REWOUND: "agreed", REFUSED: "refused", WITHDRAWN: "withdrawn"}
OPEN, LAPSED = "waits for an answer", "lapsed"


@dataclass(frozen=True)
class Proposal:
    """A rewind to just before the act that holds public entry `before`, as it stands in the journal.

    `what` is that act in a sentence, `name` who proposed it for his `side`.
    """

    number: int
    before: int
    what: str
    reason: str
    side: str
    name: str


@dataclass(frozen=True)
class Point:
    """A public act that can be gone back to: its first public entry, and what all know of it."""

    before: int
    entries: tuple[Entry, ...]


def waiting(campaign: Campaign) -> Proposal | None:
    """The proposal that waits for an answer; it lapses with whatever both sides learn of next."""
    found = campaign.outline.get("rewind")
    return Proposal(**found) if found else None


def past(campaign: Campaign) -> list[tuple[Proposal, str]]:
    """Every proposal and what became of it, the newest first."""
    told = [entry.event for entry in journal.entries(campaign, {PUBLIC}) if entry.event.kind.startswith(HOUSE)]
    verdicts = {event.data["number"]: VERDICTS[event.kind] for event in told if event.kind in VERDICTS}
    if asked := waiting(campaign):
        verdicts[asked.number] = OPEN
    made = [Proposal(**event.data) for event in told if event.kind == PROPOSED]
    return [(one, verdicts.get(one.number, LAPSED)) for one in reversed(made)]


def points(campaign: Campaign) -> list[Point]:
    """The last public acts that still count, the newest first."""
    latest = journal.entries(campaign, {PUBLIC}, after=max(rooms.of(campaign, PUBLIC).entries - FAR, 0))
    found = [_point(list(group)) for _, group in groupby(latest, key=lambda entry: entry.act)]
    return [point for point in reversed(found) if point][:MOST]


def point(campaign: Campaign, before: int) -> Point:
    """The act that begins with public entry `before`; Refused if that is none to go back to."""
    found = journal.since(campaign, {PUBLIC}, before) if before > 0 else []
    at = _point([entry for entry in found if entry.act == found[0].act])
    if at is None or at.before != before:
        raise Refused(
            "This is no public act that still counts.", field="before", way_out="Choose one from the list of the last."
        )
    return at


def undone(campaign: Campaign, keys: Collection[str], before: int) -> list[Entry]:
    """What a rewind to before public entry `before` would undo in the rooms in `keys`, in order."""
    return list(_counting(journal.since(campaign, keys, before)))


def proposal(by: Seat, before: int, reason: str) -> Proposal:
    """What `by` proposes; Refused if it can't be."""
    campaign, reason = by.campaign, " ".join(reason.split())
    if not reason or len(reason) > LONGEST_REASON or not reason.isprintable():
        raise Refused(
            f"Say why in one line of at most {LONGEST_REASON} characters.",
            field="reason",
            way_out="Both sides read it, and it stays in the journal.",
        )
    what = stories.tell(registry.get(campaign.system), point(campaign, before).entries[0].event).sentence
    return Proposal(len(past(campaign)) + 1, before, what, reason, by.side, by.user.get_username())


def acts(campaign: Campaign, agreed: Proposal, by: Seat, side: str, at: datetime) -> list[Act]:
    """What the consent of `side` leaves: its own act, and one behind the door of each other side.

    They are apart because an act is linked in the room of its own side alone.
    """
    others = [each for each in registry.get(campaign.system).sides if each != side]
    gone = {room: _runs(undone(campaign, {room}, agreed.before)) for room in (PUBLIC, side, *others)}
    told = Event(REWOUND, PUBLIC, {**asdict(agreed), "side": side, "name": by.user.get_username()})
    taken = {
        room: tuple(Event(RECALLED, room, _run(agreed, room if room != PUBLIC else side, run)) for run in runs)
        for room, runs in gone.items()
    }
    own = Act((told, *taken[PUBLIC], *taken[side]), at, by.user.get_username(), side)
    return [own, *(Act(taken[each], at, agreed.name, each) for each in others if taken[each])]


def _run(agreed: Proposal, side: str, run: tuple[int, int]) -> dict[str, Any]:
    first, last = run
    return {"side": side, "first": first, "last": last, "rewind": agreed.number}


def _runs(entries: Iterable[Entry]) -> list[tuple[int, int]]:
    """The first and the last place of each run of neighbours."""
    found = list[tuple[int, int]]()
    for entry in entries:
        if found and found[-1][1] == entry.place - 1:
            found[-1] = (found[-1][0], entry.place)
        else:
            found.append((entry.place, entry.place))
    return found


def _point(entries: Iterable[Entry]) -> Point | None:
    """An act's public entries as a point to go back to, if any counts."""
    counting = tuple(_counting(entries))
    return Point(counting[0].place, counting) if counting else None


def _counting(entries: Iterable[Entry]) -> Iterator[Entry]:
    return (entry for entry in entries if not entry.gone and not of_the_house(entry.event))
