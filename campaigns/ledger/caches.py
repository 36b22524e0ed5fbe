"""What is kept of the journal for quick reading: states and counts of the rooms, and what the sides have bought.

All of it can be folded from the journal again (`reconcile` does) and is written in the transaction of the act.

A side's purchases have one row for each date, sealed with its room's key and padded to one size. They are written
whenever its room is, for whatever reason, a date's first when the side first enters its room after it has begun: so
number, size and moment of the rows tell no more than that the side was there. When the campaign ends they are opened.
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
"""What the purchases of a date are padded to: more than the points of a date can fill."""
ROWS = TypeAdapter(list[PurchaseRow])
Bought = Mapping[int, Sequence[PurchaseRow]]
"""The rows of a side by date; every date that has begun is there."""


def bought(system: Game, state: AnyState, side: str) -> Bought:
    """What a side whose room is open has bought, if its game has purchases."""
    if not isinstance(system, HasPurchases):
        return {}
    by_date: dict[int, list[PurchaseRow]] = {date: [] for date in range(system.purchase_dates(state))}
    for row in system.purchases(state, side):
        by_date[row.date].append(row)
    return by_date


def check_purchases(rows_by_date: Bought) -> None:
    """ValueError if rows can't be kept: those of a file that nobody knows may be of any size and kind."""
    ROWS.validate_python(to_jsonable_python([row for rows in rows_by_date.values() for row in rows]))


def stored_purchases(campaign: Campaign, side: Room) -> dict[int, list[PurchaseRow] | None]:
    """What is stored of it; None for a row that does not open."""
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
    """The rows of a side in a campaign that has ended, in the order of its record."""
    opened = RGPurchaseLine.objects.filter(purchase__side=crypto.room_of(campaign, side).pk)
    return [_row_of(row) for row in opened.select_related("purchase").order_by("purchase__date", "place")]


# writing --------------------------------------------------------------------------------------------------------------


def new_rooms(campaign: Campaign, state: AnyState, system: Game) -> list[Room]:
    """Unsaved rooms of a campaign that is being founded, each with a key of its own."""
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
    """Put the state of each room that has changed on its row, sealed; returns which ones these are."""
    system = registry.get(campaign.system)
    changed = {key for key in after.sides if after.sides[key] is not before.sides[key]}
    changed |= {PUBLIC} if after.public is not before.public else set()
    for key in changed:
        crypto.store_state(campaign, rooms[key], system.dump(after, key))
    return changed


def purchases_to_write(
    campaign: Campaign, rooms: Mapping[str, Room], state: AnyState, written: Collection[str]
) -> list[RGPurchase]:
    """The rows of purchases that go with the rooms `written`, as far as `state` has them open.

    Once the campaign has ended they are those of all sides, without what stands in the open then.
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
    SET sequence = %s, summary = %s::jsonb, status = %s, ended_at = %s::timestamptz, dice_salts = %s::jsonb,
        seat_list = %s::jsonb, written_at = %s::timestamptz, doors = %s::jsonb
    WHERE id = %s
),
room AS (
    UPDATE campaigns_room AS room
    SET entries = new.entries, draws = new.draws, undone = new.undone, heard = new.heard, head = new.head,
        state = new.state, dice = new.dice
    FROM (VALUES {rooms}) AS new (id, entries, draws, undone, heard, head, state, dice)
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
PURCHASE, ROOM = "(%s, %s, %s::bytea)", "(%s, %s, %s, %s::jsonb, %s, %s, %s::bytea, %s::bytea)"


def write(campaign: Campaign, rooms: Collection[Room], purchases: Sequence[RGPurchase]) -> None:
    """Write what is kept of the journal with the campaign, with `rooms` and of `purchases`, in one statement."""
    salts = None if campaign.dice_salts is None else json.dumps(campaign.dice_salts)
    values: list[object] = [campaign.sequence, json.dumps(campaign.summary), campaign.status, campaign.ended_at, salts]
    seats = None if campaign.seat_list is None else json.dumps(campaign.seat_list)
    doors = None if campaign.doors is None else json.dumps(campaign.doors)
    values += [seats, campaign.written_at, doors, campaign.pk]
    for room in sorted(rooms, key=lambda room: room.pk):
        values += [room.pk, room.entries, room.draws, json.dumps(room.undone), room.heard, room.head, bytes(room.state)]
        values.append(None if room.dice is None else bytes(room.dice))
    _execute(WRITE.format(rooms=", ".join([ROOM] * len(rooms))), values, purchases)


def keep(campaign: Campaign, room: Room, knew: int, state: AnyState) -> None:
    """Keep that a side's room, which had heard of public entry `knew`, now knows all of them, and its purchases.

    Nothing is kept if somebody is writing into the campaign, or has since the room was read: then it is told again.
    """
    crypto.store_state(campaign, room, registry.get(campaign.system).dump(state, room.key))
    purchases = purchases_to_write(campaign, {each.key: each for each in campaign.rooms.all()}, state, {room.key})
    _execute(KEEP, [campaign.pk, room.heard, bytes(room.state), room.pk, room.entries, knew], purchases)


def _execute(statement: str, values: Sequence[Any], purchases: Sequence[RGPurchase]) -> None:
    """Run the statement that writes rooms, with the rows of purchases that go with them."""
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
    """Write everything that is kept with the campaign, whose rooms and purchases are those of `state`."""
    rooms = {room.key: room for room in campaign.rooms.all()}
    write(campaign, rooms.values(), purchases_to_write(campaign, rooms, state, rooms))
    update_open_purchases(campaign, state)


def update_open_purchases(campaign: Campaign, state: AnyState) -> None:
    """Bring rows of purchases up to date after an act that undid dates or ended the campaign.

    Rows of dates that are no more are deleted. Readable lines (RGPurchaseLine) exist exactly while the campaign has
    ended; then each side's row also says whether it has won. `state` needs all rooms if the campaign has ended, else
    the public one.
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
"""What a line has in columns under the same names."""


def _row_of(row: RGPurchaseLine) -> PurchaseRow:
    arrived = tuple((kind, name, count) for kind, name, count in row.arrived)
    return PurchaseRow(
        date=row.purchase.date, id=row.record_id, arrived=arrived, **{name: getattr(row, name) for name in OPEN}
    )


def _label(campaign: Campaign, side: Room, date: int) -> str:
    return f"{campaign.public_id} {side.key} purchases {date}"
