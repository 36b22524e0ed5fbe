"""Everyone who has to do with a campaign, and a way to bring it to any point of its course.

It is one of On Track to Orsha where no other game is named. The fixtures stand here and are taken up by the conftest of
each folder that plays the real game. What is played to a place is played once: see `tests.positions`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client

from campaigns import access, actions
from campaigns.ledger import journal
from campaigns.models import Campaign, Seat
from campaigns.preferences.models import preferences_of
from config.middleware import LANGUAGE
from config.sessions import LISTED, session_mark
from refit.demos.player import Player, Script
from rules.contract import State
from tests.positions import once

LONGEST = 900
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
SIDE_OF = {"hans": "german", "otto": "german", "adjutant_hans": "german", "ivan": "russian", "adjutant_ivan": "russian"}
NAMES = (*SIDE_OF, "umpire", "spectator", "stranger")
PLACES = (
    ("hans", "ivan", "commander", "russian"),
    ("hans", "otto", "commander", "german"),
    ("hans", "adjutant_hans", "adjutant", "german"),
    ("ivan", "adjutant_ivan", "adjutant", "russian"),
    ("ivan", "umpire", "umpire", ""),
    ("ivan", "spectator", "spectator", ""),
)
"""Who invites whom, as what. The umpire is in the Russian room and not yet in the German one."""


@dataclass(frozen=True)
class PlayedCampaign:
    """A campaign with its people: two German commanders, one Russian, an adjutant each, umpire, spectator, stranger."""

    users: Mapping[str, User]
    public_id: str
    scripts: dict[str, Script] = field(default_factory=dict)

    @property
    def campaign(self) -> Campaign:
        return Campaign.objects.get(public_id=self.public_id)

    def seat(self, name: str) -> Seat:
        """The seat as a new request would find it."""
        return access.seat_or_404(self.users[name], self.public_id)

    def player(self, name: str) -> Player:
        """Someone who answers what waits for his side."""
        return Player(self.seat(name), self.scripts.get(SIDE_OF[name], {}))

    def view(self, name: str) -> Any:
        """The game as a member of a side sees it."""
        return self.player(name).view()

    def play_to(self, stage: str, date: str = "23AM") -> None:
        """Both sides answer until `stage` of `date` has just been opened."""
        self._play("hans", (stage, date), lambda view: (view.public.stage, view.public.date) == (stage, date))

    def play_until(self, name: str, step: str) -> None:
        """Both sides answer until `step` waits for someone; he answers as long as he can."""
        self._play(name, (step,), lambda view: view.current is not None and view.current.spec.key == step)

    def _play(self, name: str, where: tuple[str, ...], reached: Callable[[Any], bool]) -> None:
        once((self.public_id, name, where, repr(self.scripts)), lambda: self._answer(name, reached))

    def _answer(self, name: str, reached: Callable[[Any], bool]) -> None:
        first, second = self.player(name), self.player("ivan" if SIDE_OF[name] == "german" else "hans")
        for _ in range(LONGEST):
            view = first.view()
            if reached(view):
                return
            if not first.answers(view) and not second.moves():
                break
        raise AssertionError("the campaign never came there")

    def notes(self, name: str, note: str) -> None:
        """Someone writes a note on the last of his counters that has none: an act in his own room, without dice."""
        player = self.player(name)
        keys = [pile.key for section in player.view().mine.sections for pile in section.piles if not pile.like.note]
        player.orders("change", pile=keys[-1], count=1, note=note)

    def paints(self, name: str, hexes: str) -> None:
        """Someone has hexes of the map for his side, and that is kept, as what is played from there on."""
        paint = {"holder": SIDE_OF[name], "hexes": hexes}
        once((self.public_id, name, hexes), lambda: self.player(name).orders("paint", **paint))

    def gains(self, name: str, kind: str, called: str, count: int = 1) -> None:
        """Someone adds counters by hand, and a commander of the other side agrees to it."""
        self.player(name).orders("add", kind=kind, name=called, count=count)
        other = self.player("ivan" if SIDE_OF[name] == "german" else "hans")
        number = other.view().public.room.corrections[-1].number
        other.orders("settle", number=number, verdict="agreed")

    def browser(self, name: str = "") -> Client:
        """A browser in which someone has logged in; nobody without a name."""
        return log_in(Client(), self.users[name]) if name else Client()


def state_of(campaign: Campaign, rooms: Collection[str]) -> State[Any, Any]:
    """The state with these rooms, for a test that looks into them, as a host never does."""
    return journal.load_state(campaign, rooms)


def log_in(client: Client, user: User) -> Client:
    """The browser, with someone logged in: his session as a log-in leaves it, and nothing else of one."""
    session = SessionStore()
    session.create()
    assert session.session_key
    session.update(
        {
            SESSION_KEY: str(user.pk),
            BACKEND_SESSION_KEY: BACKEND,
            HASH_SESSION_KEY: user.get_session_auth_hash(),
            LANGUAGE: preferences_of(user).spoken,
            LISTED: session_mark(session.session_key),  # as after the first page: what that costs, it costs once
        }
    )
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    return client


def start_played(**options: Any) -> PlayedCampaign:
    """A campaign whose seats were all taken by links, as people do."""
    keys, public_id = once(("found", repr(sorted(options.items()))), lambda: _founded(**options))
    by_key = User.objects.in_bulk(keys)
    return PlayedCampaign({user.username: user for user in (by_key[key] for key in keys)}, public_id)


def _founded(
    *, dice: str = "server", name: str = "Orsha", system: str = "oto2", **more: Any
) -> tuple[tuple[int, ...], str]:
    """Found it; the keys of its people and its id."""
    made = User.objects.bulk_create(User(username=each, email=f"{each}@example.org") for each in NAMES)
    users = {user.username: user for user in made}
    options = {"balance": "none", "dice": dice, **more}
    first = actions.start_campaign(name=name, system=system, options=options, side="german", by=users["hans"])
    table = PlayedCampaign(users, first.campaign.public_id)
    for host, guest, role, side in PLACES:
        _, token = actions.invite(role=role, side=side, by=table.seat(host))
        actions.take_seat(token=token, by=users[guest])
    actions.admit_umpire(seat_id=table.seat("umpire").pk, by=table.seat("ivan"))
    return tuple(user.pk for user in made), table.public_id


@pytest.fixture
def table(db: None) -> PlayedCampaign:
    """A campaign at its founding, with server dice."""
    return start_played()


@pytest.fixture
def founding(db: None) -> Callable[..., PlayedCampaign]:
    """For a campaign with other options than the usual ones."""
    return start_played
