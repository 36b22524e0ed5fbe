"""A calendar tells what waits, when a side is due and who is away, to whoever has its address and to nobody else."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from campaigns.calendars import addresses
from campaigns.calendars.feed import feed, runs
from campaigns.calendars.models import CalendarAddress
from campaigns.models import Campaign
from campaigns.pace import actions as pace
from campaigns.preferences.models import Preferences
from tests.campaigns.conftest import Clock, Players
from tests.players import log_in

PAGE = reverse("own-calendar")
OF_EACH_ANSWER = re.compile(rb"[A-Za-z0-9]{64}|next=[^\"]+")
"""What differs by itself: the token of a form, and where the reader came from."""


def fetched(path: str, **headers: str) -> Any:
    """As a program fetches it, that has logged in nowhere."""
    return Client().get(path, headers=headers)


def bare(answer: Any) -> bytes:
    return OF_EACH_ANSWER.sub(b"", answer.content)


def made(cast: Players, name: str) -> str:
    """The path of the address that somebody has made on his page."""
    page = log_in(Client(), cast.users[name]).post(PAGE, {"act": "make"}).content.decode()
    (found,) = re.findall(r'value="https?://[^/]+(/calendar/[^"]+)"', page)
    return str(found)


def events(cast: Players, name: str) -> dict[str, Any]:
    """What stands in somebody's calendar, by its title."""
    read = Calendar.from_ical(feed(cast.users[name]))
    return {str(each["summary"]): each for each in read.walk("VEVENT")}


def agreed(cast: Players, days: int = 7) -> None:
    pace.propose(days=days, by=cast.seat("hans"))
    pace.agree(days=days, by=cast.seat("ivan"))


def test_what_waits_stands_on_today_and_when_the_side_is_due_at_that_moment(cast: Players) -> None:
    assert set(events(cast, "hans")) == {"Your turn in Orsha: 23AM, Bids"}
    agreed(cast)
    found = events(cast, "hans")
    assert set(found) == {"Your turn in Orsha: 23AM, Bids", "Due in Orsha: 23AM, Bids"}
    assert found["Your turn in Orsha: 23AM, Bids"].decoded("dtstart") == timezone.localdate()
    due = found["Due in Orsha: 23AM, Bids"].decoded("dtstart")
    assert abs(due - timezone.now() - timedelta(days=7)) < timedelta(minutes=5)
    pace.extend(side="german", days=3, by=cast.seat("ivan"))
    assert events(cast, "hans")["Due in Orsha: 23AM, Bids"].decoded("dtstart") > due
    assert "Due in Orsha: 23AM, Bids" in events(cast, "adjutant_hans")
    assert events(cast, "spectator") == events(cast, "stranger") == {}


def test_a_side_that_is_not_waited_for_has_nothing_there(cast: Players) -> None:
    agreed(cast)
    cast.gives("hans", "Seal")
    assert events(cast, "hans") == {}
    assert set(events(cast, "ivan")) == {"Your turn in Orsha: 23AM, Bids", "Due in Orsha: 23AM, Bids"}


def test_days_away_are_told_of_oneself_and_of_a_whole_side_without_a_name(cast: Players) -> None:
    first = timezone.now().date() + timedelta(days=2)
    pace.go_away(first=first, last=first + timedelta(days=4), by=cast.seat("ivan"))
    pace.go_away(first=first, last=first, by=cast.seat("adjutant_hans"))
    own = events(cast, "ivan")
    assert own["Away in Orsha"].decoded("dtstart") == first
    assert own["Away in Orsha"].decoded("dtend") == first + timedelta(days=5)
    assert "The Russian side is away in Orsha" in events(cast, "hans")
    assert "Away in Orsha" not in events(cast, "hans")
    assert "The German side is away in Orsha" not in events(cast, "ivan"), "an adjutant alone holds up nobody"
    for name in cast.users:
        told = feed(cast.users[name]).decode()
        assert not [each for each in cast.users if each in told and each != "ivan" and each != "hans"]
        assert "ivan" not in told
        assert "hans" not in told


def test_runs_of_days_are_one_entry_each() -> None:
    days = [date(2026, 2, day) for day in (1, 2, 3, 7, 9, 10)]
    assert runs({*days}) == [(days[0], days[2]), (days[3], days[3]), (days[4], days[5])]
    assert runs(set()) == []


def test_no_secret_act_changes_a_byte(cast: Players, settings: Any) -> None:
    agreed(cast)
    before = {name: feed(user) for name, user in cast.users.items()}
    cast.gives("hans", "Bid", thing="a tank", gold=4)
    cast.gives("ivan", "Bid", thing="a gun", gold=1)
    assert {name: feed(user) for name, user in cast.users.items()} == before


def test_a_campaign_that_is_damaged_is_left_out_and_the_rest_comes(cast: Players) -> None:
    Campaign.objects.update(summary={"waiting": 3})
    assert events(cast, "hans") == {}
    assert fetched(made(cast, "hans")).status_code == 200


def test_a_campaign_whose_game_is_not_here_any_more_is_left_out(cast: Players) -> None:
    Campaign.objects.update(system="gone")
    assert fetched(made(cast, "hans")).status_code == 200
    assert events(cast, "hans") == {}


def test_it_speaks_the_language_of_its_account(cast: Players) -> None:
    Preferences.objects.create(user=cast.users["hans"], language="de", time_zone="Pacific/Auckland")
    (title,) = events(cast, "hans")
    assert "Orsha" in title
    assert not title.startswith("Your turn")


def test_a_new_address_ends_the_old_one_and_one_taken_back_leads_nowhere(cast: Players) -> None:
    first = made(cast, "hans")
    answer = fetched(first)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    assert answer["Cache-Control"] == "private, no-cache"
    second = made(cast, "hans")
    assert fetched(first).status_code == 404
    assert fetched(second).status_code == 200
    browser = log_in(Client(), cast.users["hans"])
    assert second.encode() not in browser.get(PAGE).content, "it is shown once"
    browser.post(PAGE, {"act": "end"})
    assert fetched(second).status_code == 404
    assert browser.get(PAGE).status_code == 200


def test_every_wrong_address_is_answered_alike_and_asks_no_table(cast: Players) -> None:
    right = made(cast, "hans").split("/")[2]
    number, word, signed = right.split(".")
    stranger = reverse("campaign", args=["nosuchplace0"])
    usual = Client().get(stranger.replace("campaigns", "calendar"))
    wrong = ["x", "..", right[:-1], f"{int(number) + 1}.{word}.{signed}", f"0.{word}.{signed}", "9" * 500, "1.ä.b"]
    with CaptureQueriesContext(connection) as asked:
        answers = [fetched(reverse("calendar", args=[each])) for each in wrong]
    assert {each.status_code for each in answers} == {404}
    assert {bare(each) for each in answers} == {bare(usual)}
    assert not [each for each in asked.captured_queries if "calendaraddress" in each["sql"]]
    addresses.take_back(cast.users["hans"])
    assert bare(fetched(reverse("calendar", args=[right]))) == bare(usual)


def test_a_row_that_was_copied_to_a_rival_opens_nothing(cast: Players) -> None:
    """Whoever writes SQL copies his own row to his rival's account."""
    own = made(cast, "hans")
    row = CalendarAddress.objects.get(user=cast.users["hans"])
    CalendarAddress.objects.create(user=cast.users["ivan"], word_hash=row.word_hash, since=row.since)
    number, _, rest = own.split("/")[2].partition(".")
    assert fetched(reverse("calendar", args=[f"{cast.users['ivan'].pk}.{rest}"])).status_code == 404
    row.delete()
    assert fetched(own).status_code == 404
    assert number == str(cast.users["hans"].pk)


def test_an_account_that_is_switched_off_has_none(cast: Players) -> None:
    path, user = made(cast, "hans"), cast.users["hans"]
    user.is_active = False
    user.save()
    assert fetched(path).status_code == 404


def test_what_has_not_changed_is_not_sent_again(cast: Players) -> None:
    path = made(cast, "hans")
    tag = fetched(path)["ETag"]
    again = fetched(path, **{"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    cast.gives("hans", "Seal")
    assert fetched(path, **{"if-none-match": tag}).status_code == 200
    assert Client().head(path).status_code == 200
    assert Client().post(path).status_code == 405


def test_who_asks_all_the_time_is_asked_to_wait(cast: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.ACCOUNT_RATE_LIMITS, "calendar", "3/h/key")
    path = made(cast, "hans")
    assert [fetched(path).status_code for _ in range(5)] == [200, 200, 200, 429, 429]
    assert fetched(made(cast, "ivan")).status_code == 200


def test_nobody_makes_or_ends_the_calendar_of_another(cast: Players) -> None:
    path = made(cast, "hans")
    assert Client().get(PAGE)["Location"].startswith("/accounts/login/")
    strict = log_in(Client(enforce_csrf_checks=True), cast.users["hans"])
    assert strict.post(PAGE, {"act": "end"}).status_code == 403
    log_in(Client(), cast.users["ivan"]).post(PAGE, {"act": "end", "user": cast.users["hans"].pk})
    assert log_in(Client(), cast.users["hans"]).post(PAGE, {}).status_code == 422
    assert fetched(path).status_code == 200


def test_many_campaigns_are_looked_at_up_to_an_end(
    cast: Players, monkeypatch: pytest.MonkeyPatch, later: Clock
) -> None:
    monkeypatch.setattr("campaigns.calendars.feed.MOST", 0)
    assert events(cast, "hans") == {}
