"""Where a seat stands in the refit phase, and what its page shows.

The step that waits follows from the campaign's state, so a page can be left, linked and
come back to; an address of another step leads to the one that waits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.urls import reverse

from campaigns import access, drafts, journal, stories
from campaigns import pages as campaign_pages
from campaigns.models import Seat
from refit import tables
from refit.forms import TaskForm, form_for
from rules import registry
from rules.dice import Reckoning
from rules.kernel import GameSystem, Refused
from rules.parts.library import Library

LATEST, LONGEST_ACT = 6, 16


@dataclass(frozen=True)
class Outcome:
    """What came of an act in one of its events: the sentence, and each roll with what it was for."""

    text: str
    rule: str
    room: str
    rolls: tuple[tuple[str, Reckoning], ...]


@dataclass(frozen=True)
class RefitPage:
    """The wizard for one seat: its rail, its one task (None while it waits), what just happened.

    `just` is what came of the side's last act, if dice were cast in it or more than one thing happened behind its door.
    """

    frame: campaign_pages.Frame
    view: Any
    here: Any
    form: TaskForm | None
    rail: tuple[Mapping[str, str], ...]
    lines: list[stories.Line]
    just: tuple[Outcome, ...]
    envelopes: tuple[campaign_pages.Readiness, ...]
    refusal: Refused | None

    @property
    def url(self) -> str:
        return step_url(self.frame.seat, key_of(self.view))

    @property
    def after(self) -> Mapping[str, str] | None:
        """The line of the rail behind the step that waits."""
        return next((row for row in self.rail if row["status"] == "coming"), None)

    @property
    def along_by_dice(self) -> bool:
        """Whether nothing but dice can be done along with the step that waits."""
        return all(each.task.kind == "roll" for each in self.here.along)

    @property
    def tables(self) -> tuple[Any, ...]:
        """The tables of the step that waits: those it rolls on, and those of its rule."""
        rolled = [roll.need.table for roll in self.form.rolls if roll.need.table] if self.form else []
        if not self.here:
            return ()
        found = {table.id: table for table in (*rolled, *self._library.about(self.here.spec.rule))}
        return tuple(found.values())

    @property
    def _library(self) -> Library:
        return tables.in_campaign(self.frame.seat).library

    @property
    def outcomes(self) -> list[tuple[str, Reckoning]]:
        """The rolls of the stage in hand before those of `just`, each of which opens to its reckoning."""
        rolled = [(str(roll["label"]), Reckoning.from_json(roll)) for roll in self.view.mine.outcomes]
        just = sum(len(outcome.rolls) for outcome in self.just if outcome.room == self.frame.seat.side)
        return rolled[: max(len(rolled) - just, 0)]


@dataclass(frozen=True)
class Drafted:
    """What of a step's page follows a draft."""

    frame: campaign_pages.Frame
    form: TaskForm


def step_url(seat: Seat, key: str = "") -> str:
    """The address of a step, or of the wizard as a whole."""
    public_id = seat.campaign.public_id
    return reverse("refit-step", args=[public_id, key]) if key else reverse("refit-home", args=[public_id])


def current_url(seat: Seat) -> str:
    """The address of the step that waits for the seat's side, or of the wizard if none does."""
    return step_url(seat, key_of(view_of(seat)))


def key_of(view: Any) -> str:
    """The step that waits for the side of this view; "" if none does."""
    return view.here.spec.key if view.here else ""


def view_of(seat: Seat) -> Any:
    """The game as `seat` sees it. Only the seats of a side have a wizard; to others it does not exist."""
    if not seat.side:
        raise Http404
    system = registry.get(seat.campaign.system)
    return system.view(journal.look(seat.campaign, {seat.side}), seat.side)


def page(seat: Seat, view: Any, entries: Mapping[str, Any] | None = None, refusal: Refused | None = None) -> RefitPage:
    """The wizard as `seat` sees it by `view_of`; `entries` is what was just typed and is to be shown again."""
    here = view.here
    head = campaign_pages.frame(seat)
    latest = journal.entries(seat.campaign, access.rooms_of(seat), after=max(head.seen - LONGEST_ACT, 0))
    return RefitPage(
        frame=head,
        view=view,
        here=here,
        form=form_for(here, _entered(seat, here, entries), refusal) if here else None,
        rail=tuple(_rail(view)),
        lines=stories.lines(head.system, reversed(latest[-LATEST:])),
        just=tuple(_last_act(head.system, seat.side, latest)),
        envelopes=tuple(campaign_pages.readiness(head, view.public)),
        refusal=refusal,
    )


def drafted(seat: Seat, here: Any, entries: Mapping[str, Any]) -> Drafted:
    """The form of the step `here` with `entries` in it, priced."""
    return Drafted(campaign_pages.frame(seat), form_for(here, entries, None))


def _last_act(system: GameSystem, side: str, latest: Sequence[journal.Entry]) -> Iterator[Outcome]:
    """What came of the last act of a side, if it is worth a place of its own on the page."""
    last = next((entry.act for entry in reversed(latest) if entry.side == side and not entry.gone), None)
    told = [(entry.event.room, stories.tell(system, entry.event)) for entry in latest if entry.act == last]
    if [room for room, _ in told].count(side) > 1 or any(story.reckonings for _, story in told):
        yield from (Outcome(story.sentence, story.rule, room, story.reckonings) for room, story in told)


def _entered(seat: Seat, here: Any, entries: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """What stands in the form: what was typed, else the side's draft, else nothing."""
    if entries is not None:
        return entries
    saved = drafts.saved(seat, here.spec.key) if here else None
    return saved.data if saved else {}


def _rail(view: Any) -> list[Mapping[str, str]]:
    return [{"rule": row.step.rule, "title": row.step.title, "status": row.step.status, "url": ""} for row in view.rail]
