"""The table of the host's entries takes what fits it and nothing else."""

from __future__ import annotations

import pytest

from campaigns.ledger.host_entries import checked
from campaigns.ledger.verify_campaign import FITS, HOUSE

HASH = "0f" * 32
FITTING: dict[str, object] = {
    "number": 1,
    "hex": HASH,
    "text": "why not",
    "name": "anna",
    "moment": "2026-05-01T12:00:00.000000+00:00",
    "minute": "2026-05-01T12:00+00:00",
    "day": "2026-02-28",
    "side": "red",
    "side or none": "",
    "role": "umpire",
    "end": "played-out",
    "hexes": [HASH],
    "words": {"red": "seven ducks"},
    "chains": {"red": {"tip": HASH, "links": 64, "blind": HASH}},
    "newest links": {"red": [1, HASH]},
    "commanders": {"red": {"seat": 1, "name": "anna", "account": HASH}},
    "last entries": {"red": {"entries": 4, "head": HASH}},
}


@pytest.mark.parametrize("kind", HOUSE)
def test_an_entry_with_exactly_its_keys_fits_and_any_other_does_not(kind: str) -> None:
    _, forms, optional = HOUSE[kind]
    data = {name: FITTING[form] for name, form in forms.items()}
    assert checked(kind, data) == data
    for name, form in forms.items():
        less = {key: value for key, value in data.items() if key != name}
        if name in optional:
            checked(kind, less)
        else:
            with pytest.raises(ValueError, match="has the keys"):
                checked(kind, less)
        for odd in (None, True, -1, 2**53, [FITTING[form]], HASH.upper(), "a\nb"):
            if not FITS[form](odd):
                with pytest.raises(ValueError, match=f"{name} of {kind}"):
                    checked(kind, {**data, name: odd})
    with pytest.raises(ValueError, match="has the keys"):
        checked(kind, {**data, "odd": 1})


def test_truth_is_no_number_and_a_hash_has_one_spelling() -> None:
    assert not FITS["number"](True)
    assert not any(FITS["hex"](odd) for odd in (HASH.upper(), HASH + "00", f" {HASH[1:]}", HASH[:-1]))
    with pytest.raises(ValueError, match="no entry 'given'"):
        checked("given", {})
