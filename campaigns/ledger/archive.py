"""Campaign files: a campaign as JSON, to keep, to replay without a database, or to move elsewhere.

docs/campaign-file.md describes the form. A file holds the rooms of whoever made it and
nothing else: acts that happened elsewhere are not in it, nor any number that would tell
of them. Reading one is defensive: what comes in may be anything.
"""

from __future__ import annotations

import warnings
from collections.abc import Collection
from typing import Annotated, Any, Literal, Self

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext
from pydantic import (
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    StringConstraints,
    ValidationError,
    model_validator,
)
from pydantic_core import to_jsonable_python

from campaigns.event_texts import describe
from campaigns.ledger import caches, crypto, journal, strict_json, verify_campaign
from campaigns.ledger.acts import Act, Proof, draws_of, in_file, seal_of, stamp, undone_places
from campaigns.ledger.verify_campaign import FORMAT, FORMAT_3, commitment
from campaigns.models import Campaign
from rules import registry
from rules.contract import PUBLIC, AnyState, Event, Game, Refused
from rules.dice import SIX
from rules.engine.documents import Library, library_of
from rules.tables import Table

VERSION, NEWEST = 2, 3
"""The form of the files of two sides with six-sided dice alone, which older programs read too, and that of the others.

No program that writes the newer form was released yet."""
MOST_SIDES, LONGEST_LIST = 1000, 10_000
MOST_BYTES = 10 * 1024 * 1024
MOST_TOLD = 5
"""So many faults of a file are said in the sentence that refuses it."""
OF_OLD = 2
"""The sides of every game in files of the older form."""

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


class FileDraw(_Strict):
    """What was drawn at one go: dice of so many sides (1 to `sides`), or places of a list (0 to `size` - 1)."""

    sides: Annotated[int, Field(ge=2, le=MOST_SIDES)] | None = None
    size: Annotated[int, Field(ge=1, le=LONGEST_LIST)] | None = None
    got: Annotated[list[Annotated[int, Field(ge=0, le=LONGEST_LIST)]], Field(min_length=1)]

    @model_validator(mode="after")
    def _check(self) -> Self:
        faces = range(1, self.sides + 1) if self.sides else range(self.size or 0)
        if bool(self.sides) is bool(self.size) or not {*self.got} <= {*faces}:
            raise ValueError("a draw has sides or a size, and shows nothing else")
        if self.size and len({*self.got}) < len(self.got):
            raise ValueError("a place was drawn twice")
        return self


class FileAct(_Strict):
    """An act as it stands in a file; draws, nonce and room link only if the file holds the room of its side.

    `dice` are six-sided ones alone; where anything else was drawn, everything stands in `draws`.
    """

    by: Name
    side: Annotated[str, Field(max_length=30)]
    at: Moment
    events: Annotated[list[FileEvent], Field(min_length=1)]
    first_die: Annotated[int, Field(ge=0, le=10**8)] = 0
    dice: list[Annotated[int, Field(ge=1, le=6)]] = []
    draws: list[FileDraw] = []
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

    format: Literal["refit-room-campaign", "refit-room-campaign-3"] = "refit-room-campaign"
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
        """The file as JSON has it, each act in the older form where that will do."""
        found = self.model_dump(mode="json", exclude={"acts"})
        acts = [act.model_dump(mode="json", exclude=None if act.draws else {"draws"}) for act in self.acts]
        draws = [draw for act in acts for draw in act.get("draws", ())]
        for draw in draws:
            del draw["size" if draw["sides"] else "sides"]
        return {**found, "acts": acts}


def export_campaign(campaign: Campaign, keys: Collection[str], *, with_seed: bool = False) -> dict[str, Any]:
    """The campaign as those may have it who may enter the rooms in `keys`.

    `with_seed` is for the host and for campaigns that have ended: who has the seed of a
    running campaign knows all the dice to come, which not even an umpire may.
    """
    system = registry.get(campaign.system)
    prefetch_related_objects([campaign], "rooms")
    acts = [FileAct(**in_file(act)) for act in journal.acts(campaign, keys)]
    rolls = (roll for act in acts for event in act.events for roll in verify_campaign.results_of(event.data))
    old = len(system.sides) == OF_OLD and all("drawn" not in roll and roll.get("sides", SIX) == SIX for roll in rolls)
    # What older programs can't check, they are not to take for something else.
    form, version = (FORMAT, VERSION) if old and not any(act.draws for act in acts) else (FORMAT_3, NEWEST)
    file = CampaignFile(
        **{**journal.about(campaign), "format": form, "version": version},
        name=campaign.name,
        rooms=[key for key in (PUBLIC, *system.sides) if key in keys],
        seed=crypto.seed_of(campaign).hex() if with_seed else None,
        acts=acts,
    )
    return with_tables(file).plainly()


def with_tables(file: CampaignFile) -> CampaignFile:
    """The file with the tables that were rolled on, as the campaign reads them."""
    rolls = (roll for act in file.plainly()["acts"] for roll in verify_campaign.results_of(act))
    names = sorted({roll["table"] for roll in rolls if roll.get("table")})
    library = library_of(registry.get(file.system), file.options) if names else Library(())
    found = {name: library.find(name) for name in names}
    rows = {
        name: [
            FileRow(low=row.low, high=row.high, original=row.original, values=dict(row.values)) for row in table.rows
        ]
        for name, table in found.items()
        if isinstance(table, Table)
    }
    return file.model_copy(update={"tables": rows})


def read(content: bytes) -> CampaignFile:
    """The file in `content`, or UnreadableFile; it still has to be replayed to be believed."""
    if len(content) > MOST_BYTES:
        raise UnreadableFile(
            gettext("This file is larger than %(size)s MB; no campaign is.") % {"size": MOST_BYTES // 1024 // 1024}
        )
    try:
        found = strict_json.parse(content)
    except ValueError as error:
        raise UnreadableFile(
            gettext("This is not a campaign file: it can't be read as JSON; %(reason)s.") % {"reason": error}
        ) from None
    if not isinstance(found, dict) or found.get("format") not in (FORMAT, FORMAT_3):
        raise UnreadableFile(gettext("This is not a campaign file."))
    version = found.get("version")
    if isinstance(version, int) and version > NEWEST:
        raise UnreadableFile(
            gettext(
                "This file has form %(version)s; this program reads forms up to %(newest)s. A newer program made it."
            )
            % {"version": version, "newest": NEWEST}
        )
    try:
        return CampaignFile.model_validate(found)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UnreadableFile(
            gettext("This campaign file is damaged at %(where)s: %(msg)s.")
            % {"where": where, "msg": first["msg"].lower()}
        ) from None


def replay(file: CampaignFile) -> tuple[Game, AnyState]:
    """The state after all acts of a file, with the rooms it holds; checks its seals on the way."""
    system = _system(file)
    strange = {event.room for act in file.acts for event in act.events} - set(file.rooms)
    if strange or not set(file.rooms) <= {PUBLIC, *system.sides} or PUBLIC not in file.rooms:
        raise UnreadableFile(gettext("This campaign file has events in rooms it does not hold."))
    try:
        state = system.setup(file.options).only(file.rooms)
    except (Refused, *MISFITS) as error:
        raise UnreadableFile(
            gettext("The options in this campaign file do not fit %(title)s: %(error)s.")
            % {"title": system.title, "error": error}
        ) from error
    for number, event in _standing(file):
        try:
            state = journal.fold(system, state, [event])
        except MISFITS:
            raise _unknown(number, event.kind, system) from None
    try:
        _look_at(system, state, file.rooms)
    except MISFITS:
        raise UnreadableFile(
            gettext("The acts of this campaign file end in a state that %(title)s (edition %(edition)s) can't read.")
            % {"title": system.title, "edition": system.edition}
        ) from None
    return system, state


def _look_at(system: Game, state: AnyState, keys: Collection[str]) -> None:
    """Keep, open and show a state as the pages will; values of a wrong kind may have passed where they were put in."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is dumped wrong is not loaded
        again = system.load({key: to_jsonable_python(system.dump(state, key)) for key in keys})
    for side in (None, *(key for key in keys if key != PUBLIC)):
        system.view(again.only({side} if side else ()), side)
        if side:
            caches.check_purchases(caches.bought(system, again, side))


def whole_acts(file: CampaignFile, system: Game) -> list[Act]:
    """The acts of a file that can be gone on with; UnreadableFile if a side's room is missing."""
    if missing := [name for key, name in system.sides.items() if key not in file.rooms]:
        raise UnreadableFile(
            gettext(
                "This file was made for one seat and lacks what is secret to %(missing)s. "
                "It can be replayed and looked at, but not gone on with."
            )
            % {"missing": gettext(" and ").join(missing)}
        )
    if file.seed is None or commitment(bytes.fromhex(file.seed)) != file.seed_hash:
        raise UnreadableFile(gettext("This file lacks the seed of the dice that was promised at the founding."))
    for number, act in enumerate(file.acts, 1):
        if act.side not in system.sides and (act.side or act.dice or act.draws or act.nonce):
            raise UnreadableFile(
                gettext("Act %(number)s is of a side that %(title)s does not have.")
                % {"number": number, "title": system.title}
            )
        for event in act.events:
            try:
                describe(system, Event(event.kind, event.room, event.data))
            except MISFITS:
                raise _unknown(number, event.kind, system) from None
    if wrong := [fault for part in verify_campaign.check(file.plainly()) for fault in part.faults]:
        raise UnreadableFile(gettext("%(wrong)s The file was changed.") % {"wrong": " ".join(wrong[:MOST_TOLD])})
    return [act_of(act) for act in file.acts]


def _unknown(number: int, kind: str, system: Game) -> UnreadableFile:
    return UnreadableFile(
        gettext("Act %(number)s holds %(kind)s, which %(title)s (edition %(edition)s) does not know or can't read.")
        % {"number": number, "kind": repr(kind), "title": system.title, "edition": system.edition}
    )


MISFITS = (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError)
"""What a reducer may raise over data no program of ours has written."""


def _standing(file: CampaignFile) -> list[tuple[int, Event]]:
    """The events that count, with the number of their act; checks the seals of all."""
    events = list[tuple[int, Event]]()
    for number, act in enumerate(map(act_of, file.acts), 1):
        nonce = act.proof.nonce
        if nonce and any(event.data.get("seal") not in (None, seal_of(nonce, act.events)) for event in act.events):
            raise UnreadableFile(
                gettext("In act %(number)s the seal does not fit what was sealed: the file was changed.")
                % {"number": number}
            )
        events += ((number, event) for event in act.events)
    try:
        gone = undone_places([event for _, event in events])
    except MISFITS as error:
        raise UnreadableFile(
            gettext("An entry of this campaign file takes back what is not there: %(error)s.") % {"error": error}
        ) from None
    return [pair for place, pair in enumerate(events) if place not in gone]


def _system(file: CampaignFile) -> Game:
    try:
        system = registry.get(file.system)
    except KeyError:
        raise UnreadableFile(
            gettext("This file is of a game this program does not have: %(system)s.") % {"system": repr(file.system)}
        ) from None
    if system.edition != file.edition:
        raise UnreadableFile(
            gettext(
                "This file was played under edition %(edition)s of %(title)s; this program has edition %(edition2)s."
            )
            % {"edition": repr(file.edition), "title": system.title, "edition2": repr(system.edition)}
        )
    return system


def act_of(act: FileAct) -> Act:
    events = tuple(Event(event.kind, event.room, event.data) for event in act.events)
    proof = Proof(act.first_die, draws_of(act.model_dump()), act.nonce, act.room_link)
    return Act(events, act.at, act.by, act.side, proof, act.anchor, act.link)
