"""For games played here: a stack of frames, orders that unfold event by event, refusals as data."""
