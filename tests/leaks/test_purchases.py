"""Rows of purchases tell who looks into the database nothing of what, how much or when a side has bought."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection, transaction

from campaigns.ledger import caches
from campaigns.models import RGPurchase, RGPurchaseLine
from tests.leaks.planted_words import found_in
from tests.leaks.planting import Garden
from tests.players import PlayedCampaign

Rows = Mapping[int, tuple[int, int, bytes]]
Act = Callable[[PlayedCampaign], Any]
SEALED = caches.SIZE + 28
"""With the nonce and the tag of the cipher."""


def purchases() -> Rows:
    """What a dump shows of the rows: key, side, date, bytes."""
    return {row.pk: (row.side_id, row.date, bytes(row.body or b"")) for row in RGPurchase.objects.order_by("pk")}


def written() -> dict[str, list[tuple[Any, ...]]]:
    """The keys of the rows with the transaction that wrote each last."""
    found = {}
    with connection.cursor() as cursor:
        for table in ("campaigns_rgpurchase", "campaigns_room", "campaigns_side"):
            key = "room_ptr_id" if table == "campaigns_side" else "id"
            cursor.execute(f"SELECT {key}, xmin::text FROM {table} ORDER BY 1")
            found[table] = [tuple(row) for row in cursor.fetchall()]
    return found


def after(table: PlayedCampaign, act: Act) -> tuple[Rows, Rows, dict[str, list[Any]]]:
    """The rows before and after an act, and which of them it wrote; nothing of it is left."""
    before, point = purchases(), transaction.savepoint()
    marks = {name: dict(rows) for name, rows in written().items()}
    act(table)
    rows = purchases()
    anew = {name: [key for key, mark in found if marks[name].get(key) != mark] for name, found in written().items()}
    transaction.savepoint_rollback(point)
    return before, rows, anew


def ordered(name: str, kind: str, **data: Any) -> Act:
    return lambda table: table.player(name).orders(kind, **data)


def seal(**rows: Any) -> Act:
    return ordered("hans", "seal", step="purchase", rows=rows)


BUYS: dict[str, Act] = {
    "nothing": seal(),
    "little": seal(I1={"n": 1}),
    "much": seal(I1={"n": 2}, V3={"n": 1}, M1={"n": 2}),
}


@pytest.fixture
def shopping(table: PlayedCampaign) -> PlayedCampaign:
    """The second date: both sides are at their purchases."""
    table.play_to("purchase", "23PM")
    return table


def test_whatever_is_bought_the_same_rows_are_written_with_as_many_bytes(shopping: PlayedCampaign) -> None:
    looks = [after(shopping, act) for act in BUYS.values()]
    shapes = [{key: (side, date, len(body)) for key, (side, date, body) in rows.items()} for _, rows, _ in looks]
    assert shapes[0] == shapes[1] == shapes[2]
    assert {length for shape in shapes for _, _, length in shape.values()} == {SEALED}
    assert looks[0][2] == looks[1][2] == looks[2][2]
    assert len(shapes[0]) == 4


@pytest.mark.parametrize("act", [*BUYS.values(), ordered("hans", "correct", about="own", reason="Counted", cpp=1)])
def test_every_act_of_a_side_writes_all_its_rows_anew_and_none_of_the_other_side(
    shopping: PlayedCampaign, act: Act
) -> None:
    before, rows, _ = after(shopping, act)
    assert before.keys() == rows.keys()
    changed = {key for key in rows if rows[key] != before[key]}
    german = shopping.campaign.rooms.get(key="german").pk
    assert changed == {key for key, (side, _, _) in rows.items() if side == german}


def last_key() -> int:
    """The key that the newest row was given."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT last_value FROM pg_sequences WHERE sequencename = %s", [f"{RGPurchase._meta.db_table}_id_seq"]
        )
        return int(cursor.fetchone()[0])


def test_a_date_begins_for_both_sides_in_one_act(table: PlayedCampaign) -> None:
    table.play_to("purchase", "23PM")
    first, second, third, fourth = sorted(purchases())
    assert [date for _, (_, date, _) in sorted(purchases().items())] == [0, 0, 1, 1]
    assert (second, fourth) == (first + 1, third + 1)
    before = last_key()
    seal(I1={"n": 1})(table)
    assert last_key() == before, "no key is used up by acts that begin no date"


def test_the_rows_stand_in_no_page_of_the_administration() -> None:
    assert not {RGPurchase, RGPurchaseLine} & set(admin.site._registry)


@pytest.mark.slow
def test_no_row_holds_a_word_nor_is_any_line_in_the_open(garden: Garden) -> None:
    rows = purchases()
    assert len(rows) >= 2
    assert not any(found_in(body) for _, _, body in rows.values())
    assert {len(body) for _, _, body in rows.values()} == {SEALED}
    assert not RGPurchaseLine.objects.exists()
