"""Valor of the Guards: what each reading of every ruling leads to."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from rules.asl.state import CppBudget
from rules.contract import Refused
from rules.ground.map_side import MapSide
from rules.systems.votg.chart import practice_copy
from rules.systems.votg.context import AFTER_BATTLE
from rules.systems.votg.map_side import at_map
from rules.systems.votg.state import RUSSIAN, DateRecord, Group
from rules.systems.votg.steps.purchase import SHOP
from rules.tables import Table
from tests.maps.practice import practice_map
from tests.rules import map_rulings
from tests.rules.calling_up import Muster, group
from tests.rules.test_votg_aftermath import after, lines
from tests.rules.test_votg_aftermath import fought as won
from tests.rules.test_votg_battle import battle, exited
from tests.rules.test_votg_forces import behind, with_strength
from tests.rules.test_votg_fortify import price, shop, told
from tests.rules.test_votg_initiative import declaring, retained
from tests.rules.test_votg_leaders import company
from tests.rules.test_votg_on_the_map import on_map
from tests.rules.test_votg_renewal import (
    captured,
    elr,
    fought,
    idle,
    mods,
    platoon,
    redeploy,
    refit,
    rolled,
    spent_charge,
)
from tests.rules.test_votg_spots import guns
from tests.rules.votg_play import GERMAN, SYSTEM, Game, charts

ATTACK = {GERMAN: "attack", RUSSIAN: "idle"}


# after the battle ------------------------------------------------------------------------------


def cut_off(*counters: Any, side: str = RUSSIAN, **rulings: str) -> Game:
    """A side whose counters are all in one Isolated Area, with fires burning."""
    game = after(rulings=rulings).has(side, *counters)
    lines(game, side, areas=1, burning=True).alone(side, "areas")
    everyone = {f"n_{counter.id}": 1 for counter in game.room(side).counters}
    game.order(side, "enter", place="K20", type="C", **everyone)
    return game.alone(side, "escape")


def escape_half_squads(**ruling: str) -> Any:
    game = cut_off(("half_squad", "2-4-8"), **ruling)
    game.order(RUSSIAN, "enter", n_1=1)
    return sorted(mods(rolled(game, RUSSIAN, "escape_roll", 6, 6)))


def escape_overload(**ruling: str) -> Any:
    fields = cut_off(("squad", "4-5-8"), escape_load="said", **ruling).current(RUSSIAN).task.fields
    return next(field.label for field in fields if field.name == "overload")


def escape_load(**ruling: str) -> Any:
    """What is asked of a unit with a weapon."""
    fields = cut_off(("half_squad", "2-4-7"), ("weapon", "LMG"), side=GERMAN, **ruling).current(GERMAN).task.fields
    return [field.name for field in fields if field.name.startswith(("overload", "pp:", "ipc:"))]


def escape_equipment(**ruling: str) -> Any:
    game = cut_off(("half_squad", "2-4-7"), ("weapon", "LMG"), side=GERMAN, **ruling)
    game.order(GERMAN, "enter", n_1=1, n_2=1, **{"pp:LMG": "1", "ipc:mmc": "3"})
    game.roll(GERMAN, 5, 5)
    game.cast(GERMAN, "enter", (6,), n_2=1)
    return game.room(GERMAN).counters[1].fate


def blaze_units(**ruling: str) -> Any:
    game = cut_off(("squad", "4-4-7"), ("weapon", "LMG"), **ruling)
    game.order(RUSSIAN, "enter")
    return [field.name for field in game.alone(RUSSIAN, "burnt").current(RUSSIAN).task.fields]


def burnt_works(**ruling: str) -> Any:
    game = after(rulings=ruling).has(RUSSIAN, ("fortification", "Wire"), ("fortification", "Trench"), place="K20")
    lines(game, RUSSIAN, burning=True).alone(RUSSIAN, "blazes").order(RUSSIAN, "enter", open="K20")
    return [field.value for field in game.alone(RUSSIAN, "burnt").current(RUSSIAN).task.fields]


def flame_gutted(**ruling: str) -> Any:
    game = lines(after(rulings=ruling), RUSSIAN, flames=1)
    rolled(game, RUSSIAN, "blazes", 3, flames_1="K20", factory_flames="X18", flames="M5")
    return list(game.public.blazes)


def gutted_levels(**ruling: str) -> Any:
    game = lines(after(rulings=ruling, map=practice_map("votg")), RUSSIAN, flames=1).alone(RUSSIAN, "blazes")
    sheet = game.public.ground.sheet
    place = next(min(hexes) for hexes in sheet.buildings.values() if hexes <= sheet.stone and len(hexes) > 1)
    was = sheet.highest(place)
    fields = {field.name: field.value for field in game.current(RUSSIAN).task.fields}
    game.cast(RUSSIAN, "enter", (1,), **{**fields, "name_1": str(place)})
    return "lower" if (game.public.ground.sheet.highest(place) or 0) < (was or 0) else "as high"


def gun_codes(**ruling: Any) -> Any:
    try:
        guns(GERMAN, "G1", **ruling).order(GERMAN, "enter", **{"at:1": "K19"})
    except Refused as no:
        return no.rule
    return "taken"


def leader_bh_won(**ruling: str) -> Any:
    found = []
    for first, second in ((RUSSIAN, GERMAN), (GERMAN, RUSSIAN), (RUSSIAN, RUSSIAN)):
        game = after(won(first, "german_assault"), won(second, "counterattack"), rulings=ruling)
        lines(game.has(RUSSIAN, ("leader", "8-0"), ("leader", "7-0")), RUSSIAN)
        rolled(game, RUSSIAN, "leader_roll", 4, 4)
        found.append(len(game.current(RUSSIAN).task.fields[0].options))
    return found


def promotion_leaders(**ruling: str) -> Any:
    game = after(rulings=ruling).has(RUSSIAN, ("leader", "8-1"), ("leader", "9-0"), *[("squad", "4-4-7")] * 16)
    lines(game, RUSSIAN).alone(RUSSIAN, "leader_roll")
    return [key for field in game.current(RUSSIAN).task.fields for key, _ in field.options]


def counterattack_initial(**ruling: str) -> Any:
    return declaring("initial", mover=GERMAN, rulings=ruling).context(RUSSIAN).may_counterattack()


def night_asked(**ruling: str) -> Any:
    return [key for key, _ in declaring(rulings=ruling).current(RUSSIAN).task.fields[0].options]


# the new day -----------------------------------------------------------------------------------


def of_points(*before: Any, side: str = GERMAN, **day: Any) -> list[int]:
    """The modifiers of a side's roll for points."""
    return mods(rolled(refit(*before, **day), side, "points", 3, 4))


def cvp_twenties(**ruling: str) -> Any:
    return of_points(fought("17", cvp=(19, 0)), day="18", rulings=ruling)


def counterattack_chit(**ruling: str) -> Any:
    records = fought("17"), fought("17", "counterattack", RUSSIAN)
    return of_points(*records, side=RUSSIAN, day="18", rulings=ruling)


def chit_day(**ruling: str) -> Any:
    return of_points(fought("17"), fought("18", chits=ATTACK), day="18", kind="counterattack", rulings=ruling)


def idle_cvp(**ruling: str) -> Any:
    """Two twenties in the scenario, and one more in the refit that led to the Idle Day."""
    game = refit(fought("17", cvp=(40, 0)), idle("18"), day="19", rulings=ruling)
    game.has(GERMAN, ("tank", "StuG IIIB"), worth=20, fate="eliminated", since=-AFTER_BATTLE)
    return mods(rolled(game, GERMAN, "points", 3, 4))


def balance_y(**ruling: str) -> Any:
    return of_points(*(fought(day, winner=RUSSIAN) for day in ("14", "17")), day="18", rulings=ruling)


def support_timing(**ruling: str) -> Any:
    """By what is asked on a new day, and what comes before a Counterattack."""
    last, found = fought("17", chits=ATTACK), []
    for kind, day in (("", "18"), ("counterattack", "17")):
        game = refit(last, day=day, kind=kind, rulings=ruling)
        while (current := game.current(GERMAN)) and current.spec.key not in ("support", "purchase"):
            game.answer(GERMAN)
        found.append(game.current(GERMAN).task.kind if game.current(GERMAN) else "")
    return found


def support_kept(**ruling: str) -> Any:
    return Game(game="IV", rulings=ruling).until("new_day", date=1).room(GERMAN).now.support.start


def elr_san_secret(**ruling: str) -> Any:
    game = refit(idle("17"), day="18", rulings=ruling).put(GERMAN, san=5, elr=3)
    game.alone(GERMAN, "san").roll(GERMAN, 6)
    return dict(game.public.today.san), dict(game.public.today.elr)


def elr_rows(**ruling: str) -> Any:
    game = refit(DateRecord(day="17"), day="18", rulings=ruling).put(GERMAN, elr=3)
    elr(game, GERMAN, 1, 1)
    return game.room(GERMAN).now.elr, game.current(GERMAN).spec.key if game.current(GERMAN) else ""


def elr_bounds(**ruling: str) -> Any:
    game = refit(DateRecord(day="17"), day="18", rulings=ruling).put(GERMAN, elr=4)
    elr(game, GERMAN, 1, 1)
    return game.room(GERMAN).now.elr


def elr_first_line(**ruling: str) -> Any:
    game = refit(fought("17", winner=RUSSIAN), day="18", rulings=ruling)
    game.put(GERMAN, groups=(Group("17-A1-1", "A1", 0, 5),))
    return sorted(mods(elr(game, GERMAN, 4, 4)))


# repair and removal ----------------------------------------------------------------------------


def armor_leader_repair(**ruling: str) -> Any:
    game = refit(fought("17"), day="18", rulings=ruling).put(RUSSIAN, counters=())
    game.has(RUSSIAN, ("tank", "T-34 M41", ("immobilized", "recovered")))
    game.has(RUSSIAN, ("armor_leader", "8-1"), place="T-34 M41")
    return mods(rolled(game, RUSSIAN, "immobilization", 6))


def mines_way_out(**ruling: str) -> Any:
    game = after(rulings=ruling).has(GERMAN, ("tank", "StuG IIIB", ("in mines",))).alone(GERMAN, "mines")
    (asked,) = game.current(GERMAN).task.fields
    return [outcome for outcome, _ in asked.options]


def recalled_afv(**ruling: str) -> Any:
    """One that left the map, one that stayed on it."""
    game = refit(fought("17"), day="18", rulings=ruling).put(GERMAN, counters=())
    game.has(GERMAN, ("tank", "StuG IIIB"), fate="recalled").has(GERMAN, ("tank", "StuG IIIB", ("under recall",)))
    game.alone(GERMAN, "recall").roll(GERMAN)
    return [(counter.fate, counter.marks) for counter in game.room(GERMAN).counters]


def captured_wreck(**ruling: str) -> Any:
    game = captured(rulings=ruling).has(GERMAN, ("tank", "T-70", ("captured from the enemy",)), worth=6)
    game.alone(GERMAN, "captured").roll(GERMAN, *[6] * len(game.current(GERMAN).task.needs))
    (tank,) = game.room(GERMAN).counters
    return tank.fate, game.context(GERMAN).refit_losses(0)


def nkvd_fanatic(**ruling: str) -> Any:
    """A squad of the NKVD and an Elite one, both hardened, after the next scenario."""
    squads = ("squad", "NKVD 6-2-8", ("fanatic",)), ("squad", "4-5-8", ("fanatic",))
    game = battle(rulings=ruling).put(RUSSIAN, counters=()).has(RUSSIAN, *squads)
    game.alone(RUSSIAN, "markers").order(RUSSIAN, "enter")
    return [counter.marks for counter in game.room(RUSSIAN).counters]


def commissar_replaced(**ruling: str) -> Any:
    game = battle(rulings=ruling).has(RUSSIAN, ("leader", "9-0"))
    with suppress(Refused):
        game.order(RUSSIAN, "replace", pile=1)
    return game.names(RUSSIAN)


def exited_counterattack(**ruling: str) -> Any:
    """Two counters that left the map in an Assault, in the Counterattack after it."""
    game = exited(rulings=ruling, strikes={1: False}, seed=3).alone(GERMAN, "rally")
    game.until("points", date=2)
    return game.public.today.kind, [counter.fate for counter in game.room(GERMAN).counters[:2]]


def escape_leader(**ruling: str) -> Any:
    game = cut_off(("half_squad", "2-4-7"), ("leader", "6+1"), side=GERMAN, **ruling)
    game.order(GERMAN, "enter", n_1=1, n_2=1)
    return mods(rolled(game, GERMAN, "escape_roll", 3, 3))


def wound_severity(**ruling: str) -> Any:
    """A leader who had a wound and one who had none, each Casualty Reduced on his escape."""
    found = list[tuple[str, ...]]()
    for marks in (("wounded",), ()):
        game = cut_off(("leader", "8-0", marks), ("squad", "4-5-8"), **ruling)
        game.order(RUSSIAN, "enter", n_1=1)
        due = game.current(RUSSIAN).task.needs[0].drm
        game.roll(RUSSIAN, 6, 4 - due)
        leader = game.room(RUSSIAN).counters[0]
        found.append((leader.fate, *(mark for mark in leader.marks if mark == "wounded")))
    return found


def escape_distances(**ruling: str) -> Any:
    game = cut_off(("leader", "9-1"), ("squad", "4-5-8"), **ruling)
    game.order(RUSSIAN, "enter", n_2=1, near="adjacent")
    return sorted(mods(rolled(game, RUSSIAN, "escape_roll", 6, 6)))


def recovery_isolated(**ruling: str) -> Any:
    game = refit(fought("17"), day="18", rulings=ruling).put(RUSSIAN, counters=())
    game.has(RUSSIAN, ("tank", "T-34 M41", ("immobilized", "isolated")), place="K20").alone(RUSSIAN, "recovery")
    game.order(RUSSIAN, "enter", try_1="path")
    return sorted(mods(rolled(game, RUSSIAN, "recovery_roll", 6)))


def recall_repair(**ruling: str) -> Any:
    """The steps in which a die is cast for the bow MG of an AFV under Recall."""
    game = refit(fought("17"), day="18", rulings=ruling).put(RUSSIAN, counters=())
    game.has(RUSSIAN, ("tank", "T-34 M41", ("under recall", "bow MG malfunctioned"))).alone(RUSSIAN, "points")
    return [step for step in game.room(RUSSIAN).done if step in ("weapon_repair", "recall_repair")]


def russian_repair(**ruling: str) -> Any:
    game = refit(fought("17"), day="18", rulings=ruling).put(RUSSIAN, counters=())
    game.has(RUSSIAN, ("weapon", "ATR", ("malfunctioned",)))
    return mods(rolled(game, RUSSIAN, "weapon_repair", 6))


def ft_dc_kept(**ruling: str) -> Any:
    game = spent_charge(rulings=ruling).alone(GERMAN, "ftdc")
    game.order(GERMAN, "enter", **{"dr:2": 10})
    return game.names(GERMAN, fate="ready").count("DC")


def redeployment_date(**ruling: str) -> Any:
    chart = charts("setup", redeployment_from=None)
    return [mods(redeploy(platoon(day=day, rulings=ruling, chart=chart), GERMAN, 1)) for day in ("18", "20")]


def captured_platoons(**ruling: str) -> Any:
    game = captured("T-70", "T-70", rulings=ruling).alone(GERMAN, "captured")
    game.roll(GERMAN, *[1] * len(game.current(GERMAN).task.needs))
    return len(game.alone(GERMAN, "redeployment_roll").current(GERMAN).task.needs)


def redeployment_return(**ruling: str) -> Any:
    game = platoon(rulings=ruling)
    redeploy(game, GERMAN, 6)
    game.stands("renewal", *game.public.dates, fought("19")).alone(GERMAN, "redeployment_roll")
    return len(game.current(GERMAN).task.needs)


def removal_limit(**ruling: str) -> Any:
    game = refit(fought("17"), day="18", rulings=ruling).put(GERMAN, counters=()).has(GERMAN, ("squad", "4-6-7"))
    try:
        game.alone(GERMAN, "removal").order(GERMAN, "enter", what1="wire", where1="elsewhere", number1=3)
    except Refused:
        return "refused"
    return len(game.current(GERMAN).task.needs)


def removal_targets(**ruling: str) -> Any:
    game = refit(fought("17"), day="18", rulings=ruling).put(GERMAN, counters=()).has(GERMAN, ("squad", "4-6-7"))
    field = next(field for field in game.alone(GERMAN, "removal").current(GERMAN).task.fields if field.name == "what1")
    return [key for key, _ in field.options if key]


def removal_mines(**ruling: str) -> Any:
    game = refit(fought("17"), day="18", rulings=ruling).put(GERMAN, counters=()).has(GERMAN, ("squad", "4-6-7"))
    game.record(0, disclosed=(("K20", ("mines",)),)).alone(GERMAN, "removal")
    try:
        game.order(GERMAN, "enter", what1="wire", where1="elsewhere", hex1="K20")
    except Refused:
        return "refused"
    return len(game.current(GERMAN).task.needs)


# purchases -------------------------------------------------------------------------------------


def basket(side: str, rows: dict[str, dict[str, int]], *, day: str = "24", chart: Any = None, **rulings: str) -> Any:
    """A basket priced on a day, for a side with the south edge closed to it."""
    game = Game(rulings=rulings, **({"chart": chart} if chart else {})).record(0, day=day, kind="")
    game.put(side, ledger=CppBudget(900)).told(edges={RUSSIAN: ("north",), GERMAN: ("west",)})
    return SHOP.quote(game.context(side), SHOP.read({"rows": rows}))


def platoon_companies(**ruling: str) -> Any:
    rows = {key: {"n": n} for key, n in {"I2": 2, "I5": 1, "I4": 2, "I6": 1}.items()}
    return len(basket(RUSSIAN, rows, **ruling).problems)


def discount_floor(**ruling: str) -> Any:
    chart = practice_copy()
    next(row for row in chart["sheets"]["german_groups"] if row["id"] == "I4")["cost"] = 1
    return basket(GERMAN, {"I4": {"n": 1, "reserve": 1}}, chart=chart, **ruling).spent


def dug_in_surcharge(**ruling: str) -> Any:
    return basket(RUSSIAN, {"A1": {"n": 1, "dug_in": 1}}, **ruling).spent


def dug_in_mg(**ruling: str) -> Any:
    game = retained(("tank", "T-34 M41"), rulings=ruling)
    game.order(RUSSIAN, "enter", n_1=1)
    return game.names(RUSSIAN, fate="ready")


def yellow_landing(**ruling: str) -> Any:
    return len(basket(RUSSIAN, {"I2": {"n": 1, "onboard": 1}}, **ruling).problems)


# what a group turns out to be ------------------------------------------------------------------


def arms(side: str, rg: str, **rulings: str) -> list[str]:
    """The weapons of a Full group."""
    return sorted(with_strength(side, rg, "FS", rulings=rulings).brought("weapon"))


def sw_stosstruppe(**ruling: str) -> Any:
    return arms(GERMAN, "I2", **ruling)


def sw_engineers(**ruling: str) -> Any:
    return arms(GERMAN, "I3", **ruling), arms(RUSSIAN, "I6", **ruling)


def sw_smg_coy(**ruling: str) -> Any:
    return arms(RUSSIAN, "I3", **ruling)


def hw_weapons(**ruling: str) -> Any:
    return len(with_strength(GERMAN, "I4", "D", rulings=ruling).throws(6, 4, 6).brought("weapon"))


def hw_forfeited(**ruling: str) -> Any:
    return with_strength(GERMAN, "I4", "D", rulings=ruling).throws(6, 6, 6).step


def observer_kept(**ruling: str) -> Any:
    """The one module of a side placed an FFE: its Observer."""
    game = battle(rulings=ruling).has(GERMAN, ("oba", "100mm OBA"), ("observer", "Offboard Observer"))
    game.alone(GERMAN, "markers").order(GERMAN, "enter", ffe_1=True)
    return game.room(GERMAN).counters[1].fate


def oba_tables(**ruling: str) -> Any:
    sides = (GERMAN, RUSSIAN)
    return [Muster(side, group("O1"), day="14", rulings=ruling).throws(2, 2).group("O1-1").ammo for side in sides]


def balance_support(**ruling: str) -> Any:
    return behind(group("O1"), day="14", rulings=ruling).to("ammunition").throws(2, 3).group("O1-1").ammo


def given_support(**ruling: str) -> Any:
    return len(Muster(RUSSIAN, group("O2", given=True), group("G1", given=True), rulings=ruling).labels)


def leader_platoons(**ruling: str) -> Any:
    chart = practice_copy()
    for row in chart["sheets"]["german_groups"]:
        row["effects"] = [effect for effect in row["effects"] if effect != "no_leader"]
    return Muster(GERMAN, group("I4"), rulings=ruling, chart=chart).throws(1, 5).step


def commissar_count(**ruling: str) -> Any:
    return company(group("I2"), group("I5"), squads=23, rulings=ruling).step


def mine_prices(**ruling: str) -> Any:
    return [
        [price(shop(side, rulings=ruling), side, **{f"{kind}_mine_{side}": 1}) for kind in ("ap", "at")]
        for side in (GERMAN, RUSSIAN)
    ]


def booby_level_told(**ruling: str) -> Any:
    return told(shop(RUSSIAN, rulings=ruling).order(RUSSIAN, "buy", booby_traps=1))


# in play ---------------------------------------------------------------------------------------


def nkvd_creation(**ruling: str) -> Any:
    table = SYSTEM.tables({"rulings": ruling}).find("votg.nkvd_leader_creation")
    assert isinstance(table, Table)
    return [table.row(total).values["result"] for total in (1, 3, 5, 6, 7)]


def game_end_numbers(**ruling: str) -> Any:
    """What the page and the scenario card say of it."""
    game = Game(game="I", rulings=ruling)
    facts = dict(line for part in SYSTEM.view(game.state.only(()), None).public.facts for line in part.lines)
    card = SYSTEM.sheets(game.state.only(()), None)["card"]
    assert any(("Game End", facts["Game End"]) in block.rows for table in card.tables for block in table.blocks)
    return facts["Game End"]


def cvp_values(**ruling: str) -> Any:
    game = Game(rulings=ruling).until("play")
    game.has(RUSSIAN, ("squad", "4-4-7"), worth=game.context(RUSSIAN).rules.worth("squad", "4-4-7"))
    game.order(RUSSIAN, "lose", piles={str(game.room(RUSSIAN).counters[-1].id): 1})
    game.has(RUSSIAN, ("tank", "T-34 M41"))
    game.order(RUSSIAN, "lose", piles={str(game.room(RUSSIAN).counters[-1].id): 1}, worth=9)
    asked = {field.name: field.value for field in game.alone(RUSSIAN, "victory").current(RUSSIAN).task.form.fields}
    return asked["cvp_russian"]


def at_the_map(ruling: dict[str, str]) -> MapSide:
    """The Germans at the practice map."""
    found = at_map(after(map=practice_map("votg"), rulings=ruling).public, GERMAN)
    assert found
    return found


def hidden_works(**ruling: str) -> Any:
    game = on_map(rulings=ruling).has(GERMAN, ("fortification", "Wire", ("hidden",)), place="K10")
    game.alone(GERMAN, "hidden_works")
    return {f.name.partition("_")[0]: f.value for f in game.current(GERMAN).task.fields}


def known_works(**ruling: str) -> Any:
    game = on_map(rulings=ruling).has(GERMAN, ("fortification", "Wire"), place="K10")
    game.stands("renewal", DateRecord(day="16"), won(), DateRecord(day="18")).alone(GERMAN, "new_day")
    return game.names(RUSSIAN, fate="ready")


def edgeless_loop(**ruling: str) -> Any:
    return map_rulings.edgeless_pockets(at_the_map(ruling))


def pocket_lines(**ruling: str) -> Any:
    return map_rulings.line_pockets(at_the_map(ruling))


def isolated_together(**ruling: str) -> Any:
    return map_rulings.neighbours(at_the_map(ruling))


def no_mans_strategic(**ruling: str) -> Any:
    return map_rulings.strategic_amid_nobodys(at_the_map(ruling))


OUTCOMES: dict[Callable[..., Any], dict[str, Any]] = {
    escape_half_squads: {"beyond_first": [-1], "every": [-1, 1]},
    escape_overload: {"beyond_ipc": "PP carried beyond the IPC", "up_to_ipc": "PP carried within the IPC"},
    escape_load: {"printed": ["pp:LMG", "ipc:mmc", "ipc:smc"], "said": ["overload"]},
    escape_equipment: {"sister": "eliminated", "left": "ready"},
    flame_gutted: {"factory": ["M5", "K20"], "building": ["M5"]},
    burnt_works: {"each": [1, 1], "sister": [1]},
    blaze_units: {"eliminated": ["n_1", "n_2"], "stay": ["n_2"]},
    cvp_twenties: {"down": [], "up": [-1]},
    leader_bh_won: {"any": [2, 2, 2], "last": [1, 2, 2], "all": [1, 1, 2]},
    promotion_leaders: {"counted": [], "not_counted": ["", "8-1"]},
    gutted_levels: {"kept": "as high", "ground": "lower"},
    gun_codes: {"confined": "12.6217", "free": "taken"},
    hidden_works: {
        "shown": {"shown": 1, "lost": 0},
        "lost": {"shown": 0, "lost": 1},
        "asked": {"shown": 0, "lost": 0},
    },
    known_works: {"pass": ["Wire"], "stay": []},
    elr_san_secret: {"until_begin": ({}, {}), "open": ({GERMAN: 4}, {GERMAN: 3})},
    counterattack_initial: {"counts": True, "not_counted": False},
    counterattack_chit: {"attack": [1], "not_attack": []},
    chit_day: {"calendar": [], "latest": [1]},
    idle_cvp: {"once": [], "every": [-3], "this_refit": [-2]},
    balance_y: {"charts": [-1], "none": []},
    support_timing: {"declared": ["form", ""], "last_chit": ["check", ""], "next_refit": ["check", "check"]},
    support_kept: {"kept": 6, "lost": 0},
    elr_rows: {"sister": (4, ""), "entered": (3, "elr_result")},
    elr_bounds: {"sister": 4, "scale": 5},
    elr_first_line: {"companies": [2], "with_armor": [-1, 2]},
    night_asked: {"with_it": ["", "yes", "night"], "late": ["", "yes"]},
    armor_leader_repair: {"isolated": [], "always": [-1]},
    mines_way_out: {
        "both": ["free", "immobilized", "eliminated", "spared"],
        "infantry": ["free", "immobilized", "eliminated"],
    },
    recovery_isolated: {"not": [2], "both": [-2, 2]},
    recalled_afv: {
        "gone": [("recalled", ()), ("ready", ())],
        "returns": [("ready", ()), ("ready", ())],
    },
    captured_wreck: {"counted": ("eliminated", 6), "not_counted": ("eliminated", 0)},
    nkvd_fanatic: {"scenario": [(), ()], "stays": [("fanatic",), ()]},
    commissar_replaced: {"lower": ["8+1"], "never": ["9-0"]},
    exited_counterattack: {
        "next_day": ("counterattack", ["out", "out"]),
        "next_scenario": ("counterattack", ["ready", "ready"]),
    },
    escape_leader: {"pays": [1], "free": []},
    wound_severity: {
        "wound": [("eliminated", "wounded"), ("ready", "wounded")],
        "table": [("ready", "wounded")] * 2,
    },
    escape_distances: {"both": [-1, -1, -1, 1], "nearest": [-1, -1, 1]},
    recall_repair: {"with_others": ["weapon_repair"], "recalled": ["recall_repair"]},
    russian_repair: {"mg": [-1], "light": [-1, -1]},
    ft_dc_kept: {"sister": 1, "eliminated": 0},
    redeployment_date: {"charts": [[], []], "from_18": [[2], [2]], "from_20": [[], [2]]},
    captured_platoons: {"model": 1, "each": 2},
    redeployment_return: {"same_roll": 1, "next_day": 0},
    removal_limit: {"squads": "refused", "free": 3},
    removal_targets: {
        "sister": ["wire", "mines", "roadblock", "entrenchment"],
        "named": ["wire", "mines", "roadblock"],
    },
    removal_mines: {"sister": 1, "first": "refused"},
    platoon_companies: {"by_three": 1, "free": 0},
    discount_floor: {"zero": 0, "one": 1},
    dug_in_surcharge: {"none": 3, "added": 5},
    dug_in_mg: {"each": ["T-34 M41", "LMG"], "bought": ["T-34 M41"]},
    yellow_landing: {"edge": 1, "landing": 0},
    observer_kept: {"goes": "used", "stays": "ready"},
    hw_weapons: {"sister": 1, "all": 3},
    hw_forfeited: {"owner": "weapon_choice", "none": "muster"},
    sw_stosstruppe: {"dc": ["DC", "LMG"], "ft": ["FT", "LMG"], "mmg": ["LMG", "MMG"]},
    sw_engineers: {
        "ft": (["DC", "DC", "FT", "LMG"], ["DC", "DC", "FT", "LMG"]),
        "atr": (["ATR", "DC", "DC", "LMG"], ["ATR", "DC", "DC", "LMG"]),
    },
    sw_smg_coy: {"dc": ["DC", "LMG"], "atr": ["ATR", "LMG"], "mortar": ["LMG", "Lt MTR"]},
    oba_tables: {"order": ["Plentiful", "Normal"], "swapped": ["Normal", "Plentiful"]},
    balance_support: {"batteries": "Normal", "all": "Plentiful"},
    given_support: {"rolled": 2, "full": 0},
    leader_platoons: {"infantry": "muster", "all": "leaders"},
    commissar_count: {"counted": "muster", "not_counted": "commissars"},
    mine_prices: {
        "german_first": [[1, 3], [3, 9]],
        "russian_first": [[3, 9], [1, 3]],
        "lower": [[1, 3], [1, 3]],
        "higher": [[3, 9], [3, 9]],
    },
    booby_level_told: {"until_begin": [], "open": ["B"]},
    nkvd_creation: {"sense": ["10-0", "9-0", "8+1", None, None], "literal": [None, None, None, None, "10-0"]},
    game_end_numbers: {
        "map": "dr of 3 or less after turn 6; other turns by the circled number on the map",
        "house": "; ".join(f"dr of {turn - 3} or less after turn {turn}" for turn in range(5, 10)),
    },
    cvp_values: {"house": 2 + 9, "typed": 9},
    edgeless_loop: {"pocket": 1, "main": 0},
    pocket_lines: {"joined": [4], "none": [1, 1]},
    isolated_together: {"joined": ["D"], "apart": ["C"]},
    no_mans_strategic: {"stays": True, "nobody": False},
}
"""What each reading of a ruling leads to, by its key."""
