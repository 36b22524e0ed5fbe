"""Going back by consent: what is proposed, who may answer, what is undone and what stays."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.urls import reverse
from pydantic_core import to_jsonable_python

from campaigns import access, actions, drafts
from campaigns.dice.actions import look_in
from campaigns.ledger import archive, crypto, journal, reconcile, undo
from campaigns.ledger.doors import DOOR
from campaigns.models import Campaign, JournalEntry, PlayMode
from campaigns.rewind import actions as rewind_actions
from campaigns.rewind import proposals
from rules.contract import PUBLIC, Event, Order, Refused
from tests.campaigns.conftest import OPTIONS, Players
from tests.players import state_of
from tests.toys.auction import AUCTION, Auction

ALL = {PUBLIC, "german", "russian"}


def seen(cast: Players, name: str) -> int:
    seat = cast.seat(name)
    return journal.entry_count(seat.campaign, access.rooms_of(seat))


def proposes(cast: Players, name: str, before: int, reason: str = "a slip of the hand") -> None:
    rewind_actions.propose_rewind(before=before, reason=reason, by=cast.seat(name), seen=seen(cast, name))


def answers(cast: Players, name: str, *, agreed: bool = True, number: int = 1) -> None:
    rewind_actions.answer_rewind(number=number, agreed=agreed, by=cast.seat(name), seen=seen(cast, name))


def public(cast: Players) -> int:
    """The number of the newest public entry."""
    return crypto.room_of(cast.campaign, PUBLIC).entries


def dumped(cast: Players) -> dict[str, Any]:
    state = journal.load_state(cast.campaign, ALL)
    return {room: to_jsonable_python(AUCTION.dump(state, room)) for room in ALL}


def played(cast: Players) -> tuple[int, dict[str, Any]]:
    """A past, and something after the public act it is gone back to: that act, and the state before it."""
    cast.gives("hans", "Bid", thing="a tank", gold=4)
    cast.gives("ivan", "Scout")
    before = dumped(cast)
    cast.gives("hans", "Roll", dice=3)
    place = public(cast)
    cast.gives("ivan", "Bid", thing="a gun", gold=1)
    cast.gives("hans", "Scout")
    cast.gives("ivan", "Announce", text="hello")
    cast.gives("hans", "Bid", thing="a map", gold=2)
    return place, before


def test_what_both_agree_to_undo_is_undone_in_every_room(cast: Players) -> None:
    place, before = played(cast)
    proposes(cast, "hans", place)
    assert dumped(cast) != before
    answers(cast, "ivan")
    assert dumped(cast) == before
    assert reconcile.differences(cast.campaign) == []
    assert reconcile.breaks(cast.campaign) == []


def test_the_journal_keeps_both_trails(cast: Players) -> None:
    place, _ = played(cast)
    before = journal.entries(cast.campaign, ALL)
    proposes(cast, "hans", place)
    answers(cast, "ivan")
    after = journal.entries(cast.campaign, ALL)
    assert [entry.event for entry in after[: len(before)]] == [entry.event for entry in before]
    assert [entry.event.kind for entry in after if entry.undone] == [
        "auction.rolled", "bid.made", "bid.scouted", "auction.announced", "bid.made",
    ]  # fmt: skip


def test_a_file_of_a_campaign_with_a_rewind_replays_and_is_gone_on_with(cast: Players) -> None:
    place, before = played(cast)
    proposes(cast, "hans", place)
    answers(cast, "ivan")
    file = archive.file_of(archive.export_campaign(cast.campaign, ALL, with_seed=True))
    system, state = archive.replay(file)
    assert {room: to_jsonable_python(system.dump(state, room)) for room in ALL} == before
    for name, side in (("hans", "german"), ("ivan", "russian")):
        keys = access.rooms_of(cast.seat(name))
        seat = archive.file_of(archive.export_campaign(cast.campaign, keys))
        assert to_jsonable_python(system.dump(archive.replay(seat)[1], side)) == before[side]
    again = actions.import_campaign(file=file, commanders={"german": cast.users["stranger"]})
    assert {room: to_jsonable_python(system.dump(journal.load_state(again, ALL), room)) for room in ALL} == before
    assert reconcile.differences(again) == []


def test_an_open_proposal_in_a_file_lapses_where_it_is_gone_on_with(cast: Players) -> None:
    place, _ = played(cast)
    proposes(cast, "hans", place)
    file = archive.file_of(archive.export_campaign(cast.campaign, ALL, with_seed=True))
    again = actions.import_campaign(file=file, commanders={"german": cast.users["stranger"]})
    assert proposals.open_proposal(again) is None
    assert [verdict for _, verdict in proposals.past_proposals(again)] == ["lapsed"]


def test_of_the_other_room_no_side_hears_how_much_is_undone(cast: Players) -> None:
    place, _ = played(cast)
    proposes(cast, "hans", place)
    answers(cast, "ivan")
    for name, other in (("hans", "russian"), ("ivan", "german")):
        told = [entry.event for entry in journal.entries(cast.campaign, access.rooms_of(cast.seat(name)))]
        assert other not in {event.room for event in told}
    tail = [entry.event for entry in journal.entries(cast.campaign, {PUBLIC})][-2:]
    assert [event.kind for event in tail] == ["house.rewind_proposed", "house.rewound"]
    assert tail[1].data == {"rewind": 1, "before": place}


def test_the_public_trail_is_the_same_whatever_was_done_in_the_sides_rooms(cast: Players) -> None:
    """Two rewinds over the same public acts, one with secret acts between them, one without."""
    told = []
    for secrets in ((), ("Scout", "Scout")):
        cast.gives("hans", "Announce", text="first")
        place = public(cast)
        for kind in secrets:
            cast.gives("ivan", kind)
        cast.gives("hans", "Announce", text="second")
        start = public(cast)
        proposes(cast, "hans", place)
        answers(cast, "ivan", number=len(proposals.past_proposals(cast.campaign)))
        mine = journal.entries(cast.campaign, {PUBLIC, "german"})[-4:]
        told.append([(entry.event.room, entry.event.kind, entry.actor, entry.side) for entry in mine])
        assert public(cast) == start + 3, "with the part in the dice of who agreed"
        look_in(by=cast.seat("hans"))
    assert told[0] == told[1]


def test_a_side_that_was_idle_in_its_own_room_gets_no_entry_there(cast: Players) -> None:
    cast.gives("hans", "Announce", text="hello")
    place, counts = (
        public(cast),
        {side: crypto.room_of(cast.campaign, side).entries for side in ("german", "russian")},
    )
    proposes(cast, "hans", place)
    answers(cast, "ivan")
    assert {side: crypto.room_of(cast.campaign, side).entries for side in counts} == counts
    assert state_of(cast.campaign, ALL).public.notices == ()


def test_what_the_host_wrote_meanwhile_stays(cast: Players) -> None:
    cast.gives("hans", "Announce", text="hello")
    place = public(cast)
    actions.invite(role="spectator", side="", by=cast.seat("hans"))
    cast.gives("hans", "Announce", text="again")
    proposes(cast, "hans", place)
    answers(cast, "ivan")
    gone = [e.place for e in journal.entries(cast.campaign, {PUBLIC}) if e.undone]
    assert gone == [place, place + 2]
    offered = [e for e in journal.entries(cast.campaign, {PUBLIC}) if e.event.kind == "house.seat_offered"]
    assert not any(entry.undone for entry in offered)


def test_what_was_typed_for_it_is_a_draft_again(cast: Players) -> None:
    cast.gives("ivan", "Announce", text="hello")
    place, seat = public(cast), cast.seat("hans")
    order = Order("Bid", {"thing": "a tank", "gold": 4})
    actions.submit_order(order=order, by=seat, seen=seen(cast, "hans"), step="bids", typed={"thing": "a tank"})
    proposes(cast, "ivan", place)
    assert drafts.saved(cast.seat("hans"), "bids") is None
    answers(cast, "hans")
    found = drafts.saved(cast.seat("hans"), "bids")
    assert found is not None
    assert found.data == {"thing": "a tank"}


def test_a_draft_that_was_begun_since_is_left_alone(cast: Players) -> None:
    cast.gives("ivan", "Announce", text="hello")
    place, seat = public(cast), cast.seat("hans")
    order = Order("Bid", {"thing": "a tank", "gold": 4})
    actions.submit_order(order=order, by=seat, seen=seen(cast, "hans"), step="bids", typed={"thing": "a tank"})
    actions.save_draft(step="bids", data={"thing": "a boat"}, by=cast.seat("adjutant_hans"))
    proposes(cast, "ivan", place)
    answers(cast, "hans")
    found = drafts.saved(cast.seat("hans"), "bids")
    assert found is not None
    assert found.data == {"thing": "a boat"}


# Who hears of it ------------------------------------------------------------------------


def test_the_commander_who_is_to_answer_gets_a_mail_that_says_no_more(
    cast: Players, django_capture_on_commit_callbacks: Any
) -> None:
    place, _ = played(cast)
    with django_capture_on_commit_callbacks(execute=True):
        proposes(cast, "hans", place, reason="my tank stood in Orsha")
    (letter,) = mail.outbox
    assert letter.to == ["ivan@example.org"]
    assert letter.subject == "A rewind is proposed in Orsha"
    assert reverse("rewind-answer", args=[cast.public_id]) in letter.body
    assert "tank" not in letter.body
    assert "rolled" not in letter.body


def test_nobody_gets_a_mail_of_a_proposal_that_was_refused_at_once(
    cast: Players, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True), pytest.raises(Refused):
        proposes(cast, "hans", 99)
    assert mail.outbox == []


@pytest.mark.parametrize("how", [PlayMode.HOTSEAT, PlayMode.SOLO])
def test_who_sits_in_front_of_both_sides_gets_no_mail(
    users: dict[str, Any], django_capture_on_commit_callbacks: Any, how: str
) -> None:
    made: dict[str, Any] = {"name": "One table", "system": "auction", "options": OPTIONS, "side": "german"}
    seat = actions.start_campaign(**made, by=users["hans"], play_mode=how)
    cast = Players(users, seat.campaign.public_id)
    access.attach(users["hans"], {cast.public_id: "german"})
    cast.gives("hans", "Announce", text="hello")
    with django_capture_on_commit_callbacks(execute=True):
        proposes(cast, "hans", public(cast))
    assert mail.outbox == []


# Who may, and when ------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["umpire", "spectator", "adjutant_ivan"])
def test_only_a_commander_proposes_answers_or_withdraws(cast: Players, name: str) -> None:
    place, _ = played(cast)
    with pytest.raises(Refused, match="commander"):
        proposes(cast, name, place)
    proposes(cast, "hans", place)
    with pytest.raises(Refused, match="commander"):
        answers(cast, name)
    with pytest.raises(Refused, match="commander"):
        rewind_actions.withdraw_rewind(number=1, by=cast.seat(name))


def test_nobody_agrees_to_his_own_proposal_or_withdraws_the_other_sides(cast: Players) -> None:
    place, _ = played(cast)
    proposes(cast, "hans", place)
    with pytest.raises(Refused, match="Your own side"):
        answers(cast, "hans")
    with pytest.raises(Refused, match="The other side proposed"):
        rewind_actions.withdraw_rewind(number=1, by=cast.seat("ivan"))


def test_only_one_is_open_at_a_time(cast: Players) -> None:
    place, _ = played(cast)
    proposes(cast, "hans", place)
    for name in ("hans", "ivan"):
        with pytest.raises(Refused, match="proposed already"):
            proposes(cast, name, place)


def test_a_proposal_that_was_refused_or_withdrawn_undoes_nothing_and_another_may_follow(cast: Players) -> None:
    place, _ = played(cast)
    before = dumped(cast)
    proposes(cast, "hans", place)
    answers(cast, "ivan", agreed=False)
    proposes(cast, "hans", place)
    rewind_actions.withdraw_rewind(number=2, by=cast.seat("hans"))
    proposes(cast, "ivan", place)
    assert dumped(cast) == before
    assert [(one.number, one.side, verdict) for one, verdict in proposals.past_proposals(cast.campaign)] == [
        (3, "russian", "waits for an answer"), (2, "german", "withdrawn"), (1, "german", "refused"),
    ]  # fmt: skip
    with pytest.raises(Refused, match="no longer waits"):
        answers(cast, "hans", number=2)
    answers(cast, "hans", number=3)
    assert proposals.past_proposals(cast.campaign)[0][1] == "agreed"


def test_a_proposal_lapses_with_anything_public(cast: Players) -> None:
    place, _ = played(cast)
    for number, goes_on in enumerate(
        (
            lambda: cast.gives("ivan", "Announce", text="on we go"),
            lambda: cast.gives("hans", "Seal"),
            lambda: actions.invite(role="umpire", side="", by=cast.seat("ivan")),
            lambda: actions.judge(order=Order("x", {"text": "no"}), by=cast.seat("umpire"), seen=seen(cast, "umpire")),
        ),
        1,
    ):
        proposes(cast, "hans", place)
        goes_on()
        with pytest.raises(Refused, match="has lapsed"):
            answers(cast, "ivan", number=number)
        assert reconcile.differences(cast.campaign) == []
    assert {verdict for _, verdict in proposals.past_proposals(cast.campaign)} == {"lapsed"}


def test_a_secret_act_does_not_make_it_lapse_and_is_undone_too(cast: Players) -> None:
    place, before = played(cast)
    proposes(cast, "hans", place)
    cast.gives("hans", "Bid", thing="a boat", gold=1)
    answers(cast, "ivan")
    assert dumped(cast) == before


def test_a_secret_act_of_his_own_makes_the_page_of_who_answers_stale(cast: Players) -> None:
    place, _ = played(cast)
    proposes(cast, "hans", place)
    page = seen(cast, "ivan")
    cast.gives("ivan", "Bid", thing="a boat", gold=1)
    with pytest.raises(actions.StalePage):
        rewind_actions.answer_rewind(number=1, agreed=True, by=cast.seat("ivan"), seen=page)
    cast.gives("hans", "Bid", thing="a cart", gold=1)
    answers(cast, "ivan")


@pytest.mark.parametrize("name", ["hans", "ivan"])
@pytest.mark.parametrize("kind", ["Scout", "Roll"])
def test_nobody_rolls_first_and_decides_then_whether_it_counts(cast: Players, name: str, kind: str) -> None:
    place, _ = played(cast)
    proposes(cast, "hans", place)
    drawn = how_many_drawn(cast)
    with pytest.raises(Refused, match="no dice while a rewind is proposed"):
        cast.gives(name, kind)
    assert how_many_drawn(cast) == drawn
    answers(cast, "ivan", agreed=False)
    cast.gives(name, kind)
    assert how_many_drawn(cast) > drawn


def how_many_drawn(cast: Players, after: int = 0) -> int:
    return sum(len(act.proof.draws) for act in journal.acts(cast.campaign, ALL, after=after))


@pytest.mark.parametrize("before", [-1, 0, 1, 99, 10**8])
def test_only_public_acts_that_count_are_gone_back_to(cast: Players, before: int) -> None:
    played(cast)
    with pytest.raises(Refused, match="no public act"):
        proposes(cast, "hans", before)


def test_what_was_undone_is_not_gone_back_to_again(cast: Players) -> None:
    place, _ = played(cast)
    proposes(cast, "hans", place)
    answers(cast, "ivan")
    assert proposals.points(cast.campaign) == []
    with pytest.raises(Refused, match="no public act"):
        proposes(cast, "hans", place)


def test_an_act_at_the_far_end_of_the_list_is_offered_as_a_whole(
    cast: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    twice = [Event("auction.announced", PUBLIC, {"text": text}) for text in ("one", "two")]
    monkeypatch.setattr(Auction, "_announce", lambda *order: (*twice,))
    cast.gives("hans", "Announce")
    offered = proposals.points(cast.campaign)[0]
    assert len(offered.entries) == 2
    monkeypatch.setattr(proposals, "FAR", 1)
    assert proposals.points(cast.campaign) == [offered]
    assert proposals.point_at(cast.campaign, offered.before) == offered


@pytest.mark.parametrize("reason", ["", "  ", "x" * 201, "a\x00b", "\u202e"])
def test_a_reason_is_one_line(cast: Players, reason: str) -> None:
    place, _ = played(cast)
    with pytest.raises(Refused, match="Say why"):
        proposes(cast, "hans", place, reason)


def test_a_stale_page_proposes_nothing(cast: Players) -> None:
    place, _ = played(cast)
    page = seen(cast, "hans")
    cast.gives("ivan", "Announce", text="something else")
    with pytest.raises(actions.StalePage):
        rewind_actions.propose_rewind(before=place, reason="a slip", by=cast.seat("hans"), seen=page)


def test_a_campaign_that_has_ended_is_not_rewound(cast: Players) -> None:
    place, _ = played(cast)
    cast.gives("hans", "Finish")
    assert Campaign.objects.get().ended
    with pytest.raises(Refused, match="has ended"):
        proposes(cast, "ivan", place)


def test_the_act_that_ends_a_campaign_makes_a_proposal_lapse(cast: Players) -> None:
    place, _ = played(cast)
    proposes(cast, "hans", place)
    cast.gives("ivan", "Finish")
    with pytest.raises(Refused, match="has ended"):
        answers(cast, "ivan")
    assert proposals.open_proposal(cast.campaign) is None


def test_what_stood_before_a_rewind_is_not_taken_back_by_one_side_afterwards(cast: Players) -> None:
    """Who has seen what came next can't rebuild what the other side agreed to leave."""
    cast.gives("hans", "Bid", thing="a tank", gold=4)
    cast.gives("ivan", "Announce", text="I have all the guns")
    place = public(cast)
    proposes(cast, "hans", place)
    answers(cast, "ivan")
    with pytest.raises(Refused, match="both sides know of"):
        undo.last_act(cast.seat("hans"))
    cast.gives("hans", "Bid", thing="a map", gold=1)
    assert undo.last_act(cast.seat("hans"))


def test_another_act_than_the_page_showed_is_not_taken_back(cast: Players) -> None:
    cast.gives("hans", "Bid", thing="a tank", gold=4)
    shown = undo.last_act(cast.seat("hans")).id
    cast.gives("hans", "Bid", thing="a map", gold=1)
    with pytest.raises(actions.StalePage):
        actions.undo_last_act(act=str(shown), by=cast.seat("hans"), seen=seen(cast, "hans"))
    assert crypto.room_of(cast.campaign, "german").undone == []


def test_what_was_taken_back_before_stays_taken_back(cast: Players) -> None:
    cast.gives("hans", "Announce", text="hello")
    place = public(cast)
    cast.gives("hans", "Bid", thing="a tank", gold=4)
    actions.undo_last_act(act=str(undo.last_act(cast.seat("hans")).id), by=cast.seat("hans"), seen=seen(cast, "hans"))
    proposes(cast, "ivan", place)
    answers(cast, "hans")
    assert crypto.room_of(cast.campaign, "german").undone == [[1, 1]]
    assert reconcile.differences(cast.campaign) == []
    assert reconcile.breaks(cast.campaign) == []


def test_solo_it_is_agreed_at_once_and_recorded_all_the_same(users: dict[str, Any]) -> None:
    made: dict[str, Any] = {"name": "Alone", "system": "auction", "options": OPTIONS, "side": "german"}
    seat = actions.start_campaign(**made, by=users["hans"], play_mode=PlayMode.SOLO)
    cast = Players(users, seat.campaign.public_id)
    cast.gives("hans", "Announce", text="hello")
    proposes(cast, "hans", public(cast))
    assert state_of(cast.campaign, ALL).public.notices == ()
    kinds = [entry.event.kind for entry in journal.entries(cast.campaign, {PUBLIC})]
    assert kinds[-2:] == ["house.rewind_proposed", "house.rewound"]
    assert reconcile.breaks(cast.campaign) == []


# Anything, anywhere ----------------------------------------------------------------------


MOVES: tuple[Callable[[Players, str, random.Random], object], ...] = (
    lambda cast, name, luck: cast.gives(name, "Bid", thing="a tank", gold=luck.randint(0, 1)),
    lambda cast, name, luck: cast.gives(name, "Scout"),
    lambda cast, name, luck: cast.gives(name, "Roll", dice=luck.randint(1, 3)),
    lambda cast, name, luck: cast.gives(name, "Announce", text="hello"),
    lambda cast, name, luck: cast.gives(name, "Seal"),
    lambda cast, name, luck: actions.invite(role="spectator", side="", by=cast.seat(name)),
    lambda cast, name, luck: actions.undo_last_act(
        act=str(undo.last_act(cast.seat(name)).id), by=cast.seat(name), seen=seen(cast, name)
    ),
    lambda cast, name, luck: proposes(cast, name, luck.choice(proposals.points(cast.campaign)).before),
    lambda cast, name, luck: answers(
        cast, name, agreed=luck.random() < 0.8, number=len(proposals.past_proposals(cast.campaign))
    ),
)


def dice_drawn(cast: Players) -> list[tuple[str | int, ...]]:
    """What each draw hangs on: its side, and door, name and turn."""
    epoch, found = 0, list[tuple[str | int, ...]]()
    for act in journal.acts(cast.campaign, ALL):
        found += [(act.side, epoch, draw.key, draw.turn) for draw in act.proof.draws]
        epoch += [event.kind for event in act.events].count(DOOR)
    return found


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_rewound_caches_chain_and_dice_hold(seed: int, cast: Players) -> None:
    luck, agreed, after_rewinds = random.Random(seed), 0, 0
    for turn in range(90):
        name, move = luck.choice(("hans", "ivan")), luck.choice(MOVES)
        if turn % 12 > 9:  # now and then one that comes to its end
            name, move = ("hans", MOVES[-2]) if turn % 12 == 10 else ("ivan", MOVES[-1])
        if luck.random() < 0.7:  # as whoever opens a page does
            look_in(by=cast.seat(name))
        newest = JournalEntry.objects.latest("sequence").sequence
        try:
            move(cast, name, luck)
        except (Refused, IndexError):
            continue
        after_rewinds += how_many_drawn(cast, after=newest) if agreed else 0
        if JournalEntry.objects.filter(kind="house.rewound").count() > agreed:
            agreed += 1
            assert reconcile.differences(cast.campaign) == []
    assert agreed
    assert after_rewinds
    drawn = dice_drawn(cast)  # the journal keeps them all
    assert len(drawn) == len({*drawn}), "a die was drawn twice"
    assert reconcile.differences(cast.campaign) == []
    assert reconcile.breaks(cast.campaign) == []
