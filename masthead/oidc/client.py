"""An OpenID Connect client for one provider: metadata, the code flow with PKCE, token renewal, and sign-out."""

import json
import time
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple
from urllib.parse import quote_plus, urlencode, urlsplit

from authlib.common.urls import add_params_to_uri
from authlib.oauth2 import OAuth2Error
from authlib.oauth2.auth import ClientAuth
from authlib.oauth2.client import OAuth2Client
from authlib.oidc.discovery import get_well_known_url
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from fetching.failures import FetchError, connection_error_message
from fetching.fetcher import Fetcher, PostResponse
from fetching.rules import Configured
from fetching.signed_tokens import ASYMMETRIC, DocumentCache, IssuerKeys, SignedToken, TokenError
from masthead.oidc.sign_ins import (
    ClientSettings,
    Grant,
    Identity,
    NotTrustedError,
    PendingSignIn,
    ProviderAwayError,
    ProviderRefusedError,
)
from masthead.oidc.tokens import ProviderLogout, parse_grant, parse_identity, parse_logout_token

ALGORITHMS = tuple(name for name in ASYMMETRIC if name != "EdDSA")
"""Without EdDSA, because no specification defines which hash its `at_hash` uses."""


class ProviderMetadata(BaseModel):
    """The fields in a provider's metadata that the portal uses."""

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
        """Return the algorithms accepted for ID tokens."""
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
            Configured().parse_target(endpoint)
    except FetchError as error:
        raise ProviderAwayError(f"its metadata can't be read: {connection_error_message(error) or error}") from error
    except (ValidationError, RecursionError) as error:
        raise ProviderAwayError("its metadata is not that of a provider") from error
    _validate_metadata(metadata, issuer)
    return metadata


def _validate_metadata(metadata: ProviderMetadata, issuer: str) -> None:
    # Required by OpenID Connect Discovery 4.3, so that a provider can't pose as another.
    if metadata.issuer != issuer:
        raise ProviderAwayError(f"its metadata is that of {metadata.issuer!r}")
    if not metadata.algorithms:
        raise ProviderAwayError("it signs ID tokens with none of the algorithms that are taken")
    challenges = metadata.code_challenge_methods_supported
    # A provider that lists no methods may still support PKCE.
    if challenges is not None and "S256" not in challenges:
        raise ProviderAwayError("it doesn't offer PKCE with S256")


class TokenResponse(NamedTuple):
    """A response with the interface that Authlib expects."""

    answered: PostResponse

    @property
    def status_code(self) -> int:
        return self.answered.status

    def json(self) -> Any:  # noqa: ANN401 - it is any JSON
        return json.loads(self.answered.content)

    def raise_for_status(self) -> None:
        raise ValueError(f"status {self.answered.status}")


class TokenEndpoint(NamedTuple):
    """A session for Authlib's client that posts to the token endpoint within the fetcher's limits."""

    fetcher: Fetcher

    def post(self, url: str, *, data: Mapping[str, str], headers: Mapping[str, str], auth: ClientAuth) -> TokenResponse:
        """Post a token request. Raises FetchError."""
        url, sent, body = auth.prepare("POST", url, dict(headers), urlencode(data))
        return TokenResponse(self.fetcher.post(url, body.encode(), sent))


def encode_client(
    client: ClientAuth, _choose_auth_method: str, url: str, headers: dict[str, str], body: str
) -> tuple[str, dict[str, str], str]:
    """Encode the client's credentials as in RFC 6749 (2.3.1). Authlib doesn't escape colons and percent signs."""
    credentials = ":".join(quote_plus(each) for each in (client.client_id, client.client_secret))
    return url, {**headers, "Authorization": f"Basic {b64encode(credentials.encode()).decode()}"}, body


METADATA_SECONDS = 3600.0
MAX_CODE_LENGTH = 4096


class OidcClient:
    """A thread-safe client. `while_waiting` is entered during calls. Methods raise ProviderError."""

    def __init__(
        self,
        settings: ClientSettings,
        fetcher: Fetcher,
        *,
        clock: Callable[[], float] = time.time,
        while_waiting: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._settings, self._fetcher, self._clock, self._while_waiting = settings, fetcher, clock, while_waiting
        self._metadata = DocumentCache(lambda: fetch_metadata(fetcher, settings.issuer), METADATA_SECONDS)
        self._keys = IssuerKeys(lambda: fetcher.fetch(self._metadata.get_document().jwks_uri).content)

    def authorization_url(self, pending: PendingSignIn) -> str:
        """Build the URL to open in a browser to sign in."""
        metadata = self._get_metadata()
        url, _ = self._build_oauth_client(metadata).create_authorization_url(
            metadata.authorization_endpoint,
            state=pending.state,
            code_verifier=pending.verifier,
            nonce=pending.nonce,
            **self._target_parameters(),
        )
        return str(url)

    def redeem(self, answer: Mapping[str, str], pending: PendingSignIn) -> tuple[Identity, Grant]:
        """Exchange the code for tokens and the person's identity. A code is sent only once.

        The caller has found `pending` by the `state` in `answer`, so the two belong together.
        """
        metadata = self._get_metadata()
        _check_answer(answer, metadata)
        answered = self._ask_token(
            lambda oauth: oauth.fetch_token(
                metadata.token_endpoint,
                grant_type="authorization_code",
                code=answer["code"],
                code_verifier=pending.verifier,
                **self._resource_parameters(),
            ),
            metadata,
        )
        grant = parse_grant(answered, self._clock())
        return self._build_identity(answered, grant, metadata, pending.nonce), grant

    def renew(self, refresh_token: str, subject: str) -> Grant:
        """Get new tokens for the person with this subject identifier."""
        metadata = self._get_metadata()
        answered = self._ask_token(
            lambda oauth: oauth.refresh_token(metadata.token_endpoint, refresh_token, **self._resource_parameters()),
            metadata,
        )
        grant = parse_grant(answered, self._clock(), refresh_token=refresh_token)
        if answered.get("id_token") is not None:
            renewed = self._build_identity(answered, grant, metadata, None)
            if renewed.subject != subject:
                raise NotTrustedError("the renewed ID token is somebody else's")
        return grant

    def verify_logout(self, token: str) -> ProviderLogout:
        """Verify a back-channel logout token."""
        metadata = self._get_metadata()
        verified = self._verify_token(token, metadata)
        return parse_logout_token(
            verified, issuer=metadata.issuer, client_id=self._settings.client_id, now=self._clock()
        )

    def sign_out_url(self) -> str | None:
        """Build the provider's sign-out URL; None if it has none.

        The ID token is left out. It would identify the session, but doesn't belong in a URL.
        """
        end = self._get_metadata().end_session_endpoint
        # The provider needs the client id to check the redirect, since there is no ID token.
        named = {"client_id": self._settings.client_id, "post_logout_redirect_uri": self._settings.signed_out}
        return None if end is None else str(add_params_to_uri(end, list(named.items())))

    def discover(self) -> None:
        """Read the provider's metadata, unless it is cached."""
        self._get_metadata()

    def _get_metadata(self) -> ProviderMetadata:
        with self._while_waiting():
            return self._metadata.get_document()

    def _ask_token(self, ask: Callable[[OAuth2Client], Any], metadata: ProviderMetadata) -> Mapping[str, Any]:
        try:
            with self._while_waiting():
                answered = ask(self._build_oauth_client(metadata))
        except OAuth2Error as error:
            # The error code goes to the log, so its length is limited.
            raise ProviderRefusedError(str(error.error)[:100]) from error
        except FetchError as error:
            raise ProviderAwayError(f"no token endpoint: {connection_error_message(error) or error}") from error
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            raise ProviderAwayError("its token endpoint doesn't answer as it should") from error
        return dict(answered)

    def _build_identity(
        self, answered: Mapping[str, Any], grant: Grant, metadata: ProviderMetadata, nonce: str | None
    ) -> Identity:
        verified = self._verify_token(answered.get("id_token"), metadata)
        return parse_identity(
            verified,
            issuer=metadata.issuer,
            client_id=self._settings.client_id,
            access_token=grant.access_token,
            nonce=nonce,
            now=self._clock(),
        )

    def _verify_token(self, token: object, metadata: ProviderMetadata) -> SignedToken:
        if not isinstance(token, str):
            raise NotTrustedError("its answer holds no signed token")
        try:
            with self._while_waiting():
                return self._keys.verify_signature(token, metadata.algorithms)
        except TokenError as error:
            raise NotTrustedError(f"what it signed does not hold: {error}") from error
        except FetchError as error:
            raise ProviderAwayError(f"its keys can't be read: {connection_error_message(error) or error}") from error

    def _build_oauth_client(self, metadata: ProviderMetadata) -> OAuth2Client:
        # One client per exchange, because Authlib stores the exchange's state in it.
        oauth = OAuth2Client(
            TokenEndpoint(self._fetcher),
            client_id=self._settings.client_id,
            client_secret=self._settings.client_secret,
            token_endpoint_auth_method=_choose_auth_method(self._settings.client_secret, metadata),
            scope=self._settings.scopes,
            redirect_uri=self._settings.callback,
            code_challenge_method="S256",  # RFC 7636: a stolen code is useless without the verifier
        )
        oauth.register_client_auth_method(("client_secret_basic", encode_client))
        return oauth

    def _target_parameters(self) -> Mapping[str, str]:
        """Return the parameters that name the API. Each provider expects one of the two."""
        named = {} if self._settings.audience is None else {"audience": self._settings.audience}
        return {**named, **self._resource_parameters()}

    def _resource_parameters(self) -> Mapping[str, str]:
        """Return the `resource` parameter of RFC 8707 if the audience is a URL."""
        audience = self._settings.audience
        return {"resource": audience} if audience is not None and urlsplit(audience).scheme else {}


def _choose_auth_method(secret: str | None, metadata: ProviderMetadata) -> str:
    if secret is None:
        return "none"
    offered = metadata.token_endpoint_auth_methods_supported
    # Basic is the default of OpenID Connect, so it is used even if the metadata lists only unknown methods.
    posts = "client_secret_basic" not in offered and "client_secret_post" in offered
    return "client_secret_post" if posts else "client_secret_basic"


def _check_answer(answer: Mapping[str, str], metadata: ProviderMetadata) -> None:
    """Raise an error unless the answer comes from this provider (RFC 9207) and contains a code."""
    issuer = answer.get("iss")
    if issuer is None and metadata.authorization_response_iss_parameter_supported:
        raise NotTrustedError("the answer doesn't say who issued it, and this provider's answers do")
    if issuer is not None and issuer != metadata.issuer:
        raise NotTrustedError(f"the answer was issued by {issuer!r}")
    if "error" in answer:
        raise ProviderRefusedError(answer["error"][:100])
    if not 0 < len(answer.get("code", "")) <= MAX_CODE_LENGTH:
        raise NotTrustedError("the answer holds no code")
