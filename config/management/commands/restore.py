"""`manage.py restore`: a backup in place of what is there."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error, connection

from config.backups import NoBackup, restore
from launch.binaries import NoPostgres

ASKED = "--replace"


class Command(BaseCommand):
    """Restores, brings the tables up to date, and compares every campaign with its journal if there are keys."""

    help = "Put a backup in place of all that is in the database. Stop web and worker first."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Which file, and whether what is there may go."""
        parser.add_argument("file", type=Path)
        parser.add_argument(ASKED, action="store_true", help="throw away the campaigns that are there now")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it wholly or not at all."""
        try:
            in_use = not options["replace"] and self._in_use()
        except Error as error:
            raise CommandError(f"Nothing was changed: {str(error).strip()}") from None
        if in_use:
            raise CommandError(f"There are campaigns in this database; {ASKED} puts the backup in their place.")
        connection.close()
        try:
            restore(connection.settings_dict, options["file"])
        except (NoBackup, NoPostgres, OSError) as error:
            raise CommandError(f"Nothing was changed: {error}") from None
        call_command("migrate", verbosity=0, interactive=False)
        if settings.REFIT_KEYS:
            call_command("reconcile", stdout=self.stdout)
        else:
            self.stdout.write("Restored. Now run `reconcile` where the keys are: it compares all with the journals.")

    def _in_use(self) -> bool:
        """Whether anybody would miss what is there; an empty database has not even the table."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT to_regclass('campaigns_campaign') IS NOT NULL")
            if not cursor.fetchone()[0]:
                return False
            cursor.execute("SELECT EXISTS (SELECT FROM campaigns_campaign)")
            return bool(cursor.fetchone()[0])
