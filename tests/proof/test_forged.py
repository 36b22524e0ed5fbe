"""A library of forged campaign files: each is found, and the message says where.

Every one is made of a whole campaign. `clever` ones are linked and sealed anew after the change, as who runs the
server can do; what is left to find these by are the seed, the dice, the tables, and the heads that people kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from campaigns.ledger.verify_older_campaign import commitment, dice_key, draws_of, results_of, shown
from rules.contract import PUBLIC
from tests.proof.recorded import GAMES, File, faults, heads_of, of_seat, parts, played, relinked


class Lacking(Exception):
    """The game has nothing of the kind that is to be forged."""


def numbers(act: Any) -> list[int]:
    """All that an act drew, in order."""
    return [number for draw in draws_of(act) for number in draw["got"]]


def with_dice(file: File, least: int = 1) -> int:
    """The place of an act in the middle that drew dice, and not the first of its side to do so."""
    places = [place for place, act in enumerate(file["acts"]) if len(numbers(act)) >= least]
    return next(place for place in places[len(places) // 2 :] if file["acts"][place]["first_die"])


def act_with(file: File, fits: Callable[[Any], bool]) -> int:
    """The place of an act in the second half in which an event fits."""
    half = len(file["acts"]) // 2
    place = next((n for n, act in enumerate(file["acts"]) if n >= half and any(map(fits, act["events"]))), None)
    if place is None:
        raise Lacking(f"{file['system']} has no such event")
    return place


def show(act: Any, drawn: list[int]) -> None:
    """Give an act other dice, in its rolls too."""
    for part in (draws_of(act), [roll for roll in results_of(act) if not roll.get("own")]):
        left = list(drawn)
        for each in part:
            faces: list[int] = each.get("got") or each.get("dice") or each["drawn"]
            faces[:] = [left.pop(0) for _ in faces]


def a_die_changed(file: File) -> int:
    place = with_dice(file)
    first, *rest = numbers(file["acts"][place])
    other = next(face for face in range(1, 7) if face not in (first, *rest))
    show(file["acts"][place], [other, *rest])
    return place


def an_act_with_dice_dropped(file: File) -> int:
    place = with_dice(file)
    side = file["acts"].pop(place)["side"]
    return next(n for n, act in enumerate(file["acts"]) if n >= place and act["side"] == side and numbers(act))


def a_public_act_dropped(file: File) -> int:
    place = act_with(file, lambda event: event["room"] == PUBLIC)
    del file["acts"][place]
    return place


def a_secret_act_dropped(file: File) -> int:
    places = [
        n
        for n, act in enumerate(file["acts"])
        if not numbers(act) and all(event["room"] != PUBLIC for event in act["events"])
    ]
    if not places:
        raise Lacking(f"every act of {file['system']} has a public event, or dice")
    place = places[len(places) // 3]
    side = file["acts"].pop(place)["side"]
    return next(n for n, act in enumerate(file["acts"]) if n >= place and act["side"] == side)


def two_acts_swapped(file: File) -> int:
    acts = file["acts"]
    place = next(
        n for n in range(len(acts) // 2, len(acts)) if acts[n]["side"] == acts[n + 1]["side"] and acts[n]["events"]
    )
    acts[place], acts[place + 1] = acts[place + 1], acts[place]
    return place


def two_acts_with_dice_swapped(file: File) -> int:
    acts, place = file["acts"], with_dice(file)
    after = next(n for n in range(place + 1, len(acts)) if numbers(acts[n]) and acts[n]["side"] == acts[place]["side"])
    acts[place], acts[after] = acts[after], acts[place]
    return place


def a_secret_edited_after_its_seal(file: File) -> int:
    place = act_with(file, lambda event: "seal" in event["data"])
    next(event for event in file["acts"][place]["events"] if event["room"] != PUBLIC)["data"]["forged"] = 1
    return place


def a_secret_edited_that_was_not_sealed(file: File) -> int:
    place = with_dice(file)
    event = file["acts"][place]["events"][0]
    event["data"]["forged"] = 1
    return place


def a_public_sentence_edited(file: File) -> int:
    place = act_with(file, lambda event: event["room"] == PUBLIC)
    next(event for event in file["acts"][place]["events"] if event["room"] == PUBLIC)["data"]["forged"] = 1
    return place


def another_name(file: File) -> int:
    place = act_with(file, lambda event: event["room"] == PUBLIC)
    file["acts"][place]["by"] = "somebody else"
    return place


def another_day(file: File) -> int:
    place = act_with(file, lambda event: event["room"] == PUBLIC)
    file["acts"][place]["at"] = file["acts"][place]["at"].replace("2026-", "2025-")
    return place


def a_die_used_again(file: File) -> int:
    """The last roll of the side was better: have it once more."""
    acts, place = file["acts"], with_dice(file)
    act = acts[place]
    act["first_die"] -= 1
    show(act, due(act, dice_key(bytes.fromhex(file["seed"]), words_in(file))))
    return place


def due(act: Any, key: bytes) -> list[int]:
    """What the draws of an act have to be under a key."""
    first, found = act["first_die"], list[int]()
    for draw in draws_of(act):
        found += shown(key, act["side"], first + len(found), draw)
    return found


def a_roll_passed_off_as_own(file: File) -> int:
    place = with_dice(file)
    roll = next(results_of(file["acts"][place]))
    roll["own"] = True  # type: ignore[index]
    return place


def a_modifier_added(file: File) -> int:
    """A +20 brings the last row of a table and a -20 the first, unless it is hit anyhow."""
    if not file["tables"]:
        raise Lacking(f"{file['system']} rolls on no table")
    for place, act in reversed([*enumerate(file["acts"])]):
        for roll in results_of(act):
            for number, open_end in ((20, "high"), (-20, "low")):
                rows = [row for row in file["tables"].get(roll.get("table", ""), []) if row.get(open_end) is None]
                if rows and rows[0]["values"] != roll["hit"]:
                    roll["mods"] = [*roll.get("mods", []), [number, "because", ""]]  # type: ignore[index]
                    return place
    raise AssertionError("no roll for it")


def another_row(file: File) -> int:
    if not file["tables"]:
        raise Lacking(f"{file['system']} rolls on no table")
    place = next(n for n, act in enumerate(file["acts"]) if n > 40 and any(r.get("table") for r in results_of(act)))
    next(roll for roll in results_of(file["acts"][place]) if roll.get("table"))["hit"]["forged"] = 1
    return place


def a_nonce_taken_out(file: File) -> int:
    place = with_dice(file)
    file["acts"][place]["nonce"] = ""
    return place


def words_in(file: File) -> dict[str, str]:
    given = (event["data"].get("words", {}) for act in file["acts"][:2] for event in act["events"])
    return {side: words for each in given for side, words in each.items()}


NAIVE = [
    a_die_changed, an_act_with_dice_dropped, a_public_act_dropped, a_secret_act_dropped, two_acts_swapped,
    two_acts_with_dice_swapped, a_secret_edited_after_its_seal, a_secret_edited_that_was_not_sealed,
    a_public_sentence_edited, another_name, another_day, a_die_used_again, a_roll_passed_off_as_own, a_modifier_added,
    another_row, a_nonce_taken_out,
]  # fmt: skip
CLEVER = [
    a_die_changed, an_act_with_dice_dropped, two_acts_with_dice_swapped, a_die_used_again, a_roll_passed_off_as_own,
    a_modifier_added, another_row,
]  # fmt: skip
"""What is found although everything was linked and sealed anew, and without any head."""
HEADS_ONLY = [
    a_public_act_dropped, a_secret_act_dropped, a_secret_edited_after_its_seal, a_secret_edited_that_was_not_sealed,
    a_public_sentence_edited, another_name, another_day,
]  # fmt: skip
"""What is found by a head alone, once everything was linked and sealed anew."""


def sealed(file: File) -> bool:
    """Whether anything in it was sealed."""
    return any("seal" in event["data"] for act in file["acts"] for event in act["events"])


def forged(game: str, forge: Callable[[File], int]) -> tuple[File, str]:
    """A forged campaign of a game, and where; a game in which there is nothing of the kind is passed over, by name."""
    file = played(game)
    try:
        return file, f"act {forge(file) + 1} ("
    except Lacking as lacking:
        pytest.skip(str(lacking))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", GAMES)
def test_a_campaign_as_it_was_played_has_nothing_wrong_and_waits_for_nothing(game: str) -> None:
    file = played(game)
    assert faults(file, *heads_of(file)) == []
    waits = [line for part in parts(file) for line in part.waits]
    assert waits == ["In files of this older form no link holds the campaign's name, nor how it ended."]
    nothing = [part.title for part in parts(file) if not part.checked]
    idle = {"sealed": not sealed(file), "table": not file["tables"], "undone": True}
    assert len(nothing) == sum(idle.values()), nothing
    assert all(any(word in title for word, is_idle in idle.items() if is_idle) for title in nothing), nothing


@pytest.mark.sampled(len(NAIVE))
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("forge", NAIVE)
def test_a_change_is_found_and_the_act_named(game: str, forge: Callable[[File], int]) -> None:
    file, where = forged(game, forge)
    found = faults(file)
    assert any(where in fault for fault in found), found


@pytest.mark.sampled(len(CLEVER))
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("forge", CLEVER)
def test_dice_and_rows_are_found_wrong_even_if_the_chain_was_made_anew(game: str, forge: Callable[[File], int]) -> None:
    file, where = forged(game, forge)
    found = faults(relinked(file))
    assert any(where in fault for fault in found), found
    assert not any("link" in fault for fault in found)


@pytest.mark.parametrize("forge", HEADS_ONLY)
def test_a_tail_written_anew_is_found_by_a_head_that_was_kept(forge: Callable[[File], int]) -> None:
    file = played("oto2")
    heads = heads_of(file)
    place = forge(file)
    again = relinked(file)
    assert faults(again) == []
    early = [act["link"] for act in again["acts"][: place - 1] if act["link"]][-1]
    assert faults(again, early) == [], "what was before it still stands"
    assert faults(again, heads[-1]) == [
        f"The head {heads[-1]} is not in this journal: what led up to it was written anew."
    ]
    assert faults(again, heads[-1][:32].upper()), "the short form of a PDF will do"


def test_what_is_no_head_is_in_no_journal() -> None:
    file = played("oto2")
    for head in ("", heads_of(file)[-1][:15], "nonsense", "0" * 64, heads_of(file)[-1] + "0"):
        assert any("The head" in fault for fault in faults(file, head))


def replace_seed(file: File, seed: bytes) -> None:
    """Another seed that fits the dice no worse: everything else follows from it."""
    file["seed"] = seed.hex()


def test_a_seed_replaced_is_found() -> None:
    file = played("oto2")
    replace_seed(file, bytes(32))
    found = faults(file)
    assert found[0].startswith("This seed is not the one with the SHA-256")
    assert any("The dice of act" in fault for fault in found)


def test_a_seed_replaced_with_its_commitment_is_found_by_the_founding_and_the_chain() -> None:
    file = played("oto2")
    replace_seed(file, bytes(32))
    file["seed_hash"] = commitment(bytes(32))
    found = faults(file)
    assert "In act 1 (" in found[0]
    assert "another seed was promised" in found[0]
    file["acts"][0]["events"][0]["data"]["seed_hash"] = file["seed_hash"]
    assert any("In act 1 (" in fault and "link" in fault for fault in faults(file))


def test_all_written_anew_from_another_seed_is_found_by_any_head() -> None:
    file = played("oto2")
    first = heads_of(file)[0]
    replace_seed(file, bytes(32))
    file["seed_hash"] = file["acts"][0]["events"][0]["data"]["seed_hash"] = commitment(bytes(32))
    key = dice_key(bytes(32), words_in(file))
    for act in file["acts"]:
        show(act, due(act, key))
        for roll in results_of(act):
            roll.pop("hit", None)  # type: ignore[attr-defined]
    again = relinked(file)
    assert faults(again) == []
    assert len(faults(again, first)) == 1


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("clever", [False, True])
def test_words_replaced_do_not_give_the_dice_that_were_rolled(place: int, clever: bool) -> None:
    file = played("oto2")
    words = file["acts"][place]["events"][0]["data"]["words"]
    words[next(iter(words))] = "eight ducks"
    found = faults(relinked(file) if clever else file)
    assert any("The dice of act" in fault for fault in found)
    assert clever or any(f"In act {place + 1} (" in fault for fault in found)


def test_words_given_again_or_late_are_found() -> None:
    file = played("oto2")
    twice = with_dice(file)
    file["acts"].insert(twice, file["acts"][1])
    assert any(f"act {twice + 1} (" in fault and "second time" in fault for fault in faults(file))
    file = played("oto2")
    file["acts"].insert(twice, file["acts"].pop(1))
    assert any("not all sides had given their words" in fault for fault in faults(file))


def test_without_its_chain_a_file_says_so_and_a_head_is_not_in_it() -> None:
    file = played("oto2")
    head = heads_of(file)[-1]
    for act in file["acts"]:
        act |= {"link": "", "anchor": "", "room_link": ""}
    assert {fault.split(") ")[1] for fault in faults(file)} == {"there are not the links that there have to be."}
    for act in file["acts"][:2]:
        act["events"][0]["data"].pop("words")
    assert not any("links" in fault for fault in faults(file)), "before there were words, there were no links"
    assert "This file has no chain: an older program wrote it." in [line for part in parts(file) for line in part.waits]
    assert any("The head" in fault for fault in faults(file, head))


def test_a_chain_taken_out_from_an_act_on_is_found() -> None:
    file = played("oto2")
    place = with_dice(file)
    for act in file["acts"][place:]:
        act |= {"link": "", "anchor": "", "room_link": "", "nonce": ""}
    assert any(f"act {place + 1} (" in fault for fault in faults(file))


def test_a_side_of_which_the_links_are_taken_out_is_found() -> None:
    file = played("oto2")
    for act in file["acts"]:
        if act["side"] == "german":
            act |= {"room_link": "", "nonce": ""}
    assert any("the link of the German room" in fault for fault in faults(file))


def test_dice_typed_in_where_the_server_rolls_are_found() -> None:
    file = played("oto2")
    file["options"]["dice"] = "server"
    place = a_roll_passed_off_as_own(file)
    assert any(f"In act {place + 1} (" in fault and "typed in" in fault for fault in faults(relinked(file)))


@pytest.mark.parametrize("side", ["german", "russian"])
def test_the_file_of_one_seat_is_checked_as_far_as_it_goes_and_says_what_waits(side: str) -> None:
    file = of_seat(played("oto2"), side)
    found = {part.title: part for part in parts(file, *heads_of(file))}
    assert [part.faults for part in found.values()] == [[]] * 9
    waits = " ".join(line for part in found.values() for line in part.waits)
    other = "russian" if side == "german" else "german"
    assert f"behind the door of the {other.capitalize()} side" in waits
    assert "disclosed when the campaign has ended" in waits
    file["acts"][with_dice(file)]["first_die"] += 1
    assert faults(file)


def test_in_the_file_of_one_seat_an_act_of_the_other_side_can_not_be_changed_unseen() -> None:
    file = of_seat(played("oto2"), "german")
    place = next(n for n, act in enumerate(file["acts"]) if n > 40 and act["side"] == "russian")
    file["acts"][place]["anchor"] = "0" * 64
    assert any(f"act {place + 1} (" in fault for fault in faults(file))
