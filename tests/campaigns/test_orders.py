"""What becomes of an order: what it leaves behind, and when it is turned down."""

from typing import Any

import pytest

from campaigns import access, actions
from campaigns.ledger import crypto, journal
from campaigns.ledger.verify_campaign import commitment, dice_key, die
from campaigns.models import Campaign, Draft, JournalEntry, RGPurchase, Side
from rules.contract import PUBLIC, Order, Refused
from rules.dice import Rng
from tests.campaigns.conftest import Players
from tests.toys.auction import AUCTION


def test_an_order_changes_the_state_of_its_side_and_of_nobody_else(cast: Players) -> None:
    cast.gives("hans", "Bid", thing="a tank", gold=4)
    state = journal.load_state(cast.campaign, {"german", "russian"})
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
    assert journal.load_state(cast.campaign, {"german"}).sides["german"].gold == 6


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
    from campaigns.ledger.acts import seal_of

    cast.gives("hans", "Bid", thing="a tank", gold=4)
    cast.gives("hans", "Seal")
    act = list(journal.acts(cast.campaign, {PUBLIC, "german"}))[-1]
    shown = next(
        entry.event.data["seal"] for entry in journal.entries(cast.campaign, {PUBLIC}) if "seal" in entry.event.data
    )
    assert seal_of(act.proof.nonce, act.events) == shown
    other = list(journal.acts(cast.campaign, {PUBLIC, "russian"}))[-1]
    assert other.proof.nonce == ""


def test_dice_are_numbered_per_room_never_reused_and_can_be_checked_with_the_seed(cast: Players) -> None:
    cast.gives("hans", "Scout")
    cast.gives("ivan", "Scout")
    cast.gives("hans", "Roll", dice=3)
    seed = crypto.seed_of(cast.campaign)
    key = dice_key(seed, cast.campaign.dice_salts)
    proofs = [act.proof for act in journal.acts(cast.campaign, {PUBLIC, "german", "russian"}) if act.proof.draws]
    assert [(proof.first, proof.numbers) for proof in proofs] == [(0, 2), (0, 2), (2, 3)]
    assert proofs[2].draws[0].got == tuple(die(key, "german", number) for number in (2, 3, 4))
    assert commitment(seed) == cast.campaign.seed_hash
    assert crypto.room_of(cast.campaign, "german").draws == journal.drawn_in(cast.campaign, "german") == 5


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
    assert journal.rebuild(cast.campaign) == journal.load_state(cast.campaign, everything)


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
        raise Refused(f"You would have rolled {rng.roll(2)}.")

    monkeypatch.setattr(AUCTION, "_scout", looks_first)
    before = JournalEntry.objects.count()
    with pytest.raises(RuntimeError, match="refused after dice had been drawn"):
        cast.gives("hans", "Scout")
    assert JournalEntry.objects.count() == before


def test_a_game_without_purchases_has_no_rows_of_them(cast: Players) -> None:
    cast.gives("hans", "Bid", thing="a tank", gold=4)
    assert set(Side.objects.values_list("key", flat=True)) == {"german", "russian"}
    assert not RGPurchase.objects.exists()
