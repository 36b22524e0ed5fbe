"""Pages that put the record right: corrections, and undoing one's last act."""
