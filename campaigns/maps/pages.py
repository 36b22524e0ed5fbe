"""Data of the pages of a campaign's map: the public ground, and on a page of its own what the reader's side has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from campaigns import pages, recorded
from campaigns.drawings import Drawing, draw_curve
from campaigns.ledger import journal
from campaigns.maps import drawing
from campaigns.maps.figure import MapFigure, figure_of, placed_figure
from campaigns.models import Seat
from campaigns.talk.pages import ShownMessage, notes_on_hexes
from rules.contract import PUBLIC, Event, Refused
from rules.ground import proposing
from rules.ground.altered import changes_on
from rules.ground.campaign_map import Ground, HasMap
from rules.ground.painting import NOBODY, hexes_text, with_control

OPENED = "stage.opened"
"""The kind of event that begins a new line, where it has a `date`."""


@dataclass(frozen=True)
class MapPage:
    """The map with what can be done on it. `figure` is None for a campaign without a map.

    `typed` are the entries of the form, `query` is the hex that was asked for, and `sentence` describes it.
    """

    frame: pages.Frame
    figure: MapFigure | None
    typed: Mapping[str, str]
    query: str = ""
    sentence: str = ""
    refusal: Refused | None = None
    recorded: recorded.JustRecorded | None = None

    @property
    def holders(self) -> list[tuple[str, str]]:
        """The choices of who holds hexes, the reader's own side first."""
        sides = sorted(self.frame.system.sides.items(), key=lambda side: side[0] != self.frame.seat.side)
        return [*sides, (NOBODY, gettext("Nobody"))]

    @property
    def changes(self) -> list[tuple[str, str]]:
        """The choices of what terrain hexes have now."""
        return [(key, gettext(name)) for key, name in changes_on(self.figure.sheet).items()] if self.figure else []

    @property
    def disputed(self) -> str:
        """The hexes of which the sides say different things, as a list."""
        return hexes_text(self.figure.layers.disputed) if self.figure else ""


@dataclass(frozen=True)
class PositionsPage:
    """The map with the positions of the reader's side, and its notes on hexes, from its own room."""

    frame: pages.Frame
    figure: MapFigure
    notes: Sequence[ShownMessage]

    @property
    def places(self) -> list[tuple[str, str]]:
        """The hexes with units, each with what is there in words."""
        return [(str(stack.hex), stack.words) for stack in sorted(self.figure.stacks)]


@dataclass(frozen=True)
class DateOfMap:
    """The map as it was at the end of a date; the first one is that of the founding, the last one that of now."""

    title: str
    figure: MapFigure

    @property
    def sentence(self) -> str:
        """The drawing in a sentence."""
        number = Counter(self.figure.ground.control.values())
        held = ", ".join(f"{name} {number[side]}" for side, name in self.figure.names.items())
        return gettext("%(date)s, hexes held: %(held)s") % {"date": gettext(self.title), "held": held}


@dataclass(frozen=True)
class DatesPage:
    """The front over the dates, of which number `at` is shown, and the curves of Control over them.

    A `small` one is drawn without hexes or names.
    """

    frame: pages.Frame
    dates: list[DateOfMap]
    at: int
    curves: list[Drawing]
    small: bool = False

    @property
    def last(self) -> int:
        """The number of the last date."""
        return len(self.dates) - 1

    @property
    def current(self) -> DateOfMap:
        return self.dates[self.at]

    @property
    def svg(self) -> SafeString:
        """All of them in one drawing; every word in it is escaped where it is drawn."""
        layers = [date.figure.layers for date in self.dates]
        return mark_safe(drawing.lapse(self.current.figure.sheet, layers, self.at, small=self.small))


def public_figure(seat: Seat) -> MapFigure | None:
    """The map as everybody at the campaign may know it, from the public room alone. Http404 in a game without one."""
    frame = pages.frame_of(seat)
    if not frame.has_map:
        raise Http404
    return figure_of(frame.system, journal.load_state(seat.campaign, {PUBLIC}))


def map_page(seat: Seat, sent: Mapping[str, str], refusal: Refused | None = None) -> MapPage:
    """The map, with what was typed; `sent` may ask what is in a hex."""
    figure = public_figure(seat)
    query = sent.get("hex", "").strip()[:10] or ("?" if "at.x" in sent else "")
    place = figure.at(sent) if figure and query else None
    sentence = figure.describe(place) if figure and place else ""
    return MapPage(
        frame=pages.frame_of(seat),
        figure=figure,
        typed=sent,
        query=query,
        sentence=sentence,
        refusal=refusal,
        recorded=recorded.just_recorded(seat, sent.get("recorded", "")),
    )


def positions_page(seat: Seat) -> PositionsPage:
    """The map of the reader's own side. Raises Http404 without a side, and in a campaign without a map."""
    if not seat.side:
        raise Http404
    frame, state = pages.frame_of(seat), journal.load_state(seat.campaign, {seat.side})
    figure = placed_figure(frame.system, state, seat.side) if frame.has_map else None
    if figure is None:
        raise Http404
    return PositionsPage(frame, figure, notes_on_hexes(seat))


def dates_page(seat: Seat, at: int | None = None, *, small: bool = False) -> DatesPage:
    """The map at the end of line `at`, 0 at the founding; the last of them, which is the default, is the map of now.

    On a map that was taken later the dates before are drawn as they were, as far as their hexes are on that of now.
    """
    frame, now = pages.frame_of(seat), public_figure(seat)
    game, options = frame.system, seat.campaign.options
    if now is None or not isinstance(game, HasMap):
        raise Http404
    # The public events of a campaign that were not taken back, in order.
    public = (entry.event for entry in journal.entries(seat.campaign, {PUBLIC}) if not entry.undone)
    grounds = over_dates(game.ground(game.setup(options)), public)
    titles = [gettext("At the start"), *told_apart(title for title, _ in grounds[1:])]
    before = [replace(each, copy=now.ground.copy) if each else Ground(now.ground.copy) for _, each in grounds]
    dates = [DateOfMap(title, MapFigure(each, now.names)) for title, each in zip(titles, before, strict=True)]
    dates.append(DateOfMap(gettext("Now"), now))
    curves = game.map_curves(
        journal.load_state(seat.campaign, {PUBLIC}), [*(each for _, each in grounds[1:]), now.ground]
    )
    last = len(dates) - 1
    number = last if at is None else min(max(at, 0), last)
    return DatesPage(frame, dates, number, [draw_curve(curve) for curve in curves], small)


def told_apart(titles: Iterable[str]) -> Iterator[str]:
    """The titles of dates in words; a further scenario on the same day has its number added."""
    seen = Counter[str]()
    for title in titles:
        seen[title] += 1
        name, number = gettext(title), seen[title]
        text = gettext("%(date)s, scenario %(number)d") % {"date": name, "number": number}
        yield text if number > 1 else name


def over_dates(ground: Ground | None, events: Iterable[Event]) -> list[tuple[str, Ground | None]]:
    """Who held what at the founding and at the end of each line that is over, from the public journal alone.

    `ground` is the map of the founding, None if there was none.
    """
    grounds, title = [("", ground)], ""
    proposals: dict[int, object] = {}
    for event in events:
        data: Any = event.data
        if event.kind == OPENED:
            if ground and "control" in data:
                ground = with_control(ground, data["control"])
            if "date" in data:
                grounds.append((title, ground))
            title = str(data.get("key", ""))
        else:
            ground = proposing.followed(ground, proposals, event)
    return grounds
