"""Maps of areas: what a game says of each area, and where it lies in a drawing."""
