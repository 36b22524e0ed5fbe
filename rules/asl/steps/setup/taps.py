"""Entries that are made by tapping a map: what a tap writes into them, and hexes that are named in that way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import ClassVar, Self, TypeVar

from rules.asl.context import RefitContext
from rules.asl.locations import place_of
from rules.asl.steps.generic import Entries, GenericStep, read
from rules.asl.steps.setup.positions import positions
from rules.contract import Field, FieldGroup, Refused
from rules.engine.entries import read_field
from rules.engine.replace import replace
from rules.engine.stages import StepResult
from rules.engine.tasks import AroundForm, FormTask
from rules.ground.fields import check_text
from rules.ground.positions import Placement, Spoken, spoken
from rules.ground.sheet import MapSheet
from rules.text import gettext

D = TypeVar("D", bound=RefitContext, contravariant=True)
TAP = "tap:"
"""What the entries begin with that say what a tap on the map places."""


@dataclass(frozen=True)
class Tally:
    """How many of an entry have a Location by what is entered; `unfit` says why it can't be read.

    `enemy` says that they are the other side's.
    """

    field: str
    label: str
    placed: int
    number: int
    unfit: str = ""
    enemy: bool = False


@dataclass(frozen=True)
class Taps(AroundForm):
    """A task whose `fields` may be tapped on a map.

    `entered` are the entries of a draft. What is tapped is written into them: `chosen` is what a tap places, of
    `tap_words` those that may stand behind a hex. `counts` says whether one hex takes several.
    """

    counts: ClassVar[bool] = True
    takes_places: ClassVar[bool] = True
    tap_words: tuple[str, ...] = field(default=(), kw_only=True)
    entered: Mapping[str, object] = field(default_factory=dict, kw_only=True)
    chosen: Mapping[str, str] = field(default_factory=dict, kw_only=True)

    @property
    def backdrop(self) -> tuple[Placement, ...]:
        """What stands on the map beside the entries."""
        return ()

    @property
    def spoken_backdrop(self) -> list[Spoken]:
        """The same for the script of the page."""
        return spoken(self.backdrop)

    def entries(self, act: str, typed: Mapping[str, str]) -> Mapping[str, object]:
        """The entries; a draft keeps what a tap places beside them."""
        return typed if not act else {key: value for key, value in typed.items() if not key.startswith(TAP)}

    def priced(self, entries: Mapping[str, object]) -> Self:
        """With the entries of a draft."""
        chosen = {key.removeprefix(TAP): str(value) for key, value in entries.items() if key.startswith(TAP)}
        return replace(self, entered={**entries}, chosen=chosen)

    def tapped(self, typed: Mapping[str, str], place: str) -> dict[str, str]:
        """What was typed, with what a tap places written down at a hex besides; nothing more if no line is chosen."""
        lines = {field.name: field.value for field in self.fields}
        name = typed.get(f"{TAP}line", "")
        if name not in lines:
            return dict(typed)
        number, level = (typed.get(f"{TAP}{key}", "").strip() for key in ("number", "level"))
        words = (word for word in self.tap_words if typed.get(f"{TAP}{word}"))
        spot = " ".join(filter(None, [number, f"{place}/{level}" if level else place, *words]))
        return {**typed, name: self.with_spot(name, str(typed.get(name, lines[name])), spot)}

    def with_spot(self, name: str, line: str, spot: str) -> str:
        """The entry `name` with a spot written behind what it says."""
        return ", ".join(filter(None, [line.strip().rstrip(","), spot]))


@dataclass(frozen=True, kw_only=True)
class HexesTask(Taps):
    """Hexes to be named: each entry takes `most` of them, each once, among what is `standing` on the map.

    `check` refuses what an entry says, by its field.
    """

    kind: ClassVar[str] = "hexes"
    orders: ClassVar[tuple[str, ...]] = ("enter",)
    counts: ClassVar[bool] = False
    points: ClassVar[tuple[str, ...]] = ()
    sheet: MapSheet | None
    check: Callable[[Field, str], None]
    groups: tuple[FieldGroup, ...] = ()
    most: int = 1
    standing: tuple[Placement, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """What is said above the entries."""
        return self.form.lines

    @property
    def backdrop(self) -> tuple[Placement, ...]:
        return self.standing

    @property
    def positions(self) -> tuple[Placement, ...]:
        """What stands on the map, with the hexes that are named."""
        return (
            *self.standing,
            *(Placement(spot, each.label, aim=True) for each in self.fields for spot in self._spots(each)),
        )

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """How many hexes each entry has."""
        mistakes = self.mistakes
        return tuple(
            Tally(each.name, each.label, len(self._spots(each)), self.most, mistakes.get(each.name, ""))
            for each in self.fields
        )

    @cached_property
    def mistakes(self) -> Mapping[str, str]:
        """What is wrong with each entry that says anything."""
        result = {}
        for each in self.fields:
            text = self._text(each)
            try:
                if text:
                    read_field(each, text)
                    check_text(self.sheet, text, each)
                    self.check(each, text)
            except Refused as no:
                result[each.name] = f"{no.message} {no.way_out}".strip()
        return result

    def with_spot(self, name: str, line: str, spot: str) -> str:
        """The entry with a hex it has not yet; where it takes but one, that one."""
        spots = [part.strip() for part in line.split(",")]
        return spot if self.most == 1 else line if spot in spots else super().with_spot(name, line, spot)

    def _text(self, field: Field) -> str:
        return str(self.entered.get(field.name, field.value)).strip()

    def _spots(self, field: Field) -> list[str]:
        parts = self._text(field).replace(";", ",").split(",")
        return [place for part in parts if (place := place_of(part))]


class HexesStep(GenericStep[D], ABC):
    """Hexes to be named, typed or tapped; `tap_words` may stand behind one."""

    tap_words: ClassVar[tuple[str, ...]] = ()

    def __init__(self, key: str = "") -> None:
        super().__init__(key)
        self.handlers = {"enter": lambda ctx, task, data, rng: self.enter(ctx, read(ctx, task.form, data))}

    def task(self, ctx: D) -> HexesTask | None:
        """The entries, if there are any."""
        fields = tuple(self.fields(ctx))
        return self.around(ctx, FormTask(ctx.button(self.key), fields, tuple(self.lines(ctx)))) if fields else None

    def around(self, ctx: D, form: FormTask) -> HexesTask:
        """The task of a form."""
        return HexesTask(
            form=form,
            sheet=ctx.map,
            check=partial(self.check, ctx),
            groups=(FieldGroup(gettext("Hexes"), True, tuple(each.name for each in form.fields)),),
            most=self.most(ctx),
            standing=self.placements(ctx),
            tap_words=self.tap_words,
        )

    def lines(self, ctx: D) -> Iterable[str]:
        """What is said above the entries: the points of its words."""
        return ctx.points(self.key)

    @abstractmethod
    def fields(self, ctx: D) -> Iterable[Field]:
        """The entries that are asked for."""

    @abstractmethod
    def enter(self, ctx: D, entries: Entries) -> StepResult:
        """The result of the entries."""

    def most(self, ctx: D) -> int:
        """How many hexes an entry takes."""
        return 1

    def placements(self, ctx: D) -> tuple[Placement, ...]:
        """What the side sees on its map beside them."""
        return positions(ctx.rules, ctx.mine)

    def check(self, ctx: D, field: Field, text: str) -> None:
        """Refuse what an entry says."""
