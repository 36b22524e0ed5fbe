"""`manage.py backup`: the whole database in one file, while people go on playing."""

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.cache import cache
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from config.backups import BACKUP_MADE, NoBackup, dump
from launch.binaries import NoPostgres


class Command(BaseCommand):
    """Writes a file that only its owner may read; one that was not finished is not there."""

    help = "Write the whole database to a file (- for the standard output). The keys are not in it."

    def add_arguments(self, parser: CommandParser) -> None:
        """A name for the file, if today's date will not do."""
        parser.add_argument("file", nargs="?", default=f"refit-{datetime.now(UTC):%Y-%m-%d-%H%M}.dump")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the backup, and say what else has to be kept."""
        begun = datetime.now(UTC)
        try:
            if options["file"] == "-":
                dump(connection.settings_dict, sys.stdout.buffer)
                cache.set(BACKUP_MADE, begun.isoformat(), timeout=None)
                return
            path = Path(options["file"])
            draft = path.with_name(f"{path.name}.new")
            try:
                with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                    dump(connection.settings_dict, file)
                draft.replace(path)
            finally:
                draft.unlink(missing_ok=True)
        except (NoBackup, NoPostgres, OSError) as error:
            raise CommandError(f"No backup was made: {error}") from None
        cache.set(BACKUP_MADE, begun.isoformat(), timeout=None)
        self.stdout.write(f"{options['file']} holds the database. Keep REFIT_KEYS too, apart from it: without them")
        self.stdout.write("nobody can read what it holds of the two sides, and with both anybody can.")
