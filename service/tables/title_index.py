"""Creates the trigram index for substring searches in site titles."""

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

# The index stores no titles, so removing an entry takes the row's former title.
SQLITE = (
    """
    CREATE VIRTUAL TABLE site_titles USING fts5(
        folded_title, content='site', content_rowid='number', columnsize=0, tokenize='trigram case_sensitive 1')
    """,
    "INSERT INTO site_titles (site_titles) VALUES ('rebuild')",
    """
    CREATE TRIGGER site_titles_added AFTER INSERT ON site BEGIN
        INSERT INTO site_titles (rowid, folded_title) VALUES (new.number, new.folded_title);
    END
    """,
    """
    CREATE TRIGGER site_titles_changed
    AFTER UPDATE OF folded_title ON site WHEN old.folded_title <> new.folded_title BEGIN
        INSERT INTO site_titles (site_titles, rowid, folded_title) VALUES ('delete', old.number, old.folded_title);
        INSERT INTO site_titles (rowid, folded_title) VALUES (new.number, new.folded_title);
    END
    """,
    """
    CREATE TRIGGER site_titles_removed AFTER DELETE ON site BEGIN
        INSERT INTO site_titles (site_titles, rowid, folded_title) VALUES ('delete', old.number, old.folded_title);
    END
    """,
)
EXTENSION = "CREATE EXTENSION IF NOT EXISTS pg_trgm"
POSTGRESQL = "CREATE INDEX site_titles ON site USING gin (folded_title gin_trgm_ops)"


def create_title_index(connection: Connection) -> None:
    """Create the index and fill it with the existing titles."""
    if connection.dialect.name == "sqlite":
        for statement in SQLITE:
            connection.exec_driver_sql(statement)
    elif _has_trigrams(connection):
        connection.exec_driver_sql(POSTGRESQL)


def _has_trigrams(connection: Connection) -> bool:
    # Not every PostgreSQL server offers this extension or lets every user create it.
    try:
        with connection.begin_nested():
            connection.exec_driver_sql(EXTENSION)
    except DBAPIError:
        return False
    return True
