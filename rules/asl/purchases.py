"""The lines of the RG Purchase Record: what every refit keeps of a group."""

from __future__ import annotations

from collections import Counter as Tally
from collections import defaultdict

from rules.asl.rule_data import RuleData
from rules.asl.state import SideRoom
from rules.engine.purchases import PurchaseLine


def purchase_lines(rules: RuleData, room: SideRoom) -> tuple[PurchaseLine, ...]:
    """A line for each group of a side, in the order of its record."""
    rows, bought, arrived = rules.groups[room.key], Tally[str](), defaultdict[str, Tally[tuple[str, str]]](Tally)
    for counter in room.counters:
        arrived[counter.group][counter.kind, counter.name] += 1
    lines = list[PurchaseLine]()
    for group in room.groups:
        bought[group.rg] += not group.given
        lines.append(
            PurchaseLine(
                date=group.date,
                id=group.id,
                group=group.rg,
                name=rows[group.rg].name,
                number=bought[group.rg],
                price=group.paid,
                mode=group.mode,
                strength=group.strength,
                given=group.given,
                arrived=tuple((kind, name, count) for (kind, name), count in arrived[group.id].items()),
            )
        )
    return tuple(lines)
