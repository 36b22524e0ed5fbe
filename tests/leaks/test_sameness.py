"""What the other side sees does not change by a secret act: no count, no size, no date, no message."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from django.db import connection, transaction

from config.asgi import Application
from refit.demos.player import Script
from tests.config.test_live import Page, listening, played
from tests.leaks.crawler import PLAIN, Crawl
from tests.leaks.planted_words import found_in
from tests.leaks.planting import draft, hand_out, secret_acts, sign
from tests.players import PlayedCampaign, start_played
from tests.refit.test_pad import entered, pad_of, pressed, tapped

ONLOOKERS = ("ivan", "spectator")


def seen_by(table: PlayedCampaign, onlookers: Sequence[str] = ONLOOKERS) -> dict[tuple[str, str], tuple[int, bytes]]:
    """Every page of every onlooker, byte for byte."""
    everything = {}
    for name in onlookers:
        for each in Crawl(table.browser(name), table.public_id, (PLAIN,)).run().answers:
            everything[name, each.url] = (each.status, each.content)
    return everything


def press(table: PlayedCampaign) -> None:
    """The Germans answer the step that waits for them."""
    assert table.player("hans").moves()


def tap_the_pad(table: PlayedCampaign) -> None:
    """Losses, a prisoner and a note are entered on the battle pad, and one of them is undone."""
    page = tapped(tapped(pad_of(table, "hans"), "4-6-7"), "4-6-7", "capture")
    page = pressed(pressed(page, "note", note="They have our Guns"), f"undo:{entered(page)[0]}")
    assert len(entered(page)) == 2


def raise_booby_traps(table: PlayedCampaign) -> None:
    """The Russians go on until they have bought a better level, which is told when the scenario begins (12.623)."""
    ivan = table.player("ivan")
    for _ in range(LONGEST):
        step = ivan.view().current.spec.key
        ivan.moves()
        if step == "fortify":
            break
    assert ivan.view().mine.booby == "B"


def hold_a_strongpoint(table: PlayedCampaign) -> None:
    """The Russians write down which building is a Fanatic Strongpoint (CG11.1)."""
    ivan = table.player("ivan")
    ivan.moves()
    assert ivan.view().mine.strongpoints


def has_a_counter_battery(table: PlayedCampaign) -> None:
    """The Germans have a Counter Battery Module, and the scenario is played (5.2)."""
    table.scripts["german"] = {"23AM purchase": {"rows": {"O5": {"n": 1}}}}
    table.play_until("hans", "counter_battery")


def note_optional_machine_guns(table: PlayedCampaign) -> None:
    """One vehicle has a machine gun that it need not have (CG8)."""
    hans = table.player("hans")
    first = hans.view().current.task.fields[0].name
    hans.orders("enter", step="optional_mg", **{first: 1})
    assert any("optional MG" in counter.marks for counter in hans.view().mine.counters)


def aim(table: PlayedCampaign) -> None:
    """An attack is aimed, and not rolled for yet (5.3)."""
    table.player("hans").orders("enter", step="counter_battery", attack="many_ffe")


LONGEST = 20
SCRIPTS: dict[str, dict[str, Script]] = {
    "oto2": {"german": {"23AM purchase": {"rows": {"I1": {"n": 1}, "M1": {"n": 1}}}}},
    "votg": {
        "russian": {
            "14 Sept purchase": {"rows": {"M1": {"n": 1}, "M4": {"n": 1}}},
            "14 Sept fortify": {"booby_traps": 1},
            "14 Sept strongpoints": {"kind1": "battalion", "building1": "K20"},
        }
    },
}
Act = Callable[[PlayedCampaign], None]


def roll_unseen(table: PlayedCampaign) -> None:
    table.player("hans").orders("throw", purpose="Aircraft", number=3, shown="own")


def seal_an_idle_day(table: PlayedCampaign) -> None:
    table.player("hans").orders("idle", agreed=True)


Where = Callable[[PlayedCampaign], None]
SECRET: dict[str, tuple[str, Where, Mapping[str, Act], Sequence[str]]] = {
    "the battle": (
        "oto2",
        lambda table: table.play_to("battle"),
        {
            "counters entered by hand, reduced, Replaced": secret_acts,
            "entries of a battle pad": tap_the_pad,
            "a checklist of the scenario": press,
        },
        ONLOOKERS,
    ),
    "the purchases": (
        "oto2",
        lambda table: table.play_to("purchase"),
        {
            "a draft": draft,
            "parts that are handed out": hand_out,
            "a first signature": sign,
            "a free roll for the own side": roll_unseen,
        },
        ONLOOKERS,
    ),
    "the forces": ("oto2", lambda table: table.play_to("forces"), {"a roll": press}, ONLOOKERS),
    "optional machine guns": (
        "oto2",
        lambda table: table.play_until("hans", "optional_mg"),
        {"one that is noted": note_optional_machine_guns},
        ONLOOKERS,
    ),
    "counter battery fire": ("oto2", has_a_counter_battery, {"what is not rolled for yet": aim}, ONLOOKERS),
    "the renewal": ("oto2", lambda table: table.play_to("renewal", "23PM"), {"rolls of the refit": press}, ONLOOKERS),
    "an Idle Day": (
        "votg",
        lambda table: table.play_to("renewal", "15 Sept"),
        {"one that is sealed alone": seal_an_idle_day},
        ONLOOKERS,
    ),
    "Booby Traps": (
        "votg",
        lambda table: table.play_to("forces", "14 Sept"),
        {"their level": raise_booby_traps},
        ("hans",),
    ),
    "Strongpoints": (
        "votg",
        lambda table: table.play_until("ivan", "strongpoints"),
        {"where they are": hold_a_strongpoint},
        ("hans",),
    ),
}
"""Where a campaign stands, what is done there one after the other, and who looks on."""


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("place", SECRET)
def test_no_secret_act_changes_a_byte_of_what_others_see(founding: Callable[..., PlayedCampaign], place: str) -> None:
    """All acts of a place are done before anybody looks again; if something shows, each alone, to say which it was."""
    system, where, acts, onlookers = SECRET[place]
    table = founding(system=system)
    table.scripts.update(SCRIPTS[system])
    where(table)
    before = seen_by(table, onlookers)
    assert any(b"a while ago" in content for _, content in before.values()), "the clock stands still"
    start = transaction.savepoint()
    for act in acts.values():
        act(table)
    if seen_by(table, onlookers) == before:
        return
    shown = []
    for name, act in acts.items():
        transaction.savepoint_rollback(start)
        act(table)
        shown += [name] if seen_by(table, onlookers) != before else []
    pytest.fail(f"others see: {', '.join(shown) or 'all of them together'}")


def ordered(kind: str, **data: Any) -> Act:
    return lambda table: table.player("hans").orders(kind, **data)


HOW_MUCH: dict[str, tuple[str, tuple[Act, Act]]] = {
    "purchases": (
        "oto2",
        (
            ordered("seal", step="purchase", rows={}),
            ordered("seal", step="purchase", rows={"I1": {"n": 2}, "V3": {"n": 1}, "M1": {"n": 2}}),
        ),
    ),
    "purchases of both purses": (
        "votg",
        (
            ordered("seal", step="purchase", rows={}),
            ordered("seal", step="purchase", rows={"A2": {"n": 1, "onboard": 1}, "I2": {"n": 1}}),
        ),
    ),
    "a correction of the own record": (
        "votg",
        (
            ordered("correct", about="own", reason="Counted anew", fpp=7),
            ordered("correct", about="own", reason="Counted anew", fpp=937, cpp=1, elr=3),
        ),
    ),
}


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize("what", HOW_MUCH)
def test_how_much_it_is_changes_no_byte_of_what_others_see(founding: Callable[..., PlayedCampaign], what: str) -> None:
    """The same length of everything, whether it is nothing or much; the seals themselves differ."""
    system, acts = HOW_MUCH[what]
    table = founding(system=system)
    sizes = []
    for act in acts:
        before = transaction.savepoint()
        act(table)
        sizes.append({key: (status, len(content)) for key, (status, content) in seen_by(table, ("ivan",)).items()})
        transaction.savepoint_rollback(before)
    assert sizes[0] == sizes[1]


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("name", "others", "step"), [("hans", ("ivan",), "support"), ("ivan", ("hans", "spectator"), "initiative")]
)
def test_which_chit_lies_face_down_changes_no_byte_of_what_others_see(
    founding: Callable[..., PlayedCampaign], name: str, others: tuple[str, ...], step: str
) -> None:
    """12.625: until both are turned over there is a seal, of the same length for each chit, and nothing else.

    Who has no side looks when both may have put one down.
    """
    table = founding(system="votg", game="II")
    table.scripts["german"] = {"victory": {"winner": "german"}}
    table.play_until(name, step)
    sizes = []
    for chit in ("idle", "attack"):
        before = transaction.savepoint()
        table.player(name).orders("enter", step=step, chit=chit)
        seen = seen_by(table, others)
        sizes.append({key: (status, len(content)) for key, (status, content) in seen.items()})
        transaction.savepoint_rollback(before)
    assert sizes[0] == sizes[1]


def cookie(table: PlayedCampaign, name: str) -> str:
    """The cookie of a browser somebody is logged in with."""
    return f"sessionid={table.browser(name).session.session_key}"


def _in_thread(act: Callable[[], None]) -> Callable[[], None]:
    def run() -> None:
        act()
        connection.close()

    return run


async def together(application: Application, cookies: dict[str, str], table: PlayedCampaign) -> dict[str, Page]:
    """Live pages of all who have a cookie, each listening; the others come when the first one hears everything."""
    pages = dict[str, Page]()
    for name, each in cookies.items():
        pages[name] = Page(application, each, table.public_id)
        if len(pages) == 1:
            await listening(pages[name])
        else:
            assert await pages[name].hears(b"retry:")
    return pages


def unsaid(page: Page, table: PlayedCampaign) -> bytes:
    """What a stream has said beside pings and that something changed in this campaign."""
    message = f"event: change\ndata: {table.public_id}\n\n".encode()
    return page.body.replace(message, b"").replace(b": ping\n\n", b"")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_no_live_message_tells_the_other_side_of_a_secret_act_and_none_says_more_than_the_id() -> None:
    table = start_played()
    table.play_to("battle")
    cookies = {name: cookie(table, name) for name in ("hans", "ivan", "spectator", "umpire")}

    async def story(application: Application) -> None:
        pages = await together(application, cookies, table)
        for act in (lambda: secret_acts(table), lambda: draft(table), lambda: press(table)):
            await asyncio.to_thread(_in_thread(act))
        assert await pages["hans"].hears(b"event: change")
        for name in ("ivan", "spectator", "umpire"):
            assert not await pages[name].hears(b"change", within=0.2), name
        assert unsaid(pages["hans"], table) == b""
        assert not found_in(pages["hans"].body)
        for page in pages.values():
            await page.leaves()

    played(story)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_no_live_message_tells_which_chit_lies_face_down() -> None:
    """12.6181, 12.625: one that binds before the purchases is not heard of, one that is put down says no more."""
    table = start_played(system="votg", game="II")
    table.scripts["german"] = {"victory": {"winner": "german"}, "support": {"chit": "attack"}}
    table.play_until("hans", "support")
    cookies = {name: cookie(table, name) for name in ("hans", "ivan", "spectator", "umpire")}

    async def story(application: Application) -> None:
        pages = await together(application, cookies, table)
        await asyncio.to_thread(_in_thread(lambda: press(table)))
        assert await pages["hans"].hears(b"event: change")
        for name in ("ivan", "spectator", "umpire"):
            assert not await pages[name].hears(b"change", within=0.2), name
        await asyncio.to_thread(_in_thread(lambda: table.play_until("ivan", "initiative")))
        for page in pages.values():
            page.body = b""
        choose = ordered("enter", step="initiative", chit="attack")
        await asyncio.to_thread(_in_thread(lambda: choose(table)))
        for page in pages.values():
            assert await page.hears(b"event: change")
            assert unsaid(page, table) == b""
            await page.leaves()

    played(story)
