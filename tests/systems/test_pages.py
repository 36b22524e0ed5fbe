"""Every page of every game, for everybody who may come by: what is his is there, and all else does not exist."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, is_dataclass
from itertools import product
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import transaction
from django.template.base import Variable, VariableDoesNotExist
from django.test import Client, TestCase
from django.urls import resolve, reverse

from campaigns import actions
from campaigns.closing import actions as closing
from campaigns.closing.models import What
from campaigns.ledger import archive, reconcile
from campaigns.ledger.verify_campaign import check
from rosters.models import SheetJob
from rules.contract import PUBLIC, Game
from rules.engine.corrections import HasCorrections
from rules.engine.free_roll import HasFreeRolls
from rules.features.documents import HasSheets, HasTables
from rules.features.forces import HasForces
from tests import matrix, tiers
from tests.html_client import open_page, unrecorded
from tests.leaks.crawler import NONSENSE, read_once
from tests.leaks.planted_words import pdf_text
from tests.matrix import Row
from tests.systems.games import KEYS, Scripts, scripts
from tests.systems.people import ONLOOKERS, OUTSIDERS, Table, seated

CLOSED = {404, 405}
ANSWERS = {200, 204, 302, 303, 400, 403, 422, *CLOSED}
READERS = ("commander", "opponent", "adjutant", "umpire", "spectator", "stranger", "host", "")
"""Who reads, of whichever sides a game has."""
POSITIONS = {"founded": 0, "after some acts": 3}
ON_A_SERVER_TOO = ("oto2", "after some acts")
"""No page outside of the rules knows a game, so one game sends both databases every statement there is."""
FOR_ALL = ("campaign", "campaign-journal", "campaign-figures", "campaign-people", "campaign-verify", "campaign-file",
           "campaign-tables", "sheet-list")  # fmt: skip

WHEN_IT_IS_OVER = {"campaign-archive", "campaign-club", "closing", "seat-leave", "sheet-pdf", "sheets-together", "talk"}
"""What can still be pressed then."""
LINKED_FROM_PEOPLE = {"umpire-admit", "umpire-dismiss", "seat-remove"}
"""Confirmations that the page of people, which is looked at, no longer leads to then."""
POSTS = re.compile(r"""<form method="post"(?: action="([^"]*)")?""")


OPTIONAL = {"group", "fight", "roll_for"}
"""What templates ask of parts, views and tasks of which only some have it."""


@pytest.fixture(autouse=True)
def what_templates_asked_in_vain(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """Templates leave out what they don't find; of our own dataclasses they ask for nothing that these don't have."""
    resolve_lookup, missing = Variable.__dict__["_resolve_lookup"], set[str]()

    def watched(self: Variable, context: Any) -> Any:
        try:
            return resolve_lookup(self, context)
        except VariableDoesNotExist as error:
            name, asked = [*error.params, None, None][:2]
            if is_dataclass(asked) and name not in OPTIONAL:
                missing.add(f"{type(asked).__name__}.{name}")
            raise

    monkeypatch.setattr(Variable, "_resolve_lookup", watched)
    yield missing
    assert not missing


@dataclass(frozen=True)
class Place:
    """A campaign at a point of its course."""

    table: Table
    scripts: Scripts
    position: str


PLACES = [
    pytest.param(place, marks=[pytest.mark.twice] if place == ON_A_SERVER_TOO else [], id="-".join(place))
    for place in product(KEYS, POSITIONS)
]


@pytest.fixture(scope="module", params=PLACES)
def played(
    request: pytest.FixtureRequest, copied: None, django_db_setup: None, django_db_blocker: Any
) -> Iterator[Place]:
    """A campaign of each game at its founding, and after some acts of all sides; each test has a savepoint in it."""
    key, acts = request.param
    with django_db_blocker.unblock(), transaction.atomic():
        table = seated(key)
        table.play(POSITIONS[acts])
        yield Place(table, scripts(key), acts)
        transaction.set_rollback(True)


@pytest.fixture
def place(played: Place, db: None) -> Place:
    """It, for one test to do with as it likes."""
    return played


def readers() -> tuple[str, ...]:
    """Who asks in this run: in the fast tier half of them; what each may see is tests/leaks/test_matrix.py's."""
    return (*random.Random(tiers.current()).sample(READERS, len(READERS) // 2),) if tiers.is_fast() else READERS


@read_once()
@unrecorded()
@pytest.mark.parametrize("way", ["get", "post"])
def test_every_address_answers_everybody_and_never_breaks(place: Place, way: str) -> None:
    """To whoever does not sit at the campaign it does not exist, not to the host's administrator either."""
    ask_for_rows(place, matrix.drawn(f"games {way}", KEYS, tuple(POSITIONS), readers()), way)


@pytest.mark.whole("each address for each reader in each place")
@read_once()
@unrecorded()
def test_the_whole_matrix(place: Place) -> None:
    ask_for_rows(place, matrix.whole("games", KEYS, tuple(POSITIONS), READERS), "get")


def ask_for_rows(place: Place, rows: Sequence[Row], way: str) -> None:
    """Ask for the rows of this place, and tell at once all that were not answered as they should be."""
    urls, browsers, faults = matrix.Urls(place.table.campaign), dict[tuple[str, str], Client](), list[str]()
    for row in (row for row in rows if (row.game, row.position) == (place.table.system.key, place.position)):
        name = place.table.named(row.reader)
        if (key := (name, row.language)) not in browsers:
            browsers[key] = matrix.reading(place.table.users.get(name), row.language)
        before = transaction.savepoint()
        entries = {"data": NONSENSE if row.filled else {}} if way == "post" else {}
        answer = getattr(browsers[key], way)(urls.at(row), headers=dict(row.headers), **entries)
        status = 302 if "HX-Redirect" in answer else answer.status_code  # that is how htmx is led elsewhere
        transaction.savepoint_rollback(before)
        allowed = CLOSED if name in OUTSIDERS else ANSWERS if name else {302, 405}
        faults += [f"{row} {urls.at(row)}: {status}"] if status not in allowed else []
    assert not faults, "\n".join(faults)


@pytest.mark.sampled(4)
def test_what_everybody_at_the_table_may_see_is_there(place: Place) -> None:
    for name in set(place.table.users) - {*OUTSIDERS}:
        for address in FOR_ALL:
            answer = place.table.browsers[name].get(place.table.at(address))
            assert answer.status_code == 200, (name, address)


def test_the_wizard_is_there_for_whoever_sits_at_a_side(place: Place) -> None:
    table, shown = place.table, place.table.system
    for side in shown.sides:
        for name in (side, f"adjutant-{side}"):
            page = table.page(name)
            assert page.status == 200
            waits = side in table.campaign.summary["waiting"]
            assert ('id="task-form"' in page.html) == waits, (name, page.text[:300])
    for name in ONLOOKERS:
        assert table.page(name).where == table.at("campaign"), "who looks on has the hall instead"
    for name in OUTSIDERS:
        assert table.page(name).status == 404


def test_what_only_some_games_have_is_there_for_them_alone(place: Place) -> None:
    table, system = place.table, place.table.system
    side = next(iter(system.sides))
    head = table.page(side, "campaign").html
    linking = ("campaign", "refit-home", "refit-undo", "rewind", "campaign-journal")
    linked = "".join(table.page(side, name).html for name in linking)
    optional = {
        "forces": isinstance(system, HasForces),
        "refit-corrections": isinstance(system, HasCorrections),
        "free-rolls": isinstance(system, HasFreeRolls),
    }
    for address, has in optional.items():
        assert table.page(side, address).status == (200 if has else 404)
        assert (f'href="{table.at(address)}"' in linked) == has, address
    shown = [number for number in range(1, 5) if f"side-{number}" in head]
    assert shown == list(range(1, len(system.sides) + 1)), "each side has its colour and mark"


def own_sheets(system: Game, scripts: Scripts) -> Iterator[tuple[str, str]]:
    """Room and key of every sheet."""
    state = scripts.start().state
    assert isinstance(system, HasSheets)
    for side in (None, *system.sides):
        for key in system.sheets(state.only([side] if side else []), side):
            yield side or PUBLIC, key


@read_once()
@unrecorded()
def test_a_sheet_is_a_page_and_a_table_for_those_who_may_enter_its_room(place: Place) -> None:
    table = place.table
    found = tiers.drawn_part(
        list(own_sheets(table.system, place.scripts)), f"sheets {table.system.key} {place.position}"
    )
    for room, key in found:
        for name in table.users:
            mine = name not in OUTSIDERS and (room == PUBLIC or name in (room, f"adjutant-{room}", "umpire"))
            for address in ("sheet", "sheet-csv", "sheet-xlsx"):
                answer = table.browsers[name].get(table.at(address, room, key))
                assert answer.status_code == (200 if mine else 404), (name, room, key)
                assert answer.content.strip() if mine else True
    assert all(
        table.at("sheet", room, key) in table.page(room, "sheet-list").html for room, key in found if room != PUBLIC
    )


def test_a_sheet_is_printed(place: Place) -> None:
    table = place.table
    for room, key in list(own_sheets(table.system, place.scripts))[:1]:
        side = room if room != PUBLIC else next(iter(table.system.sides))
        with TestCase.captureOnCommitCallbacks(execute=True):
            table.browsers[side].post(table.at("sheet-pdf", room, key))
        job = SheetJob.objects.get()
        drawn = table.browsers[side].get(table.at("sheet-file", room, key, job.number))
        assert drawn["Content-Type"] == "application/pdf"
        content = b"".join(drawn) if drawn.streaming else drawn.content
        assert isinstance(table.system, HasSheets)
        title = table.system.sheets(place.scripts.start().state, None if room == PUBLIC else room)[key].title
        assert title.split()[0].lower() in pdf_text(content).lower()


@pytest.mark.parametrize("played", [each for each in PLACES if str(each.id).endswith("founded")], indirect=True)
def test_every_table_of_the_game_has_its_page(place: Place) -> None:
    table = place.table
    assert isinstance(table.system, HasTables)
    library = table.system.tables({})
    side = next(iter(table.system.sides))
    listed = open_page(table.browsers[side], reverse("game-tables", args=[table.system.key]))
    assert listed.status == 200
    for number, each in enumerate(library.tables):
        url = reverse("game-table", args=[table.system.key, each.id])
        assert url in listed.html
        for query in ("", ("?drm=1", "?drm=99999", "?drm=x")[number % 3]):
            page = open_page(table.browsers[side], url + query)
            assert page.status == 200
            assert each.title in page.text
    for wrong in (
        reverse("game-table", args=[table.system.key, "no-such-table"]),
        reverse("game-tables", args=["no-such-game"]),
    ):
        assert table.browsers[side].get(wrong).status_code == 404
    assert Client().get(reverse("game-tables", args=[table.system.key])).status_code == 302


@pytest.mark.sampled(4)
def test_the_campaign_verifies_and_its_file_is_gone_on_with(place: Place) -> None:
    table, system = place.table, place.table.system
    file = archive.export_campaign(table.campaign, [PUBLIC, *system.sides], with_seed=True)
    text = json.dumps(file)
    assert [fault for part in check(json.loads(text)) for fault in part.faults] == []
    assert reconcile.differences(table.campaign) == reconcile.breaks(table.campaign) == []
    assert "Nothing is wrong" in table.page(next(iter(system.sides)), "campaign-verify").text
    commanders = {side: table.users[side] for side in system.sides}
    brought = actions.import_campaign(file=archive.read(text.encode()), commanders=commanders)
    on = Table(brought.public_id, table.users, table.browsers)
    assert on.campaign.summary["waiting"] == table.campaign.summary["waiting"]
    on.play(2)
    assert reconcile.breaks(on.campaign) == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize("played", [each for each in PLACES if str(each.id).endswith("after some acts")], indirect=True)
@read_once()
@unrecorded()
def test_when_it_is_over_no_page_offers_what_would_be_refused(place: Place) -> None:
    table = place.table
    commander, *others = [table.seat(side) for side in table.system.sides]
    closing.propose(what=What.END, reason="No more time.", by=commander)
    for other in others:
        closing.agree(what=What.END, by=other)
    assert not table.campaign.running
    for name, url in matrix.Urls(table.campaign).of_each_kind():
        if name in LINKED_FROM_PEOPLE:
            continue
        answer = table.browsers[commander.side].get(url)
        forms = POSTS.findall(answer.content.decode()) if answer["Content-Type"].startswith("text/html") else ()
        offered = {resolve(urlsplit(action or url).path).url_name for action in forms}
        assert offered <= WHEN_IT_IS_OVER, name
