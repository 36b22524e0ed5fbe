"""What pages show of a mission: its numbers, the order of battle, what lies on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.contract import SideView
from rules.engine.staged import StagedView
from rules.engine.standing import Facts, PublicView
from rules.systems.orsha_missions.acts import score
from rules.systems.orsha_missions.printed import ENEMY, FRIENDLY, parts
from rules.systems.orsha_missions.state import Context, PublicRoom, SecretRoom
from rules.systems.orsha_missions.tasks import numbers_of
from rules.text import gettext


def figures(ctx: Context) -> Iterator[tuple[str, str]]:
    """The numbers of the mission and what else is on record, by label."""
    public, points = ctx.public, score(ctx)
    yield gettext("Game Turn"), str(public.turn)
    yield gettext("Victory Points"), f"FRIENDLY {points[FRIENDLY]}, ENEMY {points[ENEMY]}"
    yield from numbers_of(ctx)
    for key, value in public.facts.items():
        part = parts()[key]
        yield gettext(part.label), gettext(value) if part.table or part.options else value
    yield gettext("Mapboards"), ", ".join(public.boards)
    yield gettext("Minefields"), ", ".join(public.mines)
    yield gettext("Wrecks rolled for"), str(public.number("wrecks") or "")
    yield gettext("Under Recall"), ", ".join(public.recalled)
    yield gettext("ENEMY reinforcements"), gettext("a dr in each ENEMY RPh") if public.number("reinforcement") else ""


def forces(public: PublicRoom) -> dict[str, int]:
    """The order of battle: how many of each counter."""
    counts = Counter[str]()
    for line in public.units:
        counts[line.name] += line.number
    return dict(counts)


@dataclass(frozen=True)
class MissionPublic(PublicView):
    """The mission as its own page shows it."""

    room: PublicRoom | None = None

    @property
    def facts(self) -> Sequence[Facts]:
        """The numbers, the order of battle, and what of the mission is kept at the table."""
        if self.room is None:
            return ()
        ctx = Context(self.room, SecretRoom(""))
        return (
            Facts(gettext("The mission"), tuple((label, value) for label, value in figures(ctx) if value)),
            Facts(gettext("Order of battle"), tuple((name, str(number)) for name, number in forces(self.room).items())),
            Facts(
                gettext("To keep at the table"), tuple((note.rule, gettext(note.text)) for note in ctx.mission.notes)
            ),
        )


@dataclass(frozen=True)
class MissionView(StagedView[MissionPublic, SideView, Context]):
    """All a page may show."""

    def facts(self, mine: SideView) -> Iterator[tuple[str, str]]:
        """The numbers, and the order of battle in short."""
        if self.ctx is None:
            return
        yield from figures(self.ctx)
        counted = forces(self.ctx.public).items()
        yield gettext("Order of battle"), ", ".join(f"{number} x {name}" for name, number in counted)

    def cycle(self, ctx: Context) -> Sequence[str]:
        """What is asked now alone: a mission goes as its board goes."""
        return (ctx.stage,)
