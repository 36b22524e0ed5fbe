"""Campaigns as programs before named dice founded them: numbered dice, from the seed and words of the sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from campaigns import actions
from campaigns.dice import parts
from campaigns.guards import append_host_entry
from campaigns.ledger import closed_form

WORDS = "seven ducks"


@contextmanager
def numbered_dice(words: str = WORDS) -> Iterator[None]:
    """In here campaigns are founded with numbered dice; the founder gives `words` for them, for each of his sides."""
    tell, header = append_host_entry, closed_form.header

    def told(campaign: Any, what: str, data: Mapping[str, Any], **more: Any) -> None:
        given = {"words": dict.fromkeys(data["chains"], words)}
        tell(campaign, what, {**{key: data[key] for key in data if key not in {"chains", "notice"}}, **given}, **more)

    def founded_with(campaign: Any, system: Any, seed: bytes) -> dict[str, Any]:
        return {**header(campaign, system, seed), "dice": "numbered", "doors": {}}

    with (
        patch.object(closed_form, "header", founded_with),
        patch.object(parts, "promised", lambda campaign, sides: dict.fromkeys(sides)),
        patch.object(actions, "append_host_entry", lambda *a, **m: (told if a[1] == "founded" else tell)(*a, **m)),
    ):
        yield
