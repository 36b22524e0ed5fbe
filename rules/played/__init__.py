"""Games that are played here: what goes on as a stack, orders that unfold event by event, refusals as data."""
