"""Replays battles of a game played here step by step, from public events, so the same for everybody."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns import event_texts
from campaigns.ledger import journal
from campaigns.ledger.acts import is_host_event
from campaigns.maps.area_figure import AreaFigure, area_figure_of
from campaigns.models import Seat
from campaigns.pages import Frame, frame_of
from rules.areas.tabletop import Fight, FightsBattles, HasTabletop
from rules.contract import PUBLIC


@dataclass(frozen=True)
class BattlePage:
    """Battle `number` (from 1, 0 if none was fought) of `battles`, as it stood after the first `step` of its `rows`."""

    frame: Frame
    battles: int
    number: int = 0
    step: int = 0
    rows: tuple[event_texts.JournalRow, ...] = ()
    areas: AreaFigure | None = None
    fight: Fight | None = None

    @property
    def row(self) -> event_texts.JournalRow:
        """The row of the step."""
        return self.rows[self.step - 1]

    @property
    def last(self) -> int:
        """The number of its steps."""
        return len(self.rows)

    @property
    def step_before(self) -> int | None:
        return self.step - 1 if self.step > 1 else None

    @property
    def step_after(self) -> int | None:
        return self.step + 1 if self.step < self.last else None

    @property
    def battle_before(self) -> int | None:
        return self.number - 1 if self.number > 1 else None

    @property
    def battle_after(self) -> int | None:
        return self.number + 1 if self.number < self.battles else None


def battle_page(seat: Seat, number: int | None, step: int) -> BattlePage | None:
    """A battle at a step, None for a game without battles. Without `number` it is the last; both are clamped."""
    frame = frame_of(seat)
    system = frame.system
    if not isinstance(system, FightsBattles):
        return None
    begins, ends = system.battle
    entries = journal.entries(seat.campaign, {PUBLIC})
    stand = [entry for entry in entries if not entry.undone and not is_host_event(entry.event)]
    starts = [n for n, entry in enumerate(stand) if entry.event.kind == begins]
    if not starts:
        return BattlePage(frame, 0)
    number = min(max(number or len(starts), 1), len(starts))
    first = starts[number - 1]
    after = starts[number] if number < len(starts) else len(stand)
    last = next((n for n in range(first, after) if stand[n].event.kind == ends), after - 1)
    fought = stand[first : last + 1]
    step = min(max(step, 1), len(fought))
    opening = system.setup(seat.campaign.options).only(())
    state = journal.fold(system, opening, (entry.event for entry in stand[: first + step]))
    view = system.view(state, None)
    return BattlePage(
        frame=frame,
        battles=len(starts),
        number=number,
        step=step,
        rows=tuple(event_texts.journal_rows(system, fought)),
        areas=area_figure_of(system, state),
        fight=view.fight if isinstance(view, HasTabletop) else None,
    )
