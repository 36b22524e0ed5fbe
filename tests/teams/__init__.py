"""Who of a side does what."""
