"""The journal as it is read: by date, and what happened since the reader was here."""
