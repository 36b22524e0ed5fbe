"""The map on which players make entries of a step by tapping, showing what is entered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from campaigns import drafts
from campaigns.maps.figure import MapFigure, placed_figure
from campaigns.models import Seat
from refit.forms import FollowUpForm, TaskForm, forms_for
from refit.steps import by_step, keys_of
from rules import registry
from rules.contract import AnyState, CurrentStep
from rules.engine.follow_ups import SEPARATOR, beside
from rules.ground.campaign_map import DrawsLines
from rules.ground.positions import TakesTaps


@dataclass(frozen=True)
class TappedMap:
    """The map of one form of a page; `step` is the key if the form is that of a follow-up, else ""."""

    figure: MapFigure
    task: TakesTaps
    step: str = ""


def forms_of(form: TaskForm | None, follow_ups: Iterable[FollowUpForm]) -> Iterable[TaskForm]:
    """All forms of a page, first that of the step that waits."""
    return (each for each in (form, *(each.form for each in follow_ups)) if each)


def tapped_map(seat: Seat, state: AnyState, forms: Iterable[TaskForm]) -> TappedMap | None:
    """The map of the first of `forms` that takes taps; None if none does."""
    game = registry.get(seat.campaign.system)
    for form in forms:
        if not isinstance(task := form.task, TakesTaps) or not task.fields:
            continue
        figure = placed_figure(game, state, seat.side, task.positions)
        if figure:
            lines = task.drawn if isinstance(task, DrawsLines) else figure.lines
            return TappedMap(replace(figure, lines=lines), task, form.step)
    return None


def of_draft(
    seat: Seat, state: AnyState, current: CurrentStep, drafts_by_step: Mapping[str, drafts.SavedDraft]
) -> TappedMap | None:
    """The map of the step that waits, with the entries in the drafts of it and of its follow-ups."""
    typed = by_step(current, drafts_by_step[current.spec.key].data) if current.spec.key in drafts_by_step else {}
    typed |= {
        key: {**drafts_by_step[key].data}
        for key in keys_of(current)[1:]
        if key in drafts_by_step and not typed.get(key)
    }
    return tapped_map(seat, state, forms_of(*forms_for(current, typed, None)))


def with_tap(
    seat: Seat, state: AnyState, current: CurrentStep, typed: dict[str, str], sent: Mapping[str, str]
) -> dict[str, str]:
    """`typed`, with the hex entered at which the picture of the map was pressed, if it was (`sent` has the point)."""
    pressed = {key: sent[key] for key in ("at.x", "at.y") if key in sent}
    parts = by_step(current, typed)
    on = tapped_map(seat, state, forms_of(*forms_for(current, parts, None))) if pressed else None
    place = on.figure.at(pressed) if on else None
    if on is None or place is None:
        return typed
    if not on.step:
        entries = {name: value for name, value in typed.items() if SEPARATOR not in name}
        return {**typed, **on.task.tapped(entries, str(place))}
    entries = on.task.tapped(parts[on.step], str(place))
    return {**typed, **{beside(on.step, name): value for name, value in entries.items()}}
