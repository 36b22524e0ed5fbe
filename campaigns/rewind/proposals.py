"""Going back by consent: one side proposes to undo everything from a public act on, and every other one agrees.

Nothing is deleted. Each room gets entries that take back its own since that act; the host's own entries (seats taken,
words for the dice, earlier rewinds) stay, and so do the numbers of the dice. What another side undoes in its own
room is told to nobody, nor how much it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop

from campaigns import event_texts
from campaigns.ledger import journal
from campaigns.ledger.acts import HOST_PREFIX, PROPOSED, REWOUND, Act, is_host_event, proposal_of
from campaigns.ledger.journal import VisibleEntry
from campaigns.models import Campaign, Seat
from rules import registry
from rules.contract import PUBLIC, Event, Refused

FAR, MOST = 60, 12
"""How many of the newest public entries are searched for acts to offer, and how many acts are offered at most."""
LONGEST_REASON = 200
REFUSED, WITHDRAWN = HOST_PREFIX + "rewind_refused", HOST_PREFIX + "rewind_withdrawn"
VERDICTS = {
    REWOUND: gettext_noop("agreed"),
    REFUSED: gettext_noop("refused"),
    WITHDRAWN: gettext_noop("withdrawn"),
}
OPEN, LAPSED = gettext_noop("waits for an answer"), gettext_noop("lapsed")


@dataclass(frozen=True)
class RewindProposal:
    """A rewind to just before the act that holds public entry `before`, as it stands in the journal.

    `what` is that act in a sentence, `name` who proposed it for his `side`; `agreed` are the sides that agreed so far.
    """

    number: int
    before: int
    what: str
    reason: str
    side: str
    name: str
    agreed: Sequence[str] = ()

    @property
    def payload(self) -> dict[str, object]:
        """The data of its event, whose actor is the proposer."""
        return {"rewind": self.number, "before": self.before, "what": self.what, "reason": self.reason}


@dataclass(frozen=True)
class RewindPoint:
    """A public act that can be gone back to: its first public entry, and what all know of it."""

    before: int
    entries: tuple[VisibleEntry, ...]


def open_proposal(campaign: Campaign) -> RewindProposal | None:
    """The proposal that waits for an answer; any other public entry ends it."""
    stored = campaign.summary.get("rewind")
    return RewindProposal(**stored) if stored else None


def unanswered(campaign: Campaign, proposal: RewindProposal) -> list[str]:
    """The sides that still have to agree to a proposal."""
    return [side for side in registry.get(campaign.system).sides if side not in (proposal.side, *proposal.agreed)]


def past_proposals(campaign: Campaign) -> list[tuple[RewindProposal, str]]:
    """Every proposal and what became of it, the newest first."""
    entries = [entry for entry in journal.entries(campaign, {PUBLIC}) if entry.event.kind.startswith(HOST_PREFIX)]
    answers = [entry.event for entry in entries if entry.event.kind in VERDICTS]
    verdicts = {int(str(event.data["rewind"])): VERDICTS[event.kind] for event in answers}
    if proposal := open_proposal(campaign):
        verdicts[proposal.number] = OPEN
    proposed = [entry for entry in entries if entry.event.kind == PROPOSED]
    past = [RewindProposal(**proposal_of(entry.event, entry.side, entry.actor)) for entry in proposed]
    return [(one, verdicts.get(one.number, LAPSED)) for one in reversed(past)]


def points(campaign: Campaign) -> list[RewindPoint]:
    """The last public acts that still count, the newest first."""
    window = max(journal.entry_count(campaign, {PUBLIC}) - FAR, 0)
    first = journal.entries(campaign, {PUBLIC}, after=window, limit=1)[0]
    latest = journal.since(campaign, {PUBLIC}, first.place)  # the first act as a whole, not cut at the window
    acts = [_point(list(group)) for _, group in groupby(latest, key=lambda entry: entry.act)]
    return [point for point in reversed(acts) if point][:MOST]


def point_at(campaign: Campaign, before: int) -> RewindPoint:
    """The act that begins with public entry `before`. Raises Refused if that can't be gone back to."""
    entries = journal.since(campaign, {PUBLIC}, before) if before > 0 else []
    at = _point([entry for entry in entries if entry.act == entries[0].act])
    if at is None or at.before != before:
        raise Refused(
            gettext("This is no public act that still counts."),
            field="before",
            way_out=gettext("Choose one from the list of the last."),
        )
    return at


def entries_undone(campaign: Campaign, keys: Collection[str], before: int) -> list[VisibleEntry]:
    """What a rewind to before public entry `before` would undo in the rooms in `keys`, in order."""
    return list(_counting(journal.since(campaign, keys, before)))


def new_proposal(by: Seat, before: int, reason: str) -> RewindProposal:
    """The proposal of `by`. Raises Refused if its reason is no line of text, or `before` can't be gone back to."""
    campaign, reason = by.campaign, " ".join(reason.split())
    game = registry.of_edition(campaign.system, campaign.edition)
    if not reason or len(reason) > LONGEST_REASON or not reason.isprintable():
        raise Refused(
            gettext("Say why in one line of at most %(longest_reason)s characters.")
            % {"longest_reason": LONGEST_REASON},
            field="reason",
            way_out=gettext("It stays in the journal.")
            if len(game.sides) == 1
            else gettext("%(both)s read it, and it stays in the journal.") % {"both": capfirst(event_texts.both(game))},
        )
    what = event_texts.describe(game, point_at(campaign, before).entries[0].event).sentence
    return RewindProposal(len(past_proposals(campaign)) + 1, before, what, reason, by.side, by.user.get_username())


def rewind_act(agreed: RewindProposal, by: Seat, at: datetime) -> Act:
    """The act of the last consent: one public entry, from which each room derives which of its entries are undone."""
    rewound = Event(REWOUND, PUBLIC, {"rewind": agreed.number, "before": agreed.before})
    return Act((rewound,), at, by.user.get_username(), by.side, seat=by.number)


def _point(entries: Iterable[VisibleEntry]) -> RewindPoint | None:
    """An act's public entries as a point to go back to; None if all are undone or the host's."""
    counting = tuple(_counting(entries))
    return RewindPoint(counting[0].place, counting) if counting else None


def _counting(entries: Iterable[VisibleEntry]) -> Iterator[VisibleEntry]:
    return (entry for entry in entries if not entry.undone and not is_host_event(entry.event))
