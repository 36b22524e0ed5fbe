"""What the database refuses by itself, whatever the program does."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.db.models import Model
from django.utils import timezone

from campaigns.alerts.models import Alert, Channel
from campaigns.bringing.models import BroughtFile
from campaigns.charts.models import ChartVersion, OwnedChart
from campaigns.closing.models import Closing
from campaigns.club.models import ClubLink
from campaigns.locks.models import Slot, UnlockedDevice
from campaigns.models import (
    Campaign,
    Draft,
    Invitation,
    JournalEntry,
    Notification,
    RGPurchase,
    RGPurchaseLine,
    Room,
    Seat,
    Side,
)
from campaigns.pace.models import SideClock
from campaigns.quotas.models import Spending
from campaigns.talk.models import ChatMessage, DeletedNumber
from campaigns.verify.models import KeptCheck
from tests.campaigns.conftest import Players


@pytest.mark.parametrize(
    "statement", ["UPDATE campaigns_journalentry SET kind = 'x'", "DELETE FROM campaigns_journalentry"]
)
def test_the_journal_is_append_only(cast: Players, statement: str) -> None:
    with pytest.raises(IntegrityError, match="append-only"), connection.cursor() as cursor:
        cursor.execute(statement.format(JournalEntry._meta.db_table))


BAD: dict[str, tuple[type[Model], dict[str, Any]]] = {
    "campaign_has_an_end_exactly_when_it_has_ended": (Campaign, {"status": "ended"}),
    "campaign_names_itself_its_system_and_its_edition": (Campaign, {"edition": ""}),
    "campaign_seed_hash_is_sha256": (Campaign, {"seed_hash": "abc"}),
    "campaign_is_played_in_a_known_way": (Campaign, {"play_mode": "by post"}),
    "room_has_a_key": (Room, {"key": ""}),
    "seat_role_is_known": (Seat, {"role": "owner", "side": ""}),
    "seat_has_a_side_exactly_if_its_role_has": (Seat, {"side": ""}),
    "seat_is_admitted_to_rooms_only_as_umpire": (Seat, {"admitted": ["russian"]}),
    "invitation_role_is_known": (Invitation, {"role": "owner", "side": ""}),
    "invitation_has_a_side_exactly_if_its_role_has": (Invitation, {"side": "german"}),
    "invitation_says_by_whom_and_when_it_was_used": (Invitation, {"used_by": None}),
    "invitation_is_used_or_withdrawn_not_both": (Invitation, {"withdrawn_at": timezone.now()}),
    "club_link_has_an_end": (ClubLink, {"used": 3}),
    "message_number_is_used_once": (ChatMessage, {"pk": None}),
    "room_has_one_deleted_number": (DeletedNumber, {"pk": None}),
    "message_is_open_at_the_table_and_sealed_elsewhere": (ChatMessage, {"sealed": b"x"}),
    "draft_belongs_to_a_side": (Draft, {"room": "public"}),
    "notification_is_of_a_known_kind": (Notification, {"kind": "weather"}),
    "seat_has_one_notification_of_a_kind": (Notification, {"pk": None}),
    "campaign_has_each_room_once": (Room, {"pk": None}),
    "side_has_one_row_of_purchases_a_date": (RGPurchase, {"pk": None}),
    "purchase_line_place_is_used_once": (RGPurchaseLine, {"pk": None}),
    "purchase_line_names_its_group": (RGPurchaseLine, {"group": ""}),
    "purchase_line_is_counted_if_it_was_bought": (RGPurchaseLine, {"number": 0}),
    "person_has_one_seat_of_a_side": (Seat, {"pk": None, "number": 900}),
    "seat_number_is_used_once": (Seat, {"pk": None, "side": "russian"}),
    "room_has_one_draft_of_a_step": (Draft, {"pk": None}),
    "journal_entry_sequence_is_used_once": (  # the first entry of another room, so that its number there is free
        JournalEntry,
        {"pk": None, "room": "nobody", "kind": "", "body": None, "sealed": b"x", "link": "", "anchor": ""},
    ),
    "journal_entry_number_is_used_once": (JournalEntry, {"pk": None, "sequence": 900}),
    "journal_entry_numbers_are_positive": (JournalEntry, {"pk": None, "sequence": 900, "number": 0}),
    "journal_entry_is_open_in_public_and_sealed_elsewhere": (
        JournalEntry,
        {"pk": None, "sequence": 900, "number": 900, "room": "german", "link": ""},
    ),
    "journal_entry_has_links_in_public_only": (
        JournalEntry,
        {"pk": None, "sequence": 900, "number": 900, "link": "a"},
    ),
    "room_head_is_a_link": (Room, {"head": "abc"}),
    "owner_has_each_chart_name_once": (OwnedChart, {"pk": None, "chart_id": "another"}),
    "campaign_has_one_closing_of_a_kind": (Closing, {"pk": None}),
    "closing_is_of_a_known_kind": (Closing, {"what": "sale"}),
    "closing_has_a_reason": (Closing, {"reason": ""}),
    "closing_by_nobodys_side_has_its_day": (Closing, {"side": ""}),
    "slot_name_is_used_once": (Slot, {"pk": None}),
    "slot_is_of_a_known_kind": (Slot, {"kind": "window"}),
    "device_has_one_row_of_a_slot": (UnlockedDevice, {"pk": None}),
    "each_account_has_one_open_file_at_most": (BroughtFile, {"pk": None, "public_id": "another"}),
    "brought_status_is_known": (BroughtFile, {"status": "lost", "body": None}),
    "brought_file_is_kept_exactly_while_it_waits": (BroughtFile, {"body": None}),
    "refused_file_has_its_reason": (BroughtFile, {"reason": b"x"}),
    "chart_has_a_name_and_a_game": (OwnedChart, {"name": ""}),
    "chart_has_each_version_once": (ChartVersion, {"pk": None}),
    "chart_versions_are_counted_from_one": (ChartVersion, {"pk": None, "number": 0}),
    "chart_is_of_a_known_kind": (OwnedChart, {"kind": "globe"}),
    "account_has_one_count_of_a_kind": (Spending, {"pk": None}),
    "campaign_has_one_check_of_the_same_rooms": (KeptCheck, {"pk": None}),
    "account_has_one_channel_for_mail": (Channel, {"pk": None}),
    "channel_is_of_a_known_kind": (Channel, {"kind": "pigeon"}),
    "channel_has_one_alert_of_a_notification": (Alert, {"pk": None}),
    "side_has_one_clock": (SideClock, {"pk": None}),
}


@pytest.mark.parametrize("name", BAD)
def test_a_constraint_refuses(cast: Players, name: str) -> None:
    Draft.objects.create(
        campaign=cast.campaign, room="german", step="bids", body=b"", saved_by="hans", saved_at=timezone.now()
    )
    owed = Notification.objects.create(seat=cast.seat("hans"), kind="rewind")
    channel = Channel.objects.create(user=cast.users["hans"], kind="mail")
    Alert.objects.create(notification=owed, channel=channel, since=timezone.now())
    chart = OwnedChart.objects.create(owner=cast.users["hans"], system="auction", name="My lots")
    ChartVersion.objects.create(chart=chart, number=1, content={})
    Closing.objects.create(campaign=cast.campaign, what="end", side="german", reason="x", made_at=timezone.now())
    bought = RGPurchase.objects.create(side=Side.objects.get(key="german"), date=0, body=b"")
    RGPurchaseLine.objects.create(
        purchase=bought, place=0, record_id="1", group="I1", name="A", number=1, price=1, given=False, counters=0
    )
    kept = dict.fromkeys(("salt", "public", "private", "tag", "sealed"), b"")
    slot = Slot.objects.create(room=bought.side, kind="member", name="1", **kept)
    UnlockedDevice.objects.create(user=cast.users["hans"], slot=slot, session="1", sealed=b"", until=timezone.now())
    BroughtFile.objects.create(
        user=cast.users["hans"], side="german", body=b"", created_at=timezone.now(), queued_at=timezone.now()
    )
    Spending.objects.create(user=cast.users["hans"], kind="mails", since=timezone.now(), count=1)
    KeptCheck.objects.create(campaign=cast.campaign, rooms="public", body=b"")
    SideClock.objects.create(campaign=cast.campaign, side="german", since=timezone.now())
    ChatMessage.objects.create(campaign=cast.campaign, room="public", number=1, body={})
    DeletedNumber.objects.create(campaign=cast.campaign, room="public", number=1)
    ClubLink.objects.create(by=cast.users["hans"], token_hash="x", until=timezone.now(), most=2)
    model, change = BAD[name]
    found: Any = model._default_manager.order_by("pk").last() if model is not Seat else cast.seat("hans")
    for field, value in change.items():
        setattr(found, field, value)
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        found.save(force_insert=found.pk is None)


def test_the_table_above_names_every_constraint_of_the_app() -> None:
    models = apps.get_app_config("campaigns").get_models()
    assert {each.name for model in models for each in model._meta.constraints} == set(BAD)
