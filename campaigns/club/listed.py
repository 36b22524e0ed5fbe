"""Whether a campaign stands on the club's page, by its public journal; stored with the list of seats."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rules.engine.by_kind import ByKind

if TYPE_CHECKING:
    from campaigns.ledger import host_entries as entry
    from campaigns.pace.agreement import SaidBy


@dataclass(frozen=True)
class ListedClub:
    """Which sides want the campaign on the club's page; it stands there when all do.

    `archived` is when an organiser put it into the club's archive, empty if it is not there. `reminded` says which side
    was reminded when, `offered` which side was offered whom as a stand-in, and when: of each side the last.
    """

    wanted: tuple[str, ...] = ()
    archived: str = ""
    reminded: tuple[tuple[str, str], ...] = ()
    offered: tuple[tuple[str, str, str], ...] = ()

    def stands(self, sides: Collection[str]) -> bool:
        """Whether all of the game's sides want it."""
        return {*sides} <= {*self.wanted}

    def reminded_at(self, side: str) -> str:
        """When an organiser last reminded a side, as the journal spells it; "" if never."""
        return next((at for of, at in self.reminded if of == side), "")

    def offer_to(self, side: str) -> tuple[str, str] | None:
        """The name of the last stand-in offered to a side, and when that was; None if there was none."""
        return next(((name, at) for of, name, at in self.offered if of == side), None)


Data = Mapping[str, object]


FOLDS: ByKind[Callable[[ListedClub, SaidBy, Any, Collection[str], bool], ListedClub]] = ByKind()
"""What an entry of the host changes, by its kind; the last argument is whether one person or device has all sides.

Each function says what is in its entry."""


@FOLDS.on("founded")
def _founded(listed: ListedClub, act: SaidBy, data: entry.Founded, sides: Collection[str], alone: bool) -> ListedClub:
    return replace(listed, wanted=tuple(sides)) if "club" in data.get("note", {}) else listed


@FOLDS.on("club_listed")
def _wanted(listed: ListedClub, act: SaidBy, data: Data, sides: Collection[str], alone: bool) -> ListedClub:
    return replace(listed, wanted=tuple(sides) if alone else (*listed.wanted, act.side))


@FOLDS.on("club_unlisted")
def _not_wanted(listed: ListedClub, act: SaidBy, data: Data, sides: Collection[str], alone: bool) -> ListedClub:
    return replace(listed, wanted=())


@FOLDS.on("club_archived")
def _archived(listed: ListedClub, act: SaidBy, data: Data, sides: Collection[str], alone: bool) -> ListedClub:
    return replace(listed, archived=act.at)


@FOLDS.on("club_unarchived")
def _unarchived(listed: ListedClub, act: SaidBy, data: Data, sides: Collection[str], alone: bool) -> ListedClub:
    return replace(listed, archived="")


@FOLDS.on("club_reminded")
def _reminded(
    listed: ListedClub, act: SaidBy, data: entry.AboutSide, sides: Collection[str], alone: bool
) -> ListedClub:
    others = tuple(each for each in listed.reminded if each[0] != data["of"])
    return replace(listed, reminded=(*others, (data["of"], act.at)))


@FOLDS.on("stand_in_offered")
def _offered(
    listed: ListedClub, act: SaidBy, data: entry.StandInOffered, sides: Collection[str], alone: bool
) -> ListedClub:
    others = tuple(each for each in listed.offered if each[0] != data["of"])
    return replace(listed, offered=(*others, (data["of"], data["who"], act.at)))


@FOLDS.on("imported")
def _imported(listed: ListedClub, act: SaidBy, data: Data, sides: Collection[str], alone: bool) -> ListedClub:
    """An imported campaign has come to another club, with other people."""
    return ListedClub()
