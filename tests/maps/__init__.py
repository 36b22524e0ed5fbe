"""The drawn map of a campaign."""
