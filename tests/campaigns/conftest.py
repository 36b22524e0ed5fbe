"""The fixed cast at one campaign of the fake game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User

from campaigns import access, actions, journal
from campaigns.models import Campaign, JournalEntry, Seat
from rules import registry
from rules.kernel import Order
from tests.cast import log_in
from tests.fakes import AUCTION

OPTIONS = {"balance": "none", "dice": "server", "rulings": {"ties": "none"}}
NAMES = ("hans", "ivan", "adjutant_hans", "adjutant_ivan", "umpire", "spectator", "stranger")


@dataclass(frozen=True)
class Cast:
    """Everyone who has to do with a campaign, and one who has not."""

    users: dict[str, User]
    public_id: str

    def seat(self, name: str) -> Seat:
        """The seat as a new request would find it."""
        return access.seat_or_404(self.users[name], self.public_id)

    @property
    def campaign(self) -> Campaign:
        return Campaign.objects.get(public_id=self.public_id)

    def gives(self, name: str, kind: str, **data: Any) -> list[JournalEntry]:
        """Someone gives an order from a page he has just opened."""
        seat = self.seat(name)
        seen = journal.seen(seat.campaign, access.rooms_of(seat))
        return actions.submit_order(order=Order(kind, data), by=seat, seen=seen)


@pytest.fixture(autouse=True)
def auction(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fake game is the only one there is."""
    monkeypatch.setattr(registry, "all_systems", lambda: {AUCTION.key: AUCTION})
    monkeypatch.setattr(registry, "get", lambda key: {AUCTION.key: AUCTION}[key])


@pytest.fixture
def users(db: None) -> dict[str, User]:
    made = User.objects.bulk_create(User(username=name, email=f"{name}@example.org") for name in NAMES)
    return {user.username: user for user in made}


@pytest.fixture
def founded(users: dict[str, User]) -> Cast:
    """A campaign with its founder alone."""
    seat = actions.found_campaign(name="Orsha", system="auction", options=OPTIONS, side="german", by=users["hans"])
    return Cast(users, seat.campaign.public_id)


@pytest.fixture
def cast(founded: Cast) -> Cast:
    """The full table, taken by links as people do."""
    seated(founded, "hans", "ivan", "commander", "russian")
    seated(founded, "hans", "adjutant_hans", "adjutant", "german")
    seated(founded, "ivan", "adjutant_ivan", "adjutant", "russian")
    seated(founded, "hans", "umpire", "umpire", "")
    seated(founded, "ivan", "spectator", "spectator", "")
    actions.admit_umpire(seat_id=founded.seat("umpire").pk, by=founded.seat("ivan"))
    return founded


def seated(cast: Cast, host: str, guest: str, role: str, side: str) -> Seat:
    """`host` makes a link and `guest` takes it."""
    _, token = actions.invite(role=role, side=side, by=cast.seat(host))
    return actions.take_seat(token=token, by=cast.users[guest])


@pytest.fixture
def logged_in(client: Any) -> Callable[[User], Any]:
    """A browser in which someone has logged in."""

    def go(user: User) -> Any:
        return log_in(client, user)

    return go
