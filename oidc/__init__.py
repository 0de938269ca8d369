"""Sign-in by OpenID Connect: what a provider says of itself, the way there and back, and tokens that are checked.

It knows no request and no page, and keeps nothing but what providers publish.
"""

from oidc.client import ClientSettings, OidcClient, PendingSignIn, new_secrets
from oidc.errors import NotTrustedError, ProviderAwayError, ProviderError, ProviderRefusedError
from oidc.tokens import Grant, Identity

__all__ = [
    "ClientSettings",
    "Grant",
    "Identity",
    "NotTrustedError",
    "OidcClient",
    "PendingSignIn",
    "ProviderAwayError",
    "ProviderError",
    "ProviderRefusedError",
    "new_secrets",
]
