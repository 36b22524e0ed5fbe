"""What a sheet on paper costs in the worker: a roster of four pages, set and sealed, each time with other contents.

`python -m bench.sheets` needs no database; the two short statements of a job are not in it.
"""

import base64
import statistics
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

ROWS, PAGES, ROUNDS = 105, 4, 20
LIMIT_MS = 300.0
COLUMNS = ("Date", "Group", "CPP", "Strength", "Units", "SW", "Leaders", "Pre-Reg.", "Observer", "Note")


def roster(number: int) -> dict[str, Any]:
    """A drawn sheet with a long table; no two are alike, so that nothing can be remembered from the one before."""
    columns = [{"title": title, "width": 1 + len(title) % 3, "figure": title == "CPP"} for title in COLUMNS]
    rows = [
        [[f"{title} {number}.{row}" if title != "CPP" else str(row), title == "CPP"] for title in COLUMNS]
        for row in range(ROWS)
    ]
    table = {"title": "Groups", "columns": columns, "blocks": [{"title": "23AM", "rows": rows}], "empty": ""}
    about = {"title": "CG Roster", "subtitle": "On Track to Orsha", "campaign": "Bench", "date": "24PM"}
    return {**about, "side": "German", "room": "german", "number": number, "notes": [], "tables": [table]}


def measured() -> Iterator[float]:
    """The milliseconds of each round, the first one with everything that is loaded once."""
    from campaigns import vault
    from rosters.pdf import pdf_of

    key = vault.new_key()
    at = datetime(2026, 1, 1, tzinfo=UTC)
    for number in range(ROUNDS + 1):
        began = time.perf_counter()
        made = pdf_of(roster(number), at)
        vault.seal(key, base64.b64encode(made).decode(), "bench")
        yield (time.perf_counter() - began) * 1000
        assert b"/Count %d" % PAGES in made


def main() -> None:
    """Measure and print; fails if a sheet costs more than it may."""
    first, *rest = measured()
    median, slowest = statistics.median(rest), max(rest)
    print(f"a roster of {PAGES} pages: {median:.0f} ms (limit {LIMIT_MS:.0f}), slowest {slowest:.0f} ms,")
    print(f"  the first of a worker {first:.0f} ms")
    if max(first, median) > LIMIT_MS:
        raise SystemExit("a sheet costs more than it may")


if __name__ == "__main__":
    main()
