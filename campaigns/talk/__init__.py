"""What people say to each other: notes and talk of a side in its own room, talk at the table before everybody."""
