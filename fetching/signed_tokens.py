"""Verifies signed tokens (JWT) with their issuer's public keys (JWKS), which are cached but may rotate at any time."""

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from joserfc import jwt
from joserfc.errors import InvalidKeyIdError, JoseError
from joserfc.jwk import KeySet

T = TypeVar("T")
RETRY_SECONDS = 10.0
"""Limits how often invalid requests can force a refresh."""


class DocumentCache(Generic[T]):
    """Caches the result of `read` for some seconds. Errors are raised only if nothing is cached. Thread-safe."""

    def __init__(self, read: Callable[[], T], seconds: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._read, self._seconds, self._clock = read, seconds, clock
        self._lock = threading.Lock()
        self._value: T | None = None
        self._read_at = self._tried_at = self._doubted_at = float("-inf")

    def get_document(self, *, is_doubted: bool = False) -> T:
        """Return the cached result. `is_doubted` forces a refresh, at most once every RETRY_SECONDS."""
        with self._lock:
            if self._value is not None and not self._is_due(is_doubted=is_doubted):
                return self._value
            self._tried_at = self._clock()
            try:
                self._value = self._read()
            except Exception:
                if self._value is None:
                    raise
            else:
                self._read_at = self._tried_at
            return self._value

    def _is_due(self, *, is_doubted: bool) -> bool:
        now = self._clock()
        if is_doubted and now - self._doubted_at >= RETRY_SECONDS:
            self._doubted_at = now
            return True
        return now - self._read_at >= self._seconds and now - self._tried_at >= RETRY_SECONDS


ASYMMETRIC = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""Without `none`, and without HMAC: an attacker could use the public key as the shared secret."""

SKEW_SECONDS = 60
"""Allowed difference between the issuer's clock and ours."""

KEPT_SECONDS = 600.0
MAX_LENGTH = 16 * 1024


class TokenError(Exception):
    """The token is invalid. The message is for the log."""


@dataclass(frozen=True)
class SignedToken:
    """The header and claims of a token with a verified signature. The claims aren't validated."""

    header: Mapping[str, Any]
    claims: Mapping[str, Any] = field(repr=False)


class IssuerKeys:
    """An issuer's keys, cached for ten minutes. `read` returns the JWKS document. Thread-safe."""

    def __init__(self, read: Callable[[], bytes]) -> None:
        self._keys = DocumentCache(lambda: _parse_key_set(read()), KEPT_SECONDS)

    def verify_signature(self, token: str, algorithms: Sequence[str]) -> SignedToken:
        """Verify a token's signature. Raises TokenError; FetchError if the keys can't be fetched."""
        if len(token) > MAX_LENGTH:
            raise TokenError("the token is longer than it may be")
        try:
            try:
                return _decode_token(token, self._keys.get_document(), algorithms)
            except InvalidKeyIdError:  # the issuer may have rotated its keys
                return _decode_token(token, self._keys.get_document(is_doubted=True), algorithms)
        except (JoseError, ValueError, RecursionError) as error:
            raise TokenError(str(error)) from error


def _decode_token(token: str, keys: KeySet, algorithms: Sequence[str]) -> SignedToken:
    read = jwt.decode(token, keys, algorithms=list(algorithms))
    return SignedToken(read.header, read.claims)


def _parse_key_set(content: bytes) -> KeySet:
    try:
        return KeySet.import_key_set(json.loads(content))
    except (JoseError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise TokenError("the issuer's keys can't be read") from error


def validate_claims(claims: Mapping[str, Any], *, issuer: str, audience: str, now: float) -> None:
    """Validate issuer, audience and expiry. Raises TokenError."""
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
