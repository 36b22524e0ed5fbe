"""A side's secret part in the dice: where its chains of links end, and its blind. They lie under the key of its room.

The blind mixes into the dice of the side alone: whoever has the seed and all links, which are public, still does not
know them without the room.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from campaigns.ledger import crypto
from campaigns.ledger import verify_campaign as made
from campaigns.ledger.crypto import CryptoError
from campaigns.ledger.doors import CHAIN, DOOR, FINISHED, LINK, Chain, Doors, Standing, after, due, stage_before_door
from rules.contract import PUBLIC, Event

if TYPE_CHECKING:
    from campaigns.models import Campaign, Room

LINKS = 1024
"""So many doors a chain serves for."""


@dataclass(frozen=True)
class Secrets:
    """A side's `blind`, and the last link of each of its chains, the newest chain last; in hexadecimal."""

    blind: str
    roots: tuple[str, ...]


SECRETS = TypeAdapter(Secrets)


def stored(campaign: Campaign, room: Room) -> Secrets:
    """The secrets of a side whose room is open."""
    return SECRETS.validate_python(crypto.stored_dice(campaign, room))


def store(campaign: Campaign, room: Room, known: Secrets) -> None:
    """Put the secrets of a side on its room's (unsaved) row."""
    crypto.store_dice(campaign, room, SECRETS.dump_python(known, mode="json"))


def new_secrets() -> Secrets:
    """The secrets of a side that sits down."""
    return Secrets(secrets.token_hex(32), (secrets.token_hex(32),))


def promise(cid: str, side: str, known: Secrets, links: int) -> dict[str, Any]:
    """What is told of a side's newest chain and of its blind; `cid` is the digest of the founding."""
    tip = link(cid, side, known.roots[-1], 0, links)
    return {"tip": tip, "links": links, "blind": made.digest("blind", known.blind)}


def link(cid: str, side: str, root: str, index: int, links: int) -> str:
    """Link `index` of a side's chain of so many `links` that ends with `root`."""
    found = root
    for later in range(links, index, -1):
        found = made.chain_step(cid, side, later - 1, found)
    return found


def next_link(cid: str, side: str, known: Secrets, chain: Chain) -> str:
    """The link of a side that comes after those that are out; CryptoError if none of its chains has it."""
    for root in known.roots:
        found = link(cid, side, root, chain.used + 1, chain.links)
        if made.chain_step(cid, side, chain.used, found) == chain.last:
            return found
    raise CryptoError(f"No chain of {side} goes on after link {chain.used}: what its room held of it was altered.")


def brought(
    cid: str, doors: Doors, side: str, known: Secrets, before: Standing, now: Standing, *, commands: bool = True
) -> tuple[tuple[Event, ...], Secrets]:
    """The entries that a side owes now (see doors.due), and its secrets since."""
    events = list[Event]()
    for kind in due(doors, side, before, now, commands=commands):
        if kind == FINISHED:
            data: dict[str, Any] = {"door": doors.epoch + 1, "stage": stage_before_door(doors, before)}
        elif kind == LINK:
            chain = doors.chains[side]
            data = {"index": chain.used + 1, "link": next_link(cid, side, known, chain)}
        elif kind == CHAIN:
            # Its blind stays: the dice in hand come from it. It serves late, so that it can't be chosen to fit.
            known = Secrets(known.blind, (*known.roots, secrets.token_hex(32)))
            data = {**promise(cid, side, known, LINKS), "from": doors.epoch + 2}
        told = {"epoch": doors.epoch + 1, "links": doors.newest()} if kind == DOOR else {"side": side, **data}
        events.append(Event(kind, PUBLIC, told))
        doors = after(doors, [(side, events[-1])])
    return tuple(events), known
