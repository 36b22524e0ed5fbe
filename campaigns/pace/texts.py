"""Sentences for the journal's entries about time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from rules.contract import Game
from rules.engine.by_kind import ByKind
from rules.engine.reducers import Data


def in_days(days: int) -> str:
    """A number of days in words."""
    return ngettext("%(days)s day", "%(days)s days", days) % {"days": days}


def agreed_at_founding(data: Data) -> list[str]:
    """The sentence about the time for a step that was chosen at the founding; [] if none was."""
    days = data.get("pace", 0)
    return [gettext("A step may take %(time)s.") % {"time": in_days(days)}] if days else []


DESCRIBERS: ByKind[Callable[[Game, Data], str]] = ByKind()
"""By the kind of entry."""


@DESCRIBERS.on("pace_proposed")
def _proposed(system: Game, data: Data) -> str:
    values = {"side": system.sides[data["side"]], "time": in_days(data["days"])}
    if not data["days"]:
        return gettext("The %(side)s side proposes that a step may take any time.") % values
    return gettext("The %(side)s side proposes that a step may take %(time)s.") % values


@DESCRIBERS.on("pace_agreed")
def _agreed(system: Game, data: Data) -> str:
    values = {"side": system.sides[data["side"]], "time": in_days(data["days"])}
    if not data["days"]:
        return gettext("The %(side)s side agrees that a step may take any time.") % values
    return gettext("The %(side)s side agrees that a step may take %(time)s.") % values


@DESCRIBERS.on("pace_refused")
def _refused(system: Game, data: Data) -> str:
    values = {"side": system.sides[data["side"]]}
    return gettext("The proposed time for a step was withdrawn or refused by the %(side)s side.") % values


@DESCRIBERS.on("term_extended")
def _extended(system: Game, data: Data) -> str:
    values = {"side": system.sides[data["side"]], "of": system.sides[data["of"]], "time": in_days(data["days"])}
    return gettext("The %(side)s side gives the %(of)s side %(time)s more for its step.") % values


@DESCRIBERS.on("away")
def _away(system: Game, data: Data) -> str:
    first, last = (date_format(date.fromisoformat(data[key]), gettext("j N Y")) for key in ("first", "last"))
    return gettext("%(name)s is away from %(first)s to %(last)s.") % {
        "name": data["name"],
        "first": first,
        "last": last,
    }


@DESCRIBERS.on("away_over")
def _away_over(system: Game, data: Data) -> str:
    return gettext("%(name)s is back, or does not go away.") % {"name": data["name"]}


@DESCRIBERS.on("stand_in_asked")
def _stand_in_asked(system: Game, data: Data) -> str:
    values = {"side": system.sides[data["side"]], "of": system.sides[data["of"]]}
    return gettext("The %(of)s side is late, and the %(side)s side asks for a stand-in.") % values
