"""Errors of sign-in with a provider. Messages are for the log; pages say what to do."""


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
    """The answer doesn't belong to this sign-in or this provider."""
