"""What the refit phases of sister games share: their rooms, their desk, and the steps both print in other words."""
