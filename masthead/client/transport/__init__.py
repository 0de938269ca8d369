"""Sends requests to the API, once per process: connections, retries, breaker and limits. It knows no person."""

from masthead.client.transport.breaker import Breaker, Outage
from masthead.client.transport.call_pool import Limits
from masthead.client.transport.transport import Transport

__all__ = ["Breaker", "Limits", "Outage", "Transport"]
