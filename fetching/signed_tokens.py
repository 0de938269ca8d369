"""Signed tokens (JWT), verified with the public keys that their issuer publishes (JWKS) and may change at any time."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from joserfc import jwt
from joserfc.errors import InvalidKeyIdError, JoseError
from joserfc.jwk import KeySet

from fetching.document_cache import DocumentCache

ASYMMETRIC = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""Never `none`, and never one whose key is a shared secret: the public key would do as one."""

SKEW_SECONDS = 60
"""How far the issuer's clock may be from ours."""

KEPT_SECONDS = 600.0
MAX_LENGTH = 16 * 1024


class TokenError(Exception):
    """The token is not what it should be; the message says why, for the log."""


@dataclass(frozen=True)
class SignedToken:
    """Claims of a token. Only the signature was verified."""

    header: Mapping[str, Any]
    claims: Mapping[str, Any] = field(repr=False)


class IssuerKeys:
    """The keys that `read` gives, as the issuer publishes them: read anew after ten minutes. Threads share them."""

    def __init__(self, read: Callable[[], bytes]) -> None:
        self._keys = DocumentCache(lambda: _key_set(read()), KEPT_SECONDS)

    def verify(self, token: str, algorithms: Sequence[str]) -> SignedToken:
        """Raises TokenError, and FetchError where the keys are not known and can't be read."""
        if len(token) > MAX_LENGTH:
            raise TokenError("the token is longer than it may be")
        try:
            try:
                return _decode(token, self._keys.current(), algorithms)
            except InvalidKeyIdError:  # the issuer may have changed its keys
                return _decode(token, self._keys.current(is_doubted=True), algorithms)
        except (JoseError, ValueError, RecursionError) as error:
            raise TokenError(str(error)) from error


def _decode(token: str, keys: KeySet, algorithms: Sequence[str]) -> SignedToken:
    read = jwt.decode(token, keys, algorithms=list(algorithms))
    return SignedToken(read.header, read.claims)


def _key_set(content: bytes) -> KeySet:
    try:
        return KeySet.import_key_set(json.loads(content))
    except (JoseError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise TokenError("the issuer's keys can't be read") from error


def validate_claims(claims: Mapping[str, Any], *, issuer: str, audience: str, now: float) -> None:
    """Who issued it, for whom, and until when. Raises TokenError."""
    expected: dict[str, Any] = {
        "iss": {"essential": True, "value": issuer},
        "aud": {"essential": True, "value": audience},
        "sub": {"essential": True},
        "exp": {"essential": True},
    }
    try:
        jwt.JWTClaimsRegistry(int(now), SKEW_SECONDS, **expected).validate(dict(claims))
    except (JoseError, ValueError, OverflowError) as error:
        raise TokenError(str(error)) from error
