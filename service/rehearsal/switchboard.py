"""The current state of the switches, and how often each fault still happens."""

import secrets
from threading import Event, Lock

from service.rehearsal.faults import Fault, applies
from service.rehearsal.switches import Switches


class Switchboard:
    """Shared by all requests. `token` is needed to set the switches over HTTP."""

    def __init__(self, switches: Switches) -> None:
        self.token = secrets.token_urlsafe(24)
        self._lock = Lock()
        self._left: list[int] = []
        self._turned = Event()
        self.switches = switches
        self.set_switches(switches)

    def set_switches(self, switches: Switches) -> None:
        """All of them: those left out return to their defaults."""
        with self._lock:
            self.switches = switches
            self._left = [fault.times for fault in switches.faults]
            over, self._turned = self._turned, Event()
        over.set()

    def next_fault(self, method: str, path: str) -> tuple[Fault, Event] | None:
        """The first fault for this request, which counts as once; with it what is set when the switches change."""
        if not self.switches.faults:
            return None
        with self._lock:
            for number, fault in enumerate(self.switches.faults):
                if self._left[number] and applies(fault, method, path):
                    self._left[number] -= 1
                    return fault, self._turned
        return None

    def remaining(self) -> Switches:
        """The switches, with those faults that are still to happen."""
        with self._lock:
            pairs = zip(self.switches.faults, self._left, strict=True)
            faults = tuple(fault.model_copy(update={"times": left}) for fault, left in pairs if left)
            return self.switches.model_copy(update={"faults": faults})
