"""Campaign files, written from a campaign and read as values. Only the script of the check validates them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from campaigns.ledger import crypto, doors, form, journal
from campaigns.ledger.acts import Act, Proof, draws_of
from campaigns.ledger.verify_campaign import HEADER, results_of
from campaigns.models import Campaign
from rules import registry
from rules.contract import PUBLIC, Event


@dataclass(frozen=True)
class CampaignFile:
    """A file in which the script of the check found no fault."""

    content: Mapping[str, Any]

    @property
    def founding(self) -> dict[str, object]:
        """The header of its campaign (see `form.header`), which all its links depend on."""
        return {name: self.content[name] for name in HEADER}

    @property
    def system(self) -> str:
        return str(self.content["system"])

    @property
    def edition(self) -> str:
        return str(self.content["edition"])

    @property
    def name(self) -> str:
        return str(self.content["name"])

    @property
    def options(self) -> dict[str, object]:
        return dict(self.content["options"])

    @property
    def rooms(self) -> list[str]:
        return list(self.content["rooms"])

    @property
    def seed(self) -> str | None:
        seed: str | None = self.content["seed"]
        return seed

    @property
    def blinds(self) -> dict[str, str]:
        """The sides' blinds as far as they are disclosed, by side."""
        return dict(self.content["blinds"])

    @property
    def seed_hash(self) -> str:
        return str(self.content["seed_hash"])

    @property
    def founded_at(self) -> datetime:
        return datetime.fromisoformat(self.content["founded_at"])

    @cached_property
    def acts(self) -> list[Act]:
        """Its acts, with their links and numbers."""
        return [_act_of(act) for act in self.content["acts"]]

    def plainly(self) -> dict[str, object]:
        """The file as it stands in JSON."""
        return dict(self.content)


def _act_of(act: Mapping[str, Any]) -> Act:
    return Act(
        tuple(Event(event["kind"], event["room"], event["data"]) for event in act["events"]),
        datetime.fromisoformat(act["at"]),
        act["by"],
        act["side"],
        Proof(draws_of(act.get("draws", ())), act.get("nonce", ""), act.get("room_link", "")),
        link=act["link"],
        seat=act["seat"],
        numbers=tuple(event["no"] for event in act["events"]),
        public=act["public"],
        room=act.get("room", 0),
        anchors=act["anchors"],
    )


def blinds_of(campaign: Campaign, sides: Collection[str]) -> dict[str, str]:
    """The blinds of those of these sides that have sat down; their rooms have to be open."""
    rooms = {side: crypto.room_of(campaign, side) for side in sides}
    return {side: doors.secrets_of(campaign, room).blind for side, room in rooms.items() if room.dice is not None}


def export(
    campaign: Campaign, keys: Collection[str], *, with_seed: bool, after: int = 0, rolled_on: Collection[str] = ()
) -> dict[str, object]:
    """A campaign's file for whoever may enter the rooms in `keys`.

    With `after`, the sequence of an entry, it has only the acts since then, and also the tables `rolled_on` before.
    """
    tables = {*rolled_on}
    acts = list(acts_in_file(campaign, keys, tables, after=after))
    return {**about(campaign, keys, tables, with_seed=with_seed), "acts": acts}


def acts_in_file(
    campaign: Campaign, keys: Collection[str], rolled_on: set[str], *, after: int = 0
) -> Iterator[dict[str, object]]:
    """The acts as they stand in a file, one by one; adds the ids of the tables they rolled on to `rolled_on`."""
    for act in journal.acts(campaign, keys, after=after):
        rolls = (roll for event in act.events for roll in results_of(event.data))
        rolled_on |= {roll["table"] for roll in rolls if roll.get("table")}
        yield form.in_file(act, own=act.side in keys)


def about(
    campaign: Campaign, keys: Collection[str], rolled_on: Collection[str], *, with_seed: bool
) -> dict[str, object]:
    """Everything in a file but the acts; `rolled_on` has the ids of the tables to include."""
    system, seed = registry.get(campaign.system), crypto.seed_of(campaign)
    rows = form.table_rows(system, campaign.options)
    sides = [side for side in system.sides if side in keys]
    return {
        **campaign.founding,
        "rooms": [PUBLIC, *sides],
        "seed": seed.hex() if with_seed else None,
        "blinds": blinds_of(campaign, sides) if with_seed else {},
        "anchor_keys": form.anchor_keys(seed, sides),
        "table_digests": form.table_digests(rows),
        "tables": {name: rows[name] for name in sorted(rolled_on)},
    }
