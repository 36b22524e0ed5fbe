"""A channel of each kind: added, confirmed by the code that came there, told of a turn, and told nothing more."""

from __future__ import annotations

import base64
import hmac
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.contrib.auth.models import User
from django.core import mail
from django.db import connection
from django.test import Client
from django.utils import timezone

from campaigns import notifications, tasks
from campaigns.alerts import actions, addresses, delivery, services
from campaigns.alerts import tasks as tasks_of_alerts
from campaigns.alerts.addresses import SERVICES
from campaigns.alerts.codes import GOOD_FOR
from campaigns.alerts.models import Alert, Channel, ChannelKind
from tests.alerts.outside import Outside
from tests.at_once import is_held
from tests.campaigns.conftest import Players

pytestmark = [pytest.mark.django_db, pytest.mark.allow_hosts(["127.0.0.1"])]
LIST = "/accounts/alerts/"
Presses = Callable[..., Any]
HOOK = "https://hooks.example.org/refit?for=ivan"
TYPED = {
    "discord": ("https://discord.com/api/webhooks/123456789012345678/" + "a" * 68, "discord.com"),
    "slack": ("https://hooks.slack.com/services/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", "hooks.slack.com"),
    "telegram": ("123456789:AAFabcdefghijklmnopqrstuvwxyz012345 -100200300", "api.telegram.org"),
    "ntfy": ("https://ntfy.sh/ivans-own-topic", "ntfy.sh"),
    "matrix": ("https://matrix.example.org !room:example.org syt_token_of_ivan", "matrix.example.org"),
    "webhook": (HOOK, "hooks.example.org"),
}  # fmt: skip
BY_LIBRARY = {
    "gchat": "gchat://workspace/" + "a" * 20 + "/" + "b" * 20,
    "guilded": "guilded://" + "1" * 20 + "/" + "a" * 64,
    "ifttt": "ifttt://abcdefgh@event",
    "line": "line://token/user",
    "pbul": "pbul://" + "a" * 32,
    "pover": "pover://" + "u" * 30 + "@" + "a" * 30,
    "prowl": "prowl://" + "a" * 40,
    "revolt": "revolt://" + "a" * 60 + "/" + "b" * 26,
    "signl4": "signl4://abcdefg",
    "spush": "spush://" + "a" * 10,
    "wxteams": "wxteams://" + "a" * 80,
}
EVERY = [
    *((kind, *given) for kind, given in TYPED.items()),
    *(("service", address, SERVICES[scheme]) for scheme, address in BY_LIBRARY.items()),
]


def newest() -> Channel:
    return Channel.objects.exclude(kind=ChannelKind.MAIL).latest("pk")


def page_of(channel: Channel) -> str:
    return f"{LIST}{channel.pk}/"


def code_in(text: str) -> str:
    (found,) = re.findall(r"\b\d{8}\b", text)
    return str(found)


@pytest.fixture
def confirmed(presses: Presses, world: Outside) -> Channel:
    """A webhook of Ivan's that he has confirmed."""
    presses(LIST, act="add", kind="webhook", name="mine", address=HOOK)
    presses(page_of(newest()), act="confirm", code=code_in(world.came[-1].text))
    world.came.clear()
    return newest()


def test_every_service_that_the_library_may_be_used_for_is_tried() -> None:
    assert set(BY_LIBRARY) == set(SERVICES)


@pytest.mark.parametrize(("kind", "address", "host"), EVERY, ids=[f"{each[0]}-{each[2]}" for each in EVERY])
def test_a_channel_is_confirmed_by_its_code_and_told_of_a_turn(
    presses: Presses, cast: Players, world: Outside, kind: str, address: str, host: str
) -> None:
    page = presses(LIST, act="add", kind=kind, name="mine", address=address)
    assert "A code is on its way there" in page.content.decode()
    channel = newest()
    assert address.encode() not in bytes(channel.address), "locked"
    told = next(each for each in reversed(world.came) if "Your code" in each.text)
    page = presses(page_of(channel), act="confirm", code=code_in(told.text))
    assert "This channel is confirmed." in page.content.decode()
    world.came.clear()
    cast.gives("hans", "Seal")
    tasks.send_notifications_task(cast.campaign.pk)
    assert world.hosts == {host}, "its own host, and no other"
    told = next(each for each in reversed(world.came) if "Orsha" in each.text)
    assert "your side is waited for" in told.text
    assert f"/campaigns/{cast.public_id}/" in told.text
    assert not Alert.objects.exclude(due_at=None).exists()


def test_nobody_is_told_on_a_channel_that_was_not_confirmed(presses: Presses, cast: Players, world: Outside) -> None:
    presses(LIST, act="add", kind="webhook", address=HOOK)
    world.came.clear()
    cast.gives("hans", "Seal")
    tasks.send_notifications_task(cast.campaign.pk)
    assert world.came == []
    assert [letter.to[0] for letter in mail.outbox] == ["ivan@example.org", "adjutant_ivan@example.org"]


def test_a_webhook_is_signed_with_the_secret_on_its_page(
    confirmed: Channel, ivans: Client, cast: Players, world: Outside
) -> None:
    (secret,) = re.findall(r"whsec_([\w+/=]+)", ivans.get(page_of(confirmed)).content.decode())
    cast.gives("hans", "Seal")
    tasks.send_notifications_task(cast.campaign.pk)
    (told,) = world.came
    signed = f"{told.headers['webhook-id']}.{told.headers['webhook-timestamp']}.".encode() + told.body
    made = base64.b64encode(hmac.digest(base64.b64decode(secret), signed, "sha256")).decode()
    assert told.headers["webhook-signature"] == f"v1,{made}"
    (alert,) = json.loads(told.body)["data"]["alerts"]
    assert alert["campaign"] == "Orsha"
    assert alert["link"].endswith(f"/campaigns/{cast.public_id}/")
    assert set(alert) == {"campaign", "what", "step", "since", "link"}


def test_a_browser_reads_what_is_pushed_to_it_and_its_maker_does_not(
    presses: Presses, cast: Players, world: Outside
) -> None:
    key, secret = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
    public = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def plain(body: bytes) -> str:
        """What the browser makes of it: RFC 8291 and 8188, one record."""
        salt, sender, sealed = body[:16], body[21:86], body[86:]
        shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))

        def derived(base: bytes, salt: bytes, info: bytes, length: int) -> bytes:
            return HKDF(hashes.SHA256(), length, salt, info).derive(base)

        base = derived(shared, secret, b"WebPush: info\0" + public + sender, 32)
        found = AESGCM(derived(base, salt, b"Content-Encoding: aes128gcm\0", 16)).decrypt(
            derived(base, salt, b"Content-Encoding: nonce\0", 12), sealed, None
        )
        return found.rstrip(b"\2").decode()

    given = {
        "endpoint": "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "keys": {
            "auth": base64.urlsafe_b64encode(secret).decode().rstrip("="),
            "p256dh": base64.urlsafe_b64encode(public).decode().rstrip("="),
        },
    }
    presses(LIST, act="push", name="Linux", address=json.dumps(given))
    channel = newest()
    assert channel.title == "This browser: Linux"
    (told,) = world.came
    assert told.host == "updates.push.services.mozilla.com"
    assert told.headers["authorization"].startswith("vapid t=")
    presses(page_of(channel), act="confirm", code=code_in(json.loads(plain(told.body))["text"]))
    cast.gives("hans", "Seal")
    tasks.send_notifications_task(cast.campaign.pk)
    turn = world.came[-1]
    said = json.loads(plain(turn.body))
    assert said["title"] == "Your turn in Orsha"
    assert said["link"].endswith(f"/campaigns/{cast.public_id}/")
    assert b"Orsha" not in turn.body
    assert len(turn.body) == len(told.body), "one size"


def test_a_code_is_good_for_a_few_guesses_for_an_hour_and_for_its_own_channel(presses: Presses, world: Outside) -> None:
    presses(LIST, act="add", kind="webhook", address=HOOK)
    first, code = newest(), code_in(world.came[-1].text)
    presses(LIST, act="add", kind="ntfy", address="another-one")
    assert "not the code" in presses(page_of(newest()), act="confirm", code=code).content.decode()
    wrong = "0" * 8 if code != "0" * 8 else "1" * 8
    for _ in range(5):
        refused = presses(page_of(first), act="confirm", code=wrong)
        assert refused.status_code == 422
        assert wrong in refused.content.decode(), "what was typed is still there"
    assert "Too many codes" in presses(page_of(first), act="confirm", code=code).content.decode()
    presses(page_of(first), act="code")
    code = code_in(world.came[-1].text)
    Channel.objects.filter(pk=first.pk).update(code_until=timezone.now() - GOOD_FOR)
    assert "too old" in presses(page_of(first), act="confirm", code=code).content.decode()
    presses(page_of(first), act="code")
    assert "confirmed" in presses(page_of(first), act="confirm", code=code_in(world.came[-1].text)).content.decode()


@pytest.mark.django_db(transaction=True)
def test_the_channels_of_an_account_are_counted_while_nobody_else_adds_one(monkeypatch: pytest.MonkeyPatch) -> None:
    user, held = User.objects.create_user("ivan"), list[bool]()

    def locked(number: int, address: str) -> bytes:
        held.append(is_held(user))
        return b"-"

    monkeypatch.setattr(addresses, "locked", locked)
    monkeypatch.setattr(tasks_of_alerts.send_what_was_asked_task, "delay", lambda number: None)
    actions.add_channel(user=user, kind="webhook", name="mine", pasted=HOOK)
    assert held == [True]


def test_another_accounts_channel_is_not_there(confirmed: Channel, client: Client, cast: Players) -> None:
    client.force_login(cast.users["hans"])
    for act in ("", "test", "remove", "keep"):
        assert client.post(page_of(confirmed), {"act": act}).status_code == 404
    assert client.get(page_of(confirmed)).status_code == 404
    assert Channel.objects.filter(pk=confirmed.pk).exists()


def test_a_channel_that_fails_is_shown_tried_again_and_holds_up_no_other(
    confirmed: Channel, presses: Presses, cast: Players, world: Outside, ivans: Client
) -> None:
    presses(LIST, act="add", kind="ntfy", address="ivans-own-topic")
    presses(page_of(newest()), act="confirm", code=code_in(world.came[-1].text))
    world.came.clear()
    world.silent.add("hooks.example.org")
    cast.gives("hans", "Seal")
    tasks.send_notifications_task(cast.campaign.pk)
    assert world.hosts == {"ntfy.sh"}
    assert len(mail.outbox) == 2
    assert "there was no answer in time" in ivans.get(LIST).content.decode()
    (owed,) = Alert.objects.exclude(due_at=None)
    assert (owed.channel_id, owed.tries) == (confirmed.pk, 1)
    assert owed.due_at is not None
    assert owed.due_at > timezone.now()
    world.silent.clear()
    world.came.clear()
    Alert.objects.update(due_at=timezone.now() - delivery.OVERDUE_AFTER)
    Alert.objects.exclude(channel=confirmed).update(due_at=None)
    tasks.send_overdue_notifications_task()
    assert world.hosts == {"hooks.example.org"}
    assert "What was sent there" not in ivans.get(page_of(confirmed)).content.decode()


def test_a_test_says_whether_it_was_taken(confirmed: Channel, presses: Presses, world: Outside, ivans: Client) -> None:
    presses(page_of(confirmed), act="test")
    assert "This is a test" in world.came[-1].text
    assert "The last one was taken" in ivans.get(page_of(confirmed)).content.decode()
    world.status = 403
    presses(page_of(confirmed), act="test")
    assert "it was not accepted" in ivans.get(page_of(confirmed)).content.decode()


def test_an_address_that_is_gone_is_told_of_a_webhook_in_other_words_than_of_a_browser(
    confirmed: Channel, presses: Presses, world: Outside, ivans: Client
) -> None:
    world.status = 410
    presses(page_of(confirmed), act="test")
    page = ivans.get(page_of(confirmed)).content.decode()
    assert "it was not accepted" in page
    assert "this browser" not in page


@pytest.mark.parametrize("letter", ["x", "ж", "漢", "🂡", "\n", '"'])
def test_whatever_is_written_a_push_has_one_size(letter: str) -> None:
    body = services._pushed(letter * 100, letter * 4000, "https://example.org/campaigns/abcdefghijkl/")
    assert len(body) <= services.PUSH_SIZE
    assert json.loads(body)["text"].startswith(letter * 50)


def test_what_two_workers_take_at_once_is_sent_by_one(confirmed: Channel, cast: Players, world: Outside) -> None:
    cast.gives("hans", "Seal")
    assert confirmed.pk in notifications.hand_over(cast.campaign.pk)
    assert delivery.lease(confirmed.pk)
    notifications.send_on(confirmed.pk)
    assert world.came == []
    Alert.objects.update(due_at=timezone.now())
    notifications.send_on(confirmed.pk)
    assert len(world.came) == 1, "the first has died"


def test_a_channel_that_is_removed_is_forgotten_with_all_that_was_owed_there(
    confirmed: Channel, presses: Presses, cast: Players, world: Outside
) -> None:
    cast.gives("hans", "Seal")
    notifications.hand_over(cast.campaign.pk)
    presses(page_of(confirmed), act="remove")
    assert not Channel.objects.filter(pk=confirmed.pk).exists()
    assert not Alert.objects.filter(channel=confirmed.pk).exists()
    notifications.send_on(confirmed.pk)
    assert world.came == []


WRONG = [
    ("discord", "https://discord.example.org/api/webhooks/123456789012345678/" + "a" * 68),
    ("slack", "https://hooks.slack.com.example.org/services/T1JJ3T3L2/B1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ"),
    ("telegram", "123:short 12345"),
    ("ntfy", "https://ntfy.example.org/topic"),
    ("ntfy", "a/b?mode=private"),
    ("matrix", "https://matrix.example.org syt_token"),
    ("service", "json://localhost/"),
    ("service", "mailto://user:pass@example.org"),
    ("service", "syslog://"),
    ("service", "ntfy://localhost/topic"),
    ("service", "pover://" + "u" * 30 + "@" + "a" * 30 + "?verify=no"),
    ("service", "twist://user:pass1@example.org"),
    ("webhook", "http://hooks.example.org/"),
    ("webhook", "https://user:pass@hooks.example.org/"),
    ("webhook", "https://[::1"),
    ("webhook", "https://hooks.example.org/\r\nHost: inner"),
    ("webhook", "ftp://hooks.example.org/"),
    ("webhook", "x" * 10_000),
    ("mail", "somebody@example.org"),
    ("nonsense", "x"),
    ("push", json.dumps({"endpoint": "https://inner.example.org/", "keys": {"auth": "a" * 22, "p256dh": "b" * 87}})),
    ("push", "{}"),
    ("push", "[" * 1000),
]


@pytest.mark.parametrize(("kind", "address"), WRONG, ids=[f"{number}-{each[0]}" for number, each in enumerate(WRONG)])
def test_what_is_no_address_is_a_sentence_and_reaches_nobody(
    presses: Presses, world: Outside, kind: str, address: str
) -> None:
    act = "push" if kind == "push" else "add"
    refused = presses(LIST, act=act, kind=kind, name="mine", address=address)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.content.decode() or "errorlist" in refused.content.decode()
    if kind != "push":
        assert 'value="mine"' in refused.content.decode(), "what was typed is still there"
    assert world.came == []
    assert not Channel.objects.exclude(kind=ChannelKind.MAIL).exists()


def test_a_name_of_ten_thousand_characters_is_a_sentence(presses: Presses) -> None:
    assert presses(LIST, act="add", kind="ntfy", name="x" * 10_000, address="topic").status_code == 422


def test_more_channels_than_there_can_be_are_refused(presses: Presses, world: Outside) -> None:
    for number in range(10):
        assert presses(LIST, act="add", kind="ntfy", address=f"topic-{number}").status_code == 200
    refused = presses(LIST, act="add", kind="ntfy", address="one-more")
    assert refused.status_code == 422
    assert "the most there can be" in refused.content.decode()


def test_no_address_and_no_code_stands_in_the_database_or_the_log(
    presses: Presses, world: Outside, cast: Players, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    presses(LIST, act="add", kind="discord", address=TYPED["discord"][0])
    code = code_in(next(each for each in world.came if "Your code" in each.text).text)
    world.status = 500
    presses(page_of(newest()), act="confirm", code=code)
    presses(page_of(newest()), act="test")
    with connection.cursor() as cursor:
        cursor.execute("SELECT row_to_json(channel)::text FROM campaigns_channel AS channel")
        rows = " ".join(row for (row,) in cursor.fetchall())
    assert "a" * 68 not in rows
    assert code not in rows
    logged = caplog.text + "".join(capfd.readouterr())
    assert "could not be sent" in logged
    assert "a" * 68 not in logged
    assert code not in logged


def test_the_account_takes_its_channels_along_without_what_opens_them_and_they_go_with_it(
    confirmed: Channel, cast: Players
) -> None:
    from config.own_account import data, deletion

    ivan = User.objects.get(username="ivan")
    (mine,) = [each for each in data.account(ivan)["channels"] if each["kind"] == "webhook"]
    assert mine["address"] == HOOK
    assert "whsec" not in json.dumps(mine, default=str)
    deletion.delete_account(ivan)
    assert not Channel.objects.filter(user=ivan).exists()
