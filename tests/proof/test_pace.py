"""How long the sides wait for each other: what nobody agreed to, or said for another, is refused by the form alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.proof.closed import closed, data, faults, of_kind, signed_anew, without
from tests.proof.recorded import File

LENGTH = 60
Told = tuple[int, str, str, int, str, dict[str, Any]]
"""Days after the last act, by whom (name, side, seat), the kind, what it says."""


def told(file: File) -> list[Told]:
    """Both sides agree on a week, one is away, gets more time, is asked for a stand-in; then they end the agreement."""
    (first, hers), (second, his) = _commanders(file)
    start = datetime.fromisoformat(file["acts"][-2]["at"]).date()
    one, other = (first, hers, 1), (second, his, 3)
    days = [(start + timedelta(days=more)).isoformat() for more in (2, 4)]
    return [
        (0, *one, "pace_proposed", {"days": 7}),
        (0, *other, "pace_refused", {"days": 7}),
        (0, *one, "pace_proposed", {"days": 6}),
        (0, *other, "pace_agreed", {"days": 6}),
        (0, *other, "away", {"seat": 3, "first": days[0], "last": days[1]}),
        (3, *other, "away_over", {"seat": 3}),
        (5, *one, "term_extended", {"of": his, "days": 2}),
        (12, *one, "stand_in_asked", {"of": his}),
        (13, *other, "pace_proposed", {"days": 0}),
        (13, *one, "pace_agreed", {"days": 0}),
    ]


def _commanders(file: File) -> list[tuple[str, str]]:
    """Name and side of the first commander, and of the one who has taken the other side over."""
    acts = file["acts"]
    later = acts[of_kind(file, "seat_taken", 1)]
    return [(acts[0]["by"], acts[0]["side"]), (later["by"], later["side"])]


def paced() -> File:
    """A campaign in which all of it was said before the end."""
    file = closed("oto2", LENGTH)
    start = datetime.fromisoformat(file["acts"][-2]["at"])
    acts = []
    for place, (days, by, side, seat, kind, said) in enumerate(told(file)):
        at = start + timedelta(days=days, seconds=place + 1)
        acts.append(
            {
                "by": by,
                "seat": seat,
                "side": side,
                "at": at.isoformat(timespec="microseconds"),
                "public": 0,
                "events": [{"room": "public", "no": 0, "kind": f"house.{kind}", "data": said}],
                "anchors": {},
                "link": "",
                "room": 0,
                "draws": [],
                "nonce": f"{place + 40:02d}" * 32,
                "room_link": "",
            }
        )
    end = file["acts"][-1]
    end["at"] = (start + timedelta(days=20)).isoformat(timespec="microseconds")
    return signed_anew({**file, "acts": [*file["acts"][:-1], *acts, end]})


def of_himself(kind: str) -> Callable[[File], None]:
    """The other side's side is named by itself."""

    def forge(file: File) -> None:
        act = file["acts"][of_kind(file, kind)]
        act["events"][0]["data"]["of"] = act["side"]

    return forge


def by_the_proposer(file: File) -> None:
    mine, theirs = (
        file["acts"][of_kind(file, kind, which)] for kind, which in (("pace_proposed", 1), ("pace_agreed", 0))
    )
    theirs.update({name: mine[name] for name in ("by", "seat", "side")})


def by_the_umpire_as(kind: str) -> Callable[[File], None]:
    """The umpire does what a commander did."""

    def forge(file: File) -> None:
        act = file["acts"][of_kind(file, kind)]
        for name in ("room", "draws", "nonce", "room_link"):
            act.pop(name)
        act |= {"by": "uma", "seat": 4, "side": ""}

    return forge


by_the_umpire = by_the_umpire_as("term_extended")


def by_the_host(file: File) -> None:
    by_the_umpire(file)
    file["acts"][of_kind(file, "term_extended")] |= {"by": "", "seat": 0}


def at_one_table(file: File) -> None:
    file["how"] = file["acts"][0]["events"][0]["data"]["how"] = "hotseat"


def too_early(file: File) -> None:
    asked = file["acts"][of_kind(file, "stand_in_asked")]
    agreed = datetime.fromisoformat(file["acts"][of_kind(file, "pace_agreed")]["at"])
    for act in file["acts"][of_kind(file, "stand_in_asked") + 1 :]:
        act["at"] = (datetime.fromisoformat(act["at"]) + timedelta(days=1)).isoformat(timespec="microseconds")
    asked["at"] = (agreed + timedelta(days=6, microseconds=-1)).isoformat(timespec="microseconds")


FORGED: dict[str, tuple[Callable[[File], None], str]] = {
    "agreed without a proposal": (without("pace_proposed"), "no such time for a step was proposed"),
    "agreed to other days": (data("pace_agreed", days=8), "no such time for a step was proposed"),
    "agreed by the proposer alone": (by_the_proposer, "wants it already"),
    "proposed twice at once": (without("pace_refused"), "was proposed already"),
    "refused what was not proposed": (data("pace_refused", days=1), "no such time for a step was proposed"),
    "for longer than there is": (data("pace_proposed", days=61), "so many days"),
    "for days that are no number": (data("pace_proposed", days="7"), "malformed"),
    "more time without any": (without("pace_agreed"), "no time for a step was agreed"),
    "more time for oneself": (of_himself("term_extended"), "to another one"),
    "more time for nobody": (data("term_extended", of=""), "to another one"),
    "more time for a side there is not": (data("term_extended", of="purple"), "names no side"),
    "no more time": (data("term_extended", days=0), "so many days"),
    "more time from an umpire": (by_the_umpire, "may not do"),
    "more time from the house": (by_the_host, "the house may not do that"),
    "away in another's name": (data("away", seat=1), "says himself"),
    "away in the past": (data("away", first="2020-01-01"), "says it before"),
    "away in a thousand years": (data("away", first="2926-01-01", last="2926-01-02"), "so long nobody is away"),
    "away for ever": (data("away", last="2926-01-02"), "so long nobody is away"),
    "back before one goes": (data("away", last="2020-01-01"), "comes back"),
    "away on a day there is not": (data("away", first="2026-02-30"), "malformed"),
    "back without having been away": (without("away"), "was not away"),
    "back in another's name": (data("away_over", seat=1), "says himself"),
    "a stand-in for oneself": (of_himself("stand_in_asked"), "asks another one"),
    "a stand-in before anybody was late": (too_early, "nobody could be late"),
    "with words that are not known": (data("away", why="sun"), "has, or lacks"),
    "a founding with no time": (data("founded", pace=0), "so many days"),
    "a founding with too much": (data("founded", pace=61), "so many days"),
}


@pytest.mark.parametrize("what", FORGED)
def test_nothing_is_agreed_or_said_for_another(what: str) -> None:
    file = paced()
    forge, said = FORGED[what]
    forge(file)
    found = faults(signed_anew(file))
    assert found, what
    assert said in found[0], found


def test_what_was_agreed_holds() -> None:
    assert faults(paced()) == []
    file = paced()
    data("founded", pace=60)(file)
    assert faults(signed_anew(file)) == []


def test_at_one_table_nobody_agrees_on_a_time() -> None:
    file = closed("orsha_missions", LENGTH)
    data("founded", pace=7)(file)
    assert "nobody waits" in faults(signed_anew(file))[0]


def test_a_change_of_one_letter_that_is_not_signed_anew_breaks_the_chain() -> None:
    for kind, key, new in (("pace_agreed", "days", 5), ("away", "seat", 1), ("term_extended", "days", 1)):
        file = paced()
        data(kind, **{key: new})(file)
        assert faults(file), kind
