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
    "side": "red",
    "side or none": "",
    "role": "umpire",
    "end": "played-out",
    "hexes": [HASH],
    "note": {"pace": 7, "club": 1},
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
    **dict.fromkeys(("replacement_agreed", "seat_replaced"), entry.OfSeat),
    **dict.fromkeys(("umpire_admitted", "umpire_dismissed"), entry.OfUmpire),
    "imported": entry.Imported,
    "chain": entry.ChainTold,
    "link": entry.LinkTold,
    "door": entry.DoorOpened,
    "finished": entry.StageLeft,
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


AT = "2026-05-01T12:00:00.000000+00:00"
NOTES: dict[str, dict[str, object]] = {
    "replacement_announced": {"seat": 2, "reason": "gone", "due": AT},
    "replacement_withdrawn": {"seat": 2},
    "end_announced": {"why": "abandoned-by-host", "reason": "idle", "due": AT},
    "end_withdrawn": {},
    "removal_announced": {"reason": "idle", "due": AT},
    "removal_withdrawn": {},
    "pace_proposed": {"days": 60},
    "pace_agreed": {"days": 0},
    "pace_refused": {"days": 7},
    "term_extended": {"of": "red", "days": 2},
    "away": {"seat": 3, "first": "2026-02-27", "last": "2026-02-28"},
    "away_over": {"seat": 3},
    "stand_in_asked": {"of": "red"},
    "club_listed": {},
    "club_unlisted": {},
    "club_archived": {"name": "olga"},
    "club_unarchived": {"name": "olga"},
    "club_reminded": {"of": "red", "name": "olga"},
    "stand_in_offered": {"of": "red", "who": "stan", "name": "olga"},
}
ODD: dict[str, tuple[object, ...]] = {
    "days": (61, -1, "7", 7.0, True, None),
    "seat": (-1, "2", 2**40, None),
    "due": ("some day", "2026-05-01", "9999-12-31T23:59:59.999999+00:00", 7),
    "first": ("2026-02-30", "20260227", "0001-01-01", "2020-01-01", 7),
    "last": ("2026-02-26", "2026-12-24", "9999-12-31", None),
    "why": ("played-out", "", 7),
}
"""What may not stand under a key; under all others it is anything but a line of text."""


def test_every_note_is_tried() -> None:
    assert NOTES.keys() == entry.NOTES.keys()


@pytest.mark.parametrize("kind", NOTES)
def test_a_note_holds_what_its_kind_says_and_nothing_else(kind: str) -> None:
    data = NOTES[kind]
    made = entry.entry(kind, data)
    assert (made.kind, made.room, made.data) == (f"house.note.{kind}", "public", data)
    for name in data:
        with pytest.raises(ValueError, match="validation error"):
            checked(kind, {key: value for key, value in data.items() if key != name})
        for odd in ODD.get(name, ("", "x" * 2001, 7, None, ["a"])):
            with pytest.raises(ValueError, match="validation error"):
                checked(kind, {**data, name: odd})
    with pytest.raises(ValueError, match="validation error"):
        checked(kind, {**data, "odd": 1})


@pytest.mark.parametrize("note", [{"pace": 0}, {"pace": 61}, {"pace": "7"}, {"club": 2}, {"odd": 1}])
def test_a_founding_says_no_more_beside_the_game_than_it_may(note: dict[str, object]) -> None:
    data = {name: FITTING[form] for name, form in HOUSE["founded"][1].items()}
    checked("founded", data)
    with pytest.raises(ValueError, match="validation error"):
        checked("founded", {**data, "note": note})
