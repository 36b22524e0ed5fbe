"""What the other side sees does not change by a secret act: no count, no size, no date, no message."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import pytest
from django.db import connection, transaction

from config.asgi import Application
from tests.cast import Table, found
from tests.config.test_live import Page, listening, played
from tests.leaks.crawler import PLAIN, Crawl
from tests.leaks.planting import draft, secret_acts
from tests.leaks.words import found_in

ONLOOKERS = ("ivan", "spectator")


def seen_by(table: Table, onlookers: Sequence[str] = ONLOOKERS) -> dict[tuple[str, str], tuple[int, bytes]]:
    """Every page of every onlooker, byte for byte."""
    everything = {}
    for name in onlookers:
        for each in Crawl(table.browser(name), table.public_id, (PLAIN,)).run().answers:
            everything[name, each.url] = (each.status, each.content)
    return everything


def press(table: Table) -> None:
    """The Germans answer the step that waits for them."""
    assert table.player("hans").moves()


SECRET: dict[str, tuple[tuple[str, str], Callable[[Table], None]]] = {
    "counters entered by hand": (("purchase", "23AM"), secret_acts),
    "a draft": (("purchase", "23AM"), draft),
    "a roll for forces": (("forces", "23AM"), press),
    "a checklist of the scenario": (("battle", "23AM"), press),
    "secret rolls of the refit": (("renewal", "23PM"), press),
}


@pytest.mark.slow
@pytest.mark.parametrize("act", SECRET)
def test_a_secret_act_changes_no_byte_of_what_others_see(table: Table, act: str) -> None:
    where, do = SECRET[act]
    table.scripts["german"] = {"23AM purchase": {"rows": {"I1": {"n": 1}, "M1": {"n": 1}}}}
    table.play_to(*where)
    before = seen_by(table)
    do(table)
    assert seen_by(table) == before


@pytest.mark.slow
def test_how_much_was_bought_changes_no_byte_of_what_others_see(table: Table) -> None:
    """The same length of everything, whether nothing or much was sealed; the seals themselves differ."""
    sizes = []
    for rows in ({}, {"I1": {"n": 2}, "V3": {"n": 1}, "M1": {"n": 2}}):
        before = transaction.savepoint()
        table.player("hans").orders("seal", step="purchase", rows=rows)
        sizes.append({key: (status, len(content)) for key, (status, content) in seen_by(table).items()})
        transaction.savepoint_rollback(before)
    assert sizes[0] == sizes[1]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "other", "step"), [("hans", "ivan", "support"), ("ivan", "hans", "initiative")])
def test_which_chit_lies_face_down_changes_no_byte_of_what_others_see(
    founding: Callable[..., Table], name: str, other: str, step: str
) -> None:
    """12.625: until both are turned over there is a seal, of the same length for each chit, and nothing else."""
    table = founding(system="votg", game="II")
    table.scripts["german"] = {"victory": {"winner": "german"}}
    table.play_until(name, step)
    sizes = []
    for chit in ("idle", "attack"):
        before = transaction.savepoint()
        table.player(name).orders("enter", step=step, chit=chit)
        seen = seen_by(table, (other, "spectator"))
        sizes.append({key: (status, len(content)) for key, (status, content) in seen.items()})
        transaction.savepoint_rollback(before)
    assert sizes[0] == sizes[1]


def cookie(table: Table, name: str) -> str:
    """The cookie of a browser somebody is logged in with."""
    return f"sessionid={table.browser(name).session.session_key}"


def _in_thread(act: Callable[[], None]) -> Callable[[], None]:
    def run() -> None:
        act()
        connection.close()

    return run


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_no_live_message_tells_the_other_side_of_a_secret_act_and_none_says_more_than_the_id() -> None:
    table = found()
    table.play_to("forces")
    cookies = {name: cookie(table, name) for name in ("hans", "ivan", "spectator", "umpire")}

    async def story(application: Application) -> None:
        pages = {"hans": Page(application, cookies.pop("hans"), table.public_id)}
        await listening(pages["hans"])
        for name, each in cookies.items():
            pages[name] = Page(application, each, table.public_id)
            assert await pages[name].hears(b"retry:")
        for act in (lambda: secret_acts(table), lambda: draft(table), lambda: press(table)):
            await asyncio.to_thread(_in_thread(act))
        assert await pages["hans"].hears(b"event: change")
        for name in ("ivan", "spectator", "umpire"):
            assert not await pages[name].hears(b"change", within=0.2), name
        message = f"event: change\ndata: {table.public_id}\n\n".encode()
        assert pages["hans"].body.replace(message, b"").replace(b": ping\n\n", b"") == b""
        assert not found_in(pages["hans"].body)
        for page in pages.values():
            await page.leaves()

    played(story)
