"""Template tags of the refit app."""
