"""The kinds of orders that a game with a refit phase takes, with their entries."""

from __future__ import annotations

from collections.abc import Mapping

from rules.asl import battle_toll, unit_acts
from rules.engine.staged import AT_A_STEP
from rules.ground import altering, painting

PAD, ROUNDS, PLACES = "pad", "rounds", "places"
"""The kind of order that records a pad, and its entries: tallies (rules.asl.battle_toll) one after the other, and the
counters in each Location at the end."""
FREE_ORDERS: Mapping[str, frozenset[str] | None] = {
    "lose": frozenset({"fate", "piles", "together", "worth", "reason"}),
    "mark": frozenset({"piles", "together"}),
    battle_toll.TALLY: frozenset({"acts", "marks"}),
    PAD: frozenset({ROUNDS, PLACES}),
    "change": frozenset({"pile", "count", "name", "marks", "place", "note", "worth", "reason"}),
    "add": frozenset({"kind", "name", "count", "worth", "reason"}),
    **dict.fromkeys(unit_acts.ACTS, unit_acts.ENTRIES),
    "claim": frozenset({"kind", "name", "count"}),
    "grant": frozenset({"number"}),
    "deny": frozenset({"number"}),
    "use": frozenset({"number", "count"}),
    "release": frozenset({"number", "count", "how"}),
    "correct": None,
    "settle": frozenset({"number", "verdict"}),
    "concede": frozenset(),
    "throw": frozenset({"purpose", "number", "black", "red", "shown"}),
    painting.ORDER: frozenset({painting.HOLDER, painting.HEXES}),
    altering.ORDER: frozenset({altering.TERRAIN, painting.HEXES}),
}
ORDERS: Mapping[str, frozenset[str] | None] = {
    **AT_A_STEP,
    "done": None,
    "seal": frozenset({"rows"}),
    "confirm": frozenset({"number", "agreed"}),
    "buy": None,
    "propose": None,
    **FREE_ORDERS,
}
"""Every kind of order with the entries it takes beside its step and going on; None: those of the step's form."""
