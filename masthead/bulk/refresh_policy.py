"""When a plan that runs has to look again at what is there, so as not to overwrite what somebody sets meanwhile."""

from collections.abc import Callable

from masthead.bulk.goal import Goal
from masthead.client import Api
from masthead.store.bulk.steps import Step, StepState

LOOK_SECONDS = 1.0
"""How long steps are sent by one look at all that is there. What one step overwrites is read before each."""


class Looks:
    """The looks of one slice of a bulk change."""

    def __init__(self, kind: Goal, api: Api, monotonic: Callable[[], float]) -> None:
        self._kind, self._api, self._monotonic = kind, api, monotonic
        self._looked_at: float | None = None
        self._is_new = False

    def begin(self) -> None:
        """Say that all is read now."""
        self._looked_at, self._is_new = self._monotonic(), True

    def is_due_before(self, next_step: Step) -> bool:
        """Right after a look the next step is sent, however long that took: so a bulk change comes to its end."""
        if not self._kind.looks_again or next_step.state is not StepState.WAITING:
            return False
        is_new, self._is_new = self._is_new, False
        return not is_new and (self._is_old() or self._kind.is_overtaken(self._api, next_step))

    def _is_old(self) -> bool:
        return self._looked_at is None or self._monotonic() - self._looked_at >= LOOK_SECONDS
