"""The kernel, the parts and the registry: pure, strict, and with something to check."""

import subprocess
import sys
from pathlib import Path

import pytest

import rules
from rules import registry, systems
from rules.asl import counters as pieces
from rules.contract import PUBLIC, Event, Field, GameSystem, Refused, State
from rules.engine import entries
from rules.engine.reducers import Reducers
from rules.engine.tasks import FormTask
from tests.rules.play import SYSTEM

FOLDER = Path(rules.__file__).parent
IMPURE = """
import sys
from rules import registry
registry.all_systems()
import rules.systems._template
barred = {"django", "celery", "psycopg", "campaigns", "config", "refit", "rosters", "requests", "sqlite3"}
print(*sorted(barred & {name.partition(".")[0] for name in sys.modules}))
"""
AT_USE = ("random", "secrets", "time", "datetime", "socket", "subprocess", "os", "urllib", "threading", "asyncio")


def test_importing_every_system_imports_no_framework():
    done = subprocess.run([sys.executable, "-c", IMPURE], capture_output=True, text=True, check=True, cwd=FOLDER.parent)
    assert done.stdout.split() == []


def test_no_module_of_the_rules_names_a_clock_a_die_or_the_world_outside():
    sources = list(FOLDER.rglob("*.py"))
    assert len(sources) > 20
    for path in sources:
        for line in path.read_text(encoding="utf-8").splitlines():
            words = line.split()
            if words[:1] in (["import"], ["from"]):
                assert words[1].partition(".")[0] not in AT_USE, f"{path.name}: {line}"


def test_the_registry_finds_every_folder_that_does_not_start_with_an_underscore():
    folders = {path.name for path in Path(systems.__path__[0]).iterdir() if (path / "__init__.py").exists()}
    assert "_template" in folders
    found = registry.all_systems()
    assert found
    assert len(found) == len([name for name in folders if not name.startswith("_")])
    assert registry.get("oto2") is SYSTEM
    with pytest.raises(KeyError):
        registry.get("_template")


@pytest.mark.parametrize("system", registry.all_systems().values(), ids=lambda system: system.key)
def test_every_system_keeps_the_contract(system: GameSystem):
    assert system.title
    assert system.edition
    assert system.sides
    state = system.setup({})
    assert set(state.sides) == set(system.sides)
    for side in system.sides:
        assert system.view(state.only([side]), side).rail
    rooms = {room: system.dump(state, room) for room in (PUBLIC, *system.sides)}
    assert system.load(rooms) == state
    assert all(ruling.default in ruling.readings for ruling in system.rulings)


def test_a_state_opens_only_the_rooms_asked_for():
    state = State(1, {"a": 2, "b": 3})
    assert state.only(["a"]) == State(1, {"a": 2})
    assert state.only([]) == State(1)


def test_a_reducer_of_one_side_is_given_that_room_alone():
    seen = []
    reducers = Reducers(
        public={"p": lambda room, data: seen.append(room) or room},
        side={"s": lambda room, data: seen.append(room) or room + data["n"]},
        echo={"p": lambda room, key, data: seen.append((key, room)) or room},
    )
    state = State("public", {"a": 1, "b": 2})
    state = reducers.apply(state, Event("s", "a", {"n": 5}))
    assert (state, seen) == (State("public", {"a": 6, "b": 2}), [1])
    reducers.apply(state, Event("p", PUBLIC))
    assert seen[1:] == [("a", 6), ("b", 2), "public"]
    with pytest.raises(KeyError):
        reducers.apply(state, Event("unknown", PUBLIC))


def test_counters_that_are_alike_make_a_pile_and_none_is_lost():
    rows = [pieces.CounterRow(id=n, kind="squad", name="4-6-7", worth=2) for n in (1, 2, 3)]
    counters = pieces.change(pieces.add((), rows), {"2": {"fate": "eliminated", "since": 1}, "9": {"fate": "used"}})
    assert [(pile.key, pile.count, pile.like.fate) for pile in pieces.piles(counters)] == [
        (1, 2, "ready"), (2, 1, "eliminated"),
    ]  # fmt: skip
    assert [counter.on_hand for counter in counters] == [True, False, True]


FORM = FormTask(
    "Go",
    (
        Field("n", "Number", low=1, high=5, value=2),
        Field("s", "Choice", "select", "a", options=(("a", "A"), ("b", "B"))),
        Field("t", "Text", "text", "", pattern="[a-z]*", hint="small letters"),
        Field("c", "Tick", "check", True),
    ),
)


def test_a_form_reads_numbers_choices_texts_and_ticks():
    assert FORM.read({"n": " 3 ", "s": "b", "t": " x ", "c": "on"}) == {"n": 3, "s": "b", "t": "x", "c": True}
    assert FORM.read({}) == {"n": 2, "s": "a", "t": "", "c": False}


@pytest.mark.parametrize(
    "wrong",
    [{"n": 6}, {"n": 0}, {"n": "x"}, {"n": True}, {"s": "c"}, {"t": "A"}, {"t": "x" * 201}, {"c": "maybe"}, {"z": 1},
     {"c": []}, {"t": ["x"]}, {"dice": {}}],
)  # fmt: skip
def test_a_form_refuses_what_does_not_fit_and_names_the_entry(wrong):
    with pytest.raises(Refused) as caught:
        FORM.read(wrong)
    assert caught.value.field == next(iter(wrong))


def test_an_entry_is_quoted_shortly_whatever_it_is():
    for value in ("x" * 500, 10**5000, {"a": 1}, [1] * 100, float("nan"), None, True):
        assert len(entries.excerpt(value)) <= entries.LONGEST_EXCERPT + 1
