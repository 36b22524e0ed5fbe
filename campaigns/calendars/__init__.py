"""An account's own calendar that other programs subscribe to: what waits for it, until when, and holidays."""
