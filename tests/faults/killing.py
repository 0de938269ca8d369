"""The moments of a call at which a portal can be killed."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.faults.hostile import Talk
from tests.faults.program import Program
from tests.wire import Wire

Killed = Callable[[Wire, Program, Path], Callable[[Talk], bool]]


def before_the_call(_wire: Wire, program: Program, _: Path) -> Callable[[Talk], bool]:
    """Killed when the request arrives, and nobody carries it out."""

    def happen(_talk: Talk) -> bool:
        program.kill()
        return False

    return happen


def before_the_outcome(wire: Wire, program: Program, folder: Path) -> Callable[[Talk], bool]:
    """Killed when the answer has come, and while its outcome waits to be written."""

    def happen(talk: Talk) -> bool:
        with closing(sqlite3.connect(folder / "masthead.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            wire.pass_on(talk)
            time.sleep(0.3)
            program.kill()
        return False

    return happen
