"""Whether the database has migrations that the program does not know: it is newer, or older than 1.0."""

from __future__ import annotations

from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.management import CommandError
from django.db import connections
from django.db.migrations.loader import MigrationLoader

OTHER = "The database is of a newer version than the program, or older than 1.0"
REMEDY = "Go back to the newer program, or restore the backup made before the upgrade (docs/hosting.md, the way back)."


def unknown(loader: MigrationLoader) -> set[tuple[str, str]]:
    """Return the migrations of our own apps that were applied and that the program has never heard of."""
    ours = {config.label for config in apps.get_app_configs() if Path(config.path).parent == settings.BASE_DIR}
    replaced = {each for migration in loader.disk_migrations.values() for each in migration.replaces}
    return {each for each in loader.applied_migrations if each[0] in ours} - {*loader.disk_migrations} - replaced


def refuse_newer(using: str, **signal: object) -> None:
    """Stop `migrate` before it touches a database of a newer version. Raises CommandError."""
    if unknown(MigrationLoader(connections[using])):
        raise CommandError(f"{OTHER}; nothing was changed. {REMEDY}")
