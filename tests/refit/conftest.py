"""The wizard is tried with the real game."""

from collections.abc import Callable

import pytest

from tests.cast import Table, founding, table
from tests.paper import Paper, open_page

__all__ = ["founding", "table", "wizard"]


@pytest.fixture
def wizard() -> Callable[[Table, str], Paper]:
    """The wizard as somebody sees it who has just opened it."""
    return lambda at, name: open_page(at.browser(name), f"/campaigns/{at.public_id}/refit/")
