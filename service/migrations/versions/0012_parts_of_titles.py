"""A part of a site's title is found by an index: of three signs in a row, wherever they stand."""

from alembic import op
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

revision = "0012"
down_revision = "0011"

# The index has no copy of the titles. It has to be told the title that a row had, to take it out.
CREATE = """
CREATE VIRTUAL TABLE site_titles USING fts5(
    folded_title, content='site', content_rowid='number', columnsize=0, tokenize='trigram case_sensitive 1')
"""
FILL = "INSERT INTO site_titles (site_titles) VALUES ('rebuild')"
ADD = """
CREATE TRIGGER site_titles_added AFTER INSERT ON site BEGIN
    INSERT INTO site_titles (rowid, folded_title) VALUES (new.number, new.folded_title);
END
"""
CHANGE = """
CREATE TRIGGER site_titles_changed AFTER UPDATE OF folded_title ON site WHEN old.folded_title <> new.folded_title BEGIN
    INSERT INTO site_titles (site_titles, rowid, folded_title) VALUES ('delete', old.number, old.folded_title);
    INSERT INTO site_titles (rowid, folded_title) VALUES (new.number, new.folded_title);
END
"""
REMOVE = """
CREATE TRIGGER site_titles_removed AFTER DELETE ON site BEGIN
    INSERT INTO site_titles (site_titles, rowid, folded_title) VALUES ('delete', old.number, old.folded_title);
END
"""
EXTENSION = "CREATE EXTENSION IF NOT EXISTS pg_trgm"
POSTGRESQL = "CREATE INDEX site_titles ON site USING gin (folded_title gin_trgm_ops)"


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(CREATE)
        connection.exec_driver_sql(FILL)
        connection.exec_driver_sql(ADD)
        connection.exec_driver_sql(CHANGE)
        connection.exec_driver_sql(REMOVE)
    elif _has_trigrams(connection):
        connection.exec_driver_sql(POSTGRESQL)


def _has_trigrams(connection: Connection) -> bool:
    """PostgreSQL has them as an extension, which not every server offers, nor lets everybody add."""
    try:
        with connection.begin_nested():
            connection.exec_driver_sql(EXTENSION)
    except DBAPIError:
        return False
    return True
