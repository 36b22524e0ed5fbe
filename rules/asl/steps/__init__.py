"""The shared steps of a refit phase, a module for each part of it; their words and rule numbers are the game's."""
