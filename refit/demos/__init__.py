"""The campaigns a newcomer finds: what was entered in them, and where they stand."""
