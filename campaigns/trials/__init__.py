"""Trying a game without an account: a campaign that one guest plays for both sides, deleted after a day."""
