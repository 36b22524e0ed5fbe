"""An Idle Day, on which a side does only what it must: on one page and by one press."""
