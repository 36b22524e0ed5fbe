"""Who is locked out after guessing at a password, and who is not although somebody else guesses at his.

Failures are counted by name and place together, so that nobody locks another person out from elsewhere. Where both
share a place, a browser that has logged in to this account before is a place of its own: it carries a signed cookie
that says to which accounts it has. The cookie opens nothing, and lasts beyond the log-out.
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
"""Marks a browser keeps; each account has one of its own, one of its name, and one more if it has an address."""
MARK = 16
LONGEST = 200
"""Characters of a name as typed; what is longer is counted by its digest, for which there is room."""


LINE = 64
"""Bits of an IPv6 address that a line at home has; whoever has it chooses the other half as he likes."""


def place(request: HttpRequest) -> str:
    """Return from where somebody tries: his address, or the first of all that his line has."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or ip_network((ip, LINE), strict=False).network_address)
    return str(ip)


def remember(request: HttpRequest, response: HttpResponse, user: AbstractUser) -> None:
    """Mark the browser in the answer to a log-in as one that is known to the account."""
    device, names = _known(request)
    mine = [_mark(name) for name in (_own(user), user.get_username(), user.email) if name]
    names = [*mine, *(name for name in names if name not in mine)][:MOST]
    value = signing.dumps([device or get_random_string(MARK), *names], salt=SALT)
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(COOKIE, value, max_age=KEPT, secure=secure, httponly=True, samesite="Lax")


def account(request: HttpRequest, credentials: Mapping[str, str] | None) -> str:
    """Return by what django-axes counts failures beside the place: the name or address as typed, in one form.

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
    """Return whether it is an account's own mark, which no later owner of its name has."""
    return mark == _mark(_own(user))


def _known(request: HttpRequest) -> tuple[str, list[str]]:
    """The device of a request and the marks of the names it is known for; nothing if nobody has signed them."""
    try:
        device, *names = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=KEPT)
    except signing.BadSignature:
        return "", []
    return device, names


def _own(user: AbstractUser) -> str:
    """A name for an account that never changes while it exists; no user name begins like it."""
    return f"#{user.pk}"


def _mark(name: str) -> str:
    """A name as it stands in the cookie, where nobody reads it."""
    return salted_hmac(SALT, name.strip().lower()).hexdigest()[:MARK]
