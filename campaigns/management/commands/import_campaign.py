"""Goes on with the campaign of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns import actions
from campaigns.ledger import archive
from rules.contract import Refused


class Command(BaseCommand):
    """Imports a whole campaign file under new commanders."""

    help = "Go on with the campaign of a file that holds all rooms (export_campaign --all)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--commander", nargs="+", required=True, metavar="SIDE=USERNAME", help="german=anna russian=boris"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            file = archive.read(options["file"].read_bytes())
            commanders = {}
            for pair in options["commander"]:
                side, _, name = pair.partition("=")
                user = User.objects.filter(username=name).first()
                if user is None:
                    raise CommandError(f"{pair!r}: there is no user {name!r}; write SIDE=USERNAME.")
                commanders[side] = user
            campaign = actions.import_campaign(file=file, commanders=commanders)
        except OSError as error:
            raise CommandError(f"{options['file']} can't be read: {error.strerror}.") from None
        except (archive.UnreadableFile, Refused) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{campaign.name} goes on as {campaign.get_absolute_url()}")
