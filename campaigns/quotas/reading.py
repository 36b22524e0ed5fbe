"""One file or text at a time is read for an account: reading takes memory and time of all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.db import connection, transaction
from django.utils.translation import gettext

from rules.contract import Refused

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User


@contextmanager
def one_reading(user: User | AnonymousUser) -> Iterator[None]:
    """Read a file or text of an account's in a transaction; raises Refused while another one of the same is read.

    PostgreSQL keeps the lock for all processes, and lets go of it however the transaction ends.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_xact_lock(hashtext('reading'), hashint8(%s))", [user.pk or 0])
            (free,) = cursor.fetchone()
        if not free:
            raise Refused(
                gettext("Another file or text of yours is being read just now, so this one was not."),
                way_out=gettext("Wait a moment, then send it again."),
            )
        yield
