"""Positions that are laid down again from their rows."""

import pytest
from django.contrib.auth.models import User
from django.db import connection

from tests import positions

pytestmark = pytest.mark.django_db


def test_no_number_of_a_kept_row_is_given_again_after_its_sequence_began_anew() -> None:
    def play() -> None:
        User.objects.create(username="hans")

    positions.once("hans is there", play)
    kept = User.objects.get().pk
    User.objects.all().delete()
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER SEQUENCE auth_user_id_seq RESTART WITH {kept}")
    positions.once("hans is there", play)
    assert User.objects.get().pk == kept
    assert User.objects.create(username="iwan").pk > kept
