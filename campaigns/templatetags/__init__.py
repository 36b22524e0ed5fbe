"""Template tags of the campaigns app."""
