"""Campaign files that people bring: taken in by a page, checked and gone on with by a worker within limits."""
