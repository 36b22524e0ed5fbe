"""A planted word of one side is found nowhere but where that side may look."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from campaigns import actions
from campaigns.ledger import crypto
from campaigns.models import Campaign, JournalEntry, Room
from rules import registry
from rules.contract import PUBLIC, Refused
from tests.campaigns.conftest import NAMES, Players

WORD = "Kanarienvogel"
PAGES = [
    "campaign",
    "campaign-journal",
    "campaign-honest",
    "campaign-figures",
    "campaign-people",
    "campaign-file",
    "campaign-beat",
]
KNOWS = {"hans", "adjutant_hans", "umpire"}


@pytest.fixture
def planted(cast: Players) -> Players:
    """The Germans have bid, scouted, drafted and sealed; everything of theirs holds the word."""
    cast.gives("hans", "Bid", thing=WORD, gold=4)
    cast.gives("hans", "Scout")
    actions.save_draft(step="later", data={"note": WORD}, by=cast.seat("adjutant_hans"))
    with pytest.raises(Refused, match=WORD):
        cast.gives("hans", "Bid", thing=WORD, gold=40)
    cast.gives("hans", "Seal")
    return cast


@pytest.mark.parametrize("name", NAMES)
def test_pages_and_files_hold_the_word_only_for_its_side(
    planted: Players, logged_in: Callable[..., Any], name: str
) -> None:
    client = logged_in(planted.users[name])
    paths = [reverse(page, args=[planted.public_id]) for page in PAGES] + ["/", "/campaigns/new/"]
    found = {path for path in paths if WORD in client.get(path).content.decode()}
    assert len(found) == (3 if name in KNOWS else 0)


def test_what_the_other_side_sees_does_not_tell_how_often_i_acted(
    cast: Players, logged_in: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    client = logged_in(cast.users["ivan"])
    # The pages say how long ago something happened, and a minute may pass between two looks.
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)

    def look() -> list[bytes]:
        pages = [client.get(reverse(page, args=[cast.public_id])) for page in PAGES]
        return [page.content.split(b"</head>")[-1].split(b"X-CSRFToken")[-1][90:] for page in pages]

    before = look()
    for _ in range(3):
        cast.gives("hans", "Bid", thing=WORD, gold=1)
    assert [len(page) for page in look()] == [len(page) for page in before]


def test_a_dump_of_the_database_holds_no_word_of_a_side(planted: Players) -> None:
    founding, kinds = planted.campaign.founding, registry.get(planted.campaign.system).kinds
    assert founding is not None
    assert founding["kinds"] == {place: sorted(each) for place, each in kinds.items()}, "the game's, whatever was done"
    dump = b""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT (to_jsonb(t) #- '{{founding,kinds}}')::text FROM \"{table}\" t")
            dump += b"\n".join(row[0].encode() for row in cursor.fetchall())
    assert b"auction.sealed" in dump
    for form in (b"bid.made", WORD.encode(), WORD.encode().hex().encode(), base64.b64encode(WORD.encode())[:12]):
        assert form not in dump


def test_a_mail_says_nothing_but_whose_turn_it_is(planted: Players, django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        planted.gives("ivan", "Announce", text="hello")
    assert mail.outbox == []


def test_the_side_that_alone_is_waited_for_gets_a_mail(cast: Players, django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        cast.gives("hans", "Bid", thing=WORD, gold=4)
        cast.gives("hans", "Seal")
    assert {message.to[0] for message in mail.outbox} == {"ivan@example.org", "adjutant_ivan@example.org"}
    assert cast.public_id in mail.outbox[0].body
    assert WORD not in str([message.message() for message in mail.outbox])


def test_the_admin_pages_show_no_secret(planted: Players, client: Any) -> None:
    client.force_login(
        User.objects.create_superuser("host"), backend="allauth.account.auth_backends.AuthenticationBackend"
    )
    seed = crypto.seed_of(planted.campaign).hex()
    paths = ["/admin/", "/admin/campaigns/campaign/", f"/admin/campaigns/campaign/{planted.campaign.pk}/change/"]
    paths += ["/admin/auth/user/", f"/admin/auth/user/{planted.users['hans'].pk}/change/"]
    for path in paths:
        response = client.get(path)
        assert response.status_code == 200
        assert WORD not in response.content.decode()
        assert seed not in response.content.decode()
    assert client.get("/admin/campaigns/campaign/add/").status_code == 403


def test_the_seed_stays_closed_until_the_end(planted: Players, logged_in: Callable[..., Any]) -> None:
    seed = crypto.seed_of(planted.campaign).hex()
    client = logged_in(planted.users["umpire"])
    paths = [reverse(page, args=[planted.public_id]) for page in ("campaign-honest", "campaign-file")]
    assert not any(seed[:16] in client.get(path).content.decode() for path in paths)
    planted.gives("ivan", "Finish")
    assert all(seed[:16] in client.get(path).content.decode() for path in paths)


def test_a_ciphertext_moved_elsewhere_does_not_open(planted: Players) -> None:
    row = JournalEntry.objects.filter(room="german").first()
    room = Room.objects.get(key="german")
    assert row is not None
    assert row.sealed is not None
    with pytest.raises(crypto.CryptoError, match="altered or moved"):
        crypto.open_sealed(crypto.key_of(planted.campaign, room), row.sealed, "somewhere else")


def test_lengths_say_little(planted: Players) -> None:
    key = crypto.new_key()
    assert len(crypto.seal(key, {"thing": "x"}, "a")) == len(crypto.seal(key, {"thing": "x" * 150}, "a"))


def test_after_rotation_the_old_key_may_go(planted: Players, settings: Any) -> None:
    old, new = settings.REFIT_KEYS, [crypto.new_key()]
    settings.REFIT_KEYS = [*new, *old]
    call_command("rotate_keys")
    settings.REFIT_KEYS = new
    planted.gives("ivan", "Bid", thing="a gun", gold=1)
    call_command("reconcile")


def test_without_the_key_there_is_a_page_that_says_so_and_no_traceback(
    planted: Players, settings: Any, logged_in: Callable[..., Any]
) -> None:
    settings.REFIT_KEYS = [crypto.new_key()]
    response = logged_in(planted.users["hans"]).get(reverse("campaign", args=[planted.public_id]))
    assert response.status_code == 503
    assert "This room is locked" in response.content.decode()
    assert "Traceback" not in response.content.decode()


def test_no_entry_leaves_the_server_with_its_place_among_all_rooms(
    planted: Players, logged_in: Callable[..., Any]
) -> None:
    response = logged_in(planted.users["ivan"]).get(reverse("campaign-file", args=[planted.public_id]))
    text = json.dumps(response.json())
    assert "sequence" not in text
    assert Campaign.objects.get().sequence > 10
    assert response.json()["rooms"] == [PUBLIC, "russian"]
