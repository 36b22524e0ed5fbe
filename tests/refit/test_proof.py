"""The proof of campaigns of the real games, through the database: for every reader, with what was taken back."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress

import pytest
from django.core.management import call_command

from campaigns import access, actions
from campaigns.ledger import archive, journal, undo
from campaigns.ledger.verify_campaign import check
from campaigns.models import Campaign
from rosters import sheets
from rules.contract import PUBLIC, Refused
from tests.players import PlayedCampaign
from tests.proof.closed import signed_anew

READERS = ("hans", "ivan", "umpire", "spectator")


def faults(table: PlayedCampaign, name: str, *heads: str) -> list[str]:
    """What the check has against somebody's own file."""
    seat = table.seat(name)
    made = archive.export_campaign(seat.campaign, access.rooms_of(seat), with_seed=seat.campaign.ended)
    return [fault for part in check(made, heads) for fault in part.faults]


def takes_back(table: PlayedCampaign, name: str) -> None:
    seat = table.seat(name)
    seen = journal.entry_count(seat.campaign, access.rooms_of(seat))
    actions.undo_last_act(act=str(undo.last_act(seat).id), by=seat, seen=seen)


@pytest.mark.sampled(1)
@pytest.mark.slow
@pytest.mark.parametrize(("system", "more"), [("oto2", {}), ("votg", {"game": "II"})])
def test_a_campaign_of_a_real_game_holds_for_every_reader_and_to_its_end(
    founding: Callable[..., PlayedCampaign], system: str, more: dict[str, str]
) -> None:
    table = founding(system=system, dice="either", **more)
    table.scripts["german"] = {"victory": {"winner": "german"}}
    kept = []
    for step in ("play", "perimeter"):
        table.play_until("hans", step)
        table.notes("hans", "Крот “x”")
        head = journal.chain_head(table.campaign)
        assert head
        kept.append(head.short)
        takes_back(table, "hans")
        with suppress(Refused):  # nothing is left of it if the order was refused
            table.player("ivan").orders("add", kind="nonsense")
    assert kept[0] != kept[1]
    for name in READERS:
        assert faults(table, name, *kept) == []
    call_command("reconcile")
    table.player("ivan").orders("concede")
    assert Campaign.objects.get().ended
    for name in READERS:
        assert faults(table, name, *kept) == []


@pytest.mark.slow
def test_every_sheet_has_the_head_at_its_foot(table: PlayedCampaign) -> None:
    table.play_to("battle")
    head = journal.chain_head(table.campaign)
    assert head
    assert len(head.short) >= 32
    found = [sheets.sheet_content(table.seat("hans"), offer) for offer in sheets.printable_sheets(table.seat("hans"))]
    assert found
    assert all(f"public entry {head.number}: {head.short}" in sheet["head"] for sheet in found)


def test_a_free_roll_that_shows_another_face_than_was_drawn_does_not_pass(table: PlayedCampaign) -> None:
    table.player("hans").orders("throw", purpose="Wind", number=2, shown="both")
    assert faults(table, "hans") == []
    made = archive.export_campaign(table.campaign, {PUBLIC, "german", "russian"}, with_seed=True)
    made = json.loads(json.dumps(made))
    (roll,) = [roll for act in made["acts"] for event in act["events"] for roll in event["data"].get("rolls", ())]
    roll["dice"][0] = roll["dice"][0] % 6 + 1
    said = [fault for part in check(signed_anew(made), ()) for fault in part.faults]
    assert any("the rolls show" in fault for fault in said), said
