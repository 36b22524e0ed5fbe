"""On Track to Orsha as its host knows it."""

from __future__ import annotations

from collections.abc import Mapping

from rules.asl.system import SHARED_STAGES, RefitSystem
from rules.contract import Event, FoundingChoice
from rules.engine.founding import start_choice
from rules.systems.oto2 import founding, score, sheets
from rules.systems.oto2.context import Context
from rules.systems.oto2.course import COURSE, after_stage
from rules.systems.oto2.event_texts import EVENT_TEXTS
from rules.systems.oto2.library import library
from rules.systems.oto2.map_side import at_map
from rules.systems.oto2.payloads import CAMPAIGN_ENDED
from rules.systems.oto2.reducers import REDUCERS
from rules.systems.oto2.report_corrections import ReportCorrections
from rules.systems.oto2.rule_data import DATA, maps, rule_data, rules_of
from rules.systems.oto2.state import SIDES, Public, Report, SideRoom, enemy
from rules.systems.oto2.steps.battle import REPORT
from rules.systems.oto2.steps.front_lines import control_after_lines
from rules.systems.oto2.view import PublicView, SideView, View, public_view, side_view
from rules.text import gettext


class OnTrackToOrsha(RefitSystem[Public, SideRoom, Context, PublicView, SideView, Report]):
    """The game system `oto2`."""

    key = "oto2"
    last_stage = "final"
    over = "6"
    files, default_rules, rooms, views = DATA, rule_data(), (Public, SideRoom), View
    course, reducers, report_corrections, event_texts = COURSE, REDUCERS, ReportCorrections(), EVENT_TEXTS
    report = REPORT
    shared_stages = {**SHARED_STAGES, "final": lambda ctx: set(ctx.public.ending.books) == set(SIDES)}
    maps = maps()

    setup = staticmethod(founding.setup)
    context = staticmethod(Context)
    rules_of = staticmethod(rules_of)
    at_map = staticmethod(at_map)
    after_stage = staticmethod(after_stage)
    control_after_lines = staticmethod(control_after_lines)
    public_view = staticmethod(public_view)
    side_view = staticmethod(side_view)
    sheets_of = staticmethod(sheets.sheets_of)
    purchase_sheet = staticmethod(sheets.purchase_sheet)
    tables = staticmethod(library)

    def own_choices(self) -> tuple[FoundingChoice, ...]:
        """Who has the balance, and what the Russians need then (7.31); on which date the campaign comes here."""
        needed = self.default_rules.pack.balance.value
        balances = {"none": gettext("none: the Russians need {vp} VP", vp=needed["none"])}
        for side, name in self.sides.items():
            balances[side] = gettext("for the {side} side: the Russians need {vp} VP", side=name, vp=needed[side])
        return (FoundingChoice("balance", gettext("Balance"), balances), start_choice(self.later_dates))

    @property
    def later_dates(self) -> Mapping[str, str]:
        """See RefitSystem."""
        return {date.key: date.key for date in self.default_rules.dates[1:]}

    def conceded(self, ctx: Context) -> Event:
        """One side gives the campaign up; that is CG End too (6)."""
        vp = score.score_now(ctx.public, ctx.rules).vp
        return CAMPAIGN_ENDED(winner=enemy(ctx.side), vp=vp, conceded=ctx.side)


SYSTEM = OnTrackToOrsha()
