"""Commands as an administrator of Masthead types them, each in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
Run = Callable[..., subprocess.CompletedProcess[str]]


def run_in(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """`flask --app app` with these arguments, for the instance in this folder."""
    given = {f"MASTHEAD_{name}": value for name, value in settings.items()}
    return subprocess.run(
        [sys.executable, "-m", "flask", "--app", "app", *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "MASTHEAD_INSTANCE_PATH": str(folder), **given},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
