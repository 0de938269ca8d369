"""Provider metadata (OpenID Connect Discovery)."""

from collections.abc import Sequence

from authlib.oidc.discovery import get_well_known_url
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from fetching import Configured, Fetcher, FetchError, connection_error_message
from fetching.signed_tokens import ASYMMETRIC
from masthead.oidc.errors import ProviderAwayError

ALGORITHMS = tuple(name for name in ASYMMETRIC if name != "EdDSA")
"""Without EdDSA, because no specification defines which hash its `at_hash` uses."""


class ProviderMetadata(BaseModel):
    """The metadata fields that are needed."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    end_session_endpoint: str | None = None
    id_token_signing_alg_values_supported: list[str] = Field(default=["RS256"])
    token_endpoint_auth_methods_supported: list[str] = Field(default=["client_secret_basic"])
    code_challenge_methods_supported: list[str] | None = None
    authorization_response_iss_parameter_supported: bool = False

    @property
    def algorithms(self) -> Sequence[str]:
        """Return the algorithms that are accepted for ID tokens."""
        return [name for name in self.id_token_signing_alg_values_supported if name in ALGORITHMS]

    @property
    def endpoints(self) -> Sequence[str]:
        named = (self.authorization_endpoint, self.token_endpoint, self.jwks_uri, self.end_session_endpoint)
        return [each for each in named if each is not None]


def fetch_metadata(fetcher: Fetcher, issuer: str) -> ProviderMetadata:
    """Fetch and check the provider's metadata. Raises ProviderAwayError."""
    try:
        content = fetcher.fetch(get_well_known_url(issuer, external=True)).content
        metadata = ProviderMetadata.model_validate_json(content)
        for endpoint in metadata.endpoints:
            Configured().target(endpoint)
    except FetchError as error:
        raise ProviderAwayError(f"its metadata can't be read: {connection_error_message(error) or error}") from error
    except (ValidationError, RecursionError) as error:
        raise ProviderAwayError("its metadata is not that of a provider") from error
    _validate(metadata, issuer)
    return metadata


def _validate(metadata: ProviderMetadata, issuer: str) -> None:
    # Required by OpenID Connect Discovery 4.3, so that a provider can't pose as another.
    if metadata.issuer != issuer:
        raise ProviderAwayError(f"its metadata is that of {metadata.issuer!r}")
    if not metadata.algorithms:
        raise ProviderAwayError("it signs ID tokens with none of the algorithms that are taken")
    challenges = metadata.code_challenge_methods_supported
    # A provider that lists no methods may support PKCE all the same.
    if challenges is not None and "S256" not in challenges:
        raise ProviderAwayError("it doesn't offer PKCE with S256")
