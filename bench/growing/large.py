"""What 10,000 campaigns and 5,000 people in the database cost whoever looks at a page of his own.

`python -m bench.growing.large` founds ten campaigns of five people, asks for every page of one of them, has PostgreSQL
copy all rows a thousand times, to other campaigns of other people, and asks again. What is counted are the statements
of a page and the processor's time of the web process and of its connection's process in the database. Linux only.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.figures import Figure, report
from bench.pages import browser, prepared, queries_of
from bench.streams import instance

if TYPE_CHECKING:
    from django.db.models import Field, Model
    from django.test import Client

CAMPAIGNS, PEOPLE, TIMES = 10, ("hans", "ivan", "otto", "anna", "host"), 1_000
ROUNDS = 15
APART = 1_000_000
"""How far the numbers of one copy's rows lie from those of the next."""
APPS = ("campaigns", "rosters", "auth", "account")
LIMIT_RATIO = 1.1
OF_HOST = ("/admin/", "/admin/campaigns/campaign/", "/admin/auth/user/")
ONCE = ("own-data", "my-data", "account_logout")


@dataclass(frozen=True)
class Cost:
    """Statements of a page, and seconds of the processor: of the web process, and of the database's."""

    statements: int
    web: float
    database: float


def founded() -> "tuple[Any, Client, Client]":
    """Ten campaigns; the seat of one who plays in the first of them, his browser, and the host's."""
    from django.contrib.auth import get_user_model

    from campaigns import actions
    from campaigns.models import Seat
    from campaigns.pace import actions as pace
    from campaigns.talk import actions as talk
    from refit.demos.player import Player

    users = [get_user_model().objects.create_user(name, f"{name}@example.org", "a good password") for name in PEOPLE]
    host = users[-1]
    host.is_staff = host.is_superuser = True
    host.save()
    first = None
    for number in range(CAMPAIGNS):
        one, other, third = (users[(number + more) % 4] for more in range(3))
        seat = actions.start_campaign(name=f"No. {number}", system="oto2", options={}, side="german", by=one)
        for role, side, user in (("commander", "russian", other), ("adjutant", "german", third)):
            _, token = actions.invite(role=role, side=side, by=seat)
            actions.take_seat(token=token, by=user)
        pace.propose(days=3, by=seat)
        talk.say(room="german", text="Two platoons for the bridge", by=seat)
        first = first or seat
    assert first is not None
    player = Player(first)
    while player.moves():
        pass
    return first, browser(player), browser(Player(Seat(user=host)))


def pages(public_id: str) -> Iterator[str]:
    """Every address that takes no more than a campaign's id."""
    from django.urls import get_resolver, reverse

    from tests.leaks.crawler import patterns

    for each in patterns(get_resolver()):
        wanted = set(each.pattern.converters)
        if each.name and each.name not in ONCE and wanted <= {"public_id"}:
            try:
                yield reverse(each.name, kwargs={"public_id": public_id} if wanted else {})
            except Exception:
                continue  # of an address with more parts than its last


def measured(client: "Client", urls: list[str]) -> dict[str, Cost]:
    """What each page costs, the least of the rounds: other work on the machine only adds."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    spent = Path(f"/proc/{pid}/schedstat")
    found = {}
    for url in urls:
        client.get(url)
        statements, web, database = queries_of(client, url), list[float](), list[float]()
        for _ in range(ROUNDS):
            began, there = time.process_time(), int(spent.read_text().split()[0])
            client.get(url)
            web.append(time.process_time() - began)
            database.append((int(spent.read_text().split()[0]) - there) / 1e9)
        found[url] = Cost(statements, min(web), min(database))
    return found


def copied(var: Path) -> None:
    """Copy all rows so many times: to campaigns, seats and people of their own."""
    import psycopg
    from django.apps import apps

    from launch import postgres

    models = [each for each in apps.get_models(include_auto_created=True) if each._meta.app_label in APPS]
    models = [each for each in models if each.__name__ not in ("Permission", "Group", "PushPair")]
    told = postgres.settings(var, owner=True)
    place = f"host={told['HOST']} dbname={told['NAME']} user={told['USER']}"
    with psycopg.connect(place, autocommit=True) as line:
        line.execute("SET session_replication_role = replica")  # what triggers would tell nobody hears
        for model in models:
            columns = list(model._meta.local_concrete_fields)
            names = ", ".join(f'"{field.column}"' for field in columns)
            values = ", ".join(_copy_of(field, models) for field in columns)
            line.execute(
                f'INSERT INTO "{model._meta.db_table}" ({names}) SELECT {values} FROM "{model._meta.db_table}" AS kept'
                f" CROSS JOIN generate_series(1, {TIMES - 1}) AS n"
            )
        line.execute("VACUUM ANALYZE")


def _copy_of(field: "Field[Any, Any]", models: "list[type[Model]]") -> str:
    column = f'kept."{field.column}"'
    if field.is_relation or field.primary_key:
        target = field.related_model if field.is_relation else field.model
        return f"{column} + n * {APART}" if target in models else column
    if field.name in ("username", "email"):
        return f"n || {column}"
    if field.unique or field.name == "public_id":
        return f"substr(encode(sha256(({column} || n)::bytea), 'hex'), 1, {field.max_length})"
    return column


def main() -> None:
    """Measure and print; fails if a page takes more statements, or more of the processor than it may."""
    with instance() as var:
        prepared()
        seat, client, host = founded()
        urls = [url for url in pages(seat.campaign.public_id) if client.get(url).status_code == 200]
        of_host = [url for url in OF_HOST if host.get(url).status_code == 200]
        few = measured(client, urls) | measured(host, of_host)
        began = time.monotonic()
        copied(var)
        from django.contrib.auth import get_user_model

        from campaigns.models import Campaign

        many_campaigns, many_people = Campaign.objects.count(), get_user_model().objects.count()
        print(f"{many_campaigns} campaigns, {many_people} people, copied in {time.monotonic() - began:.0f} s")
        many = measured(client, urls) | measured(host, of_host)
    worse = [url for url in many if many[url].statements > few[url].statements]
    total = [sum(found[url].web + found[url].database for url in urls) for found in (few, many)]
    for url in sorted(many, key=lambda url: -_ratio(few[url], many[url]))[:12]:
        one, other = few[url], many[url]
        statements = f"{one.statements} and {other.statements} statements"
        web = f"web {one.web * 1000:.1f} and {other.web * 1000:.1f} ms"
        database = f"database {one.database * 1000:.2f} and {other.database * 1000:.2f} ms"
        print(f"  {_ratio(one, other):.2f}  {url}: {statements}, {web}, {database}")
    print(
        f"{len(urls)} pages, {len(of_host)} of the host's, whose lists show 100 rows in place of ten", *worse, sep="\n"
    )
    report(
        Figure("pages that take more statements", len(worse), 0),
        Figure("all together, times the processor with ten campaigns", total[1] / total[0], LIMIT_RATIO),
    )


def _ratio(few: Cost, many: Cost) -> float:
    return (many.web + many.database) / (few.web + few.database)


if __name__ == "__main__":
    main()
