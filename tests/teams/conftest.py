"""A campaign with all its people, played to its first purchase."""

import pytest

from tests.players import PlayedCampaign, start_played


@pytest.fixture
def table(db: None) -> PlayedCampaign:
    return start_played()
