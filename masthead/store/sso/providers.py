"""Identity providers: their next certificates, sign-in tests, and certificates to be monitored."""

import hashlib
import secrets
from collections.abc import Collection, Sequence
from datetime import date
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, delete, insert, select

from masthead.store.database import Records
from masthead.store.tables.records import select_with_names
from masthead.store.tables.sso import (
    lifted_enforcements,
    monitor_tokens,
    next_certificates,
    seen_certificates,
    sso_tests,
)

_TESTS = select_with_names(sso_tests).order_by(sso_tests.c.number.desc())
TOKEN_SECONDS = 365 * 86_400.0
"""Tokens expire, since nobody revokes those of people who have left."""
TOKEN_BYTES = 32
"""Random bytes in a token."""


class ProviderPlace(NamedTuple):
    """The ids of a provider and its organization."""

    organization: str
    provider: str


class NextCertificate(NamedTuple):
    """A PEM certificate that is to be used from the day `due`. `by` is the name of who entered it, or empty."""

    place: ProviderPlace
    pem: str
    due: date
    by: str

    @property
    def mark(self) -> str:
        """Return a digest of the certificate and its day."""
        return hashlib.sha256(f"{self.due.isoformat()} {self.pem}".encode()).hexdigest()


class DisabledEnforcement(NamedTuple):
    """A record that enforcement was disabled, at the Unix timestamp `at`, to replace a provider's certificate.

    `by` is the name of the `owner`, or empty. `is_certain` means that the API has confirmed it.
    """

    label: str
    owner: str
    by: str
    at: float
    is_certain: bool = True


class Rotations(Records):
    """Stores certificate rotations by provider. Show them only to people to whom the API lists the providers."""

    def save_next_certificate(
        self, place: ProviderPlace, owner: str, *, pem: str, due: date, instead_of: str = ""
    ) -> NextCertificate | None:
        """Store the next certificate and its day.

        `instead_of` is the mark of the stored certificate to replace. If another one is stored, return that instead.
        """
        values = {"pem": pem, "due": due.isoformat(), "owner": owner, "at": self._clock()}
        with self._database.writing() as connection:
            found = _find_next_certificate(connection, place)
            if found is not None and found.mark not in {instead_of, NextCertificate(place, pem, due, "").mark}:
                return found
            connection.execute(delete(next_certificates).filter_by(**place._asdict()))
            connection.execute(insert(next_certificates).values({**place._asdict(), **values}))
        return None

    def next_certificates(self, organization: str) -> dict[str, NextCertificate]:
        """Return an organization's next certificates, by provider id."""
        own = select_with_names(next_certificates).where(next_certificates.c.organization == organization)
        return {row.provider: _to_next_certificate(row) for row in self._all(own)}

    def delete_next_certificate(self, place: ProviderPlace, mark: str) -> NextCertificate | None:
        """Delete the next certificate if it has this mark. If another one is stored, return that instead."""
        with self._database.writing() as connection:
            found = _find_next_certificate(connection, place)
            if found is not None and found.mark != mark:
                return found
            connection.execute(delete(next_certificates).filter_by(**place._asdict()))
        return None

    def drop(self, place: ProviderPlace) -> None:
        """Delete all records of a provider that was deleted."""
        self._write(delete(next_certificates).filter_by(**place._asdict()))

    def record_disabled_enforcement(self, organization: str, owner: str, label: str) -> None:
        """Record that enforcement is about to be disabled to replace the certificate of the provider named `label`."""
        values = {"label": label, "owner": owner, "at": self._clock()}
        self._put(lifted_enforcements, {"organization": organization}, values)

    def get_disabled_enforcement(self, organization: str) -> DisabledEnforcement | None:
        """Return the record, or None. Only the API knows whether enforcement is still disabled."""
        row = self._first(
            select_with_names(lifted_enforcements).where(lifted_enforcements.c.organization == organization)
        )
        return None if row is None else DisabledEnforcement(row.label, row.owner, row.name or "", row.at)

    def delete_disabled_enforcement(self, organization: str) -> None:
        """Delete the record once enforcement is enabled again, or somebody has decided not to enable it."""
        self._write(delete(lifted_enforcements).filter_by(organization=organization))


def _find_next_certificate(connection: Connection, place: ProviderPlace) -> NextCertificate | None:
    columns = next_certificates.c
    own = (columns.organization == place.organization) & (columns.provider == place.provider)
    row = connection.execute(select_with_names(next_certificates).where(own)).first()
    return None if row is None else _to_next_certificate(row)


def _to_next_certificate(row: Any) -> NextCertificate:  # noqa: ANN401 - a row of the table, with a name
    place = ProviderPlace(row.organization, row.provider)
    return NextCertificate(place, row.pem, date.fromisoformat(row.due), row.name or "")


class TestKind(StrEnum):
    __test__ = False  # keeps pytest from collecting the class

    BEGUN = "begun"
    EVIDENCE = "evidence"  # the API saw a member who signs in this way
    STATEMENT = "statement"  # a person confirmed that it worked


RESULTS = (TestKind.EVIDENCE, TestKind.STATEMENT)


class SsoTest(NamedTuple):
    """A sign-in test. `at` is a Unix timestamp. `by` is the name of the person who ran it, or empty.

    `seen_until` is when, by its own clock, the API last saw any member before the test. `who` describes the result in
    words: the member whom the API saw, or the time at which the person signed in.
    """

    provider: str
    kind: TestKind
    at: float
    by: str
    seen_until: float | None
    who: str


class SsoTests(Records):
    """Stores sign-in tests by provider. Raises StoreError."""

    def begin(self, organization: str, provider: str, owner: str, seen_until: float) -> None:
        """Record that a person has started a test."""
        self._add_row(organization, provider, owner, kind=TestKind.BEGUN, seen_until=seen_until)

    def record(self, organization: str, provider: str, owner: str, kind: TestKind, who: str) -> None:
        self._add_row(organization, provider, owner, kind=kind, who=who)

    def get_last(self, organization: str, provider: str, owner: str) -> SsoTest | None:
        """Return the last test that this person started, or None."""
        mine = (sso_tests.c.owner == owner) & (sso_tests.c.kind == TestKind.BEGUN)
        rows = _TESTS.where(sso_tests.c.organization == organization, sso_tests.c.provider == provider, mine).limit(1)
        row = self._first(rows)
        return None if row is None else _to_test(row)

    def newest(self, organization: str, kinds: Collection[TestKind] = RESULTS) -> dict[str, SsoTest]:
        """Return the newest result for each provider, whoever ran the test, by provider id."""
        rows = _TESTS.where(sso_tests.c.organization == organization, sso_tests.c.kind.in_(kinds))
        found: dict[str, SsoTest] = {}
        for row in self._all(rows):
            found.setdefault(row.provider, _to_test(row))
        return found

    def _add_row(self, organization: str, provider: str, owner: str, **values: object) -> None:
        row = {"organization": organization, "provider": provider, "owner": owner, "at": self._clock(), "who": ""}
        self._write(insert(sso_tests).values({**row, **values}))


def _to_test(row: Row[Any]) -> SsoTest:
    return SsoTest(row.provider, TestKind(row.kind), row.at, row.name or "", row.seen_until, row.who)


class ReadCertificate(NamedTuple):
    """An identity provider's certificate.

    `subject` and `sha256` are empty if there is no certificate or it can't be parsed. `ends` (when it expires) and
    `at` (when it was read) are Unix timestamps.
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
    """Stores each person's certificates and monitoring token, which gives access only to these, never to the API."""

    def record_certificates(
        self, owner: str, organization: str, certificates: Sequence[ReadCertificate], age: float = 0.0
    ) -> None:
        """Store an organization's certificates, which were read `age` seconds ago."""
        now = self._clock() - age
        rows = [each._asdict() | {"owner": owner, "organization": organization, "at": now} for each in certificates]
        with self._database.writing() as connection:
            connection.execute(delete(seen_certificates).filter_by(owner=owner, organization=organization))
            if rows:
                connection.execute(insert(seen_certificates), rows)

    def delete_other_organizations(self, owner: str, organizations: Sequence[str]) -> None:
        """Delete certificates of organizations that the person can no longer see."""
        columns = seen_certificates.c
        others = (columns.owner == owner) & columns.organization.not_in(organizations)
        self._write(delete(seen_certificates).where(others))

    def list_certificates(self, owner: str) -> list[ReadCertificate]:
        """List a person's certificates. The first one is the next to expire; those without a date are last."""
        columns = seen_certificates.c
        rows = select(*(columns[name] for name in ReadCertificate._fields)).where(columns.owner == owner)
        return [ReadCertificate(*row) for row in self._all(rows.order_by(columns.ends.is_(None), columns.ends))]

    def make_token(self, owner: str) -> str:
        """Create a token, replacing the previous one. It can't be retrieved later."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._put(monitor_tokens, {"owner": owner}, {"digest": _token_digest(token), "at": self._clock()})
        return token

    def end_token(self, owner: str) -> None:
        self._write(delete(monitor_tokens).filter_by(owner=owner))

    def get_token_time(self, owner: str) -> float | None:
        """Return when the token was created, or None if there is no token."""
        return self._value(select(monitor_tokens.c.at).where(monitor_tokens.c.owner == owner))

    def owner_of(self, token: str) -> str | None:
        """Return the owner id of the token's person, or None if the token is invalid or too old."""
        columns, oldest = monitor_tokens.c, self._clock() - TOKEN_SECONDS
        return self._value(select(columns.owner).where(columns.digest == _token_digest(token), columns.at > oldest))


def _token_digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
