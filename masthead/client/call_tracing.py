"""Reports each call to tracing, which follows a page through to the API."""

from collections.abc import Callable
from typing import Protocol

from masthead.client.wire import ApiRequest, Outcome

Send = Callable[[ApiRequest], Outcome]


class CallTracing(Protocol):
    """Called by many threads at once, each in a copy of the context of the page that waits for the call."""

    def trace_call(self, request: ApiRequest, send: Send) -> Outcome:
        """Send the request, with a `traceparent` of its own, and give its outcome."""


class NoTracing:
    """Sends the request as it is."""

    def trace_call(self, request: ApiRequest, send: Send) -> Outcome:
        return send(request)
