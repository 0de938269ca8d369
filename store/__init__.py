"""What the portal keeps, in a durable store; listings in a file of their own."""

from store.arrangements import Arrangement, Arrangements, ArrangementStep
from store.attempts import Attempts
from store.cleanup import clean_messages
from store.countdowns import Countdown, End
from store.database import Database
from store.drafts import Draft, Drafts, SendingDraft, is_small_enough, new_draft_id
from store.enforcements import Beginning, Enforcements, Reverting
from store.entries import Entry, Intent, Outcome, State, Subject, Values
from store.errors import LeaseLostError, StoreError, WeakKeyError
from store.generations import StoredCacheVersions
from store.imports import Imports, TooLargeError
from store.journal import Journal, JournalHook, JournalQuery
from store.keys import Keys, read_keys
from store.known import Directory
from store.known_objects import BY_HAND, FORBIDDEN, GONE, GUESSED, OK, TOLD_BY_SERVICE, DirectoryQuery, KnownObject
from store.link_notes import LinkNote, LinkNotes, LinkPlace
from store.listings import ResponseStore
from store.monitoring import Monitoring, SeenCertificate
from store.parking import ParkedInput, Parking
from store.people import MAX_NAME_LENGTH, People
from store.plan_runs import PlanRun
from store.plans import Plans, TransactionHook
from store.rotations import LiftedEnforcement, NextCertificate, ProviderPlace, Replaced, Rotations
from store.scans import Scan, Scans
from store.sessions import Session, SessionLine, Sessions
from store.sso_tests import SsoTest, SsoTests, TestKind
from store.steps import OPEN, Mark, Plan, Purpose, Step, StepState, state_after
from store.submissions import Begun, Different, Finished, RunningSubmission, Submissions
from store.visitors import MAX_NAME_LENGTH as MAX_VISITOR_NAME_LENGTH
from store.visitors import NameTakenError, TooManyError, Visitor, Visitors
from store.wanted_languages import ALL, LanguageList, WantedLanguages

__all__ = [
    "ALL",
    "BY_HAND",
    "FORBIDDEN",
    "GONE",
    "GUESSED",
    "MAX_NAME_LENGTH",
    "MAX_VISITOR_NAME_LENGTH",
    "OK",
    "OPEN",
    "TOLD_BY_SERVICE",
    "Arrangement",
    "ArrangementStep",
    "Arrangements",
    "Attempts",
    "Beginning",
    "Begun",
    "Countdown",
    "Database",
    "Different",
    "Directory",
    "DirectoryQuery",
    "Draft",
    "Drafts",
    "End",
    "Enforcements",
    "Entry",
    "Finished",
    "Imports",
    "Intent",
    "Journal",
    "JournalHook",
    "JournalQuery",
    "Keys",
    "KnownObject",
    "LanguageList",
    "LeaseLostError",
    "LiftedEnforcement",
    "LinkNote",
    "LinkNotes",
    "LinkPlace",
    "Mark",
    "Monitoring",
    "NameTakenError",
    "NextCertificate",
    "Outcome",
    "ParkedInput",
    "Parking",
    "People",
    "Plan",
    "PlanRun",
    "Plans",
    "ProviderPlace",
    "Purpose",
    "Replaced",
    "ResponseStore",
    "Reverting",
    "Rotations",
    "RunningSubmission",
    "Scan",
    "Scans",
    "SeenCertificate",
    "SendingDraft",
    "Session",
    "SessionLine",
    "Sessions",
    "SsoTest",
    "SsoTests",
    "State",
    "Step",
    "StepState",
    "StoreError",
    "StoredCacheVersions",
    "Subject",
    "Submissions",
    "TestKind",
    "TooLargeError",
    "TooManyError",
    "TransactionHook",
    "Values",
    "Visitor",
    "Visitors",
    "WantedLanguages",
    "WeakKeyError",
    "clean_messages",
    "is_small_enough",
    "new_draft_id",
    "read_keys",
    "state_after",
]
