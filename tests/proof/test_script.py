"""The script for everybody: one short file that needs nothing but Python, and says the same as the site."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from campaigns.ledger import archive, verify_campaign
from rules.contract import PUBLIC
from tests.proof.closed import faults, heads_of
from tests.proof.recorded import played
from tests.replays.recorder import File
from tests.rules.test_replays import RECORDINGS

SCRIPT = Path(verify_campaign.__file__)


def run(folder: Path, file: File | str, *more: str) -> subprocess.CompletedProcess[str]:
    """The script beside a campaign file in an empty folder, with a Python that has no other package."""
    shutil.copy(SCRIPT, folder)
    (folder / "campaign.json").write_text(file if isinstance(file, str) else json.dumps(file), encoding="utf-8")
    command = [sys.executable, "-I", "-S", SCRIPT.name, "campaign.json", *more]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_it_needs_the_standard_library_alone() -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    assert len(names) > 5
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


def test_it_says_that_all_of_a_finished_campaign_is_right_and_ends_with_0(tmp_path: Path) -> None:
    file = played("oto2")
    done = run(tmp_path, file, "--head", heads_of(file)[5], "--head", heads_of(file)[-1])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "All was checked, and nothing is wrong."
    assert {line.split()[0] for line in done.stdout.splitlines()[:-1] if line[0] != " "} == {"right"}


def test_it_says_where_a_campaign_is_wrong_and_ends_with_1(tmp_path: Path) -> None:
    file = played("oto2")
    place = next(n for n, act in enumerate(file["acts"]) if n > 60 and act.get("draws"))
    act = file["acts"][place]
    act["draws"][0]["got"][0] = act["draws"][0]["got"][0] % 6 + 1
    done = run(tmp_path, file)
    assert (done.returncode, done.stderr) == (1, "")
    assert f"In act {place + 1} ({act['at'][:10]} {act['at'][11:16]} by {act['by']})" in done.stdout
    assert done.stdout.splitlines()[-1] == "This is not the campaign as it was played."
    assert run(tmp_path, played("oto2"), "--head", "0" * 32).returncode == 1


@pytest.mark.parametrize("version", [2, 3, 1.5, "1", None])
def test_a_file_of_another_form_gets_a_sentence(tmp_path: Path, version: object) -> None:
    done = run(tmp_path, {**played("oto2"), "version": version})
    assert done.returncode == 1
    assert "can't be checked" in done.stdout


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": "refit-room-campaign"}', "\ud83d", "[" * 100_000, '{"format": 7}', "nan"]
)
def test_what_is_no_campaign_file_gets_a_sentence_and_no_traceback(tmp_path: Path, text: str) -> None:
    done = run(tmp_path, text.encode(errors="surrogatepass").decode(errors="replace"))
    assert (done.returncode, done.stderr) == (1, "")
    assert "can't be checked" in done.stdout


def test_damage_of_any_kind_gets_a_sentence_and_no_traceback(tmp_path: Path) -> None:
    changes: list[dict[str, Any]] = [{"acts": [{}]}, {"acts": 7}, {"seed": "x"}, {"rooms": None}, {"options": []}]
    for change in (*changes, {"tables": []}):
        done = run(tmp_path, {**played("oto2"), **change})
        assert (done.returncode, done.stderr) == (1, ""), change
    assert run(tmp_path, "{}", "nowhere.json").returncode == 2


def test_lists_that_no_game_has_take_no_memory_or_time(tmp_path: Path) -> None:
    file = played("oto2")
    act = next(act for act in file["acts"] if act.get("draws"))
    act["draws"] = [{"key": "deck", "turn": 0, "size": 10**13, "got": [0]}]
    done = run(tmp_path, file)
    assert (done.returncode, done.stderr) == (1, "")


def test_what_makes_no_sense_is_a_fault_where_the_program_checks_too() -> None:
    file = played("oto2")
    event = {"room": PUBLIC, "no": 1, "kind": "house.imported", "data": {"commanders": {}, "chains": 7}}
    file["acts"][3]["events"].append(event)
    assert faults(file)
    with pytest.raises(archive.UnreadableFile, match="The file was changed"):
        archive.read(json.dumps(file).encode())


def test_a_mark_of_the_encoding_in_front_changes_nothing(tmp_path: Path) -> None:
    text = json.dumps(played("oto2"))
    plain, marked = run(tmp_path, text), run(tmp_path, f"\ufeff{text}")
    assert (marked.returncode, marked.stdout) == (plain.returncode, plain.stdout)
    assert plain.returncode == 2, "no head was given"


def test_a_file_can_not_write_on_the_terminal(tmp_path: Path) -> None:
    file = played("oto2")
    file["acts"][5]["by"] = "\x1b[2JAll was checked.\u202e"
    done = run(tmp_path, file)
    assert done.returncode == 1
    assert "\\x1b[2JAll was checked.\\u202e" in done.stdout
    assert not {"\x1b", "\u202e"} & {*done.stdout}


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("shelf", "path"), RECORDINGS)
def test_a_recording_is_right_to_the_row_that_every_roll_hit(
    shelf: object, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = heads_of(json.loads(path.read_text(encoding="utf-8")))[-1]
    assert verify_campaign.main([str(path), "--head", head]) in (0, 2), "2 where players threw dice of their own"
    told = capsys.readouterr().out
    assert "right  Every total hits the row" in told
    assert "right  Every die of the server" in told
