"""Runs stand-ins as `make run` runs the two programs: side_by_side.py NAME:PORT:MOOD..."""

import os
import sys
from pathlib import Path

from scripts.processes import Program, print_line, run

STAND_IN = Path(__file__).with_name("stand_in.py")
BROKEN = [sys.executable, "-c", "import sys; sys.exit('PORT is wrong.')"]


def program(described: str) -> Program:
    name, port, mood = described.split(":")
    command = BROKEN if mood == "broken" else [sys.executable, str(STAND_IN), name, port, mood]
    return Program(name, command, os.environ, int(port))


if __name__ == "__main__":
    sys.exit(run([program(described) for described in sys.argv[1:]], lambda: print_line("all up")))
