"""`manage.py healthcheck`: for a container that has no address to ask; fails unless database and broker answer."""

from typing import Any

from celery import current_app
from django.core.management.base import BaseCommand, CommandError
from django.db import Error, connection


class Command(BaseCommand):
    """Ask both, within a few seconds."""

    help = "Exit with an error unless the database and the broker can be reached."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Say nothing if all is well."""
        try:
            connection.ensure_connection()
        except Error as error:
            raise CommandError("the database does not answer") from error
        finally:
            connection.close()
        try:
            with current_app.connection_for_read() as broker:
                broker.ensure_connection(max_retries=1, timeout=5)
        except Exception as error:  # each transport raises its own
            raise CommandError("the broker does not answer") from error
