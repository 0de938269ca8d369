"""The portal's collaborators, including identity providers: one set per process, one API client per request."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, cast

from flask import Flask, current_app, g, request, url_for

from fetching.fetcher import Fetcher
from fetching.rules import Configured
from masthead.client import Api, ResponseCache, Transport
from masthead.oidc import ClientSettings
from masthead.store.keys import Secrets
from masthead.store.sessions import Session
from masthead.store.sign_ins import Attempts
from masthead.store.store import Store
from masthead.web.http.request_lock import lock_released
from masthead.web.http.settings import ProviderSettings, Settings, create_ssl_context

if TYPE_CHECKING:
    from masthead.oidc.client import OidcClient
    from masthead.web.http.metrics import Metrics
    from masthead.web.http.tracing import Tracing


SIGNED_OUT = "/sign-in"
CALLBACK, ENDED = "callback", "ended"
"""Paths below the provider's, which are registered at the provider."""

MAX_ANSWER = 256 * 1024
SECONDS = 5.0
AWAY_SECONDS = 60.0
"""The time for which the sign-in page reports the failure."""


class Provider(NamedTuple):
    """An identity provider's settings and client."""

    settings: ProviderSettings
    client: "OidcClient"
    attempts: Attempts

    @property
    def name(self) -> str:
        return self.settings.name

    @property
    def is_away(self) -> bool:
        """Return whether the provider failed for anybody a short while ago."""
        return self.attempts.peek(self._outage_key)[0] > 0

    def mark_away(self) -> None:
        self.attempts.add(self._outage_key, AWAY_SECONDS)

    def mark_available(self) -> None:
        if self.is_away:
            self.attempts.forget(self._outage_key)

    def address(self, endpoint: str, onward: str | None = None) -> str:
        """Return the URL of a page in the `oidc` blueprint for this provider."""
        number = self.settings.number
        if number == 1:
            return url_for(f"oidc.{endpoint}", next=onward)
        return url_for(f"oidc.{endpoint}_of", number=number, next=onward)

    @property
    def _outage_key(self) -> str:
        return f"provider away {self.settings.issuer}"


def provider_path(name: str, number: int | str) -> str:
    """Return the path registered with the provider. The first provider's path has no number."""
    return f"/sign-in/{name}" if number == 1 else f"/sign-in/{number}/{name}"


def create_providers(settings: Settings, attempts: Attempts) -> tuple[Provider, ...]:
    """Create the providers. Empty if people paste their tokens."""
    return tuple(
        Provider(each, create_oidc_client(each, str(settings.public_url)), attempts) for each in settings.providers
    )


def create_oidc_client(settings: ProviderSettings, public_url: str) -> "OidcClient":
    """Create a provider's client for a portal with this `public_url`."""
    from masthead.oidc.client import OidcClient  # noqa: PLC0415 - its libraries take memory

    rules, file = Configured(), settings.ca_file
    fetcher = Fetcher(
        largest=MAX_ANSWER, seconds=SECONDS, rules=rules, trust=lambda: create_ssl_context(file), redirects=0
    )
    client = ClientSettings(
        issuer=settings.issuer,
        client_id=settings.client_id,
        client_secret=settings.client_secret,
        scopes=settings.scopes,
        audience=settings.audience,
        callback=f"{public_url}{provider_path(CALLBACK, settings.number)}",
        signed_out=f"{public_url}{SIGNED_OUT}",
    )
    return OidcClient(client, fetcher, while_waiting=lock_released)


PAGE_SECONDS = 7.5
"""A page may take eight seconds, of which the rest is for rendering."""


@dataclass(frozen=True, slots=True)
class Portal:
    """The collaborators shared by all requests and people."""

    settings: Settings
    store: Store
    transport: Transport
    providers: tuple[Provider, ...] = ()
    """Identity providers, if the settings have any."""
    metrics: "Metrics | None" = None
    """Metrics, if the settings allow reading them."""
    tracing: "Tracing | None" = None
    """Traces of requests, if the settings name a collector."""

    def api_for(self, token: str, owner: str, *, budget: float = PAGE_SECONDS) -> Api:
        """Create a client for this token that may take `budget` seconds in total."""
        memory = ResponseCache(
            self.store.responses,
            self.store.cache_versions,
            owner=owner,
            fresh_seconds=self.settings.fresh_seconds,
        )
        return Api(self.transport, token=token, memory=memory, budget=budget, request_id=g.get("request_id"))

    def get_provider_by_number(self, number: int) -> Provider | None:
        return next((each for each in self.providers if each.settings.number == number), None)

    def provider_of(self, session: Session | None) -> Provider | None:
        """Return the session's provider. None for pasted tokens and for removed providers."""
        if session is None or not session.has_provider:
            return None
        issuer = session.data["subject"][0]
        return next((each for each in self.providers if each.settings.issuer == issuer), None)


@dataclass(frozen=True, slots=True)
class ClosedPortal:
    """A portal for commands whose store isn't open yet. `open` exits with 1 if opening it fails."""

    settings: Settings
    secrets: Secrets = field(repr=False)
    open: Callable[[], Portal]


def portal() -> Portal:
    return get_portal(current_app)


def get_portal(app: Flask) -> Portal:
    """Return an app's collaborators, opening the store if needed."""
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


def install_portal(app: Flask, collaborators: Portal | ClosedPortal) -> None:
    """Set an app's collaborators."""
    app.extensions["masthead"] = collaborators


def api() -> Api:
    """Return the person's API client. Each request has a single client, so that it has a single time budget."""
    if "api" not in g:
        g.api = portal().api_for(g.person.token, g.person.owner)
        g.api.record_observations(portal().store.directory, (request.view_args or {}).get("organization_id", ""))
    return cast("Api", g.api)
