"""Caches of the journal: states and counts of the rooms, and what the sides have bought (ADR 15).

They are written in the transaction of the act, and can be rebuilt from the journal (`reconcile` does).

A side's purchases have one row for each date, encrypted with its room's key and padded to one size. All of them are
rewritten whenever the room is written; the row of a new date is added when the side first enters its room after the
date began. So number, size and time of the rows tell only that the side was there. At the campaign's end they are
stored in the open.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import connection
from pydantic import TypeAdapter
from pydantic_core import to_jsonable_python

from campaigns.ledger import crypto
from campaigns.ledger.crypto import CryptoError
from campaigns.models import Campaign, RGPurchase, RGPurchaseLine, Room, Side
from rules import registry
from rules.contract import PUBLIC, AnyState, Game
from rules.features.purchases import HasPurchases, PurchaseRow

SIZE = 2048
"""The purchases of a date are padded to this many bytes, more than a date's points can fill."""
ROWS = TypeAdapter(list[PurchaseRow])
Bought = Mapping[int, Sequence[PurchaseRow]]
"""A side's purchases by date (from 0); every date that has begun has a key."""


def bought(system: Game, state: AnyState, side: str) -> Bought:
    """What a side whose room is open in `state` has bought; {} if its game has no purchases."""
    if not isinstance(system, HasPurchases):
        return {}
    by_date: dict[int, list[PurchaseRow]] = {date: [] for date in range(system.purchase_dates(state))}
    for row in system.purchases(state, side):
        by_date[row.date].append(row)
    return by_date


def check_purchases(rows_by_date: Bought) -> None:
    """Raise ValueError if rows can't be stored: those of an unknown file may have any size and type."""
    ROWS.validate_python(to_jsonable_python([row for rows in rows_by_date.values() for row in rows]))


def stored_purchases(campaign: Campaign, side: Room) -> dict[int, list[PurchaseRow] | None]:
    """A side's stored purchases by date; None for a row that can't be decrypted."""
    by_date: dict[int, list[PurchaseRow] | None] = {}
    for row in RGPurchase.objects.filter(side=side.pk).prefetch_related("lines").order_by("date"):
        if row.body is None:
            by_date[row.date] = [_row_of(line) for line in row.lines.all()]
            continue
        try:
            opened = crypto.open_in(campaign, side, row.body, _label(campaign, side, row.date))
            by_date[row.date] = ROWS.validate_python(opened)
        except CryptoError:
            by_date[row.date] = None
    return by_date


def opened_purchases(campaign: Campaign, side: str) -> list[PurchaseRow]:
    """A side's purchases in a campaign that has ended, in the order of its record."""
    opened = RGPurchaseLine.objects.filter(purchase__side=crypto.room_of(campaign, side).pk)
    return [_row_of(row) for row in opened.select_related("purchase").order_by("purchase__date", "place")]


# writing --------------------------------------------------------------------------------------------------------------


def new_rooms(campaign: Campaign, state: AnyState, system: Game) -> list[Room]:
    """Unsaved rows for the rooms of a new campaign, each with a new data key and its part of `state`."""
    rooms = list[Room]()
    for name in (PUBLIC, *system.sides):
        kind = Room if name == PUBLIC else Side
        room = kind(campaign=campaign, key=name, wrapped_key=crypto.wrap_new_key(campaign, name))
        crypto.store_state(campaign, room, system.dump(state, name))
        if name != PUBLIC:
            crypto.store_team(campaign, room, {})
        rooms.append(room)
    return rooms


def store_changed_states(campaign: Campaign, rooms: Mapping[str, Room], before: AnyState, after: AnyState) -> set[str]:
    """Put the state of each room that has changed on its (unsaved) row; returns the keys of these rooms."""
    system = registry.get(campaign.system)
    changed = {key for key in after.sides if after.sides[key] is not before.sides[key]}
    changed |= {PUBLIC} if after.public is not before.public else set()
    for key in changed:
        crypto.store_state(campaign, rooms[key], system.dump(after, key))
    return changed


def purchases_to_write(
    campaign: Campaign, rooms: Mapping[str, Room], state: AnyState, written: Collection[str]
) -> list[RGPurchase]:
    """Unsaved rows of purchases for the rooms `written`, as far as these are open in `state`.

    Once the campaign has ended they are rows for all sides without a body: their lines are then in the open.
    """
    system = registry.get(campaign.system)
    if not isinstance(system, HasPurchases):
        return []
    if campaign.ended:
        dates = range(system.purchase_dates(state))
        return [RGPurchase(side_id=rooms[key].pk, date=date) for key in system.sides for date in dates]
    return [
        RGPurchase(
            side_id=side.pk,
            date=date,
            body=crypto.seal(
                crypto.key_of(campaign, side), to_jsonable_python(lines), _label(campaign, side, date), block=SIZE
            ),
        )
        for side in (rooms[key] for key in state.sides if key in written)
        for date, lines in bought(system, state, side.key).items()
    ]


WRITE = """
WITH written AS (
    UPDATE campaigns_campaign
    SET sequence = %s, summary = %s::jsonb, status = %s, ended_at = %s::timestamptz,
        seat_list = %s::jsonb, written_at = %s::timestamptz, doors = %s::jsonb
    WHERE id = %s
),
room AS (
    UPDATE campaigns_room AS room
    SET entries = new.entries, undone = new.undone, heard = new.heard, head = new.head,
        state = new.state, dice = new.dice
    FROM (VALUES {rooms}) AS new (id, entries, undone, heard, head, state, dice)
    WHERE room.id = new.id
    RETURNING room.id
),
"""
KEEP = """
WITH idle AS (SELECT id FROM campaigns_campaign WHERE id = %s FOR UPDATE SKIP LOCKED),
room AS (
    UPDATE campaigns_room AS room SET heard = %s, state = %s FROM idle
    WHERE room.campaign_id = idle.id AND room.id = %s AND room.entries = %s AND room.heard = %s
    RETURNING room.id
),
"""
NO_PURCHASES = "SELECT 0, 0, ''::bytea WHERE FALSE"
PURCHASE, ROOM = "(%s, %s, %s::bytea)", "(%s, %s, %s::jsonb, %s, %s, %s::bytea, %s::bytea)"


def write(campaign: Campaign, rooms: Collection[Room], purchases: Sequence[RGPurchase]) -> None:
    """Write the caches in the campaign's row, `rooms` and `purchases`, in one statement."""
    values: list[object] = [campaign.sequence, json.dumps(campaign.summary), campaign.status, campaign.ended_at]
    seats = None if campaign.seat_list is None else json.dumps(campaign.seat_list)
    values += [seats, campaign.written_at, json.dumps(campaign.doors), campaign.pk]
    for room in sorted(rooms, key=lambda room: room.pk):
        values += [room.pk, room.entries, json.dumps(room.undone), room.heard, room.head, bytes(room.state)]
        values.append(None if room.dice is None else bytes(room.dice))
    _execute(WRITE.format(rooms=", ".join([ROOM] * len(rooms))), values, purchases)


def keep(campaign: Campaign, room: Room, knew: int, state: AnyState) -> None:
    """Store the new state of a side's room that has caught up from public entry `knew`, and its purchases (ADR 19).

    Does nothing if an act is being written, or the room was written since it was read: it then catches up next time.
    """
    crypto.store_state(campaign, room, registry.get(campaign.system).dump(state, room.key))
    purchases = purchases_to_write(campaign, {each.key: each for each in campaign.rooms.all()}, state, {room.key})
    _execute(KEEP, [campaign.pk, room.heard, bytes(room.state), room.pk, room.entries, knew], purchases)


def _execute(statement: str, values: Sequence[Any], purchases: Sequence[RGPurchase]) -> None:
    """Run the `statement` that updates rooms; if it updated any, also update or insert the rows of purchases."""
    rows = "VALUES " + ", ".join([PURCHASE] * len(purchases)) if purchases else NO_PURCHASES
    bodies: list[Any] = [value for row in purchases for value in (row.side_id, row.date, row.body)]
    with connection.cursor() as cursor:
        cursor.execute(
            statement
            + f"""
purchase (side_id, date, body) AS ({rows}),
written_anew AS (
    UPDATE campaigns_rgpurchase AS row SET body = purchase.body FROM purchase
    WHERE row.side_id = purchase.side_id AND row.date = purchase.date AND EXISTS (SELECT FROM room)
)
INSERT INTO campaigns_rgpurchase (side_id, date, body)
SELECT side_id, date, body FROM purchase
WHERE EXISTS (SELECT FROM room) AND NOT EXISTS (
    SELECT FROM campaigns_rgpurchase AS row
    WHERE row.side_id = purchase.side_id AND row.date = purchase.date
)
ORDER BY date, side_id
""",
            [*values, *bodies],
        )


def write_whole(campaign: Campaign, state: AnyState) -> None:
    """Write all caches of the campaign: its row and rooms as they are, and the purchases in `state`."""
    rooms = {room.key: room for room in campaign.rooms.all()}
    write(campaign, rooms.values(), purchases_to_write(campaign, rooms, state, rooms))
    update_open_purchases(campaign, state)


def update_open_purchases(campaign: Campaign, state: AnyState) -> None:
    """Update rows of purchases after an act that undid dates or ended the campaign, and whether each side has won.

    Rows of dates that no longer exist are deleted. Readable lines (RGPurchaseLine) exist only once the campaign has
    ended. `state` needs all rooms if it has, else the public one.
    """
    system = registry.get(campaign.system)
    dates = system.purchase_dates(state) if isinstance(system, HasPurchases) else 0
    rows = RGPurchase.objects.filter(side__campaign=campaign)
    rows.filter(date__gte=dates).delete()
    RGPurchaseLine.objects.filter(purchase__in=rows).delete()
    if campaign.ended:
        by_side = {side: bought(system, state, side) for side in state.sides}
        RGPurchaseLine.objects.bulk_create(
            RGPurchaseLine(
                purchase=row,
                place=place,
                record_id=line.id,
                arrived=[list(each) for each in line.arrived],
                counters=line.counters,
                **{name: getattr(line, name) for name in OPEN},
            )
            for row in rows.filter(side__key__in=by_side).select_related("side")
            for place, line in enumerate(by_side[row.side.key][row.date])
        )
    for side in system.sides:
        Side.objects.filter(campaign=campaign, key=side).update(won=has_won(system, state, side))


def has_won(system: Game, state: AnyState, side: str) -> bool | None:
    """Whether a side has won the campaign; None if nobody has (yet)."""
    winner = system.public(state.only(())).winner
    return winner in (side, system.sides[side]) if winner else None


OPEN = ("group", "name", "number", "price", "mode", "strength", "given")
"""The fields of PurchaseRow that RGPurchaseLine has as columns of the same names."""


def _row_of(row: RGPurchaseLine) -> PurchaseRow:
    arrived = tuple((kind, name, count) for kind, name, count in row.arrived)
    return PurchaseRow(
        date=row.purchase.date, id=row.record_id, arrived=arrived, **{name: getattr(row, name) for name in OPEN}
    )


def _label(campaign: Campaign, side: Room, date: int) -> str:
    return f"{campaign.public_id} {side.key} purchases {date}"
