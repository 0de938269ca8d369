"""Errors of a provider. Messages are for the log; pages tell people what to do."""


class ProviderError(Exception):
    """Nobody was signed in."""


class ProviderAwayError(ProviderError):
    """The provider can't be reached, or doesn't answer as OpenID Connect asks."""


class ProviderRefusedError(ProviderError):
    """The provider said no, with one of the error codes of OAuth 2.0."""

    def __init__(self, code: str) -> None:
        super().__init__(f"the provider refused: {code!r}")
        self.code = code


class NotTrustedError(ProviderError):
    """The answer doesn't belong to this sign-in, or isn't from the provider."""
