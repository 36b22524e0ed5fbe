"""After a battle and into a new date: 7.510 to 7.517."""

from dataclasses import replace
from gettext import NullTranslations
from typing import Any

import pytest

from rules.contract import Refused
from rules.systems.oto2.state import CppBudget
from rules.text import set_catalog
from tests.rules.field_positions import field
from tests.rules.play import GERMAN, RUSSIAN, SYSTEM, Game, rows


def report(**entries):
    return {0: {"lvp": 4, "cvp_german": 0, "cvp_russian": 0, "evp": 0, **entries}}


def add(game: Game, side: str, kind: str, name: str, count: int = 1, marks: tuple[str, ...] = ()) -> int:
    """Put counters into a side's hands; returns the number of the first."""
    first = game.room(side).next_id
    game.gains(side, "add", kind=kind, name=name, count=count)
    counters = game.room(side).counters
    game.put(side, counters=tuple(replace(c, marks=marks) if c.id >= first else c for c in counters))
    return first


def remark(game: Game, number: int, *marks: str) -> Game:
    """Give a German counter these conditions and no other."""
    counters = game.room(GERMAN).counters
    return game.put(GERMAN, counters=tuple(replace(c, marks=marks) if c.id == number else c for c in counters))


def only(game: Game, side: str, *kinds: str) -> Game:
    """Take all counters of these classes away, so that a test knows what is there."""
    counters = game.room(side).counters
    return game.put(side, counters=tuple(replace(c, fate="used") if c.kind in kinds else c for c in counters))


# 7.510, 7.511 ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marks", "die", "fate", "left"),
    [
        (("wounded",), 1, "ready", ()), (("wounded",), 2, "ready", ("wounded",)), (("wounded",), 3, "evacuated", None),
        (("wounded", "isolated"), 1, "ready", ("wounded", "isolated")),
        (("wounded", "heroic"), 2, "ready", ("heroic",)),
    ],
)  # fmt: skip
def test_7_510_a_wounded_leader_heals_or_leaves(marks, die, fate, left):
    game = Game().until("perimeter")
    number = add(game, GERMAN, "leader", "8-1", marks=("wounded",))
    game.until("wounded")
    remark(game, number, *marks).roll(GERMAN, die)
    leader = next(c for c in game.room(GERMAN).counters if c.id == number)
    assert leader.fate == fate
    assert left is None or leader.marks == left


def test_7_510_a_wounded_hero_is_not_rolled_for_and_hardens_his_MMC():
    game = Game(reports=report(lvp=9)).until("perimeter")
    number = add(game, GERMAN, "hero", "Hero", marks=("wounded",))
    game.until("mmc_roll")
    assert next(c for c in game.room(GERMAN).counters if c.id == number).on_hand
    game.roll(GERMAN, 6, 6)
    assert game.room(GERMAN).pending == {"mmc": 1}


def test_7_5111_half_squads_of_a_kind_recombine_until_one_is_left():
    game = only(Game().until("perimeter"), GERMAN, "squad", "half_squad")
    add(game, GERMAN, "half_squad", "2-4-7", 5)
    add(game, GERMAN, "half_squad", "2-4-8", 1)
    game.until("recombine").roll(GERMAN)
    assert sorted(c.name for c in game.room(GERMAN).on_hand if c.kind in ("squad", "half_squad")) == [
        "2-4-7", "2-4-8", "4-6-7", "4-6-7",
    ]  # fmt: skip
    assert game.names(GERMAN, fate="merged") == ["2-4-7"] * 4


def test_7_5111_isolated_half_squads_recombine_with_their_like_only():
    game = only(Game().until("perimeter"), GERMAN, "squad", "half_squad")
    add(game, GERMAN, "half_squad", "2-4-7")
    number = add(game, GERMAN, "half_squad", "2-4-7")
    game.until("recombine")
    remark(game, number, "isolated")
    assert game.until("mmc_roll").names(GERMAN, fate="merged") == []


@pytest.mark.parametrize(("fates", "squad"), [(("due", "due"), "due"), (("ready", "due"), "ready")])
def test_7_5111_two_halves_that_wait_to_enter_are_a_squad_that_does(fates, squad):
    game = only(Game().until("perimeter"), GERMAN, "squad", "half_squad")
    for fate in fates:
        number = add(game, GERMAN, "half_squad", "2-4-7")
        counters = tuple(replace(c, fate=fate) if c.id == number else c for c in game.room(GERMAN).counters)
        game.put(GERMAN, counters=counters)
    game.until("recombine").roll(GERMAN)
    assert [c.fate for c in game.room(GERMAN).on_hand if c.kind == "squad"] == [squad]


def test_7_5113_the_leaders_for_whom_one_who_waits_to_enter_is_exchanged_wait_too():
    game = only(Game().until("perimeter"), GERMAN, "leader")
    add(game, GERMAN, "leader", "8-0")
    game.put(GERMAN, counters=tuple(
        replace(c, fate="due") if c.name == "8-0" and c.fate == "ready" else c for c in game.room(GERMAN).counters
    ))  # fmt: skip
    game.until("leader_roll").order(GERMAN, "enter", instead="8-0")
    assert [(c.name, c.fate) for c in game.room(GERMAN).on_hand if c.kind == "leader"] == [("7-0", "due")] * 2


@pytest.mark.parametrize(("engineers", "squads"), [("1010", 1), ("1110", 1), ("1000", 0), ("1111", 2)])
def test_7_5111_two_halves_of_assault_engineers_make_such_a_squad_and_no_others(engineers, squads):
    game = only(Game().until("perimeter", RUSSIAN), RUSSIAN, "squad", "half_squad")
    for one in engineers:
        add(game, RUSSIAN, "half_squad", "3-2-8", marks=("assault engineer",) if one == "1" else ())
    game.until("recombine", RUSSIAN).roll(RUSSIAN)
    made = [c.marks for c in game.room(RUSSIAN).on_hand if c.name == "6-2-8"]
    assert made.count(("assault engineer",)) == squads
    assert len(made) == squads + engineers.count("0") // 2


@pytest.mark.parametrize(
    ("won", "cvp", "dice", "mmc"),
    [(False, 0, (3, 4), 0), (False, 0, (3, 3), 1), (True, 0, (3, 4), 2), (True, 89, (2, 3), 3), (False, 30, (3, 4), 1)],
)
def test_7_5112_a_secret_roll_says_how_many_MMC_may_harden(won, cvp, dice, mmc):
    game = Game(reports=report(lvp=0 if won else 9, cvp_russian=cvp)).until("mmc_roll")
    game.roll(GERMAN, *dice)
    assert game.room(GERMAN).pending == {"mmc": mmc}


def test_7_5112_each_hero_who_leaves_hardens_one_more():
    game = Game().until("perimeter")
    heroes = add(game, RUSSIAN, "hero", "Hero", 2)
    game.until("mmc_roll", RUSSIAN).roll(RUSSIAN, 6, 6)
    assert game.room(RUSSIAN).pending == {"mmc": 2}
    assert game.names(RUSSIAN, fate="eliminated") == ["Hero", "Hero"]
    assert heroes
    assert game.until("victory", RUSSIAN, date=1).current(RUSSIAN).task.own == 0


def test_7_5112_an_MMC_gets_better_and_an_elite_one_brings_a_leader():
    game = only(Game(reports=report(lvp=0)).until("perimeter"), GERMAN, "squad", "crew")
    add(game, GERMAN, "squad", "4-4-7", 2)
    add(game, GERMAN, "squad", "4-6-8", 1)
    leaders = game.names(GERMAN).count("8-0")
    game.until("mmc_roll").roll(GERMAN, 1, 2)
    game.order(GERMAN, "enter", mmc1="4-4-7", mmc2="leader", mmc3="4-4-7")
    assert game.names(GERMAN, fate="ready").count("4-6-7") == 2
    assert game.names(GERMAN).count("8-0") == leaders + 1


def test_7_5112_an_MMC_hardens_once_only():
    game = only(Game(reports=report(lvp=0)).until("perimeter"), GERMAN, "squad", "crew")
    add(game, GERMAN, "squad", "4-4-7", 1)
    game.until("mmc_roll").roll(GERMAN, 1, 2)
    with pytest.raises(Refused, match="no further 4-4-7"):
        game.order(GERMAN, "enter", mmc1="4-4-7", mmc2="4-4-7")
    game.order(GERMAN, "enter", mmc1="4-4-7")
    assert "4-6-7" in game.names(GERMAN)


def test_7_5112_an_MMC_that_has_not_entered_yet_is_retained_and_may_harden():
    game = Game(baskets={(GERMAN, 0): rows("I2-1")}, reports=report()).until("entered")
    game.order(GERMAN, "enter", **{field.name: 0 for field in game.current(GERMAN).task.fields})
    game.until("mmc_roll").roll(GERMAN, 1, 1)
    late = next(c.id for c in game.room(GERMAN).counters if c.fate == "due" and c.name == "4-4-7")
    game.order(GERMAN, "enter", mmc1="4-4-7")
    hardened = next(c for c in game.room(GERMAN).counters if c.id == late)
    assert (hardened.name, hardened.fate) == ("4-6-7", "due")


def test_7_5112_every_leader_stands_for_an_elite_MMC_of_its_own():
    game = only(Game(reports=report(lvp=0)).until("perimeter"), GERMAN, "squad", "crew")
    add(game, GERMAN, "squad", "4-4-7")
    add(game, GERMAN, "crew", "2-2-8")
    game.until("mmc_roll").roll(GERMAN, 1, 2)
    with pytest.raises(Refused, match="1 Elite MMC and crews, and each brings one leader") as refusal:
        game.order(GERMAN, "enter", mmc1="leader", mmc2="4-4-7", mmc3="leader")
    assert (refusal.value.field, refusal.value.rule) == ("mmc3", "7.5112")
    game.order(GERMAN, "enter", mmc1="leader", mmc2="4-4-7")
    assert "4-6-7" in game.names(GERMAN)


def pockets(*counters: tuple[Any, ...]) -> Game:
    """A German game whose counters are in the Isolated Areas they are placed in, after a roll that allows no MMC."""
    game = field(*counters, reports=report(lvp=9)).until("mmc_roll")
    game.roll(GERMAN, 6, 6)
    return game


def options(game: Game) -> list[list[str]]:
    """What each choice of the form that waits may be."""
    return [[key for key, _ in f.options if key] for f in game.current(GERMAN).task.fields]


CUT_OFF = ("squad", "4-4-7", ["isolated"])
CUT_OFF_HERO = ("hero", "Hero", ["isolated"])


def test_7_5112_an_isolated_hero_hardens_an_MMC_of_his_own_area_only():
    game = pockets((*CUT_OFF_HERO, "K20"), (*CUT_OFF, "K20"), (*CUT_OFF, "N32"), ("squad", "4-4-7"))
    assert options(game) == [["4-4-7, isolated in K20"]]
    (choice,) = game.current(GERMAN).task.fields
    with pytest.raises(Refused, match="choose one of those listed"):
        game.order(GERMAN, "enter", **{choice.name: "4-4-7, isolated in N32"})
    game.order(GERMAN, "enter", **{choice.name: "4-4-7, isolated in K20"})
    assert [c.place for c in game.room(GERMAN).on_hand if c.name == "4-6-7"] == ["K20"]


def test_7_5112_a_hero_who_is_not_isolated_hardens_any_MMC():
    game = pockets(("hero", "Hero"), (*CUT_OFF, "K20"), ("squad", "4-4-7"))
    assert options(game) == [["4-4-7, isolated in K20", "4-4-7"]]
    game.order(GERMAN, "enter", mmc1="4-4-7")
    assert [c.marks for c in game.room(GERMAN).on_hand if c.name == "4-6-7"] == [()]


def test_7_5112_an_isolated_hero_without_an_MMC_in_his_area_hardens_none():
    tank = ("tank", "StuG IIIG", ["isolated"], "K20")
    game = pockets((*CUT_OFF_HERO, "K20"), tank, (*CUT_OFF, "N32"))
    assert game.current(GERMAN).spec.key == "leader_roll"


def test_7_5112_a_refusal_names_an_isolated_MMC_in_the_language_of_the_reader():
    class Translated(NullTranslations):
        def gettext(self, message: str) -> str:
            return message.replace("isolated in", "isoliert in")

    game, catalogue = pockets(*[(*CUT_OFF_HERO, "K20")] * 2, (*CUT_OFF, "K20")), Translated()
    chosen = {field.name: "4-4-7, isolated in K20" for field in game.current(GERMAN).task.fields}
    before = set_catalog(lambda: catalogue)
    try:
        with pytest.raises(Refused, match="no further 4-4-7, isoliert in K20"):
            game.order(GERMAN, "enter", **chosen)
    finally:
        set_catalog(before)


def test_7_5112_an_elite_MMC_of_the_heros_area_brings_a_leader_instead():
    elite = ("squad", "4-6-8", ["isolated"])
    assert options(pockets((*CUT_OFF_HERO, "K20"), (*elite, "K20"))) == [["leader"]]
    assert options(pockets((*CUT_OFF_HERO, "K20"), (*CUT_OFF, "K20"), (*elite, "N32"))) == [["4-4-7, isolated in K20"]]


def test_7_5112_where_an_area_is_not_noted_the_owner_is_asked():
    game = field((*CUT_OFF, "K20"), (*CUT_OFF, "N32"), ("hero", "Hero"), ("squad", "4-4-7"), reports=report(lvp=9))
    game.until("mmc_roll")
    counters = game.room(GERMAN).counters
    game.put(GERMAN, counters=tuple(replace(c, marks=("isolated",)) if c.kind == "hero" else c for c in counters))
    assert game.current(GERMAN).task.lines[-1] == "He who is isolated, area not noted hardens one there."
    game.roll(GERMAN, 6, 6)
    assert options(game) == [["4-4-7, isolated in K20", "4-4-7, isolated in N32"]]


def hardening(side: str, lvp: int, *names: str, marks: tuple[str, ...] = ()) -> Game:
    """A game at 7.5113 in which the side's only leaders are `names`."""
    game = only(Game(reports=report(lvp=lvp)).until("perimeter", side), side, "leader")
    for name in names:
        add(game, side, "leader", name, marks=marks)
    return game.until("leader_roll", side)


def test_7_5113_the_german_loser_rolls_a_five_and_hardens_his_9_1():
    game = hardening(GERMAN, 9, "9-1", "8-0")
    game.cast(GERMAN, "enter", (2, 3))
    game.order(GERMAN, "enter", leader="9-1")
    assert "9-2" in game.names(GERMAN)


def test_7_5113_the_russian_winner_rolls_a_five_and_gets_a_9_2():
    game = hardening(RUSSIAN, 9, "9-2", "9-1")
    game.cast(RUSSIAN, "enter", (2, 3))
    assert [name for name, _ in game.current(RUSSIAN).task.fields[0].options] == ["9-2", "9-1", ""]
    game.order(RUSSIAN, "enter", leader="9-2")
    assert "10-2" in game.names(RUSSIAN)


def test_7_5113_without_a_leader_of_the_type_the_next_lower_one_may_harden():
    game = hardening(GERMAN, 9, "10-2", "7-0", "8-0")
    game.cast(GERMAN, "enter", (2, 3))
    assert [name for name, _ in game.current(GERMAN).task.fields[0].options] == ["8-0", "7-0", ""]


def test_7_5113_with_better_leaders_only_nobody_hardens():
    game = hardening(RUSSIAN, 9, "10-2")
    game.cast(RUSSIAN, "enter", (6, 6))
    assert game.current(RUSSIAN) is None


def test_7_5113_a_heroic_leader_hardens_and_is_heroic_no_more():
    game = hardening(GERMAN, 9, "8-1", "10-3", marks=("heroic",))
    game.cast(GERMAN, "enter", (6, 6))
    found = [c for c in game.room(GERMAN).on_hand if c.kind == "leader"]
    assert [(c.name, c.marks) for c in found] == [("9-1", ()), ("10-3", ())]


@pytest.mark.parametrize(("old", "new"), [("8-0", ["7-0", "7-0"]), ("8-1", ["8-0", "7-0"])])
def test_7_5113_a_leader_may_be_exchanged_instead_of_the_roll(old, new):
    game = hardening(GERMAN, 9, "8-0", "8-1")
    already = len(game.cup.drawn)
    game.order(GERMAN, "enter", instead=old)
    assert [c.name for c in game.room(GERMAN).counters if c.note == "exchanged, 7.5113" and c.on_hand] == new
    assert game.names(GERMAN, fate="merged") == [old]
    assert len(game.cup.drawn) == already


@pytest.mark.parametrize("mark", ["isolated", "wounded", "heroic"])
def test_7_5113_an_isolated_wounded_or_heroic_leader_is_not_exchanged(mark):
    game = only(Game().until("perimeter"), GERMAN, "leader")
    number = add(game, GERMAN, "leader", "8-0")
    game.until("leader_roll")
    remark(game, number, mark)
    with pytest.raises(Refused):
        game.order(GERMAN, "enter", instead="8-0")


def test_7_5114_armor_leaders_do_not_harden():
    game = only(Game().until("perimeter", RUSSIAN), RUSSIAN, "leader", "armor_leader")
    add(game, RUSSIAN, "armor_leader", "8-1")
    game.until("leader_roll", RUSSIAN)
    game.cast(RUSSIAN, "enter", (2, 2))
    assert game.current(RUSSIAN) is None
    assert "8-1" in game.names(RUSSIAN, fate="ready")


# 7.512 to 7.517 -------------------------------------------------------------------------------------------------------


def test_7_5121_the_new_date_begins_for_both_at_once():
    game = Game().until("san")
    assert (game.state.public.date, len(game.state.public.dates)) == (1, 2)
    assert {side: len(game.room(side).lines) for side in (GERMAN, RUSSIAN)} == {GERMAN: 2, RUSSIAN: 2}


@pytest.mark.parametrize(("san", "die", "after"), [(3, 6, 2), (3, 5, 3), (4, 5, 3), (4, 4, 4), (5, 4, 4)])
def test_7_5122_the_SAN_falls_by_its_roll(san, die, after):
    game = Game().until("muster").put(GERMAN, san=san).until("san", date=1)
    game.roll(GERMAN, die)
    assert game.room(GERMAN).now.san == after


@pytest.mark.parametrize(("san", "after"), [(0, 2), (1, 2), (2, 2)])
def test_7_5122_a_SAN_of_two_or_less_is_not_rolled_for_and_is_two_after(san, after):
    game = Game().until("muster").put(GERMAN, san=san).until("options", date=1)
    assert game.room(GERMAN).now.san == after
    assert not any(event.kind == "san.rolled" and event.room == GERMAN for event in game.events)


@pytest.mark.parametrize(("side", "start", "dice", "repl"), [(RUSSIAN, 4, (3, 3), 22), (GERMAN, 0, (3, 3), 23)])
def test_7_515_and_7_5152_points_of_23PM_are_added_to_what_was_left(side, start, dice, repl):
    game = Game().until("points", side).put(side, ledger=CppBudget(start=start))
    game.roll(side, *dice)
    assert game.room(side).now.ledger == CppBudget(start=start, repl=repl)
    assert game.room(side).now.ledger.total == start + repl


def test_7_515_a_total_below_the_chart_is_the_first_row():
    game = Game().until("points", RUSSIAN, date=2)
    game.roll(RUSSIAN, 1, 1)
    assert game.room(RUSSIAN).now.ledger.repl == 25
    assert game.room(RUSSIAN).outcomes[-1]["mods"] == [[-1, "historical DRM", "7.5151"]]


@pytest.mark.parametrize(("side", "drms"), [(RUSSIAN, [1, -1, 0]), (GERMAN, [0, 0, 1])])
def test_7_5151_each_date_and_side_has_its_historical_DRM(side, drms):
    game = Game()
    found = [game.until("points", side, date=date).current(side).task.needs[0].drm for date in (1, 2, 3)]
    assert found == drms


def test_7_516_the_example_of_a_german_who_lost_on_23AM():
    game = Game(reports=report(lvp=9, cvp_german=60)).until("elr")
    assert game.current(GERMAN).task.needs[0].drm == 4
    game.roll(GERMAN, 1, 2)
    assert game.room(GERMAN).now.elr == 3


def test_7_516_the_ELR_never_leaves_one_to_four():
    game = Game(reports=report(lvp=9), baskets={(RUSSIAN, 0): rows("I2*2 I4 I5")}).until("elr", RUSSIAN)
    assert game.current(RUSSIAN).task.needs[0].drm == -1 - 4 + 2 + 1
    game.roll(RUSSIAN, 1, 2)
    assert game.room(RUSSIAN).now.elr == 4
    game = Game().until("elr").put(GERMAN, elr=1)
    game.roll(GERMAN, 6, 6)
    assert game.room(GERMAN).now.elr == 1


@pytest.mark.parametrize(("dice", "elr"), [((6, 6), 2), ((6, 3), 3), ((4, 6), 2)])
def test_7_516_the_ELR_moves_by_one(dice, elr):
    game = Game(reports=report(lvp=9)).until("elr")
    game.roll(GERMAN, *dice)
    assert game.room(GERMAN).now.elr == elr


def test_7_516_casualties_of_all_scenarios_count_by_full_fifties():
    reports = {date: {"lvp": 9, "cvp_german": 49, "cvp_russian": 0, "evp": 0} for date in (0, 1)}
    game = Game(reports=reports)
    assert [game.until("elr", date=date).current(GERMAN).task.needs[0].drm for date in (1, 2)] == [2, 4 + 2]


def test_7_516_given_groups_are_not_bought_ones():
    game = Game(reports=report(lvp=0)).until("elr", RUSSIAN)
    assert [m.reason for m in game.current(RUSSIAN).task.needs[0].modifiers] == ["scenario played", "historical DRM"]


def test_7_517_and_7_5171_and_CG3_weather_after_an_overcast_date():
    game = Game().until("weather")
    game.roll(GERMAN, 2, 2, 3)
    assert (game.state.public.today.weather, game.state.public.today.ec) == ("Rain", "Wet")


def test_7_517_and_7_5171_weather_after_rain():
    game = Game().until("weather")
    game.roll(GERMAN, 2, 2, 3)
    game.until("weather", date=2)
    game.roll(GERMAN, 5, 6, 6)
    assert (game.state.public.today.weather, game.state.public.today.ec) == ("Clear", "Moist")


def test_7_5171_rain_during_an_overcast_scenario_counts_with_the_overcast():
    game = Game(reports=report(rain=True)).until("weather")
    assert [need.drm for need in game.current(GERMAN).task.needs] == [-1, -4]


def test_7_517_the_russian_side_does_not_roll_the_weather():
    game = Game().until("elr", RUSSIAN)
    game.roll(RUSSIAN, 3, 3)
    assert (
        SYSTEM.view(game.state.only([RUSSIAN]), RUSSIAN).current is None or game.current(RUSSIAN).spec.key != "weather"
    )
