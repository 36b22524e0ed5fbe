"""From the arrival of forces to the beginning of the scenario."""
