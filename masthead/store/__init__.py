"""What the portal keeps, in a durable store; listings in a file of their own."""

from masthead.store.backlog import read_backlog
from masthead.store.backups.archive import opened_backup
from masthead.store.backups.backup import write_backup
from masthead.store.backups.manifest import Manifest
from masthead.store.backups.restore import Restored, restore_backup
from masthead.store.causes import NO_CAUSE, SET_BY_OTHERS, UNCONFIRMED, Cause, Reason, quote
from masthead.store.database import Database
from masthead.store.directory.directory import Directory
from masthead.store.directory.objects import (
    BY_HAND,
    FORBIDDEN,
    GONE,
    GUESSED,
    OK,
    TOLD_BY_SERVICE,
    DirectoryQuery,
    KnownObject,
)
from masthead.store.directory.scans import FailedCall, Scan, Scans
from masthead.store.drafts.imports import Imports, TooLargeError
from masthead.store.drafts.inputs import (
    DRAWN_FROM,
    NOT_TYPED,
    PAGE_SHOWN,
    Draft,
    Drafts,
    SendingDraft,
    is_small_enough,
    new_draft_id,
)
from masthead.store.drafts.parked import ParkedInput, Parking
from masthead.store.drafts.structure_drafts import Arrangement, Arrangements, ArrangementStep
from masthead.store.entries import MAYBE_SAVED, Entry, Intent, Outcome, State, Subject, Values
from masthead.store.errors import (
    BackupError,
    DraftChangedError,
    LeaseLostError,
    StoreError,
    StoreReplacedError,
    WeakKeyError,
)
from masthead.store.journal.anchor import Anchor
from masthead.store.journal.cleanup import clean_messages
from masthead.store.journal.finding import UNDER_WAY_SECONDS, JournalQuery
from masthead.store.journal.journal import Journal, JournalHook, JournalHooks
from masthead.store.journal.values import ValueWrite, request_of
from masthead.store.key_ring import KeyRing, find_ring, read_keys
from masthead.store.keys import Keys, Secrets, first_keys, read_secrets
from masthead.store.link_scans.findings import BrokenPage, LinkExtent, LinkFindings, LinkSide, LinkTarget, PageBreak
from masthead.store.link_scans.reads import BrokenLink, FoundPage, LinkRead, ReadResult
from masthead.store.link_scans.scans import LinkScan, LinkScans, LinkSource
from masthead.store.notes.link_notes import LinkNote, LinkNotes, LinkPlace
from masthead.store.notes.visitors import MAX_NAME_LENGTH as MAX_VISITOR_NAME_LENGTH
from masthead.store.notes.visitors import NameTakenError, TooManyError, Visitor, Visitors
from masthead.store.notes.wanted_languages import ALL, LanguageList, WantedLanguages
from masthead.store.opening import Store, database_place, open_store
from masthead.store.page_records import PageRecords
from masthead.store.people.attempts import Attempts
from masthead.store.people.grant_renewals import GrantRenewals
from masthead.store.people.linked_tokens import LinkedTokens, count_linked
from masthead.store.people.names import MAX_NAME_LENGTH, People
from masthead.store.people.sessions import (
    IDLE_SECONDS,
    MAX_SECONDS,
    EndedSession,
    Session,
    SessionEnd,
    SessionLine,
    Sessions,
)
from masthead.store.people.sign_ins import SignIns
from masthead.store.plans.plans import Plans, TransactionHook
from masthead.store.plans.runs import PlanRun
from masthead.store.plans.steps import OPEN, Mark, Plan, Purpose, Step, StepOfPlan, StepState, state_after
from masthead.store.responses.responses import ResponseStore
from masthead.store.responses.versions import RenewingVersions, StoredCacheVersions
from masthead.store.sso.countdowns import Countdown, End
from masthead.store.sso.enforcements import Beginning, Enforcements, Reverting
from masthead.store.sso.monitoring import Monitoring, SeenCertificate
from masthead.store.sso.rotations import Kept, LiftedEnforcement, NextCertificate, ProviderPlace, Replaced, Rotations
from masthead.store.sso.sign_in_trials import SsoTest, SsoTests, TestKind
from masthead.store.submissions import SentBeforeError, Submission, Submissions, SubmissionState

__all__ = [
    "ALL",
    "BY_HAND",
    "DRAWN_FROM",
    "FORBIDDEN",
    "GONE",
    "GUESSED",
    "IDLE_SECONDS",
    "MAX_NAME_LENGTH",
    "MAX_SECONDS",
    "MAX_VISITOR_NAME_LENGTH",
    "MAYBE_SAVED",
    "NOT_TYPED",
    "NO_CAUSE",
    "OK",
    "OPEN",
    "PAGE_SHOWN",
    "SET_BY_OTHERS",
    "TOLD_BY_SERVICE",
    "UNCONFIRMED",
    "UNDER_WAY_SECONDS",
    "Anchor",
    "Arrangement",
    "ArrangementStep",
    "Arrangements",
    "Attempts",
    "BackupError",
    "Beginning",
    "BrokenLink",
    "BrokenPage",
    "Cause",
    "Countdown",
    "Database",
    "Directory",
    "DirectoryQuery",
    "Draft",
    "DraftChangedError",
    "Drafts",
    "End",
    "EndedSession",
    "Enforcements",
    "Entry",
    "FailedCall",
    "FoundPage",
    "GrantRenewals",
    "Imports",
    "Intent",
    "Journal",
    "JournalHook",
    "JournalHooks",
    "JournalQuery",
    "Kept",
    "KeyRing",
    "Keys",
    "KnownObject",
    "LanguageList",
    "LeaseLostError",
    "LiftedEnforcement",
    "LinkExtent",
    "LinkFindings",
    "LinkNote",
    "LinkNotes",
    "LinkPlace",
    "LinkRead",
    "LinkScan",
    "LinkScans",
    "LinkSide",
    "LinkSource",
    "LinkTarget",
    "LinkedTokens",
    "Manifest",
    "Mark",
    "Monitoring",
    "NameTakenError",
    "NextCertificate",
    "Outcome",
    "PageBreak",
    "PageRecords",
    "ParkedInput",
    "Parking",
    "People",
    "Plan",
    "PlanRun",
    "Plans",
    "ProviderPlace",
    "Purpose",
    "ReadResult",
    "Reason",
    "RenewingVersions",
    "Replaced",
    "ResponseStore",
    "Restored",
    "Reverting",
    "Rotations",
    "Scan",
    "Scans",
    "Secrets",
    "SeenCertificate",
    "SendingDraft",
    "SentBeforeError",
    "Session",
    "SessionEnd",
    "SessionLine",
    "Sessions",
    "SignIns",
    "SsoTest",
    "SsoTests",
    "State",
    "Step",
    "StepOfPlan",
    "StepState",
    "Store",
    "StoreError",
    "StoreReplacedError",
    "StoredCacheVersions",
    "Subject",
    "Submission",
    "SubmissionState",
    "Submissions",
    "TestKind",
    "TooLargeError",
    "TooManyError",
    "TransactionHook",
    "ValueWrite",
    "Values",
    "Visitor",
    "Visitors",
    "WantedLanguages",
    "WeakKeyError",
    "clean_messages",
    "count_linked",
    "database_place",
    "find_ring",
    "first_keys",
    "is_small_enough",
    "new_draft_id",
    "open_store",
    "opened_backup",
    "quote",
    "read_backlog",
    "read_keys",
    "read_secrets",
    "request_of",
    "restore_backup",
    "state_after",
    "write_backup",
]
