"""What was played, for good: the journal, its encryption, dice, undo, campaign files and their check."""
