"""The tables of link scans."""

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, PrimaryKeyConstraint, String, Table, Text

from masthead.store.tables.metadata import metadata

link_scans = Table(
    "link_scans",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("organization", Text, nullable=False),
    Column("sources", Text, nullable=False),  # JSON: a list of what is read, each [space, change request, title]
    Column("state", String(16), nullable=False),
    Column("budget", Integer, nullable=False),
    Column("calls", Integer, nullable=False),
    Column("pages", Integer, nullable=False),  # that are known so far
    Column("read", Integer, nullable=False),
    Column("gone", Integer, nullable=False),
    Column("unread", Integer, nullable=False),
    Column("unread_lists", Integer, nullable=False, server_default="0"),  # whole lists of pages, counted apart
    Column("links", Integer, nullable=False),
    Column("broken", Integer, nullable=False),
    Column("note", Text, nullable=False),  # why it rests
    Column("started_at", Float, nullable=False),
    Column("at", Float, nullable=False),
    Column("waits_until", Float, nullable=False),  # nothing is asked before, as the API wants it
    Column("lease_until", Float, nullable=False),
    Index("link_scans_by_owner", "owner", "organization", "number"),
    Index("link_scans_by_at", "at"),
)

link_scan_reads = Table(
    "link_scan_reads",
    metadata,
    Column("scan", Integer, ForeignKey("link_scans.number"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("source", Integer, nullable=False),  # its place in the sources of the scan
    Column("page", Text, nullable=False),  # the id of a page; empty for the list of pages
    Column("title", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("app", Text, nullable=False),  # its address in the app, or empty
    Column("state", String(16), nullable=False),
    Column("tries", Integer, nullable=False),  # how often it was asked for in vain
    Column("part", Text, nullable=False),  # the token of the part of its links that is read next; empty for the first
    Column("parts", Integer, nullable=False),  # that were read
    Column("links", Integer, nullable=False),
    Column("broken", Integer, nullable=False),
    Column("caused", Integer, nullable=False),  # of these, by the change request, as the API counts
    Column("message", Text, nullable=False),  # why it was not read
    PrimaryKeyConstraint("scan", "position"),
    Index("link_scan_reads_by_state", "scan", "state", "tries", "position"),
)

broken_links = Table(
    "broken_links",
    metadata,
    Column("scan", Integer, ForeignKey("link_scans.number"), nullable=False),
    Column("position", Integer, nullable=False),  # of the page that has it
    Column("number", Integer, nullable=False),  # its place among the broken links of the page
    Column("source", Integer, nullable=False),
    Column("page", Text, nullable=False),
    Column("target", String(64), nullable=False),  # a digest of what it leads to
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),  # the title, the address or the id of that
    Column("anchor", Text, nullable=False),
    PrimaryKeyConstraint("scan", "position", "number"),
    Index("broken_links_by_target", "scan", "target"),
)
