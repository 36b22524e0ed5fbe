"""Readings as code asks for them: what a game's data has not, or has otherwise, fails when the game is loaded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any, Literal

import pytest

from rules import registry
from rules.asl.data_files.readings import AslReadings
from rules.asl.system import RefitSystem
from rules.contract import PUBLIC
from rules.engine.data_files import TableError, load_data, load_tables, read_toml, readings_in
from rules.engine.founding import read_rulings
from rules.engine.readings import GameReadings
from rules.systems.oto2.readings import Readings as Oto2Readings
from rules.systems.oto2.system import SYSTEM as OTO2
from rules.systems.votg.readings import Readings as VotgReadings
from rules.systems.votg.system import SYSTEM as VOTG
from tests.rules.test_tables import GOOD, folder

RULES = Path("rules")
NAMED = re.compile(r"rulings? (\w+(?:, \w+)*)")
LOOSE = re.compile(r"""\b(?:readings|rulings|chosen)(?:\.get\(|\[)["']""")
RULING = """
[[ruling]]
key = "tie"
question = "Who wins a tie?"
cite = "1"
status = "inferred"
default = "red"
readings = [{key = "red", text = "Red."}, {key = "blue", text = "Blue."}]
"""


@dataclass(frozen=True, kw_only=True)
class Asked(GameReadings):
    tie: Literal["red", "blue"]


@dataclass(frozen=True, kw_only=True)
class Settled(GameReadings):
    tie: Literal["red"] = "red"


@dataclass(frozen=True, kw_only=True)
class Misspelt(GameReadings):
    tei: Literal["red", "blue"]


@dataclass(frozen=True, kw_only=True)
class OtherReadings(GameReadings):
    tie: Literal["red", "green"]


def rulings_file(folder: Path) -> Path:
    path = folder / "rulings.toml"
    path.write_text(RULING, encoding="utf-8")
    return path


def test_what_code_asks_for_is_the_chosen_reading_of_a_ruling(tmp_path: Path) -> None:
    assert [ruling.key for ruling in read_rulings(rulings_file(tmp_path), Asked)] == ["tie"]
    assert Asked.of({"tie": "blue", "other": "x"}).tie == "blue"
    assert Settled.of({}).tie == "red"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (Settled, "rulings.toml: tie is a ruling, but .* says that the print settles it"),
        (Misspelt, "rulings.toml: there is no ruling tei, which .* asks for"),
        (OtherReadings, "rulings.toml: tie is blue, red, but .* asks for green, red"),
    ],
)
def test_a_key_or_reading_that_is_none_fails_when_the_game_is_loaded(
    tmp_path: Path, asked: type[GameReadings], told: str
) -> None:
    with pytest.raises(TableError, match=told):
        read_rulings(rulings_file(tmp_path), asked)


def test_a_default_that_is_no_reading_fails_when_the_game_is_loaded(tmp_path: Path) -> None:
    path = rulings_file(tmp_path)
    path.write_text(RULING.replace('default = "red"', 'default = "rde"'), encoding="utf-8")
    with pytest.raises(TableError, match=r"rulings.toml, line 2: ruling.0: .*the default rde is none of the readings"):
        read_rulings(path, Asked)


@pytest.mark.parametrize(
    ("reading", "told"),
    [
        ("tei = {red = 1, blue = 2}", "data.toml, line 3: x.reading.tei: the readings of tei are none"),
        ("tie = {red = 1, bleu = 2}", "data.toml, line 3: x.reading.tie: the readings of tie are blue, red"),
        ("tie = {red = 1}", "data.toml, line 3: x.reading.tie: the readings of tie are blue, red"),
    ],
)
def test_a_value_hangs_on_a_ruling_of_the_game_and_on_each_of_its_readings(
    tmp_path: Path, reading: str, told: str
) -> None:
    (tmp_path / "data.toml").write_text(f"[x]\nvalue = 1\nreading.{reading}\n", encoding="utf-8")
    with pytest.raises(TableError) as caught:
        load_data(tmp_path / "data.toml", dict[str, object], read_rulings(rulings_file(tmp_path), Asked))
    assert caught.value.problems == (told,)


@pytest.mark.parametrize(
    ("ruling", "reading", "told"),
    [
        ("tie", "blue", ""),
        ("tie", "bleu", "the readings of tie are blue, red"),
        ("tei", "blue", "the readings of tei are"),
    ],
)
def test_a_table_has_other_rows_for_readings_of_the_game_alone(
    tmp_path: Path, ruling: str, reading: str, told: str
) -> None:
    rulings = read_rulings(rulings_file(tmp_path), Asked)
    tables = tmp_path / "tables"
    tables.mkdir()
    folder(tables, GOOD.replace("middle", ruling).replace("wide", reading))
    if not told:
        assert load_tables(tables, rulings).keys() == {"demo.one"}
        return
    with pytest.raises(TableError, match=rf"tables.toml, line 18: table.0.reading.{ruling}: {told}"):
        load_tables(tables, rulings)


# The games -----------------------------------------------------------------------------------------------------------


def test_a_key_of_both_games_is_one_question_with_one_set_of_readings() -> None:
    votg, oto2 = ({ruling.key: ruling for ruling in game.rulings} for game in (VOTG, OTO2))
    both = votg.keys() & oto2.keys()
    assert len(both) > 10
    assert {key for key in both if votg[key].readings.keys() != oto2[key].readings.keys()} == set()
    assert {key for key in both if votg[key].question != oto2[key].question} == set()


def own(asked: type[GameReadings]) -> set[str]:
    return {each.name for each in fields(asked)} - {each.name for each in fields(AslReadings)}


def test_what_code_of_both_games_asks_for_is_declared_once_in_the_family() -> None:
    assert own(VotgReadings) & own(Oto2Readings) == set()


def sources(key: str) -> Iterator[Path]:
    for place in ("asl", "ground", f"systems/{key}"):
        yield from (RULES / place).rglob("*.py")


@pytest.mark.parametrize(("key", "asked"), [("votg", VotgReadings), ("oto2", Oto2Readings)])
def test_every_ruling_is_asked_for_by_code_or_by_data(key: str, asked: type[GameReadings]) -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in sources(key))
    looked_up = set(re.findall(r"\breadings\.(\w+)", code))
    by_code = {each.name for each in fields(asked) if each.default is MISSING}
    assert by_code <= looked_up
    files = (RULES / "systems" / key / "data").rglob("*.toml")
    by_data = {ruling for path in files for _, ruling, _ in readings_in(read_toml(path))}
    assert by_code | by_data == {ruling.key for ruling in registry.get(key).rulings}


@pytest.mark.parametrize("game", [VOTG, OTO2])
def test_a_doubt_about_a_table_names_rulings_of_the_game(game: RefitSystem[Any, Any, Any, Any, Any, Any]) -> None:
    doubts = [doubt for table in game.files.tables.values() for doubt in table.doubt]
    named = {key for doubt in doubts for keys in NAMED.findall(doubt) for key in keys.split(", ")}
    assert named
    assert named <= {ruling.key for ruling in game.rulings}


def test_no_code_looks_a_reading_up_by_a_loose_key() -> None:
    found = [str(path) for path in RULES.rglob("*.py") if LOOSE.search(path.read_text(encoding="utf-8"))]
    assert found == []


def test_a_campaign_that_has_a_ruling_under_its_key_of_before_keeps_its_reading() -> None:
    before = {"escape_equipment": "rolled", "hw_forfeited": "first"}
    now = {"escape_twelve": "rolled", "hw_after_all": "first"}
    state = OTO2.setup({"rulings": before})
    assert state.public.rulings == OTO2.setup({"rulings": now}).public.rulings
    rooms = {PUBLIC: OTO2.dump(state, PUBLIC), **{side: OTO2.dump(state, side) for side in OTO2.sides}}
    public = rooms[PUBLIC]
    assert isinstance(public, dict)
    stored = {key: reading for key, reading in public["rulings"].items() if key not in now} | before
    assert OTO2.load({**rooms, PUBLIC: {**public, "rulings": stored}}) == state
