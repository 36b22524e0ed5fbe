"""Reinforcement groups: their baskets and prices, what they bring, and the odds of it."""
