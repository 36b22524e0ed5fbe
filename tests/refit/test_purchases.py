"""What the sides buy, as rows: sealed while it is secret, in the open once the campaign has ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from campaigns import access, actions
from campaigns.ledger import archive, caches, crypto, journal, reconcile, undo
from campaigns.models import Campaign, RGPurchase, RGPurchaseLine, Side
from campaigns.rewind import actions as rewind_actions
from campaigns.rewind import proposals
from rosters import sheets
from rules import registry
from rules.contract import PUBLIC, Order, Refused
from rules.features.documents import HasSheets
from rules.features.purchases import HasPurchases, PurchaseRow
from tests.leaks.planting import jobs_from_now
from tests.players import PlayedCampaign
from tests.positions import once

RECORDED = Path(__file__).parent.parent / "replays"
ENDED = ("oto2/scripted", "votg/russian_win")
BASKET = {"I1": {"n": 1}, "M1": {"n": 1}}


@pytest.fixture(params=ENDED)
def ended(request: Any, table: PlayedCampaign) -> Campaign:
    """A campaign that was played to its end elsewhere."""

    def brought() -> int:
        file = archive.read((RECORDED / f"{request.param}.json").read_bytes())
        sides = registry.get(file.system).sides
        commanders = dict(zip(sides, (table.users["hans"], table.users["ivan"]), strict=True))
        return int(actions.import_campaign(file=file, commanders=commanders).pk)

    return Campaign.objects.get(pk=once(("brought", request.param), brought))


@pytest.fixture
def bought(table: PlayedCampaign) -> PlayedCampaign:
    """The Germans have bought; nobody knows."""
    table.play_to("purchase")
    table.player("hans").orders("seal", step="purchase", rows=BASKET)
    return table


def lines_of(campaign: Campaign, side: str) -> list[PurchaseRow]:
    """What a side has bought by its room."""
    system = registry.get(campaign.system)
    assert isinstance(system, HasPurchases)
    return list(system.purchases(journal.load_state(campaign, {side}), side))


def test_the_lines_say_what_stands_in_the_room(bought: PlayedCampaign) -> None:
    lines = [line for line in lines_of(bought.campaign, "german") if not line.given]
    assert [(line.group, line.number, line.mode, line.strength) for line in lines] == [
        ("I1", 1, "on", ""),
        ("M1", 1, "on", ""),
    ]
    bought.play_to("battle")
    line = next(line for line in lines_of(bought.campaign, "german") if line.group == "I1")
    assert line.strength
    assert line.counters == sum(number for _, _, number in line.arrived) > 0


def test_each_side_has_a_row_for_each_date_once_it_has_entered_its_room(table: PlayedCampaign) -> None:
    def rows() -> list[tuple[str, int]]:
        return list(RGPurchase.objects.order_by("pk").values_list("side__key", "date"))

    assert rows() == [("german", 0), ("russian", 0)]
    table.play_to("purchase", "23PM")
    assert sorted(rows()) == [("german", 0), ("german", 1), ("russian", 0), ("russian", 1)]
    assert not RGPurchaseLine.objects.exists()
    assert set(Side.objects.values_list("key", "won")) == {("german", None), ("russian", None)}
    assert reconcile.differences(table.campaign) == []


def test_what_is_stored_opens_to_the_lines(bought: PlayedCampaign) -> None:
    side = Side.objects.get(key="german")
    assert caches.stored_purchases(bought.campaign, side) == {0: lines_of(bought.campaign, "german")}
    assert crypto.room_of(bought.campaign, "german").pk == side.pk


def test_when_a_campaign_has_ended_its_lines_stand_in_the_open(ended: Campaign) -> None:
    system, rows = registry.get(ended.system), RGPurchase.objects.filter(side__campaign=ended)
    assert isinstance(system, HasPurchases)
    dates = system.purchase_dates(journal.load_state(ended, ()))
    assert rows.count() == dates * len(system.sides) > 4
    assert not rows.exclude(body=None).exists()
    for side in system.sides:
        assert caches.opened_purchases(ended, side) == lines_of(ended, side) != []
    assert sorted(Side.objects.filter(campaign=ended).values_list("won", flat=True), key=str) == [False, True]
    assert reconcile.differences(ended) == []


def test_the_record_of_an_ended_campaign_is_read_from_the_lines(ended: Campaign) -> None:
    seat = next(seat for seat in access.seats_at(ended) if seat.user.username == "hans")
    system = registry.get(ended.system)
    assert isinstance(system, HasSheets)
    for side in system.sides:
        record = sheets.printable_or_404(seat, side, "record").sheet
        state = journal.load_state(ended, {side})
        assert record == system.sheets(state, side)["record"], "it looks as it did before the end"
        RGPurchaseLine.objects.filter(purchase__side__key=side).update(price=321)
        cells = {str(cell) for table in record.tables for block in table.blocks for row in block.rows for cell in row}
        again = sheets.printable_or_404(seat, side, "record").sheet
        read = {str(cell) for table in again.tables for block in table.blocks for row in block.rows for cell in row}
        assert any("321" in cell for cell in read - cells)


def changed_lines(campaign: Campaign) -> None:
    RGPurchaseLine.objects.filter(purchase__side__campaign=campaign, purchase__date=1).update(price=99)


def lost_rows(campaign: Campaign) -> None:
    RGPurchase.objects.filter(side__campaign=campaign, date=1).delete()


def told_otherwise(campaign: Campaign) -> None:
    Side.objects.filter(campaign=campaign).update(won=True)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (changed_lines, "on date 2 are wrong"),
        (lost_rows, "on date 2 are missing"),
        (told_otherwise, "has won is wrong"),
    ],
)
def test_reconcile_says_what_differs_of_lines_in_the_open_and_mends_it(
    ended: Campaign, harm: Callable[[Campaign], None], said: str
) -> None:
    harm(ended)
    assert any(said in difference for difference in reconcile.differences(ended))
    call_command("reconcile", ended.public_id, "--fix", verbosity=0)
    assert reconcile.differences(Campaign.objects.get(pk=ended.pk)) == []


def altered(rows: Any) -> None:
    rows.update(body=bytes(caches.SIZE))


def moved(rows: Any) -> None:
    rows.update(body=RGPurchase.objects.get(side__key="russian").body)


def lost(rows: Any) -> None:
    rows.delete()


def too_early(rows: Any) -> None:
    rows.update(body=None)


def too_many(rows: Any) -> None:
    RGPurchase.objects.create(side=rows.get().side, date=7, body=b"")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (altered, "the purchases of german on date 1 are wrong"),
        (moved, "the purchases of german on date 1 are wrong"),
        (lost, "the purchases of german on date 1 are missing"),
        (too_early, "the purchases of german are in the open"),
        (too_many, "there are purchases of german on date 8, which has not begun"),
    ],
)
def test_reconcile_says_what_differs_of_sealed_purchases_and_mends_it(
    bought: PlayedCampaign, harm: Callable[[Any], None], said: str, capsys: Any
) -> None:
    harm(RGPurchase.objects.filter(side__key="german"))
    with pytest.raises(CommandError):
        call_command("reconcile", bought.public_id)
    assert said in capsys.readouterr().out
    call_command("reconcile", bought.public_id, "--fix", verbosity=0)
    assert reconcile.differences(bought.campaign) == []


def test_what_is_taken_back_was_never_bought(bought: PlayedCampaign) -> None:
    assert lines_of(bought.campaign, "german")[-1].group == "M1"
    seat = bought.seat("hans")
    seen = journal.entry_count(seat.campaign, {PUBLIC, "german"})
    actions.undo_last_act(act=str(undo.last_act(seat).id), by=seat, seen=seen)
    assert all(line.given for line in lines_of(bought.campaign, "german"))
    assert reconcile.differences(bought.campaign) == []


@pytest.mark.parametrize("far", range(1, 9))
@pytest.mark.parametrize("links", [0, 1, 2])
def test_an_act_that_began_before_what_is_read_is_undone_whole_or_not_at_all(
    bought: PlayedCampaign, monkeypatch: pytest.MonkeyPatch, far: int, links: int
) -> None:
    seat = bought.seat("hans")
    sealed = undo.last_act(seat)
    assert {entry.event.kind for entry in sealed.entries} == {"purchases.made", "stage.finished"}
    for _ in range(links):  # what the host writes down does not stand in the way
        actions.invite(by=seat, role="spectator", side="")
    monkeypatch.setattr(undo, "FAR", far)
    if links and far < links + len(sealed.entries) + 1:
        with pytest.raises(Refused):
            undo.last_act(seat)
    else:
        assert undo.last_act(seat) == sealed


def test_a_date_that_is_rewound_has_rows_no_more(table: PlayedCampaign, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs_from_now(monkeypatch)
    table.play_to("purchase", "23PM")
    assert RGPurchase.objects.filter(date=1).count() == 2
    seat = table.seat("hans")
    seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
    before = proposals.points(table.campaign)[0].before
    rewind_actions.propose_rewind(before=before, reason="again", by=seat, seen=seen)
    other = table.seat("ivan")
    asked = proposals.open_proposal(other.campaign)
    assert asked
    seen = journal.entry_count(other.campaign, access.rooms_of(other))
    rewind_actions.answer_rewind(number=asked.number, agreed=True, by=other, seen=seen)
    dates = registry.get("oto2").purchase_dates(journal.load_state(table.campaign, ()))  # type: ignore[attr-defined]
    assert RGPurchase.objects.count() == 2 * dates
    assert reconcile.differences(table.campaign) == []


def test_conceding_opens_what_both_have_bought(bought: PlayedCampaign) -> None:
    seat = bought.seat("ivan")
    seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
    actions.submit_order(order=Order("concede", {}), by=seat, seen=seen)
    assert RGPurchaseLine.objects.filter(group="I1", given=False, purchase__side__key="german").count() == 1
    assert not RGPurchase.objects.exclude(body=None).exists()
    assert dict(Side.objects.values_list("key", "won")) == {"german": True, "russian": False}
    assert reconcile.differences(bought.campaign) == []


@pytest.mark.parametrize("wrong", [{"price": -1}, {"price": 10**9}, {"name": "x" * 999}, {"strength": 3}])
def test_lines_of_a_file_that_can_not_be_kept_are_found_before_it_is_taken(
    bought: PlayedCampaign, wrong: dict[str, Any]
) -> None:
    line = lines_of(bought.campaign, "german")[-1]
    caches.check_purchases({0: [line]})
    with pytest.raises(ValueError, match=next(iter(wrong))):
        caches.check_purchases({0: [replace(line, **wrong)]})
