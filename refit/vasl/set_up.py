"""A side's next set-up for VASL: the list from which its browser makes a log, and labels for vasl-templates."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass

from django.utils.html import escape
from django.utils.translation import gettext

from campaigns import pages as campaign_pages
from refit.vasl.pages import SideReader
from rules.features.saved_games import WantedCounter


@dataclass(frozen=True)
class SetUpPage:
    """The page of a set-up. `nations` is JSON for its script; the template turns `boards` and `counters` into JSON."""

    frame: campaign_pages.Frame
    nations: str
    boards: Mapping[str, Mapping[str, float]]
    wanted: tuple[WantedCounter, ...]

    @classmethod
    def of(cls, reader: SideReader) -> SetUpPage:
        """The page for a member of the side; all on it comes from the side's own room."""
        system, frame = reader.system, campaign_pages.frame_of(reader.seat)
        boards = {name: dict(numbers) for name, numbers in system.boards.items()}
        wanted = tuple(system.set_up(reader.state, reader.seat.side))
        return cls(frame, json.dumps(dict(system.nations)), boards, wanted)

    @property
    def counters(self) -> list[dict[str, object]]:
        """The counters as the script takes them."""
        return [asdict(each) for each in self.wanted]

    @property
    def total(self) -> int:
        """How many counters there are."""
        return sum(each.count for each in self.wanted)

    @property
    def placed(self) -> int:
        """How many of them have a Location."""
        return sum(each.count for each in self.wanted if each.hex)

    @property
    def hidden(self) -> int:
        """How many of them are to be hidden."""
        return sum(each.count for each in self.wanted if each.hidden)


def labels(side: str, wanted: Iterable[WantedCounter]) -> str:
    """A scenario for vasl-templates, as JSON, with just a set-up note for each group of `side`."""
    groups: dict[str, list[str]] = {}
    for each in wanted:
        groups.setdefault(each.group, []).append(f"{each.count} × {each.names[0]}" if each.count > 1 else each.names[0])
    notes = [
        {"caption": f"<b>{escape(group or gettext('Other counters'))}</b>: {escape(', '.join(lines))}", "width": ""}
        for group, lines in groups.items()
    ]
    return json.dumps({"PLAYER_1": side, "OB_SETUPS_1": notes}, ensure_ascii=False, indent=1)
