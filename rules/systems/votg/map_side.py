"""A side of Valor of the Guards at the map: open Ferry Landings are its edge, the south edge alone leads nowhere."""

from __future__ import annotations

from rules.engine.replace import replace
from rules.ground.map_side import MapSide, side_at
from rules.ground.rulings import PerimeterRulings
from rules.systems.votg.rule_data import rules_of
from rules.systems.votg.state import RUSSIAN, Public

RULINGS = PerimeterRulings(around_corners=True, shared_levels=True)
"""Lines follow the map edge round its corners (12.6063), Pockets of both sides on levels may be one (12.6067)."""


def at_map(public: Public, side: str) -> MapSide | None:
    """A side at the map by what both know, None in a campaign without one."""
    rules, landings = rules_of(public), public.landings
    at = side_at(public.ground, side, rules.names, rules.readings, RULINGS)
    if at is None:
        return None
    sheet = at.ground.sheet
    serves = [places for key, places in sheet.landings.items() if key in landings and landings[key].serves]
    return replace(
        at,
        landings={RUSSIAN: frozenset().union(*serves) & sheet.land},
        dead_end={RUSSIAN: frozenset(sheet.grid.edge("south")) & sheet.land},
        leads_in={RUSSIAN: frozenset(sheet.grid.edge("north")) & sheet.land},
    )
