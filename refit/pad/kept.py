"""What a side has entered on its battle pad: sealed drafts of its room, each entry once under the id its device made.

Nobody but the side knows of an entry before it is recorded. Each recording closes a draft and the next entry begins
another one, so that taking the recording back has its entries on the pad again.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from uuid import UUID

from django.utils.translation import gettext, gettext_noop

from campaigns import drafts
from campaigns.models import Seat
from rules.contract import Refused
from rules.features.battle_pad import PLACED, PadEntry
from rules.text import unwritable

STEP = "pad"
UNDO, NOTE, TAKEN, TIMES = "undo", "note", "taken", "times"
GROUND: Mapping[str, str] = {
    TAKEN: gettext_noop("Taken"),
    "fire": gettext_noop("Fire"),
    "wreck": gettext_noop("Wreck"),
}
"""What is entered of hexes of the map, in the words of its button."""
ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
MOST, LONGEST_NOTE, LONGEST_WORD = 600, 200, 160
NUMBERED = re.compile(rf"({ID.pattern}) ([1-9]\d?)")
"""What is entered of an entry that befell so many counters: its id and how many."""


@dataclass(frozen=True)
class KeptEntry:
    """Something entered on a pad: `what` befell the tile `on`, or is so in these hexes (GROUND); a NOTE with that text,
    or the UNDO of that id, or how many TIMES that of an id was so. Before the tile of a counter that was PLACED stands
    its Location.

    `scenario` is the line of the campaign in whose scenario it was entered, `by` who did it; it befell so many `times`.
    """

    id: str
    what: str
    on: str
    scenario: int
    by: str = ""
    times: int = 1

    @property
    def text(self) -> str:
        """A note, or what is so in which hexes."""
        return f"{gettext(GROUND[self.what])}: {self.on}" if self.what in GROUND else self.on

    @property
    def tap(self) -> PadEntry:
        """The same as the game has it, of what is about a counter."""
        place, _, tile = self.on.partition(" ") if self.what == PLACED else ("", "", self.on)
        return PadEntry(self.id, self.what, tile, place, self.times)

    @classmethod
    def posted(cls, value: object, by: str) -> KeptEntry | None:
        """What a device sent; None if it is no entry."""
        if not isinstance(value, Mapping):
            return None
        key, what, on, scenario = (value.get(name) for name in ("id", "what", "on", "scenario"))
        if not (isinstance(key, str) and ID.fullmatch(key) and isinstance(what, str) and isinstance(on, str)):
            return None
        if not isinstance(scenario, int) or not 0 <= scenario < 10**6 or any(map(unwritable, what + on)):
            return None
        if what == TIMES and not NUMBERED.fullmatch(on):
            return None
        most = LONGEST_NOTE if what == NOTE else LONGEST_WORD
        return cls(key, what, on.strip(), scenario, by) if 0 < len(on.strip()) <= most and len(what) <= 40 else None


@dataclass(frozen=True)
class SidePad:
    """The entries of a side in the scenario in hand: those that wait to be recorded, and what is known of all others.

    `step` is the draft they are in, `more` are drafts that became one with it when a recording was taken back.
    `recorded` are the ids of what was recorded, `undone` those that were undone.
    """

    seat: Seat
    scenario: int
    entries: tuple[KeptEntry, ...] = ()
    undone: frozenset[str] = frozenset()
    recorded: frozenset[str] = frozenset()
    step: str = ""
    more: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        seat: Seat,
        scenario: int,
        drafts_by_step: Mapping[str, tuple[drafts.SavedDraft, UUID | None]] | None = None,
    ) -> SidePad:
        """As it is kept; `drafts_by_step` are the drafts of the side that were read, if they hold those of its pad."""
        begins = steps_of(scenario)
        drafts_by_step = drafts.done_and_saved(seat, begins) if drafts_by_step is None else drafts_by_step
        order = sorted((step for step in drafts_by_step if step.startswith(begins)), key=_number)
        pending = [step for step in order if drafts_by_step[step][1] is None]
        packed = {step: drafts_by_step[step][0].data for step in order}
        recorded = frozenset(each["id"] for step in order if step not in pending for each in packed[step]["entries"])
        return cls(
            seat,
            scenario,
            tuple(KeptEntry(**each) for step in pending for each in packed[step]["entries"]),
            frozenset(each for step in order for each in packed[step]["gone"]),
            recorded,
            pending[-1] if pending else f"{begins}{_number(order[-1]) + 1 if order else 1}",
            tuple(pending[:-1]),
        )

    @property
    def taps(self) -> list[PadEntry]:
        """The entries that are about counters."""
        return [each.tap for each in self.entries if each.what not in (NOTE, *GROUND)]

    @property
    def notes(self) -> list[str]:
        """What is for the side's journal: its notes, and what burns or is wrecked where."""
        return [each.text for each in self.entries if each.what in (NOTE, *GROUND) and each.what != TAKEN]

    @property
    def taken(self) -> list[str]:
        """The hexes the side took, as lists."""
        return [each.on for each in self.entries if each.what == TAKEN]

    @property
    def revision(self) -> str:
        """What tells the pad as it is from what it was before and will be."""
        ids = " ".join([*(each.id for each in self.entries), "|", *sorted(self.undone), "|", self.step])
        return hashlib.sha256(ids.encode()).hexdigest()[:16]

    @property
    def data(self) -> dict[str, object]:
        """The same as its draft holds it."""
        return {"entries": [asdict(each) for each in self.entries], "gone": sorted(self.undone)}

    def with_entry(self, entry: KeptEntry) -> SidePad:
        """The pad with an entry more, or as it is if it has had that one; Refused where it can't be on it."""
        if entry.id in self.undone | self.recorded or any(each.id == entry.id for each in self.entries):
            return self
        if entry.scenario != self.scenario:
            before = SidePad.of(self.seat, entry.scenario)
            if entry.id in before.undone | before.recorded:
                return self  # the answer to it was lost
            raise Refused(
                gettext("This was entered in a scenario that is over."),
                way_out=gettext("If it is missing in the record, enter it under Forces or propose a correction."),
            )
        if entry.what == UNDO:
            if entry.on in self.recorded:
                raise Refused(
                    gettext("What this was to undo has been recorded."),
                    way_out=gettext("Take the recording back: its entries are on the pad again then."),
                )
            remaining = tuple(each for each in self.entries if each.id != entry.on)
            return replace(self, entries=remaining, undone=self.undone | {entry.on, entry.id})
        if entry.what == TIMES:
            of, times = entry.on.split()
            if of in self.recorded:
                raise Refused(
                    gettext("What this number was said of has been recorded."),
                    way_out=gettext("Take the recording back: its entries are on the pad again then."),
                )
            entries = (replace(each, times=int(times)) if each.id == of else each for each in self.entries)
            return replace(self, entries=tuple(entries), undone=self.undone | {entry.id})
        if len(self.entries) >= MOST:
            raise Refused(
                gettext("There are %(most)s entries on this pad, the most there can be.") % {"most": MOST},
                way_out=gettext("Record them; then there is room for more."),
            )
        return replace(self, entries=(*self.entries, entry))


def steps_of(scenario: int) -> str:
    """How the keys of a scenario's drafts begin."""
    return f"{STEP}-{scenario}-"


def never_recorded(seat: Seat, scenario: int | None) -> tuple[KeptEntry, ...]:
    """What a side entered in scenarios that are over and never recorded; `scenario` is the one in hand, if any."""
    drafts_by_step = drafts.done_and_saved(seat, f"{STEP}-")
    over = (
        step for step, (_, act) in drafts_by_step.items() if act is None and not step.startswith(f"{STEP}-{scenario}-")
    )
    order = sorted(over, key=lambda step: [int(part) for part in step.split("-")[1:]])
    return tuple(KeptEntry(**each) for step in order for each in drafts_by_step[step][0].data["entries"])


def _number(step: str) -> int:
    return int(step.rpartition("-")[2])
