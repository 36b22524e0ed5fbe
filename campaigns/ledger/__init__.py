"""The permanent record of campaigns: the journal, its encryption, dice, undo, campaign files and their check."""
