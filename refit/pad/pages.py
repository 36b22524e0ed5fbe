"""The content of a battle pad's page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from django.http import Http404
from django.utils.translation import gettext

from campaigns import pages as campaign_pages
from campaigns.maps.figure import MapFigure, figure_of
from campaigns.models import Seat
from refit.pad.kept import GROUND, NOTE, KeptEntry, SidePad, never_recorded
from refit.steps import state_for
from rules import registry
from rules.contract import AnyState, Refused
from rules.features.battle_pad import PLACED, BattlePad, HasBattlePad, PadAct, PadEntry, PadRow, PadTile
from rules.ground import painting

MOST_TAPPED = 9
"""The most counters that one tap can be for."""


@dataclass(frozen=True)
class ShownTile:
    """A tile with its number of counters, and what the chosen act does to one of them; None if it can't befall it.

    `second` is the label of the tile's own second act, "" if it has none, `second_cvp` its cost in Casualty VP.
    """

    key: str
    tile: PadTile
    count: int
    act: PadAct | None
    second: str
    second_cvp: int


@dataclass(frozen=True)
class ShownEntry:
    """An entry of the pad as the page lists it, with the user who made it.

    An entry about counters befell `times` counters of `tile`; `most` is the greatest number that can be entered.
    """

    id: str
    words: str
    cvp: int
    by: str
    wrong: Refused | None = None
    what: str = ""
    tile: str = ""
    times: int = 1
    most: int = 1

    @property
    def text(self) -> str:
        """The entry in words, with the number if it is more than one."""
        return f"{self.times} × {self.words}" if self.times > 1 else self.words

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers to offer as buttons; () if it can only have been one counter."""
        return range(1, min(self.most, MOST_TAPPED) + 1) if self.most > 1 or self.times > self.most else ()


@dataclass(frozen=True)
class PadPage:
    """The pad of the reader's side; `side_pad` and `pad` are None while no scenario is being played.

    `mode` is the act of the next tap, `unrecorded` what was entered in earlier scenarios and never recorded, in words.
    """

    frame: campaign_pages.Frame
    side_pad: SidePad | None
    pad: BattlePad | None
    mode: str
    typed: Mapping[str, str] = field(default_factory=dict)
    refusal: Refused | None = None
    figure: MapFigure | None = None
    unrecorded: tuple[str, ...] = ()

    @property
    def ground(self) -> dict[str, str]:
        """What can be entered of hexes, with labels; {} in a campaign without a map."""
        return {key: gettext(name) for key, name in GROUND.items()} if self.figure else {}

    @property
    def sections(self) -> list[tuple[str, list[ShownTile]]]:
        """The tiles that have counters, by section of the order of battle."""
        by_section: dict[str, list[ShownTile]] = {title: [] for title in self.pad.sections} if self.pad else {}
        for key, count in self.pad.counts.items() if self.pad else ():
            assert self.pad
            tile = self.pad.tiles[key]
            second = tile.acts[tile.second].cvp if tile.second else 0
            named = self.pad.modes.get(tile.second, "")
            by_section[tile.section].append(ShownTile(key, tile, count, tile.acts.get(self.mode), named, second))
        return [(title, tiles) for title, tiles in by_section.items() if tiles]

    @property
    def entries(self) -> list[ShownEntry]:
        """The entries on the pad, the latest first."""
        if not self.pad or not self.side_pad:
            return []
        lines = {line.entry.id: line for line in self.pad.lines}
        return [_shown_entry(each, lines.get(each.id), self.pad.counts) for each in reversed(self.side_pad.entries)]

    @property
    def wrong(self) -> list[ShownEntry]:
        return [each for each in self.entries if each.wrong]

    @property
    def revision(self) -> str:
        """The revision of the entries that the page shows."""
        return self.side_pad.revision if self.side_pad else ""

    @property
    def data(self) -> dict[str, Any] | None:
        """The page as JSON for its script, which adds its unsent entries to it; None while no scenario is played."""
        if self.pad is None:
            return None
        return {
            **{name: getattr(self.pad, name) for name in ("scenario", "modes", "losing", "sections", "counts")},
            # Devices store the tiles under this name.
            "book": {key: asdict(tile) for key, tile in self.pad.tiles.items()},
            "lost": self.pad.lost,
            "cvp": self.pad.cvp,
            "entries": [
                {
                    **asdict(replace(each, wrong=None)),
                    "text": each.text,
                    "wrong": f"{each.wrong.message} {each.wrong.way_out}" if each.wrong else "",
                }
                for each in reversed(self.entries)
            ],
            "ground": self.ground,
            "revision": self.revision,
            "records": self.frame.may_commit,
            "name": self.frame.campaign.name,
        }


def _shown_entry(entry: KeptEntry, line: PadRow | None, counts: Mapping[str, int]) -> ShownEntry:
    if line is None:
        return ShownEntry(entry.id, entry.text, 0, entry.by)
    what, tile, times = line.entry.what, line.entry.tile, line.entry.times
    most = counts.get(tile, 0) + (0 if what == PLACED or line.wrong else times)  # a wrong entry took no counters
    words = f"{line.name}: {line.what}"
    return ShownEntry(entry.id, words, line.cvp, entry.by, line.wrong, what, tile, times, most)


@dataclass(frozen=True)
class SideAtPad:
    """A side at its battle pad: the seat, its game, and the state of its rooms."""

    seat: Seat
    system: HasBattlePad[object, object]
    state: AnyState

    @classmethod
    def of(cls, seat: Seat) -> SideAtPad:
        """The pad's side of a seat; raises Http404 for games without battle pads and seats without a side."""
        frame = campaign_pages.frame_of(seat)
        if not isinstance(frame.system, HasBattlePad):
            raise Http404
        return cls(seat, frame.system, state_for(seat).only({seat.side}))

    def side_pad(self) -> SidePad | None:
        """The entries in the scenario in hand; None while no scenario is being played."""
        scenario = self.system.pad_scenario(self.state, self.seat.side) if self.seat.campaign.running else None
        return SidePad.of(self.seat, scenario) if scenario is not None else None

    def after(self, entries: Sequence[PadEntry]) -> BattlePad | None:
        """The side's counters after these entries; None while no scenario is being played."""
        return self.system.battle_pad(self.state, self.seat.side, entries)

    def page(self, mode: str = "", typed: Mapping[str, str] | None = None, refusal: Refused | None = None) -> PadPage:
        """The page with the act `mode` chosen for the next tap, or the first act if there is no `mode`."""
        side_pad = self.side_pad()
        pad = self.after(side_pad.taps) if side_pad else None
        modes = list(pad.modes) if pad else []
        chosen = mode if mode in modes else next(iter(modes), "")
        figure = self.figure if pad else None
        unrecorded = tuple(map(self._words, never_recorded(self.seat, side_pad.scenario if side_pad else None)))
        return PadPage(
            campaign_pages.frame_of(self.seat), side_pad, pad, chosen, typed or {}, refusal, figure, unrecorded
        )

    def _words(self, entry: KeptEntry) -> str:
        tap = entry.what != NOTE and entry.what not in GROUND
        return self.system.pad_words(entry.tap) if tap else entry.text

    @property
    def figure(self) -> MapFigure | None:
        """The map of the campaign; None if it has none."""
        return figure_of(registry.get(self.seat.campaign.system), self.state)

    def check(self, entry: KeptEntry) -> None:
        """Raise Refused if the entry names hexes that are not on the map."""
        if entry.what in GROUND:
            figure, values = self.figure, {painting.HOLDER: self.seat.side, painting.HEXES: entry.on}
            painting.paint(self.seat.side, [self.seat.side], figure.ground if figure else None, values)
