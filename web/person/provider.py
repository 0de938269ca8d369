"""The identity provider that signs people in, as the settings name it."""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fetching import Configured, Fetcher
from oidc import ClientSettings
from web.http.authorities import trust_of
from web.http.request_lock import others_run
from web.http.settings import Settings
from web.person.portal import portal

if TYPE_CHECKING:
    from oidc.client import OidcClient

CALLBACK, SIGNED_OUT, ENDED = "/sign-in/callback", "/sign-in", "/sign-in/ended"
"""The addresses that the provider has to know."""

MAX_ANSWER = 256 * 1024
SECONDS = 5.0


def make_provider(settings: Settings) -> "OidcClient | None":
    """None where people paste their token."""
    if settings.oidc_issuer is None:
        return None
    from oidc.client import OidcClient  # noqa: PLC0415 - its libraries take memory

    rules, file = Configured(), settings.oidc_ca_file
    fetcher = Fetcher(largest=MAX_ANSWER, seconds=SECONDS, rules=rules, trust=lambda: trust_of(file), redirects=0)
    client = ClientSettings(
        issuer=settings.oidc_issuer,
        client_id=str(settings.oidc_client_id),
        client_secret=settings.oidc_client_secret,
        scopes=settings.oidc_scopes,
        audience=settings.oidc_audience,
        callback=f"{settings.public_url}{CALLBACK}",
        signed_out=f"{settings.public_url}{SIGNED_OUT}",
    )
    return OidcClient(client, fetcher, while_waiting=others_run)


def provider_name() -> str:
    """What people call it; empty where there is none."""
    settings = portal().settings
    if settings.oidc_issuer is None:
        return ""
    return settings.oidc_name or str(urlsplit(settings.oidc_issuer).hostname)
