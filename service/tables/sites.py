"""Sites and what belongs to one, down to the schema of its visitors; translation settings."""

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, Table, Text, UniqueConstraint, column, table

from service.tables.schema import document, identifier, metadata, number, owner, resource

site = resource(
    "site",
    "organization",
    Column("folded_title", Text, nullable=False),  # without case, to be filtered by
    Column("basename", Text),  # part of the published address
    Column("published", Boolean, nullable=False),
    Column("customization", Text),  # JSON; null: the service's own look
    Index(None, "organization", "published", "number"),
    UniqueConstraint("organization", "basename"),
)

site_titles = table("site_titles", column("rowid", Integer), column("folded_title", Text))
"""The trigram index of SQLite, which triggers keep up to date; `rowid` is the site's number."""

adaptive_schema = Table("adaptive_schema", metadata, owner("site", primary_key=True), document())

section_group = Table(
    "section_group",
    metadata,
    number(),
    identifier(),
    owner("site"),
    Column("position", Integer, nullable=False),  # among the groups and the sections outside groups of its site
    document(),
    Index(None, "site", "position"),
    sqlite_autoincrement=True,
)

section = Table(
    "section",
    metadata,
    number(),
    identifier(),
    owner("site"),
    Column("section_group", Text, ForeignKey("section_group.id", ondelete="SET NULL")),
    Column("position", Integer, nullable=False),  # within its group, or among what stands in no group
    Column("is_default", Boolean, nullable=False),
    Column("path", Text, nullable=False),
    document(),
    Index(None, "site", "position"),
    Index(None, "section_group"),
    sqlite_autoincrement=True,
)

site_space = Table(
    "site_space",
    metadata,
    number(),
    identifier(),
    owner("site"),
    owner("space"),
    Column("section", Text, ForeignKey("section.id", ondelete="CASCADE")),
    Column("position", Integer, nullable=False),  # within its section, or within a site without sections
    Column("is_default", Boolean, nullable=False),  # of its section, or of a site without sections
    Column("path", Text, nullable=False),
    document(),
    Index(None, "site", "position", "number"),
    Index(None, "space", "site"),
    Index(None, "section"),
    sqlite_autoincrement=True,
)

share_link = resource(
    "share_link",
    "site",
    Column("key", Text, nullable=False, unique=True),  # the secret in the address
    Column("active", Boolean, nullable=False),
)

translation_settings = resource("translation_settings", "organization")
