"""The drill of an upgrade: a campaign of the first days, in the tables of that time, opens, plays on and verifies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.urls import reverse

from campaigns import actions
from campaigns.dice import parts
from campaigns.guards import append_host_entry
from campaigns.ledger import archive, closed_form, journal, verify_older_campaign
from campaigns.models import Campaign, JournalEntry
from rules import registry
from tests import positions
from tests.html_client import open_page
from tests.leaks.crawler import addresses
from tests.players import PlayedCampaign, start_played

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

OLDEST = "0002_journal_is_append_only"
"""The first state of the tables in which anybody could play; before it the journal had no guard."""
SINCE = {
    "campaigns_campaign": {"play_mode", "dice_salts", "founding", "seat_list", "written_at", "doors"},
    "campaigns_seat": {"pin", "pin_misses", "pin_missed_at"},
    "campaigns_room": {"undone", "head", "dice"},
    "campaigns_draft": {"act"},
    "campaigns_journalentry": {"link", "anchor", "anchors", "public", "seat"},
}
"""The columns that came later."""
HELD = {
    "house.founded": {"name", "seed_hash", "edition", "options"},
    "house.seat_offered": {"role", "name"},
    "house.seat_taken": {"role", "side", "name"},
    "house.umpire_admitted": {"side", "name"},
}
"""What entries about seats held before these had numbers."""


@pytest.fixture
def old(monkeypatch: pytest.MonkeyPatch) -> PlayedCampaign:
    """A campaign in the middle of its course, written as the first days wrote: no words for the dice, no chain."""

    def tell_as_then(campaign: Campaign, what: str, data: Any, **more: Any) -> Any:
        return tell(campaign, what, {key: data[key] for key in data if key not in ("chains", "how")}, **more)

    with positions.played(), monkeypatch.context() as then:  # a kept one is of today's form
        tell = append_host_entry
        then.setattr(actions, "append_host_entry", tell_as_then)
        then.setattr(journal, "linked", lambda act, heads: act)
        then.setattr(closed_form, "header", lambda campaign, system, seed: None)
        then.setattr(parts, "promised", lambda campaign, sides: {})
        table = start_played()
        table.play_until("hans", "strength")
    _forget_numbers_of_seats(table.campaign)
    return table


def _forget_numbers_of_seats(campaign: Campaign) -> None:
    """Have the journal tell of seats as it did then, by names."""
    entries = JournalEntry.objects.filter(campaign=campaign, kind__in=HELD)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE campaigns_journalentry DISABLE TRIGGER USER")
        for entry in entries:
            told = {"name": entry.actor, **(entry.body or {})}
            body = {key: value for key, value in told.items() if key in HELD[entry.kind]}
            entries.filter(pk=entry.pk).update(body=body)
        cursor.execute("ALTER TABLE campaigns_journalentry ENABLE TRIGGER USER")


@pytest.fixture
def upgraded(old: PlayedCampaign) -> PlayedCampaign:
    """The same after its tables were those of the first days, and `migrate` was run on them."""
    try:
        call_command("migrate", "campaigns", OLDEST, verbosity=0)
        assert all(not columns & _columns(table) for table, columns in SINCE.items()), "the tables are not the old ones"
    finally:
        call_command("migrate", verbosity=0)
    assert all(columns <= _columns(table) for table, columns in SINCE.items())
    return old


def _columns(table: str) -> set[str]:
    with connection.cursor() as cursor:
        return {column.name for column in connection.introspection.get_table_description(cursor, table)}


@pytest.mark.whole("takes every migration back and does it again; the last are tried in test_purchases.py")
def test_a_campaign_of_the_first_edition_opens_plays_on_and_verifies(upgraded: PlayedCampaign, tmp_path: Path) -> None:
    campaign = upgraded.campaign
    assert (campaign.dice_salts, journal.chain_head(campaign)) == (None, None)
    call_command("reconcile", upgraded.public_id, verbosity=0)
    for name in ("hans", "ivan", "spectator"):
        client = upgraded.browser(name)
        answers = {url: client.get(url).status_code for each in addresses() for url in each.urls(upgraded.public_id)}
        assert set(answers.values()) <= {200, 302, 404, 405}, answers
        assert answers[reverse("campaign", args=[upgraded.public_id])] == 200

    before = journal.entry_count(campaign, ["public"])
    page = open_page(upgraded.browser("hans"), f"/campaigns/{upgraded.public_id}/refit/")
    act = next(act for act in ("roll", "done", "confirm", "enter", "seal") if act in page.form.buttons)
    assert page.press(act).status == 200
    upgraded.play_to("battle")
    assert journal.entry_count(upgraded.campaign, ["public"]) > before
    call_command("reconcile", upgraded.public_id, verbosity=0)

    head = journal.chain_head(upgraded.campaign)
    assert head, "its chain begins with the first act after the upgrade"
    keys = ["public", *registry.get("oto2").sides]
    file = tmp_path / "old.json"
    file.write_text(json.dumps(archive.export_campaign(upgraded.campaign, keys, with_seed=True)))
    assert verify_older_campaign.main([str(file), "--head", head.short]) == 2, "its first acts have no links"
