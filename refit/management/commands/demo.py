"""A living campaign for newcomers: On Track to Orsha, two refits old, with both log-ins."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from campaigns import actions
from campaigns.models import Campaign
from refit.player import Player, Script, play

NAME = "On Track to Orsha, the demo"
PASSWORDS = {"german": "sturm-division-78", "russian": "guards-rifle-16"}

GERMAN: Script = {
    "23AM purchase": {
        "rows": {
            "I1": {"n": 2},
            "I3": {"n": 1},
            "I5": {"n": 1},
            "I7": {"n": 1},
            "V3": {"n": 2, "alt": 1},
            "G1": {"n": 2},
            "O1": {"n": 1, "extra": 2},
            "O4": {"n": 1, "extra": 1},
            "M1": {"n": 4},
        }
    },
    "23AM fortify": {"trench": 8, "wire": 4, "ap_mine": 22, "at_mine": 9, "pillboxes": "1+3+5"},
    "23PM purchase": {"rows": {"I2": {"n": 1}, "I4": {"n": 1}, "V1": {"n": 1}, "G2": {"n": 1}}},
    "23AM victory": {"turn": 7, "lvp": 3, "cvp_german": 34, "cvp_russian": 71, "evp": 0, "rain": "on"},
    "23PM victory": {"turn": 8, "lvp": 5, "cvp_german": 41, "cvp_russian": 66, "evp": 6},
    "wind": {"wind": "No wind"},
}
RUSSIAN: Script = {
    "23AM purchase": {
        "rows": {
            "I2": {"n": 2},
            "I4": {"n": 1},
            "V2": {"n": 1},
            "V7": {"n": 1},
            "G3": {"n": 1, "extra": 1},
            "O1": {"n": 2, "extra": 2},
            "O3": {"n": 1, "extra": 1},
            "O6": {"n": 1},
            "B1": {"n": 1},
            "F1": {"n": 1},
            "given:V5": {"alt": 2},
        }
    },
    "23PM purchase": {"rows": {"I1": {"n": 2}, "V3": {"n": 1}, "O2": {"n": 1}}},
    "24AM purchase": {"rows": {"I2": {"n": 1}, "V1": {"n": 1}, "V4": {"n": 1, "alt": 1}}},
}
LOSSES = {
    "german": ({"4-6-7": 5, "LMG": 2, "StuG IIIG": 1, "8-0": 1}, {"4-6-7": 4, "4-4-7": 2, "MMG": 1, "StuG IIIG": 1}),
    "russian": ({"4-5-8": 7, "KV-1S": 2, "6-2-8": 3, "LMG": 1}, {"4-4-7": 8, "4-5-8": 2, "KV-1S": 1, "T-34/M43": 2}),
}
DATES = ("23AM", "23PM")


class Command(BaseCommand):
    """`manage.py demo`."""

    help = "Found the demo campaign, play it to its third CG Date, and print the log-ins."

    def handle(self, *args: Any, **options: Any) -> None:
        if Campaign.objects.filter(name=NAME).exists():
            raise CommandError("The demo is there already; `make demo-reset` starts it over.")
        with transaction.atomic():
            _play_in()
        for name, password in PASSWORDS.items():
            self.stdout.write(f"{name.capitalize()} commander: {name} / {password}")


def _play_in() -> None:
    user_model = get_user_model()
    users = {name: user_model.objects.create_user(name, password=password) for name, password in PASSWORDS.items()}
    first = actions.found_campaign(
        name=NAME, system="oto2", options={"balance": "none", "dice": "either"}, side="german", by=users["german"]
    )
    _, token = actions.invite(role="commander", side="russian", by=first)
    second = actions.take_seat(token=token, by=users["russian"])
    players = (Player(first, GERMAN), Player(second, RUSSIAN))
    for n, date in enumerate(DATES):
        play(players, lambda public, date=date: public.stage == "battle" and public.date == date)  # type: ignore[misc]
        for player in players:
            _lose(player, LOSSES[player.seat.side][n])
    play(players, lambda public: public.stage == "purchase" and public.date == "24AM")


def _lose(player: Player, losses: dict[str, int]) -> None:
    """Record the scenario's losses, as many of each as the side has."""
    piles = {pile.like.name: pile for section in player.view().mine.sections for pile in section.piles}
    lost = {str(piles[name].key): min(number, piles[name].count) for name, number in losses.items() if name in piles}
    player.orders("lose", piles=lost, fate="eliminated")
