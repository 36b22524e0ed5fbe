"""The map of a campaign: drawn, as a table, painted, and over the dates."""
