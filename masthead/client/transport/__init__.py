"""The way to the API, one per process: connections, retries, the breaker, and a bound on all of it. Knows no person."""

from masthead.client.transport.breaker import Breaker, Outage
from masthead.client.transport.limits import Limits
from masthead.client.transport.transport import Transport

__all__ = ["Breaker", "Limits", "Outage", "Transport"]
