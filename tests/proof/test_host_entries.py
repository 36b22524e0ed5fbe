"""The table of the host's entries takes what fits it and nothing else."""

from __future__ import annotations

from typing import NotRequired, get_origin, get_type_hints

import pytest
from pydantic import TypeAdapter

from campaigns.ledger import host_entries as entry
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


READ = {
    "founded": entry.Founded,
    "seat_offered": entry.SeatOffered,
    "seat_taken": entry.SeatTaken,
    "seat_left": entry.SeatLeft,
    "replacement_announced": entry.ReplacementAnnounced,
    **dict.fromkeys(("replacement_agreed", "replacement_withdrawn", "seat_replaced", "away_over"), entry.OfSeat),
    **dict.fromkeys(("umpire_admitted", "umpire_dismissed"), entry.OfUmpire),
    "end_announced": entry.EndAnnounced,
    "imported": entry.Imported,
    "chain": entry.ChainTold,
    "link": entry.LinkTold,
    "door": entry.DoorOpened,
    "finished": entry.StageLeft,
    **dict.fromkeys(("pace_proposed", "pace_agreed"), entry.OfDays),
    "term_extended": entry.TermExtended,
    "away": entry.Away,
    "stand_in_offered": entry.StandInOffered,
}
"""The types as which entries are folded, by kind; those that are read for one part alone are below."""


@pytest.mark.parametrize("kind", READ)
def test_an_entry_is_read_as_the_table_has_it(kind: str) -> None:
    _, forms, optional = HOUSE[kind]
    read = get_type_hints(READ[kind], include_extras=True)
    required = {name for name, hint in read.items() if get_origin(hint) is not NotRequired}
    assert required <= forms.keys() - optional
    assert forms.keys() <= read.keys()
    TypeAdapter(READ[kind]).validate_python({name: FITTING[form] for name, form in forms.items()}, strict=True)


@pytest.mark.parametrize("kind", ["club_reminded", "stand_in_asked"])
def test_an_entry_about_a_side_names_it(kind: str) -> None:
    assert get_type_hints(entry.AboutSide).keys() <= HOUSE[kind][1].keys()
