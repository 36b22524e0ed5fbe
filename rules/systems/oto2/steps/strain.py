"""What the campaign has cost a side so far, as the dice of 7.515 and 7.516 ask for it."""

from __future__ import annotations

from rules.parts.refit.steps import renewal
from rules.parts.refit.words import Deed
from rules.systems.oto2 import score
from rules.systems.oto2.desk import Desk


def _elr_facts(desk: Desk) -> dict[str, int]:
    """7.516: what was won and bought on the date before, and all that was played and suffered."""
    elite = desk.book.elite_groups(desk.side)
    bought = [g for g in desk.mine.groups if g.date == desk.date - 1 and not g.given and g.rg in elite]
    return {
        "won": desk.before.winner == desk.side,
        "elite": len(bought),
        "scenarios": desk.date,
        "cvp_suffered": score.suffered(desk.public, desk.side),
    }


STEPS: tuple[Deed[Desk], ...] = (renewal.points(lambda desk: {}), renewal.elr(_elr_facts))
