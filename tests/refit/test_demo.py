"""What a newcomer finds: a campaign of each game, with a past, that waits for both commanders."""

from __future__ import annotations

import io

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from campaigns.models import Campaign, Seat
from refit.demos.player import Player
from refit.demos.scripts import Past
from refit.demos.steppe import STEPPE
from refit.management.commands import demo
from refit.management.commands.demo import PASSWORDS, PASTS
from rules import registry


def test_the_demo_has_a_campaign_of_each_game_for_two() -> None:
    for_two = {key for key, game in registry.all_systems().items() if len(game.sides) > 1}
    assert {each.system for each in (*PASTS, STEPPE)} == for_two


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.django_db
@pytest.mark.parametrize("past", PASTS, ids=lambda past: past.system)
def test_the_demo_holds_living_campaigns_and_tells_the_log_ins(past: Past, monkeypatch: pytest.MonkeyPatch) -> None:
    said = io.StringIO()
    monkeypatch.setattr(demo, "PASTS", (past,))  # each is played by itself, which takes seconds
    call_command("demo", stdout=said)
    assert {campaign.system for campaign in Campaign.objects.all()} == {past.system, STEPPE.system}
    for name, password in PASSWORDS.items():
        assert f"{name} / {password}" in said.getvalue()
        assert User.objects.get(username=name).check_password(password)
    seats = Seat.objects.filter(campaign__name=past.name).order_by("side")
    assert [(seat.side, seat.user.username) for seat in seats] == [("german", "german"), ("russian", "russian")]
    views = [Player(seat).view() for seat in seats]
    assert [(view.public.stage, view.public.date) for view in views] == [past.now] * 2
    assert any(view.current and view.current.spec.key == "purchase" for view in views), "somebody has to choose"
    assert all(len(view.mine.room.lines) > len(past.losses) for view in views), "a line for each scenario, and one more"
    seats = Seat.objects.filter(campaign__name=STEPPE.name).order_by("side")
    assert [(seat.side, seat.user.username) for seat in seats] == [("axis", "german"), ("soviet", "russian")]
    views = [Player(seat).view() for seat in seats]
    assert [view.current.spec.key for view in views if view.current] == [STEPPE.now] * 2
    with pytest.raises(CommandError, match="demo-reset"):
        call_command("demo")


@pytest.mark.django_db
def test_an_account_of_somebody_with_a_name_of_the_demo_is_left_alone_and_told() -> None:
    User.objects.create_user("russian", password="his own")
    with pytest.raises(CommandError, match="russian"):
        call_command("demo")
    assert not Campaign.objects.exists()
    assert User.objects.get(username="russian").check_password("his own")
