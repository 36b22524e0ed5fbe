"""How the events of On Track to Orsha change its rooms, beside those every refit has."""

from __future__ import annotations

from dataclasses import replace

from rules.kernel import Data, Reducers
from rules.parts.refit import corrections
from rules.parts.refit import outcome as refit
from rules.parts.refit.outcome import outcome, today
from rules.systems.oto2.book import book
from rules.systems.oto2.state import Ending, Line, Public, Report


def stage_opened(public: Public, data: Data) -> Public:
    """The door to the next stage opens; no account of a scenario is on the table."""
    return replace(refit.stage_opened(public, data), proposal=None)


def new_line(before: Line) -> Line:
    """A new CG Date; a SAN that has fallen too low is raised (7.5122)."""
    rules, san = book().pack["san"], before.san
    return refit.carried(before, san=int(rules["raised_to"]) if san <= rules["raised_up_to"] else san)


def report_proposed(public: Public, data: Data) -> Public:
    """A side's account of the scenario, for the other to confirm."""
    return replace(public, proposal=Report(**data), proposals=data["number"])


def scenario_ended(public: Public, data: Data) -> Public:
    """7.5031: both sides agree on the account; it stands."""
    assert public.proposal is not None
    return today(
        public,
        report=public.proposal,
        rained=data["rained"],
        winner=data["winner"],
        scenario_vp=data["scenario_vp"],
        vp=data["vp"],
    )


def battery_attacked(public: Public, data: Data) -> Public:
    """5.3: a Counter Battery Module attacked."""
    return today(public, batteries=(*public.today.batteries, (data["side"], data["row"])))


def entry_told(public: Public, data: Data) -> Public:
    """Where the German entry area of the north edge ends."""
    return today(public, north=data["north"])


def books_opened(public: Public, data: Data) -> Public:
    """CG End: what a side had left."""
    books = {**public.ending.books, data["side"]: {"cpp": data["cpp"], "cvp": data["cvp"]}}
    return replace(public, ending=replace(public.ending, books=books))


def campaign_ended(public: Public, data: Data) -> Public:
    """A winner; the doors open."""
    ending = Ending(public.ending.books, data["winner"], data["vp"], data.get("conceded", ""))
    return replace(public, ending=ending, stage="ended", finished=())


OWN_KINDS = (
    "cbm.aimed",
    "cbm.fired",
    "cbm.suffered",
    "optional_mg.noted",
    "flames.rolled",
    "immobile.rolled",
    "recall.rolled",
    "stun.rolled",
    "purchases.made",
    "strength.rolled",
    "weapons.rolled",
    "weapon.chosen",
    "ammunition.rolled",
    "leaders.rolled",
    "armor_leaders.rolled",
    "variants.rolled",
    "aircraft.received",
    "aircraft.rolled",
    "modules.chosen",
)
"""Events behind a side's door that only this game knows."""

REDUCERS = Reducers(
    public={
        **refit.PUBLIC_KINDS,
        "stage.opened": stage_opened,
        "report.proposed": report_proposed,
        "scenario.ended": scenario_ended,
        "cbm.attacked": battery_attacked,
        "entry.told": entry_told,
        "books.opened": books_opened,
        "campaign.ended": campaign_ended,
        "correction.proposed": corrections.proposed,
        "correction.settled": corrections.settled,
    },
    side={**dict.fromkeys((*refit.SIDE_KINDS, *OWN_KINDS), outcome), "correction.written": corrections.written},
    echo={"stage.opened": refit.entering(new_line), "correction.settled": corrections.obeyed},
)
