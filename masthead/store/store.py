"""The store, which opens all of the portal's records together."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import bindparam, exists, or_, select

from contract import BY_NAME
from masthead.store.access_reviews import AccessReviews
from masthead.store.bulk.changes import BulkChanges
from masthead.store.bulk.steps import BulkChange
from masthead.store.database import START_SECONDS, Database, lock_file_path, sqlite_file
from masthead.store.directory.crawls import Crawls
from masthead.store.directory.directory import Directory
from masthead.store.directory.open_lists import StoredOpenLists
from masthead.store.drafts.drafts import (
    IS_INPUT,
    Draft,
    Drafts,
    ParkedDraft,
    ParkedDrafts,
    parked_owner,
)
from masthead.store.drafts.structure_drafts import StructureDrafts
from masthead.store.drafts.texts import TemporaryTexts
from masthead.store.errors import StoreError
from masthead.store.files import lock_file
from masthead.store.journal.journal import Journal
from masthead.store.journal.seals import ANCHOR_FILE, JournalAnchor
from masthead.store.key_ring import use_keys
from masthead.store.keys import Keys, Secrets, read_cookie
from masthead.store.link_scans.findings import LinkFindings
from masthead.store.link_scans.scans import LinkScans
from masthead.store.notes import AccessEnds, LinkNotes, SavedViews, Snoozes, Visitors, WantedLanguages
from masthead.store.responses import ResponseStore, StoredCacheVersions
from masthead.store.sessions import LinkedTokens, People, Sessions
from masthead.store.sign_ins import Attempts, SignIns
from masthead.store.sso.enforcements import Countdown, End, Enforcements
from masthead.store.sso.providers import Monitoring, Rotations, SsoTests
from masthead.store.submissions import Submissions
from masthead.store.tables.records import arrangements, bulk_changes, drafts, journal
from masthead.store.tables.sso import enforcements

REVIEWING = [
    name
    for name, each in BY_NAME.items()
    if each.method != "GET" and ("/comments" in each.path or "/change-requests" in each.path)
]
"""Endpoints that write comments and change requests."""
# Most pages show none of these, which one statement finds out. The reads of each ignore expired rows.
IS_ANY = select(
    exists().where(enforcements.c.ended_at.is_(None) | (enforcements.c.end == End.REVERTED)).label("countdowns"),
    exists().where(drafts.c.owner == bindparam("owner"), IS_INPUT).label("drafts"),
    exists().where(arrangements.c.owner == bindparam("owner")).label("structures"),
    exists().where(drafts.c.owner == bindparam("browser")).label("parked"),
    exists()
    .where(bulk_changes.c.owner == bindparam("owner"), bulk_changes.c.organization == bindparam("organization"))
    .where(bulk_changes.c.finished_at.is_(None))
    .label("bulk_changes"),
    exists()
    .where(journal.c.organization == bindparam("reviewed"), journal.c.number > bindparam("since"))
    .where(or_(*(journal.c.endpoint == name for name in REVIEWING)))
    .label("reviews"),
)


class PageRecords(NamedTuple):
    """Records shown in the layout of every page: countdowns, drafts, parked drafts, and the unfinished bulk change.

    `structures` has the place and the time of the last change of each structure draft. `reviews` is True if anybody
    has written comments or change requests since the journal entry given.
    """

    countdowns: Sequence[Countdown] = ()
    drafts: Sequence[Draft] = ()
    structures: Sequence[tuple[str, float]] = ()
    parked: Sequence[ParkedDraft] = ()
    bulk: BulkChange | None = None
    reviews: bool = False


class Store:
    """The database and the file of cached responses, shared by all threads and people."""

    def __init__(
        self,
        database: Database,
        responses: Path,
        keys: Keys,
        *,
        known_days: int,
        keep_seconds: float,
        in_use: ExitStack | None = None,
    ) -> None:
        self.database, self.keys, self._in_use = database, keys, in_use or ExitStack()
        self.sessions, self.sign_ins = Sessions(database, keys), SignIns(database, keys)
        self.linked_tokens = LinkedTokens(database, keys)
        self.submissions = Submissions(database)
        self.anchor = JournalAnchor(responses.with_name(ANCHOR_FILE), database, keys.secrets)
        self.journal = Journal(database, keys, anchor=self.anchor)
        self.bulk_changes = BulkChanges(database)
        self.enforcements = Enforcements(database, keep_seconds=keep_seconds)
        self.sso_tests = SsoTests(database)
        self.people = People(database)
        self.drafts = Drafts(database, keys)
        self.parked_drafts = ParkedDrafts(database, keys)
        self.temporary_texts = TemporaryTexts(database, keys)
        self.structure_drafts = StructureDrafts(database, keys)
        self.visitors = Visitors(database)
        self.link_notes, self.access_ends = LinkNotes(database), AccessEnds(database)
        self.wanted_languages = WantedLanguages(database)
        self.access_reviews = AccessReviews(database, keys)
        self.snoozes, self.saved_views = Snoozes(database), SavedViews(database)
        self.rotations = Rotations(database)
        self.monitoring = Monitoring(database)
        self.attempts = Attempts(database)
        self.crawls, self.open_lists = Crawls(database), StoredOpenLists(database)
        self.link_scans, self.link_findings = LinkScans(database), LinkFindings(database)
        self.directory = Directory(database, kept_days=known_days)
        self.responses = ResponseStore(responses)
        self.cache_versions = StoredCacheVersions(database)

    def close(self) -> None:
        """Close all files and connections, so that another store can take its place."""
        self.responses.close()
        self.database.close()
        self._in_use.close()

    def page_records(
        self, owner: str, organization: str, parked: str, reviewed: tuple[str, int] = ("", 0)
    ) -> PageRecords:
        """Read a person's records for the layout in one transaction. Raises StoreError.

        `organization` is where to look for a bulk change, or empty. `parked` is the cookie of parked drafts.
        `reviewed` is an organization, and the journal entry from which to look for reviews.
        """
        cookie = read_cookie(parked)
        asked = {"owner": owner, "organization": organization, "browser": parked_owner(cookie) if cookie else ""}
        is_any = self.database.first_row(IS_ANY, asked | {"reviewed": reviewed[0], "since": reviewed[1]})
        if is_any is None or not any(is_any[:-1]):
            return PageRecords(reviews=is_any is not None and bool(is_any.reviews))
        with self.database.reading() as connection:
            return PageRecords(
                self.enforcements.list_current(connection) if is_any.countdowns else [],
                self.drafts.of_owner(owner, connection) if is_any.drafts else [],
                self.structure_drafts.all_of(owner, connection) if is_any.structures else [],
                self.parked_drafts.list_by_cookie(parked, connection) if is_any.parked else [],
                self.bulk_changes.unfinished(organization, owner, connection) if is_any.bulk_changes else None,
                bool(is_any.reviews),
            )


def open_store(
    folder: Path, secrets: Secrets, *, url: str | None = None, known_days: int, keep_seconds: float
) -> Store:
    """Open the store in this folder, and migrate it. `url` is that of a database elsewhere, if any.

    Known objects are deleted after `known_days`. Trial enforcement of single sign-on lasts `keep_seconds`. Raises
    StoreError.
    """
    place = locate_database(folder, url)
    in_use = mark_in_use(place)
    database = Database(place)
    keys = use_keys(database, secrets)
    store = Store(
        database, folder / "listings.db", keys, known_days=known_days, keep_seconds=keep_seconds, in_use=in_use
    )
    store.anchor.advance()
    database.close()  # forked workers must not share a connection
    return store


def mark_in_use(place: Path | str) -> ExitStack:
    """Prevent restores into a SQLite file until the stack is closed. PostgreSQL knows by itself who is connected."""
    stack, file = ExitStack(), sqlite_file(place)
    if file is not None:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            stack.enter_context(lock_file(lock_file_path(file), START_SECONDS, shared=True))
        except OSError as fault:
            raise StoreError(f"{file} cannot be used as the portal's database: {fault}") from fault
    return stack


def locate_database(folder: Path, url: str | None) -> Path | str:
    return url or folder / "masthead.db"
