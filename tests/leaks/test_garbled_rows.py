"""Whoever writes SQL garbles every row of one campaign and its people: pages of other campaigns and people go on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import Error, connection, transaction
from django.test import Client
from django.urls import reverse

from campaigns import actions, tasks
from campaigns.alerts.models import mail_channel
from campaigns.ledger import seat_list
from campaigns.models import NotificationKind
from campaigns.outbox import schedule
from campaigns.preferences.models import Preferences
from campaigns.quotas.quotas import spend
from tests import tiers
from tests.players import log_in, start_played

pytestmark = pytest.mark.django_db
NONSENSE = {
    "integer": "2147483647",
    "smallint": "32767",
    "timestamp with time zone": "'infinity'",
    "jsonb": "'5'",
    "bytea": "'x'",
    "text": "E'\\x1b[2J'",
    "character varying": "E'\\x1b'",
}
"""A value of each type that no program of ours writes."""
COLUMNS = """
SELECT table_name, column_name, data_type FROM information_schema.columns
WHERE table_schema = 'public' AND data_type = ANY(%s)
    AND table_name ~ '^(campaigns_|rosters_|auth_user$|django_session$)'
ORDER BY 1, 2
"""
WHOSE = {"user_id": "user_id <> %(user)s", "campaign_id": "campaign_id <> %(campaign)s"}
OF_OTHERS = {
    "campaigns_campaign": "id <> %(campaign)s",
    "auth_user": "id <> %(user)s",
    "django_session": "session_key <> %(session)s",
}


def columns() -> Iterator[tuple[str, str, str]]:
    """Table, column and what stands there for others than the reader, for each column that can hold nonsense."""
    with connection.cursor() as cursor:
        cursor.execute(COLUMNS, [list(NONSENSE)])
        found = cursor.fetchall()
        cursor.execute("SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'")
        there = set(cursor.fetchall())
    for table, column, kind in found:
        own = next((rule for name, rule in WHOSE.items() if (table, name) in there), None)
        if rule := OF_OTHERS.get(table, own):
            yield table, column, f'UPDATE "{table}" SET "{column}" = {NONSENSE[kind]} WHERE {rule}'


@pytest.mark.sampled(1, among="garbled rows")
@pytest.mark.slow
def test_garbled_rows_break_no_page_of_other_campaigns_and_accounts() -> None:
    table = start_played()
    reader = table.users["stranger"]
    own = actions.start_campaign(name="Mine", system="oto2", options={}, side="german", by=reader).campaign
    for user in table.users.values():
        mail_channel(user.pk)
        Preferences.objects.get_or_create(user=user)
        spend(user, "codes")
    schedule(table.campaign, NotificationKind.TURN, ["german", "russian"])
    session = log_in(Client(), reader).cookies["sessionid"].value
    pages = [reverse(name) for name in ("campaign-list", "finished-figures", "chart-list", "alerts")]
    pages += [reverse(name, args=[own.public_id]) for name in ("campaign", "campaign-journal", "campaign-people")]
    garbled, broken, drawn = 0, list[str](), tiers.drawn_part(list(columns()), "garbled for pages")
    for name, column, statement in drawn:
        undo = transaction.savepoint()
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(statement, {"user": reader.pk, "campaign": own.pk, "session": session})
                rows = cursor.rowcount
        except Error:
            rows = 0  # the database refuses it
        if rows:
            garbled += 1
            browser = Client(raise_request_exception=False)
            browser.cookies["sessionid"] = session
            broken += [f"{name}.{column}: {page}" for page in pages if browser.get(page).status_code != 200]
            schedule(own, NotificationKind.TURN, ["german"])
            tasks.send_notifications_task(own.pk)
        transaction.savepoint_rollback(undo)
        cache.clear()
    assert garbled > (2 if tiers.is_fast() else 40)
    assert broken == []


@pytest.mark.parametrize(
    "planted", ["5", "[1]", '"x"', '{"mac": 5}', '{"mac": "é", "list": {}}', '{"mac": null, "list": null}']
)
def test_a_list_of_seats_of_nonsense_is_made_anew_by_whoever_sits_there(planted: str) -> None:
    table = start_played()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE campaigns_campaign SET seat_list = %s", [planted])
    browser = log_in(Client(), table.users["hans"])
    assert browser.get(reverse("campaign-list")).status_code == 200
    assert seat_list.load(table.campaign) is not None
    assert browser.get(reverse("campaign", args=[table.public_id])).status_code == 200
