"""Messages between people: talk and notes of a side in its own room, and talk at the table, which everybody reads."""
