"""What a monitor reads without a person: the certificates that its person was shown last, by a token of its own."""

import hashlib
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import delete, insert, select

from masthead.store.records import Records
from masthead.store.tables.sso import monitor_tokens, seen_certificates

GOOD_FOR_SECONDS = 365 * 86_400.0
"""How long a token is good: nobody ends the one of a person who is gone."""
BYTES = 32
"""Of chance in a token."""


class SeenCertificate(NamedTuple):
    """The certificate of an identity provider, by ids and names.

    `subject` and `sha256` are empty where there is none, or none that can be read. `ends` and `at`, when it was read,
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
    """For each person what they were shown. A token opens that, nothing else, and never the API."""

    def saw(self, owner: str, organization: str, certificates: Sequence[SeenCertificate], age: float = 0.0) -> None:
        """Keep what an organization had so many seconds ago, in the place of what it had before."""
        columns, now = seen_certificates.c, self._clock() - age
        rows = [each._asdict() | {"owner": owner, "organization": organization, "at": now} for each in certificates]
        with self._database.writing() as connection:
            of_it = (columns.owner == owner) & (columns.organization == organization)
            connection.execute(delete(seen_certificates).where(of_it))
            if rows:
                connection.execute(insert(seen_certificates), rows)

    def only(self, owner: str, organizations: Sequence[str]) -> None:
        """Forget all organizations but these: there are no others that the person sees."""
        columns = seen_certificates.c
        others = (columns.owner == owner) & columns.organization.not_in(organizations)
        self._write(delete(seen_certificates).where(others))

    def seen(self, owner: str) -> list[SeenCertificate]:
        """All that a person was shown, those that end first at the front, and those without a date at the end."""
        columns = seen_certificates.c
        rows = select(seen_certificates).where(columns.owner == owner).order_by(columns.ends.is_(None), columns.ends)
        return [
            SeenCertificate(
                row.organization, row.title, row.provider, row.label, row.subject, row.sha256, row.ends, row.at
            )
            for row in self._all(rows)
        ]

    def make_token(self, owner: str) -> str:
        """A new token, which nobody can read again; the one before is no longer good."""
        token = secrets.token_urlsafe(BYTES)
        row = {"owner": owner, "digest": _token_digest(token), "at": self._clock()}
        self._write(delete(monitor_tokens).where(monitor_tokens.c.owner == owner), insert(monitor_tokens).values(row))
        return token

    def end_token(self, owner: str) -> None:
        self._write(delete(monitor_tokens).where(monitor_tokens.c.owner == owner))

    def made_at(self, owner: str) -> float | None:
        """When the person's token was made; None where there is none."""
        return self._value(select(monitor_tokens.c.at).where(monitor_tokens.c.owner == owner))

    def owner_of(self, token: str) -> str | None:
        """Whose token it is; None for one that is not good, or too old."""
        columns, oldest = monitor_tokens.c, self._clock() - GOOD_FOR_SECONDS
        return self._value(select(columns.owner).where(columns.digest == _token_digest(token), columns.at > oldest))


def _token_digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
