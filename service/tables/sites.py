"""Sites with their parts and translation settings, and the trigram index of their titles."""

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
    UniqueConstraint,
    column,
    table,
)
from sqlalchemy.exc import DBAPIError

from service.tables.schema import document_column, metadata, owner_column, resource_table

site = resource_table(
    "site",
    "organization",
    Column("folded_title", Text, nullable=False),  # lower case, for filters
    Column("basename", Text),  # part of the published address
    Column("published", Boolean, nullable=False),
    Column("customization", Text),  # JSON; null: the default customization
    Index(None, "organization", "published", "number"),
    UniqueConstraint("organization", "basename"),
)

site_titles = table("site_titles", column("rowid", Integer), column("folded_title", Text))
"""The trigram index of SQLite, which triggers keep up to date; `rowid` is the site's number."""

adaptive_schema = Table("adaptive_schema", metadata, owner_column("site", primary_key=True), document_column())

section_group = resource_table(
    "section_group",
    "site",
    Column("position", Integer, nullable=False),  # among groups and ungrouped sections of the site
    listed_by=("position",),
)

section = resource_table(
    "section",
    "site",
    Column("section_group", Text, ForeignKey("section_group.id", ondelete="SET NULL")),
    Column("position", Integer, nullable=False),  # within its group, or among groups and ungrouped sections
    Column("is_default", Boolean, nullable=False),
    Column("path", Text, nullable=False),
    Index(None, "section_group"),
    listed_by=("position",),
)

site_space = resource_table(
    "site_space",
    "site",
    owner_column("space"),
    Column("section", Text, ForeignKey("section.id", ondelete="CASCADE")),
    Column("position", Integer, nullable=False),  # within its section, or within a site without sections
    Column("is_default", Boolean, nullable=False),  # of its section, or of a site without sections
    Column("path", Text, nullable=False),
    Index(None, "space", "site"),
    Index(None, "section"),
    listed_by=("position", "number"),
)

share_link = resource_table(
    "share_link",
    "site",
    Column("key", Text, nullable=False, unique=True),  # the secret in the URL
    Column("active", Boolean, nullable=False),
)

translation_settings = resource_table("translation_settings", "organization")


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
