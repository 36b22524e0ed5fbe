"""Sends messages on channels of each kind. They say the same on all of them, and nothing of a side's room."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Callable, Sequence
from email.utils import parseaddr
from urllib.parse import quote

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils.translation import gettext, ngettext
from webpush import WebPush, WebPushSubscription

from campaigns.alerts import addresses, outgoing, push_keys
from campaigns.alerts.addresses import Subscription, Webhook
from campaigns.alerts.models import Channel, ChannelKind, Failure
from campaigns.alerts.texts import AlertText
from campaigns.ledger.crypto import CryptoError

PUSH_SIZE = 2048
"""Pushed messages are padded to this size, in bytes, so that push services see one length only."""
PUSH_LETTERS = 900
"""The most letters of a text that are pushed."""
PUSH_KEPT_FOR = 24 * 3600
"""How many seconds a message waits for a browser that is not running."""
LONGEST_TEXT = 3500
"""The most characters of a message, which every chat service takes."""

TIME_LIMITS = {"soft_time_limit": 12, "time_limit": 18}
"""The seconds that a task may take for one channel, whatever its address does; its alerts are tried again."""

log = structlog.get_logger(__name__)


def send(channel: Channel, texts: Sequence[AlertText]) -> Failure | None:
    """Send all of `texts` in one message, in the active language."""
    if channel.is_mail:
        return _guarded(lambda: _mail_alerts(channel, texts))
    subject = texts[0].subject
    if len(texts) > 1:
        subject = ngettext("%(number)s thing waits for you", "%(number)s things wait for you", len(texts)) % {
            "number": len(texts)
        }
    text = "\n\n".join(f"{each.campaign}: {each.what} ({_when(each)})\n{each.link}" for each in texts)
    alerts = [
        {
            "campaign": each.campaign,
            "what": each.what,
            "step": each.step,
            "since": each.since.isoformat(timespec="minutes"),
            "link": each.link,
        }
        for each in texts
    ]
    return _send(channel, subject, text, texts[0].link, alerts)


def send_text(channel: Channel, subject: str, text: str) -> Failure | None:
    """Send a code or a test."""
    return _send(channel, subject, text, settings.REFIT_URL, [])


def _send(channel: Channel, subject: str, text: str, link: str, alerts: Sequence[object]) -> Failure | None:
    text = text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"

    def leave() -> Failure | None:
        address = "" if channel.is_mail else addresses.opened(channel)
        if channel.is_mail:
            send_mail(subject, text, None, [channel.user.email])
            return None
        if channel.kind == ChannelKind.WEBHOOK:
            return _webhook(Webhook.model_validate_json(address), {"subject": subject, "text": text, "alerts": alerts})
        if channel.kind == ChannelKind.PUSH:
            return _push(Subscription.model_validate_json(address), subject, text, link)
        if channel.kind == ChannelKind.MATRIX:
            # To a room of a home server that the channel's owner named: client-server API, `PUT …/send/m.room.message`.
            server, room, token = address.split(" ")
            body = json.dumps({"msgtype": "m.text", "body": (f"{subject}\n{text}")}).encode()
            number = hashlib.sha256(body + str(time.time_ns()).encode()).hexdigest()[:32]
            url = f"{server}/_matrix/client/v3/rooms/{quote(room, safe='')}/send/m.room.message/{number}"
            headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
            return outgoing.post(url, body, headers, method="PUT")
        return _chat(address, subject, text)

    return _guarded(leave)


def _guarded(leave: Callable[[], Failure | None]) -> Failure | None:
    """Call `leave`, with any exception turned into the failure that the channel's owner reads."""
    try:
        return leave()
    except SoftTimeLimitExceeded:
        return Failure.SILENT
    except OSError:  # smtplib's are OSErrors too
        return Failure.UNREACHED
    except (CryptoError, ValueError, binascii.Error) as wrong:
        log.warning("a channel can't be used", wrong=type(wrong).__name__)
        return Failure.ANSWER


def _mail_alerts(channel: Channel, texts: Sequence[AlertText]) -> None:
    """Mail one alert as a letter, with the head of its journal to keep, or several as a list."""
    user = channel.user
    if len(texts) == 1:
        (only,) = texts
        context = {"name": user.get_username(), "alert": only}
        send_mail(only.subject, render_to_string("emails/waited_for.txt", context), None, [user.email])
        return
    subject = ngettext("%(number)s thing waits for you", "%(number)s things wait for you", len(texts))
    body = render_to_string("emails/waited_for_today.txt", {"name": user.get_username(), "alerts": texts})
    send_mail(subject % {"number": len(texts)}, body, None, [user.email])


def _chat(address: str, subject: str, text: str) -> Failure | None:
    """Send by Apprise, to the service's own host."""
    import apprise  # it takes most of a second

    service = apprise.Apprise.instantiate(address, suppress_exceptions=True)
    if service is None:
        return Failure.ANSWER
    return None if service.notify(body=text, title=subject) else Failure.ANSWER


def _webhook(hook: Webhook, data: object) -> Failure | None:
    """Send to a webhook, signed as Standard Webhooks has it: number, time and body under the secret."""
    body = json.dumps({"type": "refit-room.alert", "data": data}, ensure_ascii=False).encode()
    number, now = hashlib.sha256(body).hexdigest()[:32], str(int(time.time()))
    signed = f"{number}.{now}.".encode() + body
    secret = base64.b64decode(hook.secret.removeprefix("whsec_"))
    signature = base64.b64encode(hmac.digest(secret, signed, "sha256")).decode()
    headers = {
        "Content-Type": "application/json",
        "webhook-id": number,
        "webhook-timestamp": now,
        "webhook-signature": f"v1,{signature}",
    }
    return outgoing.post(hook.url, body, headers)


def _push(subscription: Subscription, subject: str, text: str, link: str) -> Failure | None:
    """Send to a browser through its maker's push service, encrypted for the browser."""
    pair = push_keys.pair()
    _, sender = parseaddr(settings.DEFAULT_FROM_EMAIL)
    pushed = WebPush(private_key=pair.private, public_key=pair.public, subscriber=sender, ttl=PUSH_KEPT_FOR).get(
        _pushed(subject, text, link).ljust(PUSH_SIZE), WebPushSubscription.model_validate(subscription.model_dump())
    )
    headers = {**pushed.headers, "content-type": "application/octet-stream"}
    return outgoing.post(subscription.endpoint, pushed.encrypted, headers, gone=Failure.GONE)


def _pushed(subject: str, text: str, link: str) -> bytes:
    """The content of a push, with the text cut to what PUSH_SIZE has room for: letters take one to four bytes."""
    text = text[:PUSH_LETTERS]
    while True:
        body = json.dumps({"title": subject, "text": text, "link": link}, ensure_ascii=False).encode()
        if len(body) <= PUSH_SIZE or not text:
            return body
        text = text[: -max((len(body) - PUSH_SIZE) // 4, 1)]


def _when(text: AlertText) -> str:
    """The step of an alert, and since when it waits, in words."""
    words = {"step": text.step, "when": text.since_text}
    return gettext("%(step)s, since %(when)s") % words if text.step else gettext("since %(when)s") % words
