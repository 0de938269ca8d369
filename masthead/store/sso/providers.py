"""Identity providers: next certificates, sign-in tests, and certificates for a monitor."""

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
    """A certificate in PEM to be used from a certain day; `by` is a name or empty."""

    place: ProviderPlace
    pem: str
    due: date
    by: str

    @property
    def mark(self) -> str:
        """Return a digest that identifies the certificate and its day."""
        return hashlib.sha256(f"{self.due.isoformat()} {self.pem}".encode()).hexdigest()


class DisabledEnforcement(NamedTuple):
    """Enforcement that was disabled at `at` to replace a provider's certificate.

    `by` is the name of the `owner`, or empty. `is_certain` means that the API confirmed it.
    """

    label: str
    owner: str
    by: str
    at: float
    is_certain: bool = True


class Rotations(Records):
    """Certificate rotations by provider. Show them only to people for whom the API lists the providers."""

    def save_next_certificate(
        self, place: ProviderPlace, owner: str, *, pem: str, due: date, instead_of: str = ""
    ) -> NextCertificate | None:
        """Note the next certificate and its day.

        `instead_of` is the mark of the certificate to replace; a different one stays and is returned.
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
        """Return next certificates by provider id."""
        own = select_with_names(next_certificates).where(next_certificates.c.organization == organization)
        return {row.provider: _to_next_certificate(row) for row in self._all(own)}

    def delete_next_certificate(self, place: ProviderPlace, mark: str) -> NextCertificate | None:
        """Delete the next certificate with this mark; a different one stays and is returned."""
        with self._database.writing() as connection:
            found = _find_next_certificate(connection, place)
            if found is not None and found.mark != mark:
                return found
            connection.execute(delete(next_certificates).filter_by(**place._asdict()))
        return None

    def drop(self, place: ProviderPlace) -> None:
        """Delete everything about a deleted provider."""
        self._write(delete(next_certificates).filter_by(**place._asdict()))

    def record_disabled_enforcement(self, organization: str, owner: str, label: str) -> None:
        """Record that enforcement is about to be disabled to replace this provider's certificate."""
        values = {"label": label, "owner": owner, "at": self._clock()}
        self._put(lifted_enforcements, {"organization": organization}, values)

    def get_disabled_enforcement(self, organization: str) -> DisabledEnforcement | None:
        """Return the record, if any. Only the API shows whether enforcement is still disabled."""
        row = self._first(
            select_with_names(lifted_enforcements).where(lifted_enforcements.c.organization == organization)
        )
        return None if row is None else DisabledEnforcement(row.label, row.owner, row.name or "", row.at)

    def delete_disabled_enforcement(self, organization: str) -> None:
        """Delete the record after enforcement was enabled again, or somebody decided against it."""
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
    """A sign-in test. `at` is in seconds since 1970, `by` a name or empty.

    `seen_until` is the last time before the test at which the API saw any member, by its clock. `who` describes the
    result in words: the member whom the API saw, or the time at which the person signed in.
    """

    provider: str
    kind: TestKind
    at: float
    by: str
    seen_until: float | None
    who: str


class SsoTests(Records):
    """Sign-in tests by provider. Raises StoreError."""

    def begin(self, organization: str, provider: str, owner: str, seen_until: float) -> None:
        """Record that a person starts a test."""
        self._add_row(organization, provider, owner, kind=TestKind.BEGUN, seen_until=seen_until)

    def record(self, organization: str, provider: str, owner: str, kind: TestKind, who: str) -> None:
        self._add_row(organization, provider, owner, kind=kind, who=who)

    def get_last(self, organization: str, provider: str, owner: str) -> SsoTest | None:
        """Return the last test this person began."""
        mine = (sso_tests.c.owner == owner) & (sso_tests.c.kind == TestKind.BEGUN)
        rows = _TESTS.where(sso_tests.c.organization == organization, sso_tests.c.provider == provider, mine).limit(1)
        row = self._first(rows)
        return None if row is None else _to_test(row)

    def newest(self, organization: str, kinds: Collection[TestKind] = RESULTS) -> dict[str, SsoTest]:
        """Return each provider's newest result by anybody, by provider id."""
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
    """Certificates by person. Their token gives access to nothing else, and never to the API."""

    def record_certificates(
        self, owner: str, organization: str, certificates: Sequence[ReadCertificate], age: float = 0.0
    ) -> None:
        """Store an organization's certificates as read `age` seconds ago."""
        now = self._clock() - age
        rows = [each._asdict() | {"owner": owner, "organization": organization, "at": now} for each in certificates]
        with self._database.writing() as connection:
            connection.execute(delete(seen_certificates).filter_by(owner=owner, organization=organization))
            if rows:
                connection.execute(insert(seen_certificates), rows)

    def delete_other_organizations(self, owner: str, organizations: Sequence[str]) -> None:
        """Delete organizations that the person no longer sees."""
        columns = seen_certificates.c
        others = (columns.owner == owner) & columns.organization.not_in(organizations)
        self._write(delete(seen_certificates).where(others))

    def list_certificates(self, owner: str) -> list[ReadCertificate]:
        """List a person's certificates, the next to expire first, those without a date last."""
        columns = seen_certificates.c
        rows = select(*(columns[name] for name in ReadCertificate._fields)).where(columns.owner == owner)
        return [ReadCertificate(*row) for row in self._all(rows.order_by(columns.ends.is_(None), columns.ends))]

    def make_token(self, owner: str) -> str:
        """Create a token that replaces the previous one. It can't be read again."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._put(monitor_tokens, {"owner": owner}, {"digest": _token_digest(token), "at": self._clock()})
        return token

    def end_token(self, owner: str) -> None:
        self._write(delete(monitor_tokens).filter_by(owner=owner))

    def get_token_time(self, owner: str) -> float | None:
        """Return when the token was created, None for no token."""
        return self._value(select(monitor_tokens.c.at).where(monitor_tokens.c.owner == owner))

    def owner_of(self, token: str) -> str | None:
        """Return the token's person, None if it is invalid or too old."""
        columns, oldest = monitor_tokens.c, self._clock() - TOKEN_SECONDS
        return self._value(select(columns.owner).where(columns.digest == _token_digest(token), columns.at > oldest))


def _token_digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
