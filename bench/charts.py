"""What the worst chart costs the web process: a file of a megabyte, made for its reader, and a look at it afterwards.

`python -m bench.charts` runs the real web server on an embedded database of its own. Unlike `bench.strangers` it sends
files that fit their game: every line a sheet may have, each cell as dear to read and to refuse as can be.
Linux only: it reads /proc.
"""

import csv
import io
import json
import os
import time
from collections.abc import Callable, Iterator
from operator import itemgetter
from pathlib import Path

from bench.strangers import FILES, FORM, LIMIT_MB, LIMIT_SECONDS, Sent, memory, part, processor, send
from bench.streams import instance, seat, web_server
from rules.engine.charts import LONGEST_CELL, LONGEST_FIGURE, ChartColumn, ChartSchema

MOST = 1024 * 1024
Cell = Callable[[ChartColumn], str]


def figure(column: ChartColumn) -> str:
    """As long as a figure may be, and none."""
    return "²" * (LONGEST_FIGURE - 1) + "x" if column.numeric else "zz"


def endless_figure(column: ChartColumn) -> str:
    """As long as any cell may be, where a figure belongs."""
    return "²" * (LONGEST_CELL // 2) + "x" if column.numeric else "zz"


def last_choice(column: ChartColumn) -> str:
    """The choice that is looked at last, as often as it may stand."""
    if column.kind == "several":
        return f"{list(column.choices)[-1]} ".join([""] * 200).strip()
    return list(column.choices)[-1] if column.choices else "1"


def unknown(column: ChartColumn) -> str:
    """What fits nowhere, so that every cell has a fault of its own."""
    return "?" * 12


CELLS: dict[str, Cell] = {
    "figures that are none": figure,
    "endless figures": endless_figure,
    "last choices": last_choice,
    "nothing known": unknown,
}


def whole_toml(schema: ChartSchema, cell: Cell) -> bytes:
    """A chart as TOML: every line that its sheets may have, as far as a megabyte reaches."""
    found, size = list[bytes](), 0
    for sheet in schema.sheets:
        cells = [f"{column.key} = {json.dumps(cell(column), ensure_ascii=False)}" for column in sheet.columns]
        line = "\n".join([f"[[{sheet.key}]]", *cells, ""]).encode()
        count = min(sheet.most, (MOST - size) // len(line))
        found, size = [*found, line * count], size + len(line) * count
    return b"".join(found)


def sheets_of(schema: ChartSchema, cell: Cell) -> Iterator[tuple[str, bytes]]:
    """Every sheet as CSV, each up to a megabyte: together they are the largest draft there can be."""
    for sheet in schema.sheets:
        out = io.StringIO()
        write = csv.writer(out).writerow
        write([column.key for column in sheet.columns])
        head = out.tell()
        write([cell(column) for column in sheet.columns])
        first = out.getvalue().encode()
        line = first[len(out.getvalue()[:head].encode()) :]
        yield sheet.key, first + line * min(sheet.most - 1, (MOST - len(first)) // len(line))


def main() -> None:
    """Send them all, look at what became of them, and fail if any of it cost too much."""
    os.environ.update(LOG_LEVEL="ERROR", UPLOADS_A_DAY="0", CHARTS_A_DAY="0")
    from django.core.management import call_command

    costs = list[tuple[float, float, str]]()
    with instance():
        _, (session, *_) = seat()
        call_command("collectstatic", interactive=False, verbosity=0)
        from django.contrib.auth import get_user_model

        from campaigns.charts import actions
        from campaigns.charts.kinds import KINDS

        user = get_user_model().objects.get(username="bench")
        with web_server() as (pid, port):

            def sent(what: str, address: str, file: bytes | None = None) -> None:
                Path(f"/proc/{pid}/clear_refs").write_text("5")
                busy, rss = processor(pid), memory(pid, "VmRSS")
                asked = Sent(FORM, b"", method="GET") if file is None else Sent(FILES, part(file))
                status = send(port, address, asked, session)
                time.sleep(0.01)
                costs.append((processor(pid) - busy, memory(pid, "VmHWM") - rss, f"{what}: {status}"))
                assert status in (200, 302, 422), costs[-1]

            for kind in KINDS:
                for game, system in actions.games(kind).items():
                    schema = actions.sheets_asked_for(game, kind)
                    assert schema is not None, system
                    for title, cell in CELLS.items():
                        chart = actions.begin_chart(system=game, name=title, practice=False, by=user, kind=kind)
                        home, what = f"/charts/{chart.chart_id}/", f"{kind} of {game}, {title}"
                        sent(f"{what}, as TOML", f"{home}toml/", whole_toml(schema, cell))
                        for key, file in sheets_of(schema, cell):
                            sent(f"{what}, {key} as CSV", f"{home}sheets/{key}/csv/", file)
                        sent(f"{what}, a look at it", home)
                        actions.remove(chart=chart)
    print(f"{len(costs)} requests")
    for which, title, limit in ((0, "seconds of processor", LIMIT_SECONDS), (1, "MB more", LIMIT_MB)):
        print(f"{title} (limit {limit:.0f})")
        for cost in sorted(costs, key=itemgetter(which), reverse=True)[:8]:
            print(f"  {cost[which]:6.2f}  {cost[2]}")
    if max(cost[0] for cost in costs) > LIMIT_SECONDS or max(cost[1] for cost in costs) > LIMIT_MB:
        raise SystemExit("a chart costs too much")


if __name__ == "__main__":
    main()
