"""The wizard is tried with the real game."""

from collections.abc import Callable

import pytest

from tests.html_client import HtmlPage, open_page
from tests.players import PlayedCampaign, founding, table

__all__ = ["founding", "table", "wizard"]


@pytest.fixture
def wizard() -> Callable[[PlayedCampaign, str], HtmlPage]:
    """The wizard as somebody sees it who has just opened it."""
    return lambda at, name: open_page(at.browser(name), f"/campaigns/{at.public_id}/refit/")
