"""Forgeries that change what no link of the older forms holds: rooms, sides, keys, what stands before the chain."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from campaigns.ledger import archive
from campaigns.ledger.older_file import CampaignFile
from campaigns.ledger.verify_older_campaign import public_link
from rules.contract import PUBLIC
from tests.proof.recorded import GAMES, File, faults, heads_of, of_seat, played

BARE = {"by": "", "first_die": 0, "dice": [], "nonce": "", "room_link": "", "anchor": "", "link": ""}


def sides_of(file: File) -> list[str]:
    return list(file["rooms"][1:])


def two_rooms(file: File) -> tuple[str, str]:
    """The room of the first side, and another: in a game of one side the public one."""
    first, *others = sides_of(file)
    return first, (*others, PUBLIC)[0]


def inserted(file: File, place: int, side: str, room: str, kind: str = "counters.added", **more: Any) -> None:
    event = {"room": room, "kind": kind, "data": {"name": "TIGER I", "number": 12}}
    at = file["acts"][place]["at"]
    file["acts"].insert(place, {**BARE, "side": side, "at": at, "events": [event], **more})


def without_a_side(file: File) -> None:
    inserted(file, len(file["acts"]) // 2, "", sides_of(file)[0])


def of_a_ghost(file: File) -> None:
    inserted(file, len(file["acts"]) // 2, "ghost", "ghost")


def a_ghost_in_public(file: File) -> None:
    """The public chain has no key: anybody can go on with it."""
    inserted(file, len(file["acts"]) - 1, "ghost", "public", anchor="0f" * 32)
    last = file["acts"].pop(-2)
    file["acts"].append({**last, "link": public_link(last, file["acts"][-1]["link"])})


def inserted_at_end(file: File) -> None:
    inserted(file, len(file["acts"]) - 1, sides_of(file)[-1], sides_of(file)[-1])


def an_unlinked_secret_in_front(file: File) -> None:
    inserted(file, 0, sides_of(file)[0], sides_of(file)[0])


def an_unlinked_fact_in_front(file: File) -> None:
    inserted(file, 0, sides_of(file)[0], "public", "scenario.ended")


def one_event_in_the_other_room(file: File) -> None:
    first, second = two_rooms(file)
    rooms = [event for act in file["acts"][2:] for event in act["events"]]
    event = next((event for event in rooms if event["room"] == first), rooms[-1])
    event["room"] = second if event["room"] == first else first


def all_rooms_swapped(file: File) -> None:
    first, second = two_rooms(file)
    for act in file["acts"]:
        for event in act["events"]:
            event["room"] = {first: second, second: first}.get(event["room"], event["room"])


def a_longer_nonce(file: File) -> None:
    file["acts"][-1]["nonce"] += "00"


def a_blank_in_a_nonce(file: File) -> None:
    nonce = file["acts"][-1]["nonce"]
    file["acts"][-1]["nonce"] = f"{nonce[:2]} {nonce[2:]}"


def a_nonce_in_capitals(file: File) -> None:
    file["acts"][-1]["nonce"] = file["acts"][-1]["nonce"].upper()


def a_key_nobody_knows(file: File) -> None:
    file["acts"][-1]["note"] = "approved by both"


def a_table_nobody_rolled_on(file: File) -> None:
    file["tables"]["extra"] = []


def an_entry_the_host_does_not_make(file: File) -> None:
    file["acts"][-1]["events"].append({"room": "public", "kind": "house.given", "data": {}})


FORGED: list[Callable[[File], None]] = [
    without_a_side, of_a_ghost, a_ghost_in_public, inserted_at_end, an_unlinked_secret_in_front,
    an_unlinked_fact_in_front, one_event_in_the_other_room, all_rooms_swapped, a_longer_nonce, a_blank_in_a_nonce,
    a_nonce_in_capitals, a_key_nobody_knows, a_table_nobody_rolled_on, an_entry_the_host_does_not_make,
]  # fmt: skip


@pytest.mark.sampled(len(FORGED))
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("forge", FORGED)
def test_what_no_link_holds_is_refused_by_its_form_with_every_head_kept(
    game: str, forge: Callable[[File], None]
) -> None:
    file = played(game)
    heads = heads_of(file)
    forge(file)
    assert faults(file, *heads)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("forge", [without_a_side, all_rooms_swapped, an_unlinked_fact_in_front])
def test_the_program_refuses_to_replay_it(game: str, forge: Callable[[File], None]) -> None:
    file = played(game)
    archive.replay(CampaignFile.model_validate(deepcopy(file)))
    forge(file)
    with pytest.raises(archive.UnreadableFile):
        archive.replay(CampaignFile.model_validate(file))


def test_in_the_file_of_one_seat_no_act_shows_what_is_in_the_other_room() -> None:
    file = of_seat(played("oto2"), "german")
    assert faults(file) == []
    other = next(act for act in file["acts"][20:] if act["side"] == "russian")
    other["first_die"] = 7
    assert any("a room that is not in this file" in fault for fault in faults(file))


def _at_the_end_of_time(file: File) -> None:
    file["acts"][-1]["at"] = "9999-12-31T23:59:59.999999+00:00"


def _due_at_the_end_of_time(file: File) -> None:
    data = {"reason": "Done.", "due": "9999-12-31T23:59+00:00"}
    act = {**BARE, "side": "", "at": file["acts"][-1]["at"], "anchor": "", "link": "0f" * 32}
    file["acts"].append({**act, "events": [{"room": PUBLIC, "kind": "house.removal_announced", "data": data}]})


@pytest.mark.parametrize("forge", [_at_the_end_of_time, _due_at_the_end_of_time])
def test_a_moment_that_some_time_zones_do_not_have_is_refused_at_its_place(forge: Callable[[File], None]) -> None:
    """A page would break for whoever reads it east of Greenwich."""
    file = played("oto2")
    forge(file)
    with pytest.raises(archive.UnreadableFile, match=r"damaged at acts\.\d+\."):
        archive.file_of(file)
