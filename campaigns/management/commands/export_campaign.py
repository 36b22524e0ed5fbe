"""Writes a campaign file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.ledger import archive
from campaigns.ledger.crypto import CryptoError
from campaigns.models import Campaign
from rules import registry
from rules.contract import PUBLIC


class Command(BaseCommand):
    """Exports the public room, with one side's room, or all of them with the seed of the dice."""

    help = "Write a campaign as a file: what is public, with --side what that side may see, with --all everything."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", help="the campaign's id as in its address")
        rooms = parser.add_mutually_exclusive_group()
        rooms.add_argument("--side", help="with the room of this side")
        rooms.add_argument("--all", action="store_true", help="with all rooms and the seed; keep it safe")
        parser.add_argument("-o", "--output", type=Path, help="the file to write; else standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = Campaign.objects.filter(public_id=options["id"]).first()
        if campaign is None:
            raise CommandError(f"There is no campaign {options['id']!r}.")
        sides = registry.get(campaign.system).sides
        if options["side"] and options["side"] not in sides:
            raise CommandError(f"There is no side {options['side']!r}; there are {', '.join(sides)}.")
        keys = {PUBLIC, *sides} if options["all"] else {PUBLIC, *filter(None, [options["side"]])}
        try:
            content = archive.export_campaign(campaign, keys, with_seed=options["all"] or campaign.ended)
        except CryptoError as error:
            raise CommandError(str(error)) from None
        text = json.dumps(content, ensure_ascii=False, indent=1)
        if options["output"] is None:
            self.stdout.write(text)
        else:
            options["output"].write_text(text + "\n", encoding="utf-8")
