"""What may be wrong with an instance while its settings are right, and what to do about it.

A check returns a `Ailment`, or None if all is well. None of them tells anything of a campaign but its ID.
"""

from __future__ import annotations

import shutil
import stat
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

import psycopg
from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.core.mail import get_connection
from django.db import DataError, Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from campaigns.alerts import push_keys
from campaigns.alerts.models import Channel, ChannelKind, Failure
from campaigns.ledger import crypto
from campaigns.models import Campaign, Notification
from config import database_version
from config.backups import BACKUP_MADE
from config.jobs import JOBS_RAN, SILENT_FOR
from config.stream_auth import listening_conninfo

MIGRATE = "Run `manage.py migrate`, as the role that owns the tables."
OLDEST_BACKUP = timedelta(days=8)
LONGEST_OWED = timedelta(hours=1)
"""A mail owed for longer than this is not waiting for its turn: it can't be sent."""
NOT_TAKEN = (Failure.ANSWER, Failure.SILENT, Failure.UNREACHED)
"""Push failures for which the instance may be at fault; a browser that withdrew its consent is not among them."""
HEARS, HEARD_WITHIN = "refit_doctor", 3.0
"""The channel on which the doctor tells itself something, and the seconds within which it has to hear of it."""
CLOCKS_APART = timedelta(seconds=5)
LEAST_FREE = 1_000_000_000
"""Bytes of a disk below which an instance will soon stand still."""


@dataclass(frozen=True, slots=True)
class Ailment:
    """What is wrong, and what to do about it: a sentence each."""

    what: str
    remedy: str


def database() -> Ailment | None:
    """The database answers, its tables are of this version, and we are nobody there who could change them."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
            (superuser,) = cursor.fetchone()
        executor = MigrationExecutor(connection)
        if database_version.unknown(executor.loader):
            return Ailment(f"{database_version.OTHER}.", database_version.REMEDY)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return Ailment("The tables are of another version than the program.", MIGRATE)
    except Error:
        return Ailment(
            "The database does not answer, or does not let us in.",
            "Start it, and see whether DATABASE_URL and its password are its own.",
        )
    if superuser:
        return Ailment(
            "The program uses the database as a superuser, who may do all.",
            "Make a role that owns nothing (docs/hosting.md, roles of the database), and name it in DATABASE_URL.",
        )
    return None


def broker() -> Ailment | None:
    """The broker answers."""
    try:
        with current_app.connection_for_read() as broker_connection:
            broker_connection.ensure_connection(max_retries=1, timeout=5)
    except Exception:  # each transport raises its own
        return Ailment(
            "The broker does not answer; sheets and letters wait until it does.",
            "Start it, and see whether REFIT_BROKER_URL and REFIT_BROKER_PASSWORD are its own.",
        )
    return None


def jobs() -> Ailment | None:
    """A worker has done within the last minutes what comes each minute."""
    noted = cache.get(JOBS_RAN)
    if noted and timezone.now() - datetime.fromisoformat(noted) <= SILENT_FOR:
        return None
    ran = f"since {noted[:16].replace('T', ' ')} UTC" if noted else "yet"
    return Ailment(
        f"No job has run {ran}, though one comes each minute.",
        "See whether worker and beat are up, and what they log.",
    )


def live() -> Ailment | None:
    """What is told by one connection is heard by the one that listens for the open pages."""
    try:
        with psycopg.connect(listening_conninfo(), autocommit=True, connect_timeout=5) as listener:
            listener.execute(f"LISTEN {HEARS}")
            with connection.cursor() as cursor:
                cursor.execute(f"NOTIFY {HEARS}")
            if any(listener.notifies(timeout=HEARD_WITHIN, stop_after=1)):
                return None
    except psycopg.Error:
        return Ailment(
            "The connection that listens for the open pages can't be made.", "See whether LIVE_DATABASE_URL is right."
        )
    return Ailment(
        "Open pages hear of nothing that happens: the connection that listens leads through a pooler.",
        "Set LIVE_DATABASE_URL to the address of PostgreSQL itself (docs/hosting.md, growing).",
    )


def letters() -> Ailment | None:
    """No letter has been owed for an hour."""
    before = timezone.now() - LONGEST_OWED
    if not settings.SENDS_MAIL or not Notification.objects.filter(due_at__lt=before).exists():
        return None
    return Ailment(
        "Letters have been owed for over an hour.",
        "Look for 'could not be mailed' in the worker's log: the mail server refuses them, or an address is wrong.",
    )


def mail() -> Ailment | None:
    """The mail server lets us in, where one is named."""
    if not settings.SENDS_MAIL:
        return None
    server = get_connection(fail_silently=False)
    try:
        server.open()
    except OSError as error:  # smtplib's are OSErrors too
        return Ailment(
            f"The mail server does not let us in ({type(error).__name__}).",
            "See whether EMAIL_URL has its name, port, user and password, and whether a firewall stands between.",
        )
    finally:
        server.close()
    return None


def push() -> Ailment | None:
    """The key for browsers opens, and of the browsers that are told of alerts some took their last one."""
    channels = Channel.objects.filter(kind=ChannelKind.PUSH, confirmed_at__isnull=False)
    if not settings.REFIT_KEYS or not channels.exists():
        return None
    try:
        push_keys.pair()
    except crypto.CryptoError:
        return Ailment(
            "REFIT_KEYS does not open the key with which browsers are told of alerts.",
            "Put the key with which it was made back into REFIT_KEYS, behind the newer ones.",
        )
    if channels.exclude(failure__in=NOT_TAKEN).exists():
        return None
    return Ailment(
        "No browser took the last alert that was pushed to it.",
        "See whether a firewall lets the worker reach servers outside over https, and whether REFIT_URL has https.",
    )


def keys() -> Ailment | None:
    """The master keys open every campaign, and nobody else on this machine may read them."""
    if not settings.REFIT_KEYS:
        return Ailment(
            "This process has no master keys, so it can't say whether they fit.",
            "Run this where the web server runs.",
        )
    for campaign in Campaign.objects.order_by("pk").iterator():
        try:
            crypto.seed_of(campaign)
            for room in campaign.rooms.all():
                if not crypto.is_locked(room):
                    crypto.keys_of(campaign, room)
        except crypto.CryptoError:
            return Ailment(
                f"REFIT_KEYS does not open campaign {ascii(campaign.public_id)[1:-1]}, and maybe others.",
                "Put the key with which they were made back into REFIT_KEYS, behind the newer ones.",
            )
    for name in ("secret_key", "refit_keys"):
        path = settings.REFIT_VAR / name
        if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077:
            return Ailment(f"Others on this machine may read {path}.", f"Run `chmod 600 {path}`.")
    return None


def backup() -> Ailment | None:
    """A backup was made of late, if there is anything to lose."""
    if not Campaign.objects.exists():
        return None
    made_at = cache.get(BACKUP_MADE)
    if made_at and timezone.now() - datetime.fromisoformat(made_at) <= OLDEST_BACKUP:
        return None
    return Ailment(
        f"The last backup is from {made_at[:10]}." if made_at else "No backup has been made yet.",
        "Run `manage.py backup`, by a schedule and to another machine (docs/hosting.md).",
    )


def disk() -> Ailment | None:
    """The disk of the instance's folder, and of an embedded database, has room."""
    folder = settings.REFIT_VAR if settings.REFIT_VAR.exists() else settings.BASE_DIR
    free = shutil.disk_usage(folder).free
    if free >= LEAST_FREE:
        return None
    return Ailment(
        f"Only {free // 1_000_000} MB are left on the disk of {folder}.",
        "Make room: old backups, logs, images that nothing uses (`docker system df`).",
    )


def clock() -> Ailment | None:
    """Our clock agrees with the database's, and is not behind what people have already written."""
    ours = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (theirs,) = cursor.fetchone()
    apart = abs(theirs - ours)
    if apart > CLOCKS_APART:
        return Ailment(
            f"The clocks of program and database are {apart.total_seconds():.0f} seconds apart.",
            "Let a time service set both.",
        )
    if Campaign.objects.filter(written_at__gt=ours + CLOCKS_APART).exists():
        return Ailment(
            "The clock is behind the newest entries of a journal: it was set back, or was ahead before.",
            "Let a time service set it; entries keep their order.",
        )
    return None


Check = Callable[[], Ailment | None]
QUICK: dict[str, Check] = {
    "database": database,
    "jobs": jobs,
    "letters": letters,
    "backup": backup,
    "disk": disk,
    "clock": clock,
}
"""What costs a few statements and waits for nobody outside, so that a monitor may ask each minute."""
ALL: dict[str, Check] = {**QUICK, "live": live, "broker": broker, "mail": mail, "push": push, "keys": keys}


def run(checks: dict[str, Check]) -> dict[str, Ailment | None]:
    """Run the checks by their names; without a database the others that need it say nothing of their own."""
    ailments: dict[str, Ailment | None] = {}
    for name, check in checks.items():
        try:
            ailments[name] = check()
        except DataError:
            ailments[name] = Ailment(
                "A row of the database holds what no program of ours writes.",
                "See what `manage.py reconcile` says; else restore the last backup (docs/hosting.md).",
            )
        except Error:
            ailments[name] = Ailment("It can't be said without the database.", "Mend that first.")
    return ailments
