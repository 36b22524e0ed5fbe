"""Looking after an instance: what is wrong with it, and gauges for a monitor."""
