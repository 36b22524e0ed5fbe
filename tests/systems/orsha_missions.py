"""What the solitaire missions bring to the tests of all games."""

from __future__ import annotations

from typing import Any

from rules.systems.orsha_missions.state import Context, SecretRoom
from tests.rules.missions_table import Desk
from tests.systems import games


def begun(**ruling: Any) -> Desk:
    return Desk(**ruling)


def equals(**ruling: str) -> object:
    """The strength of a minefield on a 1."""
    desk = begun(**ruling)
    desk.press("entered_minefield", 1, 6)
    return desk.public.mines


def row37(**ruling: str) -> object:
    """Whether a Reinforcement dr follows ENEMY reinforcements."""
    desk = begun(**ruling)
    desk.press("enemy_event_s1", 3, 4, 2, 3)
    return desk.public.number("reinforcement")


def near(**ruling: str) -> object:
    """How many minefields there are where three stacks are equally near."""
    desk = begun(**ruling)
    desk.press("enemy_event_s1", 1, 3)
    desk.allowed(True)
    desk.dice(6, 5, 4, 1, 1)
    desk.answer(minefields_met=3, minefields_equal=3)
    return len(desk.public.mines)


def star(**ruling: str) -> object:
    """Whether the same marked row happens a second time."""
    desk = begun(**ruling)
    desk.press("enemy_event_s1", 2, 3)
    desk.press("enemy_event_s1", 2, 3)
    return desk.kinds()[-1]


def hmg(**ruling: str) -> object:
    """How many LMG there are."""
    return Desk(**ruling, begun=False).units.get("LMG", 0)


def heavy(**ruling: str) -> object:
    """How many drs are made for heavy weapons."""
    return [each.key for each in Desk("S2", begun=False, **ruling).public.todo if each.key.endswith("heavy")]


def more_points(**ruling: str) -> object:
    """Who wins with as many Victory Points on both sides."""
    desk = Desk(**ruling, begun=False)
    desk.order("roll")
    desk.answer(vpo_s1=4)
    desk.points(held="3", railroad=False, road=False, guns="0")
    assert len({*Context(desk.public, SecretRoom("")).score.values()}) == 1
    for _ in range(7):
        desk.press("turn")
    desk.press("turn", 1)
    desk.answer(held=3)
    return desk.public.winner


class Scripts(games.Scripts):
    """See tests.systems.games.Scripts. Nothing is secret where there is one side."""

    keeps_secrets = False
    rulings = {
        equals: {"bounds": ("6 A-P",), "exact": ()},
        row37: {"continuation": 1, "never": 0},
        star: {"once": "event.again", "nothing": "event.happens"},
        near: {"all": 3, "one": 1},
        hmg: {"five_hmg": 0, "four_lmg": 12},
        heavy: {"one": ["heavy"], "four": ["heavy", *["further_heavy"] * 3]},
        more_points: {"more": "", "friendly_must": "enemy"},
    }
