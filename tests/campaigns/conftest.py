"""The fixed cast at one campaign of the fake game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from campaigns import access, actions
from campaigns.ledger import journal
from campaigns.models import Campaign, Seat
from rules import registry
from rules.contract import Order
from tests.players import log_in
from tests.positions import once
from tests.toys.auction import AUCTION

OPTIONS = {"balance": "none", "dice": "server", "rulings": {"ties": "none"}}
NAMES = ("hans", "ivan", "adjutant_hans", "adjutant_ivan", "umpire", "spectator", "stranger")


@dataclass(frozen=True)
class Players:
    """Everyone who has to do with a campaign, and one who has not."""

    users: dict[str, User]
    public_id: str

    def seat(self, name: str) -> Seat:
        """The seat as a new request would find it."""
        return access.seat_or_404(self.users[name], self.public_id)

    @property
    def campaign(self) -> Campaign:
        return Campaign.objects.get(public_id=self.public_id)

    def gives(self, name: str, kind: str, **data: Any) -> None:
        """Someone gives an order from a page he has just opened."""
        seat = self.seat(name)
        seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
        actions.submit_order(order=Order(kind, data), by=seat, seen=seen)


@pytest.fixture(autouse=True)
def auction(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fake game is the only one there is."""
    monkeypatch.setattr(registry, "all_systems", lambda: {AUCTION.key: AUCTION})
    monkeypatch.setattr(registry, "get", lambda key: {AUCTION.key: AUCTION}[key])


def _registered() -> list[int]:
    made = User.objects.bulk_create(User(username=name, email=f"{name}@example.org") for name in NAMES)
    return [user.pk for user in made]


@pytest.fixture
def users(db: None) -> dict[str, User]:
    by_key = User.objects.in_bulk(once("users", _registered))
    return {user.username: user for user in by_key.values()}


@pytest.fixture
def founded(users: dict[str, User]) -> Players:
    """A campaign with its founder alone."""
    return Players(users, once("founded", lambda: _founded(users["hans"])))


def _founded(by: User) -> str:
    seat = actions.start_campaign(name="Orsha", system="auction", options=OPTIONS, side="german", by=by)
    return seat.campaign.public_id


@pytest.fixture
def cast(founded: Players) -> Players:
    """The full table, taken by links as people do."""
    once(("full", founded.public_id), lambda: _all_seated(founded))
    return founded


def _all_seated(cast: Players) -> None:
    seated(cast, "hans", "ivan", "commander", "russian")
    seated(cast, "hans", "adjutant_hans", "adjutant", "german")
    seated(cast, "ivan", "adjutant_ivan", "adjutant", "russian")
    seated(cast, "hans", "umpire", "umpire", "")
    seated(cast, "ivan", "spectator", "spectator", "")
    for name in ("hans", "ivan"):
        actions.admit_umpire(seat_id=cast.seat("umpire").pk, by=cast.seat(name))


def seated(cast: Players, host: str, guest: str, role: str, side: str) -> Seat:
    """`host` makes a link and `guest` takes it."""
    _, token = actions.invite(role=role, side=side, by=cast.seat(host))
    return actions.take_seat(token=token, by=cast.users[guest])


@pytest.fixture
def logged_in(client: Any) -> Callable[[User], Any]:
    """A browser in which someone has logged in."""

    def go(user: User) -> Any:
        return log_in(client, user)

    return go


Clock = Callable[[float], None]


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Set the clock forward by so many days."""
    now = timezone.now

    def go(days: float) -> None:
        monkeypatch.setattr(timezone, "now", lambda: now() + timedelta(days=days))

    return go
