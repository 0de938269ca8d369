"""A PostgreSQL database that gets the demo world back: quickly, since only what a test has changed is written again."""

import psycopg

from service.tables import metadata

TABLES = sorted(metadata.tables)
NUMBERED = [table for table in TABLES if "number" in metadata.tables[table].primary_key.columns]
SEQUENCE = "SELECT '{0}_number_seq' AS name, last_value, is_called FROM {0}_number_seq"
KEEP = ";".join(
    [
        "CREATE SCHEMA kept",
        *(f"CREATE TABLE kept.{table} AS TABLE {table}" for table in TABLES),
        f"CREATE TABLE kept.sequences AS {' UNION ALL '.join(map(SEQUENCE.format, NUMBERED))}",
    ]
)
"""Copies all tables, and where their numbers stand, into a schema called `kept`."""

HAS_CHANGED = "SELECT (SELECT count(*) FROM {0}) <> (SELECT count(*) FROM kept.{0}) OR EXISTS ({1})"
WRITTEN_SINCE = "SELECT FROM {0} WHERE xmin::text::bigint >= %(since)s"
CHANGED = " UNION ALL ".join(
    f"SELECT '{table}' WHERE ({HAS_CHANGED.format(table, WRITTEN_SINCE.format(table))})" for table in TABLES
)
"""Which tables a transaction has changed since."""

RENEW = "DELETE FROM {0}; INSERT INTO {0} TABLE kept.{0};"


class RestoredDatabase:
    """The demo world at an address, with KEEP carried out."""

    def __init__(self, address: str, connection: psycopg.Connection) -> None:
        self.address, self._connection = address, connection
        self._written_at = self._latest_write()

    def restore(self) -> None:
        if self._latest_write() == self._written_at:
            return
        changed = [row[0] for row in self._connection.execute(CHANGED, {"since": self._written_at})]
        with self._connection.transaction():
            # So no row takes others with it, whatever the order of the tables.
            self._connection.execute("SET LOCAL session_replication_role = replica")
            self._connection.execute("".join(map(RENEW.format, changed)))
            self._connection.execute("SELECT setval(name::regclass, last_value, is_called) FROM kept.sequences")
        self._written_at = self._latest_write()

    def close(self) -> None:
        self._connection.close()

    def _latest_write(self) -> int:
        """A higher number after every transaction that has written, in whichever database."""
        ((number,),) = self._connection.execute("SELECT pg_snapshot_xmax(pg_current_snapshot())::text").fetchall()
        return int(number)
