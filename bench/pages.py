"""What a page of the wizard costs and weighs, beside a bare page of the framework that asks and writes as much.

`python -m bench.pages` lays out the purchase chart, the heaviest page of the game, and a bare page with the same number
of queries and of bytes; both are asked for in turn through the same middleware, so that only their ratio counts.
"""

import re
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.streams import instance, make_tables

if TYPE_CHECKING:
    from django.test import Client

    from refit.demos.player import Player

ROUNDS = 150
LIMIT_RATIO = 2.0
LIMIT_FIRST_KB, LIMIT_NEXT_KB = 70.0, 9.0
ROWS = """<table>{% for row in rows %}<tr><th>{{ row.0 }}</th>
{% for cell in row.1 %}<td>{{ cell }}</td>{% endfor %}</tr>{% endfor %}</table>"""
DATES = ("23AM", "24PM")
ASSETS = re.compile(r'(?:href|src)="(/static/[^"#]+)')
"""What a page loads; drawings of one file, told apart behind a #, are one request."""
FONTS = re.compile(r"""url\(["']?([^"')]+\.woff2)""")


def prepared() -> None:
    """Tables, collected files, and the bare page among our addresses."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.urls import path

    from config import urls

    make_tables()
    call_command("collectstatic", verbosity=0, interactive=False)
    urls.urlpatterns += [path("bare/", bare)]


def players(*, practice_map: bool = False) -> "tuple[Player, Player]":
    """Both commanders of a new campaign, on the practice map or without one."""
    from django.contrib.auth import get_user_model

    from campaigns import actions
    from campaigns.charts.actions import PRACTICE, copy_of_choice
    from refit.demos.player import Player
    from rules.ground.map_schema import MAP

    german, russian = (get_user_model().objects.get_or_create(username=name)[0] for name in ("german", "russian"))
    options = {MAP: copy_of_choice(PRACTICE, german, "oto2", MAP)} if practice_map else {}
    first = actions.start_campaign(name="Bench", system="oto2", options=options, side="german", by=german)
    _, token = actions.invite(role="commander", side="russian", by=first)
    return Player(first), Player(actions.take_seat(token=token, by=russian))


def browser(player: "Player") -> "Client":
    """A browser in which a commander has logged in."""
    from django.test import Client

    client = Client(headers={"Accept-Encoding": "identity"}, SERVER_NAME="127.0.0.1")
    client.force_login(player.seat.user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def bare(request: Any) -> Any:
    """A page as the framework makes it: so many queries, so many bytes in a table."""
    from django.http import HttpResponse
    from django.template import engines

    from campaigns.models import Campaign

    assert request.user.is_authenticated
    for _ in range(int(request.GET["queries"]) - 2):  # session and user have been asked for
        list(Campaign.objects.filter(name="nobody's"))
    rows = [(f"row {n}", ["Guards Rifle", "4-5-8", n, "on map"]) for n in range(int(request.GET["rows"]))]
    return HttpResponse(
        TEMPLATE.setdefault("bare", engines["django"].from_string(ROWS)).render({"rows": rows}, request)
    )


TEMPLATE: dict[str, Any] = {}


def queries_of(client: "Client", url: str) -> int:
    """The number of statements a page takes."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as found:
        assert client.get(url).status_code == 200
    return len(found)


def as_long(client: "Client", url: str, size: int) -> str:
    """The address of the bare page with as many rows as come to `size` bytes."""
    each = len(client.get(f"{url}&rows=200").content) / 200
    return f"{url}&rows={round(size / each)}"


def milliseconds(ask: Callable[[], Any]) -> float:
    began = time.perf_counter()
    ask()
    return (time.perf_counter() - began) * 1000


def weights(client: "Client", url: str) -> tuple[float, float]:
    """Kilobytes on the wire of a first visit with all it loads, and of the next page."""
    html = client.get(url).content.decode()
    page = len(client.get(url, headers={"Accept-Encoding": "gzip"}).content)
    loaded = set(ASSETS.findall(html))
    for sheet in [each for each in loaded if each.endswith(".css")]:
        fonts = FONTS.findall(_static(client, sheet, "identity").decode())
        loaded |= {str((Path(sheet).parent / font).resolve()) if font.startswith("..") else font for font in fonts}
    files = sum(len(_static(client, each, "gzip")) for each in loaded)
    return (page + files) / 1024, page / 1024


def _static(client: "Client", url: str, encoding: str) -> bytes:
    answer = client.get(url, headers={"Accept-Encoding": encoding})
    assert answer.status_code == 200, url
    return answer.getvalue()


def compared(client: "Client", wizard: str) -> tuple[int, int, float, float]:
    """Queries and bytes of the page, its milliseconds, and those of a bare page of as much."""
    queries, size = queries_of(client, wizard), len(client.get(wizard).content)
    plain = as_long(client, f"/bare/?queries={queries}", size)
    assert queries_of(client, plain) == queries
    pairs = [(milliseconds(lambda: client.get(wizard)), milliseconds(lambda: client.get(plain))) for _ in range(ROUNDS)]
    ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    return queries, size, ours, theirs


def main() -> None:
    """Measure and print; fails if the page costs or weighs more than it may, or takes more queries late than early."""
    with instance():
        prepared()
        from refit.demos.player import play

        both = players()
        client, found = browser(both[0]), []
        wizard = f"/campaigns/{both[0].seat.campaign.public_id}/refit/step/purchase/"
        for date in DATES:
            play(both, lambda public, date=date: (public.date, public.stage) == (date, "purchase"))  # type: ignore[misc]
            found.append(compared(client, wizard))
            queries, size, ours, theirs = found[-1]
            print(f"purchase chart of {date}: {queries} queries, {size / 1024:.1f} KB, {ours:.1f} ms;")
            print(f"  a bare page of as much {theirs:.1f} ms: {ours / theirs:.2f} times that (limit {LIMIT_RATIO})")
        first, following = weights(client, wizard)
    print(f"first visit {first:.1f} KB compressed (limit {LIMIT_FIRST_KB:.0f}),")
    print(f"  next page {following:.1f} KB (limit {LIMIT_NEXT_KB:.0f})")
    if len({queries for queries, *_ in found}) > 1:
        raise SystemExit("a page takes more queries as the campaign grows")
    if max(ours / theirs for *_, ours, theirs in found) > LIMIT_RATIO:
        raise SystemExit("a page costs more than it may")
    if first > LIMIT_FIRST_KB or following > LIMIT_NEXT_KB:
        raise SystemExit("a page weighs more than it may")


if __name__ == "__main__":
    main()
