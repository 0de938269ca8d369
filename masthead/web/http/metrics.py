"""Prometheus metrics by page and endpoint, without personal data."""

import os
import time

from flask import Flask, Response, g, request
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from masthead.client import CacheUse, CallMetrics
from masthead.web.http.log import HEALTH_CHECK, NO_PAGE

disable_created_metrics()  # type: ignore[no-untyped-call] # it would add a line with the start time of each counter
SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
METHODS, OTHER = {"GET", "HEAD", "OPTIONS", "POST"}, "other"
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable by which workers share a folder. The library reads it at import."""


class Metrics(CallMetrics):
    """The metrics of a portal."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self._requests = Counter(
            "masthead_requests", "Requests answered.", ["page", "method", "status"], registry=registry
        )
        self._request_seconds = Histogram(
            "masthead_request_seconds", "How long requests took.", ["page"], buckets=SECONDS, registry=registry
        )
        self._calls = Counter("masthead_api_calls", "Calls of the API.", ["endpoint", "outcome"], registry=registry)
        self._call_seconds = Histogram(
            "masthead_api_call_seconds", "How long calls took.", ["endpoint"], buckets=SECONDS, registry=registry
        )
        self._calls_under_way = Gauge(
            "masthead_api_calls_under_way",
            "Calls of the API that have not ended yet.",
            registry=registry,
            multiprocess_mode="livesum",
        )
        self._cached_reads = Counter(
            "masthead_cached_reads", "Reads that may come out of the cache.", ["answer"], registry=registry
        )
        self._connections = Gauge(
            "masthead_database_connections_in_use",
            "Connections to Masthead's database that are in use.",
            registry=registry,
            multiprocess_mode="livesum",
        )

    def count_requests(self, app: Flask) -> None:
        """Count the app's responses from now on."""

        def count(response: Response) -> Response:
            seconds = time.perf_counter() - g.get("started", time.perf_counter())
            page, method = request.endpoint or NO_PAGE, request.method if request.method in METHODS else OTHER
            self._requests.labels(page, method, str(response.status_code)).inc()
            self._request_seconds.labels(page).observe(seconds)
            return response

        app.after_request(count)

    def call_started(self) -> None:
        self._calls_under_way.inc()

    def call_ended(self, endpoint: str, outcome: str, seconds: float) -> None:
        self._calls_under_way.dec()
        self._calls.labels(endpoint or HEALTH_CHECK, outcome).inc()
        self._call_seconds.labels(endpoint or HEALTH_CHECK).observe(seconds)

    def call_not_sent(self, endpoint: str, outcome: str) -> None:
        self._calls.labels(endpoint or HEALTH_CHECK, outcome).inc()

    def count_cached_read(self, use: CacheUse) -> None:
        self._cached_reads.labels(use.value).inc()

    def connection_taken(self) -> None:
        self._connections.inc()

    def connection_returned(self) -> None:
        self._connections.dec()

    def text(self, also: Collector) -> bytes:
        """Return the counts from all workers, and those that `also` collects now."""
        now = CollectorRegistry()
        now.register(also)
        if folder := os.environ.get(FOLDER):
            counted = CollectorRegistry()
            MultiProcessCollector(counted, folder)  # type: ignore[no-untyped-call]
        else:
            counted = self._registry
        return generate_latest(counted) + generate_latest(now)
