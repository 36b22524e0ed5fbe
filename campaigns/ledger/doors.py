"""Where the named dice of a campaign stand, by what is public, and each side's secret part in them.

A side's part in the dice is a chain of hashes: its tip is told when the side sits down, a link of it at each door. The
dice behind a door hang on a fresh link of every side, so nobody knows them before: not the sides, and not the host
either, who has the seed. `verify_campaign` says how they are made and checks each step of this. What is secret, under
the key of the side's room, is where its chains end, and its blind. That mixes into the dice of the side alone: whoever
has the seed and all links, which are public, still does not know them without the room.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from pydantic import TypeAdapter

from campaigns.ledger import crypto
from campaigns.ledger import verify_campaign as made
from campaigns.ledger.acts import HOST_PREFIX, REWOUND, UNDONE, Act
from campaigns.ledger.crypto import CryptoError
from rules.contract import ALL, EACH, PUBLIC, Event
from rules.engine.by_kind import ByKind

if TYPE_CHECKING:
    from campaigns.models import Campaign, Room

NAMED = "named"
"""How the server's dice are drawn in new campaigns: each draw by the name of what it is for."""
FOUNDING, REWIND = "founding", "rewind"
"""Doors that no stage of a game has: behind sitting down, and behind what was undone by consent."""
FINISHED, LINK, DOOR, CHAIN = (HOST_PREFIX + kind for kind in ("finished", "link", "door", "chain"))
UNSEEN = frozenset({FINISHED, LINK, DOOR, CHAIN})
"""Entries that change nothing on a page: it does not grow stale by them."""
FEW = 8
"""A side's next chain is made when no more links than this are left."""


class Standing(Protocol):
    """What everybody knows of where a game stands: the stage in hand, and the sides that are waited for."""

    @property
    def stage(self) -> str: ...

    @property
    def waiting(self) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class Chain:
    """What is public of a side's chain: its newest link (first the tip), how many are out, and how many it has."""

    last: str
    links: int
    blind: str
    used: int = 0


@dataclass(frozen=True)
class Doors:
    """`finished` has the stage each side stands before the next door with, `fresh` whose link for it is out.

    `behind` has by side number and link that the newest door, number `epoch`, was opened with; `coming` are chains
    that serve from a later door on. `unseen` counts the entries that no page shows.
    """

    sides: tuple[str, ...]
    modes: Mapping[str, str]
    epoch: int = 0
    chains: Mapping[str, Chain] = field(default_factory=dict)
    coming: Mapping[str, tuple[int, Chain]] = field(default_factory=dict)
    finished: Mapping[str, str] = field(default_factory=dict)
    fresh: tuple[str, ...] = ()
    behind: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    unseen: int = 0

    @property
    def pending(self) -> str:
        """The stage behind which the next door is, once a side has finished it."""
        return next(iter(self.finished.values()), "")

    @property
    def all_finished(self) -> bool:
        return set(self.finished) == set(self.sides)

    def waits(self, stage: str) -> tuple[str, ...]:
        """The sides without whose part the dice of `stage`, which is in hand, are not there; none if they are."""
        shut = not self.epoch or (self.pending and (self.all_finished or self.pending != stage))
        return tuple(side for side in self.sides if side not in self.fresh) if shut else ()

    def awaited(self, stage: str) -> tuple[str, ...]:
        """Those of the sides that the dice of `stage` wait for which have to look in next."""
        waited = self.waits(stage)
        return waited if self.all_finished else tuple(side for side in waited if side not in self.finished)

    def newest(self) -> dict[str, list[object]]:
        """The newest link of every side, with its number."""
        return {side: [chain.used, chain.last] for side, chain in self.chains.items()}


DOORS = TypeAdapter(Doors)


def load(campaign: Campaign) -> Doors | None:
    """Where the dice of a campaign stand, as it is kept with it; None where they are numbered."""
    return None if campaign.doors is None else DOORS.validate_python(campaign.doors)


def unseen(campaign: Campaign) -> int:
    """How many entries of a campaign no page shows; 0 where dice are numbered."""
    return int((campaign.doors or {}).get("unseen", 0))


def store(campaign: Campaign, doors: Doors) -> None:
    """Put it on the campaign's (unsaved) row."""
    campaign.doors = dumped(doors)


def dumped(doors: Doors) -> dict[str, object]:
    """As it stands in a campaign's row."""
    content: dict[str, object] = DOORS.dump_python(doors, mode="json")
    return content


def from_acts(campaign: Campaign, acts: Iterable[Act]) -> Doors | None:
    """Where the dice stand by all acts of a campaign; None where they are numbered."""
    founding = campaign.founding
    return after_acts(at_start(founding), acts) if founding and founding["dice"] == NAMED else None


def at_start(founding: Mapping[str, Any]) -> Doors:
    """Before anything is in the journal of a campaign that was founded so."""
    return Doors(tuple(founding["sides"]), founding["doors"])


def after_acts(doors: Doors, acts: Iterable[Act]) -> Doors:
    """Where the dice stand after these acts."""
    return after(doors, ((act.side, event) for act in acts for event in act.events if event.room == PUBLIC))


def modes_of(doors: Mapping[str, str], *, alone: bool) -> dict[str, str]:
    """When links come out, by stage; whoever plays `alone` has nobody to wait for."""
    return {FOUNDING: EACH, **{key: EACH if alone else mode for key, mode in {**doors, REWIND: ALL}.items()}}


def after(doors: Doors, events: Iterable[tuple[str, Event]]) -> Doors:
    """Where the dice stand after these public events, each with the side that acted."""
    for side, event in events:
        doors = _STEPS[event.kind](doors, side, event.data) if event.kind in _STEPS else doors
        if event.kind in UNSEEN:
            doors = replace(doors, unseen=doors.unseen + 1)
    return doors


_STEPS: ByKind[Callable[[Doors, str, Mapping[str, Any]], Doors]] = ByKind()
"""What an event does to the doors, by its kind."""


@_STEPS.on(HOST_PREFIX + "founded", HOST_PREFIX + "seat_taken")
def _sat_down(doors: Doors, side: str, data: Mapping[str, Any]) -> Doors:
    chains = {key: Chain(one["tip"], one["links"], one["blind"]) for key, one in data.get("chains", {}).items()}
    return replace(doors, chains={**doors.chains, **chains})


@_STEPS.on(HOST_PREFIX + "imported")
def _moved(doors: Doors, side: str, data: Mapping[str, object]) -> Doors:
    """Where a campaign goes on elsewhere every side has a new chain: what the old ones end with stays behind."""
    return replace(_sat_down(doors, side, data), coming={})


@_STEPS.on(FINISHED)
def _finished(doors: Doors, side: str, data: Mapping[str, Any]) -> Doors:
    return replace(doors, finished={**doors.finished, side: data["stage"]})


@_STEPS.on(LINK)
def _link(doors: Doors, side: str, data: Mapping[str, Any]) -> Doors:
    chain = replace(doors.chains[side], last=data["link"], used=data["index"])
    return replace(doors, chains={**doors.chains, side: chain}, fresh=(*doors.fresh, side))


@_STEPS.on(DOOR)
def _door(doors: Doors, side: str, data: Mapping[str, Any]) -> Doors:
    epoch = data["epoch"]
    begun = {key: chain for key, (start, chain) in doors.coming.items() if start == epoch + 1}
    return replace(
        doors,
        epoch=epoch,
        chains={**doors.chains, **begun},
        coming={key: each for key, each in doors.coming.items() if key not in begun},
        finished={},
        fresh=(),
        behind={key: (index, link) for key, (index, link) in data["links"].items()},
    )


@_STEPS.on(CHAIN)
def _chain(doors: Doors, side: str, data: Mapping[str, Any]) -> Doors:
    chain = Chain(data["tip"], data["links"], data["blind"])
    return replace(doors, coming={**doors.coming, side: (data["from"], chain)})


@_STEPS.on(UNDONE)
def _taken_back(doors: Doors, side: str, data: Mapping[str, object]) -> Doors:
    """A side that takes back its last act is no longer finished, unless all sides are."""
    if doors.all_finished:
        return doors
    return replace(doors, finished={key: stage for key, stage in doors.finished.items() if key != side})


@_STEPS.on(REWOUND)
def _rewound(doors: Doors, side: str, data: Mapping[str, object]) -> Doors:
    """After a rewind all sides owe a new door, so that what is done again has other dice; one being opened will do."""
    return doors if doors.all_finished else replace(doors, finished=dict.fromkeys(doors.sides, REWIND))


def due(doors: Doors, side: str, before: Standing, now: Standing, *, commands: bool = True) -> Iterator[str]:
    """The kinds of entries that a side owes now, in order; it acted in the stage that was in hand `before`.

    Nothing is decided by them: that a stage is finished follows from the game, and the links were fixed long ago. Who
    does not command the side brings its link alone.
    """
    finished, fresh = set(doors.finished), set(doors.fresh)
    if side not in doors.chains:
        return
    if commands and side not in finished and _has_finished(doors, side, before, now):
        yield FINISHED
        finished.add(side)
    stage = stage_before_door(doors, before)
    if side in finished - fresh and (doors.modes[stage] == EACH or finished == set(doors.sides)):
        yield LINK
        fresh.add(side)
        if fresh == set(doors.sides):
            yield DOOR
    if commands and doors.chains[side].links - doors.chains[side].used <= FEW and side not in doors.coming:
        yield CHAIN


def stage_before_door(doors: Doors, now: Standing) -> str:
    """The stage behind which the next door is, if there is one behind the stage in hand `now`."""
    return doors.pending or (now.stage if doors.epoch else FOUNDING)


def _has_finished(doors: Doors, side: str, before: Standing, now: Standing) -> bool:
    stage = stage_before_door(doors, before)
    if stage != before.stage:
        return stage != now.stage  # it was over without a word of this side
    return stage in doors.modes and (now.stage != stage or side not in now.waiting)


# the secret part of a side --------------------------------------------------------------------------------------------

LINKS = 1024
"""The number of links of a chain: it serves for as many doors."""


@dataclass(frozen=True)
class Secrets:
    """A side's `blind`, and the last link of each of its chains, the newest chain last; in hexadecimal."""

    blind: str
    roots: tuple[str, ...]


SECRETS = TypeAdapter(Secrets)


def secrets_of(campaign: Campaign, room: Room) -> Secrets:
    """The secrets of a side whose room is open."""
    return SECRETS.validate_python(crypto.stored_dice(campaign, room))


def store_secrets(campaign: Campaign, room: Room, side_secrets: Secrets) -> None:
    """Put the secrets of a side on its room's (unsaved) row."""
    crypto.store_dice(campaign, room, SECRETS.dump_python(side_secrets, mode="json"))


def new_secrets() -> Secrets:
    """The secrets of a side that sits down."""
    return Secrets(secrets.token_hex(32), (secrets.token_hex(32),))


def promise(cid: str, side: str, side_secrets: Secrets, links: int) -> dict[str, object]:
    """What is told of a side's newest chain and of its blind; `cid` is the digest of the founding."""
    tip = link(cid, side, side_secrets.roots[-1], 0, links)
    return {"tip": tip, "links": links, "blind": made.digest("blind", side_secrets.blind)}


def link(cid: str, side: str, root: str, index: int, links: int) -> str:
    """Link `index` of a side's chain of so many `links` that ends with `root`."""
    value = root
    for later in range(links, index, -1):
        value = made.chain_step(cid, side, later - 1, value)
    return value


def next_link(cid: str, side: str, side_secrets: Secrets, chain: Chain) -> str:
    """The link of a side that comes after those that are out; CryptoError if none of its chains has it."""
    for root in side_secrets.roots:
        value = link(cid, side, root, chain.used + 1, chain.links)
        if made.chain_step(cid, side, chain.used, value) == chain.last:
            return value
    raise CryptoError(f"No chain of {side} goes on after link {chain.used}: what its room held of it was altered.")


def brought(
    cid: str, doors: Doors, side: str, side_secrets: Secrets, before: Standing, now: Standing, *, commands: bool = True
) -> tuple[tuple[Event, ...], Secrets]:
    """The entries that a side owes now (see doors.due), and its secrets since."""
    events = list[Event]()
    for kind in due(doors, side, before, now, commands=commands):
        if kind == FINISHED:
            data: dict[str, object] = {"door": doors.epoch + 1, "stage": stage_before_door(doors, before)}
        elif kind == LINK:
            chain = doors.chains[side]
            data = {"index": chain.used + 1, "link": next_link(cid, side, side_secrets, chain)}
        elif kind == CHAIN:
            # Its blind stays: the dice in hand come from it. It serves late, so that it can't be chosen to fit.
            side_secrets = Secrets(side_secrets.blind, (*side_secrets.roots, secrets.token_hex(32)))
            data = {**promise(cid, side, side_secrets, LINKS), "from": doors.epoch + 2}
        payload = {"epoch": doors.epoch + 1, "links": doors.newest()} if kind == DOOR else {"side": side, **data}
        events.append(Event(kind, PUBLIC, payload))
        doors = after(doors, [(side, events[-1])])
    return tuple(events), side_secrets
