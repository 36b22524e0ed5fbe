"""Positions of Valor of the Guards that a random campaign hardly ever comes to, for tests that want every step."""

from __future__ import annotations

from typing import Any

from rules.contract import State
from rules.systems.votg.state import DateRecord, Report
from tests.rules.test_votg_works import FORTIFIED, owning
from tests.rules.votg_play import GERMAN, RUSSIAN, SIDES, Game, charts

NOTHING = {GERMAN: 0, RUSSIAN: 0}
FOUGHT = DateRecord(
    day="17", kind="dual", winner=GERMAN, report=Report(1, GERMAN, GERMAN, 6, NOTHING, NOTHING, NOTHING, 0)
)


def bare(stage: str, *records: DateRecord, game: str = "IV", **options: Any) -> Game:
    """A campaign at the beginning of a stage, with no counters on either side."""
    made = Game(game=game, **options).stands(stage, *records)
    for side in SIDES:
        made.put(side, counters=())
    return made


def _after(side: str, *counters: Any, at: str, **said: Any) -> State:
    """After a scenario that left a side these counters: the lines drawn, and what else is entered on the way."""
    game = bare("aftermath", DateRecord(day="16"), FOUGHT).has(side, *counters, place="K20")
    game.alone(side, "perimeter").order(side, "enter", **{"areas": 0, "flames": 0, **said})
    return game.alone(side, at).state


def _refit(side: str, *counters: Any, at: str, **public: Any) -> State:
    game = bare("renewal", FOUGHT, DateRecord(day="18")).has(side, *counters).told(**public)
    return game.alone(side, at).state


def _recall_repair() -> State:
    """A weapon of an AFV under Recall, by the ruling that it is tried when the Recall is settled."""
    game = bare("renewal", FOUGHT, DateRecord(day="18"), rulings={"recall_repair": "recalled"})
    return (
        game.has(GERMAN, ("tank", "StuG IIIB", ("under recall", "malfunctioned"))).alone(GERMAN, "recall_repair").state
    )


def _equipment() -> State:
    """A half-squad is lost on its way out, and its weapon with it."""
    game = bare("aftermath", DateRecord(day="16"), FOUGHT).has(GERMAN, ("half_squad", "2-4-7"), ("weapon", "LMG"))
    game.alone(GERMAN, "perimeter").order(GERMAN, "enter", areas=1, flames=0)
    game.alone(GERMAN, "areas").order(GERMAN, "enter", place="K20", type="C", n_1=1, n_2=1)
    game.alone(GERMAN, "escape").order(GERMAN, "enter", n_1=1, n_2=1, **{"pp:LMG": "1", "ipc:mmc": "3"})
    game.alone(GERMAN, "escape_roll").roll(GERMAN, 5, 5)
    return game.state


def _selection() -> State:
    """A stack fails to get out, and one of it is lost."""
    game = bare("aftermath", DateRecord(day="16"), FOUGHT).has(GERMAN, ("squad", "4-6-7"), ("leader", "8-0"))
    game.alone(GERMAN, "perimeter").order(GERMAN, "enter", areas=1, flames=0)
    game.alone(GERMAN, "areas").order(GERMAN, "enter", place="K20", type="C", n_1=1, n_2=1)
    game.alone(GERMAN, "escape").order(GERMAN, "enter", n_1=1, n_2=1)
    game.alone(GERMAN, "escape_roll").roll(GERMAN, 5, 5)
    return game.alone(GERMAN, "escape_selection").state


def _disputed() -> dict[tuple[str, str], State]:
    """The end of a campaign whose charts do not say who won, and the sides differ."""
    game = Game(game="I", chart=charts("victory", hexes_at_end=None)).until("books")
    for side in SIDES:
        game.order(side, "enter", winner=side)
    return {("verdict", side): game.state for side in SIDES}


def _unarmed() -> State:
    """A heavy weapons platoon for which every die fails."""
    game = Game(baskets={(GERMAN, 0): {"I4": {"n": 1}}})
    for step in ("strength", "weapons"):
        game.until(step, GERMAN)
        game.roll(GERMAN, *[6] * sum(need.dice for need in game.current(GERMAN).task.needs))
    return game.alone(GERMAN, "weapon_choice").state


def positions() -> dict[tuple[str, str], State]:
    """A state for each of these steps, by step and side."""
    tank, modules = ("tank", "StuG IIIB"), [("oba", "80mm OBA")] * 3
    set_up = bare("setup_german_first", DateRecord(day="14"), DateRecord(day="15", kind="german_assault")).has(
        GERMAN, *modules
    )
    hardened = bare("setup_russian_first", DateRecord(day="14"), DateRecord(day="15", kind="german_assault"))
    hardened.told(balance=RUSSIAN).has(RUSSIAN, ("squad", "4-4-7"))
    return {
        ("armor_leaders", GERMAN): _after(GERMAN, ("armor_leader", "9-1", ("without AFV",)), tank, at="armor_leaders"),
        ("recombine", GERMAN): _after(GERMAN, *[("half_squad", "2-4-7")] * 2, at="recombine"),
        ("hidden_works", RUSSIAN): _after(RUSSIAN, ("fortification", "Wire", ("hidden",)), at="hidden_works"),
        ("escape_equipment", GERMAN): _equipment(),
        ("escape_selection", GERMAN): _selection(),
        ("bog", GERMAN): _refit(GERMAN, (*tank, ("bogged",)), at="bog"),
        ("shock", GERMAN): _refit(GERMAN, (*tank, ("shocked",)), at="shock"),
        ("recall_repair", GERMAN): _recall_repair(),
        ("recall", GERMAN): _refit(GERMAN, (*tank, ("under recall",)), at="recall"),
        ("wreck_repair", GERMAN): _refit(GERMAN, (*tank, ("wreck", "recovered")), at="wreck_repair"),
        ("reman", GERMAN): _refit(GERMAN, (*tank, ("abandoned",)), ("crew", "2-2-8"), at="reman"),
        ("works", RUSSIAN): owning(RUSSIAN, FORTIFIED, place="C10").state,
        ("booby_traps", RUSSIAN): _refit(RUSSIAN, at="booby_traps", booby="A"),
        **_disputed(),
        ("weapon_choice", GERMAN): _unarmed(),
        ("hexes", GERMAN): Game(baskets={(GERMAN, 0): {"O3": {"n": 1}}}).until("hexes", GERMAN).state,
        ("modules", GERMAN): set_up.alone(GERMAN, "modules").state,
        ("balance_hardening", RUSSIAN): hardened.alone(RUSSIAN, "balance_hardening").state,
    }
