"""Certificates of identity providers on their way: what was replaced just now, and what is to come next."""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, delete, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.database import Database
from masthead.store.tables.records import people
from masthead.store.tables.sso import lifted_enforcements, next_certificates, replaced_certificates


class ProviderPlace(NamedTuple):
    """Which identity provider: the ids of its organization and its own."""

    organization: str
    provider: str


@dataclass(frozen=True, slots=True)
class Replaced:
    """A certificate, as PEM, that was about to be replaced at `at`; `by` is the name of whoever did it, or empty.

    `lifted` says that single sign-on stopped being enforced for it.
    """

    place: ProviderPlace
    old: str
    lifted: bool
    by: str
    at: float


class Kept(NamedTuple):
    """Who decided that a new certificate stays, by name or empty, and when."""

    owner: str
    name: str
    at: float


@dataclass(frozen=True, slots=True)
class NextCertificate:
    """A certificate, as PEM, that is to be put in on a day; `by` is the name of whoever noted it, or empty."""

    place: ProviderPlace
    pem: str
    due: date
    by: str

    @property
    def mark(self) -> str:
        """What tells it from another one, or from another day for the same."""
        return hashlib.sha256(f"{self.due.isoformat()} {self.pem}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class LiftedEnforcement:
    """Enforcement that was about to be lifted at `at` to replace the certificate of a provider.

    `by` is the name of the `owner`, or empty. `is_certain` says that the API confirmed it.
    """

    label: str
    owner: str
    by: str
    at: float
    is_certain: bool = True


_WITH_NAMES = select(next_certificates, people.c.name).outerjoin(people, people.c.owner == next_certificates.c.owner)
FORGOTTEN_SECONDS = 3600.0
"""A replacement that nobody kept or took back is none any more."""


class Rotations:
    """One of each by provider. Who may see them is whoever may read the providers: ask the API first."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def begin(self, place: ProviderPlace, owner: str, *, old: str, new: str, lifted: bool) -> None:
        """Note that the certificate is about to be replaced, so that there is a way back whatever happens then.

        `new` is the SHA-256 of the other one, as cards have it. What was noted for others stays: the call may be
        refused. That enforcement was lifted for one that was refused counts for the next one too.
        """
        table, now = replaced_certificates, self._clock()
        values = {"old": old, "new": new, "owner": owner, "at": now}
        with self._database.writing() as connection:
            connection.execute(
                delete(table).where(_is_of_provider(table, place) & (table.c.at < now - FORGOTTEN_SECONDS))
            )
            open_ = _is_of_provider(table, place) & table.c.kept_by.is_(None)
            before = connection.scalar(select(table.c.lifted).where(open_ & table.c.lifted))
            connection.execute(delete(table).where(_is_of_provider(table, place) & (table.c.new == new)))
            connection.execute(insert(table).values({**place._asdict(), **values, "lifted": lifted or bool(before)}))

    def replaced(self, place: ProviderPlace, new: str, seconds: float) -> Replaced | None:
        """What was replaced by the certificate with this SHA-256 within so many seconds, and nobody kept since."""
        table = replaced_certificates
        rows = select(table, people.c.name).outerjoin(people, people.c.owner == table.c.owner)
        own = _is_of_provider(table, place) & (table.c.new == new) & table.c.kept_by.is_(None)
        with self._database.reading() as connection:
            row = connection.execute(rows.where(own)).first()
        if row is None or row.at < self._clock() - seconds:
            return None
        return Replaced(place, row.old, row.lifted, row.name or "", row.at)

    def keep(self, place: ProviderPlace, owner: str) -> None:
        """Note that somebody has decided that the new one stays."""
        table = replaced_certificates
        own = _is_of_provider(table, place) & table.c.kept_by.is_(None)
        with self._database.writing() as connection:
            connection.execute(update(table).where(own).values(kept_by=owner, kept_at=self._clock()))

    def kept(self, place: ProviderPlace, new: str) -> Kept | None:
        """Who kept the certificate with this SHA-256; None where nobody did, or it was replaced long since."""
        table = replaced_certificates
        rows = select(table.c.kept_by, people.c.name, table.c.kept_at)
        rows = rows.outerjoin(people, people.c.owner == table.c.kept_by)
        own = _is_of_provider(table, place) & (table.c.new == new) & table.c.kept_by.is_not(None)
        with self._database.reading() as connection:
            row = connection.execute(rows.where(own)).first()
        return None if row is None else Kept(row.kept_by, row.name or "", row.kept_at)

    def end(self, place: ProviderPlace) -> None:
        """Forget what was replaced: the old one is back."""
        self._delete_row(replaced_certificates, place)

    def remember(
        self, place: ProviderPlace, owner: str, *, pem: str, due: date, instead_of: str = ""
    ) -> NextCertificate | None:
        """Note which certificate comes next, and when it is to be put in.

        `instead_of` is the mark of the one that it takes the place of; another one stays, and is given back.
        """
        values = {"pem": pem, "due": due.isoformat(), "owner": owner, "at": self._clock()}
        with self._database.writing() as connection:
            found = _next_of(connection, place)
            if found is not None and found.mark not in {instead_of, NextCertificate(place, pem, due, "").mark}:
                return found
            connection.execute(delete(next_certificates).where(_is_of_provider(next_certificates, place)))
            connection.execute(insert(next_certificates).values({**place._asdict(), **values}))
        return None

    def coming(self, organization: str) -> dict[str, NextCertificate]:
        """What comes next, by the id of the provider."""
        own = _WITH_NAMES.where(next_certificates.c.organization == organization)
        with self._database.reading() as connection:
            found = connection.execute(own).all()
        return {row.provider: _to_next_certificate(row) for row in found}

    def forget(self, place: ProviderPlace, mark: str) -> NextCertificate | None:
        """Forget which one comes next, where that is the one with this mark; another one stays, and is given back."""
        with self._database.writing() as connection:
            found = _next_of(connection, place)
            if found is not None and found.mark != mark:
                return found
            connection.execute(delete(next_certificates).where(_is_of_provider(next_certificates, place)))
        return None

    def drop(self, place: ProviderPlace) -> None:
        """Forget all that is noted of a provider that is no more."""
        for table in (replaced_certificates, next_certificates):
            self._delete_row(table, place)

    def lift(self, organization: str, owner: str, label: str) -> None:
        """Note that enforcement is about to be lifted for the certificate of this provider."""
        table = lifted_enforcements
        values = {"organization": organization, "label": label, "owner": owner, "at": self._clock()}
        with self._database.writing() as connection:
            connection.execute(delete(table).where(table.c.organization == organization))
            connection.execute(insert(table).values(values))

    def lifted(self, organization: str) -> LiftedEnforcement | None:
        """What was noted; whether single sign-on is still not enforced, the API says."""
        table = lifted_enforcements
        rows = select(table, people.c.name).outerjoin(people, people.c.owner == table.c.owner)
        with self._database.reading() as connection:
            row = connection.execute(rows.where(table.c.organization == organization)).first()
        return None if row is None else LiftedEnforcement(row.label, row.owner, row.name or "", row.at)

    def forget_lifted(self, organization: str) -> None:
        """It is enforced again, or somebody decided that it stays as it is."""
        table = lifted_enforcements
        with self._database.writing() as connection:
            connection.execute(delete(table).where(table.c.organization == organization))

    def _delete_row(self, table: Table, place: ProviderPlace) -> None:
        with self._database.writing() as connection:
            connection.execute(delete(table).where(_is_of_provider(table, place)))


def _next_of(connection: Connection, place: ProviderPlace) -> NextCertificate | None:
    own = _WITH_NAMES.where(_is_of_provider(next_certificates, place))
    row = connection.execute(own).first()
    return None if row is None else _to_next_certificate(row)


def _is_of_provider(table: Table, place: ProviderPlace) -> ColumnElement[bool]:
    return (table.c.organization == place.organization) & (table.c.provider == place.provider)


def _to_next_certificate(row: Any) -> NextCertificate:  # noqa: ANN401 - a row of the table, with a name
    place = ProviderPlace(row.organization, row.provider)
    return NextCertificate(place, row.pem, date.fromisoformat(row.due), row.name or "")
