"""What an account asked for: its language, and which mails."""
