"""Certificate rotation: the next certificate of a provider, and enforcement lifted for one."""

import hashlib
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, delete, insert, select
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.records import Records
from masthead.store.tables.records import people
from masthead.store.tables.sso import lifted_enforcements, next_certificates


class ProviderPlace(NamedTuple):
    """The ids of a provider and its organization."""

    organization: str
    provider: str


class NextCertificate(NamedTuple):
    """The certificate, in PEM, to use from a day on; `by` is a name or empty."""

    place: ProviderPlace
    pem: str
    due: date
    by: str

    @property
    def mark(self) -> str:
        """Return a mark that identifies the certificate and its day."""
        return hashlib.sha256(f"{self.due.isoformat()} {self.pem}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class LiftedEnforcement:
    """Enforcement that was lifted at `at` to replace a provider's certificate.

    `by` is the name of the `owner`, or empty. `is_certain`: the API confirmed it.
    """

    label: str
    owner: str
    by: str
    at: float
    is_certain: bool = True


_WITH_NAMES = select(next_certificates, people.c.name).outerjoin(people, people.c.owner == next_certificates.c.owner)


class Rotations(Records):
    """Rotations by provider. Readers of the providers may see them: ask the API first."""

    def remember(
        self, place: ProviderPlace, owner: str, *, pem: str, due: date, instead_of: str = ""
    ) -> NextCertificate | None:
        """Note the next certificate and its day.

        `instead_of` is the mark of the one to replace; a different one stays and is returned.
        """
        values = {"pem": pem, "due": due.isoformat(), "owner": owner, "at": self._clock()}
        with self._database.writing() as connection:
            found = _next_of(connection, place)
            if found is not None and found.mark not in {instead_of, NextCertificate(place, pem, due, "").mark}:
                return found
            connection.execute(delete(next_certificates).where(_is_of_provider(next_certificates, place)))
            connection.execute(insert(next_certificates).values({**place._asdict(), **values}))
        return None

    def next_certificates(self, organization: str) -> dict[str, NextCertificate]:
        """Return next certificates by provider id."""
        own = _WITH_NAMES.where(next_certificates.c.organization == organization)
        found = self._all(own)
        return {row.provider: _to_next_certificate(row) for row in found}

    def forget(self, place: ProviderPlace, mark: str) -> NextCertificate | None:
        """Delete the next certificate with this mark; a different one stays and is returned."""
        with self._database.writing() as connection:
            found = _next_of(connection, place)
            if found is not None and found.mark != mark:
                return found
            connection.execute(delete(next_certificates).where(_is_of_provider(next_certificates, place)))
        return None

    def drop(self, place: ProviderPlace) -> None:
        """Delete everything about a deleted provider."""
        self._write(delete(next_certificates).where(_is_of_provider(next_certificates, place)))

    def note_lifted(self, organization: str, owner: str, label: str) -> None:
        """Note that enforcement is about to be lifted for this provider's certificate."""
        table = lifted_enforcements
        values = {"organization": organization, "label": label, "owner": owner, "at": self._clock()}
        with self._database.writing() as connection:
            connection.execute(delete(table).where(table.c.organization == organization))
            connection.execute(insert(table).values(values))

    def find_lifted(self, organization: str) -> LiftedEnforcement | None:
        """Return the note; the API says whether it is still not enforced."""
        table = lifted_enforcements
        rows = select(table, people.c.name).outerjoin(people, people.c.owner == table.c.owner)
        row = self._first(rows.where(table.c.organization == organization))
        return None if row is None else LiftedEnforcement(row.label, row.owner, row.name or "", row.at)

    def forget_lifted(self, organization: str) -> None:
        """Delete the note: it is enforced again, or somebody decided."""
        table = lifted_enforcements
        self._write(delete(table).where(table.c.organization == organization))


def _next_of(connection: Connection, place: ProviderPlace) -> NextCertificate | None:
    own = _WITH_NAMES.where(_is_of_provider(next_certificates, place))
    row = connection.execute(own).first()
    return None if row is None else _to_next_certificate(row)


def _is_of_provider(table: Table, place: ProviderPlace) -> ColumnElement[bool]:
    return (table.c.organization == place.organization) & (table.c.provider == place.provider)


def _to_next_certificate(row: Any) -> NextCertificate:  # noqa: ANN401 - a row of the table, with a name
    place = ProviderPlace(row.organization, row.provider)
    return NextCertificate(place, row.pem, date.fromisoformat(row.due), row.name or "")
