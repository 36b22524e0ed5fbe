"""Reads environment variables. An empty one counts as not set; ImproperlyConfigured says what would be right."""

import os
import re
import zoneinfo
from collections.abc import Sequence
from email.utils import parseaddr
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ImproperlyConfigured

HOST_NAME = re.compile(r"[\w.-]+|\[[0-9a-fA-F:.]+\]", re.ASCII)
ON, OFF = ("on", "true", "yes", "1"), ("off", "false", "no", "0")


def text(name: str, default: str = "") -> str:
    """Return the value of a variable without the blanks around it, or the default."""
    return os.environ.get(name, "").strip() or default


def secret(name: str) -> str:
    """Return the value of a variable, or the file that NAME_FILE names: others may read an environment."""
    value, file = text(name), text(f"{name}_FILE")
    if value and file:
        raise ImproperlyConfigured(f"both {name} and {name}_FILE are set; leave one of them out")
    if not file:
        return value
    try:
        return Path(file).read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(
            f"{name}_FILE is {file!r}, which cannot be read ({error}); name a file that this process may read"
        ) from None


def switch(name: str, default: bool = False) -> bool:
    """Return whether a variable is one of ON; it has to be one of ON or OFF."""
    value = text(name, "on" if default else "off").lower()
    if value not in (*ON, *OFF):
        raise ImproperlyConfigured(f"{name} is {value!r}; it can be on or off")
    return value in ON


def number(name: str, default: int, *, least: int = 0, most: int = 1_000_000) -> int:
    """Return the whole number of a variable, from `least` to `most`."""
    value = text(name, str(default))
    if not (value.isascii() and value.isdigit() and len(value) < 20 and least <= int(value) <= most):
        raise ImproperlyConfigured(f"{name} is {value!r}; it can be a whole number from {least} on, {most} at most")
    return int(value)


def time_zone(name: str, default: str) -> str:
    """Return the name of a time zone that this machine knows."""
    value = text(name, default)
    if value not in zoneinfo.available_timezones():
        raise ImproperlyConfigured(f"{name} is {value!r}; it can be a name of the tz database, as Europe/Berlin")
    return value


def words(name: str) -> list[str]:
    """Return the items of a variable that lists them, separated by commas."""
    return [word for part in text(name).split(",") if (word := part.strip())]


def host_names(name: str) -> list[str]:
    """Return the host names that a variable lists; not `*`, which would let anybody choose the name in our links."""
    names = words(name)
    if invalid := [each for each in names if not HOST_NAME.fullmatch(each)]:
        raise ImproperlyConfigured(
            f"{name} names {invalid[0]!r}; it can be host names as refit.example.org, separated by commas"
        )
    return names


def networks(name: str) -> str:
    """Return a list of addresses or networks as given; not `*`, which would let anybody forge his address."""
    for each in words(name):
        try:
            ip_network(each)
        except ValueError:
            raise ImproperlyConfigured(
                f"{name} names {each!r}; it can be addresses as 10.0.0.5 or networks as 10.0.0.0/8, separated by commas"
            ) from None
    return text(name)


def listening(name: str, default: str) -> tuple[str, int]:
    """Return the host and the port of `host:port`."""
    value = text(name, default)
    host, _, port = value.rpartition(":")
    if not (HOST_NAME.fullmatch(host) and port.isascii() and port.isdigit() and 0 < int(port[:6]) < 65536):
        raise ImproperlyConfigured(f"{name} is {value!r}; it has to be host:port, as 127.0.0.1:8000")
    return host.strip("[]"), int(port)


def sender(name: str, default: str) -> str:
    """Return an address of mail, with a name before it or without."""
    value = text(name, default)
    if not (value.isprintable() and re.fullmatch(r"[^@\s]+@[^@\s]+", parseaddr(value)[1])):
        raise ImproperlyConfigured(f"{name} is {value!r}; it can be an address as refit-room@example.org")
    return value


def one_of(name: str, choices: Sequence[str], default: str) -> str:
    """Return one of the words that a variable can be."""
    value = text(name, default)
    if value not in choices:
        raise ImproperlyConfigured(f"{name} is {value!r}; it can be {', '.join(choices[:-1])} or {choices[-1]}")
    return value


def address(name: str, value: str, schemes: Sequence[str]) -> SplitResult:
    """Return the parts of a URL with one of `schemes`; no message quotes it, for it may hold a password."""
    try:
        parsed = urlsplit(value)
        if parsed.scheme in schemes and parsed.hostname and parsed.port != 0 and not re.search(r"\s", value):
            return parsed
    except ValueError:
        pass
    begin = ", ".join(f"{scheme}://" for scheme in schemes)
    raise ImproperlyConfigured(f"{name} is no address of the right kind; it has to begin with {begin} and name a host")
