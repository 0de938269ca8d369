"""The tables for what is read in the background: each person's crawls and link scans."""

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, PrimaryKeyConstraint, String, Table, Text

from masthead.store.tables.metadata import metadata

crawls = Table(
    "crawls",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("organization", Text, nullable=False),
    Column("is_running", Boolean, nullable=False),
    Column("calls", Integer, nullable=False),
    Column("skipped", Integer, nullable=False),
    Column("waiting", Text, nullable=False),  # JSON: the calls to make, in order
    Column("done", Text, nullable=False),  # JSON: the calls already made
    Column("started_at", Float, nullable=False),
    Column("completed_at", Float, nullable=False),
    Column("at", Float, nullable=False),
    Column("lease_until", Float, nullable=False),
    Column("paused_by", Text, nullable=False),
    Column("failed", Text, nullable=False),  # JSON: the first failed calls, each [endpoint, ids, status, message]
    PrimaryKeyConstraint("owner", "organization"),
    Index("crawls_by_at", "at"),
)


open_lists = Table(
    "open_lists",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("organization", Text, nullable=False),
    Column("space", Text, nullable=False),
    Column("part", Text, nullable=False),
    Column("items", Text, nullable=False),  # JSON: the fields of each item or person
    Column("read_at", Float, nullable=False),
    PrimaryKeyConstraint("owner", "organization", "space", "part"),
)


link_scans = Table(
    "link_scans",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("organization", Text, nullable=False),
    Column("sources", Text, nullable=False),  # JSON: the sources to read, each [space, change request, title]
    Column("state", String(16), nullable=False),
    Column("budget", Integer, nullable=False),
    Column("calls", Integer, nullable=False),
    Column("pages", Integer, nullable=False),  # pages known so far
    Column("read", Integer, nullable=False),
    Column("gone", Integer, nullable=False),
    Column("unread", Integer, nullable=False),
    Column("unread_lists", Integer, nullable=False, server_default="0"),  # page lists that couldn't be read
    Column("links", Integer, nullable=False),
    Column("broken", Integer, nullable=False),
    Column("note", Text, nullable=False),  # the reason for a pause
    Column("started_at", Float, nullable=False),
    Column("at", Float, nullable=False),
    Column("waits_until", Float, nullable=False),  # the API asks for no requests before this time
    Column("lease_until", Float, nullable=False),
    Index("link_scans_by_owner", "owner", "organization", "number"),
    Index("link_scans_by_at", "at"),
)

link_scan_reads = Table(
    "link_scan_reads",
    metadata,
    Column("scan", Integer, ForeignKey("link_scans.number"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("source", Integer, nullable=False),  # the position in the scan's `sources`
    Column("page", Text, nullable=False),  # a page's id; empty for the list of pages
    Column("title", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("app", Text, nullable=False),  # the page's URL in the service's app, or empty
    Column("state", String(16), nullable=False),
    Column("tries", Integer, nullable=False),  # failed reads so far
    Column("part", Text, nullable=False),  # the token of the next part of its links; empty for the first
    Column("parts", Integer, nullable=False),  # parts read so far
    Column("links", Integer, nullable=False),
    Column("broken", Integer, nullable=False),
    Column("caused", Integer, nullable=False),  # broken links that the change request causes, as counted by the API
    Column("message", Text, nullable=False),  # the reason that it wasn't read
    PrimaryKeyConstraint("scan", "position"),
    Index("link_scan_reads_by_state", "scan", "state", "tries", "position"),
)

broken_links = Table(
    "broken_links",
    metadata,
    Column("scan", Integer, ForeignKey("link_scans.number"), nullable=False),
    Column("position", Integer, nullable=False),  # the position of the page with the link
    Column("number", Integer, nullable=False),  # the position among the page's broken links
    Column("source", Integer, nullable=False),
    Column("page", Text, nullable=False),
    Column("target", String(64), nullable=False),  # a digest of the link's target
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),  # the target's title, URL or id
    Column("anchor", Text, nullable=False),
    PrimaryKeyConstraint("scan", "position", "number"),
    Index("broken_links_by_target", "scan", "target"),
)
