"""`manage.py club_link`: a link with which the members of the club register."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from config.administration.registration import CLUB_LINK_LASTS, new_club_link


class Command(BaseCommand):
    """Prints the link; it is kept nowhere."""

    help = "Print a link with which whoever has it may register, where REGISTRATION is invited."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Say also how long it holds, and when it is good for nothing."""
        self.stdout.write(settings.REFIT_URL + new_club_link())
        if settings.REGISTRATION == "closed":
            self.stdout.write("REGISTRATION is closed, so nobody can register with it; set it to invited.")
        else:
            last = timezone.now() + CLUB_LINK_LASTS
            self.stdout.write(f"Whoever has it can register until {last:%d %B %Y}. Give it to members alone.")
