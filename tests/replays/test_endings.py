"""The recorded campaigns end in every way a campaign can: by the twenty VP, short of them, and by the balance."""

import pytest

from tests.replays.record import FOLDER
from tests.rules.test_replays import read

ENDINGS = {
    "russian_win": ("Russian", "none", 20, 25),
    "german_win": ("German", "none", 20, 19),
    "russian_win_by_balance": ("Russian", "russian", 18, 19),
}
"""Who wins, with which balance, the VP the Russians need and what they have."""


@pytest.mark.parametrize(("name", "ending"), ENDINGS.items(), ids=ENDINGS.keys())
def test_the_victor_follows_from_the_vp_and_the_balance_7_31_7_4(name: str, ending: tuple[str, str, int, int]) -> None:
    came_to = read(FOLDER / f"{name}.outcome.json")
    assert tuple(came_to[key] for key in ("winner", "balance", "needed", "vp")) == ending


def test_the_balance_turns_the_same_points_into_a_victory_7_31() -> None:
    without, given = (read(FOLDER / f"{name}.outcome.json") for name in ("german_win", "russian_win_by_balance"))
    assert without["score"] == given["score"]
    assert without["winner"] != given["winner"]
