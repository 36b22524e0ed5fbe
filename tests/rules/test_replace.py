"""The replacing of frozen dataclasses, held against that of the standard library."""

from dataclasses import FrozenInstanceError, dataclass, field
from dataclasses import replace as standard
from functools import cached_property

import pytest

from rules.engine.replace import replace


@dataclass(frozen=True)
class Plain:
    name: str
    counted: int = 1
    held: tuple[str, ...] = ()

    @cached_property
    def shouted(self) -> str:
        return self.name.upper()


@dataclass(frozen=True)
class Checked:
    count: int

    def __post_init__(self) -> None:
        if self.count < 0:
            raise ValueError(self.count)


@dataclass(frozen=True)
class Caching:
    count: int
    seen: list[int] = field(default_factory=list, init=False)


def test_it_makes_what_the_standard_one_makes() -> None:
    old = Plain("a", 2)
    new = replace(old, held=("x",), counted=3)
    assert new == standard(old, held=("x",), counted=3) == Plain("a", 3, ("x",))
    assert type(new) is Plain
    assert old == Plain("a", 2)
    assert replace(old) == old
    assert replace(old) is not old


def test_what_the_old_one_has_worked_out_is_worked_out_anew() -> None:
    old = Plain("a")
    assert old.shouted == "A"
    assert replace(old, name="b").shouted == "B"
    assert vars(replace(old)) == {"name": "a", "counted": 1, "held": ()}


def test_the_new_one_is_as_frozen_as_the_old() -> None:
    with pytest.raises(FrozenInstanceError):
        replace(Plain("a"), name="b").name = "c"  # type: ignore[misc]


def test_a_name_that_is_no_field_is_an_error() -> None:
    with pytest.raises(TypeError, match="Plain has no field nmae"):
        replace(Plain("a"), nmae="b")  # type: ignore[call-arg]


def test_what_a_class_does_when_it_is_made_is_done() -> None:
    with pytest.raises(ValueError, match="-1"):
        replace(Checked(1), count=-1)
    old = Caching(1)
    assert replace(old, count=2).seen is not old.seen
