"""What a drawn map costs: to write it, to send it, and to set it into the page of a phone.

`python -m bench.maps` paints the practice map of Valor of the Guards, 41 by 50 hexes, from both sides, draws it, and
has Chromium, at 390 pixels and a quarter of the processor's speed, set the drawing into a page and lay it out. Terrain
and hexsides are written once and kept, as in a web process. It needs no database.
"""

import gzip
import json
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING

from bench.figures import Figure, report

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

    from campaigns.maps.figure import MapFigure

ROUNDS = 12
LIMIT_KB, LIMIT_MS = 15.0, 40.0
PHONE: "ViewportSize" = {"width": 390, "height": 844}
SLOWER = 4
STATIC = Path(__file__).parents[1] / "static"
PAINTED = {"german": "A1-L50, M1-N8, M9-P17, M18-Q22, Y10-Z12", "russian": "P1-LL8, R9-LL17, S18-LL22, P23-LL50"}
SET_IN = """(drawn) => {
    const box = document.getElementById("box");
    box.replaceChildren();
    box.getBoundingClientRect();
    const start = performance.now();
    box.innerHTML = drawn;
    box.querySelector("svg").getBoundingClientRect();
    return performance.now() - start;
}"""


def main() -> None:
    """Measure, print, and fail above the limits."""
    from django.conf import settings

    settings.configure(USE_I18N=False)
    figure = painted()
    written = min(timed(figure) for _ in range(ROUNDS))
    drawn = str(figure.svg)
    facts = json.dumps(figure.facts, separators=(",", ":"))
    own = sum(compressed((STATIC / name).read_text()) for name in ("js/map.js", "css/map.css"))
    weight = {"drawing": compressed(drawn), "words of its hexes": compressed(facts), "script and style": own}
    total, took = sum(weight.values()), set_in(drawn)
    for what, kilobytes in weight.items():
        print(f"{what}, compressed: {kilobytes:.1f} KB")
    print(f"elements: {drawn.count('<') - drawn.count('</')}; written in {written * 1000:.0f} ms")
    report(
        Figure("a map with its words, script and style, compressed", total, LIMIT_KB, "KB"),
        Figure("set into a phone's page and laid out", took, LIMIT_MS, "ms"),
    )


def painted() -> "MapFigure":
    """The practice map with who holds what."""
    from campaigns.maps.figure import MapFigure
    from rules import registry
    from rules.engine.charts import Copy
    from rules.ground.campaign_map import HasMap
    from rules.ground.map_schema import as_text
    from rules.ground.painting import apply_painting as after

    system = registry.get("votg")
    assert isinstance(system, HasMap)
    chosen = json.loads(as_text(system.maps, Copy("Practice map", 0, True, system.maps.practice)))
    ground = system.ground(system.setup({"map": chosen}))
    assert ground
    for side, hexes in PAINTED.items():
        ground = after(ground, {"side": side, "holder": side, "hexes": hexes, "number": 0})
    return MapFigure(ground, system.sides)


def timed(figure: "MapFigure") -> float:
    """Seconds to write the drawing."""
    start = time.process_time()
    str(figure.svg)
    return time.process_time() - start


def compressed(text: str) -> float:
    """Kilobytes on the wire."""
    return len(gzip.compress(text.encode(), 6)) / 1000


def set_in(drawn: str) -> float:
    """Milliseconds, the median, until the drawing is in a page and laid out."""
    from playwright.sync_api import sync_playwright

    from tests.browsers import CHROMIUM

    css = "".join((STATIC / "css" / name).read_text() for name in ("refit.css", "map.css"))
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport=PHONE)
        page.set_content(f'<style>{css}</style><div class="map-box"><div class="map-view" id="box"></div></div>')
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        took = [page.evaluate(SET_IN, drawn) for _ in range(ROUNDS)]
        browser.close()
    print(f"the first time: {took[0]:.0f} ms, the slowest {max(took):.0f} ms")
    return statistics.median(took)


if __name__ == "__main__":
    main()
