"""What a page of the wizard costs and weighs, beside a bare page of the framework that asks and writes as much.

`python -m bench.pages` lays out the purchase chart, the heaviest page of the game, and a bare page with the same number
of queries and of bytes; both are asked for in turn through the same middleware, so that only their ratio counts.

The same page is then asked for in turn in a campaign whose room is locked with words, and in one where it is not.
"""

import re
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.figures import Figure, report
from bench.streams import instance, make_tables

if TYPE_CHECKING:
    from django.test import Client

    from refit.demos.player import Player

ROUNDS = 150
LIMIT_RATIO, LIMIT_LOCKED = 2.0, 1.1
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


def begun(stage: str) -> "Player":
    """The German commander of a new campaign that has come to a stage."""
    from refit.demos.player import play

    both = players()
    play(both, lambda public: public.stage == stage)
    return both[0]


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


def locked(player: "Player") -> "Client":
    """Lock the room of a commander's side; a browser in which it has been opened."""
    from django.db import transaction

    from campaigns.guards import lock_campaign
    from campaigns.locks import actions, words

    drawn = words.drawn_words()
    with transaction.atomic():
        campaign = lock_campaign(player.seat)
        campaign.locked = True
        campaign.save(update_fields=["locked"])
        actions.lock_room(player.seat, actions.ChosenWords(drawn))
        actions.tell(player.seat)
    client, url = browser(player), f"/campaigns/{player.seat.campaign.public_id}/unlock/"
    way = re.search(r'name="way" value="([0-9a-f]+)"', client.get(url).content.decode())
    assert way
    assert client.post(url, {"way": way[1], "words": drawn}).status_code == 302
    return client


def compared_with_locked() -> float:
    """The processor's time of a page in a locked room, times that in an open one.

    Each round asks for locked, open, open, locked, so that a machine that becomes slower takes as much from both.
    """
    plain, shut = begun("purchase"), begun("purchase")
    clients, ratios = (locked(shut), browser(plain)), []
    urls = [f"/campaigns/{player.seat.campaign.public_id}/refit/step/purchase/" for player in (shut, plain)]

    def busy(which: int) -> float:
        began = time.process_time()
        assert clients[which].get(urls[which]).status_code == 200
        return time.process_time() - began

    for _ in range(ROUNDS):
        first, *theirs, last = map(busy, (0, 1, 1, 0))
        ratios.append((first + last) / sum(theirs))
    return statistics.median(ratios)


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
            print(f"{date}: {queries} queries, {size / 1024:.1f} KB, {ours:.1f} ms; a bare page {theirs:.1f} ms")
        first, following = weights(client, wizard)
        of_locked = compared_with_locked()
    report(
        Figure("the page, times a bare one of as much", max(ours / theirs for *_, ours, theirs in found), LIMIT_RATIO),
        Figure("more queries late in a campaign than early", found[-1][0] - found[0][0], 0),
        Figure("first visit, compressed", first, LIMIT_FIRST_KB, "KB"),
        Figure("next page, compressed", following, LIMIT_NEXT_KB, "KB"),
        Figure("the page in a locked room, times that in an open one", of_locked, LIMIT_LOCKED),
    )


if __name__ == "__main__":
    main()
