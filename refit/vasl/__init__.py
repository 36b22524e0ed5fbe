"""A scenario's end read from VASL: its text of the map, or a saved game that only the reader's browser opens."""
