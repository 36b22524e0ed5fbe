"""The battle pad: what befalls counters in a scenario, entered at the table."""
