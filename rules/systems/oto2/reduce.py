"""How events change the rooms.

Events behind a side's door carry their outcome: counters added and changed, groups
changed, new values for the date's line. They differ in what they tell, not in how
they are folded, so one reducer serves them all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.kernel import Data, Reducers
from rules.parts import counters as pieces
from rules.systems.oto2.book import book
from rules.systems.oto2.state import DateRecord, Ending, Group, Ledger, Line, Public, Report, Side


def outcome(side: Side, data: Data) -> Side:
    """Fold what came of an act into its side's room; every entry is optional.

    `at` how far the side is in the stage and by which `step`, `add`, `change` counters, `buy`, `groups`
    groups bought and changed, `line`, `ledger` new values of the date's line, `pending`
    what is left to choose, `rolls` dice for the review, `note` a note of the player,
    `known` what he read off his counters.
    """
    counters = pieces.change(pieces.add(side.counters, data.get("add", ())), data.get("change", {}))
    notes = (*side.notes, data["note"]) if data.get("note") else side.notes
    return replace(
        side,
        at=data.get("at", side.at),
        done=_done(side, data),
        counters=counters,
        groups=_groups(side.groups, data),
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


def _groups(groups: tuple[Group, ...], data: Data) -> tuple[Group, ...]:
    changes: Mapping[str, Mapping[str, Any]] = data.get("groups", {})
    if changes:
        groups = tuple(replace(g, **changes[g.id]) if g.id in changes else g for g in groups)
    groups = tuple(g for g in groups if g.id not in data.get("returned", ()))
    return groups + tuple(Group(**row) for row in data.get("buy", ()))


def _line(line: Line, data: Data) -> Line:
    changes: dict[str, Any] = dict(data.get("line", {}))
    if "ledger" in data:
        changes["ledger"] = replace(line.ledger, **data["ledger"])
    return replace(line, **changes) if changes else line


def stage_finished(public: Public, data: Data) -> Public:
    """A side is done with the current stage."""
    seals = public.seals if "seal" not in data else {**public.seals, data["side"]: data["seal"]}
    return replace(public, finished=(*public.finished, data["side"]), seals=seals)


def stage_taken_back(public: Public, data: Data) -> Public:
    """A side broke its own seal before the other had sealed."""
    side = data["side"]
    return replace(
        public,
        finished=tuple(done for done in public.finished if done != side),
        seals={key: seal for key, seal in public.seals.items() if key != side},
    )


def stage_opened(public: Public, data: Data) -> Public:
    """The door to the next stage opens; on a new date a new line begins."""
    date = data.get("date", public.date)
    dates = public.dates if date < len(public.dates) else (*public.dates, DateRecord())
    return replace(public, stage=data["stage"], date=date, dates=dates, finished=(), seals={}, proposal=None)


def enter_stage(side: Side, key: str, data: Data) -> Side:
    """A side's room when a stage opens: it starts at the top, and on a new date a new line."""
    side = replace(side, at=0, done=(), outcomes=(), pending={})
    if data.get("date", len(side.lines) - 1) < len(side.lines):
        return side
    before = side.now
    line = Line(Ledger(before.ledger.next_start), before.elr, _raised(before.san))
    return replace(side, lines=(*side.lines, line))


def _raised(san: int) -> int:
    """7.5122: a SAN that has fallen too low is raised."""
    rules = book().pack["san"]
    return int(rules["raised_to"]) if san <= rules["raised_up_to"] else san


def weather_rolled(public: Public, data: Data) -> Public:
    """7.517: the date's weather and environmental conditions."""
    return _today(public, weather=data["weather"], ec=data["ec"])


def wind_set(public: Public, data: Data) -> Public:
    """7.5221: the wind as it was rolled at the table."""
    return _today(public, wind=data["wind"])


def recon_named(public: Public, data: Data) -> Public:
    """7.5226: the Locations the Russians look into."""
    return _today(public, asked=tuple(data["locations"]))


def recon_disclosed(public: Public, data: Data) -> Public:
    """7.5226: what was shown of each Location."""
    return _today(public, disclosed=tuple((place, tuple(names)) for place, names in data["told"]))


def announced(public: Public, data: Data) -> Public:
    """7.523: a side tells its ELR and SAN."""
    side, today = data["side"], public.today
    return _today(
        public,
        elr={**today.elr, side: data["elr"]},
        san={**today.san, side: data["san"]},
    )


def report_proposed(public: Public, data: Data) -> Public:
    """A side's account of the scenario, for the other to confirm."""
    return replace(public, proposal=Report(**data), proposals=data["number"])


def scenario_ended(public: Public, data: Data) -> Public:
    """7.5031: both sides agree on the account; it stands."""
    assert public.proposal is not None
    return _today(
        public,
        report=public.proposal,
        rained=data["rained"],
        winner=data["winner"],
        scenario_vp=data["scenario_vp"],
        vp=data["vp"],
    )


def books_opened(public: Public, data: Data) -> Public:
    """CG End: what a side had left."""
    books = {**public.ending.books, data["side"]: {"cpp": data["cpp"], "cvp": data["cvp"]}}
    return replace(public, ending=replace(public.ending, books=books))


def campaign_ended(public: Public, data: Data) -> Public:
    """A winner; the doors open."""
    ending = Ending(public.ending.books, data["winner"], data["vp"], data.get("conceded", ""))
    return replace(public, ending=ending, stage="ended", finished=())


def _today(public: Public, **changes: Any) -> Public:
    today = replace(public.today, **changes)
    dates = (*public.dates[: public.date], today, *public.dates[public.date + 1 :])
    return replace(public, dates=dates)


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
    "flames.rolled",
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
    "immobile.rolled",
    "recall.rolled",
    "stun.rolled",
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
    "purchases.made",
    "purchases.taken_back",
    "strength.rolled",
    "weapons.rolled",
    "weapon.chosen",
    "ammunition.rolled",
    "leaders.rolled",
    "armor_leaders.rolled",
    "variants.rolled",
    "aircraft.received",
    "aircraft.rolled",
    "fortifications.bought",
    "hexes.recorded",
    "modules.chosen",
    "setup.recorded",
    "recon.rolled",
)

REDUCERS = Reducers(
    public={
        "stage.finished": stage_finished,
        "stage.taken_back": stage_taken_back,
        "stage.opened": stage_opened,
        "obstacles.removed": lambda public, data: public,
        "weather.rolled": weather_rolled,
        "wind.set": wind_set,
        "recon.named": recon_named,
        "recon.disclosed": recon_disclosed,
        "elr_san.announced": announced,
        "report.proposed": report_proposed,
        "scenario.ended": scenario_ended,
        "books.opened": books_opened,
        "campaign.ended": campaign_ended,
    },
    side=dict.fromkeys(SIDE_KINDS, outcome),
    echo={"stage.opened": enter_stage},
)
