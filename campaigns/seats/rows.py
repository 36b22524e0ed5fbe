"""Loads a person's seats at a campaign, with the campaign and its rooms: every request begins with that.

Compiling the two queries takes Django three times as long as running them, so their SQL is compiled once in a
process and run from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.db import connection, models

from campaigns.models import Campaign, Room, Seat

if TYPE_CHECKING:
    from django.contrib.auth.models import User

M = TypeVar("M", bound=models.Model)
USER, PUBLIC_ID = -1, "?"
"""Values in whose place others are sent; no row has them."""


def fetched_seats(user: User, public_id: str, *, lock: bool) -> list[Seat]:
    """The seats of a person at a campaign, oldest first; `lock` locks the campaign's row before.

    The rooms are read by a statement of their own, after the lock was got: they are as new as the campaign.
    """
    statement, order = _statement(lock=lock)
    values = {USER: user.pk, PUBLIC_ID: public_id}
    rows = sent(statement, [values[each] for each in order])
    if not rows:
        return []
    seats, campaigns = columns_of(Seat), columns_of(Campaign)
    campaign, seats_read = campaigns.read(rows[0][seats.number :]), [seats.read(row) for row in rows]
    # Put its rooms on a campaign, as `prefetch_related` does.
    rooms, columns = campaign.rooms.all(), columns_of(Room)
    read = [columns.read(row) for row in sent(_statement_of_rooms(), [campaign.pk])]
    for room in read:
        room.campaign = campaign
    rooms._result_cache = read
    campaign._prefetched_objects_cache = {"rooms": rooms}
    for seat in seats_read:
        seat.campaign = campaign
    return seats_read


@cache
def _statement(*, lock: bool) -> tuple[str, Sequence[object]]:
    """The compiled statement for seats and campaign, with the places of its parameters."""
    seats = Seat.objects.filter(user_id=USER, campaign__public_id=PUBLIC_ID).order_by("pk").select_related("campaign")
    return (seats.select_for_update(of=("campaign",)) if lock else seats).query.sql_with_params()


@cache
def _statement_of_rooms() -> str:
    return Room.objects.filter(campaign=0).query.sql_with_params()[0]


def sent(statement: str, values: Sequence[Any]) -> list[tuple[object, ...]]:
    """Run a compiled statement with these values."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[tuple[object, ...]] = cursor.fetchall()
    return rows


class Columns(Generic[M]):
    """The columns of a model in Django's order."""

    def __init__(self, model: type[M]) -> None:
        fields = model._meta.concrete_fields
        self._model, self._names, self.number = model, [field.attname for field in fields], len(fields)
        converted = ((place, getattr(field, "from_db_value", None)) for place, field in enumerate(fields))
        self._converters = [(place, convert) for place, convert in converted if convert]

    def read(self, row: Sequence[object]) -> M:
        """Make an object of a row that begins with the model's columns."""
        values = list(row[: self.number])
        for place, convert in self._converters:
            values[place] = convert(values[place], None, connection)
        return self._model.from_db(connection.alias, self._names, values)


@cache
def columns_of(model: type[M]) -> Columns[M]:
    """The columns of a model."""
    return Columns(model)
