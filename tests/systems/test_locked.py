"""Locked rooms of every game: founded and joined by pages, played, and attacked by a host while no member is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse

from campaigns import actions
from campaigns.ledger import crypto, journal, reconcile
from campaigns.ledger.crypto import CryptoError, RoomLocked
from campaigns.locks import keys
from campaigns.locks.actions import ChosenWords
from campaigns.locks.words import drawn_words
from campaigns.models import Seat
from rosters.models import SheetJob
from rules.contract import Refused
from tests import positions
from tests.html_client import HtmlPage, open_page
from tests.leaks.test_locked_rooms import in_reach, secrets_of
from tests.locks.conftest import LockedTable
from tests.players import log_in
from tests.systems.games import KEYS, listed, scripts
from tests.systems.people import Table

LOCKABLE = tuple(key for key in KEYS if len(listed(key).sides) > 1)
PATHS = ("campaign", "refit-home", "campaign-journal", "campaign-people", "campaign-figures", "campaign-file",
         "campaign-verify", "sheet-list")  # fmt: skip
ACTS, LEFT = 8, 3
"""How many presses are made before the tests, and of how many more a game must hold."""
LEAST = LEFT + 2


def chosen(page: HtmlPage) -> dict[str, str]:
    """The words that a page offers, taken as they are and said to be written down."""
    offered = {name: page.form.fields[name] for name in ("drawn", "sheet")}
    return {**offered, "with_sheet": "on", "own": "", "written": "on"}


def founded(key: str) -> tuple[Table, LockedTable]:
    """A campaign with locked rooms: commanders who are called as their sides, and somebody who does not sit there."""
    names = (*listed(key).sides, "stranger")
    users = {user.username: user for user in User.objects.bulk_create(User(username=name) for name in names)}
    browsers = {name: log_in(Client(HTTP_HOST="localhost"), user) for name, user in users.items()}
    host, *guests = listed(key).sides
    page = open_page(browsers[host], f"{reverse('campaign-start')}?system={key}")
    page = page.press("go", {"name": "A campaign of it", "side": host, "words": "seven ducks", "locked": "on"})
    words = {host: chosen(page)["drawn"], "sheet": chosen(page)["sheet"]}
    assert page.press("go", chosen(page)).status == 200
    table = Table(Seat.objects.get().campaign.public_id, users, browsers)
    for side in guests:
        people = table.page(host, "campaign-people").press("go", {"seat": f"commander:{side}"})
        link = re.search(r"/join/[\w-]{43}/", people.html)
        assert link, people.text
        page = open_page(browsers[side], link[0])
        words[side] = chosen(page)["drawn"]
        assert page.press("go", chosen(page)).status == 200
    return table, LockedTable(users, table.public_id, browsers, words)


@pytest.fixture(scope="module", params=LOCKABLE)
def played(
    request: pytest.FixtureRequest, copied: None, django_db_setup: None, django_db_blocker: Any
) -> Iterator[tuple[Table, LockedTable]]:
    """A campaign of each game with locked rooms after some acts; each test has a savepoint in it."""
    with pytest.MonkeyPatch.context() as patched, django_db_blocker.unblock(), transaction.atomic():
        patched.setattr(keys, "PASSES", 1)
        patched.setattr(keys, "MEMORY", 8)
        presses = len(scripts(request.param).whole.acts)
        if presses < LEAST:  # at the end all rooms are opened
            pytest.skip(f"{request.param} is too short to lock a room: {presses} presses, {LEAST} needed")
        made = founded(request.param)
        made[0].play(min(ACTS, presses - LEFT))
        yield made
        transaction.set_rollback(True)


@pytest.fixture
def table(played: tuple[Table, LockedTable], db: None) -> Table:
    """The campaign at its pages."""
    return played[0]


@pytest.fixture
def locked(played: tuple[Table, LockedTable], db: None) -> LockedTable:
    """The same with its words."""
    return played[1]


def sees_nothing(browser: Client, table: Table) -> None:
    """No page of the campaign opens to him; he is led to the words, or there is no such page."""
    for path in PATHS:
        answer = browser.get(table.at(path))
        assert answer.status_code in (302, 404), path
        assert answer.status_code == 404 or "/unlock/" in answer["Location"], path


@pytest.mark.parametrize("key", sorted({*KEYS} - {*LOCKABLE}))
def test_a_game_of_one_side_has_no_lock_for_all_of_it_lies_in_the_open(key: str, db: None) -> None:
    """Nothing is written in its one room, so there is nothing that words would keep; its form offers none."""
    user = User.objects.create(username="hans")
    browser = log_in(Client(HTTP_HOST="localhost"), user)
    assert "locked" not in open_page(browser, f"{reverse('campaign-start')}?system={key}").form.fields
    (side,), options = listed(key).sides, {each.key: next(iter(each.options)) for each in listed(key).choices}
    with pytest.raises(Refused, match="accounts of their own"):
        actions.start_campaign(
            name="X", system=key, options=options, side=side, by=user, room_words=ChosenWords(drawn_words())
        )


@pytest.mark.sampled(1)
def test_rooms_are_locked_and_their_sides_play_on(table: Table) -> None:
    for side in table.system.sides:
        assert crypto.is_locked(crypto.room_of(table.campaign, side))
        assert table.page(side).status == 200
    table.play(2)
    assert reconcile.breaks(table.campaign) == []


def test_a_sheet_is_set_in_the_request_that_asks_for_it_and_no_job_keeps_anything_of_it(table: Table) -> None:
    side = next(iter(table.system.sides))
    home = table.page(side, "sheet-list")
    (sheet, *_) = re.findall(rf'href="([^"]*/sheets/{side}/[^"]+?/)"', home.html)
    page = open_page(table.browsers[side], sheet)
    order = next(form for form in page.forms if form.action.endswith("/pdf/"))
    answer = table.browsers[side].post(order.action, order.fields)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert b"".join(answer).startswith(b"%PDF")
    assert not SheetJob.objects.exists()


def test_the_recovery_sheet_opens_the_room_on_another_device(table: Table, locked: LockedTable) -> None:
    side = next(iter(table.system.sides))
    browser = locked.new_browser(side)
    sees_nothing(browser, table)
    assert locked.unlocks(browser, locked.words["sheet"], "Those of the recovery sheet").status_code == 302
    assert browser.get(table.at("refit-home"), follow=True).status_code == 200


def test_b1_a_new_password_opens_the_account_and_no_room(table: Table) -> None:
    for side in table.system.sides:
        user = User.objects.get(username=side)
        user.set_password("what the host likes")
        user.save()
        browser = Client(HTTP_HOST="localhost")
        assert browser.post("/accounts/login/", {"login": side, "password": "what the host likes"}).status_code == 302
        sees_nothing(browser, table)


def test_b2_a_stolen_session_opens_nothing_without_the_cookie_of_the_device(table: Table) -> None:
    for side in table.system.sides:
        thief, name = Client(HTTP_HOST="localhost"), settings.SESSION_COOKIE_NAME
        thief.cookies[name] = table.browsers[side].cookies[name].value
        assert thief.get("/").wsgi_request.user.get_username() == side
        sees_nothing(thief, table)


def test_b3_a_planted_seat_opens_nothing(table: Table) -> None:
    mole = table.users["stranger"]
    for side in table.system.sides:
        planted = Seat.objects.create(
            campaign=table.campaign, user=mole, side=side, role="adjutant", number=9, salt="0" * 64
        )
        sees_nothing(table.browsers["stranger"], table)
        planted.delete()


def test_b4_all_rows_and_all_master_keys_open_no_room(table: Table, locked: LockedTable) -> None:
    tried = 0
    reach = [*in_reach(locked)]
    for stored, label in secrets_of(locked):
        for key in reach:
            with pytest.raises(CryptoError):
                crypto.decrypt(key, stored, label)
            tried += 1
    assert tried > 100
    dump = "".join(row for rows in positions.rows().values() for row in rows.values())
    assert not [words for words in locked.words.values() if words in dump]


def test_b6_what_the_host_runs_shows_nothing_and_spoils_nothing(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {side: bytes(crypto.room_of(table.campaign, side).state) for side in table.system.sides}
    call_command("reconcile", "--fix")
    with pytest.raises(CommandError, match="locked"):
        call_command("export_campaign", table.public_id, "--all")
    call_command("export_campaign", table.public_id)
    capsys.readouterr()
    assert {side: bytes(crypto.room_of(table.campaign, side).state) for side in table.system.sides} == before
    for side in table.system.sides:
        with pytest.raises(RoomLocked):
            journal.rebuild(table.campaign, {side})
