"""The host's own entries in campaigns of form 3, checked against the table of the script (`verify_campaign.HOUSE`).

All of them are public except `recalled`, which stands in the room in which it undoes something. `side` is always the
actor's. The script reports whatever is not in its table, so an entry that does not fit is rejected before it is
written.
"""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.ledger.verify_campaign import FITS, HOUSE


def checked(kind: str, data: Mapping[str, object]) -> Mapping[str, object]:
    """The data of an entry; `kind` is without "house.". Raises ValueError if the script's table does not allow it."""
    if kind not in HOUSE:
        raise ValueError(f"the host has no entry {kind!r}")
    _, forms, optional = HOUSE[kind]
    if not forms.keys() - optional <= data.keys() <= forms.keys():
        raise ValueError(f"{kind} has the keys {sorted(data)}, not {sorted(forms)}")
    for name, value in data.items():
        if not FITS[forms[name]](value):
            raise ValueError(f"{name} of {kind} is no {forms[name]}: {value!r}")
    return data
