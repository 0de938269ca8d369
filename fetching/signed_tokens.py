"""Signed tokens (JWT), verified with the public keys that their issuer publishes (JWKS) and may change at any time."""

import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from joserfc import jwt
from joserfc.errors import InvalidKeyIdError, JoseError
from joserfc.jwk import KeySet

from fetching.failures import FetchError
from fetching.fetcher import Fetched

ASYMMETRIC = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""Never `none`, and never one whose key is a shared secret: the public key would do as one."""

SKEW_SECONDS = 60
"""How far the issuer's clock may be from ours."""

KEPT_SECONDS = 600.0
RETRY_SECONDS = 10.0
"""Whoever names keys that aren't there lets us ask the issuer this often, and no more."""

MAX_LENGTH = 16 * 1024


class TokenError(Exception):
    """The token is not what it should be; the message says why, for the log."""


@dataclass(frozen=True)
class SignedToken:
    """What a token says, its signature verified and nothing else."""

    header: Mapping[str, Any]
    claims: Mapping[str, Any] = field(repr=False)


class IssuerKeys:
    """The keys at an address. Kept for ten minutes, and longer while the issuer doesn't answer; threads share them."""

    def __init__(
        self,
        url: str,
        fetch: Callable[[str], Fetched],
        algorithms: tuple[str, ...] = ASYMMETRIC,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._url, self._fetch, self._algorithms, self._clock = url, fetch, algorithms, clock
        self._lock = threading.Lock()
        self._keys: KeySet | None = None
        self._read_at = self._tried_at = self._asked_at = float("-inf")

    def verify(self, token: str) -> SignedToken:
        """Raises TokenError, and FetchError where the keys are not known and can't be read."""
        if len(token) > MAX_LENGTH:
            raise TokenError("the token is longer than it may be")
        try:
            try:
                return self._decode(token, self._current())
            except InvalidKeyIdError:
                return self._decode(token, self._current(is_key_missing=True))
        except (JoseError, ValueError, RecursionError) as error:
            raise TokenError(str(error)) from error

    def _decode(self, token: str, keys: KeySet) -> SignedToken:
        read = jwt.decode(token, keys, algorithms=list(self._algorithms))
        return SignedToken(read.header, read.claims)

    def _current(self, *, is_key_missing: bool = False) -> KeySet:
        """The keys as they were read last, where they can't be read anew."""
        with self._lock:
            if self._keys is not None and not self._is_due(is_key_missing=is_key_missing):
                return self._keys
            self._tried_at = self._clock()
            try:
                self._keys = _key_set(self._fetch(self._url).content)
            except (FetchError, TokenError):
                if self._keys is None:
                    raise
            else:
                self._read_at = self._tried_at
            return self._keys

    def _is_due(self, *, is_key_missing: bool) -> bool:
        now = self._clock()
        if is_key_missing and now - self._asked_at >= RETRY_SECONDS:
            self._asked_at = now
            return True
        return now - self._read_at >= KEPT_SECONDS and now - self._tried_at >= RETRY_SECONDS


def _key_set(content: bytes) -> KeySet:
    try:
        return KeySet.import_key_set(json.loads(content))
    except (JoseError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise TokenError("the issuer's keys can't be read") from error


def check_claims(claims: Mapping[str, Any], *, issuer: str, audience: str, now: float) -> None:
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
