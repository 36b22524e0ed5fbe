"""The check of a campaign, stored so that the next one goes on from where it was.

Stored is the state of the script's check before its end, with a digest of all rows that it had read. The database
computes that digest anew at each look: if a row was altered since, the check begins from the start, and has to find in
the chain the head that was there before. Nobody can forge a stored check by SQL: it is encrypted with the keys of the
rooms and a master key. An older one put back covers fewer rows, and the rest is checked.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.models import Max
from django.utils.translation import gettext, gettext_noop
from pydantic import TypeAdapter

from campaigns.ledger import campaign_file, crypto, form, verify_campaign
from campaigns.ledger.crypto import CryptoError
from campaigns.ledger.verify_campaign import Chain, Part, RoomEntry, SeatTaken, canonical, results_of
from campaigns.models import Campaign, JournalEntry
from campaigns.verify.models import KeptCheck
from rules import registry
from rules.contract import PUBLIC

# Functions are named with their schema, so that no other one of that name can be put before them.
DIGESTS = """
SELECT
    pg_catalog.sha256(pg_catalog.string_agg(row.digest, ''::bytea ORDER BY row.sequence)),
    pg_catalog.sha256(pg_catalog.string_agg(row.digest, ''::bytea ORDER BY row.sequence)
        FILTER (WHERE row.sequence <= %s))
FROM (
    SELECT entry.sequence, pg_catalog.sha256(pg_catalog.record_send(entry)) AS digest
    FROM campaigns_journalentry AS entry
    WHERE entry.campaign_id = %s AND entry.room = ANY(%s) AND entry.sequence <= %s
    OFFSET 0
) AS row
"""
OTHER_PAST = gettext_noop(
    "This server has checked another journal of this campaign, up to the proof code %(head)s: "
    "what led up to it was written anew, or the end was cut off."
)


@dataclass(frozen=True)
class Checkpoint:
    """What the check knows between two acts, by its own names; links are read from the rows again.

    Of an act it still needs how many public entries there were since, whose it was, and whether dice were cast in it.
    """

    parts: dict[str, Part]
    acts: list[tuple[int, str, bool]]
    seats: dict[int, SeatTaken]
    offers: dict[int, dict[str, object]]
    replaceable: dict[int, set[str]]
    vacant: set[str]
    offered: int
    rewinds: int
    epoch: int
    chains: dict[str, Chain]
    coming: dict[str, tuple[int, Chain]]
    finished: dict[str, str]
    fresh: set[str]
    turns: list[tuple[tuple[str, str], int]]
    locks: dict[str, int]
    key: str | None
    asked: dict[str, object] | None
    over: bool
    drew: bool
    rolled_on: set[str]
    at: str
    head: str
    entries: dict[str, list[RoomEntry]]
    room_head: dict[str, str]


@dataclass(frozen=True)
class Kept:
    """A check as it is stored: up to which row and public head, and digests of those rows and of all else it read."""

    last: int
    rows: str
    rest: str
    number: int
    head: str
    found: Checkpoint


KEPT = TypeAdapter(Kept)


@dataclass(frozen=True)
class CheckedCampaign:
    """The result of a check, and for each public link the number of its act in the reader's file."""

    parts: Sequence[Part]
    links: Sequence[tuple[int, str]]


class Look:
    """One look at a campaign: the stored check, whether it is still valid, and what came since.

    `keys` are the rooms whose entries are read; they have to be open.
    """

    def __init__(self, campaign: Campaign, keys: Collection[str]) -> None:
        self.campaign = campaign
        self.keys = [PUBLIC, *(side for side in registry.get(campaign.system).sides if side in keys)]
        self.rows = JournalEntry.objects.filter(campaign=campaign, room__in=self.keys)
        # Digests come first, so that the next look finds what is altered while the rows are read.
        self.last = self.rows.aggregate(last=Max("sequence"))["last"] or 0
        # A digest of what a check reads besides the rows: the founding, the seed once it is out, and the script.
        tables = form.table_digests(form.table_rows(registry.get(campaign.system), campaign.options))
        seed = crypto.seed_of(campaign).hex() if campaign.ended else None
        self.rest = hashlib.sha256(canonical([campaign.founding, tables, seed, list(self.keys), _script()])).hexdigest()
        self.kept = self._opened()
        # A digest of all rows, and of those up to sequence `before`.
        with connection.cursor() as cursor:
            cursor.execute(DIGESTS, [self.kept.last if self.kept else 0, self.campaign.pk, self.keys, self.last])
            newest, digest_before = (bytes(each or b"").hex() for each in cursor.fetchone())
        self.digest, before = newest, digest_before
        holds = self.kept and self.kept.last <= self.last and (self.kept.rows, self.kept.rest) == (before, self.rest)
        self.since = self.kept if holds else None

    @property
    def unchecked(self) -> int:
        """How many entries the check still has to read."""
        return self.rows.filter(sequence__gt=self.since.last if self.since else 0).count()

    def check(self, heads: Sequence[str]) -> CheckedCampaign:
        """Check all that can be read in these rooms, and the `heads` that somebody wrote down."""
        before = self.since.found if self.since else None
        file = campaign_file.export(
            self.campaign,
            self.keys,
            with_seed=self.campaign.ended,
            after=self.since.last if self.since else 0,
            rolled_on=before.rolled_on if before else (),
        )
        run = _GoesOn(file, before, self._links(self.since.number) if self.since else {})
        parts = run.run(heads)
        acts = {act["public"]: number for number, act in reversed([*enumerate(run.acts, 1)])}
        return self._done(
            CheckedCampaign(parts, [(acts[public], link) for public, link in run.links.items()]), run.stood
        )

    def _done(self, checked: CheckedCampaign, basis: Checkpoint | None) -> CheckedCampaign:
        """Look for the head of an invalid stored check; store the check, unless something is wrong."""
        lost = self.kept if self.kept and not self.since and self.kept.head else None
        if lost and lost.head not in {link for _, link in checked.links}:
            _chain(checked.parts).faults.append(gettext(OTHER_PAST) % {"head": f"{lost.number}:{lost.head[:32]}"})
        elif (
            basis and not any(part.faults for part in checked.parts) and (not self.since or self.since.last < self.last)
        ):
            number, head = max(self._links().items(), default=(0, ""))
            body = zlib.compress(KEPT.dump_json(Kept(self.last, self.digest, self.rest, number, head, basis)), level=1)
            for key in self._locks():
                body = crypto.encrypt(key, body, self._label)
            row = KeptCheck(**self._place, body=crypto.wrap(body, self._label))
            KeptCheck.objects.bulk_create(
                [row], update_conflicts=True, unique_fields=["campaign", "rooms"], update_fields=["body"]
            )
        return checked

    def _links(self, upto: int | None = None) -> dict[int, str]:
        """The public links by the number of the entry they stand at."""
        entries = JournalEntry.objects.filter(campaign=self.campaign, room=PUBLIC, sequence__lte=self.last)
        entries = entries.exclude(link="").order_by("number")
        return dict((entries if upto is None else entries.filter(number__lte=upto)).values_list("number", "link"))

    # stored -----------------------------------------------------------------------------------------------------------

    @property
    def _place(self) -> dict[str, object]:
        return {"campaign": self.campaign, "rooms": ",".join(self.keys)}

    @property
    def _label(self) -> str:
        return f"{self.campaign.public_id} {','.join(self.keys)} check"

    def _locks(self) -> list[bytes]:
        """The keys of the sides' rooms; that of the public room protects nothing here."""
        return [crypto.key_of(self.campaign, crypto.room_of(self.campaign, side)) for side in self.keys[1:]]

    def _opened(self) -> Kept | None:
        """The stored check; None if there is none, or if it does not open."""
        row = KeptCheck.objects.filter(**self._place).first()
        try:
            body = crypto.unwrap(row.body, self._label) if row else b""
            for key in reversed(self._locks() if row else []):
                body = crypto.decrypt(key, body, self._label)
        except CryptoError:
            return None
        return KEPT.validate_json(zlib.decompress(body)) if row else None


class _GoesOn(verify_campaign.Check):
    """The script's check of a file that holds only the acts since an earlier check.

    `stood` is the checkpoint for the next check, None if nothing came since.
    """

    def __init__(self, file: Mapping[str, object], before: Checkpoint | None, links: Mapping[int, str]) -> None:
        super().__init__(file)
        self._before, self._links_before = before, links
        self.stood: Checkpoint | None = None

    def _header(self) -> None:
        super()._header()
        if self._before:
            vars(self).update(vars(self._before))
            self.links, self.turns = dict(self._links_before), dict(self._before.turns)
            self.acts = [
                {"public": public, "side": side, "draws": dice, "events": ()}
                for public, side, dice in self._before.acts
            ]
            if self.asked:
                self.asked["agreed"] = {*self.asked["agreed"]}

    def _end(self) -> None:
        earlier = self._before.acts if self._before else []
        since = [(act["public"], act["side"], _has_dice(act)) for act in self.acts[len(earlier) :]]
        if since or not self._before:
            self.stood = Checkpoint(
                **{each.name: getattr(self, each.name) for each in fields(Checkpoint)}
                | {
                    "parts": deepcopy(self.parts),  # the end adds to them what has to wait
                    "acts": [*earlier, *since],
                    "turns": [*self.turns.items()],
                }
            )
        super()._end()


def _chain(parts: Sequence[Part]) -> Part:
    return next(part for part in parts if part.title == verify_campaign.PARTS["chain"])


def _has_dice(act: Mapping[str, Any]) -> bool:
    return bool(act.get("draws")) or any(True for event in act["events"] for _ in results_of(event["data"]))


@cache
def _script() -> str:
    return hashlib.sha256(Path(verify_campaign.__file__).read_bytes()).hexdigest()
