"""Where a seat is in the refit phase, and what its page shows.

The step that waits follows from the campaign's state, so a page can be left, linked and revisited; the address of any
other step redirects to the one that waits.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.urls import reverse
from django.utils.translation import gettext

from campaigns import access, answers, drafts, event_texts, recorded
from campaigns import pages as campaign_pages
from campaigns.dice.pages import DicePart, dice_part
from campaigns.ledger import journal, undo
from campaigns.ledger.acts import is_host_event
from campaigns.maps.area_figure import AreaFigure, area_figure_of
from campaigns.models import Seat
from campaigns.talk import pages as talk_pages
from campaigns.teams.signatures import Signing, signing_at
from refit.forms import FollowUpForm, forms_for
from refit.lookup import pages as lookup_pages
from refit.pad.kept import SidePad, steps_of
from refit.pressing import PressedPage
from refit.reveal.pages import at_step
from refit.steps import CONFIRMED, by_step, current_step, flat, key_of, keys_of, step_url, throws_away, versions_url
from refit.tapped import TappedMap, forms_of, tapped_map
from rules import registry
from rules.areas.tabletop import HasTabletop
from rules.contract import AnyState, CurrentStep, Game, GameView, Gate, Refused, Step, StepInfo
from rules.dice import Reckoning
from rules.engine.corrections import Correction
from rules.engine.tasks import CheckTask, RollTask
from rules.features.battle_pad import HasBattlePad
from rules.features.documents import Chart
from rules.features.forces import GroupName, with_names
from rules.features.idle import HasIdleDay
from rules.features.reactions import AsksOften
from rules.features.reinforcements import Reveal
from rules.features.saved_games import HasSavedGames, TakesPlaces
from rules.tables import Table

LATEST, LONGEST_ACT, MOST_NEWS = 6, 16, 30


@dataclass(frozen=True)
class ActOutcome:
    """One event of an act: its sentence, rule and room, and its rolls as pairs of label and reckoning."""

    text: str
    rule: str
    room: str
    rolls: tuple[tuple[str, Reckoning], ...]


@dataclass(frozen=True)
class RefitPage(PressedPage):
    """The wizard for one seat: its list of steps, its one task (None while it waits), and what just happened.

    `just` has the events of the side's last act, if dice were rolled in it or it has several events in the side's room;
    `stands` says why that act can't be undone, unless dice already show it. `to_answer` are corrections that wait for
    the reader's answer, `tapped` is the map for entries made by tapping, `areas` that of a game played on areas. Such
    games also have `rows`, the end of the journal, and `news`, what happened since the side's last act. `idle`: the
    side may pass the day in hand doing nothing. `on_pad` counts the entries of the battle pad not yet recorded, `names`
    are those of the side's groups by id, `reveal` is what arrived, on the step that reviews it, `notes` are the side's
    about the step, and `warns`: the main button throws something away or does nothing.
    """

    view: GameView
    current: CurrentStep | None
    follow_ups: tuple[FollowUpForm, ...]
    rail: tuple[Step, ...]
    rows: Sequence[event_texts.JournalRow]
    just: tuple[ActOutcome, ...]
    envelopes: tuple[campaign_pages.Readiness, ...]
    refusal: Refused | None
    stamp: drafts.Stamp
    draft: drafts.SavedDraft | None
    recorded: recorded.JustRecorded | None = None
    stands: Refused | None = None
    idle: bool = False
    on_pad: int = 0
    to_answer: Sequence[Correction] = ()
    dice: DicePart | None = None
    tapped: TappedMap | None = None
    areas: AreaFigure | None = None
    news: Sequence[event_texts.JournalRow] = ()
    names: Mapping[str, GroupName] = field(default_factory=dict)
    reveal: Reveal | None = None
    notes: Sequence[talk_pages.ShownMessage] = ()
    warns: bool = False

    @property
    def template(self) -> str:
        """The template; that of a game on a map of areas shows the map beside the task."""
        return "refit/board.html" if self.areas else "refit/step.html"

    @property
    def follows(self) -> bool:
        """Whether the page updates itself: the side has no step, or has one but is not itself waited for."""
        return self.current is None or self.frame.seat.side not in self.view.public.waiting

    @property
    def next_sides(self) -> Mapping[str, str]:
        """The sides to hand the device to: those waited for, if nothing is left to do on this page."""
        rests = self.form is not None and self.form.task.waits
        return self.frame.sides_at_device if rests else self.frame.next_sides

    @property
    def tabletop(self) -> HasTabletop | None:
        """What lies beside the map of a game that is played here; None for other games."""
        return self.view if isinstance(self.view, HasTabletop) else None

    @property
    def url(self) -> str:
        return step_url(self.frame.seat, key_of(self.current))

    @property
    def side_number(self) -> int:
        """The number of the reader's side, from 1, in the order of the game's sides."""
        return 1 + list(self.frame.system.sides).index(self.frame.seat.side)

    @property
    def idle_url(self) -> str:
        """The address of the page that passes an Idle Day in one press; "" if the day can't be one."""
        return reverse("refit-idle", args=[self.frame.campaign.public_id]) if self.idle else ""

    @property
    def versions_url(self) -> str:
        """The address at which the reader chooses between versions of the draft."""
        return versions_url(self.frame.seat, key_of(self.current))

    @property
    def after(self) -> Step | None:
        """The next step to come in the list of steps, or None."""
        return next((step for step in self.rail if step.status == "coming"), None)

    @property
    def follow_ups_by_dice(self) -> bool:
        """Whether all follow-ups of the step are rolls."""
        return all(each.step.task.kind == "roll" for each in self.follow_ups)

    @property
    def wrong_at(self) -> str:
        """The id of the refused entry on the page; "" if no entry was refused."""
        return next((form.wrong_at for form in forms_of(self.form, self.follow_ups) if form.wrong_at), "")

    @property
    def by_itself(self) -> bool:
        """Whether the open page presses the button for its reader, once, because the step decides nothing.

        Unless the game is played here, not after an act that can still be undone, nor if a follow-up is no roll.
        """
        task = self.form.task if self.form else None
        if not (isinstance(task, RollTask | CheckTask) and task.by_itself):
            return False
        may_be_undone = self.recorded is not None and not self.recorded.stands
        free = self.frame.played_here or (not may_be_undone and self.follow_ups_by_dice)
        return self.frame.may_commit and self.refusal is None and free

    @property
    def fills(self) -> Mapping[str, str] | None:
        """What the script that reads a saved game needs, as JSON; None if none can fill in a form of this page."""
        system = self.frame.system
        forms = forms_of(self.form, self.follow_ups)
        if not isinstance(system, HasSavedGames) or not any(isinstance(each.task, TakesPlaces) for each in forms):
            return None
        return {"nations": json.dumps(dict(system.nations)), "boards": json.dumps(dict(system.boards))}

    @property
    def tables(self) -> tuple[Table | Chart, ...]:
        """The tables and charts of the step: those it rolls on, and those of its rule."""
        rolled = self.form.tables if self.form else ()
        about = lookup_pages.in_campaign(self.frame.seat).library.about(self.current.spec.rule) if self.current else ()
        return tuple({table.id: table for table in (*rolled, *about)}.values())

    @property
    def tables_along(self) -> tuple[Table, ...]:
        """The tables that only its follow-ups roll on."""
        own = {table.id for table in self.tables}
        rolled = {table.id: table for each in self.follow_ups if each.form for table in each.form.tables}
        return tuple(table for key, table in rolled.items() if key not in own)

    @property
    def outcomes(self) -> list[tuple[str, Reckoning]]:
        """The rolls of the stage in hand without those of `just`, as pairs of label and reckoning."""
        outcomes = self.view.mine.outcomes if self.view.mine else ()
        rolled = [(with_names(str(roll["label"]), self.names), Reckoning.from_json(roll)) for roll in outcomes]
        just = sum(len(outcome.rolls) for outcome in self.just if outcome.room == self.frame.seat.side)
        return rolled[: max(len(rolled) - just, 0)]


@dataclass(frozen=True)
class GatePage:
    """The page of a gate: its button `act` posts to `action`, `back` is the address of the way back.

    `entries` were typed at the `step` and are kept as the draft of `stamp`. `bound` says what will keep the act from
    being undone; `done` names the other sides if all of them are done with the stage in hand, else it is "". `signing`
    is set if two members of the side have to sign; with `signs_first` the press only signs.
    """

    frame: campaign_pages.Frame
    gate: Gate
    bound: undo.Bound
    done: str
    action: str
    back: str
    act: str
    step: str = ""
    entries: Mapping[str, str] = field(default_factory=dict)
    stamp: drafts.Stamp = field(default_factory=drafts.Stamp)
    signing: Signing | None = None
    signs_first: bool = False


@dataclass(frozen=True)
class Drafted(PressedPage):
    """The parts of a step's page that change with its draft; see RefitPage."""

    follow_ups: tuple[FollowUpForm, ...]
    versions_url: str
    stamp: drafts.Stamp
    draft: drafts.SavedDraft
    tapped: TappedMap | None
    warns: bool


def page(
    seat: Seat,
    state: AnyState,
    entries: Mapping[str, str] | None = None,
    refusal: Refused | None = None,
    *,
    stamp: drafts.Stamp | None = None,
    act: str = "",
) -> RefitPage:
    """The wizard as `seat` sees it; `state` has its rooms.

    `entries` were just typed on a page with this `stamp`, and are shown again. `act` is the id of the act just
    recorded, which the page reports, with the button to undo it if it can be undone.
    """
    frame, current = campaign_pages.frame_of(seat), current_step(seat, state)
    system, view = frame.system, frame.system.view(state, seat.side)
    saved, on_pad = _drafts(seat, system, state, keys_of(current)) if current else ({}, 0)
    draft = saved.get(key_of(current))
    typed = entries if entries is not None else draft.data if draft else {}
    filled_in: dict[str, Mapping[str, str]] = {**by_step(current, typed)} if current else {}
    if entries is None:
        filled_in = {key: each or (saved[key].data if key in saved else {}) for key, each in filled_in.items()}
    names = event_texts.names_in(system, state.only({seat.side}))
    own_names = names.get(seat.side, {})
    form, follow_ups = forms_for(current, filled_in, refusal, own_names) if current else (None, ())
    record = recorded.just_recorded(seat, act)
    undoable = record if record and not record.stands else None
    back = MOST_NEWS if frame.played_here else LONGEST_ACT
    latest = journal.entries(seat.campaign, access.rooms_of(seat), after=max(frame.seen - back, 0))
    just = () if undoable else tuple(_last_act(system, seat.side, latest, own_names))
    return RefitPage(
        frame=frame,
        view=view,
        current=current,
        form=form,
        follow_ups=follow_ups,
        rail=tuple(row.step for row in view.rail),
        rows=event_texts.journal_rows(system, reversed(latest[-LATEST:]), names) if frame.played_here else (),
        just=just,
        envelopes=tuple(campaign_pages.readiness(frame, view.public)),
        refusal=refusal,
        stamp=_stamp(draft, stamp if entries is not None else None, entries),
        draft=draft,
        recorded=undoable if just or frame.played_here else record,
        stands=record.stands if record and just and not any(each.rolls for each in just) else None,
        idle=isinstance(system, HasIdleDay) and bool(current) and system.idle_day(state, seat.side) is not None,
        on_pad=on_pad,
        to_answer=answers.open_for(seat, state),
        dice=dice_part(seat, view.public),
        tapped=tapped_map(seat, state, forms_of(form, follow_ups)) if form else None,
        areas=area_figure_of(system, state, form.task if form else None),
        news=event_texts.journal_rows(system, _news(system, seat.side, latest), names) if frame.played_here else (),
        names=own_names,
        reveal=at_step(system, state.only({seat.side}), seat.side, key_of(current)),
        notes=talk_pages.notes_on_step(seat, key_of(current)) if current else (),
        signing=signing_at(seat, draft),
        warns=current is not None and throws_away(current, flat(current, filled_in)),
    )


def _drafts(
    seat: Seat, system: Game, state: AnyState, steps: Collection[str]
) -> tuple[Mapping[str, drafts.SavedDraft], int]:
    """The drafts of `steps`, and how many entries of the battle pad wait to be recorded, in a single query."""
    scenario = system.pad_scenario(state.only({seat.side}), seat.side) if isinstance(system, HasBattlePad) else None
    if scenario is None or not seat.campaign.running:
        return drafts.saved_each(seat, steps), 0
    drafts_by_step = drafts.done_and_saved(seat, steps_of(scenario), also=steps)
    pad = SidePad.of(seat, scenario, drafts_by_step)
    return {step: draft for step, (draft, act) in drafts_by_step.items() if step in steps and act is None}, len(
        pad.entries
    )


def drafted(
    seat: Seat,
    state: AnyState,
    current: CurrentStep,
    entries: Mapping[str, str],
    draft: drafts.SavedDraft,
    stamp: drafts.Stamp,
) -> Drafted:
    """The parts of the page after `entries` were saved as `draft` from a page with this `stamp`."""
    names = event_texts.names_in(registry.get(seat.campaign.system), state.only({seat.side}))
    form, follow_ups = forms_for(current, by_step(current, entries), None, names.get(seat.side, {}))
    url = versions_url(seat, current.spec.key)
    tapped = tapped_map(seat, state, forms_of(form, follow_ups))
    frame, stamp = campaign_pages.frame_of(seat), _stamp(draft, stamp, entries)
    warns = throws_away(current, entries)
    signing = signing_at(seat, draft)
    return Drafted(follow_ups, url, stamp, draft, tapped, warns, frame=frame, form=form, signing=signing)


def gate_page(
    seat: Seat,
    state: AnyState,
    gate: Gate,
    bound: undo.Bound,
    step: StepInfo,
    act: str,
    entries: Mapping[str, str],
    draft: drafts.SavedDraft,
    *,
    signs_first: bool = False,
) -> GatePage:
    """The gate page of the button `act` of a step, with `entries` kept as the `draft`."""
    url = step_url(seat, step.key)
    frame, done = campaign_pages.frame_of(seat), _others_done(seat, state)
    stamp = drafts.Stamp(draft.revision, draft.version.window)
    pressed, signing = act + CONFIRMED, signing_at(seat, draft)
    return GatePage(frame, gate, bound, done, url, url, pressed, step.key, entries, stamp, signing, signs_first)


def concession(seat: Seat, state: AnyState, bound: undo.Bound) -> GatePage:
    """The gate page of conceding the campaign."""
    frame, place = campaign_pages.frame_of(seat), [seat.campaign.public_id]
    gate = Gate(
        gettext("You concede the campaign"),
        gettext("Concede as the %(side)s side") % {"side": frame.side_name},
        lost=(
            gettext("It ends at once, and is lost.")
            if frame.one_side
            else gettext("The other side wins at once, and everything is opened to everyone."),
        ),
    )
    action, back = reverse("refit-concede", args=place), reverse("campaign", args=place)
    return GatePage(frame, gate, bound, _others_done(seat, state), action, back, f"concede{CONFIRMED}")


def _others_done(seat: Seat, state: AnyState) -> str:
    """The names of the other sides, if none of them is waited for now, else ""; reads the public room alone."""
    system = registry.get(seat.campaign.system)
    waiting = system.public(state.only(())).waiting
    others = {key: name for key, name in system.sides.items() if key != seat.side}
    named = [gettext("the %(side)s side") % {"side": name} for name in others.values()]
    return "" if set(others) & set(waiting) else ", ".join(named)


def _news(system: Game, side: str, latest: Sequence[journal.VisibleEntry]) -> Sequence[journal.VisibleEntry]:
    """The entries after the last one of a side, in order, without those that are no news."""
    own = max((n for n, entry in enumerate(latest) if entry.side == side), default=-1)
    unsaid = system.unsaid if isinstance(system, AsksOften) else ()
    entries = [entry for entry in latest[own + 1 :] if not entry.undone and not is_host_event(entry.event)]
    return [entry for entry in entries if entry.event.kind not in unsaid]


def _last_act(
    system: Game, side: str, latest: Sequence[journal.VisibleEntry], names: Mapping[str, GroupName]
) -> Iterator[ActOutcome]:
    """The events of the last act of a side, if it has rolls or several events in the side's room; else nothing."""
    last = next((entry.act for entry in reversed(latest) if entry.side == side and not entry.undone), None)
    texts = [
        (entry.event.room, event_texts.describe(system, entry.event, entry.who, entry.side))
        for entry in latest
        if entry.act == last
    ]
    if [room for room, _ in texts].count(side) > 1 or any(story.reckonings for _, story in texts):
        for room, story in texts:
            rolls = tuple((with_names(label, names), reckoning) for label, reckoning in story.reckonings)
            yield ActOutcome(with_names(story.sentence, names), story.rule, room, rolls)


def _stamp(
    draft: drafts.SavedDraft | None, posted: drafts.Stamp | None, entries: Mapping[str, str] | None
) -> drafts.Stamp:
    """The stamp of a page with `entries`: that of the current `draft`, or, if they clash, the `posted` one."""
    if posted and draft and draft.clashes(entries or {}, posted):
        return posted
    return drafts.Stamp(draft.revision if draft else "", posted.window if posted else "")
