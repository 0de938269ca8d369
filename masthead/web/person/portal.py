"""The portal's collaborators: one set per process, one client per request."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from flask import Flask, current_app, g, request

from masthead.client import Api, ResponseCache, Transport
from masthead.store.keys import Secrets
from masthead.store.people.sessions import Session
from masthead.store.store import Store
from masthead.web.http.settings import Settings
from masthead.web.person.provider import Provider

if TYPE_CHECKING:
    from masthead.web.http.metrics import Metrics
    from masthead.web.http.tracing import Tracing

PAGE_SECONDS = 7.5
"""Spent on the API at most: what is left of the eight that a page may take is for drawing it."""


@dataclass(frozen=True, slots=True)
class Portal:
    """What every page may reach. Nothing in it belongs to one person."""

    settings: Settings
    store: Store
    transport: Transport
    providers: tuple[Provider, ...] = ()
    """Who signs people in, where the settings name somebody."""
    metrics: "Metrics | None" = None
    """What is counted, where the settings let somebody read it."""
    tracing: "Tracing | None" = None
    """What traces requests, where the settings name a collector."""

    def api_for(self, token: str, owner: str, *, budget: float = PAGE_SECONDS) -> Api:
        """A client that speaks with this person's own token, for the length of one page: `budget` seconds at most."""
        memory = ResponseCache(
            self.store.responses,
            self.store.cache_versions,
            owner=owner,
            fresh_seconds=self.settings.fresh_seconds,
        )
        return Api(self.transport, token=token, memory=memory, budget=budget, request_id=g.get("request_id"))

    def provider_numbered(self, number: int) -> Provider | None:
        """The one with this number in the names of its settings."""
        return next((each for each in self.providers if each.settings.number == number), None)

    def provider_of(self, session: Session | None) -> Provider | None:
        """Who says whose session it is; None where a token was pasted, or no setting has it any more."""
        if session is None or not session.by_provider:
            return None
        issuer = session.data["subject"][0]
        return next((each for each in self.providers if each.settings.issuer == issuer), None)


@dataclass(frozen=True, slots=True)
class ClosedPortal:
    """The same before its store is opened, for commands: `open` ends the process with 1 where that fails."""

    settings: Settings
    secrets: Secrets = field(repr=False)
    open: Callable[[], Portal]


def portal() -> Portal:
    """The collaborators of the running app."""
    return get_portal(current_app)


def get_portal(app: Flask) -> Portal:
    """The collaborators of an app that is not the current one yet."""
    found: Portal | ClosedPortal = app.extensions["masthead"]
    if isinstance(found, ClosedPortal):
        found = app.extensions["masthead"] = found.open()
    return found


def get_settings(app: Flask) -> Settings:
    """What is set; the store stays closed if it is."""
    return cast("Portal | ClosedPortal", app.extensions["masthead"]).settings


def get_secrets(app: Flask) -> Secrets:
    """The secrets of the settings; the store stays closed if it is."""
    found: Portal | ClosedPortal = app.extensions["masthead"]
    return found.secrets if isinstance(found, ClosedPortal) else found.store.keys.secrets


def install(app: Flask, collaborators: Portal | ClosedPortal) -> None:
    """Let `portal()` answer these collaborators for this app."""
    app.extensions["masthead"] = collaborators


def api() -> Api:
    """The client of the person who is signed in; one per request, so that its time budget is the page's."""
    if "api" not in g:
        g.api = portal().api_for(g.person.token, g.person.owner)
        g.api.record_observations(portal().store.directory, (request.view_args or {}).get("organization_id", ""))
    return cast("Api", g.api)
