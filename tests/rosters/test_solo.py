"""Sheets of a campaign that one person plays."""

from django.urls import reverse

from campaigns.models import PlayMode
from tests.players import PlayedCampaign
from tests.seats import is_played


def test_a_sheet_of_a_solo_campaign_says_that_it_is_solo(table: PlayedCampaign) -> None:
    is_played(table.campaign, PlayMode.SOLO)
    page = table.browser("hans").get(reverse("sheet", args=[table.public_id, "german", "roster"]))
    assert "Orsha (solo) · German" in page.content.decode()
