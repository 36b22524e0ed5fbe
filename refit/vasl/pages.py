"""The content of the page of a saved game, and the answers of its form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.http import Http404

from campaigns import access, drafts
from campaigns import pages as campaign_pages
from campaigns.models import OF_A_SIDE, PlayMode, Seat
from refit import steps
from rules.contract import AnyState, Refused
from rules.features.saved_games import LONGEST_SAVED, HasSavedGames, MissingRow, SavedAnswers, SavedGame, SavedRow

DOUBTFUL, MISSING, UNKNOWN = "d:", "x:", "u:"
NAMES = "vasl-names"
"""The key of the draft in which a side stores the names it has assigned, which would tell others what it owns."""
LONGEST_NAME = 80
MOST_NAMES = 500
"""The most names that a side can assign; VASL has fewer for all counters of a game."""


@dataclass(frozen=True)
class AskedNumber:
    """A field for how many counters of a row something is true of, with what was typed and what is wrong with it."""

    name: str
    label: str
    value: str
    most: int
    error: str = ""


@dataclass(frozen=True)
class AskedRow:
    """A row of a saved game with what is asked of it; it is `open` if one of its numbers is not 0."""

    line: SavedRow | MissingRow
    numbers: tuple[AskedNumber, ...] = ()
    chosen: str = ""

    @property
    def open(self) -> bool:
        return any(number.value not in ("", "0") for number in self.numbers)


@dataclass(frozen=True)
class SavedGamePage:
    """The form for a file or a text, and, once there is one, what it says; `posted` is the report read from it.

    `nations`, `boards` and `names` are JSON for the script that reads a file.
    """

    frame: campaign_pages.Frame
    nations: str
    boards: str
    names: str
    posted: str = ""
    text: str = ""
    saved_game: SavedGame | None = None
    typed: Mapping[str, str] = field(default_factory=dict)
    refusal: Refused | None = None

    @property
    def doubtful(self) -> list[AskedRow]:
        """The doubtful rows, each with a field for how many of its counters it is true of, proposing all."""
        return [
            AskedRow(line, (self._number(DOUBTFUL + line.key, line.says, line.count, str(line.count)),))
            for line in (self.saved_game.doubtful if self.saved_game else ())
        ]

    @property
    def missing(self) -> list[AskedRow]:
        """The missing rows with a number for each fate; for the first fate it proposes the losses VASL speaks for."""
        saved_game, lines = self.saved_game, list[AskedRow]()
        for line in saved_game.missing if saved_game else ():
            lost = next(iter(saved_game.fates), "") if saved_game else ""
            numbers = tuple(
                self._number(
                    f"{MISSING}{line.key}:{key}", name, line.count, str(line.lost or "") if key == lost else ""
                )
                for key, name in (saved_game.fates.items() if saved_game else ())
            )
            lines.append(AskedRow(line, numbers))
        return lines

    @property
    def unknown(self) -> list[AskedRow]:
        """The unknown names, with what each stands for by the form."""
        lines = self.saved_game.unknown if self.saved_game else ()
        return [AskedRow(line, chosen=self.typed.get(UNKNOWN + line.key, "")) for line in lines]

    @property
    def assigned(self) -> list[AskedRow]:
        """The names of this save that the side has assigned, with what each stands for."""
        return [AskedRow(line, chosen=line.says) for line in (self.saved_game.assigned if self.saved_game else ())]

    def _number(self, name: str, label: str, most: int, proposed: str) -> AskedNumber:
        error = self.refusal.message if self.refusal and self.refusal.field == name else ""
        return AskedNumber(name, label, self.typed.get(name, proposed), most, error)


@dataclass(frozen=True)
class SideReader:
    """A side that reads saved games: its seat, game, state, and the names it has assigned.

    `remembered` are names that the same person's same side has assigned in his other campaigns of this game. They are
    used for reading and never stored in this campaign, since his mates here may be his opponents there.
    """

    seat: Seat
    system: HasSavedGames[object, object]
    state: AnyState
    assigned: Mapping[str, str]
    remembered: Mapping[str, str]

    @classmethod
    def of(cls, seat: Seat) -> SideReader:
        """The reader for a seat; raises Http404 for games that read no saves and seats without a side."""
        frame = campaign_pages.frame_of(seat)
        if not isinstance(frame.system, HasSavedGames):
            raise Http404
        state = steps.state_for(seat)
        saved = drafts.saved(seat, NAMES)
        before = {k: v for draft in drafts.saved_at_each(_elsewhere(seat), NAMES) for k, v in _names_in(draft).items()}
        return cls(seat, frame.system, state, _names_in(saved) if saved else {}, before)

    def answers(self, typed: Mapping[str, str]) -> SavedAnswers:
        """The answers of a form, with all names known, those assigned in it included."""
        return SavedAnswers(
            _behind(DOUBTFUL, typed), _behind(MISSING, typed), typed.get("rest", ""), self.all_names(typed)
        )

    def names(self, typed: Mapping[str, str]) -> dict[str, str]:
        """All names assigned in this campaign and in the form; "" stands for a name that is not his."""
        before = {**self.remembered, **self.assigned}
        chosen = _behind(UNKNOWN, typed).items()
        new = {name: own for name, own in chosen if own != before.get(name, "")}
        short = {name: own for name, own in new.items() if max(len(name), len(own)) <= LONGEST_NAME}
        return dict([*{**self.assigned, **short}.items()][:MOST_NAMES])

    def all_names(self, typed: Mapping[str, str]) -> dict[str, str]:
        """The names used for reading a file: these, and those remembered."""
        return {**self.remembered, **self.names(typed)}

    def page(
        self,
        typed: Mapping[str, str],
        posted: str = "",
        refusal: Refused | None = None,
    ) -> SavedGamePage:
        """The page; if the report can't be read, it shows the refusal."""
        frame, saved_game = campaign_pages.frame_of(self.seat), None
        if posted:
            try:
                saved_game = self.system.saved_game(self.state, self.seat.side, posted, self.all_names(typed))
            except Refused as no:
                refusal = refusal or no
        save = posted if saved_game else ""
        nations, boards = json.dumps(dict(self.system.nations)), json.dumps(dict(self.system.boards))
        names = json.dumps(self.system.saved_names(self.state, self.seat.side, self.all_names(typed)))
        text = typed.get("text", "")
        text = text if len(text) <= LONGEST_SAVED else ""  # nobody goes on with one that is longer
        return SavedGamePage(frame, nations, boards, names, save, text, saved_game, typed, refusal)


def _elsewhere(seat: Seat) -> list[Seat]:
    """The seats of the same person on the same side of the same game in other campaigns whose rooms are open to him.

    None where two persons share an account, since the names of one are not the other's.
    """
    if seat.campaign.play_mode == PlayMode.HOTSEAT:
        return []
    return [
        other
        for other in access.seats_of(seat.user)
        if (other.campaign.system, other.side) == (seat.campaign.system, seat.side)
        and other.campaign_id != seat.campaign_id
        and other.role in OF_A_SIDE
        and other.campaign.play_mode != PlayMode.HOTSEAT
        and other.side in access.rooms_of(other)
    ]


def _names_in(draft: drafts.SavedDraft) -> dict[str, str]:
    """The assigned names stored in a draft."""
    return {str(name): str(own) for name, own in draft.data.items()}


def _behind(prefix: str, typed: Mapping[str, str]) -> dict[str, str]:
    """The entries whose names begin with `prefix`, by the rest of their names."""
    return {name.removeprefix(prefix): value for name, value in typed.items() if name.startswith(prefix)}
