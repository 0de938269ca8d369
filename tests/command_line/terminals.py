"""The command `masthead` as people type it, each time in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, str(ROOT / "masthead" / "command_line")]


@dataclass
class Terminal:
    """A terminal of one person, with a home of their own. No answer ever has the token."""

    home: Path
    variables: Mapping[str, str] = field(default_factory=dict)
    token: str = "demo-alice"

    @property
    def environment(self) -> dict[str, str]:
        usual = {"PATH": os.environ["PATH"], "HOME": str(self.home), "MASTHEAD_TOKEN": self.token}
        return {name: value for name, value in {**usual, **self.variables}.items() if value}

    def run(self, *arguments: str, typed: str = "") -> tuple[int, str, str]:
        """The exit code, and what stands on standard output and standard error."""
        done = subprocess.run(
            [*PROGRAM, *arguments],
            cwd=self.home,
            env=self.environment,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert self.token not in done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        assert "\x1b" not in done.stdout + done.stderr  # colour
        return done.returncode, done.stdout, done.stderr

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        """A command that runs on; its standard error can be read meanwhile."""
        return subprocess.Popen(
            [*PROGRAM, *arguments],
            cwd=self.home,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
