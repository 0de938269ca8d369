"""Access tokens that another issuer signs: checked, and held against the people whose subjects are linked here."""

import logging
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete
from werkzeug.exceptions import ServiceUnavailable, Unauthorized

from fetching import Configured, Fetcher, FetchError
from fetching.signed_tokens import IssuerKeys, TokenError, check_claims
from service.identity.tokens import insert_hash, token_hash
from service.tables.identity import token

_log = logging.getLogger(__name__)
_MAX_KEYS_BYTES = 256 * 1024
_PARTS = 3
DEFAULT_ALGORITHMS = ("RS256", "PS256", "ES256", "EdDSA")


@dataclass(frozen=True)
class TokenIssuer:
    """Whose signed tokens (JWT) are taken as access tokens, when they are issued for `audience`.

    `keys_url` is where its public keys are (JWKS), `algorithms` what it may sign with.
    """

    issuer: str
    audience: str
    keys_url: str
    algorithms: tuple[str, ...] = DEFAULT_ALGORITHMS


class SignedTokens:
    """Verifies the tokens of one issuer. Thread-safe."""

    def __init__(self, issuer: TokenIssuer) -> None:
        self._issuer = issuer
        fetcher = Fetcher(largest=_MAX_KEYS_BYTES, seconds=5, rules=Configured(), redirects=0)
        self._keys = IssuerKeys(lambda: fetcher.fetch(issuer.keys_url).content)

    def credential(self, given: str, now: datetime) -> str:
        """The credential of the person with this subject. Raises Unauthorized, and ServiceUnavailable without keys."""
        try:
            claims = self._keys.verify(given, self._issuer.algorithms).claims
            check_claims(claims, issuer=self._issuer.issuer, audience=self._issuer.audience, now=now.timestamp())
        except TokenError as error:
            _log.warning("A signed token was refused: %s", error)
            raise Unauthorized("The access token isn't valid here. Sign in again to get a new one.") from error
        except FetchError as error:
            _log.error("The keys of the token issuer can't be read: %s", error)
            raise ServiceUnavailable("Access tokens can't be checked now. Nothing was changed.") from error
        return subject_hash(self._issuer.issuer, claims["sub"])


def is_signed(given: str) -> bool:
    """Whether this looks like a signed token. Tokens of the service have no dots."""
    return given.count(".") == _PARTS - 1


def subject_hash(issuer: str, subject: str) -> str:
    # No header can hold a zero byte, so nobody can send a token of their own that comes to this.
    return token_hash(f"\0{issuer}\0{subject}")


def link_subject(connection: Connection, person: str, issuer: str, subject: str, now: str) -> None:
    """Let tokens of this issuer with this subject identify the person, and nobody else any more."""
    known = subject_hash(issuer, subject)
    connection.execute(delete(token).where(token.c.hash == known))
    insert_hash(connection, known, person, now)
