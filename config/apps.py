"""The configuration as a Django app: connects signals, and creates the queue, the cache's table and the role."""

from typing import Any

from allauth.usersessions.apps import UserSessionsConfig
from django.apps import AppConfig, apps
from django.conf import settings
from django.contrib.admin.apps import SimpleAdminConfig
from django.contrib.auth.signals import user_logged_in
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, connections
from django.db.models.signals import post_delete, post_migrate, pre_migrate

from config.jobs import QUEUE
from launch import database_role


class ConfigConfig(AppConfig):
    """The outermost app, which may import every other."""

    name = "config"

    def ready(self) -> None:
        """Load the pages of the administration, and Celery, so that `.delay()` in any process finds the broker."""
        from django.contrib.sessions.models import Session

        from campaigns import admin as campaigns_admin  # noqa: F401
        from campaigns.locks.devices import forget_session
        from config import (
            celery,  # noqa: F401
            database_version,
        )
        from config.administration import accounts  # noqa: F401
        from config.limits.content_types import guard_parts
        from config.middleware import remember_preferences
        from config.sessions import notify_streams

        guard_parts()
        user_logged_in.connect(remember_preferences)
        post_delete.connect(notify_streams, sender=Session)
        post_delete.connect(forget_session, sender=Session)

        # Django sends the signals for apps with models only, and this one has none.
        pre_migrate.connect(database_version.refuse_newer, sender=apps.get_app_config("campaigns"))
        post_migrate.connect(make_queue_tables, sender=apps.get_app_config("campaigns"))
        post_migrate.connect(make_cache_table, sender=apps.get_app_config("campaigns"))
        post_migrate.connect(let_application_in, sender=apps.get_app_config("campaigns"))


class HostAdminConfig(SimpleAdminConfig):
    """Django's administration with our own site, on which ConfigConfig registers all pages."""

    default_site = "config.administration.site.HostSite"


class SessionListConfig(UserSessionsConfig):
    """The list of sessions, kept by config.sessions, which also knows sessions that nobody has just logged in to."""

    def ready(self) -> None:
        """Leave out the library's own way of filling the list."""


def make_cache_table(using: str, **signal: Any) -> None:
    """Create the table of config.cache, if there is none."""
    call_command("createcachetable", database=using, verbosity=0)


def let_application_in(using: str, **signal: Any) -> None:
    """Set up the application's role if its password is set, and grant it its rights; last, when all tables exist."""
    with connections[using].cursor() as cursor:
        if password := settings.APPLICATION_PASSWORD:
            encrypt = connections[using].connection.pgconn.encrypt_password
            verifier = encrypt(password.encode(), database_role.APPLICATION.encode(), b"scram-sha-256")
            try:
                database_role.make(cursor, verifier.decode())
            except ProgrammingError as error:
                raise CommandError(
                    "The owner of the tables may not make roles: leave APPLICATION_PASSWORD out (in docker-compose.yml"
                    " the line APPLICATION_PASSWORD_FILE of migrate), have"
                    f" CREATE ROLE {database_role.APPLICATION} LOGIN PASSWORD '…' run by whoever may, and run this"
                    " again, which gives the role its rights."
                ) from error
        database_role.grant(cursor)


def make_queue_tables(using: str, **signal: Any) -> None:
    """Install pgmq's tables and functions once, and create our queue, if jobs travel through the database."""
    if not settings.REFIT_BROKER_URL.startswith("pgmq:"):
        return
    from pgmq import get_embedded_install_sql

    with connections[using].cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_namespace WHERE nspname = 'pgmq'")
        if cursor.fetchone() is None:
            cursor.execute(get_embedded_install_sql())
        cursor.execute("SELECT pgmq.create(%s)", [QUEUE])
