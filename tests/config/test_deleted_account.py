"""An account that its owner deletes: what goes, what stays under a pseudonym, and what the others go on with."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.db.models import PROTECT, ProtectedError
from django.test import Client
from django.urls import reverse

from campaigns import access, actions
from campaigns.charts import actions as chart_actions
from campaigns.charts.models import ChartVersion, OwnedChart
from campaigns.ledger import journal, reconcile
from campaigns.models import Campaign, PlayMode, Seat
from campaigns.seats import actions as seat_actions
from config.own_account import deletion
from rules.contract import PUBLIC, Refused
from tests.at_once import at_once
from tests.players import PlayedCampaign, founding, log_in, table

__all__ = ["founding", "table"]

pytestmark = pytest.mark.django_db
PATH, PASSWORD = "/accounts/delete/", "a good long password"


@pytest.fixture(autouse=True)
def _nobody_has_tried_yet() -> None:
    """Forget the passwords other tests tried: they are counted in the process."""
    cache.clear()


PAGES = ("campaign", "campaign-journal", "campaign-people", "campaign-verify", "closing")


def with_password(user: User) -> User:
    user.set_password(PASSWORD)
    user.save()
    return user


def deletes(client: Client, password: str = PASSWORD, **more: str) -> Any:
    """Somebody fills in the form, with its tick, and presses its button."""
    return client.post(PATH, {"password": password, "consent": "on", "act": "delete", **more})


def pages(table: PlayedCampaign, name: str) -> str:
    """What somebody reads of a campaign."""
    client, names = (
        table.browser(name),
        ("campaign", "campaign-journal", "campaign-people", "campaign-verify", "closing"),
    )
    found = [client.get(reverse(each, args=[table.public_id])) for each in names]
    assert {each.status_code for each in found} == {200}
    return "".join(each.content.decode() for each in found)


def called(name: str, text: str) -> bool:
    """Whether a name stands in a text as a word of its own."""
    return bool(re.search(rf"(?<![\w@]){name}(?![\w@])", text))


def test_pages_call_who_is_gone_by_a_pseudonym_and_the_proof_holds(table: PlayedCampaign) -> None:
    assert called("hans", pages(table, "ivan"))
    assert deletion.delete_account(table.users["hans"]) == "former player 1"
    assert deletion.delete_account(table.users["otto"]) == "former player 2"
    shown = pages(table, "ivan")
    assert not called("hans", shown)
    assert not called("otto", shown)
    assert "former player 1 deleted his account and left the campaign." in shown
    assert reconcile.differences(table.campaign) == reconcile.breaks(table.campaign) == []
    file = table.browser("ivan").get(reverse("campaign-file", args=[table.public_id])).json()
    assert "hans" in {act["by"] for act in file["acts"]}, "what is proved is kept as it was"
    assert Campaign.objects.get().founded_by == "former player 1"


def test_the_name_is_free_and_its_next_owner_is_not_taken_for_the_former(table: PlayedCampaign) -> None:
    deletion.delete_account(table.users["hans"])
    again = User.objects.create_user("hans", password=PASSWORD)
    _, token = seat_actions.invite(role="spectator", side="", by=table.seat("ivan"))
    seat_actions.take_seat(token=token, by=again)
    shown = pages(table, "ivan")
    assert "hans sat down as a spectator" in shown
    assert "former player 1 started" in shown or "former player 1 founded" in shown
    assert access.rooms_of(access.seat_or_404(again, table.public_id)) == {PUBLIC}


def test_everything_that_says_who_it_was_or_lets_him_in_is_gone(table: PlayedCampaign) -> None:
    user = with_password(table.users["adjutant_ivan"])
    EmailAddress.objects.create(user=user, email="private@example.org", verified=True, primary=True)
    Authenticator.objects.create(user=user, type="totp", data={})
    client = table.browser("adjutant_ivan")
    other = log_in(Client(), user)
    UserSession.objects.create(user=user, ip="192.0.2.1", session_key=other.session.session_key)
    deletion.delete_account(user)
    kept = User.objects.get(pk=user.pk)
    assert (kept.username, kept.email, kept.is_active, kept.has_usable_password()) == (
        "former player 1", "", False, False,
    )  # fmt: skip
    for key, field in deletion.relations().items():
        rows = field.model._default_manager.filter(**{field.name: user})
        assert key in deletion.KEPT or not rows.exists(), key
    assert not [each for each in Session.objects.all() if each.get_decoded().get("_auth_user_id") == str(user.pk)]
    for browser in (client, other):
        assert browser.get(reverse("campaign", args=[table.public_id]))["Location"].startswith("/accounts/login/")
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT count(*) FROM \"{name}\" AS t WHERE t::text LIKE '%%private@example.org%%'")
            assert cursor.fetchone() == (0,), name


def test_no_seat_and_no_chart_goes_with_the_row_of_an_account(table: PlayedCampaign) -> None:
    OwnedChart.objects.create(owner=User.objects.create_user("owner"), system="oto2", name="x")
    found = deletion.relations()
    assert {found[key].remote_field.on_delete for key in deletion.KEPT} == {PROTECT}
    for name in ("hans", "owner"):
        with pytest.raises(ProtectedError):
            User.objects.filter(username=name).delete()
    assert Seat.objects.filter(user__username="hans").exists()


def test_private_charts_go_and_a_shared_one_that_a_campaign_was_started_with_stays(table: PlayedCampaign) -> None:
    owner, sheets = User.objects.create_user("owner"), {"groups": [{"name": "x"}]}
    for name, shared in (("private", False), ("shared", True), ("used", True)):
        chart = OwnedChart.objects.create(owner=owner, system="oto2", name=name, shared=shared, draft=sheets)
        ChartVersion.objects.create(chart=chart, number=1, content={**sheets, "name": name})
    used = {"title": "used", "version": 1, "practice": False, "sheets": {**sheets, "name": "used"}}
    Campaign.objects.update(options={**table.campaign.options, "chart": used})
    deletion.delete_account(owner)
    left = OwnedChart.objects.get()
    assert (left.name, left.owner.username, left.draft) == ("used", "former player 1", {})


def test_a_side_whose_last_commander_is_gone_waits_for_a_new_one(table: PlayedCampaign) -> None:
    deletion.delete_account(table.users["otto"])
    assert access.has_commander(table.campaign, "german")
    deletion.delete_account(table.users["hans"])
    assert not access.has_commander(table.campaign, "german")
    assert ("commander", "german") in access.offers_open_to(table.campaign, table.seat("ivan"))
    page = table.browser("ivan").get(reverse("campaign", args=[table.public_id])).content.decode()
    assert "The German side has no commander" in page


def test_in_a_campaign_that_is_over_his_seat_stays_empty(table: PlayedCampaign) -> None:
    table.player("hans").orders("concede")
    before = journal.entry_count(table.campaign, {PUBLIC})
    deletion.delete_account(table.users["hans"])
    assert journal.entry_count(table.campaign, {PUBLIC}) == before
    assert not called("hans", pages(table, "ivan"))


def test_his_page_says_where_he_commands_alone_and_asks_for_password_and_tick(table: PlayedCampaign) -> None:
    with_password(table.users["ivan"])
    client = table.browser("ivan")
    assert PATH in client.get("/accounts/email/").content.decode()
    assert "your side has no other commander" in client.get(PATH).content.decode()
    assert "your side has no other commander" not in table.browser("hans").get(PATH).content.decode()
    for wrong in ({"password": "not his"}, {"consent": ""}, {"act": ""}):
        assert deletes(client, **{"password": PASSWORD, **wrong}).status_code == 422
    assert User.objects.filter(username="ivan").exists()
    mail.outbox.clear()


def test_by_his_page_he_is_gone_and_is_told_by_mail(
    table: PlayedCampaign, django_capture_on_commit_callbacks: Any
) -> None:
    with_password(table.users["ivan"])
    client = table.browser("ivan")
    with django_capture_on_commit_callbacks(execute=True):
        assert deletes(client)["Location"] == "/"
    assert [(each.to, each.subject) for each in mail.outbox] == [(["ivan@example.org"], "Your account was deleted")]
    assert "_auth_user_id" not in client.session
    assert not User.objects.filter(username="ivan").exists()


def test_passwords_are_not_guessed_here(table: PlayedCampaign) -> None:
    with_password(table.users["ivan"])
    client = table.browser("ivan")
    for guess in range(12):
        deletes(client, f"guess {guess}")
    assert deletes(client).status_code == 422
    assert User.objects.filter(username="ivan").exists()


def test_who_has_a_second_factor_shows_it_first(table: PlayedCampaign) -> None:
    user = with_password(table.users["ivan"])
    Authenticator.objects.create(user=user, type="totp", data={"secret": ""})
    client = table.browser("ivan")
    answer = deletes(client)
    assert answer["Location"].startswith(reverse("mfa_reauthenticate"))
    assert User.objects.filter(username="ivan").exists()


def test_the_last_who_may_enter_the_administration_does_not_leave_it_empty(table: PlayedCampaign) -> None:
    host = User.objects.create_superuser("host", password=PASSWORD)
    with pytest.raises(Refused, match="administration"):
        deletion.delete_account(host)
    User.objects.create_superuser("second")
    deletion.delete_account(host)


@pytest.mark.django_db(transaction=True)
def test_of_the_last_two_hosts_who_leave_at_once_one_stays() -> None:
    def leaves(host: User) -> bool:
        try:
            deletion.delete_account(host)
        except Refused:
            return False
        return True

    first, second = (User.objects.create_superuser(name, password=PASSWORD) for name in ("host", "second"))
    assert sorted(at_once(lambda: leaves(first), lambda: leaves(second))) == [False, True]
    assert User.objects.filter(is_superuser=True, is_active=True).count() == 1


def test_who_presses_twice_is_deleted_once(table: PlayedCampaign) -> None:
    user = User.objects.get(username="ivan")
    assert deletion.delete_account(user) == deletion.delete_account(user)


def test_who_is_switched_off_by_the_host_keeps_name_and_seat(table: PlayedCampaign) -> None:
    User.objects.filter(username="ivan").update(is_active=False)
    assert called("ivan", pages(table, "hans"))
    assert access.has_commander(table.campaign, "russian")


def test_both_places_of_one_device_are_left(table: PlayedCampaign) -> None:
    user = User.objects.create_user("both")
    seat = actions.start_campaign(
        name="One device", system="oto2", options={}, side="german", by=user, play_mode=PlayMode.HOTSEAT
    )
    deletion.delete_account(user)
    assert not Seat.objects.filter(campaign=seat.campaign_id).exists()


def test_a_shared_map_that_a_campaign_was_started_with_stays_too(table: PlayedCampaign) -> None:
    owner, kept = User.objects.create_user("owner"), []
    for name in ("used", "unused"):
        chart = chart_actions.begin_chart(system="oto2", kind="map", name=name, practice=True, by=owner)
        lines = [{**line, "label": name} for line in chart.draft["hexes"][:1]]
        made = chart_actions.keep_lines(
            chart=chart, sheet=chart_actions.sheets_of(chart).sheets[-1], lines=lines, revision=0
        )
        assert made.version
        chart_actions.change(chart=chart, name=name, shared=True)
        kept.append(chart)
    copy = chart_actions.copy_of_choice(f"{kept[0].chart_id}:1", owner, "oto2", "map")
    Campaign.objects.update(options={**table.campaign.options, "map": copy})
    deletion.delete_account(owner)
    assert [chart.name for chart in OwnedChart.objects.all()] == ["used"]
