"""Locks out whoever guesses at a password, but not the owner of the account at which somebody else guesses.

Failures are counted by name and IP address together, so that nobody locks another person out from elsewhere. Where both
share an address, a browser that has logged in to the account before is counted by itself: a signed cookie says which
accounts know it. The cookie opens nothing, and outlasts the log-out.
"""

from collections.abc import Mapping
from hashlib import sha256
from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import get_random_string, salted_hmac

COOKIE, SALT = "known_device", "config.lockout"
KEPT = 365 * 24 * 3600
"""Seconds a browser is known after it last logged in."""
MOST = 15
"""The most marks in the cookie; an account has one of its id, one of its name, and one of its address if any."""
MARK = 16
LONGEST = 200
"""Characters of a typed name; a longer one is counted by its digest, which fits in the table."""


LINE = 64
"""Bits of the IPv6 prefix that a connection at home has; its owner chooses the other half as he likes."""


def place(request: HttpRequest) -> str:
    """Return the IP address a request comes from; of IPv6 the first one of its network, which counts as one."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or ip_network((ip, LINE), strict=False).network_address)
    return str(ip)


def remember(request: HttpRequest, response: HttpResponse, user: AbstractUser) -> None:
    """Set the cookie that makes the browser known to the account, in the answer to a log-in."""
    device, names = _known(request)
    mine = [_mark(name) for name in (_own(user), user.get_username(), user.email) if name]
    names = [*mine, *(name for name in names if name not in mine)][:MOST]
    value = signing.dumps([device or get_random_string(MARK), *names], salt=SALT)
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(COOKIE, value, max_age=KEPT, secure=secure, httponly=True, samesite="Lax")


def account(request: HttpRequest, credentials: Mapping[str, str] | None) -> str:
    """Return the name under which django-axes counts failures of a place: what was typed, in lower case.

    The form calls it `login`, the back ends `username` or `email`; counted under different names no lock would hold. A
    browser that is known to the account is counted by itself.
    """
    tried = credentials or {}
    typed = tried.get("username") or tried.get("email") or tried.get("login") or request.POST.get("login", "")
    name = typed.strip().lower()
    if len(name) > LONGEST:
        name = sha256(name.encode()).hexdigest()
    device, names = _known(request)
    return f"{name} on {device}" if device and _mark(typed) in names else name


def last_known(request: HttpRequest) -> str:
    """Return the mark of the account that logged in last with this browser; empty if none is known."""
    return next(iter(_known(request)[1]), "")


def is_mark_of(mark: str, user: AbstractUser) -> bool:
    """Return whether a mark is that of the account's id, which no later owner of its name has."""
    return mark == _mark(_own(user))


def _known(request: HttpRequest) -> tuple[str, list[str]]:
    """The browser's id and marks from its cookie; empty if the signature is not valid or too old."""
    try:
        device, *names = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=KEPT)
    except signing.BadSignature:
        return "", []
    return device, names


def _own(user: AbstractUser) -> str:
    """The name of an account by its id, which never changes; no user name begins like it."""
    return f"#{user.pk}"


def _mark(name: str) -> str:
    """A name as it stands in the cookie: a keyed hash, which nobody can read."""
    return salted_hmac(SALT, name.strip().lower()).hexdigest()[:MARK]
