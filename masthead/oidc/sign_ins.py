"""The values and errors in a sign-in, without the libraries that `client` imports.

Error messages are for the log. Pages show advice instead.
"""

import secrets
from dataclasses import dataclass, field
from typing import NamedTuple


class ProviderError(Exception):
    """The sign-in failed."""


class ProviderAwayError(ProviderError):
    """The provider can't be reached, or violates the protocol."""


class ProviderRefusedError(ProviderError):
    """The provider answered with an OAuth 2.0 error code."""

    def __init__(self, code: str) -> None:
        super().__init__(f"the provider refused: {code!r}")
        self.code = code


class NotTrustedError(ProviderError):
    """The answer doesn't belong to this sign-in or doesn't come from this provider."""


@dataclass(frozen=True, slots=True)
class ClientSettings:
    """The portal's registration with the provider. A public client has no secret.

    `audience` names the API, if the provider requires it. `callback` and `signed_out` are URLs in the portal.
    """

    issuer: str
    client_id: str
    client_secret: str | None = field(repr=False)
    scopes: str
    audience: str | None
    callback: str
    signed_out: str


@dataclass(frozen=True, slots=True)
class PendingSignIn:
    """The state of a sign-in between the redirect to the provider and the callback."""

    state: str
    nonce: str = field(repr=False)
    verifier: str = field(repr=False)


def create_secrets() -> dict[str, str]:
    """Create `nonce` and `verifier` for a PendingSignIn."""
    return {"nonce": secrets.token_urlsafe(32), "verifier": secrets.token_urlsafe(48)}


@dataclass(frozen=True, slots=True)
class Grant:
    """Tokens for the API. `expires_at` is a Unix timestamp, None if the provider doesn't report it."""

    access_token: str = field(repr=False)
    refresh_token: str | None = field(repr=False)
    expires_at: float | None


class Identity(NamedTuple):
    """The person who signed in. A subject is unique only within its issuer; `session` is the provider's session ID."""

    issuer: str
    subject: str
    name: str | None
    session: str | None
