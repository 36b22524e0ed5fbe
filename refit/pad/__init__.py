"""The battle pad: losses and conditions of a side's counters, entered tap by tap, also without a network (ADR 40)."""
