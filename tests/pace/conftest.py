"""The table of the fake game, as the tests of campaigns have it."""

from __future__ import annotations

from tests.campaigns.conftest import auction, cast, founded, later, logged_in, users

__all__ = ["auction", "cast", "founded", "later", "logged_in", "users"]
