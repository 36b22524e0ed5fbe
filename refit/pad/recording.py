"""Store what is entered on a battle pad, and record it as an act of the side at the end of the battle."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.translation import gettext

from campaigns import access, drafts
from campaigns.actions import OrderResult, save_draft, submit_order
from campaigns.guards import check_commander
from campaigns.ledger import journal
from refit import steps
from refit.pad.kept import KeptEntry, SidePad
from refit.pad.pages import SideAtPad
from rules.contract import Refused
from rules.ground.painting import HEXES

PLAY = "play"
"""The key of the scenario's step, which takes a note for the side's journal and, on a map, the hexes the side took."""


@dataclass
class Taken:
    """What became of entries that a device sent: the ids not to be sent again, and the refusals of others, by id."""

    accepted: list[str] = field(default_factory=list)
    refused: dict[str, Refused] = field(default_factory=dict)


def take(at: SideAtPad, pad: SidePad, entries: Iterable[KeptEntry]) -> Taken:
    """Store what a device sent, each entry once and in order; a refused entry does not keep others out."""
    taken, after = Taken(), pad
    for each in entries:
        try:
            at.check(each)
            after = after.with_entry(each)
            taken.accepted.append(each.id)
        except Refused as no:
            taken.refused[each.id] = no
    if after != pad:
        save(after)
    return taken


def save(pad: SidePad) -> None:
    """Save a pad as a single draft and drop its other drafts; its seat has to be locked."""
    save_draft(step=pad.step, data=pad.data, by=pad.seat)
    drafts.drop(pad.seat.campaign, pad.seat.side, pad.more)


def record(at: SideAtPad, pad: SidePad, seen: str) -> OrderResult:
    """Record what is on a pad; raises Refused if its page showed another revision (`seen`). The seat has to be locked.

    Notes and the hexes the side took go into the draft of the scenario's step, where they can be changed before they
    get into the journal and onto the map.
    """
    check_commander(at.seat)
    if seen != pad.revision:
        raise Refused(
            gettext("More has been entered on this pad since you opened the page, so nothing was recorded."),
            way_out=gettext("Look over the entries below, then press again."),
        )
    save(pad)  # as one draft, so that undoing the act brings all of it back
    done = submit_order(
        order=at.system.pad_order(at.state, at.seat.side, pad.taps),
        by=at.seat,
        seen=journal.entry_count(at.seat.campaign, access.rooms_of(at.seat)),
        step=pad.step,
        typed=pad.data,
        state=at.state,
    )
    if (pad.notes or pad.taken) and steps.key_of(steps.current_step(at.seat, done.state)) == PLAY:
        before = drafts.saved(at.seat, PLAY)
        typed = dict(before.data) if before else {}
        for name, separator, more in (("note", "; ", pad.notes), (HEXES, ", ", pad.taken)):
            typed[name] = _with(str(typed.get(name, "")), more, separator)
        # With the stamp of the draft it replaces, the versions kept beside that one stay.
        save_draft(step=PLAY, data=typed, by=at.seat, stamp=drafts.Stamp(before.revision) if before else None)
    return done


def _with(stands: str, more: Iterable[str], separator: str) -> str:
    """A text of entries with `more` behind it, but for those that it has already, as after an undone recording."""
    has = f"{separator}{stands}{separator}"
    new = (each for each in more if f"{separator}{each}{separator}" not in has)
    return separator.join(filter(None, [stands, *new]))
