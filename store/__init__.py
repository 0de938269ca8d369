"""What the portal keeps: sessions, sent forms and the journal in a durable store, listings in a file of their own."""

from store.attempts import Attempts
from store.database import Database
from store.drafts import Draft, Drafts
from store.entries import Entry, Intent, Outcome, State, Subject, Values
from store.errors import StoreError, WeakKeyError
from store.generations import Generations
from store.journal import Journal, Wanted
from store.keys import Keys, read_keys
from store.listings import Listings
from store.people import LONGEST_NAME, People
from store.sessions import Session, SessionLine, Sessions
from store.submissions import Begun, Different, Finished, Running, Submissions
from store.visitors import LONGEST_NAME as LONGEST_VISITOR_NAME
from store.visitors import NameTakenError, TooManyError, Visitor, Visitors

__all__ = [
    "LONGEST_NAME",
    "LONGEST_VISITOR_NAME",
    "Attempts",
    "Begun",
    "Database",
    "Different",
    "Draft",
    "Drafts",
    "Entry",
    "Finished",
    "Generations",
    "Intent",
    "Journal",
    "Keys",
    "Listings",
    "NameTakenError",
    "Outcome",
    "People",
    "Running",
    "Session",
    "SessionLine",
    "Sessions",
    "State",
    "StoreError",
    "Subject",
    "Submissions",
    "TooManyError",
    "Values",
    "Visitor",
    "Visitors",
    "Wanted",
    "WeakKeyError",
    "read_keys",
]
