"""Entries of the journal told to a reader; the game tells its own, this module the host's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext, gettext_noop

from campaigns.ledger.acts import HOST_PREFIX
from campaigns.ledger.journal import VisibleEntry
from campaigns.models import PlayMode, Role
from rules.contract import Event, EventText, Game
from rules.engine.reducers import Data


@dataclass(frozen=True)
class JournalLine:
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


def describe(system: Game, event: Event) -> EventText:
    """The sentence for an event; a kind of the host's that is not known here is a KeyError."""
    if event.kind.startswith(HOST_PREFIX):
        data: Data = event.data
        kind = event.kind.removeprefix(HOST_PREFIX)
        if kind in SENTENCES:
            told = {**data, "both": both(system)}
            if "side" in data:
                told["side"] = system.sides[data["side"]]
            if "role" in data:
                told["role"] = _article(data["role"])
            return EventText(gettext(SENTENCES[kind]) % told)
        return EventText(DESCRIBERS[kind](system, data))
    return system.describe(event)


def lines(system: Game, entries: Iterable[VisibleEntry]) -> list[JournalLine]:
    """Entries as lines of a page, in their order."""
    found = []
    for entry in entries:
        story = describe(system, entry.event)
        found.append(
            JournalLine(
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
        )
    return found


def rolls(system: Game, entries: Iterable[VisibleEntry]) -> Iterator[tuple[str, Any]]:
    """Every roll of `entries` with the side that made it."""
    for entry in entries:
        for _, reckoning in describe(system, entry.event).reckonings:
            yield entry.side, reckoning


def both(system: Game) -> str:
    """All the sides of a game in words; every other one of them is `others`."""
    return {1: gettext("the side"), 2: gettext("both sides")}.get(len(system.sides), gettext("all sides"))


def others(system: Game) -> str:
    """All sides but the reader's in words that are followed by a verb for one."""
    return gettext("the other side") if len(system.sides) == 2 else gettext("every other side")


SENTENCES: dict[str, str] = {
    "seat_offered": gettext_noop("%(name)s made a link for %(role)s."),
    "umpire_admitted": gettext_noop("The %(side)s side opened its room to the umpire %(name)s."),
    "rewind_proposed": gettext_noop(
        "The %(side)s side proposes rewind no. %(number)s, to just before this: “%(what)s” Its reason: “%(reason)s”."
    ),
    "rewind_refused": gettext_noop("The %(side)s side refused rewind no. %(number)s."),
    "rewind_withdrawn": gettext_noop("The %(side)s side withdrew rewind no. %(number)s."),
    "rewind_agreed": gettext_noop("The %(side)s side agreed to rewind no. %(number)s; others have still to answer."),
    "rewound": gettext_noop(
        "The %(side)s side agreed to rewind no. %(number)s. All acts of %(both)s are undone from here on: “%(what)s” "
        "Dice that were rolled stay used. The reason: “%(reason)s”."
    ),
}
"""What was done, by the kind of entry; the names in a sentence are those of the entry's data."""
TABLES: dict[str, str] = {
    PlayMode.HOTSEAT: gettext_noop("Both sides share one device."),
    PlayMode.SOLO: gettext_noop("It is played solo: one person has both sides."),
}


def _founded(system: Game, data: Data) -> str:
    founded = gettext("%(name)s founded the campaign, edition %(edition)s of %(title)s.") % {
        **data,
        "title": system.title,
    }
    seed = gettext("The seed of the dice is sealed as %(seed)s….") % {"seed": data["seed_hash"][:16]}
    table = TABLES.get(data.get("how", ""))
    return " ".join([founded, seed, *([gettext(table)] if table else ())]) + _salts(system, data)


SHOWN_OF_SALT = 40


def _salts(system: Game, data: Data) -> str:
    """Who gave which words for the dice, if anybody did; long ones are cut."""
    given = data.get("words", {}).items()
    short = ((side, text if len(text) <= SHOWN_OF_SALT else f"{text[:SHOWN_OF_SALT]}…") for side, text in given)
    told = gettext(" and ").join(f"“{text}” ({system.sides[side]})" for side, text in short)
    return " " + gettext("Words for the dice: %(told)s.") % {"told": told} if told else ""


def _seat_taken(system: Game, data: Data) -> str:
    if data["side"]:
        sat = gettext("%(name)s sat down as %(role)s of the %(side)s side.")
    else:
        sat = gettext("%(name)s sat down as %(role)s.")
    told = {"name": data["name"], "role": _article(data["role"]), "side": system.sides.get(data["side"], "")}
    return sat % told + _salts(system, data)


def _undone(system: Game, data: Data) -> str:
    if "rewind" in data:
        return gettext("Taken back by rewind no. %(rewind)s, as agreed.") % {"rewind": data["rewind"]}
    return gettext("The %(side)s side took back what it had done last.") % {"side": system.sides[data["side"]]}


def _imported(system: Game, data: Data) -> str:
    people = gettext(" and ").join(f"{name} ({system.sides[side]})" for side, name in data["commanders"].items())
    came = gettext("The campaign came here in a file. From now on %(people)s are in command.") % {"people": people}
    return came + _salts(system, data)


def _article(role: str) -> str:
    return gettext(WITH_ARTICLE[role])


WITH_ARTICLE: dict[str, str] = {
    Role.COMMANDER: gettext_noop("a commander"),
    Role.ADJUTANT: gettext_noop("an adjutant"),
    Role.UMPIRE: gettext_noop("an umpire"),
    Role.SPECTATOR: gettext_noop("a spectator"),
}


DESCRIBERS: dict[str, Callable[[Game, Data], str]] = {
    "founded": _founded,
    "seat_taken": _seat_taken,
    "recalled": _undone,
    "imported": _imported,
}
