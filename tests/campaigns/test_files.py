"""Campaign files: out, in, replayed, and everything that is no campaign file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse

from campaigns.bringing.actions import reason_of
from campaigns.bringing.models import BroughtFile
from campaigns.ledger import archive, crypto, journal, reconcile
from campaigns.models import Campaign
from rules.contract import PUBLIC
from tests.campaigns.conftest import Players
from tests.proof.closed import faults, signed_anew
from tests.refit.test_bringing import checked

BOTH = {PUBLIC, "german", "russian"}


@pytest.fixture
def played(cast: Players) -> Players:
    cast.gives("hans", "Bid", thing="a tank", gold=4)
    cast.gives("ivan", "Scout")
    cast.gives("hans", "Roll", dice=2)
    cast.gives("hans", "Announce", text="Привет")
    cast.gives("hans", "Seal")
    return cast


@pytest.fixture
def whole(played: Players, tmp_path: Path) -> Path:
    path = tmp_path / "whole.json"
    call_command("export_campaign", played.public_id, "--all", "-o", str(path))
    return path


def test_a_whole_file_replays_to_the_same_state(played: Players, whole: Path) -> None:
    _, state = archive.replay(archive.read(whole.read_bytes()))
    assert state == journal.load_state(played.campaign, BOTH)


def test_a_whole_file_is_gone_on_with_elsewhere(played: Players, whole: Path, capsys: Any) -> None:
    call_command("import_campaign", str(whole), "--commander", "german=ivan", "russian=stranger")
    new = Campaign.objects.latest("pk")
    assert f"/campaigns/{new.public_id}/" in capsys.readouterr().out
    assert journal.load_state(new, BOTH) == journal.load_state(played.campaign, BOTH)
    assert crypto.seed_of(new) == crypto.seed_of(played.campaign)
    call_command("reconcile")
    moved = Players(played.users, new.public_id)
    moved.gives("ivan", "Roll", dice=2)
    old, after = (list(journal.acts(campaign, BOTH)) for campaign in (played.campaign, new))
    assert [act.proof for act in old] == [act.proof for act in after][: len(old)]
    assert [(draw.key, draw.turn) for draw in after[-1].proof.draws] == [("lots", 1)], "hans had the turn before"
    assert reconcile.breaks(new) == []


@pytest.mark.parametrize("over", [False, True], ids=["played out too early", "abandoned when it was over"])
def test_a_file_whose_end_does_not_fit_its_game_is_refused(played: Players, tmp_path: Path, over: bool) -> None:
    """What the script can't know. Pages and journal would disagree for ever on whether it is over."""
    if over:
        played.gives("hans", "Finish")
    keys = sorted(BOTH, key=lambda key: key != PUBLIC)
    file = json.loads(json.dumps(archive.export_campaign(played.campaign, keys, with_seed=True)))
    act = {"by": "", "seat": 0, "side": "", "at": file["acts"][-1]["at"], "public": 0, "anchors": {}, "link": ""}
    data = {"why": "abandoned-by-consent" if over else "played-out"}
    end = {**act, "events": [{"room": PUBLIC, "no": 0, "kind": "house.ended", "data": data}]}
    acts = [act for act in file["acts"] if act["events"][0]["kind"] != "house.ended"]
    forged = signed_anew({**file, "acts": [*acts, end]})
    assert faults(forged) == []
    path = tmp_path / "ended.json"
    path.write_text(json.dumps(forged))
    with pytest.raises(CommandError, match="does not fit what happened"):
        call_command("import_campaign", str(path), "--commander", "german=ivan", "russian=stranger")


def test_a_sides_file_holds_nothing_of_the_other_and_replays_to_its_view(played: Players, capsys: Any) -> None:
    call_command("export_campaign", played.public_id, "--side", "russian")
    text = capsys.readouterr().out
    assert "a tank" not in text
    _, state = archive.replay(archive.read(text.encode()))
    assert state == journal.load_state(played.campaign, {"russian"})
    acts = json.loads(text)["acts"]
    theirs = [act for act in acts if act["side"] == "german"]
    assert len(theirs) > 5
    assert not any({"nonce", "draws", "room", "room_link"} & {*act} for act in theirs)


def test_a_sides_file_cannot_be_gone_on_with(played: Players, tmp_path: Path) -> None:
    path = tmp_path / "side.json"
    call_command("export_campaign", played.public_id, "--side", "german", "-o", str(path))
    with pytest.raises(CommandError, match="secret to Russian"):
        call_command("import_campaign", str(path), "--commander", "german=hans", "russian=ivan")


def test_replay_prints_the_view_of_a_side_without_a_database(whole: Path, capsys: Any) -> None:
    call_command("replay", str(whole), "--side", "german", "--json")
    seen = json.loads(capsys.readouterr().out)
    assert seen["own"]["bids"] == [["a tank", 4]]
    call_command("replay", str(whole))
    told = capsys.readouterr().out
    assert "auction.announced" in told
    assert "a tank" not in told
    with pytest.raises(CommandError, match="does not hold"):
        call_command("replay", str(whole), "--side", "finnish")


def test_a_brought_campaign_waits_for_the_commander_who_is_still_to_be_invited(
    whole: Path, users: dict[str, Any], logged_in: Callable[..., Any]
) -> None:
    hans = logged_in(users["hans"])
    with whole.open("rb") as file:
        answer = hans.post("/campaigns/bring/", {"file": file, "side": "german", "act": "go"})
    assert answer.url == reverse("campaign-brought", args=[BroughtFile.objects.get().public_id])
    brought = checked().campaign
    assert brought
    assert [(seat.user.username, seat.side) for seat in brought.seats.all()] == [("hans", "german")]


@pytest.mark.parametrize(
    ("content", "side", "said"),
    [
        (b"a roster", "german", "not a campaign file"),
        (b'{"format": "refit-room-campaign", "version": 99}', "german", "has form 99"),
        (None, "finnish", "Name a commander"),
    ],
)
def test_an_upload_that_does_not_fit_is_refused_in_a_sentence(
    whole: Path, users: dict[str, Any], logged_in: Callable[..., Any], content: bytes | None, side: str, said: str
) -> None:
    upload = SimpleUploadedFile("campaign.json", whole.read_bytes() if content is None else content)
    logged_in(users["hans"]).post("/campaigns/bring/", {"file": upload, "side": side, "act": "go"})
    assert said in reason_of(checked())
    assert Campaign.objects.count() == 1


def test_an_empty_upload_is_refused_at_once(users: dict[str, Any], logged_in: Callable[..., Any]) -> None:
    upload = SimpleUploadedFile("campaign.json", b"")
    answer = logged_in(users["hans"]).post("/campaigns/bring/", {"file": upload, "side": "german", "act": "go"})
    assert answer.status_code == 422
    assert "empty" in answer.content.decode()
    assert not BroughtFile.objects.exists()


def test_import_gives_no_one_two_seats_and_knows_its_users(whole: Path) -> None:
    for pairs, said in (
        (["finnish=hans"], "commander for a side"),
        (["german=hans", "russian=hans"], "only one place"),
        (["german=hans", "russian=nobody"], "no user 'nobody'"),
    ):
        with pytest.raises(CommandError, match=said):
            call_command("import_campaign", str(whole), "--commander", *pairs)
    assert Campaign.objects.count() == 1


def _change(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda found: found.update({key: value})


def _act(number: int, key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda found: found["acts"][number].update({key: value})


def _event(kind: str, key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(found: dict[str, Any]) -> None:
        next(event for act in found["acts"] for event in act["events"] if event["kind"] == kind).update({key: value})

    return change


DAMAGED: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (_change("format", "shopping-list"), "not a campaign file"),
    (_change("version", 4), "has form 4"),
    (_change("version", "x"), "has form x"),
    (_change("system", "chess"), "does not follow"),
    (_change("edition", "0"), "does not follow"),
    (_change("rooms", ["public", "german"]), "keys of the anchors"),
    (_change("options", {"balance": "heavy"}), "does not follow"),
    (_change("name", "  "), "does not follow"),
    (_change("surprise", 1), "'surprise'"),
    (_change("seed", None), "lacks the seed"),
    (_change("seed", "00" * 32), "this seed is not the one"),
    (_act(-1, "events", []), "nothing happens"),
    (_act(-1, "at", "yesterday"), "comes before the last"),
    (_act(0, "dice", [6] * 40), "'dice'"),
    (_act(0, "side", "finnish"), "In act 1 "),
    (_event("bid.made", "kind", "bid.dreamt"), "does not follow"),
    (_event("bid.made", "data", {}), "does not follow"),
    (_event("bid.committed", "data", {"bids": []}), "does not follow"),
]


@pytest.mark.parametrize(("damage", "said"), DAMAGED)
def test_a_damaged_file_is_refused_with_a_sentence(
    whole: Path, damage: Callable[[dict[str, Any]], None], said: str
) -> None:
    found = json.loads(whole.read_text())
    damage(found)
    whole.write_text(json.dumps(found))
    with pytest.raises(CommandError, match=said):
        call_command("import_campaign", str(whole), "--commander", "german=hans", "russian=ivan")
    assert Campaign.objects.count() == 1


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"{", b"[]", b"7", b"[" * 50_000 + b"]" * 50_000, b"[" * 100 + b"]" * 100, b'{"a": NaN}',
     b'{"a": "\\u0000"}', b'{"a": "\\ud800"}', b'{"\\u0000": 1}', b"1" * 5000],
)  # fmt: skip
def test_what_is_no_campaign_file_is_refused_with_a_sentence(content: bytes) -> None:
    with pytest.raises(archive.UnreadableFile, match="not a campaign file"):
        archive.read(content)


def test_a_file_too_large_is_refused() -> None:
    with pytest.raises(archive.UnreadableFile, match="10 MB"):
        archive.read(b" " * (archive.MOST_BYTES + 1))


def test_commands_say_what_they_do_not_find(cast: Players, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no campaign 'AAAAAAAAAAAA'"):
        call_command("export_campaign", "AAAAAAAAAAAA")
    with pytest.raises(CommandError, match="no side 'finnish'"):
        call_command("export_campaign", cast.public_id, "--side", "finnish")
    with pytest.raises(CommandError, match="can't be read"):
        call_command("replay", str(tmp_path / "nowhere.json"))


def test_reconcile_finds_a_wrong_cache_and_mends_it(played: Players, capsys: Any) -> None:
    campaign = played.campaign
    room = crypto.room_of(campaign, "german")
    crypto.store_state(campaign, room, [999, [], [], 0])
    room.entries += 1
    room.save()
    with pytest.raises(CommandError, match="differ"):
        call_command("reconcile")
    assert "the state of room german is wrong" in capsys.readouterr().out
    call_command("reconcile", "--fix")
    call_command("reconcile", played.public_id)
    assert "as its journal says" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b'{"a": 1, "a": 2}', "'a' stands twice in one place"),
        (b'{"a": NaN}', "NaN is no number"),
        (b'{"a": 1.5}', "1.5 stands where only whole numbers do"),
        (b'{"a": ' + b"9" * 5000 + b"}", "is no number"),
        (b'{\n"a" 1}', "line 2, letter 5: expecting ':' delimiter"),
        (b'{\n"a": "\xff"}', "line 2 has a letter that is not written in UTF-8"),
        (b"[" * 100_000, "it is nested more than 30 times"),
        (b"[" * 31 + b"]" * 31, "it is nested more than 30 times"),
        (b'{"a": "x\\u0000"}', "'x\\x00' has a character that no text has"),
    ],
)
def test_what_can_not_be_read_as_json_is_refused_with_place_and_reason(content: bytes, reason: str) -> None:
    with pytest.raises(archive.UnreadableFile) as no:
        archive.read(content)
    assert reason in str(no.value)


def test_a_file_that_a_spreadsheet_or_editor_marked_as_utf_8_is_read() -> None:
    with pytest.raises(archive.UnreadableFile, match=r"This is not a campaign file.$"):
        archive.read(b"\xef\xbb\xbf{}")
