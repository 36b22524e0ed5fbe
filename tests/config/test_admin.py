"""The administration: what the host may look at and change, and what nobody gets out of it by asking."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.exceptions import SuspiciousOperation
from django.db.models import Model, ProtectedError
from django.db.models.options import Options
from django.test import Client, RequestFactory
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from campaigns.closing.models import Closing
from campaigns.ledger import journal
from campaigns.models import Campaign
from config.administration.tasks import note_that_jobs_run_task
from config.jobs import JOBS_RAN, SILENT_FOR
from tests.players import BACKEND, PlayedCampaign, founding, table

__all__ = ["founding", "table"]

pytestmark = pytest.mark.django_db

LOOKUPS = ("", "__exact", "__startswith", "__gte", "__isnull", "__regex", "__in")
CLOSED = (
    "auth/group/", "account/emailaddress/", "account/emailconfirmation/",
    "usersessions/usersession/", "sessions/session/", "mfa/authenticator/", "axes/accessattempt/", "axes/accesslog/",
    "campaigns/seat/", "campaigns/invitation/", "campaigns/room/", "campaigns/journalentry/", "campaigns/draft/",
    "rosters/sheetjob/",
)  # fmt: skip


@pytest.fixture
def host(db: None) -> Client:
    """The browser of whoever runs the instance."""
    client = Client()
    client.force_login(User.objects.create_superuser("host"), backend=BACKEND)
    return client


def fields_of(about: Options[Any]) -> list[str]:
    """Every name by which Django can be asked for something of a model, of what hangs on it too."""
    return [each.name for each in about.get_fields()] + [each.attname for each in about.concrete_fields]


def everything_to_ask(model: type[Model]) -> Iterator[str]:
    """Return each field of a model, and each field of each model next to it."""
    yield "pk"
    for name in fields_of(model._meta):
        yield name
        near = model._meta.get_field(name).related_model
        if near is not None and near != "self":
            yield from (f"{name}__{further}" for further in fields_of(near._meta))


def test_there_are_two_kinds_of_pages() -> None:
    assert {model._meta.label for model in admin.site._registry} == {"auth.User", "campaigns.Campaign"}


def lists(page: Any, who: User, lookup: str) -> bool:
    """Whether a list of the administration shows anything to somebody who asks for this by the address."""
    request = RequestFactory().get("/", {lookup: "1"})
    request.user = who
    try:
        page.get_changelist_instance(request)
    except (IncorrectLookupParameters, SuspiciousOperation):
        return False
    return True


@pytest.mark.parametrize("model", [User, Campaign])
def test_no_field_can_be_asked_for_by_the_address_but_those_that_are_offered(host: Client, model: type[Model]) -> None:
    url = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    offered = {User: {"is_active"}, Campaign: {"system", "status"}}[model]
    asked = [f"{name}{lookup}" for name in dict.fromkeys(everything_to_ask(model)) for lookup in LOOKUPS]
    who, page = User.objects.get(is_superuser=True), admin.site._registry[model]
    answered = {lookup for lookup in asked if lists(page, who, lookup)}
    refused = next(lookup for lookup in asked if lookup not in answered)
    assert [host.get(url, {lookup: "1"}).status_code == 200 for lookup in (refused, *answered)] == [
        False, *[True] * len(answered)
    ]  # fmt: skip
    assert answered <= {f"{name}{lookup}" for name in offered for lookup in ("", "__exact")}
    assert {f"{name}__exact" for name in offered} & answered


@pytest.mark.parametrize(
    ("model", "shown"),
    [
        (User, {"username", "is_active", "date_joined"}),
        (Campaign, {"name", "public_id", "system", "status", "founded_by", "founded_at"}),
    ],
)
def test_lists_are_put_in_order_and_searched_by_what_they_show(model: type[Model], shown: set[str]) -> None:
    page: Any = admin.site._registry[model]
    assert {*page.list_display} == shown
    assert {*page.search_fields, *page.list_filter, *(name.lstrip("-") for name in page.ordering)} <= shown


@pytest.mark.parametrize("page", CLOSED)
def test_there_is_no_page_of_what_logs_in_or_opens_a_room(host: Client, page: str) -> None:
    assert host.get(f"/admin/{page}").status_code == 404


def test_the_host_sets_nobodys_password(host: Client) -> None:
    anna = User.objects.create_user("anna", password="a good long password")
    with pytest.raises(NoReverseMatch):
        reverse("admin:auth_user_password_change", args=[anna.pk])
    host.post(f"/admin/auth/user/{anna.pk}/password/", {"password1": "of the host", "password2": "of the host"})
    anna.refresh_from_db()
    assert anna.check_password("a good long password")


def test_an_account_is_switched_off_and_nothing_else_of_it_can_be_changed(host: Client, table: PlayedCampaign) -> None:
    ivan, browser = table.users["ivan"], table.browser("ivan")
    url = reverse("admin:auth_user_change", args=[ivan.pk])
    before = User.objects.values().get(pk=ivan.pk)
    wanted = {"username": "igor", "password": "x", "email": "host@example.org", "is_staff": "on", "is_superuser": "on"}
    assert host.post(url, {**wanted, "date_joined_0": "2001-01-01", "date_joined_1": "00:00"}).status_code == 302
    assert User.objects.values().get(pk=ivan.pk) == {**before, "is_active": False}
    assert browser.get(reverse("campaign", args=[table.public_id])).status_code == 302, "he is logged out"
    host.post(url, {"is_active": "on"})
    assert User.objects.values().get(pk=ivan.pk) == before


def test_no_account_is_made_or_removed_here_and_nobody_switches_himself_off(host: Client) -> None:
    own = User.objects.get(username="host")
    assert host.get(reverse("admin:auth_user_add")).status_code == 403
    assert host.post(reverse("admin:auth_user_delete", args=[own.pk]), {"post": "yes"}).status_code == 403
    host.post(reverse("admin:auth_user_change", args=[own.pk]), {})
    assert User.objects.get(pk=own.pk).is_active


def test_ones_own_password_is_changed_where_everybody_changes_his(host: Client) -> None:
    assert host.get("/admin/password_change/")["Location"] == reverse("account_change_password")


def test_who_has_a_seat_cannot_be_deleted(table: PlayedCampaign) -> None:
    with pytest.raises(ProtectedError):
        table.users["ivan"].delete()
    table.users["stranger"].delete()


def test_the_first_page_says_whether_jobs_run(host: Client) -> None:
    cache.clear()
    assert b"No job has run yet" in host.get("/admin/").content
    note_that_jobs_run_task()
    page = host.get("/admin/").content
    assert b"Jobs ran last: " in page
    assert b"is the worker up?" not in page
    cache.set(JOBS_RAN, (timezone.now() - 2 * SILENT_FOR).isoformat())
    assert b"is the worker up?" in host.get("/admin/").content


def notice(table: PlayedCampaign) -> str:
    return reverse("admin:campaign-notice", args=[table.campaign.pk])


GIVEN = {"act": "give", "what": "removal", "reason": "Nobody plays it", "days": "30", "consent": "on"}


def test_the_host_gives_notice_of_a_removal_which_stands_in_the_journal_and_takes_it_back(
    host: Client, table: PlayedCampaign, mailoutbox: list[Any]
) -> None:
    shown = host.get(reverse("admin:campaigns_campaign_change", args=[table.campaign.pk]))
    assert notice(table) in shown.content.decode()
    assert host.post(notice(table), GIVEN).status_code == 302
    closing = Closing.objects.get()
    assert (closing.what, closing.by_host, closing.reason) == ("removal", True, "Nobody plays it")
    assert closing.due_at
    assert abs(closing.due_at - timezone.now() - timedelta(days=30)) < timedelta(minutes=1)
    kinds = [entry.event.kind for entry in journal.entries(table.campaign, {"public"})]
    assert kinds[-1] == "house.note.removal_announced"
    assert "Nobody plays it" in table.browser("ivan").get(reverse("closing", args=[table.public_id])).content.decode()
    assert host.post(notice(table), {"act": "withdraw", "what": "removal"}).status_code == 302
    assert not Closing.objects.exists()
    kinds = [entry.event.kind for entry in journal.entries(table.campaign, {"public"})]
    assert kinds[-1] == "house.note.removal_withdrawn"
    assert Campaign.objects.filter(pk=table.campaign.pk).exists()


def test_an_end_that_the_host_announces_is_objected_to_by_a_commander(host: Client, table: PlayedCampaign) -> None:
    short = host.post(notice(table), {**GIVEN, "what": "end", "days": "13"})
    assert (short.status_code, "An end is announced at least 14 days before." in short.content.decode()) == (422, True)
    assert host.post(notice(table), {**GIVEN, "what": "end", "days": "14"}).status_code == 302
    assert (
        "The host gave notice that the campaign ends"
        in table.browser("ivan").get(f"/campaigns/{table.public_id}/journal/").content.decode()
    )
    assert "Nobody plays it" in host.get(notice(table)).content.decode()
    table.browser("ivan").post(reverse("closing", args=[table.public_id]), {"act": "cancel", "what": "end"})
    assert not Closing.objects.exists()
    assert table.campaign.running


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"days": "6"}, "at least 7 days before"),
        ({"consent": ""}, "required"),
        ({"reason": ""}, "required"),
        ({"what": "everything"}, "not one of the available choices"),
        ({"days": "many"}, "whole number"),
    ],
)
def test_a_notice_that_is_none_is_refused_with_what_is_missing(
    host: Client, table: PlayedCampaign, told: dict[str, str], said: str
) -> None:
    answer = host.post(notice(table), GIVEN | told)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Closing.objects.exists()


def test_nobody_but_the_host_gives_notice_and_he_withdraws_no_proposal_of_players(
    host: Client, table: PlayedCampaign
) -> None:
    assert table.browser("hans").post(notice(table), GIVEN).status_code == 302, "to the log-in"
    staff = User.objects.create_user("clerk", is_staff=True)
    browser = Client()
    browser.force_login(staff, backend=BACKEND)
    assert browser.post(notice(table), GIVEN).status_code == 403
    assert not Closing.objects.exists()
    proposed = {"act": "propose", "what": "removal", "reason": "Over", "consent": "on"}
    table.browser("ivan").post(reverse("closing", args=[table.public_id]), proposed)
    assert host.post(notice(table), {"act": "withdraw", "what": "removal"}).status_code == 302
    assert "The host has given no such notice." in host.get(notice(table)).content.decode()
    assert Closing.objects.exists()
    assert host.post(notice(table), {"act": "withdraw", "what": "sofa"}).status_code == 302
