"""A number for each organization that every write changes: by it the portals of one store know of all writes."""

import secrets
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select, text

from masthead.store.entries import Outcome
from masthead.store.errors import StoreError
from masthead.store.records import Records
from masthead.store.tables.records import generations

BITS = 63
NEVER_WRITTEN = 0

# Made once: a statement costs more to put together than to run.
ONE = select(generations.c.number).where(generations.c.organization == bindparam("organization"))
PUT = text(
    "INSERT INTO generations (organization, number) VALUES (:organization, :number) "
    "ON CONFLICT (organization) DO UPDATE SET number = excluded.number"
)


class StoredCacheVersions(Records):
    """The numbers as client/cache_versions.py explains them.

    They are drawn by chance, so that a database that was restored never comes back to one that listings know.
    """

    def version(self, organization: str) -> int | None:
        """The number now; None where the store cannot be read."""
        try:
            row = self._database.first_row(ONE, {"organization": organization})
        except StoreError:
            return None
        return NEVER_WRITTEN if row is None else int(row.number)

    def renew(self, organizations: set[str]) -> bool:
        """Give these other numbers. False where the store cannot be written."""
        try:
            with self._database.writing() as connection:
                _renew(connection, organizations)
        except StoreError:
            return False
        return True


@dataclass(frozen=True, slots=True)
class RenewingVersions:
    """Renews the cache versions of these organizations before a call and after it: a `JournalHook`."""

    organizations: set[str]

    def begun(self, connection: Connection, entry: int) -> None:  # noqa: ARG002 - as the journal calls it
        _renew(connection, self.organizations)

    def settled(self, connection: Connection, outcome: Outcome) -> None:  # noqa: ARG002 - as the journal calls it
        """Again: a read that was under way may have put back what the write has made old."""
        _renew(connection, self.organizations)


def _renew(connection: Connection, organizations: set[str]) -> None:
    connection.execute(PUT, [{"organization": each, "number": secrets.randbits(BITS)} for each in organizations])
