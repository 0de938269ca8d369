"""Cache versions: each write changes its organization's number, so all portals of a store notice."""

import secrets
from typing import NamedTuple

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
    """Versions as the client's response cache uses them.

    They are random, so that a restored database never returns to a version that cached responses know.
    """

    def version(self, organization: str) -> int | None:
        """Return the current version, None if the store can't be read."""
        try:
            row = self._database.first_row(ONE, {"organization": organization})
        except StoreError:
            return None
        return NEVER_WRITTEN if row is None else int(row.number)

    def renew(self, organizations: set[str]) -> bool:
        """Renew the version. Returns False if the store can't be written."""
        try:
            with self._database.writing() as connection:
                _renew(connection, organizations)
        except StoreError:
            return False
        return True


class RenewingVersions(NamedTuple):
    """Renews versions before and after a call: a `JournalHook`."""

    organizations: set[str]

    def on_begin(self, connection: Connection, entry: int) -> None:  # noqa: ARG002 - as the journal calls it
        _renew(connection, self.organizations)

    def on_outcome(self, connection: Connection, outcome: Outcome) -> None:  # noqa: ARG002 - as the journal calls it
        """Renew again: a concurrent read may have cached a response from before the write."""
        _renew(connection, self.organizations)


def _renew(connection: Connection, organizations: set[str]) -> None:
    connection.execute(PUT, [{"organization": each, "number": secrets.randbits(BITS)} for each in organizations])
