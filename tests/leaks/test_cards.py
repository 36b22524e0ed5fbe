"""A card-driven game: hands, decks, cups and the choice of Card or Map tell nobody else anything.

Nothing can be planted here that would be a word of its own: a hand is made of cards that both sides know. So the same
is played twice with other cards and other choices, and all that anybody else gets at is compared: the content of every
page, what the database keeps of it (rows, sizes, order, kinds), mails, and the statements that acts and pages cost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns import access, actions
from campaigns.dice import parts
from campaigns.ledger import journal, verify_campaign
from campaigns.models import JournalEntry, Notification, Room
from refit.demos.player import Player
from rules.contract import PUBLIC, Order
from rules.systems.rts import battle, cards, sequence
from rules.systems.rts.frames import Battle
from rules.systems.rts.resolver import Resolver
from tests.leaks import crawler
from tests.leaks.crawler import PLAIN, VALUES, Crawl
from tests.players import log_in

pytestmark = pytest.mark.django_db
AXIS, SOVIET = "axis", "soviet"
ONLOOKERS = ("boris", "spectator", "stranger")
"""The other side, somebody who watches, somebody who has nothing to do with it."""
NEW_EACH_TIME = re.compile(
    rb"(?:[0-9a-f]{4}[ -]?){3,}|<span>[0-9a-f]{4}</span>|(?<=csrfmiddlewaretoken\" value=\")[^\"]+|(?<=nonce-)[\w=+/-]+"
)
"""Seals, links and what forms are signed with: of one length, whatever they hold."""
MIDDAY = datetime(2026, 3, 1, 12, tzinfo=UTC)
Act = Callable[["Game"], object]
Leak = Callable[[Resolver, bool], None]
"""What somebody else can get at, by whether a side holds something."""
Compared = Callable[[pytest.MonkeyPatch, "Game", Leak], list[Any]]
"""What is left for others with one secret and with another."""


@dataclass
class Clock:
    """A clock that goes on by a microsecond with each look."""

    looks: int = 0

    def now(self) -> datetime:
        self.looks += 1
        return MIDDAY + timedelta(microseconds=self.looks)


@dataclass
class Game:
    """A game with its people; the Axis draws the first cards and chits of what is left, or as it `deals`."""

    users: Mapping[str, User]
    players: Mapping[str, Player]
    public_id: str
    clock: Clock
    deals: str = "first"
    acting: str = ""

    def gives(self, side: str, kind: str, **data: str) -> None:
        """A side gives an order from a page of this moment."""
        seat = access.seat_or_404(self.players[side].seat.user, self.public_id)
        seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
        actions.submit_order(order=Order(kind, data), by=seat, seen=seen)

    def moves(self, *sides: str) -> None:
        """Sides answer what waits for them as their pages propose it."""
        for side in sides:
            assert self.players[side].moves()

    @property
    def stage(self) -> str:
        return str(self.players[AXIS].view().public.stage)


@pytest.fixture
def game(db: None, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Both sides have sat down and nobody has drawn a card."""
    clock = Clock()
    monkeypatch.setattr(timezone, "now", clock.now)
    for part in ("room", "side"):
        monkeypatch.setitem(crawler.FILLINGS, part, lambda name: (AXIS, SOVIET, PUBLIC))
    sheets, steps = ("hand", "situation", "story", "units"), ("choose", "window", "battle")
    monkeypatch.setitem(crawler.FILLINGS, "key", lambda name: sheets if name.startswith("sheet") else steps)
    monkeypatch.setattr(crawler, "MISSING", {})
    users = {name: User.objects.create(username=name, email=f"{name}@example.org") for name in ("anna", *ONLOOKERS)}
    seat = actions.start_campaign(name="Steppe", system="rts", options={}, side=AXIS, by=users["anna"])
    taken = {}
    for name, role, side in (("boris", "commander", SOVIET), ("spectator", "spectator", "")):
        _, token = actions.invite(role=role, side=side, by=seat)
        taken[name] = actions.take_seat(token=token, by=users[name])
    found = Game(users, {AXIS: Player(seat), SOVIET: Player(taken["boris"])}, seat.campaign.public_id, clock)
    real = verify_campaign.drawn

    def drawn(cup: str, draw: Any) -> Any:
        """Dice as they come; of cards and chits the Axis gets those at one end of what is left."""
        if found.acting != AXIS or "size" not in draw or draw["key"].split("/")[-1] not in ("cards", "chits"):
            return real(cup, draw)
        count, size = len(draw["got"]), draw["size"]
        return list(range(count) if found.deals == "first" else range(size - 1, size - 1 - count, -1))

    dice_of = parts.dice_of

    def dice(by: Any, state: Any) -> Any:
        found.acting = by.side
        return dice_of(by, state)

    monkeypatch.setattr(verify_campaign, "drawn", drawn)
    monkeypatch.setattr(parts, "dice_of", dice)
    return found


def looked_at(game: Game) -> dict[Any, Any]:
    """All that onlookers get at now, and what each page of theirs costs."""
    found: dict[Any, Any] = {}
    for name in ONLOOKERS:
        client = log_in(Client(), game.users[name])
        for each in Crawl(client, game.public_id, (PLAIN,), counted=True).run().answers:
            content = NEW_EACH_TIME.sub(b"?", each.content)
            found[name, each.url] = (each.status, len(each.content), content, each.statements)
    return found


def kept(game: Game) -> list[Any]:
    """What lies in the database for its host to see: rows in order, their kinds, the sizes of what is closed."""
    entries = JournalEntry.objects.filter(campaign__public_id=game.public_id).order_by("sequence")
    rooms = Room.objects.filter(campaign__public_id=game.public_id).order_by("key")
    return [
        *((e.room, e.number, e.kind, NEW_EACH_TIME.sub(b"?", repr(e.body).encode()),
           len(e.sealed or b""), len(e.proof or b""), e.side, len(e.link), e.public) for e in entries),
        *((r.key, r.entries, r.heard, r.undone, len(r.state), len(r.dice or b"")) for r in rooms),
        Notification.objects.count(),
    ]  # fmt: skip


def entering(**data: str) -> Act:
    """The Axis enters it."""
    return lambda game: game.gives(AXIS, "enter", **data)


def comes_to(game: Game, act: Act, *, deals: str = "first", pages: bool = True) -> dict[Any, Any]:
    """What an act leaves for others, and nothing of it."""
    before, at, game.deals = transaction.savepoint(), game.clock.looks, deals
    mail.outbox.clear()
    try:
        with CaptureQueriesContext(connection) as asked:
            act(game)
        cost = [VALUES.sub("?", each["sql"]) for each in asked.captured_queries]
        told = [(each.to, each.subject, len(each.body)) for each in mail.outbox]
        return {"cost": cost, "mails": told, "kept": kept(game), **(looked_at(game) if pages else {})}
    finally:
        transaction.savepoint_rollback(before)
        game.deals, game.clock.looks = "first", at


def same(one: dict[Any, Any], other: dict[Any, Any]) -> None:
    assert [key for key in one.keys() | other.keys() if one.get(key) != other.get(key)] == []


def draw_hand(game: Game) -> None:
    game.gives(AXIS, "roll")


def to_the_operation(game: Game) -> Game:
    while game.stage != "operation":
        assert any(player.moves() for player in game.players.values())
    return game


def to_the_choice(game: Game) -> Game:
    to_the_operation(game).gives(AXIS, "enter", do="end")
    return game


def attack(game: Game) -> None:
    """Panzers move into Rossna, nobody plays a card, and the Axis draws its Battle Chits."""
    game.gives(AXIS, "enter", do="move", to="Rossna", **{"unit-GP2": "on"})
    game.gives(AXIS, "enter", card="", again="")
    game.gives(SOVIET, "enter", card="", again="")
    game.gives(AXIS, "roll")
    assert game.stage == "battle"


@pytest.mark.sampled(1, among="secrets of cards")
@pytest.mark.slow
def test_which_cards_a_side_has_drawn_shows_nowhere(game: Game) -> None:
    first, last = comes_to(game, draw_hand), comes_to(game, draw_hand, deals="last")
    same(first, last)
    assert len(first) > 50


@pytest.mark.sampled(1, among="secrets of cards")
@pytest.mark.slow
@pytest.mark.parametrize("deals", ["last"])
def test_a_battle_with_other_hands_and_other_chits_shows_nothing_else(game: Game, deals: str) -> None:
    """From the first hand on: who is asked for a reaction, and what is told of chits drawn, hangs on nothing held."""

    def fought(game: Game) -> None:
        draw_hand(game)
        attack(to_the_operation(game))

    same(comes_to(game, fought), comes_to(game, fought, deals=deals))


@pytest.mark.sampled(1, among="secrets of cards")
@pytest.mark.slow
def test_whether_card_or_map_was_chosen_shows_nowhere_before_both_have(game: Game) -> None:
    to_the_choice(game)
    same(*(comes_to(game, entering(choice=what)) for what in ("card", "map")))

    def drafting(what: str) -> Act:
        return lambda game: actions.save_draft(step="choose", data={"choice": what}, by=game.players[AXIS].seat)

    same(*(comes_to(game, drafting(what), pages=False) for what in ("card", "map")))


@pytest.mark.sampled(1, among="secrets of cards")
@pytest.mark.slow
def test_which_card_was_laid_aside_shows_nowhere(game: Game) -> None:
    to_the_choice(game)
    for side in (AXIS, SOVIET):
        game.gives(side, "enter", choice="card")
    game.moves(AXIS)
    (field, *_) = game.players[AXIS].view().current.task.fields
    laid = [key for key, _ in field.options if key.startswith("discard:")]
    same(*(comes_to(game, entering(do=key)) for key in (laid[0], laid[-1])))


# leaks that were planted are caught -----------------------------------------------------------------------------


def says(act: Resolver, secret: bool) -> None:
    """Content: what is told is another thing."""
    act.tell("answer.stands", side=act.side, until="game" if secret else "battle")


def says_more(act: Resolver, secret: bool) -> None:
    """Count: one thing more is told."""
    if secret:
        act.tell("answer.stands", side=act.side, until="")


def writes_at_length(act: Resolver, secret: bool) -> None:
    """Size: what is in the room is longer."""
    if secret:
        act.note("card.left", card="".join(f"{n * n * 7919:x}" for n in range(300)), title="")


def asks_once_more(act: Resolver, secret: bool) -> None:
    """Time: something is looked up."""
    if secret:
        Notification.objects.count()


def of_the_choice(monkeypatch: pytest.MonkeyPatch, game: Game, leak: Leak) -> list[Any]:
    real = sequence.choose

    def choose(act: Resolver, choice: str) -> None:
        real(act, choice)
        leak(act, choice == "map")

    monkeypatch.setattr(sequence, "choose", choose)
    to_the_choice(game)
    return [comes_to(game, entering(choice=what), pages=False) for what in ("card", "map")]


def of_hand_and_deck(monkeypatch: pytest.MonkeyPatch, game: Game, leak: Leak) -> list[Any]:
    real = cards.take

    def take(act: Resolver, number: int, kind: str) -> None:
        first = act.mine.deck[0]
        real(act, number, kind)
        leak(act, first in act.mine.hand)

    monkeypatch.setattr(cards, "take", take)
    return [comes_to(game, draw_hand, deals=deals, pages=False) for deals in ("first", "last")]


def of_the_cup(monkeypatch: pytest.MonkeyPatch, game: Game, leak: Leak) -> list[Any]:
    real = battle.draw_chits

    def draw_chits(act: Resolver, fought: Battle) -> bool:
        drawn = real(act, fought)
        leak(act, "Air Strike" in act.mine.chits)
        return drawn

    monkeypatch.setattr(battle, "draw_chits", draw_chits)
    to_the_operation(game)
    return [comes_to(game, attack, deals=deals, pages=False) for deals in ("first", "last")]


@pytest.mark.parametrize("leak", [says, says_more, writes_at_length, asks_once_more])
@pytest.mark.parametrize("secret", [of_the_choice, of_hand_and_deck, of_the_cup])
def test_a_planted_leak_is_caught(
    game: Game,
    monkeypatch: pytest.MonkeyPatch,
    secret: Compared,
    leak: Leak,
) -> None:
    one, other = secret(monkeypatch, game, leak)
    with pytest.raises(AssertionError):
        same(one, other)


@pytest.mark.parametrize("secret", [of_the_choice, of_hand_and_deck, of_the_cup])
def test_without_a_planted_leak_nothing_differs(
    game: Game,
    monkeypatch: pytest.MonkeyPatch,
    secret: Compared,
) -> None:
    same(*secret(monkeypatch, game, lambda act, held: None))


def test_what_is_compared_are_other_hands(game: Game) -> None:
    hands = list[tuple[str, ...]]()

    def drawn(game: Game) -> None:
        draw_hand(game)
        hands.append(game.players[AXIS].view().ctx.mine.hand)

    for deals in ("first", "last"):
        comes_to(game, drawn, deals=deals, pages=False)
    first, last = hands
    assert len(first) == len(last) == 5
    assert not {*first} & {*last}
