"""The script of the check that fits a campaign file: the older forms have one of their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from campaigns.ledger import verify_campaign, verify_older_campaign

Part: TypeAlias = verify_campaign.Part | verify_older_campaign.Part


def is_closed(file: Mapping[str, object]) -> bool:
    """Whether a file has form 3, whose every link holds all that stands before it."""
    return (file.get("format"), file.get("version")) == (verify_campaign.FORMAT, verify_campaign.FORM)


def check(file: Mapping[str, object], heads: Iterable[str] = ()) -> Sequence[Part]:
    """Everything that can be checked about a file of any form."""
    return verify_campaign.check(file, heads) if is_closed(file) else verify_older_campaign.check(file, heads)


def faults(file: Mapping[str, object], heads: Iterable[str] = ()) -> list[str]:
    """What is wrong with a file; empty if nothing is."""
    return [fault for part in check(file, heads) for fault in part.faults]
