"""Scans that were kept before whole unread lists of pages were counted get their number by what is kept of them."""

from sqlalchemy import create_engine, insert, select

from store.link_scans.reads import READ, UNREAD
from store.link_scans.tables import link_scan_reads, link_scans
from store.tables import VERSION
from tests.store.test_upgrade import make_as_of, url_of

COUNTS = ("budget", "calls", "pages", "read", "gone", "unread", "links", "broken")
TIMES = ("started_at", "at", "waits_until", "lease_until")
READ_COUNTS, READ_TEXTS = ("tries", "parts", *COUNTS[-2:], "caused"), ("title", "path", "app", "part", "message")
READS = [(1, "", UNREAD), (2, "", READ), (3, "a", UNREAD), (4, "", UNREAD)]


def test_the_upgrade_counts_them(empty_database: str) -> None:
    engine = create_engine(url_of(empty_database))
    with engine.begin() as connection:
        make_as_of("0040", connection)
        for number in (1, 2):
            texts = {"owner": "alice", "organization": "org", "sources": "[]", "state": "done", "note": ""}
            values = dict.fromkeys((*COUNTS, *TIMES), 0) | texts
            connection.execute(insert(link_scans).values(number=number, **values))
        for position, page, state in READS:
            values = dict.fromkeys(READ_COUNTS, 0) | dict.fromkeys(READ_TEXTS, "")
            its = {"scan": 1, "position": position, "source": position, "page": page, "state": state}
            connection.execute(insert(link_scan_reads).values(values | its))
        make_as_of(VERSION, connection)
        scans = select(link_scans.c.unread_lists).order_by(link_scans.c.number)
        assert connection.scalars(scans).all() == [2, 0]
    engine.dispose()
