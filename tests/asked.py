"""What the portal asks of the service: a note of each request, taken on its way in."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import BytesIO
from threading import Condition
from typing import TYPE_CHECKING, Any

from tests.world import RunningService

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication


MAX_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Asked:
    """One request; `token` is the person's."""

    method: str
    path: str
    query: str
    token: str
    body: bytes

    @property
    def line(self) -> str:
        """Method and path."""
        return f"{self.method} {self.path}"


class Log:
    """A WSGI application around another, that notes each request."""

    def __init__(self, inside: "WSGIApplication") -> None:
        self.all: list[Asked] = []
        self._inside = inside
        self._under_way = 0
        self._changed = Condition()

    def __call__(self, environ: dict[str, Any], start: "StartResponse") -> Iterable[bytes]:
        """Note the request, and pass it on."""
        token = environ.get("HTTP_AUTHORIZATION", "").removeprefix("Bearer ")
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        environ["wsgi.input"] = BytesIO(body)
        self.all.append(Asked(environ["REQUEST_METHOD"], environ["PATH_INFO"], environ["QUERY_STRING"], token, body))
        self._count(1)
        try:
            return self._inside(environ, start)
        finally:
            self._count(-1)

    def _count(self, more: int) -> None:
        with self._changed:
            self._under_way += more
            self._changed.notify_all()

    def wait(self) -> None:
        """Wait until the service has done all that it was asked, also where nobody waits for the answer any more."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._under_way == 0, timeout=MAX_SECONDS)

    def clear(self) -> None:
        """Forget what was noted."""
        self.all.clear()

    @property
    def lines(self) -> list[str]:
        """Method and path of each, in order of arrival."""
        return [each.line for each in self.all]

    @property
    def writes(self) -> list[str]:
        """The lines of those that change something."""
        return [each.line for each in self.all if each.method != "GET"]

    def by(self, token: str) -> list[str]:
        """The lines of one person's requests."""
        return [each.line for each in self.all if each.token == token]

    def during(self, work: Callable[[], object]) -> Counter[str]:
        """How often each line was asked for while `work` was done."""
        before = len(self.all)
        work()
        return Counter(each.line for each in self.all[before:])


def listen(service: RunningService) -> Log:
    """Note what the service is asked from now on."""
    log = Log(service.app.wsgi_app)
    service.app.wsgi_app = log  # type: ignore[assignment, method-assign]
    return log
