"""Invitations of organisers: so many people, until a day, and no further; and what remains of who leaves the club."""

from __future__ import annotations

import re
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.urls import reverse

from campaigns.club import actions as club
from campaigns.club import members
from campaigns.club.models import Announcement, ClubLink, Organiser, StandIn
from config.own_account.deletion import delete_account
from rules.contract import Refused
from tests.campaigns.conftest import Clock, Players
from tests.club.test_organisers import olga
from tests.club.test_page import holds, put_on_page, read
from tests.players import log_in

__all__ = ["olga"]
GOOD = "a good long password"


@pytest.fixture(autouse=True)
def by_invitation(db: None, settings: Any) -> None:
    """Whoever was invited may register, nobody else; nothing is counted from another test."""
    settings.REGISTRATION = "invited"
    cache.clear()


def registers(link: str, name: str) -> bool:
    """Whether somebody gets an account by a link."""
    path = link[link.index("/club/") :]
    form = {"username": name, "email": "", "password1": GOOD, "password2": GOOD, "next": path}
    Client().post(f"{reverse('account_signup')}?next={path}", form)
    return User.objects.filter(username=name).exists()


def test_a_link_is_for_so_many_people_and_no_more(olga: User) -> None:
    link = members.new_link(most=2, days=3, by=olga)
    assert Client().get(link[link.index("/club/") :]).status_code == 200
    assert [registers(link, name) for name in ("anna", "bert", "carl")] == [True, True, False]
    assert Client().get(link[link.index("/club/") :]).status_code == 404


def test_of_two_at_once_one_gets_the_last_place(olga: User, monkeypatch: pytest.MonkeyPatch) -> None:
    link = members.new_link(most=1, days=3, by=olga)
    use = members.use

    def after_another(token: str) -> bool:
        assert use(token)
        return use(token)

    monkeypatch.setattr(members, "use", after_another)
    assert not registers(link, "second")


def test_a_link_ends_with_its_day_its_withdrawal_or_its_maker(olga: User, later: Clock) -> None:
    one, other = (members.new_link(most=5, days=3, by=olga) for _ in range(2))
    members.withdraw_link(number=ClubLink.objects.order_by("pk")[0].pk)
    assert not registers(one, "anna")
    members.dismiss(name="olga")
    assert not registers(other, "bert")
    members.appoint(name="olga")
    later(3.1)
    assert not registers(other, "carl")


def test_where_nobody_registers_a_link_helps_nobody(olga: User, settings: Any) -> None:
    settings.REGISTRATION = "closed"
    assert not registers(members.new_link(most=5, days=3, by=olga), "anna")


def test_several_are_invited_by_mail_each_with_a_link_of_his_own(olga: User, settings: Any) -> None:
    client, where = log_in(Client(), olga), reverse("club-invitations")
    to = "anna@example.org\nbert@example.org, anna@example.org"
    assert client.post(where, {"act": "mail", "addresses": to}).status_code == 302
    assert [letter.to for letter in mail.outbox] == [["anna@example.org"], ["bert@example.org"]]
    links = [re.search(r"http\S+", str(letter.body)) for letter in mail.outbox]
    assert all(found and registers(found[0], name) for found, name in zip(links, ("anna", "bert"), strict=True))
    assert links[0]
    assert not registers(links[0][0], "carl")
    for wrong in ("nobody", "", "x" * 10_000, "\n".join(f"a{n}@example.org" for n in range(21))):
        assert client.post(where, {"act": "mail", "addresses": wrong}).status_code == 422
    settings.QUOTAS = {**settings.QUOTAS, "mails": 3}
    assert client.post(where, {"act": "mail", "addresses": "c@example.org d@example.org"}).status_code == 422
    assert len(mail.outbox) == 2
    settings.SENDS_MAIL = False
    with pytest.raises(Refused):
        members.invite_by_mail(addresses=["e@example.org"], by=olga)


def test_a_mail_server_that_is_away_is_a_sentence(olga: User, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(**how: Any) -> Any:
        raise ConnectionRefusedError

    monkeypatch.setattr(mail, "get_connection", away)
    answer = log_in(Client(), olga).post(reverse("club-invitations"), {"act": "mail", "addresses": "a@example.org"})
    assert answer.status_code == 422
    assert ClubLink.objects.count() == 0


def test_the_links_in_mails_that_were_sent_work_although_a_later_one_was_not_taken(
    olga: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = EmailBackend.send_messages

    def full_after_one(backend: EmailBackend, letters: list[EmailMessage]) -> int:
        if mail.outbox:
            raise SMTPRecipientsRefused({})
        return send(backend, letters)

    monkeypatch.setattr(EmailBackend, "send_messages", full_after_one)
    with pytest.raises(Refused, match="perhaps not all were sent"):
        members.invite_by_mail(addresses=[f"{name}@example.org" for name in "abc"], by=olga)
    (letter,) = mail.outbox
    found = re.search(r"http\S+", str(letter.body))
    assert found
    assert registers(found[0], "anna")
    assert members.open_links().count() == 1, "the second mail may have left, the third has not"


@pytest.mark.parametrize("entries", [{"most": 0}, {"most": 101}, {"days": 61}, {"days": "9" * 10_000}, {"most": "x"}])
def test_a_link_of_nonsense_is_none(olga: User, entries: dict[str, Any]) -> None:
    sent = {"act": "link", "most": 3, "days": 3, **entries}
    assert log_in(Client(), olga).post(reverse("club-invitations"), sent).status_code == 422
    assert not ClubLink.objects.exists()


def test_who_leaves_the_club_is_on_no_list_and_his_acts_stay_under_another_name(cast: Players, olga: User) -> None:
    put_on_page(cast)
    ivan = cast.users["ivan"]
    StandIn.objects.create(user=ivan)
    members.appoint(name="ivan")
    members.announce(text="We meet on Friday.", by=ivan)
    link = members.new_link(most=5, days=3, by=ivan)
    club.remind(campaign=cast.campaign, side="german", by=olga)
    former = delete_account(ivan)
    assert not registers(link, "anna")
    assert not StandIn.objects.exists()
    assert [each.user.username for each in Organiser.objects.select_related("user")] == ["olga"]
    assert Announcement.objects.get().by.username == former
    page = read(olga)
    assert "ivan" not in page
    assert former in page
    delete_account(olga)
    journal = log_in(Client(), cast.users["hans"]).get(reverse("campaign-journal", args=[cast.public_id]))
    assert "reminded the German side" in journal.content.decode()
    holds(cast)
