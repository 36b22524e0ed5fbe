"""CG End (12.3): both sides open their books, and say who has won where nothing else tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel import PUBLIC, Event, Luck
from rules.parts.refit.words import Deed
from rules.parts.stages import Taken
from rules.parts.tasks import CheckTask, Field, FormTask
from rules.systems.votg import ending
from rules.systems.votg.desk import Desk


def _left(desk: Desk) -> dict[str, int]:
    """What a side had left."""
    now = desk.line
    return {"cpp": now.ledger.next_start, "support": now.support.left, "counters": len(desk.mine.on_hand)}


def _task(desk: Desk) -> CheckTask | FormTask:
    said = desk.said("books")
    lines = tuple(f"{said[key]}: {number}" for key, number in _left(desk).items() if key != "support" or desk.german)
    if ending.at_end(desk.public, desk.book):
        return CheckTask(desk.button("books"), lines=lines, counters=False)
    first = next(iter(desk.book.names))
    return FormTask(desk.button("books"), (_winner(desk, first),), (*_conditions(desk), *lines))


def _winner(desk: Desk, proposed: str) -> Field:
    """Who has won where nothing but the sides can tell."""
    said = desk.said("books")
    options = (*desk.book.names.items(), ("", said["nobody"]))
    return Field("winner", said["winner"], "select", proposed, options=options, rule=desk.rule("books"))


def _conditions(desk: Desk) -> tuple[str, ...]:
    """How the campaign is won, in the owner's words if he typed them in."""
    words = desk.book.game.victory.campaign
    return (words,) if words else ()


def _open(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    task = _task(desk)
    claim = {"winner": task.read(data)["winner"]} if isinstance(task, FormTask) else {}
    return Taken([Event("books.opened", PUBLIC, {"side": desk.side, "left": _left(desk), **claim})])


# where they name different ones -----------------------------------------------------------------


def _verdict_task(desk: Desk) -> FormTask:
    said, names, claims = desk.said("verdict"), desk.book.names, desk.public.ending.claims
    named = (said["claim"].format(names[side], names.get(claims[side], desk.said("books")["nobody"])) for side in names)
    return FormTask(desk.button("verdict"), (_winner(desk, claims[desk.side]),), (*_conditions(desk), *named))


def _name(desk: Desk, data: Mapping[str, Any], luck: Luck) -> Taken:
    winner = _verdict_task(desk).read(data)["winner"]
    return Taken([Event("winner.named", PUBLIC, {"side": desk.side, "winner": winner})])


VERDICT: tuple[Deed[Desk], ...] = (Deed("verdict", _verdict_task, {"enter": _name}),)
STEPS: tuple[Deed[Desk], ...] = (Deed("books", _task, {"enter": _open, "done": _open}),)
