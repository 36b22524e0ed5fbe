"""What the refit phases of sister games share: their rooms, their context, and the steps both print in other words."""
