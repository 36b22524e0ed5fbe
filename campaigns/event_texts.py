"""Journal entries as text for a reader: the game describes its own events, this module the host's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_noop

from campaigns.club import texts as club_texts
from campaigns.ledger.acts import PLAYED_OUT, host_kind
from campaigns.ledger.former_names import renamed
from campaigns.ledger.journal import VisibleEntry
from campaigns.models import PlayMode, Role
from campaigns.pace import texts as pace_texts
from rules.contract import AnyState, Event, EventText, Game
from rules.dice import Reckoning
from rules.engine.by_kind import ByKind
from rules.engine.reducers import Data
from rules.features.forces import GroupName, HasForces, with_names


@dataclass(frozen=True)
class JournalRow:
    """An entry as a page shows it, with _components/journal_row.html."""

    number: int
    when: datetime
    text: str
    rule: str
    reckonings: tuple[Reckoning, ...]
    side: str
    side_name: str
    actor: str
    room: str
    undone: bool


def describe(system: Game, event: Event, name: str = "", side: str = "") -> EventText:
    """The text of an event. Raises KeyError for an unknown kind of the host's.

    `name` is that of somebody whom the event gives only by the number of his seat, `side` is the actor's.
    """
    if kind := host_kind(event):
        of_side = {"side": side} if side else {}
        data: Data = {"name": name or gettext("somebody"), **of_side, "number": event.data.get("rewind"), **event.data}
        if kind in SENTENCES:
            values = {**data, "both": both(system)}
            if "side" in data:
                values["side"] = system.sides[data["side"]]
            if "slots" in data:
                values["ways"] = len(data["slots"])
            if "role" in data:
                values["role"] = _article(data["role"])
            sentence = SENTENCES[kind]
            alone = ALONE.get(sentence, sentence) if len(system.sides) == 1 else sentence
            return EventText(gettext(alone) % values)
        return EventText(DESCRIBERS[kind](system, data))
    return system.describe(event)


Names = Mapping[str, Mapping[str, GroupName]]
"""The names of groups, by room and by the group's id."""


def names_in(system: Game, state: AnyState) -> Names:
    """The names of the groups in the open rooms of `state`; {} if the game has no forces."""
    return {side: system.group_names(state, side) for side in state.sides} if isinstance(system, HasForces) else {}


def journal_rows(system: Game, entries: Iterable[VisibleEntry], names: Names | None = None) -> list[JournalRow]:
    """Entries as rows of a page, in their order; ids of groups in texts are replaced by their `names`."""
    rows = []
    for entry in entries:
        story = describe(system, renamed(entry.event, entry.names), entry.who, entry.side)
        rows.append(
            JournalRow(
                number=entry.number,
                when=entry.at,
                text=with_names(story.sentence, (names or {}).get(entry.event.room, {})),
                rule=story.rule,
                reckonings=tuple(reckoning for _, reckoning in story.reckonings),
                side=entry.side,
                side_name=system.sides.get(entry.side, ""),
                actor=entry.actor,
                room=entry.event.room,
                undone=entry.undone,
            )
        )
    return rows


def rolls(system: Game, entries: Iterable[VisibleEntry]) -> Iterator[tuple[str, str, Reckoning]]:
    """Every roll in `entries`: the side it was made for, its title in statistics if it has no table, and itself."""
    for entry in entries:
        text = describe(system, entry.event, entry.who, entry.side)
        for n, (_, reckoning) in enumerate(text.reckonings):
            side = text.whose[n % len(text.whose)] if text.whose else ""
            yield side or entry.side, text.counted, reckoning


def both(system: Game) -> str:
    """All sides of a game in words, such as "both sides"."""
    return {1: gettext("the side"), 2: gettext("both sides")}.get(len(system.sides), gettext("all sides"))


def others(system: Game) -> str:
    """All sides but the reader's in words that take a singular verb, such as "every other side"."""
    return gettext("the other side") if len(system.sides) == 2 else gettext("every other side")


SENTENCES: dict[str, str] = {
    "offer_withdrawn": gettext_noop("Link no. %(offer)s was withdrawn; it is worth nothing now."),
    "replacement_agreed": gettext_noop("The %(side)s side agrees that %(name)s is replaced."),
    "replacement_withdrawn": gettext_noop("%(name)s keeps his place: the notice about it was withdrawn."),
    "seat_replaced": gettext_noop(
        "%(name)s lost his place, after the notice and with the consent of another side. "
        "His side waits for a commander."
    ),
    "umpire_dismissed": gettext_noop("The %(side)s side closed its room to the umpire %(name)s again."),
    "umpire_admitted": gettext_noop("The %(side)s side opened its room to the umpire %(name)s."),
    "locked": gettext_noop("The %(side)s side locked its room anew (lock no. %(generation)s). Ways in: %(ways)s."),
    "rewind_proposed": gettext_noop(
        "The %(side)s side proposes rewind no. %(number)s, to just before this: “%(what)s” Its reason: “%(reason)s”."
    ),
    "rewind_refused": gettext_noop("The %(side)s side refused rewind no. %(number)s."),
    "rewind_withdrawn": gettext_noop("The %(side)s side withdrew rewind no. %(number)s."),
    "rewind_agreed": gettext_noop("The %(side)s side agreed to rewind no. %(number)s; others have still to answer."),
    "finished": gettext_noop("The %(side)s side finished what bears on the next dice (door no. %(door)s)."),
    "link": gettext_noop("The %(side)s side gave its part in the dice (no. %(index)s)."),
    "door": gettext_noop("The dice behind door no. %(epoch)s hang on the parts of %(both)s from here on."),
    "chain": gettext_noop("The %(side)s side made new parts in the dice, from door no. %(from)s on."),
    "end_withdrawn": gettext_noop("The notice that the campaign ends was taken back; it goes on."),
    "removal_withdrawn": gettext_noop("The campaign will not be removed."),
    "rewound": gettext_noop(
        "The %(side)s side agreed to rewind no. %(number)s. All acts of %(both)s since public entry no. %(before)s are "
        "undone, that one too. Dice that were rolled stay used."
    ),
}
"""What was done, by the kind of entry without "house."; placeholders are filled from the entry's data."""
TABLES: dict[str, str] = {
    PlayMode.HOTSEAT: gettext_noop("Both sides share one device."),
    PlayMode.SOLO: gettext_noop("It is played solo: one person has both sides."),
}


DESCRIBERS: ByKind[Callable[[Game, Data], str]] = ByKind({**pace_texts.DESCRIBERS, **club_texts.DESCRIBERS})
"""Functions for entries that need more than a sentence with placeholders, by the kind of entry without "house."."""


@DESCRIBERS.on("founded")
def _founded(system: Game, data: Data) -> str:
    founded = gettext("%(name)s founded the campaign, edition %(edition)s of %(title)s.") % {
        "edition": system.edition,
        **data,
        "title": system.title,
    }
    table, note = TABLES.get(data["how"]), data.get("note", {})
    more = [*([gettext(table)] if table else ()), *pace_texts.agreed_at_founding(note)]
    return " ".join([founded, *more, *club_texts.listed_at_founding(note)])


ENDS: dict[str, str] = {
    "abandoned-by-consent": gettext_noop("The campaign was ended before its time, as all its commanders wanted."),
    "abandoned-by-umpire": gettext_noop("The campaign was ended by its umpire, who had given notice."),
    "abandoned-by-host": gettext_noop("The campaign was ended by the host, who had given notice."),
}
"""A sentence for each way (`why`) to end a campaign before its game is over."""


ALONE: dict[str, str] = {
    SENTENCES["rewind_proposed"]: gettext_noop(
        "Rewind no. %(number)s goes back to just before this: “%(what)s” Its reason: “%(reason)s”."
    ),
    SENTENCES["rewound"]: gettext_noop(
        "Rewind no. %(number)s: all acts since public entry no. %(before)s are undone, that one too. Dice that were "
        "rolled stay used."
    ),
    ENDS["abandoned-by-consent"]: gettext_noop("The campaign was ended before its time."),
}
"""Replacements of sentences for games with only one side, in which nobody else could agree."""


NOTICES: dict[str, str] = {
    "abandoned-by-umpire": gettext_noop(
        "The umpire gave notice that the campaign ends before its time on %(day)s, unless a commander objects by then. "
        "The reason: “%(reason)s”."
    ),
    "abandoned-by-host": gettext_noop(
        "The host gave notice that the campaign ends before its time on %(day)s, unless a commander objects by then. "
        "The reason: “%(reason)s”."
    ),
}
"""A sentence for the notice that the campaign will end that way."""


def _due_day(data: Data) -> str:
    """The day on which what was announced falls due, in the reader's time zone and date format."""
    return date_format(localtime(datetime.fromisoformat(data["due"])), gettext("j N Y"))


@DESCRIBERS.on("removal_announced")
def _removal_announced(system: Game, data: Data) -> str:
    text = gettext("The campaign will be removed for good on %(day)s. The reason: “%(reason)s”.")
    return text % {**data, "day": _due_day(data)}


@DESCRIBERS.on("end_announced")
def _end_announced(system: Game, data: Data) -> str:
    text = gettext(NOTICES[data["why"]])
    return text % {**data, "day": _due_day(data)}


@DESCRIBERS.on("replacement_announced")
def _replacement_announced(system: Game, data: Data) -> str:
    text = gettext(
        "Notice was given that %(name)s does not play any more: he is replaced on %(day)s if another side agrees and "
        "he has not acted by then. The reason: “%(reason)s”."
    )
    return text % {**data, "day": _due_day(data)}


@DESCRIBERS.on("ended")
def _ended(system: Game, data: Data) -> str:
    if data["why"] == PLAYED_OUT and len(system.sides) == 1:
        return gettext("The campaign has been played to its end.")
    if data["why"] == PLAYED_OUT:
        return gettext("The campaign has been played to its end. This entry holds how it ended in every room.")
    text = ENDS[data["why"]]
    if len(system.sides) == 1:
        return gettext(ALONE.get(text, text))
    return gettext(text) + " " + gettext("What its sides kept secret stays secret.")


@DESCRIBERS.on("seat_offered")
def _seat_offered(system: Game, data: Data) -> str:
    values = {**data, "role": _article(data["role"]), "side": system.sides.get(data.get("side", ""), "")}
    if values["side"]:
        return gettext("Link no. %(offer)s was made, for %(role)s of the %(side)s side.") % values
    return gettext("Link no. %(offer)s was made, for %(role)s.") % values


@DESCRIBERS.on("seat_left")
def _seat_left(system: Game, data: Data) -> str:
    return gettext(WHY_LEFT.get(data["why"], WHY_LEFT["left"])) % data


WHY_LEFT: dict[str, str] = {
    "left": gettext_noop("%(name)s left the campaign."),
    "removed": gettext_noop("%(name)s was removed from the campaign."),
    "deleted": gettext_noop("%(name)s deleted his account and left the campaign."),
}
"""A sentence for each reason why somebody no longer sits there, by the `why` of the entry."""


@DESCRIBERS.on("seat_taken")
def _seat_taken(system: Game, data: Data) -> str:
    if data["side"]:
        sat = gettext("%(name)s sat down as %(role)s of the %(side)s side.")
    else:
        sat = gettext("%(name)s sat down as %(role)s.")
    values = {"name": data["name"], "role": _article(data["role"]), "side": system.sides.get(data["side"], "")}
    return sat % values


@DESCRIBERS.on("recalled")
def _undone(system: Game, data: Data) -> str:
    return gettext("The %(side)s side took back what it had done last.") % {"side": system.sides[data["side"]]}


@DESCRIBERS.on("imported")
def _imported(system: Game, data: Data) -> str:
    moved = data["commanders"].items()
    people = gettext(" and ").join(f"{one['name']} ({system.sides[side]})" for side, one in moved)
    return gettext("The campaign came here in a file. From now on %(people)s are in command.") % {"people": people}


def _article(role: str) -> str:
    return gettext(WITH_ARTICLE[role])


WITH_ARTICLE: dict[str, str] = {
    Role.COMMANDER: gettext_noop("a commander"),
    Role.ADJUTANT: gettext_noop("an adjutant"),
    Role.UMPIRE: gettext_noop("an umpire"),
    Role.SPECTATOR: gettext_noop("a spectator"),
}
