"""Notices that the person, or the machine, wants the programs to stop."""

import os
import signal
from pathlib import Path

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopSignals:
    """Catches the signals that ask to stop; those too that only make received."""

    def __init__(self) -> None:
        self._received: list[int] = []
        self._parent = Path(f"/proc/{os.getppid()}/status")
        self._caught_by_parent = _caught_signals(self._parent)
        for number in SIGNALS:
            signal.signal(number, self._receive)

    def _receive(self, number: int, _frame: object) -> None:
        self._received.append(number)

    def stop_requested(self) -> bool:
        return bool(self._received) or self._parent_was_asked()

    def hurry_requested(self) -> bool:
        """Ctrl-C was pressed a second time."""
        return self._received.count(signal.SIGINT) > 1

    def _parent_was_asked(self) -> bool:
        # make passes SIGTERM on, but not SIGINT and SIGHUP: it waits for us to end by ourselves, and when the signal
        # went to make alone (a terminal signals everybody), nobody told us. It stops catching the signal it has
        # received, and that can be seen from here.
        lost = self._caught_by_parent & ~_caught_signals(self._parent)
        return any(lost >> (number - 1) & 1 for number in SIGNALS)


def _caught_signals(status: Path) -> int:
    """As a bit mask; 0 where there is no /proc, so everywhere but on Linux."""
    try:
        lines = status.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1], 16) for line in lines if line.startswith("SigCgt:")), 0)
