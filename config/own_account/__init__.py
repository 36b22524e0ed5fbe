"""What somebody does with his own account: take everything of his along, or delete it."""
