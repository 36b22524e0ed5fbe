"""Shared steps of a refit take what differs between games from data: the first game's book, changed, is another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import pytest

from rules.kernel import PUBLIC, Order, Refused
from rules.parts.counters import Counter
from rules.parts.refit import byhand, outcome
from rules.parts.refit.steps import arms, clearing, embers, hardening, markers, recon, removal, survivors, upkeep
from rules.parts.refit.words import Deed, bind, rule_of
from rules.parts.stages import Course, Stage, Taken
from rules.systems.oto2.book import Book, book
from rules.systems.oto2.desk import Desk
from rules.systems.oto2.state import GERMAN, RUSSIAN, DateRecord, Ledger, Line, Public, Side
from rules.tables import TableModifier

Changes = Mapping[str, Any]


@dataclass(frozen=True)
class Other(Desk):
    """A desk of another game: its pack, words and modifiers differ by what a test says."""

    pack: Changes = field(default_factory=dict)
    words: Changes = field(default_factory=dict)
    table_modifiers: Changes = field(default_factory=dict)
    night: bool = False

    @cached_property
    def book(self) -> Book:
        plain = book()
        tables = dict(plain.tables)
        for name, more in self.table_modifiers.items():
            table = tables[f"oto2.{name}"]
            tables[f"oto2.{name}"] = replace(table, modifiers=(*table.modifiers, *more))
        words = {**plain.words, **{key: {**plain.words[key], **row} for key, row in self.words.items()}}
        return replace(plain, pack={**plain.pack, **self.pack}, words=words, tables=tables)

    def facts(self) -> Mapping[str, int]:
        return {**super().facts(), "night": self.night}


def desk(
    *counters: Counter, side: str = GERMAN, pending: Changes | None = None, winner: str = "", **other: Any
) -> Other:
    """A desk after a scenario, with these counters."""
    line = Line(Ledger(10), 3, 3, recon=other.pop("recon", None))
    public = Public("none", "server", {}, "aftermath", dates=(DateRecord(winner=winner),))
    return Other(public, Side(side, (line,), counters=counters, pending=pending or {}), **other)


def counter(number: int, kind: str, name: str, *marks: str, **more: Any) -> Counter:
    return Counter(number, kind, name, marks=marks, **more)


def act(
    deeds: tuple[Deed[Any], ...], key: str, at: Other, order: str = "enter", dice: tuple[int, ...] = (), **data: Any
):
    """What one step of `deeds` does with an order, its dice scripted."""
    left = list(dice)
    deed = next(deed for deed in deeds if deed.key == key)
    taken = deed.takes[order](at, data, lambda n: tuple(left.pop(0) for _ in range(n)))
    assert not left
    return taken.events


HARDENING = {**book().pack["battle_hardening"]}


def without(row: Changes, *keys: str) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in keys}


# hardening ---------------------------------------------------------------------------------


def test_where_no_leader_comes_instead_an_elite_mmc_becomes_fanatic() -> None:
    at = desk(
        counter(1, "crew", "2-2-8"), pending={"mmc": 1}, pack={"battle_hardening": without(HARDENING, "leader_instead")}
    )
    (event,) = act(hardening.STEPS, "mmc_choice", at, mmc1="2-2-8")
    assert event.data["change"] == {"1": {"marks": ["fanatic"]}}
    assert event.data["said"] == ["2-2-8 becomes Fanatic"]


def test_fanatic_ends_with_the_markers_of_the_next_scenario() -> None:
    (event,) = act(markers.STEPS, "markers", desk(counter(1, "crew", "2-2-8", "fanatic")))
    assert event.data["change"] == {"1": {"marks": []}}


PART = TableModifier("won_part", -1, "won, of which half is taken")


def test_a_winner_chooses_among_what_the_dice_come_to_with_all_half_or_none_of_his_modifier() -> None:
    at = desk(winner=GERMAN, table_modifiers={"leader_bh": (PART,)})
    (event,) = act(hardening.STEPS, "leader_roll", at, dice=(3, 3))
    plain = book().table("leader_bh")
    german = at.modifiers(plain)[0].value
    wanted = [str(plain.row(6 + german + drm).values["leader"]) for drm in (-2, -1, 0)]
    assert [event.data["pending"]["leader"], *event.data["pending"].get("or", [])] == list(dict.fromkeys(wanted))


def test_who_has_not_won_has_nothing_to_choose() -> None:
    (event,) = act(hardening.STEPS, "leader_roll", desk(table_modifiers={"leader_bh": (PART,)}), dice=(3, 3))
    assert set(event.data["pending"]) == {"leader"}


def test_only_the_next_lower_leader_hardens_where_the_pack_says_so() -> None:
    leaders = (counter(1, "leader", "8-1"), counter(2, "leader", "8-0", "wounded"), counter(3, "leader", "7-0"))
    rolled = {"leader": "9-1", "or": ["8-0"]}
    either = desk(*leaders, pending=rolled)
    only = desk(*leaders, pending=rolled, pack={"battle_hardening": {**HARDENING, "next_lower": True}})
    names = [[key for key, _ in hardening._leader_options(at)] for at in (either, only)]
    assert names == [["8-1", "8-0", "7-0"], ["8-1", "7-0"]]


def test_no_leader_is_exchanged_who_would_be_one_too_many_for_the_squads() -> None:
    pack = {"battle_hardening": {**HARDENING, "squads_per_leader": {GERMAN: 4}}, "promotion_leaders": {"value": []}}
    squads = [counter(n, "squad", "4-6-7") for n in range(2, 10)]
    few, enough = (
        desk(counter(1, "leader", "8-0"), *squads[:7], pack=pack),
        desk(counter(1, "leader", "8-0"), *squads, pack=pack),
    )
    assert hardening._exchanges(few) == ()
    assert [old for old, _ in hardening._exchanges(enough)] == ["8-0"]


# the field ---------------------------------------------------------------------------------


def test_a_counter_that_is_busy_stays_where_it_is_when_the_map_is_cleared() -> None:
    unit = counter(1, "squad", "4-6-7", "interdicting", place="K20")
    assert clearing.cleared(desk(unit), {})["1"]["place"] == ""
    assert clearing.cleared(desk(unit, pack={"marks": {"stay": ["interdicting"]}}), {}) == {}


def test_guards_may_shoot_their_prisoners_where_the_words_say_so_and_everybody_hears_it() -> None:
    guard = counter(1, "squad", "4-6-7", "isolated", "guards prisoners")
    with pytest.raises(Refused):
        act(embers.PRISONERS, "prisoners", desk(guard), guard_1="execute")
    at = desk(guard, words={"prisoners": {"execute": "shoots them"}})
    own, public = act(embers.PRISONERS, "prisoners", at, guard_1="execute")
    assert own.data["change"] == {"1": {"marks": ["isolated"]}}
    assert (public.kind, public.room, public.data) == ("massacre.announced", PUBLIC, {"side": GERMAN})


def test_a_mortar_team_stays_a_half_squad() -> None:
    halves = [counter(n, "half_squad", "2-3-7") for n in (1, 2)]
    assert survivors._pairs(desk(*halves))
    assert not survivors._pairs(desk(halves[0], counter(2, "half_squad", "2-3-7", "mortar team")))


# repairs -----------------------------------------------------------------------------------


def tank(*marks: str) -> Counter:
    return counter(1, "tank", "PzKpfw IVH", *marks)


def test_a_vehicle_without_its_main_armament_is_recalled_or_a_wreck_as_the_pack_has_it() -> None:
    rows = [without(row, "lost") for row in book().pack["vehicle_weapon"]]
    at = desk(tank("malfunctioned"), pack={"vehicle_weapon": rows})
    (event,) = act(arms.STEPS, "weapon_repair", at, "roll", dice=(6,))
    assert event.data["change"]["1"]["marks"] == ["disabled", "wreck"]
    (event,) = act(arms.STEPS, "weapon_repair", desk(tank("malfunctioned")), "roll", dice=(6,))
    assert event.data["change"]["1"]["fate"] == "eliminated"


def test_a_side_repairs_the_weapons_that_its_pack_favors_more_easily() -> None:
    easier = TableModifier("german_weapon", -1, "German MG")
    pack = {"german_repair": {"weapons": ["MG"]}}
    at = desk(
        counter(1, "weapon", "LMG", "malfunctioned"),
        counter(2, "weapon", "PSK 2", "malfunctioned"),
        pack=pack,
        table_modifiers={"weapon_repair": (easier,)},
    )
    needs = arms._needs(at)
    assert ["German MG" in str(need.modifiers) for need in needs] == [True, False]


def test_removals_are_limited_by_what_the_words_name_or_not_at_all() -> None:
    squads = [counter(n, "squad", "4-6-7") for n in (1, 2)]
    limits = {"limits": {"squads": "squad-equivalents"}, "tries": "Tries: {squads}."}
    at = desk(*squads, words={"removal": limits})
    assert removal._limits(at) == {"squads": 2}
    assert removal._limits(desk(*squads, pack={"removal_limit": {"value": ""}})) == {}
    assert removal._task(desk(pack={"removal_limit": {"value": ""}})) is not None


def test_an_obstacle_has_modifiers_of_its_own_where_the_table_knows_them() -> None:
    table = book().table("fort_removal")
    own = replace(table, modifiers=(*table.modifiers, TableModifier("wire_near", 1, "wire nearby")))
    row = book().pack["obstacle"][0]
    assert removal._lies(table, row, "near") == {"near_front_line": True}
    assert removal._lies(own, row, "near") == {"wire_near": 1}


def test_a_rule_of_a_part_that_the_words_do_not_name_is_that_of_the_step() -> None:
    words = {"options": {"rule": "1", "rules": {"weapons": "2"}}}
    assert [rule_of(words, "options", part) for part in ("", "weapons", "more")] == ["1", "2", "1"]
    assert upkeep.OPTIONS[0].key == "options"


# reconnaissance ----------------------------------------------------------------------------


def test_what_the_words_have_a_question_for_is_asked_with_the_reconnaissance() -> None:
    stealthy = TableModifier("stealthy", 1, "most squads Stealthy")
    at = desk(words={"recon": {"stealthy": "most of my squads are Stealthy"}}, table_modifiers={"recon": (stealthy,)})
    (event,) = act(recon.PAYING, "recon", at, paid="1", stealthy=True, dice=(2,))
    (plain,) = act(recon.PAYING, "recon", at, paid="1", dice=(2,))
    assert event.data["line"]["recon"] == plain.data["line"]["recon"] + 1


def test_by_night_one_side_sees_more_and_further() -> None:
    pack = {"recon": {**book().pack["recon"], "night_side": GERMAN, "night_factor": 2, "night_range": 8}}
    found = []
    for night in (False, True):
        at = desk(pack=pack, night=night, recon=3)
        (event,) = act(recon.PAYING, "recon", at, paid="1", dice=(2,))
        task = recon.NAMING[0].task(at)
        assert task is not None
        found.append((event.data["line"]["recon"], "8 hexes" in task.lines[0]))
    assert found[1] == (found[0][0] * 2, True)
    assert found[0][1] is False


# the base ----------------------------------------------------------------------------------


def test_a_table_is_told_all_and_takes_what_it_asks_for() -> None:
    at, table = desk(side=RUSSIAN), book().table("recon")
    assert at.modifiers(table, better=1, nonsense=3) == at.modifiers(table, better=1)
    assert table.drm("russian", 1) in at.modifiers(table)
    assert table.drm("russian", 1) not in at.modifiers(table, russian=0)


def test_conditions_of_a_game_are_entered_by_hand_like_the_others() -> None:
    at = desk(counter(1, "squad", "4-6-7"), pack={"marks": {"own": ["interdicting"]}})
    (event,) = byhand.change(at, {"pile": 1, "marks": ["interdicting"]}, lambda n: ())
    assert event.data["change"]["1"]["marks"] == ["interdicting"]


def test_a_new_line_is_of_the_game_that_begins_it() -> None:
    @dataclass(frozen=True)
    class Longer(Line):
        more: int = 0

    line = outcome.carried(Longer(Ledger(5, 3, 2), 4, 3, more=7), more=8)
    assert line == Longer(Ledger(6), 4, 3, more=8)


def test_a_step_may_lead_back_to_another_of_its_stage() -> None:
    keys = ("first", "middle", "last")
    words = {key: {"rule": "1", "title": key, "help": ""} for key in keys}
    at = desk()
    for place, key in enumerate(keys):
        taken = Taken([at.event("x")], done=False, to=key)
        back: Deed[Any] = Deed("last", lambda at: "ask", {"roll": lambda at, data, luck, taken=taken: taken})
        deeds = (*(Deed[Any](each, lambda at: None, {}) for each in keys[:2]), back)
        course: Course[Any] = Course((Stage("aftermath", "After", (GERMAN,), bind(words, deeds)),))
        (event,) = course.carry(at, Order("roll", {}), lambda n: (), lambda at, events: at)
        assert event.data["at"] == place
