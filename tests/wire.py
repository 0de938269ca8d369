"""The wire between a portal and the service: it passes everything on, until a test lets something happen to it."""

from collections.abc import Callable
from typing import Any, Self

from werkzeug.wrappers import Response

from tests.faults.hostile import Fault, Hostile, Talk
from tests.world import RunningService


class Wire:
    """A real server on loopback. `faults` are what happens to requests, by method; others are passed on.

    `seen` counts what came in, by method.
    """

    def __init__(self, service: RunningService) -> None:
        self.faults: dict[str, Fault] = {}
        self.seen: dict[str, int] = {}
        self._service = service
        self._hostile = Hostile(self._happen, inside=service.app)

    @property
    def url(self) -> str:
        """The base URL for a portal."""
        return self._hostile.url

    def __enter__(self) -> Self:
        self._hostile.__enter__()
        return self

    def __exit__(self, *raised: object) -> None:
        self._hostile.__exit__(*raised)

    def pass_on(self, talk: Talk) -> bool:
        """Let the service answer."""
        return talk.pass_on()

    def meanwhile(self, does: Callable[[], object], method: str = "PATCH") -> None:
        """Let somebody do something while the next call of `method` is on its way."""

        def let_them(talk: Talk) -> bool:
            self.faults.clear()
            does()
            return talk.pass_on()

        self.faults[method] = let_them

    def answered(self, talk: Talk, target: str = "") -> dict[str, Any]:
        """The JSON that the service answers to it, or to the same with another target: for a test that changes it."""
        found: dict[str, Any] = self.told(talk, target).get_json()
        return found

    def told(self, talk: Talk, target: str = "") -> Response:
        """The whole answer of the service to it."""
        return Response.from_app(self._service.app, talk.asked.environ(target), buffered=True)

    def _happen(self, talk: Talk) -> bool:
        method = talk.asked.method
        self.seen[method] = self.seen.get(method, 0) + 1
        return self.faults.get(method, self.pass_on)(talk)
