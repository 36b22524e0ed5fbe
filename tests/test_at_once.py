"""Jobs done at the same moment: what they return and raise comes out, and none holds the run up."""

import threading

import pytest

from tests.at_once import at_once


def test_each_returns_in_its_place() -> None:
    met = threading.Barrier(3, timeout=30)
    assert at_once(*(lambda number=number: (met.wait(), number)[1] for number in range(3))) == [0, 1, 2]


def test_what_one_raises_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        at_once(lambda: 1, lambda: 1 // 0)


def test_one_that_hangs_is_named_and_left_behind() -> None:
    over = threading.Event()
    with pytest.raises(AssertionError, match=r"\[1\]"):
        at_once(lambda: None, lambda: over.wait(60), patience=0.2)
    over.set()
