"""What a side reads from VASL, before it records it, changes no address of anybody else: no byte, count or size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pytest
from django.urls import reverse

from tests.html_client import sent
from tests.leaks.looks import first_look
from tests.leaks.test_filling import UNKNOWN, at_their_set_up, at_their_works, of_hans
from tests.maps.practice import practice_map
from tests.players import PlayedCampaign, start_played
from tests.vasl.test_filling import filled, wizard
from tests.vasl.test_pages import as_text, owned, page_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
OTHERS, NEAREST = ("ivan", "umpire", "spectator", "stranger", "admin"), ("ivan", "umpire")
"""All other readers, and those of them who see most: a crawl of all takes a minute."""
EDGE = "K1"


def with_admin(table: PlayedCampaign) -> PlayedCampaign:
    """The host's own administrator looks on, without a seat."""
    user = type(table.users["stranger"]).objects.create_superuser("admin")
    return PlayedCampaign({**table.users, "admin": user}, table.public_id, table.scripts)


def at_their_observers() -> PlayedCampaign:
    table = start_played(map=practice_map())
    table.scripts["german"] = {"purchase": {"rows": {"O1": {"n": 1}, "O4": {"n": 1}}}}
    table.play_until("hans", "hexes")
    return table


def at_their_front() -> PlayedCampaign:
    table = start_played(map=practice_map())
    table.paints("hans", "A1-G60")
    table.play_until("hans", "perimeter")
    return table


def at_their_battle() -> PlayedCampaign:
    table = start_played(map=practice_map())
    table.play_until("hans", "play")
    return table


def fills(table: PlayedCampaign, text: str, entry: str) -> None:
    page = filled(wizard(table, "hans"), vasl_text=text)
    assert "filled in from VASL" in page.text
    assert entry in page.html, "what is told to nobody would change nothing"


def compares(table: PlayedCampaign) -> None:
    """Half of them are gone, a name is assigned, and all of it is looked at and not recorded."""
    left = owned(table, "hans")[20:]
    page = sent(page_of(table, "hans"), "read", text=as_text(left, UNKNOWN, "4-4-7 1sq, HMG"))
    assert "Missing: " in page.text
    page = sent(page, "names", **{f"u:{UNKNOWN}": left[0].name})
    assert "Names that were assigned" in page.text, "his own page says more than before"


LOOKED_AT_TWICE = "works"
"""Where all pages are asked for again, those too that read the same rows as before."""
Begin = Callable[[], PlayedCampaign]
Act = Callable[[PlayedCampaign], None]
WHERE: dict[str, tuple[Begin, Act, Sequence[str]]] = {
    "works": (at_their_works, lambda table: fills(table, of_hans(table), UNKNOWN), NEAREST),
    "set-up": (at_their_set_up, lambda table: fills(table, of_hans(table), "Q1"), NEAREST),
    "observers": (at_their_observers, partial(fills, text=f"{EDGE}: Observer\n{EDGE}: {UNKNOWN}", entry=EDGE), OTHERS),
    "perimeter": (at_their_front, partial(fills, text="P31: 4-6-7 1sq\nR33: 4-5-8 1sq", entry="P31"), NEAREST),
    "the report": (at_their_battle, compares, OTHERS),
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("where", WHERE)
def test_no_address_answers_anybody_else_otherwise(where: str) -> None:
    begin, act, names = WHERE[where]
    table = with_admin(begin())
    looks = {name: first_look(table, name) for name in names}
    statuses = {each.url: each.status for each in looks["ivan"].answers}
    assert statuses[reverse("campaign", args=[table.public_id])] == 200
    act(table)
    twice = where == LOOKED_AT_TWICE
    assert [(name, url) for name, look in looks.items() for url in look.changed(everything=twice)] == []
