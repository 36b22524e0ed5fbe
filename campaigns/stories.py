"""Entries of the journal told to a reader; the game tells its own, this module the host's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaigns.acts import HOUSE
from campaigns.journal import Entry
from campaigns.models import How
from rules.kernel import Data, Event, GameSystem, Story


@dataclass(frozen=True)
class Line:
    """An entry as a page shows it, in the words of _components/journal_line.html."""

    number: int
    when: datetime
    text: str
    rule: str
    reckonings: tuple[Any, ...]
    side: str
    side_name: str
    actor: str
    room: str
    gone: bool


def tell(system: GameSystem, event: Event) -> Story:
    """The sentence for an event; a kind of the host's that is not known here is a KeyError."""
    if event.kind.startswith(HOUSE):
        return Story(TELLERS[event.kind.removeprefix(HOUSE)](system, event.data))
    return system.tell(event)


def lines(system: GameSystem, entries: Iterable[Entry]) -> list[Line]:
    """Entries as lines of a page, in their order."""
    return [_line(system, entry) for entry in entries]


def rolls(system: GameSystem, entries: Iterable[Entry]) -> Iterator[tuple[str, Any]]:
    """Every roll of `entries` with the side that made it."""
    for entry in entries:
        for _, reckoning in tell(system, entry.event).reckonings:
            yield entry.side, reckoning


def _line(system: GameSystem, entry: Entry) -> Line:
    story = tell(system, entry.event)
    return Line(
        number=entry.number,
        when=entry.at,
        text=story.sentence,
        rule=story.rule,
        reckonings=tuple(reckoning for _, reckoning in story.reckonings),
        side=entry.side,
        side_name=system.sides.get(entry.side, ""),
        actor=entry.actor,
        room=entry.event.room,
        gone=entry.gone,
    )


TABLES: dict[str, str] = {
    How.HOTSEAT: " Both sides share one device.",
    How.SOLO: " It is played solo: one person has both sides.",
}


def _founded(system: GameSystem, data: Data) -> str:
    return (
        f"{data['name']} founded the campaign, edition {data['edition']} of {system.title}. "
        f"The seed of the dice is sealed as {data['seed_hash'][:16]}….{TABLES.get(data.get('how', ''), '')}"
        f"{_words(system, data)}"
    )


SHOWN_OF_WORDS = 40


def _words(system: GameSystem, data: Data) -> str:
    """Who gave which words for the dice, if anybody did; long ones are cut."""
    given = data.get("words", {}).items()
    short = ((side, text if len(text) <= SHOWN_OF_WORDS else f"{text[:SHOWN_OF_WORDS]}…") for side, text in given)
    told = " and ".join(f"“{text}” ({system.sides[side]})" for side, text in short)
    return f" Words for the dice: {told}." if told else ""


def _seat_offered(system: GameSystem, data: Data) -> str:
    return f"{data['name']} made a link for {_article(data['role'])}."


def _seat_taken(system: GameSystem, data: Data) -> str:
    side = f" of the {system.sides[data['side']]} side" if data["side"] else ""
    return f"{data['name']} sat down as {_article(data['role'])}{side}.{_words(system, data)}"


def _umpire_admitted(system: GameSystem, data: Data) -> str:
    return f"The {system.sides[data['side']]} side opened its room to the umpire {data['name']}."


def _recalled(system: GameSystem, data: Data) -> str:
    if "rewind" in data:
        return f"Taken back by rewind no. {data['rewind']}, as agreed."
    return f"The {system.sides[data['side']]} side took back what it had done last."


def _rewind_proposed(system: GameSystem, data: Data) -> str:
    return (
        f"The {system.sides[data['side']]} side proposes rewind no. {data['number']}, to just before this: "
        f"“{data['what']}” Its reason: “{data['reason']}”."
    )


def _rewind_refused(system: GameSystem, data: Data) -> str:
    return f"The {system.sides[data['side']]} side refused rewind no. {data['number']}."


def _rewind_withdrawn(system: GameSystem, data: Data) -> str:
    return f"The {system.sides[data['side']]} side withdrew rewind no. {data['number']}."


def _rewound(system: GameSystem, data: Data) -> str:
    return (
        f"The {system.sides[data['side']]} side agreed to rewind no. {data['number']}. All acts of both sides are "
        f"undone from here on: “{data['what']}” Dice that were rolled stay used. The reason: “{data['reason']}”."
    )


def _imported(system: GameSystem, data: Data) -> str:
    people = " and ".join(f"{name} ({system.sides[side]})" for side, name in data["commanders"].items())
    return f"The campaign came here in a file. From now on {people} are in command.{_words(system, data)}"


def _article(role: str) -> str:
    return f"an {role}" if role[0] in "aeiou" else f"a {role}"


TELLERS: dict[str, Callable[[GameSystem, Data], str]] = {
    "founded": _founded,
    "seat_offered": _seat_offered,
    "seat_taken": _seat_taken,
    "umpire_admitted": _umpire_admitted,
    "recalled": _recalled,
    "rewind_proposed": _rewind_proposed,
    "rewind_refused": _rewind_refused,
    "rewind_withdrawn": _rewind_withdrawn,
    "rewound": _rewound,
    "imported": _imported,
}
