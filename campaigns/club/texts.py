"""Sentences for the journal's entries about the club's page and its organisers."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext

from rules.contract import Game
from rules.engine.by_kind import ByKind
from rules.engine.reducers import Data


def listed_at_founding(data: Data) -> list[str]:
    """The sentence about the club's page, if the campaign was founded for it; else []."""
    return [gettext("It stands on the club's page.")] if data.get("club") else []


DESCRIBERS: ByKind[Callable[[Game, Data], str]] = ByKind()
"""By the kind of entry."""


@DESCRIBERS.on("club_listed")
def _listed(system: Game, data: Data) -> str:
    if len(system.sides) == 1:
        return gettext("The campaign stands on the club's page from now on.")
    return gettext("The %(side)s side wants the campaign on the club's page.") % {"side": system.sides[data["side"]]}


@DESCRIBERS.on("club_unlisted")
def _unlisted(system: Game, data: Data) -> str:
    return gettext("The campaign is not on the club's page any more.")


@DESCRIBERS.on("club_archived")
def _archived(system: Game, data: Data) -> str:
    text = gettext(
        "%(name)s, an organiser of the club, put the campaign into the club's archive. It comes back with the next "
        "public act."
    )
    return text % {"name": data["name"]}


@DESCRIBERS.on("club_unarchived")
def _unarchived(system: Game, data: Data) -> str:
    text = gettext("%(name)s, an organiser of the club, took the campaign out of the club's archive.")
    return text % {"name": data["name"]}


@DESCRIBERS.on("club_reminded")
def _reminded(system: Game, data: Data) -> str:
    values = {"name": data["name"], "of": system.sides[data["of"]]}
    return gettext("%(name)s, an organiser of the club, reminded the %(of)s side that it is waited for.") % values


@DESCRIBERS.on("stand_in_offered")
def _offered(system: Game, data: Data) -> str:
    values = {"name": data["name"], "who": data["who"], "of": system.sides[data["of"]]}
    text = gettext("%(name)s, an organiser of the club, offers the %(of)s side %(who)s as a stand-in.")
    return text % values
