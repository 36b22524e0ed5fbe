"""The battle pad: what befalls a side's counters at the table, tap by tap, also without a network."""
