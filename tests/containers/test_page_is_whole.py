"""The last of the tests here, once the others have followed the page."""

from __future__ import annotations

from tests.containers.club import NEEDS
from tests.containers.page import NOT_RUN, Page

pytestmark = NEEDS


def test_no_command_of_the_page_is_left_out(page: Page) -> None:
    """Fails where the tests before it were not run too."""
    assert [block.text for block in page.left()] == []


def test_what_is_named_as_not_run_stands_on_the_page(page: Page) -> None:
    lines = {line.rstrip() for block in page.blocks for line in block.text.splitlines()}
    assert {*NOT_RUN} <= lines
