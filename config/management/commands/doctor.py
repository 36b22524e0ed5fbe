"""`manage.py doctor`: what is wrong with this instance, and what to do about it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.doctor import checks


class Command(BaseCommand):
    """Runs every check; ends with an error if one of them found something."""

    help = "Say what is wrong with database, broker, jobs, mail, keys, backups, disk and clock, and the remedy."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the version, a line a check, and the remedy where something is wrong."""
        self.stdout.write(f"Refit Room {settings.VERSION}")
        ailments = checks.run(checks.ALL)
        for name, ailment in ailments.items():
            self.stdout.write(f"{name}: {ailment.what if ailment else 'well'}")
            if ailment:
                self.stdout.write(f"    {ailment.remedy}")
        if failed := sum(ailment is not None for ailment in ailments.values()):
            raise CommandError(f"{failed} of {len(ailments)} checks found something wrong.")
