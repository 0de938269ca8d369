"""Words of the journal, rare calls and rare outcomes are found by indexes.

An index of each three signs in a row has the words. It has no copy of the texts: each entry that it finds is compared
with the word, so an entry that is gone, or was altered, is found by what it is now.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

revision = "0039"
down_revision = "0038"

CREATE = """
CREATE VIRTUAL TABLE journal_words USING fts5(
    summary, reason, content='journal', content_rowid='number', columnsize=0, tokenize='trigram')
"""
FILL = "INSERT INTO journal_words (journal_words) VALUES ('rebuild')"
ADD = """
CREATE TRIGGER journal_words_added AFTER INSERT ON journal BEGIN
    INSERT INTO journal_words (rowid, summary, reason) VALUES (new.number, new.summary, new.reason);
END
"""
EXTENSION = "CREATE EXTENSION IF NOT EXISTS pg_trgm"
POSTGRESQL = "CREATE INDEX journal_words ON journal USING gin (summary gin_trgm_ops, reason gin_trgm_ops)"


def upgrade() -> None:
    """Add the indexes: about a minute for each million entries."""
    op.create_index("journal_by_endpoint", "journal", ["organization", "endpoint", "number"])
    where = sa.text("state != 'saved'")
    op.create_index(
        "journal_outcomes_not_saved",
        "journal_outcomes",
        ["state", "entry"],
        sqlite_where=where,
        postgresql_where=where,
    )
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(CREATE)
        connection.exec_driver_sql(FILL)
        connection.exec_driver_sql(ADD)
    elif _has_trigrams(connection):
        connection.exec_driver_sql(POSTGRESQL)


def _has_trigrams(connection: Connection) -> bool:
    """Return whether trigrams are available: a PostgreSQL extension that not every server allows."""
    try:
        with connection.begin_nested():
            connection.exec_driver_sql(EXTENSION)
    except DBAPIError:
        return False
    return True
