"""The sheets of a refit campaign, filled in from what a side knows."""
