"""What the portal keeps, in a durable store; listings in a file of their own."""

from masthead.store.backups.backup import write_backup
from masthead.store.backups.restore import restore_backup
from masthead.store.causes import NO_CAUSE, Cause, Reason, quote
from masthead.store.database import Database
from masthead.store.directory.directory import Directory
from masthead.store.directory.objects import OK, DirectoryQuery, KnownObject
from masthead.store.directory.scans import FailedCall, Scan, Scans
from masthead.store.drafts.imports import Imports, TooLargeError
from masthead.store.drafts.inputs import DRAWN_FROM, Draft, Drafts
from masthead.store.drafts.parked import ParkedInput
from masthead.store.drafts.structure_drafts import Arrangement, ArrangementStep
from masthead.store.entries import MAYBE_SAVED, Entry, Intent, Outcome, State, Subject
from masthead.store.errors import BackupError, DraftChangedError, LeaseLostError, StoreError
from masthead.store.journal.finding import JournalQuery
from masthead.store.journal.journal import Journal
from masthead.store.journal.values import ValueWrite, request_of
from masthead.store.keys import Keys, Secrets, first_keys, read_secrets
from masthead.store.link_scans.findings import LinkFindings
from masthead.store.link_scans.reads import BrokenLink
from masthead.store.link_scans.scans import LinkScan, LinkScans, LinkSource
from masthead.store.notes.link_notes import LinkNote, LinkPlace
from masthead.store.notes.visitors import Visitor
from masthead.store.notes.wanted_languages import ALL
from masthead.store.opening import Store
from masthead.store.people.sessions import EndedSession, Session, SessionEnd, Sessions
from masthead.store.plans.plans import Plans
from masthead.store.plans.runs import PlanRun
from masthead.store.plans.steps import Mark, Plan, Purpose, Step, StepOfPlan, StepState
from masthead.store.responses.responses import ResponseStore
from masthead.store.responses.versions import StoredCacheVersions
from masthead.store.sso.countdowns import Countdown, End
from masthead.store.sso.enforcements import Enforcements
from masthead.store.sso.rotations import ProviderPlace, Replaced
from masthead.store.sso.sign_in_trials import SsoTest, TestKind
from masthead.store.submissions import Submissions, SubmissionState

__all__ = [
    "ALL",
    "DRAWN_FROM",
    "MAYBE_SAVED",
    "NO_CAUSE",
    "OK",
    "Arrangement",
    "ArrangementStep",
    "BackupError",
    "BrokenLink",
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
    "Imports",
    "Intent",
    "Journal",
    "JournalQuery",
    "Keys",
    "KnownObject",
    "LeaseLostError",
    "LinkFindings",
    "LinkNote",
    "LinkPlace",
    "LinkScan",
    "LinkScans",
    "LinkSource",
    "Mark",
    "Outcome",
    "ParkedInput",
    "Plan",
    "PlanRun",
    "Plans",
    "ProviderPlace",
    "Purpose",
    "Reason",
    "Replaced",
    "ResponseStore",
    "Scan",
    "Scans",
    "Secrets",
    "Session",
    "SessionEnd",
    "Sessions",
    "SsoTest",
    "State",
    "Step",
    "StepOfPlan",
    "StepState",
    "Store",
    "StoreError",
    "StoredCacheVersions",
    "Subject",
    "SubmissionState",
    "Submissions",
    "TestKind",
    "TooLargeError",
    "ValueWrite",
    "Visitor",
    "first_keys",
    "quote",
    "read_secrets",
    "request_of",
    "restore_backup",
    "write_backup",
]
