"""Sign-in by OpenID Connect: what a provider says of itself, the way there and back, and tokens that are checked.

It knows no request and no page, and keeps nothing but what providers publish. `client` speaks with a provider. It
is imported where the settings name one, since its libraries take memory.
"""

from masthead.oidc.errors import NotTrustedError, ProviderAwayError, ProviderError, ProviderRefusedError
from masthead.oidc.sign_ins import ClientSettings, Grant, Identity, PendingSignIn, create_secrets

__all__ = [
    "ClientSettings",
    "Grant",
    "Identity",
    "NotTrustedError",
    "PendingSignIn",
    "ProviderAwayError",
    "ProviderError",
    "ProviderRefusedError",
    "create_secrets",
]
