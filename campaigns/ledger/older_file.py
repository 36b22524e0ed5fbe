"""Campaign files of the older forms, 1 and 2: their models, and how they are made from a campaign."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    StringConstraints,
    TypeAdapter,
    model_validator,
)

from campaigns.ledger import crypto, journal
from campaigns.ledger.acts import HOST_PREFIX, Act, Proof, draws_of, in_file, stamp
from campaigns.ledger.verify_older_campaign import FORMAT, FORMAT_3, results_of
from campaigns.models import Campaign
from rules import registry
from rules.contract import PUBLIC, Event, Game
from rules.dice import SIX
from rules.features.documents import Library, library_of
from rules.tables import Table

VERSION, NEWEST = 2, 3
"""The version of files with two sides and only six-sided dice, which older programs can read, and that of all others.

No program that writes the newer form was released yet."""
MOST_SIDES, LONGEST_LIST = 1000, 10_000
OF_OLD = 2
"""The number of sides in files that older programs can read."""

HEX64 = r"^[0-9a-f]{64}$"
Name = Annotated[str, Field(max_length=150)]
Link = Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]
FIRST, LAST = datetime(1000, 1, 1, tzinfo=UTC), datetime(2999, 12, 31, tzinfo=UTC)
"""Moments outside of these years are refused: in the first and last there are, some have none in other time zones."""
Moment = Annotated[AwareDatetime, Field(ge=FIRST, le=LAST), PlainSerializer(stamp, when_used="json")]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


MOMENT = TypeAdapter[datetime](Moment)


class FileEvent(_Strict):
    """An event as it stands in a file."""

    room: str
    kind: Annotated[str, Field(max_length=80)]
    data: dict[str, object]

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.kind.startswith(HOST_PREFIX) and "due" in self.data:
            MOMENT.validate_python(self.data["due"])
        return self


class FileDraw(_Strict):
    """One draw: dice with values 1 to `sides`, or different places 0 to `size` - 1 of a list."""

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

    `dice` has six-sided dice; if anything else was drawn too, all draws are in `draws` instead.
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

    def plainly(self) -> dict[str, object]:
        """The act as it stands in JSON, without `draws` if there are none."""
        content = self.model_dump(mode="json", exclude=None if self.draws else {"draws"})
        for draw in content.get("draws", ()):
            del draw["size" if draw["sides"] else "sides"]
        return content

    def value(self) -> Act:
        """The act as a value."""
        events = tuple(Event(event.kind, event.room, event.data) for event in self.events)
        proof = Proof(self.first_die, draws_of(self.model_dump()), self.nonce, self.room_link)
        return Act(events, self.at, self.by, self.side, proof, self.anchor, self.link)


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
    options: dict[str, object]
    founded_at: Moment
    rooms: list[str]
    seed_hash: Annotated[str, Field(pattern=HEX64)]
    seed: Annotated[str, Field(pattern=HEX64)] | None = None
    tables: dict[str, list[FileRow]] = {}
    acts: list[FileAct]

    @property
    def founding(self) -> dict[str, object] | None:
        """There is none in the older forms."""
        return None

    @property
    def blinds(self) -> dict[str, str]:
        """There are none in the older forms."""
        return {}

    def plainly(self) -> dict[str, Any]:
        """The file as it stands in JSON."""
        return {**self.model_dump(mode="json", exclude={"acts"}), "acts": [act.plainly() for act in self.acts]}


@dataclass
class Rolls:
    """Collects from the acts what the rest of the file needs: tables rolled on, and whether all dice are six-sided."""

    tables: set[str] = field(default_factory=set)
    old: bool = True


def acts_in_file(campaign: Campaign, keys: Collection[str], rolls: Rolls) -> Iterator[dict[str, object]]:
    """The acts as they stand in a file of an older form, one by one; updates `rolls`."""
    for act in journal.acts(campaign, keys):
        file_act = FileAct(**in_file(act))
        results = [roll for event in act.events for roll in results_of(event.data)]
        rolls.old &= not file_act.draws and all(
            "drawn" not in roll and roll.get("sides", SIX) == SIX for roll in results
        )
        rolls.tables |= {roll["table"] for roll in results if roll.get("table")}
        yield file_act.plainly()


def about(campaign: Campaign, keys: Collection[str], rolls: Rolls, *, with_seed: bool) -> dict[str, object]:
    """Everything in a file of an older form but the acts."""
    system = registry.get(campaign.system)
    # A file that older programs can't check gets another format, so that they refuse it.
    old = rolls.old and len(system.sides) == OF_OLD
    form, version = (FORMAT, VERSION) if old else (FORMAT_3, NEWEST)
    file = CampaignFile(
        **{**journal.about(campaign), "format": form, "version": version},
        name=campaign.name,
        rooms=[key for key in (PUBLIC, *system.sides) if key in keys],
        seed=crypto.seed_of(campaign).hex() if with_seed else None,
        tables=rows_of_tables(system, campaign.options, rolls.tables),
        acts=[],
    )
    return {name: value for name, value in file.plainly().items() if name != "acts"}


def rows_of_tables(system: Game, options: Mapping[str, object], names: Collection[str]) -> dict[str, list[FileRow]]:
    """The rows of these tables by id, as a campaign with these options reads them."""
    library = library_of(system, options) if names else Library(())
    tables = {name: library.find(name) for name in sorted(names)}
    return {
        name: [
            FileRow(low=row.low, high=row.high, original=row.original, values=dict(row.values)) for row in table.rows
        ]
        for name, table in tables.items()
        if isinstance(table, Table)
    }
