"""The configuration as a Django app: makes Celery's application and the queue's tables known."""

from typing import Any

from django.apps import AppConfig, apps
from django.conf import settings
from django.db import connections
from django.db.models.signals import post_migrate


class ConfigConfig(AppConfig):
    """Sits outermost; may know every other app."""

    name = "config"

    def ready(self) -> None:
        """Load Celery's application, so that `.delay()` in any process finds the broker."""
        from config import celery  # noqa: F401

        # Django sends the signal for apps with models only, and this one has none.
        post_migrate.connect(make_queue_tables, sender=apps.get_app_config("campaigns"))


def make_queue_tables(using: str, **signal: Any) -> None:
    """Install the queue's tables and functions, once, when jobs travel through the database."""
    if not settings.BROKER_URL.startswith("pgmq:"):
        return
    from pgmq import get_embedded_install_sql

    with connections[using].cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_namespace WHERE nspname = 'pgmq'")
        if cursor.fetchone() is None:
            cursor.execute(get_embedded_install_sql())
