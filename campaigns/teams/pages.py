"""Data of the page of a side's team: the open steps, who looks after and prepared them, and what they wait for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from campaigns import drafts
from campaigns.ledger import journal
from campaigns.models import Role, Seat
from campaigns.pages import Frame, frame_of
from campaigns.seats.who import who_sits
from campaigns.teams import rights, signatures, signing
from campaigns.teams.team import SideTeam, is_altered, team_of
from rules.contract import GameView, RailRow, Refused, Step
from rules.engine.tasks import CheckTask, RollTask

HERE, COMING = "here", "coming"


@dataclass(frozen=True)
class TeamMate:
    """Somebody of the side with his part; the overall commander is marked."""

    number: int
    name: str
    title: str
    part: str
    overall: bool
    commands: bool
    mine: bool


@dataclass(frozen=True)
class OpenStep:
    """A step of the stage in hand that is not done: whose it is, who saved its draft when, and what it waits for."""

    step: Step
    whose: str
    by: str
    at: datetime | None
    missing: str

    @property
    def here(self) -> bool:
        """Whether it is the one that waits for the side."""
        return self.step.status == HERE


@dataclass(frozen=True)
class TeamPage:
    """Who of the reader's side does what. `assignments` are the steps and stages that can be assigned, each with its
    title and the seat that has it now, by their keys in `SideTeam.given`; `refusal` says why nothing was done.

    `signs_alone`: two should sign, but the side has nobody who could be the second. `altered`: the stored team can't be
    read any more, because somebody wrote into the database.
    """

    frame: Frame
    stage: str
    waits: str
    steps: Sequence[OpenStep]
    mates: Sequence[TeamMate]
    assignments: Mapping[str, tuple[str, int]]
    revision: int
    hands_out: bool
    two_sign: bool
    signs_alone: bool
    signers: Sequence[int]
    refusal: Refused | None
    altered: bool

    @property
    def overall(self) -> str:
        """The overall commander's name."""
        return next((mate.name for mate in self.mates if mate.overall), "")

    @property
    def others(self) -> Sequence[TeamMate]:
        """The commanders whom the role of the overall commander can be handed on to."""
        return [mate for mate in self.mates if mate.commands and not mate.overall] if self.hands_out else []

    @property
    def adjutants(self) -> Sequence[tuple[int, str]]:
        """The adjutants of the side, by the numbers of their seats."""
        return [(mate.number, mate.name) for mate in self.mates if not mate.commands]

    @property
    def who_signs(self) -> str:
        """The names of those who may sign."""
        return ", ".join(mate.name for mate in self.mates if mate.number in self.signers)


def team_page(seat: Seat, refusal: Refused | None = None) -> TeamPage:
    """The team of the seat's side, from the public room and its own."""
    frame, team = frame_of(seat), team_of(seat)
    view = frame.system.view(journal.load_state(seat.campaign, {seat.side}), seat.side)
    rail = view.rail if seat.campaign.running else ()
    # The open steps of the stage in hand, and the other stages.
    assignments: dict[str, tuple[str, int]] = {}
    for row in rail:
        key = f"step:{row.step.key}" if row.part else f"stage:{row.stage}"
        if not row.part or row.step.status in (HERE, COMING):
            assignments[key] = (gettext(row.step.title), team.given.get(key, 0))
    return TeamPage(
        frame=frame,
        stage=view.public.stage_title,
        waits=view.waits if seat.campaign.running else "",
        steps=tuple(_open_steps(seat, team, view, rail)),
        mates=tuple(_mates(seat, team)),
        assignments=assignments,
        revision=team.revision,
        hands_out=rights.may_hand_out(seat, team),
        two_sign=team.two_sign,
        signs_alone=team.two_sign and not signing.asks_two(seat),
        signers=sorted(signing.signers(seat, team)),
        refusal=refusal,
        altered=is_altered(seat),
    )


def _mates(seat: Seat, team: SideTeam) -> Iterator[TeamMate]:
    overall = rights.overall_of(seat, team)
    for each in rights.mates_of(seat):
        name, title = who_sits(seat.campaign, each.number)
        yield TeamMate(
            number=each.number,
            name=name,
            title=title,
            part=team.parts.get(each.number, ""),
            overall=each.number == overall,
            commands=each.role == Role.COMMANDER,
            mine=each.number == seat.number,
        )


def _open_steps(seat: Seat, team: SideTeam, view: GameView, rail: Sequence[RailRow]) -> Iterator[OpenStep]:
    """The step that waits, wherever it stands, and those behind it in its stage."""
    rows = [row for row in rail if row.part and row.step.status in (HERE, COMING)]
    waiting = view.current if seat.campaign.running else None
    if waiting and waiting.spec.key not in {row.step.key for row in rows}:  # a reaction is part of no stage
        spec = waiting.spec
        rows.insert(0, RailRow(Step(spec.key, spec.rule, spec.title, HERE), "", True))
    drafts_by_step = drafts.saved_each(seat, [row.step.key for row in rows])
    for row in rows:
        draft = drafts_by_step.get(row.step.key)
        number = team.whose(row.step.key, row.stage)
        yield OpenStep(
            step=row.step,
            whose=who_sits(seat.campaign, number)[0] if number else "",
            by=draft.by if draft else "",
            at=draft.version.at if draft else None,
            missing=_missing(view, row.step, draft, signatures.signing_at(seat, draft)),
        )


def _missing(view: GameView, step: Step, draft: drafts.SavedDraft | None, signed: signatures.Signing | None) -> str:
    """What a step waits for, in a sentence."""
    if step.status != HERE or view.current is None:
        return gettext("It comes after the steps above.")
    if draft and draft.beside:
        return gettext("Its draft has several versions: somebody has to choose between them.")
    if signed and signed.by:
        return gettext("%(name)s has signed it: a second of you, a commander, has to sign it too.") % {
            "name": signed.by
        }
    if isinstance(view.current.task, RollTask):
        return gettext("A commander has to roll.")
    if isinstance(view.current.task, CheckTask):
        return gettext("A commander has to say that it is done.")
    if draft is None:
        return gettext("Nothing is entered yet.")
    return gettext("A commander has to commit what is entered.")
