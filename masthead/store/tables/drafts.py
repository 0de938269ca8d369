"""Tables of drafts of structures. All other drafts are in one table, `drafts`."""

from sqlalchemy import Column, Float, Index, Integer, PrimaryKeyConstraint, String, Table, Text

from masthead.store.tables.metadata import metadata, sealed_columns

parked_inputs = Table(  # for versions before 0046; nothing reads it
    "parked_inputs",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("browser", String(22), nullable=False),
    Column("at", Float, nullable=False),
    *sealed_columns(),
    Index("parked_inputs_by_browser", "browser"),
    Index("parked_inputs_by_at", "at"),
)

arrangements = Table(
    "arrangements",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("place", Text, nullable=False),  # the organization and the site
    Column("at", Float, nullable=False),
    Column("current", Integer, nullable=False),  # the step that shows
    *sealed_columns(),  # what the draft was begun from
    Column("takes_back", Integer),  # the number of an entry, whose bulk change it takes back
    PrimaryKeyConstraint("owner", "place"),
    Index("arrangements_by_at", "at"),
)

arrangement_steps = Table(
    "arrangement_steps",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("place", Text, nullable=False),
    Column("step", Integer, nullable=False),
    *sealed_columns(),
    PrimaryKeyConstraint("owner", "place", "step"),
)
