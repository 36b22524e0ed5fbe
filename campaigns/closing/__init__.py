"""What becomes of a whole campaign: out of the way, ended although the game is not over, or removed for good."""
