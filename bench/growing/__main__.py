"""Runs both, each in a process of its own."""

import subprocess
import sys

for name in ("large", "several"):
    subprocess.run([sys.executable, "-m", f"bench.growing.{name}"], check=True)
