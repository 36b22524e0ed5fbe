"""Who has won a scenario, as far as the program can tell it (12.6255), and who the campaign (12.3)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract import Event
from rules.ground.counting import MapCount, stone_hexes
from rules.systems.votg.context import Context
from rules.systems.votg.payloads import CAMPAIGN_ENDED
from rules.systems.votg.rule_data import RuleData
from rules.systems.votg.state import DUAL, GERMAN, INITIAL, RUSSIAN, SIDES, Public, Report, enemy
from rules.text import gettext


@dataclass(frozen=True)
class ScoreResult:
    """Who has won, and by what: each part with the Germans' number and the Russians'."""

    winner: str
    parts: tuple[tuple[str, int, int], ...] = ()


def tells(public: Public, rules: RuleData) -> bool:
    """Whether the numbers of a report say who has won, so that it need not be entered."""
    kind = public.today.kind
    return kind == DUAL or (kind == INITIAL and rules.game.victory.initial_hexes is not None)


def result_of(public: Public, rules: RuleData, report: Report) -> ScoreResult:
    """What a report comes to. In a Dual Attack the Germans need more VP: for casualties, and for Stone Hexes taken."""
    texts, needed = rules.step_texts["victory"], rules.game.victory.initial_hexes
    if public.today.kind == DUAL:
        casualties = {side: report.cvp[enemy(side)] for side in SIDES}
        hexes = {side: rules.pack.victory.value * report.taken[side] for side in SIDES}
        total = {side: casualties[side] + hexes[side] for side in SIDES}
        parts = ((texts["cvp"], casualties), (texts["stone"], hexes), (texts["vp"], total))
        rows = tuple((what, numbers[GERMAN], numbers[RUSSIAN]) for what, numbers in parts)
        return ScoreResult(GERMAN if total[GERMAN] > total[RUSSIAN] else RUSSIAN, rows)
    if public.today.kind == INITIAL and needed is not None:
        return ScoreResult(GERMAN if report.hexes >= needed else RUSSIAN, ((texts["initial"], report.hexes, needed),))
    return ScoreResult(report.winner)


# the campaign ------------------------------------------------------------------------------------


def at_once(rules: RuleData, report: Report) -> str:
    """Who has won the campaign by a report before its last day, "" if nobody has."""
    hexes = rules.game.victory.hexes_at_once
    if report.champion:
        return report.champion
    return GERMAN if hexes is not None and report.hexes >= hexes else ""


def at_end(public: Public, rules: RuleData) -> str:
    """Who has won the campaign: at once by its last report, else by its last day; "" where the sides have to say.

    They say it after an Idle Day too: by the refit before it Control may be another than in the last report (12.6069).
    """
    last = _last_report(public)
    if last and (winner := at_once(rules, last)):
        return winner
    return "" if public.today.idle else likely(public, rules)


def likely(public: Public, rules: RuleData) -> str:
    """Who has won by the number of hexes at the campaign's end, "" if there is none or nobody has counted any.

    After an Idle Day those of the map count, where there is one.
    """
    needed, last, counted = rules.game.victory.hexes_at_end, _last_report(public), by_map(public, rules)
    if needed is None or not (last or counted):
        return ""
    held = counted.value if counted else last.hexes if last else 0
    return GERMAN if held >= needed else RUSSIAN


def by_map(public: Public, rules: RuleData) -> MapCount | None:
    """The Stone Hexes the Germans hold by the map after an Idle Day; None without a map and on other days."""
    if not public.today.idle:
        return None
    return stone_hexes(public.ground, GERMAN, gettext(rules.step_texts["victory"]["hexes"]))


def _last_report(public: Public) -> Report | None:
    return next((record.report for record in reversed(public.dates) if record.report), None)


def after_battle(ctx: Context) -> str:
    """The stage after a scenario: the end if somebody has won the campaign by it, or it was the last there can be."""
    report = ctx.today.report
    assert report is not None
    over = ctx.last_day and not ctx.may_counterattack()
    return "final" if over or at_once(ctx.rules, report) else "aftermath"


def disputed(ctx: Context) -> bool:
    """Whether nothing but the sides can tell who has won, and they name different ones."""
    return not at_end(ctx.public, ctx.rules) and len(set(ctx.public.ending.claims.values())) > 1


def ended(ctx: Context) -> Event:
    """The campaign's end: by the hexes held, or as both sides agreed when they opened their books."""
    claims = ctx.public.ending.claims.values()
    return CAMPAIGN_ENDED(winner=at_end(ctx.public, ctx.rules) or next(iter(claims), ""))
