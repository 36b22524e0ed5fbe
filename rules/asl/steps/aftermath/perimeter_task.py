"""The Perimeter's form on a map: units are tapped, and the largest Perimeter for the entries so far is shown."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from rules.asl.locations import place_of
from rules.asl.state import Public
from rules.asl.steps.aftermath import drawn_lines
from rules.asl.steps.aftermath.drawn_lines import LevelArea
from rules.asl.steps.aftermath.level_lines import location, named_places
from rules.asl.steps.aftermath.map_lines import (
    ENEMY_AT,
    UNIT_ENTRIES,
    Line,
    Names,
    areas_of,
    asked_about,
    both,
    levels,
    line_of,
    perimeters_drawn,
    proposal,
)
from rules.asl.steps.aftermath.public_lines import public_lines, with_proposal
from rules.asl.steps.setup.taps import Tally, Taps
from rules.contract import FieldGroup, Refused
from rules.engine.entries import read_field
from rules.ground import painting
from rules.ground.campaign_map import MARK, FrontLines
from rules.ground.fields import check_text
from rules.ground.map_side import MapSide
from rules.ground.positions import Placement
from rules.text import gettext, ngettext

AREAS, SHOWN = "areas", "shown"
"""The entries for the number of Isolated Areas, and for the mark of the proposal that the page shows."""


@dataclass(frozen=True)
class IsolatedAreas:
    """A side's Isolated Areas by all lines published so far: the number (`many`) on the ground with units of its own.

    `levels` are the Pockets off the ground, `others` the hexes that name areas for which it has entered nothing.
    """

    many: int
    levels: tuple[LevelArea, ...]
    others: Names

    @property
    def number(self) -> int:
        """How many are proposed to be written down."""
        return min(self.many + len(self.levels), drawn_lines.MOST_AREAS)


def isolated(at: MapSide, public: Public, line: Line, answers: Mapping[str, str]) -> IsolatedAreas:
    """The Isolated Areas that a `line` of a side would have, by what it says of its units."""
    areas = areas_of(at, {**perimeters_drawn(public), at.side: line})
    within, others = asked_about(areas, both(at, answers)[0].units)
    return IsolatedAreas(len(within), levels(at, answers), tuple(each.place for each in others))


@dataclass(frozen=True)
class Proposal:
    """The largest Perimeter that is legal by what a side says; all of it in this side's own room.

    It holds so many `hexes`; of those in `doubt` it is not known whether it could hold them too.
    """

    line: Line
    hexes: int
    doubt: Names
    isolated: IsolatedAreas
    on: str

    @classmethod
    def of(cls, at: MapSide, public: Public, answers: Mapping[str, str]) -> Proposal:
        """The proposal for a side's answers; Refused, naming the entry, if it names a place that is not on the map."""
        perimeter = proposal(at, answers)
        line, doubt = line_of(perimeter), tuple(map(str, sorted(perimeter.doubt)))
        return cls(line, len(perimeter.area), doubt, isolated(at, public, line, answers), at.ground.mark)

    @property
    def areas(self) -> int:
        """The number of Isolated Areas with units of the side, by its answers."""
        return self.isolated.number

    @property
    def mark(self) -> str:
        """What tells it from any other, so that nobody takes what his page did not show."""
        off = [each.locations for each in self.isolated.levels]
        whole = json.dumps([self.line.rows, self.line.pockets, off, self.areas, self.on])
        return hashlib.sha256(whole.encode()).hexdigest()[:MARK]

    @property
    def sentences(self) -> Iterator[str]:
        """What it is, in words."""
        yield ngettext(
            "The largest Perimeter that is legal holds {number} hex.",
            "The largest Perimeter that is legal holds {number} hexes.", self.hexes, number=self.hexes,
        )  # fmt: skip
        if not self.hexes:
            yield gettext("Say where your Infantry stands.")
        for pocket in self.line.pockets:
            yield gettext("A Pocket: {hexes}.", hexes=", ".join(pocket))
        for each in self.isolated.levels:
            yield gettext("A Pocket off the ground: {places}.", places=", ".join(each.locations))
        if self.isolated.others:
            yield gettext(
                "Both Perimeters overlap at {places} too. Count those areas in which you have units.",
                places=", ".join(self.isolated.others),
            )
        if self.doubt:
            yield gettext(
                "Whether it could hold these too was not found out: {hexes}. Write the loop down if you see one.",
                hexes=", ".join(self.doubt),
            )


@dataclass(frozen=True, kw_only=True)
class PerimeterTask(Taps):
    """A Perimeter on a map. `side_notes` says of a proposal what the side's own record has to it."""

    kind: ClassVar[str] = "perimeter"
    orders: ClassVar[tuple[str, ...]] = ("enter",)
    counts: ClassVar[bool] = False
    points: ClassVar[tuple[str, ...]] = ()
    at: MapSide
    public: Public
    side_notes: Callable[[Proposal], Iterable[str]]
    groups: tuple[FieldGroup, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """What is said above the entries."""
        return self.form.lines

    @cached_property
    def answers(self) -> Mapping[str, str]:
        """Where the side says that units are, by entry."""
        proposed = {each.name: each.value for each in self.fields}
        return {name: str(self.entered.get(name, proposed[name])).strip() for name in UNIT_ENTRIES}

    @cached_property
    def mistakes(self) -> Mapping[str, str]:
        """What is wrong with these answers, by entry."""
        result = {}
        for each in (each for each in self.fields if each.name in UNIT_ENTRIES):
            try:
                check_text(self.at.ground.sheet, read_field(each, self.answers[each.name]), each)
                both(self.at, {each.name: self.answers[each.name]})
            except Refused as no:
                result[each.name] = f"{no.message} {no.way_out}".strip()
        return result

    @cached_property
    def proposal(self) -> Proposal | None:
        """The Perimeter for the answers; None as long as they can't be read."""
        return None if self.mistakes else Proposal.of(self.at, self.public, self.answers)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The proposal in words."""
        return (*self.proposal.sentences, *self.side_notes(self.proposal)) if self.proposal else ()

    @property
    def shown(self) -> str:
        """The mark of the proposal on the page, and the number of Isolated Areas that goes with it.

        One that holds nothing has no mark: a press asks once more.
        """
        proposal = self.proposal
        return f"{proposal.mark if proposal.hexes else ''}:{proposal.areas}" if proposal else ""

    @property
    def areas(self) -> int | str:
        """How many Isolated Areas are entered: as proposed, as long as nobody entered another number."""
        typed = str(self.entered.get(AREAS, "")).strip()
        _, _, before = str(self.entered.get(SHOWN, "")).partition(":")
        as_proposed = self.proposal is not None and (not typed or typed == before)
        return self.proposal.areas if self.proposal and as_proposed else typed or 0

    @cached_property
    def drawn(self) -> FrontLines:
        """The Perimeters as all know them, with the one proposed."""
        if self.proposal is None:
            return public_lines(self.at, self.public)
        return with_proposal(self.at, self.public, self.proposal.line, self.proposal.isolated.levels)

    @property
    def positions(self) -> tuple[Placement, ...]:
        """Where units are by what is said."""
        labels = {each.name: each.label for each in self.fields}
        return tuple(
            Placement(spot, labels[name], aim=True, enemy=name == ENEMY_AT)
            for name in UNIT_ENTRIES
            for spot in self._spots(name)
        )

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """What may be tapped, with how many hexes each has; of none there is a most."""
        mistakes = self.mistakes
        return tuple(
            Tally(
                each.name,
                each.label,
                len(self._spots(each.name)),
                0,
                mistakes.get(each.name, ""),
                enemy=each.name == ENEMY_AT,
            )
            for each in self.fields
            if each.name in UNIT_ENTRIES
        )

    def _spots(self, name: str) -> list[str]:
        """The Locations that an entry names, those of its ranges too; of one that can't be read, what can."""
        sheet, text = self.at.ground.sheet, self.answers[name]
        try:
            named = named_places(text, sheet, name)
            hexes = painting.read(named.ground, sheet.grid) if named.ground else ()
        except Refused:
            return [place for part in text.replace(";", ",").split(",") if (place := place_of(part))]
        return [*map(str, hexes), *map(location, sorted(named.floors))]

    def with_spot(self, name: str, line: str, spot: str) -> str:
        """The entry with a hex it has not yet."""
        return line if spot in re.split(r"[\s,;]+", line) else super().with_spot(name, line, spot)
