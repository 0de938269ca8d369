"""The portal's collaborators: one set per process, one API client per request."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from flask import Flask, current_app, g, request

from masthead.client import Api, ResponseCache, Transport
from masthead.store.keys import Secrets
from masthead.store.sessions import Session
from masthead.store.store import Store
from masthead.web.http.settings import Settings
from masthead.web.person.provider import Provider

if TYPE_CHECKING:
    from masthead.web.http.metrics import Metrics
    from masthead.web.http.tracing import Tracing

PAGE_SECONDS = 7.5
"""A page may take eight seconds; the rest is for rendering."""


@dataclass(frozen=True, slots=True)
class Portal:
    """Shared by all requests; nothing in it belongs to one person."""

    settings: Settings
    store: Store
    transport: Transport
    providers: tuple[Provider, ...] = ()
    """Who signs people in, where the settings name somebody."""
    metrics: "Metrics | None" = None
    """Metrics, if the settings let somebody read them."""
    tracing: "Tracing | None" = None
    """Traces of requests, if the settings name a collector."""

    def api_for(self, token: str, owner: str, *, budget: float = PAGE_SECONDS) -> Api:
        """Create a client for this token that may take `budget` seconds in all."""
        memory = ResponseCache(
            self.store.responses,
            self.store.cache_versions,
            owner=owner,
            fresh_seconds=self.settings.fresh_seconds,
        )
        return Api(self.transport, token=token, memory=memory, budget=budget, request_id=g.get("request_id"))

    def provider_numbered(self, number: int) -> Provider | None:
        return next((each for each in self.providers if each.settings.number == number), None)

    def provider_of(self, session: Session | None) -> Provider | None:
        """Return the session's provider; None for pasted tokens and removed providers."""
        if session is None or not session.by_provider:
            return None
        issuer = session.data["subject"][0]
        return next((each for each in self.providers if each.settings.issuer == issuer), None)


@dataclass(frozen=True, slots=True)
class ClosedPortal:
    """A portal whose store isn't open yet, for commands: `open` exits with 1 if that fails."""

    settings: Settings
    secrets: Secrets = field(repr=False)
    open: Callable[[], Portal]


def portal() -> Portal:
    return get_portal(current_app)


def get_portal(app: Flask) -> Portal:
    """Return the collaborators of an app, opening the store if needed."""
    found: Portal | ClosedPortal = app.extensions["masthead"]
    if isinstance(found, ClosedPortal):
        found = app.extensions["masthead"] = found.open()
    return found


def get_settings(app: Flask) -> Settings:
    """Return the settings without opening the store."""
    return cast("Portal | ClosedPortal", app.extensions["masthead"]).settings


def get_secrets(app: Flask) -> Secrets:
    """Return the secrets without opening the store."""
    found: Portal | ClosedPortal = app.extensions["masthead"]
    return found.secrets if isinstance(found, ClosedPortal) else found.store.keys.secrets


def install(app: Flask, collaborators: Portal | ClosedPortal) -> None:
    """Set the collaborators of an app."""
    app.extensions["masthead"] = collaborators


def api() -> Api:
    """Return the person's API client, one per request, so that it has one time budget."""
    if "api" not in g:
        g.api = portal().api_for(g.person.token, g.person.owner)
        g.api.record_observations(portal().store.directory, (request.view_args or {}).get("organization_id", ""))
    return cast("Api", g.api)
