"""Sheets of a campaign that one person plays."""

from django.urls import reverse

from campaigns.models import How
from tests.cast import Table


def test_a_sheet_of_a_solo_campaign_says_that_it_is_solo(table: Table) -> None:
    campaign = table.campaign
    campaign.how = How.SOLO
    campaign.save(update_fields=["how"])
    page = table.browser("hans").get(reverse("sheet", args=[table.public_id, "german", "roster"]))
    assert "Orsha (solo) · German" in page.content.decode()
