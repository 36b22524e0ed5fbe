"""Read a scenario's end from VASL: its text of the map, or a saved game, which only the reader's browser opens."""
