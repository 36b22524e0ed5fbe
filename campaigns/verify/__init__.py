"""The page on which anybody checks that a campaign was honest."""
