"""Prints results as Markdown tables."""

import os
import platform
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime


def say(text: str) -> None:
    """Print a text at once."""
    print(text, flush=True)  # noqa: T201 - the program's output


def heading(command: str) -> str:
    """Build the heading: when and where it was measured, and the command to repeat it."""
    machine = f"{os.cpu_count()} processors, {platform.system()}, Python {platform.python_version()}"
    return f"`{command}`, {datetime.now(UTC):%Y-%m-%d}, {machine}\n"


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"
