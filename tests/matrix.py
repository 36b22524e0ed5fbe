"""The matrix of pages: each address for each reader, in each place of a campaign, language and way of asking.

All of it would be some hundred thousand requests, most of them alike. What goes wrong on a page hangs on two of these
at once: on the page and who reads it, on the page and where its campaign stands. So a run draws rows in which every two
values meet, other rows for each seed. The whole matrix asks for each address by each reader in each place.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from covertable import make, sorters
from covertable.criteria import simple
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign, Invitation, Seat
from config.middleware import LANGUAGE
from rosters.models import SheetJob
from rules import registry
from rules.contract import PUBLIC
from rules.features.documents import HasSheets, HasTables
from tests import tiers
from tests.leaks.crawler import HTMX, PLAIN, Address, addresses
from tests.players import log_in, state_of

LANGUAGES = ("en-gb", "de")
PARTS: Mapping[str, int] = {
    "sheet": 8, "sheet-csv": 4, "sheet-xlsx": 4, "sheet-pdf": 3, "sheet-file": 4, "sheets-together": 3, "forces-of": 3,
    "campaign-table": 2, "refit-step": 4, "refit-versions": 3, "refit-map": 3, "seat-remove": 2, "umpire-admit": 2,
}  # fmt: skip
"""Into how many parts what can be put into an address is divided: of each, one is asked for."""
STEPS = ("purchase", "melee", "perimeter", "no-such-step")
UNKNOWN = 10**6


@dataclass(frozen=True)
class Row:
    """One request: what is asked for, by whom, where, and how."""

    address: str
    part: int
    reader: str
    game: str
    position: str
    language: str
    htmx: bool
    filled: bool = True
    """For a post: whether nonsense is sent, or nothing."""

    @property
    def headers(self) -> Mapping[str, str]:
        return {**(HTMX if self.htmx else PLAIN), "Accept-Language": self.language}


@cache
def kinds() -> tuple[tuple[str, int], ...]:
    """Every address of a campaign, as often as it is divided."""
    return tuple((each.name, part) for each in addresses() for part in range(PARTS.get(each.name, 1)))


@cache
def drawn(what: str, games: Sequence[str], positions: Sequence[str], readers: Sequence[str]) -> tuple[Row, ...]:
    """Rows in which any two values meet, by the seed of this run; `what` keeps two matrices of a run apart."""
    factors = {
        "kind": list(range(len(kinds()))),
        "reader": list(readers),
        "game": list(games),
        "position": list(positions),
        "language": list(LANGUAGES),
        "htmx": [False, True],
        "filled": [False, True],
    }
    found = make(factors, strength=2, sorter=sorters.hash, criterion=simple, salt=f"{what} {tiers.current()}")
    return tuple(_row(**each) for each in found)


@cache
def whole(what: str, games: Sequence[str], positions: Sequence[str], readers: Sequence[str]) -> tuple[Row, ...]:
    """Each address for each reader in each place; how it is asked for is drawn."""
    chance = random.Random(f"{what} {tiers.current()}")
    places = product(range(len(kinds())), readers, games, positions)
    return tuple(
        _row(kind, reader, game, position, chance.choice(LANGUAGES), chance.random() < 0.5, chance.random() < 0.5)
        for kind, reader, game, position in places
    )


def _row(kind: int, reader: str, game: str, position: str, language: str, htmx: bool, filled: bool) -> Row:
    return Row(*kinds()[kind], reader, game, position, language, htmx, filled)


class Urls:
    """What can be asked for of a campaign as it stands: the URLs of each address."""

    known: dict[str, list[str]]
    """By the name of an address."""

    def __init__(self, campaign: Campaign) -> None:
        self.public_id, system = campaign.public_id, registry.get(campaign.system)
        sides = tuple(system.sides)
        state = state_of(campaign, sides)
        waiting = (system.current(state.only([side]), side) for side in sides)
        self.steps = dict.fromkeys((*(each.spec.key for each in waiting if each), *STEPS))
        self.sheets: dict[str, list[str]] = {}
        if isinstance(system, HasSheets):
            for side in (*sides, None):
                self.sheets[side or PUBLIC] = list(system.sheets(state.only([side] if side else []), side))
        self.tables = [table.id for table in system.tables({}).tables] if isinstance(system, HasTables) else []
        self.rooms = (*sides, PUBLIC, "no-such-room")
        self.known = {each.name: list(self._urls(each)) for each in addresses()}

    def of_each_kind(self) -> Iterator[tuple[str, str]]:
        """A URL of each part of each address, with the name of the address."""
        for name, part in kinds():
            yield name, self._drawn(name, part, name)

    def at(self, row: Row) -> str:
        """The URL of a row; of what can be put into its address, one of the row's part is drawn."""
        return self._drawn(row.address, row.part, repr(row))

    def _drawn(self, address: str, part: int, salt: str) -> str:
        every = self.known[address]
        mine = every[part % len(every) :: PARTS.get(address, 1)]
        return random.Random(f"{part} {salt} {tiers.current()}").choice(mine)

    def _urls(self, address: Address) -> Iterator[str]:
        of_sheets = [(room, key) for room, keys in self.sheets.items() for key in (*keys, "no-such-sheet")]
        joint = [{"room": room, "key": key} for room, key in of_sheets] if {"room", "key"} <= {*address.parts} else [{}]
        rest = [part for part in address.parts if part not in joint[0]]
        for filled, values in product(joint, product(*map(self._values, rest))):
            more = dict(zip(rest, values, strict=True))
            yield reverse(address.name, kwargs={"public_id": self.public_id, **filled, **more})

    def _values(self, part: str) -> Sequence[object]:
        match part:
            case "room" | "side":
                return self.rooms
            case "key":
                return tuple(self.steps)
            case "table":
                return (*self.tables, "no-such-table")
            case "number":
                return (*SheetJob.objects.values_list("number", flat=True), 1, UNKNOWN)
            case "seat_id":
                return (*Seat.objects.filter(campaign__public_id=self.public_id).values_list("pk", flat=True), UNKNOWN)
            case "invitation_id":
                return (*Invitation.objects.values_list("pk", flat=True), UNKNOWN)
        raise KeyError(part)


def reading(user: User | None, language: str) -> Client:
    """A browser of somebody who reads this language."""
    if user is None:
        return Client()
    client = log_in(Client(), user)
    session = client.session
    session[LANGUAGE] = language
    session.save()
    return client
