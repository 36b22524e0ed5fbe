"""A side of Valor of the Guards at the map: open Ferry Landings are its edge, the south edge alone leads nowhere."""

from __future__ import annotations

from rules.asl.steps.aftermath.map_lines import MapSide, rulings_of
from rules.ground.rulings import PerimeterRulings
from rules.systems.votg.context import rules_of
from rules.systems.votg.state import RUSSIAN, SIDES, Public
from rules.text import gettext

RULINGS = PerimeterRulings(around_corners=True, shared_levels=True)
"""Lines follow the map edge round its corners (12.6063), Pockets of both sides on levels may be one (12.6067)."""


def at_map(public: Public, side: str) -> MapSide | None:
    """A side at the map by what both know, None in a campaign without one."""
    ground, rules = public.ground, rules_of(public)
    if ground is None:
        return None
    sheet, landings = ground.sheet, public.landings
    serves = [places for key, places in sheet.landings.items() if key in landings and landings[key].serves]
    return MapSide(
        ground,
        side,
        {key: gettext("the {side} side", side=rules.names[key]) for key in SIDES},
        rulings_of(rules.readings, RULINGS),
        landings={RUSSIAN: frozenset().union(*serves) & sheet.land},
        dead_end={RUSSIAN: frozenset(sheet.grid.edge("south")) & sheet.land},
        leads_in={RUSSIAN: frozenset(sheet.grid.edge("north")) & sheet.land},
    )
