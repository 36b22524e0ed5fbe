"""A campaign in which both sides have put planted words wherever a side can put words."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from celery.app.task import Task
from django.urls import reverse

from campaigns import access, actions, drafts
from campaigns.talk import actions as actions_of_talk
from campaigns.teams import actions as actions_of_teams
from campaigns.teams.team import team_of
from refit.demos.player import Script
from rules.contract import Refused
from tests.leaks.planted_words import (
    BUILDING,
    FIGURE,
    MAP_PLACE,
    OTHER_FIGURE,
    OTHER_MAP_PLACE,
    OTHER_PLACE,
    OTHER_WORD,
    PILLBOX,
    PLACE,
    WORD,
)
from tests.maps.practice import practice_map
from tests.players import SIDE_OF, PlayedCampaign, start_played

OWN = {"german": (WORD, PLACE, FIGURE), "russian": (OTHER_WORD, OTHER_PLACE, OTHER_FIGURE)}
"""The word, the hex and the number of each side."""
OWN_ON_MAP = {"german": MAP_PLACE, "russian": OTHER_MAP_PLACE}
HELD = {"german": "A1-QQ28", "russian": "A32-QQ60"}
"""What each side paints on the practice map: it has its hex in there."""


def _everywhere(side: str) -> Script:
    word = OWN[side][0]
    return {
        "victory": {"winner": "german"},
        "play": {"note": f"{word} was played"},
        "rally": {"note": f"{word} has rallied"},
    }


SCRIPTS: dict[str, dict[str, Script]] = {
    "oto2": {
        "german": {
            "23AM purchase": {"rows": {"V3": {"n": 1}, "O1": {"n": 1, "extra": 1}, "M1": {"n": 2}}},
            "23AM fortify": {"trench": 1, "pillboxes": PILLBOX},
            "23AM hexes": {"23AM-O1-1:prereg1": PLACE},
        },
        "russian": {"23AM purchase": {"rows": {"V2": {"n": 1}}}},
    },
    "votg": {
        "german": {
            "14 Sept purchase": {
                "rows": {"A2": {"n": 1, "onboard": 1}, "O4": {"n": 1}, "M1": {"n": 1}, "I2": {"n": 1}}
            },
            "14 Sept fortify": {"foxhole_1": 1},
            "14 Sept hexes": {"14-O4-1:prereg1": PLACE},
            "15 Sept support": {"chit": "attack"},
        },
        "russian": {
            "14 Sept purchase": {"rows": {"I8": {"n": 1}, "M1": {"n": 1}, "M4": {"n": 1}}},
            "14 Sept fortify": {"booby_traps": 1},
            "14 Sept strongpoints": {"kind1": "battalion", "building1": BUILDING},
        },
    },
}
"""What both sides enter, by game, beside what their pages propose."""
COURSE = {
    "oto2": (("battle", "23AM"), ("purchase", "23PM")),
    "votg": (("battle", "14 Sept"), ("purchase", "15 Sept")),
}
"""Where their secret acts are done, and where the campaign stands at last."""
ON_MAP: dict[str, Script] = {
    "german": {
        "23AM hexes": {"23AM-O1-1:prereg1": MAP_PLACE},
        "23AM play": {"hexes": "R29-V30"},
        "perimeter": {"mmc_at": MAP_PLACE, "enemy_at": "AA29"},
    },
    "russian": {"23AM play": {"hexes": "AA29-CC31"}, "perimeter": {"mmc_at": OTHER_MAP_PLACE, "enemy_at": "R29"}},
}
"""What both enter otherwise on the practice map."""
MAY_ENTER: Mapping[str, tuple[str, ...]] = {
    **{name: (side,) for name, side in SIDE_OF.items()},
    "umpire": ("russian",),
    "spectator": (),
    "stranger": (),
    "": (),
}
"""Everybody, with the sides whose words he may see."""
CRAWLING = tuple(name for name in MAY_ENTER if name != "otto")
"""Everybody of a kind: otto is a commander who came by a link, as ivan is, in the room of hans."""


@dataclass(frozen=True)
class Garden(PlayedCampaign):
    """A planted campaign with the jobs and the mails of its planting."""

    jobs: list[str] = field(default_factory=list)
    mails: list[Any] = field(default_factory=list)


def planted(system: str = "oto2", *, on_map: bool = False) -> PlayedCampaign:
    """Purchases of both purses, works, secret hexes, Strongpoints, counters, notes, losses, corrections, a draft and
    refusals; on the practice map what is painted, and where units are as the Perimeters are drawn."""
    table = start_played(name="Orsha", system=system, **({"map": practice_map(system)} if on_map else {}))
    table.scripts.update({side: {**_everywhere(side), **script} for side, script in SCRIPTS[system].items()})
    for side, script in (ON_MAP if on_map else {}).items():
        table.scripts[side] = {**table.scripts[side], **script}
    acts, end = COURSE[system]
    table.play_to(*acts)
    for name in ("hans", "ivan"):
        if on_map:
            table.player(name).orders("paint", holder=SIDE_OF[name], hexes=HELD[SIDE_OF[name]])
        secret_acts(table, name)
        lose_prisoners(table, name)
        hand_out(table, name)
        actions_of_talk.say(text=f"{OWN[SIDE_OF[name]][0]} is said", room=SIDE_OF[name], by=table.seat(name))
    table.gains("hans", "other", WORD, 2)
    gain(table, "ivan")
    table.play_to(*end)
    draft(table)
    for name in ("hans", "ivan"):
        correction(table, name)
        sheets(table, name)
    return table


def secret_acts(table: PlayedCampaign, name: str = "hans") -> None:
    """What a side may do at any time in its own room."""
    player, (word, place) = table.player(name), _own(table, name)
    piles = [p for section in player.view().mine.sections for p in section.piles]
    player.orders("change", pile=piles[0].key, count=1, place=place, note=f"{word} with a note", marks=["wounded"])
    pile = next(p for section in player.view().mine.sections for p in section.piles if word in p.like.note)
    player.orders("lose", piles={str(pile.key): 1})
    for act in ("reduce", "deploy", "replace", "recombine", "wound"):
        offered = player.view().mine.forces.acts.items()
        for key in [key for key, acts in offered if act in [each.key for each in acts]][:1]:  # where they have come
            player.orders(act, pile=key)
    with suppress(Refused):
        player.orders("change", pile=pile.key, count=999, note=word)


def _own(table: PlayedCampaign, name: str) -> tuple[str, str]:
    """The word of somebody's side, and its hex."""
    side = SIDE_OF[name]
    return OWN[side][0], OWN_ON_MAP[side] if table.campaign.options.get("map") else OWN[side][1]


def lose_prisoners(table: PlayedCampaign, name: str) -> None:
    """Someone's counters fall into the other side's hands: that is public, what he noted of them is not."""
    player, (word, place) = table.player(name), _own(table, name)
    pile = next(p for section in player.view().mine.sections for p in section.piles if p.like.kind == "squad")
    player.orders("change", pile=pile.key, count=1, place=place, note=f"{word} with a note")
    noted = next(p for section in player.view().mine.sections for p in section.piles if word in p.like.note)
    player.orders("capture", pile=noted.key)


def hand_out(table: PlayedCampaign, name: str = "hans") -> None:
    """Somebody of a side has a part of its own, with a step and a stage."""
    by = table.seat(name)
    parts = {by.number or 0: f"{OWN[SIDE_OF[name]][0]} sector"}
    given = {"step:purchase": by.number or 0, "stage:battle": by.number or 0}
    actions_of_teams.hand_out(parts=parts, assigned=given, by=by, revision=team_of(by).revision)


def sign(table: PlayedCampaign, name: str = "hans") -> None:
    """A side has two sign its final steps, and one has signed what an adjutant entered."""
    by = table.seat(name)
    actions_of_teams.choose_signing(two=True, adjutants=(), by=by, revision=team_of(by).revision)
    draft(table)
    with access.locked_seat_or_404(table.users[name], table.public_id) as seat:
        kept = drafts.saved(seat, "purchase")
        assert kept
        stamp = drafts.Stamp(kept.revision)
        actions_of_teams.sign(step="purchase", data=kept.data, act="seal", by=seat, stamp=stamp)


def gain(table: PlayedCampaign, name: str, count: int = 2) -> None:
    """Counters added by hand, of which the others learn how many of what class they are."""
    table.player(name).orders("add", kind="gun", name=OWN[SIDE_OF[name]][0], count=count)


def draft(table: PlayedCampaign) -> None:
    """Something an adjutant has typed in and nobody has sealed."""
    data = {"n:I1": "1", f"n:{WORD}": "1"}
    actions.save_draft(step="purchase", data=data, by=table.seat("adjutant_hans"))


def correction(table: PlayedCampaign, name: str) -> None:
    """A figure of the side's own record that it wants put right: what is wanted stays in its own room."""
    number = OWN[SIDE_OF[name]][2]
    table.player(name).orders("correct", about="own", reason="Counted anew", fpp=number)


def sheets(table: PlayedCampaign, name: str) -> None:
    """Every sheet of the side as a PDF."""
    client = table.browser(name)
    for key in ("roster", "record", "organizer", "setup"):
        answer = client.post(reverse("sheet-pdf", args=[table.public_id, SIDE_OF[name], key]))
        assert answer.status_code == 302


def jobs_from_now(patch: pytest.MonkeyPatch) -> list[str]:
    """What every job is called with from now on, as the broker would get it."""
    called = list[str]()
    real = Task.apply_async

    def noted(self: Any, args: Any = None, kwargs: Any = None, *more: Any, **options: Any) -> Any:
        called.append(repr((self.name, args, kwargs, options)))
        return real(self, args, kwargs, *more, **options)

    patch.setattr(Task, "apply_async", noted)
    return called
