"""Identity providers from the settings."""

from typing import TYPE_CHECKING, NamedTuple

from flask import url_for

from fetching import Configured, Fetcher
from masthead.oidc import ClientSettings
from masthead.store.sign_ins import Attempts
from masthead.web.http.request_lock import lock_released
from masthead.web.http.settings import ProviderSettings, Settings, create_ssl_context

if TYPE_CHECKING:
    from masthead.oidc.client import OidcClient

SIGNED_OUT = "/sign-in"
CALLBACK, ENDED = "callback", "ended"
"""Paths below that, registered at the provider."""

MAX_ANSWER = 256 * 1024
SECONDS = 5.0
AWAY_SECONDS = 60.0
"""How long the sign-in page reports the failure."""


class Provider(NamedTuple):
    """A provider's settings and client."""

    settings: ProviderSettings
    client: "OidcClient"
    attempts: Attempts

    @property
    def name(self) -> str:
        return self.settings.name

    @property
    def is_away(self) -> bool:
        """Return whether it failed for somebody a short while ago."""
        return self.attempts.peek(self._key)[0] > 0

    def mark_away(self) -> None:
        self.attempts.add(self._key, AWAY_SECONDS)

    def mark_available(self) -> None:
        if self.is_away:
            self.attempts.forget(self._key)

    def address(self, endpoint: str, onward: str | None = None) -> str:
        """Return the URL of a page of `oidc` for this provider."""
        number = self.settings.number
        if number == 1:
            return url_for(f"oidc.{endpoint}", next=onward)
        return url_for(f"oidc.{endpoint}_of", number=number, next=onward)

    @property
    def _key(self) -> str:
        return f"provider away {self.settings.issuer}"


def provider_path(name: str, number: int | str) -> str:
    """Return the path registered at the provider; the first provider's has no number."""
    return f"/sign-in/{name}" if number == 1 else f"/sign-in/{number}/{name}"


def create_providers(settings: Settings, attempts: Attempts) -> tuple[Provider, ...]:
    """Create the providers, none if people paste their tokens."""
    return tuple(
        Provider(each, create_oidc_client(each, str(settings.public_url)), attempts) for each in settings.providers
    )


def create_oidc_client(settings: ProviderSettings, public_url: str) -> "OidcClient":
    """Create a provider's client for a portal at `public_url`."""
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
