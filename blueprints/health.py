"""Endpoints for monitoring: liveness, readiness and metrics."""

import hmac
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flask import Blueprint, Response, request

from masthead.store.backlog import read_backlog
from masthead.store.errors import StoreError
from masthead.web.person.guards import public
from masthead.web.person.portal import portal
from masthead.web.places import Place

if TYPE_CHECKING:
    from prometheus_client import Metric

blueprint = Blueprint("health", __name__)
METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"


@blueprint.get("/healthz")
@public
def alive() -> dict[str, str]:
    """Return 200 while the process runs."""
    return {"status": "alive"}


@blueprint.get("/readyz")
@public
def ready() -> tuple[dict[str, str], int]:
    """Return 200 if the database is writable, else 503.

    Also reports whether the API answers. If it doesn't, the status is still 200: people can work with cached data, and
    a 503 would take all portals out of service at once.
    """
    database = portal().store.database.is_ready()
    words = {"database": database, "api": portal().transport.check_health()}
    return {part: "ready" if well else "not ready" for part, well in words.items()}, 200 if database else 503


@blueprint.get("/metrics")
@public
def metrics() -> Response:
    """Return metrics for Prometheus, or 401 without the token from MASTHEAD_METRICS_TOKEN."""
    wanted, counted = f"Bearer {portal().settings.metrics_token}".encode(), portal().metrics
    given = request.headers.get("Authorization", "").encode()
    if counted is None or not hmac.compare_digest(given, wanted):
        words = "This needs the token of MASTHEAD_METRICS_TOKEN."
        return Response(words, 401, {"WWW-Authenticate": "Bearer"}, content_type="text/plain; charset=utf-8")
    return Response(counted.text(BacklogCollector()), content_type=METRICS_TYPE)


class BacklogCollector:
    """Counts unfinished work on each request. Collects nothing while the database can't be read."""

    def collect(self) -> "Iterator[Metric]":
        from prometheus_client.core import GaugeMetricFamily  # noqa: PLC0415 - see app.py

        try:
            backlog = read_backlog(portal().store.database)
        except StoreError:
            return
        unknown = "Changes of which it isn't known whether they were saved."
        yield GaugeMetricFamily("masthead_changes_not_known", unknown, backlog.unknown)
        changes = GaugeMetricFamily("masthead_bulk_changes", "Bulk changes that have not finished.", labels=["state"])
        for state in ("running", "paused", "waiting"):
            changes.add_metric([state], getattr(backlog, state))
        yield changes


PLACE = Place(blueprints=(blueprint,))
