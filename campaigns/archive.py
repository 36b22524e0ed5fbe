"""Campaign files: a campaign as JSON, to keep, to replay without a database, or to move elsewhere.

docs/campaign-file.md describes the form. A file holds the rooms of whoever made it and
nothing else: acts that happened elsewhere are not in it, nor any number that would tell
of them. Reading one is defensive: what comes in may be anything.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Collection, Mapping
from typing import Annotated, Any, Literal

from django.db.models import prefetch_related_objects
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, PlainSerializer, StringConstraints, ValidationError

from campaigns import journal, rooms, verify_campaign
from campaigns.acts import Act, Proof, in_file, recalled, seal_of, stamp
from campaigns.journal import FORMAT
from campaigns.models import Campaign
from campaigns.plain import plain
from campaigns.stories import tell
from campaigns.verify_campaign import commitment
from rules import registry
from rules.kernel import PUBLIC, Event, GameSystem, Refused, State
from rules.parts.library import Library
from rules.tables import Row, Table

VERSION = 2
MOST_BYTES = 10 * 1024 * 1024
MOST_TOLD = 5
"""So many faults of a file are said in the sentence that refuses it."""
DEEPEST = 30
"""Nesting that no campaign needs, and that readers of JSON stumble over."""
TOO_DEEP = f"it is nested more than {DEEPEST} times"
MOST_DIGITS = 30
NEWLINE = b"\n"

HEX64 = r"^[0-9a-f]{64}$"
Name = Annotated[str, Field(max_length=150)]
Link = Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]
Moment = Annotated[AwareDatetime, PlainSerializer(stamp, when_used="json")]


class UnreadableFile(Exception):
    """Why a file can't be used: a sentence for whoever brought it."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class FileEvent(_Strict):
    """An event as it stands in a file."""

    room: str
    kind: Annotated[str, Field(max_length=80)]
    data: dict[str, Any]


class FileAct(_Strict):
    """An act as it stands in a file; dice, nonce and room link only if the file holds the room of its side."""

    by: Name
    side: Annotated[str, Field(max_length=30)]
    at: Moment
    events: Annotated[list[FileEvent], Field(min_length=1)]
    first_die: Annotated[int, Field(ge=0, le=10**8)] = 0
    dice: list[Annotated[int, Field(ge=1, le=6)]] = []
    nonce: Link = ""
    room_link: Link = ""
    anchor: Link = ""
    link: Link = ""


class FileRow(_Strict):
    """A row of a table as the campaign read it."""

    low: int | None
    high: int | None
    original: bool
    values: dict[str, int | str | None]


class CampaignFile(_Strict):
    """A whole file; `seed` only if the campaign had ended or the host made it."""

    format: Literal["refit-room-campaign"] = "refit-room-campaign"
    version: int = VERSION
    system: str
    edition: str
    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]
    options: dict[str, Any]
    founded_at: Moment
    rooms: list[str]
    seed_hash: Annotated[str, Field(pattern=HEX64)]
    seed: Annotated[str, Field(pattern=HEX64)] | None = None
    tables: dict[str, list[FileRow]] = {}
    acts: list[FileAct]

    def plainly(self) -> dict[str, Any]:
        """The file as JSON has it."""
        return self.model_dump(mode="json")


def export_campaign(campaign: Campaign, keys: Collection[str], *, with_seed: bool = False) -> dict[str, Any]:
    """The campaign as those may have it who may enter the rooms in `keys`.

    `with_seed` is for the host and for campaigns that have ended: who has the seed of a
    running campaign knows all the dice to come, which not even an umpire may.
    """
    system = registry.get(campaign.system)
    prefetch_related_objects([campaign], "rooms")
    file = CampaignFile(
        **journal.about(campaign),
        name=campaign.name,
        rooms=[key for key in (PUBLIC, *system.sides) if key in keys],
        seed=rooms.seed_of(campaign).hex() if with_seed else None,
        acts=[FileAct(**in_file(act)) for act in journal.acts(campaign, keys)],
    )
    return with_tables(file).plainly()


def with_tables(file: CampaignFile) -> CampaignFile:
    """The file with the tables that were rolled on, as the campaign reads them."""
    rolls = (roll for act in file.plainly()["acts"] for roll in verify_campaign.rolls_of(act))
    names = sorted({roll["table"] for roll in rolls if roll.get("table")})
    library = registry.get(file.system).tables(file.options) if names else Library(())
    found = {name: library.find(name) for name in names}
    rows = {name: [_row(row) for row in table.rows] for name, table in found.items() if isinstance(table, Table)}
    return file.model_copy(update={"tables": rows})


def _row(row: Row) -> FileRow:
    return FileRow(low=row.low, high=row.high, original=row.original, values=dict(row.values))


def read(content: bytes) -> CampaignFile:
    """The file in `content`, or UnreadableFile; it still has to be replayed to be believed."""
    if len(content) > MOST_BYTES:
        raise UnreadableFile(f"This file is larger than {MOST_BYTES // 1024 // 1024} MB; no campaign is.")
    found = _json(content)
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise UnreadableFile("This is not a campaign file.")
    version = found.get("version")
    if isinstance(version, int) and version > VERSION:
        raise UnreadableFile(
            f"This file has form {version}; this program reads forms up to {VERSION}. A newer program made it."
        )
    try:
        return CampaignFile.model_validate(found)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UnreadableFile(f"This campaign file is damaged at {where}: {first['msg'].lower()}.") from None


def replay(file: CampaignFile) -> tuple[GameSystem, State]:
    """The state after all acts of a file, with the rooms it holds; checks its seals on the way."""
    system = _system(file)
    strange = {event.room for act in file.acts for event in act.events} - set(file.rooms)
    if strange or not set(file.rooms) <= {PUBLIC, *system.sides} or PUBLIC not in file.rooms:
        raise UnreadableFile("This campaign file has events in rooms it does not hold.")
    try:
        state = system.setup(file.options).only(file.rooms)
    except (Refused, *MISFITS) as error:
        raise UnreadableFile(f"The options in this campaign file do not fit {system.title}: {error}.") from error
    for number, event in _standing(file):
        try:
            state = journal.fold(system, state, [event])
        except MISFITS:
            raise _unknown(number, event.kind, system) from None
    try:
        _look_at(system, state, file.rooms)
    except MISFITS:
        raise UnreadableFile(
            f"The acts of this campaign file end in a state that {system.title} (edition {system.edition}) can't read."
        ) from None
    return system, state


def _look_at(system: GameSystem, state: State, keys: Collection[str]) -> None:
    """Keep, open and show a state as the pages will; values of a wrong kind may have passed where they were put in."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is dumped wrong is not loaded
        again = system.load({key: plain(system.dump(state, key)) for key in keys})
    for side in (None, *(key for key in keys if key != PUBLIC)):
        system.view(again.only({side} if side else ()), side)


def whole_acts(file: CampaignFile, system: GameSystem) -> list[Act]:
    """The acts of a file that can be gone on with; UnreadableFile if a side's room is missing."""
    if missing := [name for key, name in system.sides.items() if key not in file.rooms]:
        raise UnreadableFile(
            f"This file was made for one seat and lacks what is secret to {' and '.join(missing)}. "
            "It can be replayed and looked at, but not gone on with."
        )
    if file.seed is None or commitment(bytes.fromhex(file.seed)) != file.seed_hash:
        raise UnreadableFile("This file lacks the seed of the dice that was promised at the founding.")
    for number, act in enumerate(file.acts, 1):
        if act.side not in system.sides and (act.side or act.dice or act.nonce):
            raise UnreadableFile(f"Act {number} is of a side that {system.title} does not have.")
        for event in act.events:
            try:
                tell(system, Event(event.kind, event.room, event.data))
            except MISFITS:
                raise _unknown(number, event.kind, system) from None
    if wrong := [fault for part in verify_campaign.check(file.plainly()) for fault in part.faults]:
        raise UnreadableFile(f"{' '.join(wrong[:MOST_TOLD])} The file was changed.")
    return [act_of(act) for act in file.acts]


def _unknown(number: int, kind: str, system: GameSystem) -> UnreadableFile:
    return UnreadableFile(
        f"Act {number} holds {kind!r}, which {system.title} (edition {system.edition}) does not know or can't read."
    )


MISFITS = (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError)
"""What a reducer may raise over data no program of ours has written."""


def _standing(file: CampaignFile) -> list[tuple[int, Event]]:
    """The events that count, with the number of their act; checks the seals of all."""
    events = list[tuple[int, Event]]()
    for number, act in enumerate(map(act_of, file.acts), 1):
        nonce = act.proof.nonce
        if nonce and any(event.data.get("seal") not in (None, seal_of(nonce, act.events)) for event in act.events):
            raise UnreadableFile(f"In act {number} the seal does not fit what was sealed: the file was changed.")
        events += ((number, event) for event in act.events)
    try:
        gone = recalled([event for _, event in events])
    except MISFITS as error:
        raise UnreadableFile(f"An entry of this campaign file takes back what is not there: {error}.") from None
    return [pair for place, pair in enumerate(events) if place not in gone]


def _system(file: CampaignFile) -> GameSystem:
    try:
        system = registry.get(file.system)
    except KeyError:
        raise UnreadableFile(f"This file is of a game this program does not have: {file.system!r}.") from None
    if system.edition != file.edition:
        raise UnreadableFile(
            f"This file was played under edition {file.edition!r} of {system.title}; "
            f"this program has edition {system.edition!r}."
        )
    return system


def act_of(act: FileAct) -> Act:
    events = tuple(Event(event.kind, event.room, event.data) for event in act.events)
    proof = Proof(act.first_die, tuple(act.dice), act.nonce, act.room_link)
    return Act(events, act.at, act.by, act.side, proof, act.anchor, act.link)


def _json(content: bytes) -> Any:
    try:
        text = content.decode("utf-8-sig")
        found = json.loads(
            text, parse_constant=_no_number, parse_float=_fraction, parse_int=_whole, object_pairs_hook=_once
        )
        _check_values(found)
    except UnicodeDecodeError as error:
        reason = f"line {content.count(NEWLINE, 0, error.start) + 1} has a letter that is not written in UTF-8"
    except json.JSONDecodeError as error:
        reason = f"line {error.lineno}, letter {error.colno}: {error.msg[:1].lower()}{error.msg[1:]}"
    except RecursionError:
        reason = TOO_DEEP
    except ValueError as error:
        reason = str(error)
    else:
        return found
    raise UnreadableFile(f"This is not a campaign file: it can't be read as JSON; {reason}.")


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def _fraction(text: str) -> Any:
    """The database would write it otherwise than the chain was made of; and nothing we write has any."""
    raise ValueError(f"{text[:MOST_DIGITS]} stands where only whole numbers do")


def _whole(text: str) -> int:
    return int(text) if len(text) <= MOST_DIGITS else _no_number(f"{text[:MOST_DIGITS]}…")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; what stands in it twice means one thing to us and may mean another to others who check the file."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)!a} stands twice in one place")
    return found


def _check_values(found: Any) -> None:
    """Refuse what is JSON but no database keeps: deep nesting, NUL, half characters."""
    level = [found]
    for _ in range(DEEPEST):
        texts = [item for item in level if isinstance(item, str)]
        texts += [key for item in level if isinstance(item, Mapping) for key in item]
        for text in texts:
            if "\0" in text or (not text.isascii() and _is_broken(text)):
                raise ValueError(f"{text[:MOST_DIGITS]!a} has a character that no text has")
        level = [
            part
            for item in level
            if isinstance(item, dict | list)
            for part in (item.values() if isinstance(item, dict) else item)
        ]
        if not level:
            return
    raise ValueError(TOO_DEEP)


def _is_broken(text: str) -> bool:
    return any("\ud800" <= letter <= "\udfff" for letter in text)
