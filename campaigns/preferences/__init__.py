"""The preferences of accounts: language, time zone, mails, quiet hours."""
