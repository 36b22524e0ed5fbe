"""Shared steps of a refit take what differs between games from data: the first game's book, changed, is another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

import pytest

from rules.asl import manual_changes, reducers
from rules.asl.context import StepDef, either, stage
from rules.asl.counters import Counter
from rules.asl.data_files.pack import FavoredRepair, NightRecon
from rules.asl.rule_data import StepText
from rules.asl.state import Captured
from rules.asl.steps.aftermath import clearing, hardening, personnel
from rules.asl.steps.renewal import arms, removal
from rules.asl.steps.setup import recon, support
from rules.contract import PUBLIC, Order, Refused
from rules.dice import Rng
from rules.engine.data_files import DataModel, Value
from rules.engine.stages import Course, StepResult
from rules.engine.tasks import RollTask
from rules.systems.oto2.context import Context
from rules.systems.oto2.rule_data import RuleData, rule_data
from rules.systems.oto2.state import GERMAN, RUSSIAN, CppBudget, DateRecord, Public, RosterRow, SideRoom
from rules.tables import TableModifier
from tests.rules.driver import Cup, cup_of

Changes = Mapping[str, Any]


@dataclass(frozen=True)
class Other(Context):
    """A context of another game: its pack, words and modifiers differ by what a test says."""

    pack: Changes = field(default_factory=dict)
    step_texts: Changes = field(default_factory=dict)
    table_modifiers: Changes = field(default_factory=dict)
    night: bool = False

    @cached_property
    def rules(self) -> RuleData:
        plain = rule_data()
        tables = dict(plain.tables)
        for name, more in self.table_modifiers.items():
            table = tables[f"oto2.{name}"]
            tables[f"oto2.{name}"] = replace(table, modifiers=(*table.modifiers, *more))
        step_texts = {
            **plain.step_texts,
            **{key: replace(plain.step_texts[key], **row) for key, row in self.step_texts.items()},
        }
        pack = plain.pack.model_copy(update=dict(self.pack))
        return replace(plain, pack=pack, step_texts=step_texts, tables=tables)

    def facts(self) -> Mapping[str, int]:
        return {**super().facts(), "night": self.night}


def context(
    *counters: Counter, side: str = GERMAN, pending: Changes | None = None, winner: str = "", **other: Any
) -> Other:
    """A context after a scenario, with these counters."""
    line = RosterRow(CppBudget(10), 3, 3, recon=other.pop("recon", None))
    dates, captures = (DateRecord(winner=winner),), other.pop("captures", ())
    public = Public("none", "server", {}, "aftermath", dates=dates, captures=captures)
    return Other(public, SideRoom(side, (line,), counters=counters, pending=pending or {}), **other)


def counter(number: int, kind: str, name: str, *marks: str, **more: Any) -> Counter:
    return Counter(number, kind, name, marks=marks, **more)


def act(step_def: StepDef[Any], at: Other, order: str = "enter", dice: tuple[int, ...] = (), **data: Any):
    """What a step does with an order, its dice scripted."""
    cup = cup_of(*dice)
    taken = step_def.handlers[order](at, step_def.task(at), data, cup)
    assert not cup.script
    return taken.events


PACK = rule_data().pack


def changed(section: str, **values: Any) -> dict[str, DataModel]:
    """A section of the pack with other values."""
    part: DataModel = dict(PACK)[section]
    return {section: part.model_copy(update=values)}


# hardening ---------------------------------------------------------------------------------


def test_where_no_leader_comes_instead_an_elite_mmc_becomes_fanatic() -> None:
    pack = changed("battle_hardening", leader_instead="")
    at = context(counter(1, "crew", "2-2-8"), pending={"mmc": 1}, pack=pack)
    (event,) = act(hardening.MmcChoiceStep(), at, mmc1="2-2-8")
    assert event.data["change"] == {"1": {"marks": ["fanatic"]}}
    assert event.data["said"] == ["2-2-8 becomes Fanatic"]


def test_fanatic_ends_with_the_markers_of_the_next_scenario() -> None:
    (event,) = act(support.MarkersStep(), context(counter(1, "crew", "2-2-8", "fanatic")))
    assert event.data["change"] == {"1": {"marks": []}}


PART = TableModifier("won_part", -1, "won, of which half is taken")


def test_a_winner_chooses_among_what_the_dice_come_to_with_all_half_or_none_of_his_modifier() -> None:
    at = context(winner=GERMAN, table_modifiers={"leader_bh": (PART,)})
    (event,) = act(hardening.LeaderHardeningStep(), at, dice=(3, 3))
    plain = rule_data().table("leader_bh")
    german = at.modifiers(plain)[0].value
    wanted = [str(plain.row(6 + german + drm).values["leader"]) for drm in (-2, -1, 0)]
    assert [event.data["pending"]["leader"], *event.data["pending"].get("or", [])] == list(dict.fromkeys(wanted))


def test_who_has_not_won_has_nothing_to_choose() -> None:
    (event,) = act(hardening.LeaderHardeningStep(), context(table_modifiers={"leader_bh": (PART,)}), dice=(3, 3))
    assert set(event.data["pending"]) == {"leader"}


def test_only_the_next_lower_leader_hardens_where_the_pack_says_so() -> None:
    leaders = (
        counter(1, "leader", "8-1", "wounded"),
        counter(2, "leader", "8-0"),
        counter(3, "leader", "7-0", "wounded"),
    )
    only_next = changed("battle_hardening", next_lower=True)

    def options(*rolled: str, **more: Any) -> list[str]:
        at = context(*leaders, pending={"leader": rolled[0], "or": list(rolled[1:])}, **more)
        return [key for key, _ in hardening.LeaderChoiceStep().options(at)]

    assert options("9-1", "7-0") == ["8-1", "8-0", "7-0"]
    assert options("9-1", pack=only_next) == ["8-0"], "none who is wounded takes the place of the one rolled"
    assert options("9-1", "7-0", pack=only_next) == ["8-0", "7-0"], "the one rolled hardens though he is wounded"
    assert options("6+1", pack=only_next) == []


def test_no_leader_is_exchanged_who_would_be_one_too_many_for_the_squads() -> None:
    pack = changed("battle_hardening", squads_per_leader={GERMAN: 4})
    squads = [counter(n, "squad", "4-6-7") for n in range(2, 10)]
    few, enough = (
        context(counter(1, "leader", "8-0"), *squads[:7], pack=pack),
        context(counter(1, "leader", "8-0"), *squads, pack=pack),
    )
    assert hardening._exchanges(few) == ()
    assert [old for old, _ in hardening._exchanges(enough)] == ["8-0"]


# the field ---------------------------------------------------------------------------------


def test_a_counter_that_is_busy_stays_where_it_is_when_the_map_is_cleared() -> None:
    unit = counter(1, "squad", "4-6-7", "interdicting", place="K20")
    assert clearing.cleared(context(unit), {})["1"]["place"] == ""
    assert clearing.cleared(context(unit, pack=changed("marks", stay=("interdicting",))), {}) == {}


def test_guards_may_shoot_their_prisoners_where_the_words_say_so_and_everybody_hears_it() -> None:
    guard = counter(1, "squad", "4-6-7", "isolated", "guards prisoners")
    held = Captured(1, GERMAN, RUSSIAN, "squad", "4-5-8", 2, 0)
    with pytest.raises(Refused):
        act(personnel.PrisonersStep(), context(guard, captures=(held,)), execute_1=2)
    words = {"prisoners": {"labels": {"guards": {"keep": "are kept", "execute": "are shot"}}}}
    at = context(guard, captures=(held,), step_texts=words)
    own, shot, public = act(personnel.PrisonersStep(), at, keep_1=0, execute_1=2)
    assert own.data["change"] == {"1": {"marks": ["isolated"]}}
    assert (shot.data["how"], shot.data["count"]) == ("shot", 2)
    assert (public.kind, public.room, public.data) == ("massacre.announced", PUBLIC, {"side": GERMAN})


def test_a_mortar_team_stays_a_half_squad() -> None:
    halves = [counter(n, "half_squad", "2-3-7") for n in (1, 2)]
    assert personnel._pairs(context(*halves))
    assert not personnel._pairs(context(halves[0], counter(2, "half_squad", "2-3-7", "mortar team")))


# repairs -----------------------------------------------------------------------------------


def tank(*marks: str) -> Counter:
    return counter(1, "tank", "PzKpfw IVH", *marks)


def test_a_vehicle_without_its_main_armament_is_recalled_or_a_wreck_as_the_pack_has_it() -> None:
    # It is off the map by then, so nobody has to bring it in (12.6151e).
    rows = tuple(row.model_copy(update={"lost": ""}) for row in PACK.vehicle_weapon)
    at = context(tank("malfunctioned"), pack={"vehicle_weapon": rows})
    (event,) = act(arms.WeaponRepairStep(), at, "roll", dice=(6,))
    assert event.data["change"]["1"]["marks"] == ["disabled", "wreck", "recovered"]
    (event,) = act(arms.WeaponRepairStep(), context(tank("malfunctioned")), "roll", dice=(6,))
    assert event.data["change"]["1"]["fate"] == "eliminated"


def test_a_side_repairs_the_weapons_that_its_pack_favors_more_easily() -> None:
    easier = TableModifier("german_weapon", -1, "German MG")
    pack = {"favored_repair": FavoredRepair(side=GERMAN, weapons=("MG",), cite="7.5132", status="inferred")}
    at = context(
        counter(1, "weapon", "LMG", "malfunctioned"),
        counter(2, "weapon", "PSK 2", "malfunctioned"),
        pack=pack,
        table_modifiers={"weapon_repair": (easier,)},
    )
    needs = tuple(arms.WeaponRepairStep[Other]().needs(at))
    assert ["German MG" in str(need.modifiers) for need in needs] == [True, False]


def test_removals_are_limited_by_what_the_words_name_or_not_at_all() -> None:
    squads = [counter(n, "squad", "4-6-7") for n in (1, 2)]
    limits = {"labels": {"limits": {"squads": "squad-equivalents"}}, "texts": {"tries": "Tries: {squads}."}}
    at = context(*squads, step_texts={"removal": limits})
    assert removal._limits(at) == {"squads": 2}
    free = {"removal_limit": Value[str](value="", cite="7.514", status="inferred")}
    assert removal._limits(context(*squads, pack=free)) == {}
    assert removal.RemovalStep().task(context(pack=free)) is not None


def test_an_obstacle_has_modifiers_of_its_own_where_the_table_knows_them() -> None:
    row = PACK.obstacle[0]
    tried = {"removal": [{"kind": row.key, "where": "near", "ids": [], "label": "Wire in K20"}], "helped": False}
    of_its_own = {"fort_removal": (TableModifier(f"{row.key}_near", 1, "nearby"),)}

    def reasons(at: Other) -> list[str]:
        (need,) = removal.RemovalRollStep().needs(at)
        return [each.reason for each in need.modifiers]

    known, own = (reasons(context(pending=tried, table_modifiers=more)) for more in ({}, of_its_own))
    (near_front_line,) = set(known) - set(own)
    assert "next to a Front-Line hex" in near_front_line
    assert set(own) - set(known) == {"nearby"}


def test_a_rule_of_a_part_that_the_words_do_not_name_is_that_of_the_step() -> None:
    text = StepText("1", rules={"weapons": "2"})
    assert [text.rule_of(part) for part in ("", "weapons", "more")] == ["1", "2", "1"]


# reconnaissance ----------------------------------------------------------------------------


def test_what_the_words_have_a_question_for_is_asked_with_the_reconnaissance() -> None:
    stealthy = TableModifier("stealthy", 1, "most squads Stealthy")
    at = context(
        step_texts={"recon": {"labels": {"squads": {"stealthy": "most of my squads are Stealthy"}}}},
        table_modifiers={"recon": (stealthy,)},
    )
    (event,) = act(recon.ReconStep(), at, paid="1", stealthy=True, dice=(2,))
    (plain,) = act(recon.ReconStep(), at, paid="1", dice=(2,))
    assert event.data["line"]["recon"] == plain.data["line"]["recon"] + 1


def test_by_night_one_side_sees_more_and_further() -> None:
    pack = changed("recon", night=NightRecon(side=GERMAN, factor=2, range=8, lax=0))
    found = []
    for night in (False, True):
        at = context(pack=pack, night=night, recon=3)
        (event,) = act(recon.ReconStep(), at, paid="1", dice=(2,))
        task = recon.LocationsStep().task(at)
        assert task is not None
        found.append((event.data["line"]["recon"], "8 hexes" in task.lines[0]))
    assert found[1] == (found[0][0] * 2, True)
    assert found[0][1] is False


# the base ----------------------------------------------------------------------------------


def test_a_table_is_told_all_and_takes_what_it_asks_for() -> None:
    at, table = context(side=RUSSIAN), rule_data().table("recon")
    assert at.modifiers(table, better=1, nonsense=3) == at.modifiers(table, better=1)
    assert table.drm("russian", 1) in at.modifiers(table)
    assert table.drm("russian", 1) not in at.modifiers(table, russian=0)


def test_conditions_of_a_game_are_entered_by_hand_like_the_others() -> None:
    at = context(counter(1, "squad", "4-6-7"), pack=changed("marks", own=("interdicting",)))
    (event,) = manual_changes.change(at, {"pile": 1, "marks": ["interdicting"]}, Cup())
    change: Any = event.data["change"]
    assert change["1"]["marks"] == ["interdicting"]


def test_a_new_line_is_of_the_game_that_begins_it() -> None:
    @dataclass(frozen=True)
    class Longer(RosterRow):
        more: int = 0

    line = reducers.carried(Longer(CppBudget(5, 3, 2), 4, 3, more=7), more=8)
    assert line == Longer(CppBudget(6), 4, 3, more=8)


def _taken(taken: StepResult, at: Any, task: Any, data: Changes, rng: Rng) -> StepResult:
    return taken


def test_a_step_may_lead_back_to_another_of_its_stage() -> None:
    keys = ("first", "middle", "last")
    step_texts = {key: StepText("1", key) for key in keys}
    at = context()
    for place, key in enumerate(keys):
        taken = StepResult([at.event("x")], done=False, to=key)
        back: StepDef[Any] = StepDef("last", lambda at: RollTask("Roll"), {"roll": partial(_taken, taken)})
        step_defs = (*(StepDef[Any](each, lambda at: None, {}) for each in keys[:2]), back)
        course: Course[Any] = Course((stage(step_texts, "aftermath", "After", (GERMAN,), step_defs),))
        (event,) = course.execute(at, Order("roll", {}), Cup(), lambda at, events: at)
        assert event.data["at"] == place


@pytest.mark.parametrize("mark", ["asks_facts", "optional", "added"])
def test_a_step_of_two_is_marked_as_both_of_them_are(mark: str) -> None:
    """Of two of which one is marked, what is asked may be what the other asks."""

    def a_step(key: str, marked: bool) -> StepDef[Other]:
        made: StepDef[Other] = StepDef(key, lambda ctx: None, {})
        setattr(made, mark, marked)
        return made

    marks = [(one, other) for one in (True, False) for other in (True, False)]
    found = [getattr(either(a_step("a", one), a_step("b", other)), mark) for one, other in marks]
    assert found == [True, False, False, False]
