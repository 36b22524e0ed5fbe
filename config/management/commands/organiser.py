"""`manage.py organiser`: make a member an organiser of the club, or end it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.club import members, pages
from rules.contract import Refused


class Command(BaseCommand):
    """The role opens no room and no page of the administration."""

    help = "Make a member an organiser of the club; without a name, list them."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take a user name, and whether the role ends."""
        parser.add_argument("name", nargs="?", help="the member's user name")
        parser.add_argument("--end", action="store_true", help="he is no organiser any more")

    def handle(self, *args: Any, **options: Any) -> None:
        """Say who looks after the club since."""
        try:
            if options["name"]:
                (members.dismiss if options["end"] else members.appoint)(name=options["name"])
        except Refused as no:
            raise CommandError(f"{no.message} {no.way_out}") from None
        self.stdout.write(f"Organisers: {', '.join(pages.organisers()) or 'none'}.")
