"""People at a campaign of any game: they found it, take links and play by the pages alone."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns import access, actions
from campaigns.models import Campaign, Seat
from refit.steps import ALONG
from rules import registry
from rules.contract import Game
from tests.html_client import HtmlPage, open_page
from tests.players import log_in
from tests.systems.games import listed
from tests.systems.player import TEXTS

ONLOOKERS = ("umpire", "spectator")
OUTSIDERS = ("stranger", "host")
MOST_TRIED = 200
"""Ways of filling in the choices of a page that are tried."""
KEEPS = "draft"


@dataclass(frozen=True)
class Table:
    """A campaign: a commander and an adjutant for each side, an umpire, a spectator, and two who do not sit there."""

    public_id: str
    users: dict[str, User]
    browsers: dict[str, Client]

    @property
    def campaign(self) -> Campaign:
        return Campaign.objects.get(public_id=self.public_id)

    @property
    def system(self) -> Game:
        return registry.get(self.campaign.system)

    def seat(self, name: str) -> Seat:
        return access.seat_or_404(self.users[name], self.public_id)

    def named(self, reader: str) -> str:
        """Somebody by what they are to the campaign: `commander` and `adjutant` of the first side, `opponent`."""
        sides = list(self.system.sides)
        return {"commander": sides[0], "opponent": sides[-1], "adjutant": f"adjutant-{sides[0]}"}.get(reader, reader)

    def at(self, address: str, *rest: object) -> str:
        """The address of a page of this campaign."""
        return reverse(address, args=[self.public_id, *rest])

    def page(self, name: str, address: str = "refit-home", *rest: object) -> HtmlPage:
        """A page as somebody sees it."""
        return open_page(self.browsers[name], self.at(address, *rest))

    def presses(self, side: str) -> bool:
        """The commander of a side presses a button of what waits for him; False if nothing does."""
        page = self.page(side)
        if 'id="task-form"' not in page.html:
            return False
        acts = [act for act in page.form.buttons if act not in ("", KEEPS) and not act.endswith(ALONG)]
        # Of several buttons now one, now another, as it happens: in turns, two who press after each other could agree
        # and take it back for ever.
        turned = random.Random(page.form.fields["seen"]).randrange(len(acts))
        left = {name: each for name, each in page.form.choices.items() if not page.form.fields[name]}
        choices = [dict(page.form.wanted), *(dict(zip(left, each, strict=True)) for each in product(*left.values()))]
        for chosen, act, text in product(choices[:MOST_TRIED], (*acts[turned:], *acts[:turned]), TEXTS):
            blanks = {
                name: chosen.get(name, page.form.lowest.get(name, text) if text else "")
                for name, value in page.form.fields.items()
                if not value and not name.startswith("die:")
            }
            if page.press(act, blanks).status == 200:
                return True
        raise AssertionError(page.press(acts[0]).text[:400])

    def play(self, acts: int = 10**4) -> None:
        """All sides press on, so many times together, or to the end."""
        while acts > 0 and not self.campaign.ended:
            pressed = [self.presses(side) for side in self.system.sides]
            assert any(pressed), "a dead end"
            acts -= sum(pressed)


def names_at(key: str) -> Iterator[str]:
    """Everybody who has to do with a campaign: commanders are called as their sides."""
    for side in listed(key).sides:
        yield from (side, f"adjutant-{side}")
    yield from (*ONLOOKERS, *OUTSIDERS)


def seated(key: str) -> Table:
    """A campaign of the game at its founding: its form, the links it gives, and the pages that these lead to."""
    made = [User(username=name, email=f"{name}@example.org", is_staff=name == "host") for name in names_at(key)]
    users = {user.username: user for user in User.objects.bulk_create(made)}
    User.objects.filter(username="host").update(is_superuser=True)
    users["host"].refresh_from_db()
    browsers = {name: log_in(Client(), user) for name, user in users.items()}
    host, *guests = listed(key).sides
    form = open_page(browsers[host], f"{reverse('campaign-start')}?system={key}")
    founded = form.press("go", {"name": "A campaign of it", "side": host, "words": "seven ducks"})
    assert founded.status == 200, founded.text
    table = Table(Campaign.objects.get(system=key).public_id, users, browsers)
    for side in guests:
        _takes_a_link(table, host, side, f"commander:{side}")
    for side in table.system.sides:
        _takes_a_link(table, side, f"adjutant-{side}", f"adjutant:{side}")
    for name in reversed(ONLOOKERS):  # the umpire last: then there is a form for letting him in
        _takes_a_link(table, host, name, f"{name}:")
    for side in table.system.sides:
        actions.admit_umpire(seat_id=table.seat("umpire").pk, by=table.seat(side))
    return table


def _takes_a_link(table: Table, host: str, guest: str, seat: str) -> None:
    people = table.page(host, "campaign-people").press("go", {"seat": seat})
    link = re.search(r'id="link" type="text" readonly value="([^"]+)"', people.html)
    assert link, people.text
    page = open_page(table.browsers[guest], link[1])
    entries = {"words": f"words of {guest}"} if "words" in page.form.fields else {}
    assert page.press("go", entries).status == 200
