"""On Track to Orsha: what each reading of every ruling leads to."""

from rules.contract import Refused
from rules.ground.map_side import MapSide
from rules.systems.oto2.map_side import at_map
from rules.systems.oto2.state import CppBudget
from rules.systems.oto2.steps.purchase import SHOP
from tests.maps.practice import practice_map
from tests.rules import map_rulings
from tests.rules.field_positions import field, mine, pocket, step, tries
from tests.rules.play import GERMAN, RUSSIAN, Game, rows
from tests.rules.test_oto2_counter_battery import attack, battle
from tests.rules.test_oto2_placing import enter, moved, stands
from tests.rules.test_oto2_spots import on_map

FULL, DEPLETED = (1, 2), (6, 6)


def bought(side, text, date=1, **rulings_):
    return Game(baskets={(side, date): rows(text)}, rulings=rulings_).until("strength", side, date=date)


def sw_parenthesis_depleted(**ruling):
    game = bought(GERMAN, "I1", **ruling)
    game.roll(GERMAN, *DEPLETED)
    game.roll(GERMAN, 6, 6, 6, 6, 3, 6)
    return game.names(GERMAN, "23PM-I1-1").count("MMG")


def leaders_top_row(**ruling):
    game = bought(GERMAN, "I2", date=3, **ruling)
    game.roll(GERMAN, *FULL)
    game.until("leaders").roll(GERMAN, 5, 5)
    return [c.name for c in game.room(GERMAN).counters if c.group == "24PM-I2-1" and c.kind == "leader"]


def oba_german_low(**ruling):
    game = Game(baskets={(GERMAN, 0): rows("O1")}, rulings=ruling).until("ammunition")
    game.roll(GERMAN, 1, 1)
    return game.room(GERMAN).groups[-1].ammo


def oba_initial(**ruling):
    return len(Game(baskets={(GERMAN, 0): rows("O1")}, rulings=ruling).until("ammunition").current(GERMAN).task.needs)


def platoon_leaders(**ruling):
    game = bought(GERMAN, "I3", **ruling)
    game.roll(GERMAN, *FULL)
    return game.current(GERMAN).spec.key


def platoon_leader_one(**ruling):
    game = bought(GERMAN, "I3", **ruling)
    game.roll(GERMAN, *FULL)
    game.until("armor").roll(GERMAN, 1)
    return [c.name for c in game.room(GERMAN).counters if c.group == "23PM-I3-1" and c.kind == "leader"]


def kv_ft_four(**ruling):
    game = bought(RUSSIAN, "V7", **ruling)
    game.roll(RUSSIAN, *DEPLETED)
    game.until("variants", RUSSIAN).roll(RUSSIAN, 4)
    return game.names(RUSSIAN, "23PM-V7-1")[0]


def san_three(**ruling):
    game = Game(rulings=ruling).until("san")
    game.roll(GERMAN, 5)
    return game.room(GERMAN).now.san


def elite_groups(**ruling):
    game = Game(baskets={(RUSSIAN, 0): rows("I2")}, rulings=ruling).until("elr", RUSSIAN)
    return game.current(RUSSIAN).task.needs[0].drm


def recon_m3(**ruling):
    game = Game(rulings=ruling).until("purchase", RUSSIAN, date=1)
    try:
        game.order(RUSSIAN, "seal", rows=rows("M3"))
    except Refused:
        return "not for sale"
    game.until("recon", RUSSIAN, date=1)
    paid = game.current(RUSSIAN).task.fields[0].options[-1][0]
    game.cup.script = [3, 3]
    game.order(RUSSIAN, "enter", paid=paid)
    return game.room(RUSSIAN).now.recon, game.room(RUSSIAN).now.ledger.recon


def discount_floor(**ruling):
    game = Game(rulings={"german_discount": "all_not_named", **ruling})
    return SHOP.quote(game.context(GERMAN), SHOP.read({"rows": rows("F1-1")})).spent


def german_discount(**ruling):
    game = Game(rulings=ruling)
    return [
        rg
        for rg in ("I5", "I6", "M2")
        if not SHOP.quote(game.context(GERMAN), SHOP.read({"rows": rows(f"{rg}-1")})).problems
    ]


def russian_discount(**ruling):
    game = Game(rulings=ruling).until("purchase", RUSSIAN, date=1)
    return len(SHOP.quote(game.context(RUSSIAN), SHOP.read({"rows": rows("G1-1")})).problems)


def scenario_vp(**ruling):
    reports = {date: {"lvp": 4, "cvp_german": 60, "evp": 0} for date in (0, 1)}
    game = Game(reports=reports, rulings=ruling).until("perimeter", date=1)
    return game.state.public.today.scenario_vp


def lvp_count(**ruling):
    fields = Game(rulings=ruling).until("victory").current(GERMAN).task.form.fields
    return next(field.label for field in fields if field.name == "lvp")


def trucks(**ruling):
    return Game(rulings=ruling).names(RUSSIAN).count("GAZ-MM")


def at_ditch_given(**ruling):
    game = Game(baskets={(GERMAN, 0): rows("M1*5")}, rulings=ruling).until("fortify")
    return next(item.may for item in game.current(GERMAN).task.items if item.key == "at_ditch")


def mines_way_out(**ruling):
    game = field(("tank", "StuG IIIG", ["in mines"]), rulings=ruling)
    (asked,) = game.current(GERMAN).task.fields
    return [outcome for outcome, _ in asked.options]


def german_start(**ruling):
    game = Game(rulings=ruling).until("setup", GERMAN)
    try:
        enter(game, GERMAN, Trench="K42")
    except Refused as refusal:
        return refusal.rule
    return stands(game, GERMAN, "Trench")[0]


def bombardment_most(**ruling):
    """Four on the first date, two of them given and two bought: how many can be used in its scenario."""
    game = Game(baskets={(RUSSIAN, 0): rows("B1*2")}, rulings=ruling).until("markers", RUSSIAN)
    fields = {f.name: f.high for f in game.current(RUSSIAN).task.fields if f.name.startswith("used_")}
    try:
        game.order(RUSSIAN, "enter", **fields)
    except Refused as refusal:
        return refusal.rule
    return sum(c.fate == "used" for c in game.room(RUSSIAN).counters if c.kind == "bombardment")


def cbm_module(**ruling):
    """Three OBA modules and a Counter Battery Module, which takes the place of one: what is chosen, what may fire."""
    game = Game(baskets={(GERMAN, 0): rows("O1*2 O2 O5")}, rulings=ruling).until("wind", GERMAN)
    while game.current(GERMAN).spec.key not in ("modules", "setup"):
        for side in (RUSSIAN, GERMAN):
            game.answer(side)
    if step(game) == "setup":
        return "all"
    last = [value for value, _ in game.current(GERMAN).task.fields[0].options][1:]
    game.order(GERMAN, "enter", **{f"module{n}": value for n, value in enumerate(last, 1)})
    return [c.name[:7] for c in game.room(GERMAN).counters if "in play" in c.marks], step(game.until("counter_battery"))


def cbm_low(**ruling):
    return attack(battle(rulings=ruling), "many_ffe", 1, 1).split()[0]


def recalled_at_end(**ruling):
    reports = {n: {"lvp": 0, "cvp_german": 0, "evp": 0} for n in range(4)}
    game = Game(rulings=ruling, reports=reports).until("play", date=3)
    truck = next(c.id for c in game.room(GERMAN).counters if c.name == "SdKfz 10/4")
    game.order(GERMAN, "change", pile=truck, count=1, marks=["under recall for ammunition"])
    gone = next(c.id for c in game.room(GERMAN).counters if "under recall for ammunition" in c.marks)
    game.order(GERMAN, "lose", piles={str(gone): 1}, fate="recalled")
    return game.finish().public.ending.books[GERMAN]["cvp"]


def bombardment_radius(**ruling):
    return next(c.note for c in Game(rulings=ruling).room(RUSSIAN).counters if c.name == "Bombardment")


def fpp_base(**ruling):
    game = Game(rulings=ruling).until("purchase", date=1).put(GERMAN, ledger=CppBudget(start=0, repl=22))
    return len(SHOP.quote(game.context(GERMAN), SHOP.read({"rows": rows("M1")})).problems)


def elite_mmc_leader(**ruling):
    game = Game(reports={0: {"lvp": 0, "cvp_russian": 0}}, rulings=ruling).until("perimeter")
    game.gains(GERMAN, "add", kind="squad", name="4-6-8", count=2)
    game.until("mmc_roll").roll(GERMAN, 1, 2)
    try:
        game.order(GERMAN, "enter", mmc1="leader", mmc2="leader")
    except Refused:
        return "once"
    return "each"


def elr_san_secret(**ruling):
    game = Game(rulings=ruling).until("weather", date=1)
    return dict(game.state.public.today.elr)


def cvp_values(**ruling):
    game = Game(rulings=ruling).until("play")
    squad, tank = (next(c.id for c in game.room(RUSSIAN).counters if c.kind == kind) for kind in ("squad", "tank"))
    game.order(RUSSIAN, "lose", piles={str(squad): 1})
    game.order(RUSSIAN, "lose", piles={str(tank): 1}, worth=8)
    return game.alone(RUSSIAN, "victory").current(RUSSIAN).task.own


def hw_after_all(**ruling):
    game = bought(RUSSIAN, "I6", **ruling)
    game.roll(RUSSIAN, *DEPLETED)
    game.roll(RUSSIAN, 6, 6, 6)
    return game.names(RUSSIAN, "23PM-I6-1")


def engineers_removal(**ruling):
    game = Game(rulings=ruling).until("removal")
    asked = {"engineers": True} if "engineers" in {f.name for f in game.current(GERMAN).task.fields} else {}
    game.order(GERMAN, "enter", what1="entrenchment", **asked)
    return game.current(GERMAN).task.needs[0].drm


def hip_squads(**ruling):
    game = Game(baskets={(GERMAN, 1): rows("M1 I1-1")}, rulings=ruling).until("strength", date=1)
    game.roll(GERMAN, *FULL)
    return game.until("fortify").current(GERMAN).task.priced({"hip_squad": 3}).problems


def escape_twelve(**ruling):
    game = tries(pocket(("squad", "4-6-7"), ("weapon", "LMG"), rulings=ruling), "4-6-7", "LMG")
    game.roll(GERMAN, 6, 6)
    return [(name, fate) for name, fate, _ in mine(game)], step(game)


def escape_load(**ruling):
    """What is asked of a squad with a weapon."""
    fields = pocket(("squad", "4-6-7"), ("weapon", "LMG"), rulings=ruling).current(GERMAN).task.fields
    return [field.name for field in fields if field.name.startswith(("overload", "pp:", "ipc:"))]


def escape_leader(**ruling):
    game = tries(pocket(("half_squad", "2-4-7"), ("leader", "6+1"), rulings=ruling), "2-4-7", "6+1")
    return [modifier.value for modifier in game.current(GERMAN).task.needs[0].modifiers]


def escape_distances(**ruling):
    game = tries(pocket(("leader", "9-1"), ("half_squad", "2-4-7"), rulings=ruling), "2-4-7", near="adjacent")
    return [modifier.value for modifier in game.current(GERMAN).task.needs[0].modifiers]


def cupola_hip(**ruling):
    """A given cupola that hides on the first date without FPP."""
    game = Game(rulings=ruling).until("setup", GERMAN)
    try:
        enter(game, GERMAN, Cupola="K20 hidden")
    except Refused as refusal:
        return refusal.rule
    return stands(game, GERMAN, "HMG Cupola")[0]


def tow_overnight(**ruling):
    """Five hexes in tow between 23PM and 24AM, and five unhooked."""
    name, found = "76L (obr. 39)", list[str]()
    game = Game(baskets={(RUSSIAN, 2): rows("G2")}, rulings=ruling).until("setup", RUSSIAN, date=2)
    moved(game, RUSSIAN, name, place="K20")
    for line in ("K25 tow moved 5", "K26 moved 6"):
        try:
            enter(game, RUSSIAN, **{name: line})
        except Refused as refusal:
            found.append(refusal.rule)
            continue
        return [*found, stands(game, RUSSIAN, name)[0][0]]


def group_works(**ruling):
    """Where a cupola of this date may stand: in a hex of both Perimeter Areas, or only in one of the Germans alone."""
    game = on_map(Game(baskets={(GERMAN, 1): rows("I7")}, rulings=ruling).until("setup", GERMAN, date=1))
    for place in ("C4", "B3"):
        try:
            enter(game, GERMAN, MMG_Cupola=place)
        except Refused:
            continue
        return stands(game, GERMAN, "MMG Cupola")[0]


def wound_severity(**ruling):
    """A leader who had a wound and one who had none, each Casualty Reduced on his escape."""
    found = list[tuple[str, ...]]()
    for marks in (("wounded",), ()):
        game = tries(pocket(("leader", "8-0", marks), kind="B", rulings=ruling), "8-0")
        due = game.current(GERMAN).task.needs[0].drm
        game.roll(GERMAN, 5, 5 - due)
        ((_, fate, left),) = mine(game)
        found.append((fate, *(mark for mark in left if mark == "wounded")))
    return found


def at_the_map(ruling: dict[str, str]) -> MapSide:
    """The Germans at the practice map."""
    found = at_map(Game(map=practice_map("oto2"), rulings=ruling).public, GERMAN)
    assert found
    return found


def edgeless_loop(**ruling: str) -> object:
    return map_rulings.edgeless_pockets(at_the_map(ruling))


def pocket_lines(**ruling: str) -> object:
    return map_rulings.line_pockets(at_the_map(ruling))


def isolated_together(**ruling: str) -> object:
    return map_rulings.neighbours(at_the_map(ruling))


def no_mans_strategic(**ruling: str) -> object:
    return map_rulings.strategic_amid_nobodys(at_the_map(ruling))


OUTCOMES = {
    sw_parenthesis_depleted: {"text": 1, "example": 0},
    leaders_top_row: {"thirteen": ["8-0", "7-0"], "twelve": ["8-0", "6+1"]},
    oba_german_low: {"two_or_less": "Plentiful", "two_only": "Normal"},
    oba_initial: {"roll": 1, "normal": 0},
    platoon_leaders: {"platoon_table": "armor", "both": "leaders"},
    platoon_leader_one: {"none": [], "nine_two": ["9-2"]},
    kv_ft_four: {"kv8l": "KV-8(L)", "kv8": "KV-8"},
    san_three: {"literal": 3, "no_minus": 2},
    elite_groups: {"by_values": 3, "none": 4},
    recon_m3: {"prepaid": (7, 0), "extra": (14, 2), "not_sold": "not for sale"},
    discount_floor: {"zero": 0, "one": 1},
    german_discount: {"infantry_vehicles": ["I5", "I6"], "no_mortars": ["I5"], "all_not_named": ["I5", "I6", "M2"]},
    russian_discount: {"entering": 0, "as_german": 1},
    scenario_vp: {"earned": 7, "running": 10},
    lvp_count: None,
    trucks: {"six": 6, "thirty_six": 36},
    at_ditch_given: {"free": 15, "counted": 10},
    mines_way_out: {
        "both": ["free", "immobilized", "eliminated", "spared"],
        "infantry": ["free", "immobilized", "eliminated"],
    },
    german_start: {"either": ("K42",), "below": "7.4"},
    bombardment_most: {"chart": 4, "dates": "RG note m"},
    cbm_module: {"apart": "all", "counted": (["100mm+ ", "120mm+ ", "Counter"], "counter_battery")},
    cbm_low: {"two_or_less": "lowest", "two_only": "no"},
    recalled_at_end: {"rolled": 0, "all": 2},
    bombardment_radius: {"five": "reaches 5 hexes", "seven": "reaches 7 hexes"},
    fpp_base: {"total": 0, "start": 1},
    elite_mmc_leader: {"each": "each", "once": "once"},
    elr_san_secret: {"until_begin": {}, "open": {GERMAN: 3, RUSSIAN: 4}},
    cvp_values: {"house": 2 + 8, "typed": 8},
    hw_after_all: {"owner": [], "first": ["HMG", "2-2-8"]},
    engineers_removal: {"russian": -2, "both": -4},
    hip_squads: {"set_up": ("3 squads HIP, 2 allowed: 10 % of 12, rounded up (7.520).",), "all": ()},
    escape_twelve: {
        "lost": ([("4-6-7", "eliminated"), ("LMG", "eliminated")], "escape"),
        "rolled": ([("4-6-7", "eliminated"), ("LMG", "ready")], "escape_equipment"),
    },
    escape_load: {"printed": ["pp:LMG", "ipc:mmc", "ipc:smc"], "said": ["overload"]},
    escape_leader: {"pays": [1], "free": []},
    escape_distances: {"both": [-1, -1], "nearest": [-1]},
    cupola_hip: {"paid": "7.520", "free": ("K20", "hidden")},
    tow_overnight: {"anywhere": ["K25"], "two_hexes": ["CG11", "K26"]},
    group_works: {"works": ("C4",), "groups": ("B3",)},
    wound_severity: {
        "wound": [("eliminated", "wounded"), ("ready", "wounded")],
        "table": [("ready", "wounded")] * 2,
    },
    edgeless_loop: {"pocket": 1, "main": 0},
    pocket_lines: {"joined": [4], "none": [1, 1]},
    isolated_together: {"joined": ["D"], "apart": ["C"]},
    no_mans_strategic: {"stays": True, "nobody": False},
}
"""What each reading of a ruling leads to; None: the words a player is shown differ."""
