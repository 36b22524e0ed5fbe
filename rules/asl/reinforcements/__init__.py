"""Reinforcement groups: what is wished and paid, what they bring, and the odds of it."""
