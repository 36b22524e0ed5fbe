"""The campaign's story, with the journal of the public room and of no other."""

from __future__ import annotations

from django.urls import reverse

from rosters.pdf import pdf_of
from rosters.sheets import printable_or_404, sheet_content
from tests.players import PlayedCampaign
from tests.rosters.test_pdf import AT, text_of


def story(table: PlayedCampaign, name: str) -> str:
    """The page of the story as somebody gets it."""
    answer = table.browser(name).get(reverse("sheet", args=[table.public_id, "public", "story"]))
    return answer.content.decode() if answer.status_code == 200 else ""


def test_the_story_tells_the_public_journal_once_the_campaign_has_ended(supplied: PlayedCampaign) -> None:
    assert story(supplied, "hans") == ""
    supplied.player("ivan").orders("concede")
    for name in ("hans", "spectator"):
        page = story(supplied, name)
        assert "The Russian side concedes" in page
        assert "The German side has sealed its purchases" in page
        assert "Bought" not in page, "what a side did in its own room is told by its own journal"


def test_the_story_and_the_blank_forms_are_set_on_paper(supplied: PlayedCampaign) -> None:
    supplied.player("ivan").orders("concede")
    seat = supplied.seat("hans")
    for key, said in (("story", "What happened"), ("blank-roster", "Points and purchases"), ("blank-setup", "Secret")):
        assert said in text_of(pdf_of(sheet_content(seat, printable_or_404(seat, "public", key)), AT))
