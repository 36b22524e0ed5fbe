"""A map of areas: what a game says of each, and where they lie in a drawing."""
