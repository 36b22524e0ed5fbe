"""Which hexes Russians set up in for the first scenario (CG12b)."""

from __future__ import annotations

from rules.kernel import Refused
from rules.parts.counters import Counter
from rules.parts.grid import hex_of
from rules.parts.refit.steps.chosen import FIELD
from rules.parts.tasks import Field
from rules.systems.oto2.desk import Desk


def check(desk: Desk, counter: Counter, place: str, field: Field) -> None:
    """Refuse a hex too far forward. What Germans buy goes anywhere within their lines, which are on the map alone."""
    rules, hex_ = desk.book.pack["initial_hexes"], hex_of(place)
    if hex_ is None or not desk.initial or desk.side != rules["side"] or counter.kind not in FIELD:
        return
    if hex_.number < (first := int(rules["from_hex"])):
        raise Refused(
            f"{counter.name}: in the first scenario Russians on board are in hexes of {first} or more, not {hex_}.",
            rule="CG12b", field=field.name, way_out="Write a hex farther back, or let it enter.",
        )  # fmt: skip
