"""Sites and what belongs to one, down to the schema of its visitors; translation settings."""

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, Table, Text, UniqueConstraint, column, table

from service.tables.schema import document, metadata, owner, resource

site = resource(
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

adaptive_schema = Table("adaptive_schema", metadata, owner("site", primary_key=True), document())

section_group = resource(
    "section_group",
    "site",
    Column("position", Integer, nullable=False),  # among groups and ungrouped sections of the site
    listed_by=("position",),
)

section = resource(
    "section",
    "site",
    Column("section_group", Text, ForeignKey("section_group.id", ondelete="SET NULL")),
    Column("position", Integer, nullable=False),  # within its group, or among groups and ungrouped sections
    Column("is_default", Boolean, nullable=False),
    Column("path", Text, nullable=False),
    Index(None, "section_group"),
    listed_by=("position",),
)

site_space = resource(
    "site_space",
    "site",
    owner("space"),
    Column("section", Text, ForeignKey("section.id", ondelete="CASCADE")),
    Column("position", Integer, nullable=False),  # within its section, or within a site without sections
    Column("is_default", Boolean, nullable=False),  # of its section, or of a site without sections
    Column("path", Text, nullable=False),
    Index(None, "space", "site"),
    Index(None, "section"),
    listed_by=("position", "number"),
)

share_link = resource(
    "share_link",
    "site",
    Column("key", Text, nullable=False, unique=True),  # the secret in the URL
    Column("active", Boolean, nullable=False),
)

translation_settings = resource("translation_settings", "organization")
