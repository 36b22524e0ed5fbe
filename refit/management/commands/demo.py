"""Living campaigns for newcomers, one of each game, with the log-ins of both commanders."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from campaigns.models import Campaign
from refit.demos.guards import GUARDS
from refit.demos.orsha import ORSHA
from refit.demos.past import play_in
from refit.demos.steppe import STEPPE, open_in

PASTS = (ORSHA, GUARDS)
PASSWORDS = {"german": "sturm-division-78", "russian": "guards-rifle-16"}


class Command(BaseCommand):
    """`manage.py demo`."""

    help = "Found the demo campaigns, play them to where both sides have to choose, and print the log-ins."

    def handle(self, *args: Any, **options: Any) -> None:
        if Campaign.objects.filter(name__in=[STEPPE.name, *(past.name for past in PASTS)]).exists():
            raise CommandError("The demo is there already; `make demo-reset` starts it over.")
        taken = User.objects.filter(username__in=PASSWORDS).order_by("username").values_list("username", flat=True)
        if taken:
            names = ", ".join(taken)
            raise CommandError(
                f"There are accounts with names of the demo here ({names}): it is for an empty instance."
            )
        with transaction.atomic():
            users = {name: User.objects.create_user(name, password=word) for name, word in PASSWORDS.items()}
            for past in PASTS:
                play_in(past, users)
            open_in(STEPPE, users)
        for name, password in PASSWORDS.items():
            self.stdout.write(f"{name.capitalize()} commander: {name} / {password}")
