"""Runs every measurement in a process of its own: `make bench`, or `python -m bench streams` for one."""

import subprocess
import sys
from pathlib import Path


def main() -> None:
    """Run the named measurements, or all; fail if one does."""
    current = Path(__file__).parent
    found = sorted(path.name.removesuffix(".py") for path in (*current.glob("[a-z]*.py"), *current.glob("[a-z]*/")))
    short = []
    for name in sys.argv[1:] or found:
        print(f"== {name}", flush=True)
        if subprocess.run([sys.executable, "-m", f"bench.{name}"]).returncode:
            short.append(name)
    if short:
        raise SystemExit(f"fell short: {', '.join(short)}")


if __name__ == "__main__":
    main()
