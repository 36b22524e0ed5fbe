"""The geometry of SVG charts: the position of every line, dot and label; templates only write it down.

Nothing depends on colour alone: each side has its own dots and dashes, and each drawing has its numbers in a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from campaigns.dice_stats import Faces, fair
from rules.features.curves import Curve, Series

WIDTH, HEIGHT = 320, 168
LEFT, RIGHT, TOP, BOTTOM = 34, 34, 10, 24
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_GRID, APART, SIZE = 4, 12, 3.5
MOST_MARKS, MOST_DOTS = 10, 30
LETTER, GAP = 7, 8
"""The width of a letter below the drawing, and the least distance between words there."""


@dataclass(frozen=True)
class Label:
    """A text of the drawing and its position."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Stroke:
    """A line: its path, its dots, the label with its last value. `style` tells lines of one side apart."""

    line: Series
    style: str
    path: str
    dots: tuple[str, ...]
    end: Label


@dataclass(frozen=True)
class Drawing:
    """A curve with the positions of everything in it."""

    curve: Curve
    grid: tuple[Label, ...]
    marks: tuple[Label, ...]
    goal: Label | None
    strokes: tuple[Stroke, ...]

    width, height, left, right = WIDTH, HEIGHT, LEFT, WIDTH - RIGHT

    @property
    def sentence(self) -> str:
        """The drawing in a sentence, for screen readers."""
        ends = (f"{stroke.line.name} {stroke.end.text}" for stroke in self.strokes)
        goal = gettext("; %(goal)s win") % {"goal": self.curve.goal} if self.curve.goal is not None else ""
        return gettext("%(title)s, %(note)s. Last: %(ends)s%(goal)s.") % {
            "title": self.curve.title,
            "note": self.curve.note,
            "ends": ", ".join(ends),
            "goal": goal,
        }

    @property
    def rows(self) -> list[tuple[str, list[int | None]]]:
        """A row of numbers for each date that has one."""
        rows = [(mark, [line.values[n] for line in self.curve.lines]) for n, mark in enumerate(self.curve.marks)]
        return [(mark, values) for mark, values in rows if any(value is not None for value in values)]


@dataclass(frozen=True)
class DiceDrawing:
    """A bar chart of how often a side's dice of one kind showed each face."""

    stats: Faces

    width, height, base = 132, 74, 58

    @property
    def key(self) -> str:
        """A key for this drawing, unique on its page."""
        return "-".join(filter(None, (self.stats.side, self.stats.kind, "own" if self.stats.own else "")))

    @property
    def fair(self) -> float:
        """What such a die shows on average."""
        return fair(self.stats.sides)

    @property
    def bar(self) -> float:
        """The width of a bar, about four fifths of the space for a face."""
        return round(self._pitch * 17 / 21, 1)

    @property
    def _pitch(self) -> float:
        return (self.width - 6) / self.stats.sides

    @property
    def mean(self) -> float:
        return sum(face * number for face, number in enumerate(self.stats.faces, 1)) / self.stats.dice

    @property
    def bars(self) -> list[tuple[int, float, float, float, int]]:
        """For each face: the face, its bar's left edge, top and height, and how often it came."""
        most = max(self.stats.faces)
        heights = [round(number / most * (self.base - 6), 1) for number in self.stats.faces]
        drawn = enumerate(zip(heights, self.stats.faces, strict=True))
        return [
            (n + 1, round(4 + self._pitch * n, 1), round(self.base - height, 1), height, number)
            for n, (height, number) in drawn
        ]

    @property
    def marks(self) -> list[tuple[int, float]]:
        """The faces written below their bars, and their x: all of them or, if there are too many, every nth."""
        every = -(-self.stats.sides // MOST_MARKS)
        return [(face, round(x + self.bar / 2, 1)) for face, x, *_ in self.bars if face % every == 0]

    @property
    def even(self) -> float:
        """The y of the line that all bars would reach if all faces had come equally often."""
        return round(self.base - self.stats.dice / self.stats.sides / max(self.stats.faces) * (self.base - 6), 1)


def draw_curve(curve: Curve) -> Drawing:
    """Lay out a curve."""
    values = [value for line in curve.lines for value in line.values if value is not None]
    low, high = min(0, *values), max([1, *values, *([curve.goal] if curve.goal is not None else [])])
    step = next((each for each in STEPS if (high - low) / each <= MOST_GRID), STEPS[-1])
    low, high = low // step * step, -(-high // step) * step
    scale = _Scale(low, high, len(curve.marks))
    goal = Label(LEFT, scale.y(curve.goal), str(curve.goal)) if curve.goal is not None else None
    strokes = [_stroke(line, n, curve, scale) for n, line in enumerate(curve.lines) if line.known]
    # Move the values at the strokes' ends apart where they would overlap each other or the dates.
    order = sorted(range(len(strokes)), key=lambda n: strokes[n].end.y)
    heights = [strokes[n].end.y for n in order]
    for n in range(1, len(heights)):
        heights[n] = max(heights[n], heights[n - 1] + APART)
    lowest = HEIGHT - BOTTOM + 4.0
    for n in reversed(range(len(heights))):
        heights[n] = min(heights[n], lowest)
        lowest = heights[n] - APART
    ends = {n: replace(strokes[n].end, y=y) for n, y in zip(order, heights, strict=True)}
    apart = [replace(stroke, end=ends[n]) for n, stroke in enumerate(strokes)]
    return Drawing(
        curve=curve,
        grid=tuple(Label(LEFT - 5, scale.y(value), str(value)) for value in range(low, high + 1, step)),
        marks=tuple(Label(scale.x(n), HEIGHT - 6, mark) for n, mark in _in_sight(curve.marks, scale)),
        goal=goal,
        strokes=tuple(apart),
    )


def _in_sight(marks: Sequence[str], scale: _Scale) -> Iterable[tuple[int, str]]:
    """The marks written below, with their indexes: all of them or, if they would overlap, every nth."""
    room = max(map(len, marks), default=0) * LETTER + GAP
    every = next(n for n in range(1, len(marks) + 2) if n >= len(marks) or scale.x(n) - scale.x(0) >= room)
    return ((n, mark) for n, mark in enumerate(marks) if n % every == 0)


@dataclass(frozen=True)
class _Scale:
    """Maps dates to x (by index) and values to y."""

    low: int
    high: int
    dates: int

    def x(self, n: int) -> float:
        inside = WIDTH - LEFT - RIGHT - 2 * APART
        return round(LEFT + APART + inside * n / max(self.dates - 1, 1), 1)

    def y(self, value: int) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (self.high - value) / (self.high - self.low), 1)


def _stroke(line: Series, n: int, curve: Curve, scale: _Scale) -> Stroke:
    places = [(scale.x(at), scale.y(value)) for at, value in enumerate(line.values) if value is not None]
    last = next(value for value in reversed(line.values) if value is not None)
    same = [each for each in curve.lines[:n] if each.side == line.side]
    path = " L".join(f"{x} {y}" for x, y in places)
    turns = {*range(len(places))} if len(places) <= MOST_DOTS else _turns([y for _, y in places])
    dots = tuple(_dot(x, y, n) for at, (x, y) in enumerate(places) if at in turns)
    end = Label(places[-1][0] + 7, places[-1][1] + 4, str(last))
    return Stroke(line, f"style-{len(same) + 1}", f"M{path}", dots, end)


def _turns(heights: Sequence[float]) -> set[int]:
    """The indexes at which a line begins, ends or changes its height."""
    changes = (at for at in range(1, len(heights)) if heights[at] != heights[at - 1])
    return {0, len(heights) - 1, *changes}


def _dot(x: float, y: float, n: int) -> str:
    """The path of a dot: a square for the first line, a circle for the second, a diamond for others."""
    s = SIZE
    if n == 0:
        return f"M{x - s} {y - s}h{2 * s}v{2 * s}h{-2 * s}z"
    if n == 1:
        return f"M{x - s} {y}a{s} {s} 0 1 0 {2 * s} 0a{s} {s} 0 1 0 {-2 * s} 0z"
    return f"M{x} {y - s - 1}l{s + 1} {s + 1}l{-s - 1} {s + 1}l{-s - 1} {-s - 1}z"
