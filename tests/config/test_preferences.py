"""What an account prefers: kept for it alone, and followed by its pages, mails and sheets."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.closing.models import Closing, What
from campaigns.models import JournalEntry
from campaigns.preferences.models import Preferences, preferences_of, told_to
from campaigns.templatetags.moments import ago
from config.own_account import data, deletion
from rosters.models import SheetJob
from rules.contract import PUBLIC
from tests.players import PlayedCampaign, log_in, table

__all__ = ["table"]

pytestmark = pytest.mark.django_db
PATH = "/accounts/preferences/"
ALL = {"language": "de", "mail_turn": "on", "mail_answer": "on", "mail_rewind": "on"}


@pytest.fixture
def anna() -> User:
    cache.clear()
    return User.objects.create_user("anna", "anna@example.org", "a good long password")


@pytest.fixture
def hers(anna: User) -> Client:
    return log_in(Client(headers={"accept-language": "en"}), anna)


def language_of(client: Client, path: str = "/how/") -> str:
    page = client.get(path).content.decode()
    return page.partition('<html lang="')[2].partition('"')[0]


def test_what_an_account_chose_goes_before_the_browser_and_ends_with_the_log_in(hers: Client, anna: User) -> None:
    assert PATH in hers.get("/accounts/email/").content.decode()
    assert language_of(hers) == "en-gb"
    assert hers.post(PATH, ALL)["Location"] == PATH
    answer = hers.get(PATH)
    assert "Deine Wahl ist gespeichert." in answer.content.decode()
    assert answer["Content-Language"] == language_of(hers) == "de"
    assert language_of(Client(headers={"accept-language": "en"})) == "en-gb"
    hers.post("/accounts/logout/")
    assert language_of(hers) == "en-gb"


def test_without_a_choice_the_browser_is_asked(hers: Client, anna: User) -> None:
    hers.post(PATH, {**ALL, "language": ""})
    assert language_of(hers) == "en-gb"
    assert language_of(log_in(Client(headers={"accept-language": "de"}), anna)) == "de"


def test_a_language_chosen_at_the_foot_of_a_page_is_the_accounts(hers: Client, anna: User) -> None:
    hers.post(PATH, ALL)
    hers.post("/language/chosen/", {"language": "en-gb", "next": "/how/"})
    assert (language_of(hers), preferences_of(anna).language) == ("en-gb", "en-gb")
    hers.post("/language/chosen/", {"language": "tlh"})
    assert preferences_of(anna).language == "en-gb"
    Client().post("/language/chosen/", {"language": "de"})
    assert Preferences.objects.count() == 1


def joined_at(client: Client, table: PlayedCampaign) -> str:
    """The day on which hans took his place, as a page says it."""
    page = client.get(reverse("campaign-people", args=[table.public_id])).content.decode()
    return page.partition('<time datetime="')[2].partition("</time>")[0].partition('">')[2]


def test_times_are_in_the_zone_of_the_account_then_of_the_browser_then_of_the_instance(table: PlayedCampaign) -> None:
    late = datetime(2026, 3, 7, 22, 30, tzinfo=UTC)
    table.campaign.seats.update(created=late)
    assert joined_at(table.browser("hans"), table) == "7 March 2026"
    client = table.browser("hans")
    for wrong in ("Europe/Atlantis", "../etc/passwd", "a\x00b", "x" * 5000):
        client.cookies["zone"] = wrong
        assert joined_at(client, table) == "7 March 2026", wrong
    client.cookies["zone"] = "Asia/Tokyo"
    assert joined_at(client, table) == "8 March 2026"
    client.post(PATH, {**ALL, "language": "", "time_zone": "America/New_York"})
    assert joined_at(client, table) == "7 March 2026"
    assert joined_at(table.browser("hans"), table) == "7 March 2026", "a log-in elsewhere follows too"
    Preferences.objects.update(time_zone="Europe/Atlantis")
    client = table.browser("hans")
    client.cookies["zone"] = "Asia/Tokyo"
    assert joined_at(client, table) == "8 March 2026", "a zone that is gone counts as none"
    assert timezone.get_current_timezone_name() == "UTC", "a request leaves none behind"


def test_a_mail_tells_days_in_the_readers_zone() -> None:
    closing = Closing(what=What.END, due_at=datetime(2026, 3, 7, 22, 30, tzinfo=UTC))
    with timezone.override("Asia/Tokyo"):  # whoever caused it
        with told_to(Preferences()):
            assert "7 March 2026" in closing.news
        with told_to(Preferences(time_zone="Europe/Kiev")):
            assert "8 March 2026" in closing.news


def test_nobody_else_learns_of_a_time_zone(table: PlayedCampaign) -> None:
    hans = table.browser("hans")
    hans.cookies["zone"] = "Pacific/Kiritimati"
    hans.post(PATH, {**ALL, "time_zone": "Pacific/Kiritimati"})
    hans.get(reverse("campaign", args=[table.public_id]))
    for path in ("campaign", "campaign-people", "campaign-journal", "campaign-file"):
        for name in ("ivan", "adjutant_hans"):
            told = table.browser(name).get(reverse(path, args=[table.public_id]))
            assert "Kiritimati" not in str(told.content) + str(told.headers), (path, name)


def test_what_is_long_ago_is_said_with_day_and_time() -> None:
    moment = timezone.now() - timedelta(days=2)
    with timezone.override("Asia/Tokyo"):
        assert ago(moment).endswith(f"{timezone.localtime(moment):%H:%M}")
    assert ago(timezone.now() - timedelta(hours=3)) == "3\xa0hours ago"


def test_a_wrong_zone_is_said_at_its_field(hers: Client, anna: User) -> None:
    assert hers.post(PATH, {**ALL, "time_zone": "Europe/Atlantis"}).status_code == 422
    assert not Preferences.objects.exists()


def test_what_is_wrong_is_said_at_its_field_and_nothing_is_kept(hers: Client, anna: User) -> None:
    answer = hers.post(PATH, {**ALL, "language": "tlh", "mail_turn": ""})
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert not Preferences.objects.exists()


def test_a_language_whose_catalogue_is_gone_does_no_harm(hers: Client, anna: User) -> None:
    Preferences.objects.create(user=anna, language="tlh")
    assert language_of(hers) == "en-gb"


def test_mail_about_an_account_is_in_its_language(hers: Client, anna: User) -> None:
    hers.post(PATH, ALL)
    Client(headers={"accept-language": "en"}).post("/accounts/password/reset/", {"email": anna.email})
    assert "Passwort" in mail.outbox.pop().subject
    deletion.delete_account(anna)
    assert not Preferences.objects.exists()


def test_it_is_taken_along(hers: Client, anna: User) -> None:
    hers.post(PATH, {"language": "de", "time_zone": "Europe/Berlin", "mail_turn": "on"})
    told = json.loads(json.dumps(data.account(anna), default=str))
    assert (told["language"], told["time_zone"]) == ("de", "Europe/Berlin")
    assert told["mails"] == {"turn": True, "answer": False, "rewind": False}


def _asks(client: Client, table: PlayedCampaign, room: str, key: str) -> str:
    """Ask for a PDF; the page of the sheet afterwards."""
    place = [table.public_id, room, key]
    assert client.post(reverse("sheet-pdf", args=place)).status_code == 302
    return str(client.get(reverse("sheet", args=place)).content.decode())


def test_two_of_a_side_have_a_sheet_each_in_his_language(table: PlayedCampaign) -> None:
    Preferences.objects.create(user=table.users["adjutant_hans"], language="de")
    for name in ("hans", "adjutant_hans", "hans"):
        _asks(table.browser(name), table, "german", "roster")
    assert sorted(SheetJob.objects.values_list("language", flat=True)) == ["de", "en-gb"]


def test_a_sheet_for_both_sides_does_not_tell_in_which_language_the_other_reads(table: PlayedCampaign) -> None:
    key = next(iter(_public_sheets(table)))
    Preferences.objects.create(user=table.users["hans"], language="de")
    before = JournalEntry.objects.count()
    _asks(table.browser("hans"), table, PUBLIC, key)
    number = SheetJob.objects.get().number
    place = [table.public_id, PUBLIC, key]
    file, page = reverse("sheet-file", args=[*place, number]), reverse("sheet", args=place)
    told = set()
    for language in ("en-gb", "de"):
        Preferences.objects.update_or_create(user=table.users["ivan"], defaults={"language": language})
        russian = table.browser("ivan")
        shown = russian.get(page).content.decode()
        told.add((russian.get(file).status_code, "refit:change from:body" in shown, file in shown))
    assert told == {(404, True, False)}
    assert JournalEntry.objects.count() == before


def _public_sheets(table: PlayedCampaign) -> list[str]:
    from rosters import sheets

    return [offer.sheet.key for offer in sheets.printable_sheets(table.seat("hans")) if offer.room == PUBLIC]
