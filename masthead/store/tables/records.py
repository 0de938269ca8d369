"""The tables for people, forms, drafts, the journal, bulk changes, the cache, the directory and notes."""

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
    Column("proof", LargeBinary),  # proof of the cookie's secret, after the session was revoked
    Column("sealed_grant", LargeBinary),  # the provider's tokens, if a provider signed the person in
    Column("grant_key_name", String(16)),
    Column("renewing_until", Float),  # set while a process renews the tokens
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
    Column("entry", Integer),  # the number of the change in the journal
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
    Column("owner", String(64), nullable=False),  # a person, or `browser:` and its id for a parked draft
    Column("id", String(22), nullable=False),  # the id that the form got when it was rendered
    Column("page", Text, nullable=False),  # the form's path; empty if the path is sealed with the input
    Column("at", Float, nullable=False),
    *sealed_columns(),
    Column("entry", Integer),  # the journal entry that sent it, while its outcome is unknown
    Column("kind", String(8), nullable=False, server_default="input"),
    PrimaryKeyConstraint("owner", "id"),
    Index("drafts_by_at", "at"),
    Index("drafts_by_entry", "entry"),
)

people = Table(
    "people",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("name", Text, nullable=False),  # empty if the person was asked, and gave none
)


def select_with_names(table: Table) -> Select[Any]:
    """Select a table's rows, with the `name` of each row's owner, NULL if unknown."""
    return select(table, people.c.name).outerjoin(people, people.c.owner == table.c.owner)


link_notes = Table(
    "link_notes",
    metadata,
    Column("organization", Text, nullable=False),
    Column("site", Text, nullable=False),
    Column("link", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("due", Text, nullable=False),  # a date such as 2026-03-31; empty for none
    Column("successor", Text, nullable=False),  # the name of the replacement while it is being created, else empty
    Column("since", Float, nullable=False),  # the replacement is created after this, by the service's clock
    Column("owner", String(64), nullable=False),  # the person who changed it last
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("organization", "site", "link"),
)

access_ends = Table(
    "access_ends",
    metadata,
    Column("organization", Text, nullable=False),
    Column("kind", String(16), nullable=False),  # of the place: team, space or collection
    Column("place", Text, nullable=False),
    Column("subject", Text, nullable=False),  # a member of the team, or a team with a role in the place
    Column("title", Text, nullable=False),  # of the subject, when the day was chosen
    Column("place_title", Text, nullable=False),
    Column("due", Text, nullable=False),  # a date such as 2026-03-31
    Column("owner", String(64), nullable=False),  # the person who chose it last
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("organization", "kind", "place", "subject"),
)

wanted_languages = Table(
    "wanted_languages",
    metadata,
    Column("organization", Text, nullable=False),
    Column("translation", Text, nullable=False),  # a translation's id; empty for the organization's list
    Column("languages", Text, nullable=False),  # JSON: language codes
    Column("owner", String(64), nullable=False),  # the person who changed them last
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("organization", "translation"),
)


def change_columns() -> list[Column[Any]]:
    """Build the columns shared by journal entries and steps of bulk changes: see store/entries.py."""
    return [
        Column("endpoint", Text, nullable=False),
        Column("ids", BytewiseText, nullable=False),  # JSON: the path's ids in order
        Column("body", Text),  # JSON as sent
        Column("was", Text, nullable=False),  # JSON: previous values by field of the body, as far as readable
        Column("kind", Text, nullable=False),
        Column("object_id", Text, nullable=False),  # empty for a new object
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
    Column("message", Text, nullable=False),  # JSON: a cause; a text in rows from before migration 0044
    Column("became", Text, nullable=False),  # JSON: the values afterwards, by field of the body
    Column("object_id", Text, nullable=False),  # the id of a created object; else empty
    Column("text_reason", String(32)),  # the reason that such a text stands for
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
    Column("seal", Integer, ForeignKey("journal_seals.number"), primary_key=True),  # over this row and cleaned entry
    Column("outcome", Integer, ForeignKey("journal_outcomes.number"), nullable=False, unique=True),
    Column("at", Float, nullable=False),
    Column("wrong", Text, nullable=False),  # the fault of the entry's own seal until then
)

generations = Table(
    "generations",
    metadata,
    Column("organization", Text, primary_key=True),  # empty for data that belongs to no single organization
    Column("number", BigInteger, nullable=False),
)

known_objects = Table(
    "known_objects",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("organization", Text, nullable=False),
    Column("kind", String(32), nullable=False),
    Column("id", Text, nullable=False),
    Column("title", Text, nullable=False),  # empty if only the id is known
    Column("subtitle", Text, nullable=False),
    Column("emoji", Text, nullable=False),
    Column("parent", Text, nullable=False),
    Column("admin", String(3), nullable=False, server_default=""),  # only read by versions before 0042
    Column("permissions", Text, nullable=False, server_default=""),  # permissions, such as `+comment -edit`
    Column("words", Text, nullable=False),  # the searched text: title, subtitle and id, case-folded
    Column("endpoint", Text, nullable=False),  # the call whose answer had the object; empty if added by hand
    Column("ids", Text, nullable=False),  # JSON: the ids in that call's path
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
    Column("wanted", Text, nullable=False),  # JSON: the goal
    Column("reason", Text, nullable=False),
    Column("undoes", Integer, ForeignKey("bulk_changes.number")),
    Column("created_at", Float, nullable=False),
    Column("finished_at", Float),
    Column("paused_at", Float),
    Column("holder", String(32)),  # the run that has the lease until `held_until`
    Column("held_until", Float),
    Column("continues_until", Float),  # a run that begins before this continues the last one
    Column("waits_until", Float),  # the API asks for no requests before this time
    Column("message", Text, nullable=False),  # JSON: the cause of a pause
    Column("differences", Text, nullable=False),  # JSON: the causes of differences from the goal
    Column("report", Text),  # JSON: the last comparison, in the form of its kind
    Column("takes_back", Integer),  # the number of the bulk change that its draft undid
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
    Column("found", Text),  # JSON: values that somebody else had set, by field of the body
    Column("verified_at", Float),
    Column("status", Integer),  # the status of the last answer, if it was an error
    PrimaryKeyConstraint("bulk_change", "position"),
    Index("bulk_steps_by_entry", "entry"),
)

key_ring = Table(
    "key_ring", metadata, Column("generation", Integer, primary_key=True, autoincrement=False), *sealed_columns()
)


linked_tokens = Table(
    "linked_tokens",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("place", Text, nullable=False),  # the URL of the API
    *sealed_columns(),
    Column("linked_at", Float, nullable=False),
    PrimaryKeyConstraint("owner", "place"),
)

arrangements = Table(
    "arrangements",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("place", Text, nullable=False),  # organization and site
    Column("at", Float, nullable=False),
    Column("current", Integer, nullable=False),  # the step that is shown
    *sealed_columns(),  # the structure from which the draft was begun
    Column("takes_back", Integer),  # the number of an entry whose bulk change it undoes
    PrimaryKeyConstraint("owner", "place"),
    Index("arrangements_by_at", "at"),
)


visitors = Table(
    "visitors",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("organization", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("claims", Text, nullable=False),  # JSON: an array of pairs of path and value
    Column("whole", Boolean, nullable=False),
    Column("owner", String(64), nullable=False),  # the person who saved it last
    Column("at", Float, nullable=False),
    Index("visitors_by_organization", "organization", "name", unique=True),
)


snoozes = Table(
    "snoozes",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("organization", Text, nullable=False),
    Column("need", Text, nullable=False),
    Column("until", Float, nullable=False),
    PrimaryKeyConstraint("owner", "organization", "need"),
)

saved_views = Table(
    "saved_views",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("organization", Text, nullable=False),
    Column("path", Text, nullable=False),  # the list's, below the path that Masthead is under
    Column("name", Text, nullable=False),
    Column("query", Text, nullable=False),
    PrimaryKeyConstraint("owner", "organization", "path", "name"),
)

access_reviews = Table(
    "access_reviews",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("organization", Text, nullable=False),
    Column("owner", String(64), nullable=False),  # the person who started it
    Column("place", Text, nullable=False),  # of the sealing: organization, kind and target
    Column("started_at", Float, nullable=False),
    Column("version", Integer, nullable=False),
    Column("completed_at", Float),
    Column("bulk_change", Integer, ForeignKey("bulk_changes.number")),
    *sealed_columns(),  # title, reviewers, deadline, rows and decisions
    Index("access_reviews_by_organization", "organization", "number"),
)


journal_restores = Table(
    "journal_restores",
    metadata,
    Column("seal", Integer, ForeignKey("journal_seals.number"), primary_key=True),  # the seal over this row
    Column("at", Float, nullable=False),
    Column("backup_at", Float, nullable=False),  # anything written later was lost with the restore
)

journal_values = Table(
    "journal_values",
    metadata,
    Column("key", BytewiseText, nullable=False),  # a key as in masthead/resources/values.py
    Column("entry", Integer, ForeignKey("journal.number"), nullable=False),
    Column("before", Text),  # JSON; NULL if unknown, as are the next two
    Column("sent", Text),
    Column("after", Text),  # as in the first outcome that reported it
    Column("outcome", Integer, ForeignKey("journal_outcomes.number")),  # that outcome, whose seal is over this row
    Column("sealed", Integer, nullable=False),  # 1 if the entry's seal is over this row
    PrimaryKeyConstraint("key", "entry"),
    Index("journal_values_by_entry", "entry"),
    Index("journal_values_by_outcome", "outcome"),
)
