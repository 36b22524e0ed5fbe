"""Replays a campaign file without a database."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.event_texts import describe
from campaigns.ledger import archive
from campaigns.ledger.campaign_file import CampaignFile
from campaigns.ledger.rolls_by_rules import strange_rolls
from campaigns.ledger.verify_campaign import printable
from campaigns.management.view_json import view_json
from rules.contract import PUBLIC, Event, Game


class Command(BaseCommand):
    """Folds the acts of a file and prints what came of them."""

    help = "Replay a campaign file and print its journal, or with --json the view it ends in."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--side", help="as this side sees it; else as an onlooker does")
        parser.add_argument("--json", action="store_true", help="print the view at the end as JSON")
        parser.add_argument("--rolls", action="store_true", help="print the rolls that the rules ask otherwise")

    def handle(self, *args: Any, **options: Any) -> None:
        side = options["side"]
        try:
            file = archive.read(options["file"].read_bytes())
            system, state = archive.replay(file)
        except OSError as error:
            raise CommandError(f"{options['file']} can't be read: {error.strerror}.") from None
        except archive.UnreadableFile as error:
            raise CommandError(str(error)) from None
        if side is not None and side not in state.sides:
            raise CommandError(f"This file does not hold what {side!r} sees; it has {', '.join(file.rooms)}.")
        if options["rolls"]:
            self._check_rolls(file, system)
        elif options["json"]:
            seen = system.view(state.only({side} if side else ()), side)
            self.stdout.write(json.dumps(view_json(seen), ensure_ascii=False, indent=1))
        else:
            for act in file.acts:
                for event in act.events:
                    if event.room in (PUBLIC, side):
                        story = describe(system, Event(event.kind, event.room, event.data), side=act.side)
                        self.stdout.write(f"{act.at:%Y-%m-%d %H:%M}  {act.by or '-':12}  {story.sentence}")

    def _check_rolls(self, file: CampaignFile, system: Game) -> None:
        """Print each roll that is none of the rules', and fail if there is one."""
        strange = list(strange_rolls(file, system))
        for each in strange:
            self.stdout.write(printable(each))
        if strange:
            raise CommandError(f"{len(strange)} of its rolls are not those that the rules ask for.")
        self.stdout.write("Each roll is one that the rules ask for there, as far as that is known before it is made.")
