"""The journal as pages show it: by date, and what happened since the last act of the reader's side."""
