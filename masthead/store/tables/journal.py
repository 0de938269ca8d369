"""Tables of restores recorded in the journal, and of the values that its entries set."""

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, PrimaryKeyConstraint, Table, Text

from masthead.store.tables.metadata import BytewiseText, metadata

journal_restores = Table(
    "journal_restores",
    metadata,
    Column("seal", Integer, ForeignKey("journal_seals.number"), primary_key=True),  # over this
    Column("at", Float, nullable=False),
    Column("backup_at", Float, nullable=False),  # what was written after that is gone
)

journal_values = Table(
    "journal_values",
    metadata,
    Column("key", BytewiseText, nullable=False),  # as in masthead/resources/values.py
    Column("entry", Integer, ForeignKey("journal.number"), nullable=False),
    Column("before", Text),  # JSON; nothing where it is not known, as in the next two
    Column("sent", Text),
    Column("after", Text),  # as the first outcome that told it has it
    Column("outcome", Integer, ForeignKey("journal_outcomes.number")),  # which that was; its seal is over this row
    Column("sealed", Integer, nullable=False),  # 1: the seal of the entry is over this row
    PrimaryKeyConstraint("key", "entry"),
    Index("journal_values_by_entry", "entry"),
    Index("journal_values_by_outcome", "outcome"),
)
