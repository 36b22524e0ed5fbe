"""Counts what an account does within a day, and refuses what exceeds the host's limits (settings.QUOTAS)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from rules.contract import Refused

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.db.models import Model

DAY = timedelta(days=1)
WAY_OUT = gettext_noop("Go on tomorrow, or ask whoever runs this server to raise the limit.")
SAID = {
    "campaigns": gettext_noop("You have founded %(most)s campaigns within a day, the most there can be."),
    "charts": gettext_noop("You have begun %(most)s charts within a day, the most there can be."),
    "uploads": gettext_noop("You have sent %(most)s files of charts within a day, the most there can be."),
    "invitations": gettext_noop("You have made %(most)s links within a day, the most there can be."),
    "drafts": gettext_noop("You have saved %(most)s drafts within a day, the most there can be."),
    "brought": gettext_noop("You have imported %(most)s files within a day, the most there can be."),
    "files": gettext_noop("You have asked for %(most)s campaign files within a day, the most there can be."),
    "checks": gettext_noop("You have asked for %(most)s long checks within a day, the most there can be."),
    "codes": gettext_noop("You have had %(most)s codes and tests sent within a day, the most there can be."),
    "mails": gettext_noop("You have sent %(most)s invitations by mail within a day, the most there can be."),
    "messages": gettext_noop("You have written %(most)s messages within a day, the most there can be."),
}
"""The refusal for each kind that is counted; settings.QUOTAS has the limits, 0 for any number."""
COUNT = """
INSERT INTO campaigns_spending AS kept (user_id, kind, since, count) VALUES (%(user)s, %(kind)s, %(now)s, 1)
ON CONFLICT (user_id, kind) DO UPDATE SET
    since = CASE WHEN kept.since > %(begun)s AND kept.since <= %(now)s THEN kept.since ELSE EXCLUDED.since END,
    count = CASE WHEN kept.since > %(begun)s AND kept.since <= %(now)s THEN LEAST(kept.count, %(most)s) + 1 ELSE 1 END
RETURNING count
"""
"""A `since` in the future is ignored and the count is bounded, so a forged row locks nobody out for more than a day."""


def spend(user: User, kind: str) -> None:
    """Count one more of a kind. Raises Refused if it is one too many. The count is rolled back with a transaction."""
    most, now = settings.QUOTAS[kind], timezone.now()
    if not most:
        return
    with connection.cursor() as cursor:
        cursor.execute(COUNT, {"user": user.pk, "kind": kind, "now": now, "begun": now - DAY, "most": most})
        (count,) = cursor.fetchone()
    if count > most:
        raise Refused(gettext(SAID[kind]) % {"most": most}, way_out=gettext(WAY_OUT))


def one_at_a_time(model: type[Model]) -> None:
    """Wait for others who do this until the transaction ends, so that no two pass a limit on the rows of all accounts.

    The lock goes by the table of `model`.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [model._meta.db_table])
