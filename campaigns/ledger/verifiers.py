"""Chooses the verification script for a campaign file: the older forms have one of their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from campaigns.ledger import verify_campaign, verify_older_campaign

Part: TypeAlias = verify_campaign.Part | verify_older_campaign.Part


def is_closed(file: Mapping[str, object]) -> bool:
    """Whether a file has form 3, in which every link binds everything before it."""
    return (file.get("format"), file.get("version")) == (verify_campaign.FORMAT, verify_campaign.FORM)


def check(file: Mapping[str, object], heads: Iterable[str] = ()) -> Sequence[Part]:
    """Check a file of any form, and that it has these `heads`; returns what each part of the check found."""
    return verify_campaign.check(file, heads) if is_closed(file) else verify_older_campaign.check(file, heads)


def faults(file: Mapping[str, object], heads: Iterable[str] = ()) -> list[str]:
    """What is wrong with a file of any form; empty if nothing is."""
    return [fault for part in check(file, heads) for fault in part.faults]
