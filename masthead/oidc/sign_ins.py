"""A sign-in as plain values: known without the libraries that speak with a provider, which few portals need."""

import secrets
from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class ClientSettings:
    """The portal's registration at the provider. A public client has no secret.

    `audience` names the API, where the provider has to be told. Both addresses are the portal's own.
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
    """State of a sign-in between the redirect to the provider and the way back."""

    state: str
    nonce: str = field(repr=False)
    verifier: str = field(repr=False)


def create_secrets() -> dict[str, str]:
    """The `nonce` and the `verifier` of a sign-in that begins."""
    return {"nonce": secrets.token_urlsafe(32), "verifier": secrets.token_urlsafe(48)}


@dataclass(frozen=True, slots=True)
class Grant:
    """Tokens for the API. `expires_at` is None where the provider doesn't say, in seconds since 1970."""

    access_token: str = field(repr=False)
    refresh_token: str | None = field(repr=False)
    expires_at: float | None


class Identity(NamedTuple):
    """Who signed in: a subject is a person at its issuer alone. `session` names their session at the provider."""

    issuer: str
    subject: str
    name: str | None
    session: str | None
