"""The state of a campaign's dice, as the public journal gives it, and each side's secrets for them (ADR 33).

Each side has a hash chain: its tip is published when the side sits down, and one more link at each door. The dice
behind a door depend on a fresh link of every side, so nobody knows them before it opens, not even the host, who has the
seed. `verify_campaign` says how they are made and checks each step. The root of a side's chain and its blind are
secret, stored under its room's key. The blind goes into that side's dice, so that nobody knows them from the seed and
the public links alone.
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
    from campaigns.ledger import host_entries as entry
    from campaigns.models import Campaign, Room

FOUNDING, REWIND = "founding", "rewind"
"""Stages of doors that no game has: the door after sitting down, and the one after a rewind."""
FINISHED, LINK, DOOR, CHAIN = (HOST_PREFIX + kind for kind in ("finished", "link", "door", "chain"))
UNSEEN = frozenset({FINISHED, LINK, DOOR, CHAIN})
"""Kinds of entries that pages neither show nor count, so that no page gets stale by them."""
FEW = 8
"""A side makes its next chain when at most this many links are left."""


class Standing(Protocol):
    """What everybody knows of where a game stands: the current stage and the sides it waits for."""

    @property
    def stage(self) -> str: ...

    @property
    def waiting(self) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class Chain:
    """The public part of a side's chain: its newest published link (at first the tip) and how many `links` it has.

    `used` is the number of the newest link, 0 for the tip; `blind` is the digest of the side's blind.
    """

    last: str
    links: int
    blind: str
    used: int = 0


@dataclass(frozen=True)
class Doors:
    """The public state of a campaign's dice. `modes` says when links come out, by stage (see `modes_of`).

    `epoch` is the number of the newest door, 0 before the first; `behind` has the number and link of each side that it
    was opened with. For the next door, `finished` has the stage each side has finished before it, and `fresh` the sides
    whose link for it is out. `coming` has by side a chain and the door from which it serves. `unseen` counts UNSEEN
    entries.
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
        """The stage after which the next door comes, once a side has finished it; else ""."""
        return next(iter(self.finished.values()), "")

    @property
    def all_finished(self) -> bool:
        return set(self.finished) == set(self.sides)

    def waits(self, stage: str) -> tuple[str, ...]:
        """The sides whose link is still missing for the dice of `stage`, the current one; () if dice can be drawn."""
        shut = not self.epoch or (self.pending and (self.all_finished or self.pending != stage))
        return tuple(side for side in self.sides if side not in self.fresh) if shut else ()

    def awaited(self, stage: str) -> tuple[str, ...]:
        """Those of the sides in `waits` that are next: who has not finished yet or, once all have, who owes a link."""
        waited = self.waits(stage)
        return waited if self.all_finished else tuple(side for side in waited if side not in self.finished)

    def newest(self) -> dict[str, list[object]]:
        """The number and the newest link of every side."""
        return {side: [chain.used, chain.last] for side, chain in self.chains.items()}


DOORS = TypeAdapter(Doors)


def load(campaign: Campaign) -> Doors:
    """The doors as cached in the campaign's row."""
    return DOORS.validate_python(campaign.doors)


def unseen(campaign: Campaign) -> int:
    """How many UNSEEN entries a campaign has."""
    return int(campaign.doors["unseen"])


def store(campaign: Campaign, doors: Doors) -> None:
    """Put the doors on the campaign's (unsaved) row."""
    campaign.doors = dumped(doors)


def dumped(doors: Doors) -> dict[str, object]:
    """The doors as they stand in a campaign's row."""
    content: dict[str, object] = DOORS.dump_python(doors, mode="json")
    return content


def from_acts(campaign: Campaign, acts: Iterable[Act]) -> Doors:
    """The doors after all `acts` of a campaign."""
    return after_acts(at_start(campaign.founding), acts)


def at_start(founding: Mapping[str, Any]) -> Doors:
    """The doors of a campaign with this founding, before its first entry."""
    return Doors(tuple(founding["sides"]), founding["doors"])


def after_acts(doors: Doors, acts: Iterable[Act]) -> Doors:
    """The doors after these acts."""
    return after(doors, ((act.side, event) for act in acts for event in act.events if event.room == PUBLIC))


def modes_of(doors: Mapping[str, str], *, alone: bool) -> dict[str, str]:
    """When links come out, by stage: EACH with the side's finish, ALL once all sides have finished.

    With one person or device for all sides (`alone`) nobody has to be waited for, so it is always EACH.
    """
    return {FOUNDING: EACH, **{key: EACH if alone else mode for key, mode in {**doors, REWIND: ALL}.items()}}


def after(doors: Doors, events: Iterable[tuple[str, Event]]) -> Doors:
    """The doors after these public events, each with the side that acted."""
    for side, event in events:
        doors = _STEPS[event.kind](doors, side, event.data) if event.kind in _STEPS else doors
        if event.kind in UNSEEN:
            doors = replace(doors, unseen=doors.unseen + 1)
    return doors


_STEPS: ByKind[Callable[[Doors, str, Any], Doors]] = ByKind()
"""What an event does to the doors, by its kind; each function says what is in its event."""


@_STEPS.on(HOST_PREFIX + "founded", HOST_PREFIX + "seat_taken")
def _sat_down(doors: Doors, side: str, data: entry.ChainsBegun) -> Doors:
    chains = {key: Chain(one["tip"], one["links"], one["blind"]) for key, one in data.get("chains", {}).items()}
    return replace(doors, chains={**doors.chains, **chains})


@_STEPS.on(HOST_PREFIX + "imported")
def _moved(doors: Doors, side: str, data: entry.ChainsBegun) -> Doors:
    """An imported campaign gets a new chain for every side: the roots of the old ones stay where they were made."""
    return replace(_sat_down(doors, side, data), coming={})


@_STEPS.on(FINISHED)
def _finished(doors: Doors, side: str, data: entry.StageLeft) -> Doors:
    return replace(doors, finished={**doors.finished, side: data["stage"]})


@_STEPS.on(LINK)
def _link(doors: Doors, side: str, data: entry.LinkTold) -> Doors:
    chain = replace(doors.chains[side], last=data["link"], used=data["index"])
    return replace(doors, chains={**doors.chains, side: chain}, fresh=(*doors.fresh, side))


@_STEPS.on(DOOR)
def _door(doors: Doors, side: str, data: entry.DoorOpened) -> Doors:
    epoch = data["epoch"]
    begun = {key: chain for key, (start, chain) in doors.coming.items() if start == epoch + 1}
    return replace(
        doors,
        epoch=epoch,
        chains={**doors.chains, **begun},
        coming={key: each for key, each in doors.coming.items() if key not in begun},
        finished={},
        fresh=(),
        behind={key: (int(index), str(link)) for key, (index, link) in data["links"].items()},
    )


@_STEPS.on(CHAIN)
def _chain(doors: Doors, side: str, data: entry.ChainTold) -> Doors:
    chain = Chain(data["tip"], data["links"], data["blind"])
    return replace(doors, coming={**doors.coming, side: (data["from"], chain)})


@_STEPS.on(UNDONE)
def _taken_back(doors: Doors, side: str, data: Mapping[str, object]) -> Doors:
    """A side that undoes its last act is no longer finished, unless all sides are."""
    if doors.all_finished:
        return doors
    return replace(doors, finished={key: stage for key, stage in doors.finished.items() if key != side})


@_STEPS.on(REWOUND)
def _rewound(doors: Doors, side: str, data: Mapping[str, object]) -> Doors:
    """After a rewind a new door is due, so that repeated steps get other dice; one already being opened will do."""
    return doors if doors.all_finished else replace(doors, finished=dict.fromkeys(doors.sides, REWIND))


def due(doors: Doors, side: str, before: Standing, now: Standing, *, commands: bool = True) -> Iterator[str]:
    """The kinds of entries that a side owes now, in order. `before` is where the game stood when it acted.

    They decide nothing: the game says whether a stage is finished, and the links were fixed long ago. A member who does
    not command (`commands`) brings only the link, and with it the door.
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
    """The stage after which the next door comes: one already finished by a side, else the current one."""
    return doors.pending or (now.stage if doors.epoch else FOUNDING)


def _has_finished(doors: Doors, side: str, before: Standing, now: Standing) -> bool:
    stage = stage_before_door(doors, before)
    if stage != before.stage:
        return stage != now.stage  # the stage was over without an act of this side
    return stage in doors.modes and (now.stage != stage or side not in now.waiting)


# the secret part of a side --------------------------------------------------------------------------------------------

LINKS = 1024
"""The number of links of a chain, one for each door."""


@dataclass(frozen=True)
class Secrets:
    """A side's `blind` and the roots of its chains, the newest chain last; all in hexadecimal."""

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
    """New random secrets for a side that sits down."""
    return Secrets(secrets.token_hex(32), (secrets.token_hex(32),))


def promise(cid: str, side: str, side_secrets: Secrets, links: int) -> dict[str, object]:
    """What is published of a side's newest chain and of its blind; `cid` is the digest of the founding."""
    tip = link(cid, side, side_secrets.roots[-1], 0, links)
    return {"tip": tip, "links": links, "blind": made.digest("blind", side_secrets.blind)}


def link(cid: str, side: str, root: str, index: int, links: int) -> str:
    """Link `index` of a side's chain; `root` is link number `links`, and the tip is link 0."""
    value = root
    for later in range(links, index, -1):
        value = made.chain_step(cid, side, later - 1, value)
    return value


def next_link(cid: str, side: str, side_secrets: Secrets, chain: Chain) -> str:
    """The next link of a side's chain to publish. Raises CryptoError if none of its roots leads to the newest link."""
    for root in side_secrets.roots:
        value = link(cid, side, root, chain.used + 1, chain.links)
        if made.chain_step(cid, side, chain.used, value) == chain.last:
            return value
    raise CryptoError(f"No chain of {side} goes on after link {chain.used}: what its room held of it was altered.")


def brought(
    cid: str, doors: Doors, side: str, side_secrets: Secrets, before: Standing, now: Standing, *, commands: bool = True
) -> tuple[tuple[Event, ...], Secrets]:
    """The entries that a side owes now (see `due`), and its secrets after them: a new chain adds a root."""
    events = list[Event]()
    for kind in due(doors, side, before, now, commands=commands):
        if kind == FINISHED:
            data: dict[str, object] = {"door": doors.epoch + 1, "stage": stage_before_door(doors, before)}
        elif kind == LINK:
            chain = doors.chains[side]
            data = {"index": chain.used + 1, "link": next_link(cid, side, side_secrets, chain)}
        elif kind == CHAIN:
            # The blind stays: the current dice depend on it. The chain starts later, so it can't be chosen to fit.
            side_secrets = Secrets(side_secrets.blind, (*side_secrets.roots, secrets.token_hex(32)))
            data = {**promise(cid, side, side_secrets, LINKS), "from": doors.epoch + 2}
        payload = {"epoch": doors.epoch + 1, "links": doors.newest()} if kind == DOOR else {"side": side, **data}
        events.append(Event(kind, PUBLIC, payload))
        doors = after(doors, [(side, events[-1])])
    return tuple(events), side_secrets
