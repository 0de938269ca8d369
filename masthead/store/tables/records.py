"""Tables of people, forms, drafts, the journal, bulk changes, the cache, the directory and notes."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Select,
    String,
    Table,
    Text,
    select,
)

from masthead.store.tables.metadata import BytewiseText, metadata, sealed_columns

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("owner", String(64), nullable=False),
    *sealed_columns(),
    Column("label", Text, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("seen_at", Float, nullable=False),
    Column("revoked_at", Float),
    Column("proof", LargeBinary),  # of the cookie's secret, for a session that was revoked
    Column("sealed_grant", LargeBinary),  # tokens of a provider, for a session that one began
    Column("grant_key_name", String(16)),
    Column("renewing_until", Float),  # while one process asks for new ones
    Column("provider_session", String(64)),
    Index("sessions_by_owner", "owner"),
    Index("sessions_by_seen_at", "seen_at"),
)

sign_ins = Table(
    "sign_ins",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("browser", String(22), nullable=False),
    Column("at", Float, nullable=False),
    *sealed_columns(),
    Index("sign_ins_by_at", "at"),
)

submissions = Table(
    "submissions",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("key", String(64), nullable=False),
    Column("begun_at", Float, nullable=False),
    Column("location", Text),
    Column("message", Text),
    Column("digest", String(64)),
    Column("entry", Integer),  # the number of its change in the journal
    PrimaryKeyConstraint("owner", "key"),
    Index("submissions_by_begun_at", "begun_at"),
)

attempts = Table(
    "attempts",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("count", Integer, nullable=False),
    Column("ends_at", Float, nullable=False),
)

drafts = Table(
    "drafts",
    metadata,
    Column("owner", String(64), nullable=False),  # a person; for what is parked, `browser:` and its id
    Column("id", String(22), nullable=False),  # of the form as it was drawn
    Column("page", Text, nullable=False),  # where it is sealed with that, empty
    Column("at", Float, nullable=False),
    *sealed_columns(),
    Column("entry", Integer),  # of the journal, while it is not known whether that was saved
    Column("kind", String(8), nullable=False, server_default="input"),
    PrimaryKeyConstraint("owner", "id"),
    Index("drafts_by_at", "at"),
    Index("drafts_by_entry", "entry"),
)

people = Table(
    "people",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("name", Text, nullable=False),  # empty: asked once, and nothing was told
)


def with_names(table: Table) -> Select[Any]:
    """Select a table's rows with the `name` of each owner, None for nobody known."""
    return select(table, people.c.name).outerjoin(people, people.c.owner == table.c.owner)


link_notes = Table(
    "link_notes",
    metadata,
    Column("organization", Text, nullable=False),
    Column("site", Text, nullable=False),
    Column("link", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("due", Text, nullable=False),  # a day, as in 2026-03-31; empty for none
    Column("successor", Text, nullable=False),  # the name of the link that is being made in its place, else empty
    Column("since", Float, nullable=False),  # it is made after this, by the service's clock
    Column("owner", String(64), nullable=False),  # who noted it last
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("organization", "site", "link"),
)

wanted_languages = Table(
    "wanted_languages",
    metadata,
    Column("organization", Text, nullable=False),
    Column("translation", Text, nullable=False),  # its id; empty for the list of the organization
    Column("languages", Text, nullable=False),  # JSON: their codes
    Column("owner", String(64), nullable=False),  # who noted them last
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("organization", "translation"),
)


def change_columns() -> list[Column[Any]]:
    """Build the columns that journal entries and steps of bulk changes share: see store/entries.py."""
    return [
        Column("endpoint", Text, nullable=False),
        Column("ids", BytewiseText, nullable=False),  # JSON: the ids of the path, in its order
        Column("body", Text),  # JSON, as it was sent
        Column("was", Text, nullable=False),  # JSON: by field of the body, what could be read before
        Column("kind", Text, nullable=False),
        Column("object_id", Text, nullable=False),  # empty for something new
        Column("title", Text, nullable=False),
        Column("summary", Text, nullable=False),
    ]


journal = Table(
    "journal",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("organization", Text, nullable=False),
    Column("owner", String(64), nullable=False),
    Column("at", Float, nullable=False),
    *change_columns(),
    Column("reason", Text, nullable=False),
    Column("request_id", Text, nullable=False),
    Column("undoes", Integer, ForeignKey("journal.number")),
    Index("journal_by_organization", "organization", "number"),
    Index("journal_by_object", "organization", "object_id", "number"),
    Index("journal_by_undoes", "undoes"),
)

journal_outcomes = Table(
    "journal_outcomes",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("entry", Integer, ForeignKey("journal.number"), nullable=False),
    Column("at", Float, nullable=False),
    Column("state", String(16), nullable=False),
    Column("status", Integer),
    Column("message", Text, nullable=False),  # JSON: a cause; a text in a row from before version 0044
    Column("became", Text, nullable=False),  # JSON: by field of the body, what there was after it
    Column("object_id", Text, nullable=False),  # of what was made; else empty
    Column("text_reason", String(32)),  # the reason that such a text gives
    Index("journal_outcomes_by_entry", "entry", "number"),
    Index("journal_outcomes_by_object", "object_id"),
)

journal_seals = Table(
    "journal_seals",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("entry", Integer, ForeignKey("journal.number"), unique=True),
    Column("outcome", Integer, ForeignKey("journal_outcomes.number"), unique=True),
    Column("key_name", String(16), nullable=False),
    Column("seal", String(64), nullable=False),
)

journal_redactions = Table(
    "journal_redactions",
    metadata,
    Column("seal", Integer, ForeignKey("journal_seals.number"), primary_key=True),  # over this and the cleaned line
    Column("outcome", Integer, ForeignKey("journal_outcomes.number"), nullable=False, unique=True),
    Column("at", Float, nullable=False),
    Column("wrong", Text, nullable=False),  # what was wrong with the line's own seal until then
)

generations = Table(
    "generations",
    metadata,
    Column("organization", Text, primary_key=True),  # empty: what belongs to no single one
    Column("number", BigInteger, nullable=False),
)

known_objects = Table(
    "known_objects",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("organization", Text, nullable=False),
    Column("kind", String(32), nullable=False),
    Column("id", Text, nullable=False),
    Column("title", Text, nullable=False),  # empty: it was named by its id alone
    Column("subtitle", Text, nullable=False),
    Column("emoji", Text, nullable=False),
    Column("parent", Text, nullable=False),
    Column("admin", String(3), nullable=False, server_default=""),  # for versions before 0042; nothing reads it
    Column("permissions", Text, nullable=False, server_default=""),  # `+comment -edit`: what its person may do there
    Column("words", Text, nullable=False),  # what a search looks through: title, subtitle and id, folded
    Column("endpoint", Text, nullable=False),  # what was asked when it was seen; empty: added by hand
    Column("ids", Text, nullable=False),  # JSON: the ids of the path that was asked for
    Column("first_seen", Float, nullable=False),
    Column("last_seen", Float, nullable=False),
    Column("state", String(16), nullable=False),
    Column("pinned", Integer, nullable=False),
    PrimaryKeyConstraint("owner", "organization", "kind", "id"),
    Index("known_objects_by_id", "owner", "kind", "id"),
    Index("known_objects_of_any_kind", "owner", "id"),
    Index("known_objects_by_last_seen", "last_seen"),
)

bulk_changes = Table(
    "bulk_changes",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("organization", Text, nullable=False),
    Column("owner", String(64), nullable=False),
    Column("title", Text, nullable=False),
    Column("kind", String(32), nullable=False),
    Column("wanted", Text, nullable=False),  # JSON: what the whole is to come to
    Column("reason", Text, nullable=False),
    Column("undoes", Integer, ForeignKey("bulk_changes.number")),
    Column("created_at", Float, nullable=False),
    Column("finished_at", Float),
    Column("paused_at", Float),
    Column("holder", String(32)),  # who runs it; nobody else may until `held_until`
    Column("held_until", Float),
    Column("continues_until", Float),  # a run that begins before goes on where the last one ended
    Column("waits_until", Float),  # nothing is asked before, as the API wants it
    Column("message", Text, nullable=False),  # JSON: the cause why it stands still
    Column("differences", Text, nullable=False),  # JSON: the causes of what it leaves or left undone
    Column("report", Text),  # JSON: what its kind keeps of the look at the end
    Column("takes_back", Integer),  # the number of somebody's bulk change that its draft took back
    Index("bulk_changes_by_owner", "owner", "organization", "number"),
    Index("bulk_changes_by_takes_back", "takes_back"),
    Index("bulk_changes_by_undoes", "undoes"),
)

bulk_steps = Table(
    "bulk_steps",
    metadata,
    Column("bulk_change", Integer, ForeignKey("bulk_changes.number"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("state", String(16), nullable=False),
    *change_columns(),
    Column("undoes", Integer, ForeignKey("journal.number")),
    Column("entry", Integer, ForeignKey("journal.number")),
    Column("message", Text, nullable=False),  # JSON: a cause
    Column("found", Text),  # JSON: by field of the body, what somebody else had put there
    Column("verified_at", Float),
    Column("status", Integer),  # of the answer that it was sent for
    PrimaryKeyConstraint("bulk_change", "position"),
    Index("bulk_steps_by_entry", "entry"),
)

pending_cleanups = Table("pending_cleanups", metadata, Column("name", String(32), primary_key=True))

key_ring = Table(
    "key_ring", metadata, Column("generation", Integer, primary_key=True, autoincrement=False), *sealed_columns()
)


linked_tokens = Table(
    "linked_tokens",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("place", Text, nullable=False),  # the address of the API that it is for
    *sealed_columns(),
    Column("linked_at", Float, nullable=False),
    PrimaryKeyConstraint("owner", "place"),
)


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


visitors = Table(
    "visitors",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("organization", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("claims", Text, nullable=False),  # JSON: an array of paths, each with its value
    Column("whole", Boolean, nullable=False),
    Column("owner", String(64), nullable=False),  # who kept it last
    Column("at", Float, nullable=False),
    Index("visitors_by_organization", "organization", "name", unique=True),
)


crawls = Table(
    "crawls",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("organization", Text, nullable=False),
    Column("is_running", Boolean, nullable=False),
    Column("calls", Integer, nullable=False),
    Column("skipped", Integer, nullable=False),
    Column("waiting", Text, nullable=False),  # JSON: the calls to make, in this order
    Column("done", Text, nullable=False),  # JSON: the calls made
    Column("started_at", Float, nullable=False),
    Column("completed_at", Float, nullable=False),
    Column("at", Float, nullable=False),
    Column("lease_until", Float, nullable=False),
    Column("paused_by", Text, nullable=False),
    Column("failed", Text, nullable=False),  # JSON: the first failed calls, each [endpoint, ids, status, message]
    PrimaryKeyConstraint("owner", "organization"),
    Index("crawls_by_at", "at"),
)


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
