"""The identity providers that sign people in, as the settings name them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import url_for

from fetching import Configured, Fetcher
from masthead.oidc import ClientSettings
from masthead.store.people.attempts import Attempts
from masthead.web.http.authorities import create_ssl_context
from masthead.web.http.request_lock import lock_released
from masthead.web.http.settings import ProviderSettings, Settings

if TYPE_CHECKING:
    from masthead.oidc.client import OidcClient

SIGNED_OUT = "/sign-in"
CALLBACK, ENDED = "callback", "ended"
"""Ways below that, which the provider has to know."""

MAX_ANSWER = 256 * 1024
SECONDS = 5.0
AWAY_SECONDS = 60.0
"""How long the sign-in page says that a provider did not answer."""


@dataclass(frozen=True, slots=True)
class Provider:
    """One of them: what is set, and the client that speaks with it."""

    settings: ProviderSettings
    client: "OidcClient"
    attempts: Attempts

    @property
    def name(self) -> str:
        """What people call it."""
        return self.settings.name

    @property
    def is_away(self) -> bool:
        """Whether it did not answer as it should, when somebody wanted to sign in a short while ago."""
        return self.attempts.look(self._key)[0] > 0

    def note_away(self) -> None:
        """Say so on the sign-in page, for a while."""
        self.attempts.add(self._key, AWAY_SECONDS)

    def note_there(self) -> None:
        """Take that back."""
        if self.is_away:
            self.attempts.forget(self._key)

    def address(self, endpoint: str, onward: str | None = None) -> str:
        """The address of a page of `oidc` that is for this provider."""
        number = self.settings.number
        if number == 1:
            return url_for(f"oidc.{endpoint}", next=onward)
        return url_for(f"oidc.{endpoint}_of", number=number, next=onward)

    @property
    def _key(self) -> str:
        return f"provider away {self.settings.issuer}"


def provider_path(name: str, number: int | str) -> str:
    """The path that a provider knows: the first one has no number in it."""
    return f"/sign-in/{name}" if number == 1 else f"/sign-in/{number}/{name}"


def create_providers(settings: Settings, attempts: Attempts) -> tuple[Provider, ...]:
    """None where people paste their token."""
    return tuple(
        Provider(each, create_oidc_client(each, str(settings.public_url)), attempts) for each in settings.providers
    )


def create_oidc_client(settings: ProviderSettings, public_url: str) -> "OidcClient":
    """What speaks with a provider, for a portal at `public_url`."""
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
