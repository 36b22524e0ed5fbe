"""The addresses of channels: checked, encrypted, shown. Chat services are reached at their own hosts alone."""

from __future__ import annotations

import base64
import re
import secrets
import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Annotated
from urllib.parse import urlsplit

from django.utils.translation import gettext, gettext_noop
from pydantic import BaseModel, ConfigDict, StringConstraints, ValidationError
from requests_hardened.ip_filter import EXTRA_BLOCKED_NET_RANGES

from campaigns.alerts.models import Channel, ChannelKind
from campaigns.ledger import crypto
from campaigns.ledger.crypto import CryptoError
from rules.contract import Refused

LONGEST = 2_000
FIELD = "address"
PASTED: dict[str, tuple[str, str, str]] = {
    ChannelKind.DISCORD: (
        r"https://(?:discord|discordapp)\.com/api/webhooks/(\d{5,25})/([\w-]{20,120})",
        "discord://{}/{}",
        gettext_noop("In Discord: the channel's settings, Integrations, Webhooks, Copy Webhook URL."),
    ),
    ChannelKind.SLACK: (
        r"https://hooks\.slack\.com/services/(T\w{5,20})/([AB]\w{5,20})/(\w{10,40})",
        "slack://{}/{}/{}",
        gettext_noop("In Slack: Incoming Webhooks, the Webhook URL."),
    ),
    ChannelKind.TELEGRAM: (
        r"(\d{5,15}:[\w-]{30,50})\s+(-?\d{3,20}|@\w{4,40})",
        "tgram://{}/{}",
        gettext_noop("The token that BotFather gave your bot, a blank, and the number of the chat or @channel."),
    ),
    ChannelKind.NTFY: (
        r"(?:https://ntfy\.sh/)?([\w-]{1,64})",
        "ntfy://{}",
        gettext_noop("The name of a topic at ntfy.sh. Whoever knows it reads along: choose one that nobody guesses."),
    ),
    ChannelKind.MATRIX: (
        r"(https://[\w.-]+(?::\d{1,5})?)/?\s+(![\w.:=/+-]{3,255})\s+([\w.=/+-]{10,500})",
        "{} {} {}",
        gettext_noop("The address of the home server, the number of the room (it begins with !) and an access token."),
    ),
}
"""By kind: the pattern of what is pasted, the form it is stored in, and where its owner finds it."""
SERVICES = {
    "gchat": "chat.googleapis.com",
    "guilded": "media.guilded.gg",
    "ifttt": "maker.ifttt.com",
    "line": "api.line.me",
    "pbul": "api.pushbullet.com",
    "pover": "api.pushover.net",
    "prowl": "api.prowlapp.com",
    "revolt": "api.revolt.chat",
    "signl4": "connect.signl4.com",
    "spush": "api.simplepu.sh",
    "wxteams": "api.ciscospark.com",
}
"""Apprise's services that reach one host and no other: the hosts by the scheme of the addresses."""
PUSH_HOSTS = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
"""The hosts of browser makers' push services; their subdomains count too."""
NOT_ONE = gettext_noop("This is not an address of that kind.")
INNER_NAMES = ("local", "localhost", "internal", "intranet", "private", "home", "home.arpa", "lan", "corp")
"""Ends of names that are used inside networks alone (RFC 6761, 6762 appendix G, 8375)."""
UNICAST = IPv6Network("2000::/3")
"""All that the internet has of IPv6."""
HOST = re.compile(r"[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?\.?")
Key = Annotated[str, StringConstraints(pattern=r"^[\w-]{16,120}={0,2}$")]


class PushKeys(BaseModel):
    """The keys of a browser that messages to it are encrypted with."""

    model_config = ConfigDict(extra="ignore")
    auth: Key
    p256dh: Key


class Subscription(BaseModel):
    """A browser's push subscription."""

    model_config = ConfigDict(extra="ignore")
    endpoint: Annotated[str, StringConstraints(max_length=LONGEST)]
    keys: PushKeys


class Webhook(BaseModel):
    """The URL of a webhook, and the secret its messages are signed with."""

    url: str
    secret: str


def checked_address(kind: str, pasted: str) -> str:
    """The stored form of a pasted address. Raises Refused (at its field) if it is no address of that kind."""
    text = pasted.strip()
    if len(text) > LONGEST:
        raise Refused(
            gettext("This is too long for an address."), field=FIELD, way_out=gettext("Paste the address alone.")
        )
    if kind == ChannelKind.PUSH:
        # A browser's subscription, if it leads to the maker of a browser.
        try:
            subscription = Subscription.model_validate_json(text)
            keys = urlsplit(subscription.endpoint)
            host = keys.hostname or ""
            valid = keys.scheme == "https" and keys.port is None and keys.username is None
        except (ValidationError, ValueError):
            valid, host = False, ""
        if not valid or not any(host == each or host.endswith(f".{each}") for each in PUSH_HOSTS):
            raise Refused(
                gettext("This browser's way to be told is not known here."),
                field=FIELD,
                way_out=gettext("Choose another channel, or another browser."),
            )
        return subscription.model_dump_json()
    if kind == ChannelKind.WEBHOOK:
        return _webhook(text)
    if kind == ChannelKind.SERVICE:
        return _service(text)
    pattern, form, where = PASTED[kind]
    if not (match := re.fullmatch(pattern, text, re.ASCII)):
        raise Refused(gettext(NOT_ONE), field=FIELD, way_out=gettext(where))
    if kind == ChannelKind.MATRIX:
        _check_outer(urlsplit(match[1]).hostname or "")
    return form.format(*match.groups())


def locked(user_id: int, address: str) -> bytes:
    """An address encrypted for a channel of that account."""
    return crypto.wrap(address.encode(), _label(user_id))


def opened(channel: Channel) -> str:
    """The address of a channel; CryptoError if no master key at hand fits."""
    return crypto.unwrap(channel.address, _label(channel.user_id)).decode()


def display_address(channel: Channel) -> str:
    """An address as its owner knows it, without the secret that is ours; "" for mail, and while keys are missing.

    Also "" for a row whose address is not of its kind: the exception would quote the address in the log.
    """
    try:
        address = "" if channel.is_mail else opened(channel)
        if channel.kind == ChannelKind.WEBHOOK:
            return Webhook.model_validate_json(address).url
        return Subscription.model_validate_json(address).endpoint if channel.kind == ChannelKind.PUSH else address
    except (CryptoError, ValueError):
        return ""


def secret_of(channel: Channel) -> str:
    """The secret that a webhook's messages are signed with; "" for other kinds, and while keys are missing."""
    if channel.kind != ChannelKind.WEBHOOK:
        return ""
    try:
        return Webhook.model_validate_json(opened(channel)).secret
    except (CryptoError, ValueError):
        return ""


def new_secret() -> str:
    """A new secret for signatures, as Standard Webhooks spells it."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


def is_inner(host: str) -> bool:
    """Whether a host's name says by itself that it is not on the internet, or is none; nothing is looked up.

    `host` is in lower case and without brackets, as `urlsplit` gives it.
    """
    number: IPv4Address | IPv6Address
    try:
        number = ip_address(host)
    except ValueError:
        try:
            # Resolvers take numbers in octal and hexadecimal too, and with parts left out.
            number = IPv4Address(socket.inet_aton(host.removesuffix(".")))
        except OSError:
            name = host.removesuffix(".")
            known = any(name.endswith(f".{end}") for end in INNER_NAMES)
            return known or "." not in name or not HOST.fullmatch(host)
    if isinstance(number, IPv6Address):
        number = number.ipv4_mapped or number
    outer = number.is_global and not number.is_multicast and (number.version == 4 or number in UNICAST)
    return not outer or any(number in each for each in EXTRA_BLOCKED_NET_RANGES)


def _check_outer(host: str) -> None:
    """Raise Refused for a host that is inner by its name. What a name leads to is seen when something is sent."""
    if is_inner(host):
        raise Refused(
            gettext("This address leads into a network of its own, where nothing is sent."),
            field=FIELD,
            way_out=gettext("Give one that is reached from anywhere on the internet, by its name."),
        )


def _label(user_id: int) -> str:
    return f"account {user_id} channel"


def _webhook(text: str) -> str:
    """Check the address of a server of one's own, without user name or password in it. Raises Refused if it is none."""
    try:
        parts = urlsplit(text)
        host = parts.hostname or ""
        invalid = parts.scheme != "https" or not host or parts.username is not None or parts.port == 0
    except ValueError:
        host, invalid = "", True
    if invalid or not text.isascii() or not text.isprintable() or " " in text:
        way_out = gettext("Give one that begins with https:// and has neither name nor password in it.")
        raise Refused(gettext(NOT_ONE), field=FIELD, way_out=way_out)
    _check_outer(host)
    return Webhook(url=text, secret=new_secret()).model_dump_json()


def _service(text: str) -> str:
    """Check an address in Apprise's spelling, of one of the SERVICES. Raises Refused if it is none."""
    scheme, separator, rest = text.partition("://")
    if not separator or scheme not in SERVICES or not re.fullmatch(r"[\w:@/.,#=+-]{5,600}", rest, re.ASCII):
        raise Refused(
            gettext(NOT_ONE),
            field=FIELD,
            way_out=gettext("It begins with one of %(schemes)s and has no ? in it.")
            % {"schemes": ", ".join(f"{each}://" for each in SERVICES)},
        )
    import apprise  # it takes most of a second

    if apprise.Apprise.instantiate(text, suppress_exceptions=True) is None:
        raise Refused(gettext(NOT_ONE), field=FIELD, way_out=gettext("The page of the service says how it is built."))
    return text
