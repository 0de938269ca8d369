"""Access tokens, which are stored as hashes or signed by an issuer, and the caller's role."""

import hashlib
import logging
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Null, Table, and_, bindparam, delete, false, insert, null, or_, select
from werkzeug.exceptions import Forbidden, NotFound, ServiceUnavailable, Unauthorized

from contract.schema.endpoint import Endpoint
from fetching.failures import FetchError
from fetching.fetcher import Fetcher
from fetching.rules import Configured
from fetching.signed_tokens import IssuerKeys, TokenError, validate_claims
from service.permissions import NEEDED, Role, can_call, list_roles
from service.storage.prepared import PreparedStatement
from service.tables.content import collection, space
from service.tables.identity import membership, token
from service.teams import find_role_in_collection, find_role_in_space

_log = logging.getLogger(__name__)

DEFAULT_ALGORITHMS = ("RS256", "PS256", "ES256", "EdDSA")
_MAX_KEYS_BYTES = 256 * 1024
_PARTS = 3

_WORDS = {"organizationId": "organization", "spaceId": "space", "collectionId": "collection"}

_TEAM_ROLES = {"spaceId": find_role_in_space, "collectionId": find_role_in_collection}
"""Functions that find a role that a team gives, by path parameter."""


def _prepare_access(organization: ColumnElement[str] | Null) -> PreparedStatement:
    membership_there = and_(membership.c.person == token.c.person, membership.c.organization == organization)
    rows = select(token.c.person, membership.c.organization, membership.c.role)
    known = rows.select_from(token.outerjoin(membership, membership_there)).where(
        token.c.hash == bindparam("hash"), or_(token.c.demo == false(), token.c.demo == bindparam("demo"))
    )
    return PreparedStatement(known)


def _organization_query(table: Table) -> ColumnElement[str]:
    owner: ColumnElement[str] = select(table.c.organization).where(table.c.id == bindparam("id")).scalar_subquery()
    return owner


_ACCESS = {
    "organizationId": _prepare_access(bindparam("id")),
    "spaceId": _prepare_access(_organization_query(space)),
    "collectionId": _prepare_access(_organization_query(collection)),
}
"""Statements by the path parameter that determines the organization."""

_NOWHERE = _prepare_access(null())


class Caller(NamedTuple):
    """The person behind a request, and the organization in the path (empty if it has none).

    `role` is their role in the organization, or a higher one from a team in the path's space or collection.
    """

    person: str
    role: Role
    organization: str


def authenticate(
    connection: Connection, endpoint: Endpoint[object], ids: Mapping[str, str], credential: str, *, demo: bool
) -> Caller:
    """Return the caller of a request. `ids` are the path parameters, `credential` is the hash of a token.

    Raises Unauthorized for an unknown token, Forbidden for a role that is too low, and NotFound for a non-member, so
    that nobody can find out which organizations exist.
    """
    name = next((name for name in _ACCESS if name in ids), "")
    known = {"hash": credential, "demo": demo} | ({"id": ids[name]} if name else {})
    rows = _ACCESS.get(name, _NOWHERE).rows(connection, known)
    if not rows:
        raise Unauthorized("The access token isn't valid here. Send a valid one: Authorization: Bearer <token>.")
    person, organization, role = rows[0]
    if NEEDED[endpoint.name] is not None and organization is None:
        raise NotFound(f"No {_WORDS[name]} with this id is visible to you.")
    if name in _TEAM_ROLES:
        role = _TEAM_ROLES[name](connection, person, role, ids[name])
    if not can_call(role, endpoint):
        allowed = " or ".join(list_roles(endpoint))
        raise Forbidden(f"This needs the role {allowed} in the {_WORDS[name]}; yours is {role or 'guest'}.")
    return Caller(person, role, organization or "")


def hash_token(given: str) -> str:
    # Tokens are long and random, so a plain hash is enough.
    return hashlib.sha256(given.encode("utf-8", "surrogateescape")).hexdigest()


def create_token(connection: Connection, person: str, now: str, *, value: str = "", demo: bool = False) -> str:
    """Create a token, random unless `value` is given, store its hash, and return it."""
    given = value or secrets.token_urlsafe(32)
    insert_hash(connection, hash_token(given), person, now, demo=demo)
    return given


def insert_hash(connection: Connection, known: str, person: str, now: str, *, demo: bool = False) -> None:
    """Let a token with this hash identify the person."""
    connection.execute(insert(token).values(hash=known, person=person, demo=demo, created_at=now))


@dataclass(frozen=True)
class TokenIssuer:
    """An issuer whose signed tokens (JWT) for `audience` are accepted.

    `keys_url` has its public keys (JWKS); `algorithms` are the accepted signature algorithms.
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

    def subject_hash(self, given: str, now: datetime) -> str:
        """Return the hash of the token's subject. Raises Unauthorized, or ServiceUnavailable without keys."""
        try:
            claims = self._keys.verify_signature(given, self._issuer.algorithms).claims
            validate_claims(claims, issuer=self._issuer.issuer, audience=self._issuer.audience, now=now.timestamp())
        except TokenError as error:
            _log.warning("A signed token was refused: %s", error)
            raise Unauthorized("The access token isn't valid here. Sign in again to get a new one.") from error
        except FetchError as error:
            _log.error("The keys of the token issuer can't be read: %s", error)
            raise ServiceUnavailable("Access tokens can't be checked now. Nothing was changed.") from error
        return hash_subject(self._issuer.issuer, claims["sub"])


def is_signed_token(given: str) -> bool:
    """Return whether a token is a JWT: our own tokens contain no dots."""
    return given.count(".") == _PARTS - 1


def hash_subject(issuer: str, subject: str) -> str:
    # A header can't contain a NUL byte, so no token that a client sends can have this hash.
    return hash_token(f"\0{issuer}\0{subject}")


def link_subject(connection: Connection, person: str, issuer: str, subject: str, now: str) -> None:
    """Let this issuer's tokens with this subject identify the person, and nobody else."""
    known = hash_subject(issuer, subject)
    connection.execute(delete(token).where(token.c.hash == known))
    insert_hash(connection, known, person, now)
