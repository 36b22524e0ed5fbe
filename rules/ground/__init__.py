"""The ground that games are played on: hexes, and the sheets that say what a map has in each."""
