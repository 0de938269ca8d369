"""OpenID Connect sign-in: discovery, the code flow, and verified tokens.

`masthead.oidc.client` is imported only if the settings name a provider, because its libraries take much memory.
"""

from masthead.oidc.sign_ins import (
    ClientSettings,
    Grant,
    Identity,
    NotTrustedError,
    PendingSignIn,
    ProviderAwayError,
    ProviderError,
    ProviderRefusedError,
    create_secrets,
)

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
