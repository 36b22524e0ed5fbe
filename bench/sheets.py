"""What a sheet on paper costs in the worker, beside the same rows set by the bare typesetter.

The sheet is a roster of four pages. The bare document is what the typesetter's manual would have one write for its
rows: the same JSON in a plain table with a repeated header, on the same paper, in the same type size and with the same
padding, so that it breaks onto as many pages; no other fonts, rules, footer, headings, keeping together or PDF/UA. Both
are set in turn in one process, each time with other contents, so that nothing can be remembered. The ratio is of the
processor's time, the median over all pairs; the same with the sheet's seal, which is no typesetting, stands beside it.

The rows come as one long table, and as short ones that may not be parted. To see whether they fit on a page the sheet
lays those out twice; they have no limit and are printed to be known.

`python -m bench.sheets` needs no database; the two short statements of a job are not in it.
"""

import base64
import json
import statistics
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

import typst

from bench.figures import Figure, report
from campaigns.ledger import crypto
from rosters.pdf import pdf_of

ROWS, PAGES, ROUNDS = 105, 4, 20
FIRST = 10
"""The number of the first roster; all have two figures, so that their columns are alike."""
SHORT = 9
"""Into how many tables the rows go on the sheet of short ones."""
LIMIT_MS, LIMIT_RATIO = 300.0, 1.3
AT = datetime(2026, 1, 1, tzinfo=UTC)
KEY = crypto.new_key()
COLUMNS = ("Date", "Group", "CPP", "Strength", "Units", "SW", "Leaders", "Pre-Reg.", "Observer", "Note")
BARE = b"""
#let sheet = json(bytes(sys.inputs.sheet))
#set page(paper: "a4", flipped: true, margin: (x: 13mm, top: 13mm, bottom: 17mm))
#set text(size: 9.5pt)
#for part in sheet.tables {
  table(
    columns: part.columns.map(column => column.width * 1fr),
    inset: (x: 3pt, y: 4.6pt),
    table.header(..part.columns.map(column => column.title)),
    ..part.blocks.map(block => block.rows).flatten().filter(value => type(value) == str),
  )
}
"""


class Pair(NamedTuple):
    """The milliseconds of a sheet by the clock, and its processor's time as a multiple of the bare document's."""

    clock: float
    set: float
    sealed: float


def roster(number: int, tables: int = 1) -> dict[str, Any]:
    """A drawn sheet with its rows in that many tables; two of different numbers have no cell in common."""
    columns = [{"title": title, "width": 1 + len(title) % 3, "figure": title == "CPP"} for title in COLUMNS]
    rows = [
        [[f"{title} {number}.{row}" if title != "CPP" else f"{number}{row}", title == "CPP"] for title in COLUMNS]
        for row in range(ROWS)
    ]
    drawn = [
        {
            "title": "Groups",
            "columns": columns,
            "blocks": [{"title": "23AM", "rows": rows[part::tables]}],
            "empty": "",
        }
        for part in range(tables)
    ]
    about = {"title": "CG Roster", "subtitle": "On Track to Orsha", "campaign": "Bench", "date": "24PM"}
    return {**about, "side": "German", "room": "german", "number": number, "notes": [], "tables": drawn}


def bare(sheet: dict[str, Any]) -> bytes:
    """The rows of a sheet as the typesetter alone would set them."""
    rows = {"sheet": json.dumps(sheet)}
    return typst.compile(BARE, format="pdf", ignore_system_fonts=True, timestamp=int(AT.timestamp()), sys_inputs=rows)


def compared(tables: int = 1) -> Iterator[Pair]:
    """A sheet and a bare document in turn; in the first pair is all that is loaded once."""
    for number in range(FIRST, FIRST + 2 * ROUNDS, 2):
        sheet, rows = roster(number, tables), roster(number + 1, tables)
        began, busy = time.perf_counter(), time.process_time()
        paper = pdf_of(sheet, AT)
        set_by = time.process_time()
        crypto.seal(KEY, base64.b64encode(paper).decode(), "bench")
        ended, sealed_by = time.perf_counter(), time.process_time()
        plain = bare(rows)
        taken = time.process_time() - sealed_by
        assert b"/Count %d" % PAGES in plain
        assert tables > 1 or b"/Count %d" % PAGES in paper
        yield Pair((ended - began) * 1000, (set_by - busy) / taken, (sealed_by - busy) / taken)


def main() -> None:
    """Measure and print; fails if a sheet costs more than it may."""
    first, *rest = compared()
    clock, slowest = statistics.median(pair.clock for pair in rest), max(pair.clock for pair in rest)
    ratio = statistics.median(pair.set for pair in rest)
    sealed = statistics.median(pair.sealed for pair in rest)
    short = statistics.median(pair.set for pair in compared(SHORT))
    print(f"with its seal {sealed:.2f} times the bare typesetter, its rows in {SHORT} tables {short:.2f} times")
    print(f"the slowest roster took {slowest:.0f} ms")
    report(
        Figure(f"a roster of {PAGES} pages", clock, LIMIT_MS, "ms"),
        Figure("the first of a worker", first.clock, LIMIT_MS, "ms"),
        Figure("its processor's time, times the bare typesetter", ratio, LIMIT_RATIO),
    )


if __name__ == "__main__":
    main()
