"""Prints results as Markdown tables."""

import os
import platform
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime


def say(text: str) -> None:
    """Tell it at once."""
    print(text, flush=True)  # noqa: T201 - it is what the program is for


def heading(command: str) -> str:
    """When and where it was measured, and how it is measured again."""
    machine = f"{os.cpu_count()} processors, {platform.system()}, Python {platform.python_version()}"
    return f"`{command}`, {datetime.now(UTC):%Y-%m-%d}, {machine}\n"


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"
