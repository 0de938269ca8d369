"""Runs the command from the folder that contains Masthead, whatever the current folder is."""

import gc
import os
import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[2])  # Python puts the folder of this file there
# What is imported is no garbage, and no package adds to pydantic here: looking for either takes a tenth of the start.
gc.set_threshold(100_000)
os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"

from masthead.command_line.program import main  # noqa: E402 - found by the path above

os._exit(main(sys.argv[1:]))
