"""What becomes of an order: what it leaves behind, and when it is turned down."""

from typing import Any

import pytest
from django.utils import timezone

from campaigns import access, actions
from campaigns.ledger import caches, crypto, journal, reconcile
from campaigns.ledger.acts import UNDONE, Act
from campaigns.ledger.form import in_file
from campaigns.ledger.verify_campaign import founding, seal
from campaigns.models import Campaign, Draft, JournalEntry, RGPurchase, Side
from rules.contract import PUBLIC, Event, Order, Refused
from rules.dice import Rng
from tests.campaigns.conftest import Players
from tests.players import state_of
from tests.toys.auction import AUCTION


def test_an_order_changes_the_state_of_its_side_and_of_nobody_else(cast: Players) -> None:
    cast.gives("hans", "Bid", thing="a tank", gold=4)
    state = state_of(cast.campaign, {"german", "russian"})
    assert state.sides["german"].gold == 6
    assert state.sides["russian"].gold == 10


def test_an_illegal_order_is_refused_with_numbers_and_leaves_nothing(cast: Players) -> None:
    before = JournalEntry.objects.count()
    with pytest.raises(Refused, match="a tank costs 40 gold, 10 left"):
        cast.gives("hans", "Bid", thing="a tank", gold=40)
    assert JournalEntry.objects.count() == before


def test_a_second_press_of_the_button_is_stale(cast: Players) -> None:
    seat = cast.seat("hans")
    seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
    order = Order("Bid", {"thing": "a tank", "gold": 4})
    actions.submit_order(order=order, by=seat, seen=seen)
    with pytest.raises(actions.StalePage, match="nothing was done"):
        actions.submit_order(order=order, by=seat, seen=seen)
    assert state_of(cast.campaign, {"german"}).sides["german"].gold == 6


def test_a_secret_act_of_the_other_side_does_not_make_my_page_stale(cast: Players) -> None:
    seat = cast.seat("hans")
    seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
    cast.gives("ivan", "Bid", thing="a gun", gold=1)
    actions.submit_order(order=Order("Bid", {"thing": "a tank", "gold": 4}), by=seat, seen=seen)
    assert seen + 1 == journal.entry_count(cast.campaign, {PUBLIC, "german"})


@pytest.mark.parametrize("name", ["adjutant_hans", "umpire", "spectator"])
def test_only_commanders_commit(cast: Players, name: str) -> None:
    with pytest.raises(Refused, match="commander"):
        cast.gives(name, "Announce", text="hello")


def test_an_adjutant_drafts_and_the_commit_of_the_step_takes_the_draft_away(cast: Players) -> None:
    from campaigns import drafts

    actions.save_draft(step="bids", data={"thing": "a tank"}, by=cast.seat("adjutant_hans"))
    found = drafts.saved(cast.seat("hans"), "bids")
    assert found is not None
    assert (found.data, found.by) == ({"thing": "a tank"}, "adjutant_hans")
    assert drafts.saved(cast.seat("ivan"), "bids") is None
    assert drafts.saved(cast.seat("umpire"), "bids") is None
    seat = cast.seat("hans")
    seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
    actions.submit_order(order=Order("Bid", {"thing": "a tank", "gold": 4}), by=seat, seen=seen, step="bids")
    assert not Draft.objects.exists()


@pytest.mark.parametrize("name", ["umpire", "spectator"])
def test_those_of_no_side_draft_nothing(cast: Players, name: str) -> None:
    with pytest.raises(Refused, match="prepare"):
        actions.save_draft(step="bids", data={}, by=cast.seat(name))


def test_a_system_that_writes_into_the_other_sides_room_is_stopped(cast: Players) -> None:
    with pytest.raises(ValueError, match="would write into"):
        cast.gives("hans", "Trespass")


def test_the_seal_can_be_checked_by_whoever_is_shown_the_secret_later(cast: Players) -> None:
    cast.gives("hans", "Bid", thing="a tank", gold=4)
    cast.gives("hans", "Seal")
    act = list(journal.acts(cast.campaign, {PUBLIC, "german"}))[-1]
    shown = next(
        entry.event.data["seal"] for entry in journal.entries(cast.campaign, {PUBLIC}) if "seal" in entry.event.data
    )
    assert seal(founding(cast.campaign.founding), in_file(act, own=True)) == shown
    other = list(journal.acts(cast.campaign, {PUBLIC, "russian"}))[-1]
    assert other.proof.nonce == ""


def test_each_name_of_a_draw_counts_for_itself(cast: Players) -> None:
    for name in ("hans", "ivan", "hans"):
        cast.gives(name, "Scout")
    proofs = [act.proof for act in journal.acts(cast.campaign, {PUBLIC, "german", "russian"}) if act.proof.draws]
    draws = [draw for proof in proofs for draw in proof.draws]
    assert [(draw.key, draw.turn) for draw in draws[:1]] == [(draws[1].key, 0)], "each side counts its own"
    assert (draws[2].key, draws[2].turn) == (draws[0].key, 1)


def test_a_reader_counts_his_own_entries_without_gaps(cast: Players) -> None:
    cast.gives("hans", "Bid", thing="a tank", gold=4)
    cast.gives("ivan", "Bid", thing="a gun", gold=1)
    cast.gives("hans", "Announce", text="hello")
    for rooms_ in ({PUBLIC}, {PUBLIC, "german"}, {PUBLIC, "russian"}):
        read = journal.entries(cast.campaign, rooms_)
        assert [entry.number for entry in read] == list(range(1, journal.entry_count(cast.campaign, rooms_) + 1))
    page = journal.entries(cast.campaign, {PUBLIC, "german"}, after=2, limit=3)
    assert [entry.number for entry in page] == [3, 4, 5]


def test_the_caches_equal_the_fold_of_the_journal(cast: Players) -> None:
    cast.gives("hans", "Bid", thing="a tank", gold=4)
    cast.gives("hans", "Seal")
    cast.gives("ivan", "Announce", text="hello")
    everything = {"german", "russian"}
    assert journal.rebuild(cast.campaign, everything) == journal.load_state(cast.campaign, everything)


def test_a_winner_ends_the_campaign_opens_all_rooms_and_closes_the_journal(cast: Players) -> None:
    cast.gives("hans", "Bid", thing="a tank", gold=4)
    cast.gives("hans", "Finish")
    assert Campaign.objects.get().ended
    assert access.rooms_of(cast.seat("spectator")) == {PUBLIC, "german", "russian"}
    with pytest.raises(Refused, match="has ended"):
        cast.gives("ivan", "Announce", text="too late")


def test_a_system_that_refuses_after_it_has_drawn_dice_is_stopped(
    cast: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    def looks_first(state: Any, data: Any, side: str, rng: Rng) -> Any:
        raise Refused(f"You would have rolled {rng.roll('look', 2)}.")

    monkeypatch.setattr(AUCTION, "_scout", looks_first)
    before = JournalEntry.objects.count()
    with pytest.raises(RuntimeError, match="refused after dice had been drawn"):
        cast.gives("hans", "Scout")
    assert JournalEntry.objects.count() == before


def test_a_game_without_purchases_has_no_rows_of_them(cast: Players) -> None:
    cast.gives("hans", "Bid", thing="a tank", gold=4)
    assert set(Side.objects.values_list("key", flat=True)) == {"german", "russian"}
    assert not RGPurchase.objects.exists()


def _heard(cast: Players) -> dict[str, int]:
    return {room.key: room.heard for room in cast.campaign.rooms.all()}


@pytest.mark.parametrize("taken_back", [False, True])
def test_a_side_hears_of_what_is_public_when_it_next_enters_and_until_then_its_room_stays_as_it_was(
    cast: Players, taken_back: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    shut = bytes(crypto.room_of(cast.campaign, "german").state)
    cast.gives("ivan", "Announce", text="hello")
    if taken_back:
        here = journal.load_state(cast.campaign, {"russian"})
        last = cast.campaign.rooms.get(key=PUBLIC).entries
        gone = Event(UNDONE, PUBLIC, {"side": "russian", "first": last, "last": last})
        journal.append(cast.campaign, [Act((gone,), timezone.now(), "ivan", "russian")], here)
    assert bytes(crypto.room_of(cast.campaign, "german").state) == shut
    late = _heard(cast)
    assert late["german"] < late["russian"] == late[PUBLIC]
    assert reconcile.differences(cast.campaign) == [], "it is told before it is compared"
    assert state_of(cast.campaign, {"german"}).sides["german"].notices_heard == (0 if taken_back else 1)
    assert set(_heard(cast).values()) == {late[PUBLIC]}
    monkeypatch.setattr(journal, "entries", lambda *_, **__: pytest.fail("it has heard of everything"))
    assert state_of(cast.campaign, {"german"}).sides["german"].notices_heard == (0 if taken_back else 1)


def test_what_a_side_has_heard_is_not_kept_once_more(cast: Players) -> None:
    cast.gives("ivan", "Announce", text="hello")
    room = crypto.room_of(cast.campaign, "german")
    state = journal.load_state(cast.campaign, {"german"})
    fresh = crypto.room_of(cast.campaign, "german")
    caches.keep(cast.campaign, room, room.heard, state)  # read before it was told: too late
    assert bytes(crypto.room_of(cast.campaign, "german").state) == bytes(fresh.state)
