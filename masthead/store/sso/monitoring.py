"""Certificates for a monitor without a person: those last shown to its person, by a separate token."""

import hashlib
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import delete, insert, select

from masthead.store.records import Records
from masthead.store.tables.sso import monitor_tokens, seen_certificates

GOOD_FOR_SECONDS = 365 * 86_400.0
"""Tokens expire: nobody ends those of people who left."""
BYTES = 32
"""Random bytes in a token."""


class ReadCertificate(NamedTuple):
    """An identity provider's certificate.

    `subject` and `sha256` are empty for no certificate, or an unreadable one. `ends` and `at` (when it was read)
    are seconds since 1970.
    """

    organization: str
    title: str
    provider: str
    label: str
    subject: str
    sha256: str
    ends: float | None
    at: float = 0.0


class Monitoring(Records):
    """Certificates by person. A token opens them, nothing else, and never the API."""

    def record_certificates(
        self, owner: str, organization: str, certificates: Sequence[ReadCertificate], age: float = 0.0
    ) -> None:
        """Store an organization's certificates as they were `age` seconds ago."""
        columns, now = seen_certificates.c, self._clock() - age
        rows = [each._asdict() | {"owner": owner, "organization": organization, "at": now} for each in certificates]
        with self._database.writing() as connection:
            of_it = (columns.owner == owner) & (columns.organization == organization)
            connection.execute(delete(seen_certificates).where(of_it))
            if rows:
                connection.execute(insert(seen_certificates), rows)

    def keep_only(self, owner: str, organizations: Sequence[str]) -> None:
        """Delete organizations that the person no longer sees."""
        columns = seen_certificates.c
        others = (columns.owner == owner) & columns.organization.not_in(organizations)
        self._write(delete(seen_certificates).where(others))

    def list_certificates(self, owner: str) -> list[ReadCertificate]:
        """List a person's certificates, next to expire first, those without a date last."""
        columns = seen_certificates.c
        rows = select(seen_certificates).where(columns.owner == owner).order_by(columns.ends.is_(None), columns.ends)
        return [
            ReadCertificate(
                row.organization, row.title, row.provider, row.label, row.subject, row.sha256, row.ends, row.at
            )
            for row in self._all(rows)
        ]

    def make_token(self, owner: str) -> str:
        """Create a token in place of the one before. It can't be read again."""
        token = secrets.token_urlsafe(BYTES)
        row = {"owner": owner, "digest": _token_digest(token), "at": self._clock()}
        self._write(delete(monitor_tokens).where(monitor_tokens.c.owner == owner), insert(monitor_tokens).values(row))
        return token

    def end_token(self, owner: str) -> None:
        self._write(delete(monitor_tokens).where(monitor_tokens.c.owner == owner))

    def made_at(self, owner: str) -> float | None:
        """Return when the token was created, None for no token."""
        return self._value(select(monitor_tokens.c.at).where(monitor_tokens.c.owner == owner))

    def owner_of(self, token: str) -> str | None:
        """Return the token's person, None if it is invalid or too old."""
        columns, oldest = monitor_tokens.c, self._clock() - GOOD_FOR_SECONDS
        return self._value(select(columns.owner).where(columns.digest == _token_digest(token), columns.at > oldest))


def _token_digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
