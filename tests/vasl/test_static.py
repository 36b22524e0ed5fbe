"""The scripts as they are served: what one imports from another has its content in its name."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_scripts_import_each_other_under_names_that_change_with_them(tmp_path: Path) -> None:
    known = {**os.environ, "REFIT_STATIC": str(tmp_path), "REFIT_URL": "https://example.org"}
    known.pop("DJANGO_SETTINGS_MODULE", None)
    done = subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--noinput"], cwd=ROOT, env=known, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    (worker,) = (path for path in (tmp_path / "js" / "vasl").glob("worker.*.js"))
    imported = re.findall(r'from "\./(\w+)\.([0-9a-f]{12})\.js"', worker.read_text())
    assert {name for name, _ in imported} == {"boards", "counters", "limits", "report", "save"}
