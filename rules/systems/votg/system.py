"""Valor of the Guards as its host knows it."""

from __future__ import annotations

from collections.abc import Mapping

from rules.asl.orders import ORDERS
from rules.asl.system import RefitSystem
from rules.contract import Event, FoundingChoice, Order, State
from rules.engine.founding import start_choice
from rules.features.idle import IdleDay
from rules.systems.votg import founding, idle_day, sheets
from rules.systems.votg.chart import chart_schema
from rules.systems.votg.context import Context
from rules.systems.votg.course import COURSE, after_stage
from rules.systems.votg.event_texts import EVENT_TEXTS
from rules.systems.votg.library import library
from rules.systems.votg.map_side import at_map
from rules.systems.votg.pack import DATA
from rules.systems.votg.payloads import CAMPAIGN_ENDED
from rules.systems.votg.reducers import REDUCERS
from rules.systems.votg.rule_data import maps, rule_data, rules_of
from rules.systems.votg.state import Public, Report, SideRoom, enemy
from rules.systems.votg.steps.battle import REPORT, ReportCorrections
from rules.systems.votg.view import PublicView, SideView, View, public_view, side_view
from rules.text import gettext


class ValorOfTheGuards(RefitSystem[Public, SideRoom, Context, PublicView, SideView, Report]):
    """The game system `votg`."""

    key = "votg"
    last_stage = "final"
    over = "12.3"
    files, default_rules, rooms, views = DATA, rule_data(), (Public, SideRoom), View
    course, reducers, report_corrections, event_texts = COURSE, REDUCERS, ReportCorrections(), EVENT_TEXTS
    report = REPORT
    sealed = RefitSystem.sealed | {"initiative"}
    orders = {**ORDERS, "idle": frozenset({idle_day.AGREED.name})}
    charts, maps = chart_schema(), maps()

    setup = staticmethod(founding.setup)
    context = staticmethod(Context)
    rules_of = staticmethod(rules_of)
    at_map = staticmethod(at_map)
    after_stage = staticmethod(after_stage)
    public_view = staticmethod(public_view)
    side_view = staticmethod(side_view)
    sheets_of = staticmethod(sheets.sheets_of)
    purchase_sheet = staticmethod(sheets.purchase_sheet)
    tables = staticmethod(library)

    def __init__(self) -> None:
        super().__init__()
        self.free_orders = {**self.free_orders, "idle": idle_day.seal}

    def own_choices(self) -> tuple[FoundingChoice, ...]:
        """The campaign game, the whole battle first; who has the balance, and what it gives him (12.31)."""
        pack = self.default_rules.pack
        games = {game.key: game.name for game in reversed(pack.game)}
        balances = {"none": gettext("none")}
        for side, name in self.sides.items():
            gives = gettext(pack.balance.value[side])
            balances[side] = gettext("for the {side} side: {gives}", side=name, gives=gives)
        return (
            FoundingChoice("game", gettext("Campaign game"), games),
            FoundingChoice("balance", gettext("Balance (12.31)"), balances),
            start_choice(self.later_dates),
        )

    def idle_day(self, state: State[Public, SideRoom], side: str) -> IdleDay | None:
        """See rules.features.idle.HasIdleDay."""
        return idle_day.idle_day(COURSE, self.context_of(state, side))

    def idle_agreed(self, state: State[Public, SideRoom], side: str) -> bool:
        """See rules.features.idle.HasIdleDay."""
        return idle_day.agreed_to_idle(self.context_of(state, side))

    def idle_order(self, state: State[Public, SideRoom], side: str, entries: Mapping[str, object]) -> Order | None:
        """See rules.features.idle.HasIdleDay."""
        return idle_day.order(COURSE, self.context_of(state, side), entries)

    @property
    def later_dates(self) -> Mapping[str, str]:
        """See RefitSystem."""
        return {day.key: day.name for day in self.default_rules.pack.date[1:]}

    def conceded(self, ctx: Context) -> Event:
        """One side gives the campaign up."""
        return CAMPAIGN_ENDED(winner=enemy(ctx.side), conceded=ctx.side)


SYSTEM = ValorOfTheGuards()
