"""What a side has entered on its battle pad: encrypted drafts of its room, each entry once, under its device's id.

Nobody but the side knows of an entry before it is recorded. Each recording closes a draft and the next entry begins
another one, so that undoing the recording brings its entries back onto the pad.
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
"""What can be entered of hexes of the map, with the label of its button."""
ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
ANYTHING = re.compile(r".*", re.DOTALL)
MOST, LONGEST_NOTE, LONGEST_WORD, LONGEST_KEY = 600, 200, 160, 40
MOST_UNDONE = 10 * MOST
"""The most ids of undone entries, undos and numbers that a scenario's pads remember."""
NUMBERED = re.compile(rf"({ID.pattern}) ([1-9]\d?)")
"""The text of a TIMES entry: the id of another entry, and how many counters that befell."""


@dataclass(frozen=True)
class KeptEntry:
    """Something entered on a pad: `what` befell `times` counters of the tile `on`.

    For a key of GROUND, `on` is a list of hexes; for a NOTE its text; for an UNDO the id of another entry; for TIMES
    see NUMBERED; for PLACED the Location, a blank and the tile. `scenario` is the number of the date whose scenario was
    played, `by` the user who entered it.
    """

    id: str
    what: str
    on: str
    scenario: int
    by: str = ""
    times: int = 1

    @property
    def text(self) -> str:
        """A note, or what was entered of hexes, in words."""
        return f"{gettext(GROUND[self.what])}: {self.on}" if self.what in GROUND else self.on

    @property
    def tap(self) -> PadEntry:
        """An entry about counters as the game takes it."""
        place, _, tile = self.on.partition(" ") if self.what == PLACED else ("", "", self.on)
        return PadEntry(self.id, self.what, tile, place, self.times)

    @classmethod
    def posted(cls, value: object, by: str) -> KeptEntry | None:
        """The entry that a device sent as `value`; None if that is none."""
        if not isinstance(value, Mapping):
            return None
        key, what, on, scenario = (value.get(name) for name in ("id", "what", "on", "scenario"))
        if not (isinstance(key, str) and ID.fullmatch(key) and isinstance(what, str) and isinstance(on, str)):
            return None
        on = on.strip()
        if len(what) > LONGEST_KEY or not 0 < len(on) <= (LONGEST_NOTE if what == NOTE else LONGEST_WORD):
            return None
        if not isinstance(scenario, int) or not 0 <= scenario < 10**6 or any(map(unwritable, what + on)):
            return None
        fits = {UNDO: ID, TIMES: NUMBERED}.get(what, ANYTHING).fullmatch(on)
        return cls(key, what, on, scenario, by) if fits else None


@dataclass(frozen=True)
class SidePad:
    """The entries of a side in the scenario in hand that wait to be recorded, and the ids of all others.

    `step` is the key of their draft, `more` those of further drafts, which are merged into it after a recording was
    undone. `recorded` are the ids of recorded entries, `undone` those of undone ones.
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
        """The pad as stored; `drafts_by_step` are drafts of the side already read, among them all those of the pad."""
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
        """The entries about counters."""
        return [each.tap for each in self.entries if each.what not in (NOTE, *GROUND)]

    @property
    def notes(self) -> list[str]:
        """The texts for the side's journal: notes, and the hexes of fires and wrecks."""
        return [each.text for each in self.entries if each.what in (NOTE, *GROUND) and each.what != TAKEN]

    @property
    def taken(self) -> list[str]:
        """The lists of hexes the side took, as typed."""
        return [each.on for each in self.entries if each.what == TAKEN]

    @property
    def revision(self) -> str:
        """A digest of the entries, which changes with each of them."""
        ids = " ".join([*(each.id for each in self.entries), "|", *sorted(self.undone), "|", self.step])
        return hashlib.sha256(ids.encode()).hexdigest()[:16]

    @property
    def data(self) -> dict[str, object]:
        """The pad as its draft stores it."""
        return {"entries": [asdict(each) for each in self.entries], "gone": sorted(self.undone)}

    def with_entry(self, entry: KeptEntry) -> SidePad:
        """The pad with `entry` added, unchanged if it has had that one before; raises Refused if it can't be on it."""
        if entry.id in self.undone | self.recorded or any(each.id == entry.id for each in self.entries):
            return self
        if entry.scenario != self.scenario:
            if was_settled(self.seat, entry):
                return self
            raise Refused(
                gettext("This was entered in a scenario that is over."),
                way_out=gettext("If it is missing in the record, enter it under Forces or propose a correction."),
            )
        if entry.what in (UNDO, TIMES) and len(self.undone) >= MOST_UNDONE:
            raise Refused(
                gettext("%(most)s entries of this scenario were undone or changed, the most there can be.")
                % {"most": MOST_UNDONE},
                way_out=gettext("Record what is on the pad, and put it right under Forces."),
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


def was_settled(seat: Seat, entry: KeptEntry) -> bool:
    """Whether an entry of a scenario that is over was recorded or undone in it.

    It is sent again if the device never got the answer.
    """
    pad = SidePad.of(seat, entry.scenario)
    return entry.id in pad.undone | pad.recorded


def steps_of(scenario: int) -> str:
    """The prefix of the keys of a scenario's drafts."""
    return f"{STEP}-{scenario}-"


def never_recorded(seat: Seat, scenario: int | None) -> tuple[KeptEntry, ...]:
    """What a side entered and never recorded in scenarios other than `scenario`, the one in hand, if any."""
    drafts_by_step = drafts.done_and_saved(seat, f"{STEP}-")
    over = (
        step for step, (_, act) in drafts_by_step.items() if act is None and not step.startswith(f"{STEP}-{scenario}-")
    )
    order = sorted(over, key=lambda step: [int(part) for part in step.split("-")[1:]])
    return tuple(KeptEntry(**each) for step in order for each in drafts_by_step[step][0].data["entries"])


def _number(step: str) -> int:
    return int(step.rpartition("-")[2])
