"""Runs every benchmark in a process of its own: `make bench`, or `python -m bench pages club` for some of them."""

import subprocess
import sys

BENCHMARKS = ("pages", "effort", "maps", "sheets", "streams", "club", "growing", "long", "forgeries", "strangers")


def main() -> None:
    """Run the named benchmarks, or all; fail if one does."""
    failed = []
    for name in sys.argv[1:] or BENCHMARKS:
        print(f"== {name}", flush=True)
        if subprocess.run([sys.executable, "-m", f"bench.{name}"]).returncode:
            failed.append(name)
    if failed:
        raise SystemExit(f"above the bar: {', '.join(failed)}")


if __name__ == "__main__":
    main()
