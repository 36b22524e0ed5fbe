"""Who locks his room when he sits down can have two of his side sign as well."""

from __future__ import annotations

from django.contrib.auth.models import User

from campaigns.ledger import crypto
from tests.html_client import forms_of
from tests.locks.conftest import founded_and_joined


def test_a_room_that_is_locked_at_the_first_seat_keeps_how_many_sign(users: dict[str, User]) -> None:
    table = founded_and_joined(users, two_sign="on")
    for name, side in (("hans", "german"), ("ivan", "russian")):
        assert crypto.is_locked(table.room(side))
        fields = [form.fields for form in forms_of(table.page(name, "team/")) if "signing" in form.buttons]
        assert [each.get("two") for each in fields] == ["on"]
