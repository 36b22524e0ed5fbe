"""What a megabyte of anything costs, sent to every address by a stranger, by somebody who has signed up, and in a
browser whose log-in has lapsed, where the answer carries what was typed.

`python -m bench.strangers` runs the real web server on an embedded database of its own and measures its processor and
its memory from outside. Linux only: it reads /proc.
"""

import http.client
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bench.streams import instance, seat, web_server

M = 1_000_000
LIMIT_SECONDS, LIMIT_MB = 2.0, 200.0
TICKS = os.sysconf("SC_CLK_TCK")
FORM, FILES = "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"
NOT_SENT = ("logout", "remove", "admin/", "static/")
"""Addresses that end what is measured with, or are not ours."""
NAMES = ("name", "login", "username", "email", "password", "password1", "password2", "words", "0.id", "reason", "note")


class Sent(NamedTuple):
    """A hostile request: its content type, its body, and a cookie beside the session."""

    kind: str
    body: bytes
    cookie: str = ""


def part(content: bytes, name: str = "file") -> bytes:
    """A file in a form of several parts."""
    about = f'--b\r\nContent-Disposition: form-data; name="{name}"; filename="a"\r\n\r\n'.encode()
    rest = b"".join(
        b'\r\n--b\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s' % pair
        for pair in ((b"side", b"german"), (b"act", b"go"))
    )
    return about + content + rest + b"\r\n--b--\r\n"


def fields(value: str) -> bytes:
    """All fields that a form of ours might have, with long values."""
    return "&".join(f"{name}={value}" for name in (*NAMES, "act")).encode()


def hostile() -> dict[str, Sent]:
    """A megabyte of each kind."""
    each = M // (len(NAMES) + 1)
    event = b'{"room":"public","kind":"x","data":{}}'
    act = b'{"by":"","side":"","at":"2026-01-01T00:00:00Z","events":[' + event + b"]}"
    tiny = b'{"format":"refit-room-campaign","acts":[' + b",".join([act] * (M // (len(act) + 1))) + b"]}"
    return {
        "dotted key": Sent(FILES, part(b"a" + b".a" * (M // 2) + b"=1")),
        "brackets": Sent(FILES, part(b"x=" + b"[" * M)),
        "keys": Sent(FILES, part(b"".join(b"k%d=1\n" % n for n in range(M // 10)))),
        "names of columns": Sent(FILES, part(b"".join(b"n%d;" % n for n in range(M // 8)))),
        "deep JSON": Sent(FILES, part(b'{"a":' * (M // 5))),
        "tiny acts": Sent(FILES, part(tiny)),
        "JSON as body": Sent("application/json", b"[" * M),
        "many fields": Sent(FORM, b"&".join(b"f%d=%s" % (n, b"1" * 190) for n in range(4900))),
        "long fields": Sent(FORM, fields("x" * each)),
        "long fields of marks": Sent(FORM, fields("%C2%B9" * (each // 6) + "x")),
        "many parts": Sent(
            FILES, b'--b\r\nContent-Disposition: form-data; name="n"\r\n\r\nx\r\n' * (M // 58) + b"--b--"
        ),
        "head of a part": Sent(FILES, b"--b\r\n" + b"X: y\r\n" * (M // 6)),
        "cookies": Sent(FORM, b"", 'messages="' + "\\1" * 25_000 + '"'),
    }


def addresses(campaign: str) -> list[str]:
    """Every address of the program, its places filled with what there is."""
    from django.urls import URLPattern, get_resolver

    filled = {"public_id": campaign, "sheet": "setup", "system": "votg", "key": "purchase", "room": "german"}

    def walk(patterns: Any, before: str) -> Iterator[str]:
        for pattern in patterns:
            route = before + str(pattern.pattern)
            if isinstance(pattern, URLPattern):
                yield route
            else:
                yield from walk(pattern.url_patterns, route)

    def fill(found: re.Match[str]) -> str:
        return filled.get(found[2], "1")

    routes = (re.sub(r"<(\w+:)?(\w+)>", fill, route) for route in walk(get_resolver().url_patterns, "/"))
    plain = {route for route in routes if not re.search(r"[\\^$(]", route)}
    return sorted(route for route in plain if not any(word in route for word in NOT_SENT))


def chart_of(name: str) -> str:
    """A chart of the account."""
    from django.contrib.auth import get_user_model

    from campaigns.charts import actions

    user = get_user_model().objects.get(username=name)
    return actions.begin_chart(system="votg", name="Mine", practice=True, by=user).chart_id


def known_device(name: str) -> str:
    """The cookie of a browser in which an account had logged in last."""
    from django.contrib.auth import get_user_model
    from django.core import signing

    from config import lockout

    user = get_user_model().objects.get(username=name)
    marks = ["a device", lockout._mark(lockout._own(user)), lockout._mark(name)]
    return f"{lockout.COOKIE}={signing.dumps(marks, salt=lockout.SALT)}"


def processor(pid: int) -> float:
    """Seconds the process has been busy."""
    fields_of = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields_of[11]) + int(fields_of[12])) / TICKS


def memory(pid: int, name: str) -> float:
    """A figure of the process's memory in MB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith(name))) / 1024


def send(port: int, address: str, sent: Sent, session: str) -> int:
    """Post it; returns the status, 0 if the connection was closed."""
    token = "x" * 32
    cookies = "; ".join(filter(None, [f"csrftoken={token}", session and f"sessionid={session}", sent.cookie]))
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        link.request("POST", address, sent.body, {"Content-Type": sent.kind, "Cookie": cookies, "X-CSRFToken": token})
        return link.getresponse().status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        link.close()


def main() -> None:
    """Send it all; print what cost most, and fail if anything cost too much."""
    os.environ["LOG_LEVEL"] = "ERROR"
    from django.core.management import call_command

    with instance():
        campaign, session = seat()
        call_command("collectstatic", interactive=False, verbosity=0)
        chart, known = chart_of("bench"), f"gone; {known_device('bench')}"
        routes = [route.replace("/charts/1/", f"/charts/{chart}/") for route in addresses(campaign)]
        costs: list[tuple[float, float, str]] = []
        with web_server() as (pid, port):
            send(port, "/", Sent(FORM, b""), session)
            for route in routes:
                for kind, sent in hostile().items():
                    for who, its in (("stranger", ""), ("signed up", session), ("lapsed", known)):
                        Path(f"/proc/{pid}/clear_refs").write_text("5")
                        busy, rss = processor(pid), memory(pid, "VmRSS")
                        status = send(port, route, sent, its)
                        time.sleep(0.002)
                        more = memory(pid, "VmHWM") - rss
                        costs.append((processor(pid) - busy, more, f"{who}, {route}, {kind}: {status}"))
    print(f"{len(costs)} requests to {len(routes)} addresses")
    for which, title, limit in ((0, "seconds of processor", LIMIT_SECONDS), (1, "MB more", LIMIT_MB)):
        print(f"{title} (limit {limit:.0f})")
        for cost in sorted(costs, key=lambda each: -each[which])[:8]:
            print(f"  {cost[which]:6.2f}  {cost[2].replace(campaign, '…').replace(chart, '…')}")
    if max(cost[0] for cost in costs) > LIMIT_SECONDS or max(cost[1] for cost in costs) > LIMIT_MB:
        raise SystemExit("a megabyte costs too much")


if __name__ == "__main__":
    main()
