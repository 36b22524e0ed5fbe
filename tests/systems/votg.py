"""What Valor of the Guards brings to the tests of all games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from rules.asl.steps.from_paper import SharedRecordTask
from rules.contract import Task
from rules.systems.votg.state import IDLE_DAY
from tests.rules import votg_rare_orders
from tests.rules.driver import Driver
from tests.rules.garbage import Positions
from tests.rules.garbage import rows as any_rows
from tests.rules.invariants import check_budget, check_sums
from tests.rules.votg_play import GERMAN, RUSSIAN, Game
from tests.rules.votg_random_player import Wild
from tests.systems import votg_rulings
from tests.systems.games import Told
from tests.systems.refit_game import RefitScripts
from tests.systems.stage_by_stage import stage_by_stage

CHITS = {1: ("attack", "attack"), 2: ("attack", "idle"), 4: ("idle", "attack"), 5: ("idle", "idle")}
REPORTS = {n: {"cvp_german": 21, "cvp_russian": 45, "wrong_russian": 3, "hexes": 40, "turn": 6} for n in range(9)}
OPEN_DICE = {"weather": [3, 4, 5], "order": [2], "mover": [5], "booby_traps": [3]}
BASKETS = {
    GERMAN: {"I1": {"n": 1, "onboard": 1}, "A1": {"n": 1}, "O2": {"n": 1}},
    RUSSIAN: {"I2": {"n": 1, "reserve": 1, "dummies": 4}, "A2": {"n": 1, "dug_in": 1}, "M1": {"n": 2}, "O1": {"n": 1}},
}
SEEDS = (1, 2, 3)


class SameSky(Game):
    """A game with the same dice for what both sides see rolled, whatever the seed."""

    def answer(self, side: str) -> bool:
        current = self.current(side)
        self.cup.script = list(OPEN_DICE.get(current.spec.key, ())) if current else []
        return super().answer(side)


def played(baskets: Any, seed: int) -> SameSky:
    """A campaign that can be compared with another, with a Counterattack in it."""
    found = SameSky(game="II", baskets=baskets, seed=seed, chits=CHITS, strikes={2: True}, reports=REPORTS)
    stage_by_stage(found)
    assert any("counterattack" in event.kind for event in found.events)
    return found


def check_all(game: Driver, side: str) -> None:
    """All that has to hold at any time."""
    check_sums(game, side)
    check_purses(game, side)
    check_groups(game, side)
    check_companies(game, side)
    check_chits(game)


def check_purses(game: Driver, side: str) -> None:
    """Support CPP are a purse of their own; both together have paid for the groups of each date."""
    room = game.room(side)
    for number, line in enumerate(room.lines):
        groups = [group for group in room.groups if group.date == number]
        check_budget(line.support)
        assert all(0 <= group.support <= group.paid for group in groups)
        assert line.ledger.spent == sum(group.paid - group.support for group in groups)
        assert line.support.spent == sum(group.support for group in groups)
    for line, after in pairwise(room.lines):
        assert after.support.start in (line.support.left, 0)


def check_groups(game: Driver, side: str) -> None:
    """No more groups of a kind than the chart sells on a day and in the campaign."""
    days = [record.day for record in game.public.dates]
    bought = [group for group in game.room(side).groups if not group.given]
    on_day = Counter((group.rg, days[group.date]) for group in bought)
    for row in game.context(side).rules.groups[side].values():
        assert sum(group.rg == row.id for group in bought) <= row.cg_max[game.public.game]
        assert all(on_day[row.id, day] <= row.daily_max for day in days)


def check_companies(game: Driver, side: str) -> None:
    """12.6215, right after the purchases, for a night decided later changes the Historical DRM."""
    ctx = game.context(side)
    if game.public.stage != "forces":
        return
    rules = ctx.rules.pack.company_maximum
    rows = [ctx.rules.groups[side][group.rg] for group in ctx.bought_today()]
    sizes = Counter(row.size for row in rows if row.letter == "I" and row.type not in rules.platoons_never)
    three = sizes["platoon"] // rules.platoons if ctx.public.rulings["platoon_companies"] == "by_three" else 0
    assert sizes["company"] + three <= rules.base - ctx.historical()


def check_chits(game: Driver) -> None:
    """No Russian attacks without a chit, and each costs one (12.613, 12.6251)."""
    given = game.context(GERMAN).rules.game.attack_chits
    spent = [r for r in game.public.dates if r.chits.get(RUSSIAN) == "attack" or r.kind == "counterattack"]
    declared = game.public.counterattack is not None
    assert game.public.chits == given - len(spent) - declared >= 0


def check_generation(game: Driver) -> None:
    """Every group brought exactly the squads or vehicles of its strength (12.6221)."""
    for event in game.events:
        if event.kind != "strength.rolled":
            continue
        rules = game.context(event.room).rules
        data: Any = event.data
        for key, change in data["groups"].items():
            row = rules.groups[event.room][key.split("-")[1]]
            if row.strengths:
                names = {row.units[0][0], rules.lower(event.room, row.units[0][0])}
                brought = [p for p in data["add"] if p["group"] == key and p["name"] in names]
                assert len(brought) == row.strengths[change["strength"].lower()][0]


class Scripts(RefitScripts):
    """See tests.systems.games.Scripts."""

    short = {"game": "II"}
    rulings = votg_rulings.OUTCOMES
    secret_words = ('"counters"', '"groups"', '"ledger"', "StuG", "Wire", "14-I1")
    driver, wild = Game, Wild
    variants = tuple({"game": each} for each in ("I", "II", "III", "IV"))
    campaigns = 4
    often = 21
    passing = tuple((seed, {"game": each}) for each, seed in (("I", 1), ("II", 0), ("II", 2), ("III", 0), ("IV", 0)))
    passing = (*passing, (0, {"game": "II", "start": "18"}))
    baskets = staticmethod(
        any_rows(["I1", "A1", "M1", "O1", "X", ""], ["n", "onboard", "reserve", "dug_in", "dummies", "z"])
    )
    reported = "hexes"

    def hidden(self, task: Task) -> Mapping[str, str]:
        """On paper the first day was fought and all others were idle: of any other pair little goes together."""
        fields = task.fields if isinstance(task, SharedRecordTask) else ()
        winners = {each.name: GERMAN if each.required else "" for each in fields if "winner_" in each.name}
        kinds = {each.name: IDLE_DAY for each in fields if each.name.startswith("kind_") and each.required}
        return {**super().hidden(task), **winners, **kinds}

    def rare(self) -> Positions:
        return votg_rare_orders.positions()

    def check(self, look: Driver, side: str) -> None:
        check_all(look, side)

    def check_whole(self, game: Driver) -> None:
        check_generation(game)

    def compared(self, side: str) -> Iterator[Told]:
        yield played({}, 0)
        for seed in SEEDS:
            yield played({(side, 0): BASKETS[side], (side, 1): BASKETS[side]}, seed)
