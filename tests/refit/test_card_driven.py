"""A card-driven game through the actions: the time for a reaction, pages from before, what stands."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from campaigns import access, actions
from campaigns.ledger import journal, undo
from campaigns.models import Seat
from refit.demos.player import Player
from rules.contract import Order, Refused

pytestmark = pytest.mark.django_db
AXIS, SOVIET = "axis", "soviet"
ATTACK = {"do": "move", "to": "Rossna", "unit-GP2": "on"}
MOST = 60


def founded(until: str = "operation", **options: str) -> dict[str, Player]:
    """A game that has come to a stage; as a rule its sides have drawn, and the Axis is to use its Supply Points."""
    first, second = (User.objects.create(username=name) for name in ("anna", "boris"))
    seat = actions.start_campaign(name="Steppe", system="rts", options=options, side=AXIS, by=first)
    _, token = actions.invite(role="commander", side=SOVIET, by=seat)
    players = {AXIS: Player(seat), SOVIET: Player(actions.take_seat(token=token, by=second))}
    players[AXIS].script = {}
    while stage(players) != until:
        assert any(player.moves() for player in players.values())
    return players


def stage(players: dict[str, Player]) -> str:
    return str(players[AXIS].view().public.stage)


def attacked(**options: str) -> dict[str, Player]:
    """Panzers have moved into Rossna, and the defender is asked for a card."""
    players = founded(**options)
    players[AXIS].orders("enter", step="operation", **ATTACK)
    players[AXIS].orders("enter", step="window", card="", again="")
    assert (stage(players), players[SOVIET].view().public.waiting) == ("window", (SOVIET,))
    return players


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets the clock forward."""
    now = timezone.now

    def turn(by: timedelta) -> None:
        monkeypatch.setattr(timezone, "now", lambda: now() + by)

    return turn


def test_the_other_side_goes_on_when_the_time_for_a_reaction_is_over_and_not_before(later: Any) -> None:
    players = attacked(reaction_time="hour")
    with pytest.raises(Refused) as caught:
        players[AXIS].orders("done", step="window")
    assert "may still react, until " in caught.value.message
    assert caught.value.way_out
    assert stage(players) == "window"
    later(timedelta(minutes=59))
    with pytest.raises(Refused):
        players[AXIS].orders("done", step="window")
    later(timedelta(minutes=61))
    players[AXIS].orders("done", step="window")
    assert stage(players) == "chits"
    with pytest.raises(Refused) as late:
        players[SOVIET].orders("enter", step="window", card="", again="")
    assert late.value.way_out


def test_who_is_asked_may_answer_after_the_time_as_long_as_nobody_went_on(later: Any) -> None:
    players = attacked(reaction_time="minutes")
    later(timedelta(days=2))
    players[SOVIET].orders("enter", step="window", card="", again="battle")
    assert stage(players) == "chits"


def test_a_page_from_before_the_battle_commits_nothing() -> None:
    players = founded()
    seat = players[AXIS].seat
    seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
    players[AXIS].orders("enter", step="operation", **ATTACK)
    before = journal.entry_count(seat.campaign, access.rooms_of(seat))
    for _ in range(2):
        with pytest.raises(actions.StalePage):
            actions.submit_order(order=Order("enter", {"do": "end"}), by=fresh(seat), seen=seen)
    assert journal.entry_count(seat.campaign, access.rooms_of(seat)) == before


def at_once(players: dict[str, Player], step: str, kind: str, **data: str) -> None:
    """Both sides press on pages of the same moment."""
    seats = [player.seat for player in players.values()]
    seen = {seat.side: journal.entry_count(seat.campaign, access.rooms_of(seat)) for seat in seats}
    for seat in seats:
        actions.submit_order(order=Order(kind, data), by=fresh(seat), seen=seen[seat.side], step=step)


def test_both_may_draw_their_hands_and_choose_at_once() -> None:
    players = founded(until="hands")
    at_once(players, "hands", "roll")
    assert stage(players) == "start"
    players = {side: Player(fresh(player.seat)) for side, player in players.items()}
    players[AXIS].orders("enter", step="start", area="Belitsa")
    players[AXIS].orders("enter", step="operation", do="end")
    at_once(players, "choose", "enter", choice="card")
    assert stage(players) in ("show", "card"), "both choices were taken"


def test_a_page_from_before_ones_own_act_is_stale_at_such_a_step_too() -> None:
    players = founded(until="hands")
    seat = players[AXIS].seat
    seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
    actions.submit_order(order=Order("roll", {}), by=fresh(seat), seen=seen, step="hands")
    with pytest.raises(actions.StalePage):
        actions.submit_order(order=Order("roll", {}), by=fresh(seat), seen=seen, step="hands")


def fresh(seat: Seat) -> Seat:
    return access.seat_or_404(seat.user, seat.campaign.public_id)


def test_nothing_of_a_battle_is_taken_back_by_one_side_alone() -> None:
    players = attacked()
    acts = 0
    while stage(players) in ("window", "chits", "battle", "victim", "retreat") and acts < MOST:
        assert any(player.moves() for player in players.values())
        acts += 1
        for player in players.values():
            with pytest.raises(Refused) as caught:
                undo.last_act(fresh(player.seat))
            assert caught.value.way_out
    assert acts > 2


def test_a_sealed_choice_alone_may_be_taken_back_until_the_other_side_has_chosen() -> None:
    players = founded()
    players[AXIS].orders("enter", step="operation", do="end")
    players[AXIS].orders("enter", step="choose", choice="card")
    assert undo.last_act(fresh(players[AXIS].seat))
    players[SOVIET].orders("enter", step="choose", choice="card")
    with pytest.raises(Refused):
        undo.last_act(fresh(players[AXIS].seat))
