"""What a megabyte of anything costs, sent to every address by a stranger, by somebody who has signed up, and in a
browser whose log-in has lapsed, where the answer carries what was typed.

`python -m bench.strangers` runs the real web server on an embedded database of its own and measures its processor and
its memory from outside. Linux only: it reads /proc.
"""

import http.client
import io
import os
import re
import time
import zipfile
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from bench.figures import Figure, report
from bench.streams import instance, seat, web_server

M = 1_000_000
LIMIT_SECONDS, LIMIT_MB = 2.0, 200.0
TICKS = os.sysconf("SC_CLK_TCK")
FORM, FILES = "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"
LAST = ("logout", "remove", "/language/")
"""Addresses that end what is measured with, or change it: they come when all others have been."""
PROVIDER_AWAY = 502
"""What is answered where the provider would be asked: the one that is named here is not there."""
PATTERNS = (
    "/accounts/confirm-email/MQ:1:x/",
    "/accounts/password/reset/key/1-set-password/",
    "/admin/campaigns/",
    "/admin/no-such-page/",
    "/" + "1-" * 25_000,
)
"""What the addresses stand for that are written as patterns; and one that is not there and long to log."""
NAMES = ("name", "login", "username", "email", "password", "password1", "password2", "words", "0.id", "reason", "note")
PASTED = {
    **dict.fromkeys(("text", "vasl_text", "about", "address"), b"*** ("),
    "hexes": b"A1, ",
    "save": b'{"own":[{},',
}
"""Fields of the forms that are sent in parts, and of those that are parsed, with what each is filled with."""


class Sent(NamedTuple):
    """A hostile request: its content type, its body, a cookie beside the session, what is asked behind the address."""

    kind: str
    body: bytes
    cookie: str = ""
    query: str = ""
    method: str = "POST"


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


def parts(most: int) -> bytes:
    """These fields in parts, each of so many bytes."""
    head = b'--b\r\nContent-Disposition: form-data; name="%s"\r\n\r\n'
    each = [head % name.encode() + unit * (most // len(unit)) for name, unit in PASTED.items()]
    return b"\r\n".join([*each, head % b"act" + b"read", b"--b--\r\n"])


def spreadsheet(*sheets: bytes, shared: bytes = b"") -> bytes:
    """An archive that is an xlsx by its names, of these sheets as they stand."""
    names = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    of_package = "http://schemas.openxmlformats.org/package/2006/relationships"
    numbers = range(1, len(sheets) + 1)
    listed = "".join(f'<sheet name="s{n}" sheetId="{n}" r:id="r{n}"/>' for n in numbers)
    related = "".join(
        f'<Relationship Id="r{n}" Type="{office}/worksheet" Target="worksheets/sheet{n}.xml"/>' for n in numbers
    )
    parts = {
        "xl/workbook.xml": f'<workbook {names} xmlns:r="{office}"><sheets>{listed}</sheets></workbook>'.encode(),
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{of_package}">{related}</Relationships>'.encode(),
        "xl/sharedStrings.xml": shared or f"<sst {names}/>".encode(),
        **{f"xl/worksheets/sheet{n}.xml": sheet for n, sheet in zip(numbers, sheets, strict=True)},
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in parts.items():
            made.writestr(name, content)
    return out.getvalue()


def hostile_workbooks() -> dict[str, Sent]:
    """Spreadsheets of some kilobytes up to a megabyte that stand for far more."""
    laughs = '<!DOCTYPE x [<!ENTITY l0 "lol">' + "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    cell = b'<c r="A1"><v>1</v></c>'
    sheet = b'<worksheet><sheetData><row r="1">%s</row></sheetData></worksheet>'
    return {
        "a gigabyte of nothing": Sent(FILES, part(spreadsheet(b"\0" * (900 * M)))),
        "entities of entities": Sent(
            FILES, part(spreadsheet(sheet % cell, shared=f"{laughs}]><sst><si><t>&l9;</t></si></sst>".encode()))
        ),
        "the same cell a million times": Sent(FILES, part(spreadsheet(sheet % (cell * (14 * M // len(cell)))))),
        "texts without letters": Sent(
            FILES, part(spreadsheet(sheet % cell, shared=b"<sst>" + b"<si/>" * (14 * M // 5) + b"</sst>"))
        ),
    }


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
        "many fields": Sent(FORM, b"&".join(b"f%d=%s" % (n, b"1" * 80) for n in range(2900))),
        "long fields": Sent(FORM, fields("x" * each)),
        "long fields of marks": Sent(FORM, fields("%C2%B9" * (each // 6) + "x")),
        "long fields in parts": Sent(FILES, parts(M // len(PASTED))),
        "many parts": Sent(
            FILES, b'--b\r\nContent-Disposition: form-data; name="n"\r\n\r\nx\r\n' * (M // 58) + b"--b--"
        ),
        "head of a part": Sent(FILES, b"--b\r\n" + b"X: y\r\n" * (M // 6)),
        "cookies": Sent(FORM, b"", 'messages="' + "\\1" * 25_000 + '"'),
        "a long address": Sent(FORM, b"", query="&".join(f"f{n}=%C2%B9" for n in range(3_500)), method="GET"),
        **hostile_workbooks(),
    }


def addresses(campaign: str) -> list[str]:
    """Every address of the program, its places filled with what there is."""
    from django.urls import URLPattern, get_resolver

    filled = {"public_id": campaign, "sheet": "ships", "system": "votg", "room": "german", "side": "german"}
    filled |= {"provider_id": "club", "table": "votg.coy_strength", "file": "ships.csv"}

    def walk(patterns: Any, before: str) -> Iterator[str]:
        for pattern in patterns:
            route = before + str(pattern.pattern)
            if isinstance(pattern, URLPattern):
                yield route
            else:
                yield from walk(pattern.url_patterns, route)

    def fill(found: re.Match[str]) -> str:
        if found[2] == "key":
            return "victory" if "/step/" in found.string else "roster"
        return filled.get(found[2], "1")

    routes = (re.sub(r"<(\w+:)?(\w+)>", fill, route) for route in walk(get_resolver().url_patterns, "/"))
    plain = {route for route in routes if not re.search(r"[\\^$(]", route)}
    return sorted({*plain, *PATTERNS}, key=lambda route: (any(word in route for word in LAST), route))


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
    """Seconds that the process and those it started, as far as they have ended, have been busy."""
    fields_of = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields_of[11:15])) / TICKS


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
        address = f"{address}?{sent.query}" if sent.query else address
        link.request(
            sent.method, address, sent.body, {"Content-Type": sent.kind, "Cookie": cookies, "X-CSRFToken": token}
        )
        return link.getresponse().status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        link.close()


def logged_in(port: int, session: str) -> bool:
    """Whether the session still is its account's."""
    asked = Sent(FORM, b"", method="GET")
    return send(port, "/campaigns/new/", asked, session) == 200


def main() -> None:
    """Send it all; print what cost most, and fail if anything cost too much."""
    provider = {
        "OIDC_URL": "https://127.0.0.1:9",
        "OIDC_CLIENT": "bench",
        "OIDC_SECRET": "x" * 32,
        "OIDC_NAME": "Bench",
    }
    os.environ.update(provider, LOG_LEVEL="ERROR", GAUGES_TOKEN="x" * 32, UPLOADS_A_DAY="0", CHARTS_A_DAY="0")
    from django.core.management import call_command

    with instance():
        campaign, (session, *others) = seat()
        call_command("collectstatic", interactive=False, verbosity=0)
        chart, known = chart_of("bench"), f"gone; {known_device('bench')}"
        routes = [route.replace("/charts/1/", f"/charts/{chart}/") for route in addresses(campaign)]
        costs, broken = list[tuple[float, float, str]](), list[str]()
        with web_server() as (pid, port):
            send(port, "/", Sent(FORM, b""), session)
            kinds = hostile()
            for route in routes:
                for kind, sent in kinds.items():
                    if "logout" in route and others:
                        session = others.pop()
                    for who, its in (("stranger", ""), ("signed up", session), ("lapsed", known)):
                        Path(f"/proc/{pid}/clear_refs").write_text("5")
                        busy, rss = processor(pid), memory(pid, "VmRSS")
                        status = send(port, route, sent, its)
                        time.sleep(0.002)
                        more = memory(pid, "VmHWM") - rss
                        costs.append((processor(pid) - busy, more, f"{who}, {route[:80]}, {kind}: {status}"))
                        broken += [costs[-1][2]] if status >= 500 and status != PROVIDER_AWAY else []
                if "logout" not in route and not logged_in(port, session):
                    raise SystemExit(f"{route[:80]} has logged the account out: what follows would be a stranger's")
    print(f"{len(costs)} requests to {len(routes)} addresses, {len(broken)} answered with an error", *broken, sep="\n")
    for which, title in ((0, "seconds of processor"), (1, "MB more")):
        print(title)
        for cost in sorted(costs, key=itemgetter(which), reverse=True)[:8]:
            print(f"  {cost[which]:6.2f}  {cost[2].replace(campaign, '…').replace(chart, '…')}")
    report(
        Figure("errors of the server", len(broken), 0),
        Figure("the dearest request: processor", max(cost[0] for cost in costs), LIMIT_SECONDS, "s"),
        Figure("the dearest request: more memory", max(cost[1] for cost in costs), LIMIT_MB, "MB"),
    )


if __name__ == "__main__":
    main()
