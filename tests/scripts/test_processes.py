"""Both programs start together and end together, whoever ends them and however."""

import os
import shlex
import signal
import sys
import time
from pathlib import Path

from tests.loops import for_each
from tests.scripts.started import SIDE_BY_SIDE, started


@for_each("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signal_stops_both_and_output_stands_under_the_name_of_its_program(number: signal.Signals) -> None:
    with started(service="", portal="") as it:
        it.wait_until_up()
        said = sorted(line.partition(" is ")[0] for line in it.said.splitlines() if " is " in line)
        assert said == ["portal  | portal", "service | service"]
        it.runner.send_signal(number)
        assert it.ends() == 0
        assert it.left() == []


def test_program_that_does_not_start_stops_the_other() -> None:
    with started(service="broken", portal="") as it:
        assert it.ends() == 1
        assert "service | PORT is wrong.\n" in it.said
        assert it.said.splitlines()[-1] == "The service ended (exit code 1). Everything is stopped."
        assert it.left() == []


def test_program_that_is_killed_stops_the_other_and_its_own_workers() -> None:
    with started(service="", portal="") as it:
        it.wait_until_up()
        os.kill(int(it.pids_of("portal")[0]), signal.SIGKILL)
        assert it.ends() == 1
        assert it.said.splitlines()[-1] == "The portal ended (killed by SIGKILL). Everything is stopped."
        assert it.left() == []


def test_second_interrupt_ends_a_program_that_does_not_want_to() -> None:
    with started(portal="stubborn") as it:
        it.wait_until_up()
        it.runner.send_signal(signal.SIGINT)
        time.sleep(0.5)
        assert it.runner.poll() is None
        it.runner.send_signal(signal.SIGINT)
        assert it.ends(within=8) == 0
        assert it.left() == []


@for_each("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_signal_to_make_alone_stops_both(number: signal.Signals, tmp_path: Path) -> None:
    makefile = tmp_path / "Makefile"
    tied = [sys.executable, "-ISB", "scripts/die_with_parent.py"]
    recipe = f"@exec {shlex.join(tied)} $$PPID {shlex.join(SIDE_BY_SIDE)} $(filter-out run,$(MAKECMDGOALS))"
    makefile.write_text(f"%:\n\t@true\nrun:\n\t{recipe}\n")
    with started(("make", "-f", str(makefile), "run"), service="", portal="") as it:
        it.wait_until_up()
        it.runner.send_signal(number)
        it.ends()
        assert it.left() == []
