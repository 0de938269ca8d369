"""`python -m bench.command_line`: what the command costs until it ends, beside a Python that does nothing."""

import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.running import ROOT
from bench.service import service
from bench.sites import ORGANIZATION, database_of
from bench.tables import heading, say, table

ROUNDS = 10
PROGRAM = str(ROOT / "masthead" / "command_line")
COMMANDS = {
    "python -c pass": ("-c", "pass"),
    "masthead --version": (PROGRAM, "--version"),
    "masthead completion bash": (PROGRAM, "completion", "bash"),
    "masthead list sites (100 sites)": (PROGRAM, "list", "sites"),
}
"""The time of the service is not in the processor time of a command: that of a list is what it takes besides."""


def main() -> None:
    say(heading("python -m bench.command_line"))
    with TemporaryDirectory() as folder, service(database_of(Path(folder), 100)) as api:
        variables = {
            "MASTHEAD_API_BASE_URL": f"http://{api.host}:{api.port}",
            "MASTHEAD_ORGANIZATION": ORGANIZATION,
            "MASTHEAD_TOKEN": "demo-alice",
        }
        found: dict[str, list[float]] = {name: [] for name in COMMANDS}
        for _ in range(ROUNDS):  # in turn, so that other load affects them alike
            for name, arguments in COMMANDS.items():
                found[name].append(_processor_seconds(arguments, {**os.environ, **variables}))
    least = {name: min(seconds) for name, seconds in found.items()}
    nothing = least["python -c pass"]
    rows = [[name, f"{seconds * 1000:.0f} ms", f"{seconds / nothing:.1f}"] for name, seconds in least.items()]
    say(table(["Command", "processor", "ratio"], rows))


def _processor_seconds(arguments: Sequence[str], environment: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], env=environment, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
