"""Who of a side does what: parts, the overall commander, and how many sign."""
