"""Campaign files that people import: taken in by a page, checked and made a campaign by a worker within limits."""
