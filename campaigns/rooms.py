"""Locks and unlocks rooms: their data keys and the states kept with them."""

from __future__ import annotations

from typing import Any

from campaigns import vault
from campaigns.models import Campaign, Room
from rules.kernel import PUBLIC, GameSystem, State


def key_of(campaign: Campaign, room: Room) -> bytes:
    """The data key of a room; VaultError if the host no longer holds its master key."""
    return vault.unwrap(room.wrapped_key, _key_label(campaign, room.key))


def of(campaign: Campaign, key: str) -> Room:
    """The room called `key`."""
    return next(room for room in campaign.rooms.all() if room.key == key)


def new_rooms(campaign: Campaign, state: State, system: GameSystem) -> list[Room]:
    """Unsaved rooms of a campaign that is being founded, each with a key of its own."""
    made = []
    for name in (PUBLIC, *system.sides):
        key = vault.new_key()
        room = Room(campaign=campaign, key=name, wrapped_key=vault.wrap(key, _key_label(campaign, name)))
        keep(campaign, room, system.dump(state, name))
        made.append(room)
    return made


def keep(campaign: Campaign, room: Room, dumped: Any) -> None:
    """Put a room's dumped state on its (unsaved) row."""
    room.state = vault.seal(key_of(campaign, room), dumped, _state_label(campaign, room.key))


def kept(campaign: Campaign, room: Room) -> Any:
    """The dumped state on a room's row."""
    return vault.open_sealed(key_of(campaign, room), room.state, _state_label(campaign, room.key))


def rewrap(campaign: Campaign, room: Room) -> None:
    """Lock a room's key (on its unsaved row) with the current master key."""
    room.wrapped_key = vault.wrap(key_of(campaign, room), _key_label(campaign, room.key))


def _key_label(campaign: Campaign, key: str) -> str:
    return f"{campaign.public_id} {key} key"


def _state_label(campaign: Campaign, key: str) -> str:
    return f"{campaign.public_id} {key} state"


def wrap_seed(campaign: Campaign, seed: bytes) -> bytes:
    """The seed of a campaign's dice as it is stored."""
    return vault.wrap(seed, f"{campaign.public_id} seed")


def seed_of(campaign: Campaign) -> bytes:
    """The seed of a campaign's dice; to be shown to people only when the campaign has ended."""
    return vault.unwrap(campaign.seed_sealed, f"{campaign.public_id} seed")
