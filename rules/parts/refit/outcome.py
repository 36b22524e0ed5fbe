"""How shared events change the rooms.

Events behind a side's door carry their outcome: counters added and changed, groups changed, new values for the line.
They differ in what they tell, not in how they are folded, so one reducer serves them all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from rules.kernel import Data
from rules.parts import counters as pieces
from rules.parts.refit.state import Group, Ledger, Line, Public, Side

P = TypeVar("P", bound=Public)
L = TypeVar("L", bound=Line)


def outcome(side: Side, data: Data) -> Side:
    """Fold what came of an act into its side's room; every entry is optional.

    `at` how far the side is in the stage and by which `step`, `add`, `change` counters, `buy`, `groups`
    groups bought and changed, `line`, `ledger` new values of the line, `pending` what is left to choose,
    `rolls` dice for the review, `note` a note of the player, `known` what he read off his counters.
    """
    counters = pieces.change(pieces.add(side.counters, data.get("add", ())), data.get("change", {}))
    notes = (*side.notes, data["note"]) if data.get("note") else side.notes
    return replace(
        side,
        at=data.get("at", side.at),
        done=_done(side, data),
        counters=counters,
        groups=_groups(side, data),
        lines=(*side.lines[:-1], _line(side.now, data)),
        pending=data.get("pending", side.pending),
        outcomes=side.outcomes + tuple(data.get("rolls", ())),
        notes=notes,
        known={**side.known, **data.get("known", {})},
    )


def _done(side: Side, data: Data) -> tuple[str, ...]:
    """The steps done in this stage; going back to its top undoes them."""
    if "at" not in data:
        return side.done
    return (*side.done, *([data["step"]] if "step" in data else [])) if data["at"] else ()


def _groups(side: Side, data: Data) -> tuple[Group, ...]:
    groups = side.groups
    changes: Mapping[str, Mapping[str, Any]] = data.get("groups", {})
    if changes:
        groups = tuple(replace(g, **changes[g.id]) if g.id in changes else g for g in groups)
    return groups + tuple(side.group_class(**row) for row in data.get("buy", ()))


def _line(line: Line, data: Data) -> Line:
    changes: dict[str, Any] = dict(data.get("line", {}))
    if "ledger" in data:
        changes["ledger"] = replace(line.ledger, **data["ledger"])
    return replace(line, **changes) if changes else line


# stages ----------------------------------------------------------------------------------


def stage_finished(public: P, data: Data) -> P:
    """A side is done with the current stage."""
    seals = public.seals if "seal" not in data else {**public.seals, data["side"]: data["seal"]}
    return replace(public, finished=(*public.finished, data["side"]), seals=seals)


def stage_opened(public: P, data: Data) -> P:
    """The door to the next stage opens; with a new `date` a new line begins, on which nothing is known yet."""
    date = data.get("date", public.date)
    dates = public.dates if date < len(public.dates) else (*public.dates, type(public.today)())
    return replace(public, stage=data["stage"], date=date, dates=dates, finished=(), seals={})


def entering(begin: Callable[[Any], Line]) -> Callable[[Side, str, Data], Side]:
    """How a side's room changes when a stage opens: it starts at the top, and with a new `date` a new line begins.

    `begin` makes that of the line before: `carried`, with what the game alters of it.
    """

    def enter(side: Side, key: str, data: Data) -> Side:
        side = replace(side, at=0, done=(), outcomes=(), pending={})
        if data.get("date", len(side.lines) - 1) < len(side.lines):
            return side
        return replace(side, lines=(*side.lines, begin(side.now)))

    return enter


def carried(before: L, **changes: Any) -> L:
    """A new line after `before`: what is left of its points, its ELR and its SAN."""
    start: dict[str, Any] = {"ledger": Ledger(before.ledger.next_start), "elr": before.elr, "san": before.san}
    return type(before)(**(start | changes))


# what all may know -----------------------------------------------------------------------


def today(public: P, **changes: Any) -> P:
    """The public room with new values in the record of the line in play."""
    now = replace(public.today, **changes)
    return replace(public, dates=(*public.dates[: public.date], now, *public.dates[public.date + 1 :]))


def weather_rolled(public: P, data: Data) -> P:
    """The line's weather and environmental conditions."""
    return today(public, weather=data["weather"], ec=data["ec"])


def wind_set(public: P, data: Data) -> P:
    """The wind as it was rolled at the table."""
    return today(public, wind=data["wind"])


def recon_named(public: P, data: Data) -> P:
    """The Locations a side looks into."""
    return today(public, asked=tuple(data["locations"]))


def recon_disclosed(public: P, data: Data) -> P:
    """What was shown of each Location."""
    return today(public, disclosed=tuple((place, tuple(names)) for place, names in data["told"]))


def announced(public: P, data: Data) -> P:
    """A side tells its ELR and SAN."""
    side, now = data["side"], public.today
    return today(public, elr={**now.elr, side: data["elr"]}, san={**now.san, side: data["san"]})


SIDE_KINDS = (
    "step.done",
    "counters.changed",
    "losses.recorded",
    "markers.removed",
    "task_checks.made",
    "mines.settled",
    "vehicles.settled",
    "lines.drawn",
    "lines.readjusted",
    "stragglers.lost",
    "area.recorded",
    "escape.tried",
    "escape.rolled",
    "escape.selected",
    "escape.equipment",
    "isolation.settled",
    "map.cleared",
    "prisoners.settled",
    "fire.destroyed",
    "armor_leaders.placed",
    "wounded.rolled",
    "half_squads.recombined",
    "mmc_hardening.rolled",
    "mmc.hardened",
    "leader_hardening.rolled",
    "leader.hardened",
    "leader.exchanged",
    "san.rolled",
    "vehicles.manned",
    "trouble.told",
    "repair.rolled",
    "guns.exchanged",
    "charges.kept",
    "captured.rolled",
    "options.used",
    "ammunition.restored",
    "removal.chosen",
    "removal.rolled",
    "removal.suffered",
    "points.replenished",
    "elr.rolled",
    "fortifications.bought",
    "hexes.recorded",
    "setup.recorded",
    "recon.rolled",
)
"""Events behind a side's door that shared steps bring about; `outcome` folds them all."""

PUBLIC_KINDS: Mapping[str, Callable[[Any, Data], Any]] = {
    "stage.finished": stage_finished,
    "stage.opened": stage_opened,
    "obstacles.removed": lambda public, data: public,
    "weather.rolled": weather_rolled,
    "wind.set": wind_set,
    "recon.named": recon_named,
    "recon.disclosed": recon_disclosed,
    "elr_san.announced": announced,
}
"""The public events of shared steps and of the course, with their reducers."""
